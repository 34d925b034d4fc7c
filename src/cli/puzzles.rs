//! `huarong puzzles`: the library.

use super::output::{self, Format, Record, Stdout};
use super::session::Session;
use super::work;
use crate::numerals::counted;
use crate::report::PuzzleStudy;
use crate::sliding::library::LibraryPuzzle;
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;
use std::io::{self, Write};

/// List the library of published puzzles
///
/// A row each: name, board, pieces, the fewest moves from the start to the goal in the three metrics, what others
/// have published, and how that compares. Every distance is searched anew; what would take minutes is left out, and
/// said to be. The record holders of the census are listed where a name asks for them, like `huarong puzzles
/// census-4x4`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong puzzles\n  huarong puzzles century rush\n  \
                        huarong puzzles census-4x4\n  \
                        huarong puzzles --format csv >puzzles.csv")]
pub(super) struct Arguments {
    /// Only those with one of these in their names
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    /// How to print
    #[arg(long, value_enum, default_value = "text")]
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
    /// Counts of others, `;` between them.
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

/// The longest that the whole space of a puzzle is searched, in seconds of one thread.
const LONGEST: f64 = 40.0;

pub(super) fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let wanted: Vec<String> = arguments.names.iter().map(|name| name.to_lowercase()).collect();
    let is_wanted = |puzzle: &LibraryPuzzle| wanted.iter().any(|part| puzzle.is_called(part));
    let mut puzzles = LibraryPuzzle::all();
    if !wanted.is_empty() {
        puzzles.extend(LibraryPuzzle::of_census());
        puzzles.retain(is_wanted);
    }
    if puzzles.is_empty() {
        // The name is looked up once more for what it is like.
        LibraryPuzzle::find(&arguments.names.join(" "))?;
    }
    let study = work::with_effort(session, "puzzles", |effort| {
        PuzzleStudy::new(&puzzles, LONGEST, effort)
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
