//! `huarong census`: the hardest puzzles of a small board, from a search of all of them.

use super::batch::{self, Checkpoint};
use super::headings::{LIMITS, OUTPUT, SEARCH, single_piece_metric, with_metrics};
use super::long_work;
use super::output::{self, Flat, Format, Stdout};
use super::session::{Session, disk};
use clap::{Subcommand, value_parser};
use huarong_core::grid::Region;
use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::Metric;
use huarong_lab::batch::Part;
use huarong_lab::census;
use huarong_lab::census::{By, Census, Findings, Outcome, Scope, State};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Help of `--metric`.
const METRICS: &str = "Count moves in this metric: unit, straight or finger [default: all three]";

/// Find the hardest sliding-block puzzles of a small board
///
/// A puzzle has connected pieces of any shape, which do not turn, and at least one empty cell. One piece is marked.
/// Other pieces of the same shape are interchangeable.
///
/// The marked piece starts in the upper left corner: its bounding rectangle touches both edges. The goal is reached
/// when it covers the lower right cell.
///
/// For each number of pieces, the hardest start is reported. Among equally hard starts, it is the first in text order.
///
/// A census of 3x4 takes less than a second; one of 4x5 takes about 80 minutes on one core. Long searches leave
/// checkpoints in the data directory, and the same command continues from them.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  huarong census 3x3\n  \
                  huarong census 3x4 --metric finger --format csv\n  \
                  huarong census 4x4 --rectangles --max-shapes 2 --max-pieces 5\n  \
                  huarong census 3x3 --part 1/2 --out first.part\n  \
                  huarong census 3x3 --part 2/2 --out second.part\n  \
                  huarong census join first.part second.part --out 3x3.census\n  \
                  huarong census puzzle AB./BBC/.DE A | huarong solve --puzzle -"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    other: Option<Other>,

    /// Columns and rows of the board, at most 20 cells, such as 4x4
    #[arg(value_name = "WxH", required = true)]
    board: Option<String>,

    #[arg(long, value_parser = single_piece_metric, help_heading = SEARCH)]
    #[arg(help = METRICS, long_help = with_metrics(METRICS))]
    metric: Option<Metric>,

    /// Search only puzzles whose pieces are rectangles
    #[arg(long, help_heading = SEARCH)]
    rectangles: bool,

    /// Search only piece sets of at most N different shapes
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..))]
    #[arg(help_heading = SEARCH)]
    max_shapes: Option<u8>,

    /// Search only piece sets of at most N pieces
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..))]
    #[arg(help_heading = SEARCH)]
    max_pieces: Option<u8>,

    /// Do part I of N of the work, as in 2/5
    ///
    /// The result is a file for `huarong census join`.
    #[arg(long, value_name = "I/N", conflicts_with = "format", help_heading = SEARCH)]
    part: Option<Part>,

    /// Write the census to this file [default for a part: census-WxH-LIMITS-I-of-N.part]
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    out: Option<PathBuf>,

    /// Wait at least this long between checkpoints [default: 1, or twice the cost of one]
    #[arg(long, value_name = "SECONDS", value_parser = long_work::seconds, help_heading = LIMITS)]
    checkpoint_every: Option<Duration>,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    format: Format,
}

#[derive(Debug, Subcommand)]
enum Other {
    /// Print a puzzle of a census as a puzzle file
    ///
    /// Other commands read it from standard input with `--puzzle -`.
    Puzzle {
        /// Start as the census prints it: rows joined by /, one letter per piece, . for an empty cell
        #[arg(value_name = "START")]
        start: String,

        /// Letter of the marked piece
        #[arg(value_name = "MARKED")]
        marked: char,
    },
    /// Join the parts of a census, and print the census
    Join {
        /// Files of all parts, or the file of a whole census
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,

        /// Write the whole census to this file
        #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
        out: Option<PathBuf>,

        /// Print in this format
        #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
        format: Format,
    },
}

/// The hardest puzzle of a number of pieces, in a metric.
#[derive(Default, Serialize)]
struct RecordRow<'s> {
    board: &'s str,
    metric: &'static str,
    pieces: usize,
    distance: u16,
    start: &'s str,
    marked: char,
}

impl Flat for RecordRow<'_> {}

