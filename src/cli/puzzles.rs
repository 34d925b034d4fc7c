//! `huarong puzzles`: the library of puzzles.

use super::headings::OUTPUT;
use super::output::{self, Format, Record, Stdout};
use super::session::Session;
use super::work;
use crate::effort::{Effort, Progress};
use crate::numerals::counted;
use crate::report::PuzzleStudy;
use crate::sliding::library::LibraryPuzzle;
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;
use std::io::{self, Write};
use std::sync::Once;
use std::time::{Duration, Instant};

/// List published puzzles with their distances
///
/// Each row has name, board, pieces, the distance of the start in the three metrics, published counts of moves, and a
/// verdict on them. The distances are computed when the command runs. Searches that would take minutes are omitted, and
/// the verdict says so. All puzzles together take about a minute and 1 GB of memory; the list is printed at the end.
///
/// `huarong check NAME` draws a puzzle. Other commands take its name with `--puzzle NAME`.
///
/// The hardest puzzles of the census and of Rush Hour are listed on request, as with `huarong puzzles census-4x4`.
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
    unit: Option<u16>,
    straight: Option<u16>,
    finger: Option<u16>,
    /// Published counts of moves, separated by `;`.
    published: String,
    verdict: String,
}

impl Record for PuzzleRecord {
    const COLUMNS: &'static [&'static str] =
        &["id", "name", "board", "pieces", "unit", "straight", "finger", "published", "verdict"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        [self]
    }
}

/// Limit of the estimated time for a search of a whole space, in seconds on one thread.
const LONGEST: f64 = 40.0;

/// Time after which a notice says that the searches take longer.
const SILENCE: Duration = Duration::from_secs(1);

pub(super) fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let wanted: Vec<String> = arguments.names.iter().map(|name| name.to_lowercase()).collect();
    let is_wanted = |puzzle: &LibraryPuzzle| wanted.iter().any(|part| puzzle.is_called(part));
    let mut puzzles = LibraryPuzzle::all();
    if !wanted.is_empty() {
        puzzles.extend(LibraryPuzzle::of_records());
        puzzles.retain(is_wanted);
    }
    if puzzles.is_empty() {
        // The error of this lookup suggests a similar name.
        LibraryPuzzle::find(&arguments.names.join(" "))?;
    }
    let (started, notice) = (Instant::now(), Once::new());
    let study = work::with_effort(session, "puzzles", |effort| {
        let observer = |progress: Progress<'_>| {
            if started.elapsed() >= SILENCE {
                notice.call_once(|| {
                    let puzzles = counted(puzzles.len() as u64, "puzzle");
                    let _ = (effort.observer)(Progress::Notice(&format_args!(
                        "searching {puzzles}; the list follows when all are done"
                    )));
                });
            }
            (effort.observer)(progress)
        };
        PuzzleStudy::new(&puzzles, LONGEST, Effort { observer: &observer, ..effort })
    })?;
    let records: Vec<PuzzleRecord> = study
        .puzzles
        .iter()
        .map(|puzzle| {
            let [unit, straight, finger] = puzzle.distances().into_values();
            PuzzleRecord {
                id: puzzle.id,
                name: puzzle.name.clone(),
                board: puzzle.board.clone(),
                pieces: puzzle.pieces,
                unit,
                straight,
                finger,
                published: puzzle.published_text(),
                verdict: puzzle.verdict(),
            }
        })
        .collect();
    output::print(arguments.format, &records, write_text)
}

fn write_text(records: &[PuzzleRecord], out: &mut Stdout) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "name",
        "board",
        "pieces",
        "unit",
        "straight",
        "finger",
        "published",
        "verdict",
    ]);
    for record in records {
        let moves = |distance: Option<u16>| distance.map_or("-".to_owned(), |far| far.to_string());
        table.add_row([
            record.id.to_owned(),
            record.board.clone(),
            record.pieces.to_string(),
            moves(record.unit),
            moves(record.straight),
            moves(record.finger),
            record.published.clone(),
            record.verdict.clone(),
        ]);
    }
    for column in table.column_iter_mut().skip(2).take(4) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    if let Some(first) = table.column_mut(0) {
        first.set_padding((0, 1));
    }
    writeln!(out, "{}", table.trim_fmt())?;
    writeln!(out, "\n{}", counted(records.len() as u64, "puzzle"))
}
