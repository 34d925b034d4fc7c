//! `huarong puzzles`: the library of puzzles.

use super::headings::OUTPUT;
use super::long_work;
use super::output::{self, Format, Record, Stdout, text_table};
use super::session::Session;
use anyhow::Context;
use huarong_core::effort::{Effort, Progress};
use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::{Metric, PerMetric};
use huarong_lab::library::{LibraryPuzzle, SolvedPuzzle};
use huarong_oracle as oracle;
use huarong_report::{PuzzleStudy, StudiedPuzzle, board, published_text, verdict};
use serde::Serialize;
use std::io::{self, Write};
use std::sync::Once;
use std::time::{Duration, Instant};

/// List published puzzles with their distances
///
/// Each row has name, board, pieces, the number of reachable positions, and the distance of the start in the three metrics.
/// It also has published counts of moves, and a comparison with them. `huarong report puzzles` has computed the distances. If a
/// distance is unproved, the comparison has its bounds.
///
/// `huarong check NAME` draws a puzzle. Other commands take its name with `--puzzle NAME`.
///
/// The hardest puzzles of the census and of Rush Hour are listed on request, as with `huarong puzzles census-4x4`, and so
/// are levels with doors, with `huarong puzzles doors`. They are searched when the command runs.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong puzzles\n  huarong puzzles century rush\n  \
                        huarong puzzles census-4x4\n  \
                        huarong puzzles --format csv >puzzles.csv")]
pub(super) struct Arguments {
    /// List only puzzles with one of these texts in their names
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    format: Format,
}

/// A puzzle of the library.
#[derive(Serialize)]
struct PuzzleRecord {
    id: &'static str,
    name: String,
    board: String,
    pieces: usize,
    /// Number of reachable positions, if it is known.
    reachable: Option<u64>,
    /// None if it is not proved, or if the goal is unreachable.
    distance: PerMetric<Option<u16>>,
    /// Published counts of moves, separated by `;`.
    published: Option<String>,
    /// The published counts compared with the distances, or why they cannot be compared.
    comparison: Option<String>,
}

impl Record for PuzzleRecord {
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "name",
        "board",
        "pieces",
        "reachable",
        "unit",
        "straight",
        "finger",
        "published",
        "comparison",
    ];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        [(
            (self.id, &self.name, &self.board, self.pieces, self.reachable),
            (self.distance.values(), &self.published, &self.comparison),
        )]
    }
}

/// Limit of the estimated time for a search of a whole space, in seconds on one thread.
const MOST_SECONDS_OF_SPACE_SEARCH: f64 = 40.0;

/// Time after which a notice says that the searches take longer.
const TIME_BEFORE_NOTICE: Duration = Duration::from_secs(1);

pub(super) fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let wanted: Vec<String> = arguments.names.iter().map(|name| name.to_lowercase()).collect();
    let is_wanted = |puzzle: &LibraryPuzzle| wanted.iter().any(|part| puzzle.is_called(part));
    let mut published = LibraryPuzzle::all();
    let mut records = Vec::new();
    if !wanted.is_empty() {
        published.retain(is_wanted);
        records = LibraryPuzzle::of_program();
        records.retain(is_wanted);
    }
    for (name, part) in arguments.names.iter().zip(&wanted) {
        if !published.iter().chain(&records).any(|puzzle| puzzle.is_called(part)) {
            // The error of this lookup suggests a similar name.
            LibraryPuzzle::find(name)?;
        }
    }
    let mut rows = published.iter().map(PuzzleRecord::known).collect::<anyhow::Result<Vec<_>>>()?;
    rows.extend(searched(session, &records)?);
    output::print(arguments.format, &rows, write_text)
}

impl PuzzleRecord {
    /// A published puzzle with its kept results.
    fn known(puzzle: &LibraryPuzzle) -> anyhow::Result<Self> {
        let file = puzzle.read()?;
        let solved = SolvedPuzzle::find(puzzle.id).context("every puzzle has results")?;
        let distances = PerMetric::each(|metric| solved.distance(metric));
        let unproved = Metric::OF_SINGLE_PIECES.into_iter().filter_map(|metric| {
            let bounds = solved.bounds[metric].filter(|bounds| bounds.proved().is_none())?;
            let best = bounds.best_found.map(usize::from);
            Some(oracle::bounds(bounds.at_least, best, &format!("{metric} move")))
        });
        let unproved: Vec<String> = unproved.collect();
        Ok(Self {
            id: puzzle.id,
            name: file.name().to_owned(),
            board: board(&file),
            pieces: file.pieces().len(),
            reachable: solved.reachable,
            distance: distances,
            published: unless_empty(published_text(file.published())),
            comparison: unless_empty(match &unproved[..] {
                [] => verdict(file.published(), &distances),
                unproved => unproved.join("; "),
            }),
        })
    }
}

/// Puzzles that are searched now.
fn searched(session: &Session, puzzles: &[LibraryPuzzle]) -> anyhow::Result<Vec<PuzzleRecord>> {
    let (started, notice) = (Instant::now(), Once::new());
    let study = long_work::with_effort(session, "puzzles", |effort| {
        let observer = |progress: Progress<'_>| {
            if started.elapsed() >= TIME_BEFORE_NOTICE {
                notice.call_once(|| {
                    let puzzles = counted(puzzles.len() as u64, "puzzle");
                    let _ = (effort.observer)(Progress::Notice(&format_args!(
                        "searching {puzzles}; the list follows when all are done"
                    )));
                });
            }
            (effort.observer)(progress)
        };
        let effort = Effort { observer: &observer, ..effort };
        PuzzleStudy::new(puzzles, MOST_SECONDS_OF_SPACE_SEARCH, Duration::ZERO, effort)
    })?;
    let record = |puzzle: &StudiedPuzzle| PuzzleRecord {
        id: puzzle.id,
        name: puzzle.name.clone(),
        board: puzzle.board.clone(),
        pieces: puzzle.pieces,
        reachable: puzzle.outcome.as_ref().ok().and_then(|solved| solved.reachable),
        distance: puzzle.distances(),
        published: unless_empty(published_text(&puzzle.published)),
        comparison: unless_empty(puzzle.verdict()),
    };
    Ok(study.puzzles.iter().map(record).collect())
}

fn unless_empty(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

fn write_text(records: &[PuzzleRecord], out: &mut Stdout) -> io::Result<()> {
    let header = [
        "name",
        "board",
        "pieces",
        "reachable",
        "unit",
        "straight",
        "finger",
        "published",
        "comparison",
    ];
    let rows = records.iter().map(|record| {
        let moves = |distance: Option<u16>| distance.map_or("-".to_owned(), |far| far.to_string());
        let [unit, straight, finger] = record.distance.map(moves).into_values();
        [
            record.id.to_owned(),
            record.board.clone(),
            record.pieces.to_string(),
            record.reachable.map_or("-".to_owned(), |reachable| grouped(reachable).to_string()),
            unit,
            straight,
            finger,
            record.published.clone().unwrap_or_default(),
            record.comparison.clone().unwrap_or_default(),
        ]
    });
    writeln!(out, "{}", text_table(header, rows, 2..7))?;
    writeln!(out, "\n{}", counted(records.len() as u64, "puzzle"))
}