/// Takes the whole censuses of some boards, in all metrics. Their checkpoints are to be cleared once a report is
/// written.
pub(super) fn take_whole<'s>(
    session: &'s Session,
    boards: &[(u8, u8)],
) -> anyhow::Result<(Vec<State>, Vec<Checkpoint<'s, Findings>>)> {
    let whole = |&(width, height): &(u8, u8)| {
        batch::run(session, &Census::new(Scope::all(width, height))?, Part::WHOLE, None)
    };
    boards.iter().map(whole).collect()
}

/// Reads the censuses in some files, which can be parts.
pub(super) fn read_whole(files: &[PathBuf]) -> anyhow::Result<Vec<State>> {
    Ok(State::join_each(&disk(), files, Census::new)?)
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    match arguments.other {
        Some(Other::Join { files, out, format }) => {
            return batch::join(&files, out.as_deref(), Census::new, |state| print(format, state));
        }
        Some(Other::Puzzle { start, marked }) => {
            let mut out = output::stdout()?;
            out.write_all(census::puzzle_file(&start, marked)?.as_bytes())?;
            return Ok(out.flush()?);
        }
        None => {}
    }
    let region = Region::parse_size(arguments.board.as_deref().unwrap_or_default())?;
    census::check_board(region.width(), region.height())?;
    let scope = Scope {
        // Fits: the board was checked to have at most 20 cells.
        width: region.width() as u8,
        height: region.height() as u8,
        rectangles: arguments.rectangles,
        most_shapes: arguments.max_shapes,
        most_pieces: arguments.max_pieces,
        metric: arguments.metric,
    };
    let (part, out, every) = (arguments.part, arguments.out, arguments.checkpoint_every);
    batch::run_and_print(
        session,
        &Census::new(scope)?,
        "census",
        batch::Request { part, out, every },
        |state| print(arguments.format, state),
    )
}

fn print(format: Format, state: &State) -> anyhow::Result<()> {
    let scope = state.scope();
    let board = format!("{}x{}", scope.width, scope.height);
    let mut rows = Vec::new();
    for metric in scope.metrics() {
        for (pieces, record) in state.records().iter(By::Pieces, metric) {
            rows.push(RecordRow {
                board: &board,
                metric: metric.name(),
                pieces,
                distance: record.distance,
                start: &record.start,
                marked: record.marked,
            });
        }
    }
    output::print(format, &rows, |rows, out| write_text(state, rows, out))
}

/// Width of the text, in characters.
const TEXT_WIDTH: usize = 80;

fn write_text(state: &State, rows: &[RecordRow<'_>], out: &mut Stdout) -> io::Result<()> {
    let width = usize::from(state.scope().width).max("10 pieces".len()) + 4;
    for metric in state.scope().metrics() {
        let scope = Scope { metric: None, ..*state.scope() };
        writeln!(out, "{scope}, {metric} moves: the hardest puzzle for each number of pieces\n")?;
        let rows: Vec<&RecordRow<'_>> =
            rows.iter().filter(|row| row.metric == metric.name()).collect();
        for beside in rows.chunks((TEXT_WIDTH / width).max(1)) {
            write_beside(beside, width, out)?;
            writeln!(out)?;
        }
    }
    let tally = state.tally();
    let marked_sets = tally.marked_sets();
    writeln!(
        out,
        "{}, {}",
        counted(tally.sets, "piece set"),
        counted(tally.positions, "position")
    )?;
    writeln!(
        out,
        "{}, {}",
        counted(marked_sets.count, "marked set"),
        counted(marked_sets.positions, "position")
    )?;
    for outcome in Outcome::ALL {
        let marked_sets = tally.of(outcome);
        writeln!(
            out,
            "  {:<62} {:>11} {:>15}",
            outcome.words(),
            grouped(marked_sets.count),
            grouped(marked_sets.positions)
        )?;
    }
    Ok(())
}

/// Puzzles side by side.
fn write_beside(rows: &[&RecordRow<'_>], width: usize, out: &mut Stdout) -> io::Result<()> {
    let mut line = |text: &dyn Fn(&RecordRow<'_>) -> String| {
        let line: String = rows.iter().map(|row| format!("{:<width$}", text(row))).collect();
        writeln!(out, "{}", line.trim_end())
    };
    line(&|row| counted(row.pieces as u64, "piece"))?;
    line(&|row| counted(row.distance.into(), "move"))?;
    for number in 0..rows[0].start.split('/').count() {
        line(&|row| row.start.split('/').nth(number).unwrap_or_default().to_owned())?;
    }
    line(&|row| format!("{} is marked", row.marked))
}
