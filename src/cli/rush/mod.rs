//! `huarong rush`: every Rush Hour board of a size, and every minimal puzzle.

mod sample;
mod unit;

use super::batch::{self, Checkpoint};
use super::headings::{INPUT, LIMITS, OUTPUT, SEARCH, most_walls, single_piece_metric};
use super::long_work;
use super::output::{self, Flat, Format, Record, Stdout};
use super::session::{Session, disk};
use anyhow::bail;
use clap::{Subcommand, ValueEnum, value_parser};
use huarong_core::grid::Region;
use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::Metric;
use huarong_lab::batch::Part;
#[cfg(feature = "parquet")]
use huarong_lab::export::{Column, Kind, RowFormat, Rows, Texts, Values};
use huarong_lab::rush::{Boards, Depth, Findings, RushPuzzle, Scope, State, Universe, boards};
use serde::Serialize;
#[cfg(feature = "parquet")]
use std::io::IsTerminal;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Find every minimal Rush Hour puzzle of a board size
///
/// Pieces are cars of two cells and trucks of three, which slide along their rows and columns. The red car is in the
/// row of the exit, which has no other horizontal piece, and no wall to the right of it. The goal is that it stands at
/// the right end. No row or column is full of its own pieces.
///
/// Boards that can be reached from one another are a cluster. Its puzzle is the board farthest from the goal. It is
/// minimal if it becomes shorter whichever piece or wall is removed. Every minimal puzzle is listed, the longest
/// first. Mirror images count as different.
///
/// Boards of 5x5 take a second; 6x6 without walls takes half an hour of CPU time. Long searches leave checkpoints
/// in the data directory, and the same command continues from them.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  huarong rush 4x4\n  \
                  huarong rush 5x5 --max-walls 1 --min-distance 15 --format csv\n  \
                  huarong rush 5x5 --format fogleman >rush-5x5.txt\n  \
                  huarong rush 6x6 --part 1/100 --out first.part\n  \
                  huarong rush count 6x6 --max-walls 1\n  \
                  huarong rush sample 7x7 --count 10000\n  \
                  huarong rush unit 4x4"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    other: Option<Other>,

    #[command(flatten)]
    board: Option<Board>,

    /// Move one piece by one cell (unit), or any distance (straight; finger is the same) [default: straight]
    #[arg(long, value_parser = single_piece_metric, help_heading = SEARCH)]
    metric: Option<Metric>,

    /// List only puzzles of at least N moves, and do not ask whether shorter ones are minimal
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u16).range(1..))]
    #[arg(help_heading = SEARCH)]
    min_distance: u16,

    /// Search only boards with at most N cars, with the red one
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..))]
    #[arg(help_heading = SEARCH)]
    max_cars: Option<u8>,

    /// Search only boards with at most N trucks
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    max_trucks: Option<u8>,

    /// Do part I of N of the work, as in 2/5
    ///
    /// The result is a file for `huarong rush join`.
    #[arg(long, value_name = "I/N", help_heading = SEARCH)]
    #[arg(conflicts_with_all = ["format", "histogram"])]
    part: Option<Part>,

    /// Write all results to this file [default for a part: rush-WxH-LIMITS-I-of-N.part]
    ///
    /// `huarong rush join` prints them again, in any format.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    out: Option<PathBuf>,

    /// Wait at least this long between checkpoints [default: 1, or twice the cost of one]
    #[arg(long, value_name = "SECONDS", value_parser = long_work::seconds, help_heading = LIMITS)]
    checkpoint_every: Option<Duration>,

    #[command(flatten)]
    print: Print,
}

/// A board size and its limits.
#[derive(Debug, clap::Args)]
struct Board {
    /// Columns and rows of the board, 3x1 to 8x8, such as 6x6
    #[arg(value_name = "WxH", required = true)]
    board: String,

    /// Search boards with at most N walls
    #[arg(long, value_name = "N", default_value = "0", value_parser = most_walls)]
    #[arg(help_heading = INPUT)]
    max_walls: usize,

    /// Row of the red car and its exit, counted from 1 at the top [default: the middle, or just above it]
    #[arg(long, value_name = "ROW", help_heading = INPUT)]
    exit_row: Option<usize>,
}

/// How to print puzzles.
#[derive(Clone, Copy, Debug, clap::Args)]
struct Print {
    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    format: ListFormat,

    /// Print the number of positions at each distance from the goal, too, as a column of csv and json
    #[arg(long, help_heading = OUTPUT)]
    histogram: bool,
}

/// The format of a list of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ListFormat {
    /// Totals and the longest puzzles
    Text,
    /// One JSON object per puzzle
    Json,
    /// Comma-separated values with a header
    Csv,
    /// Lines of moves, board and number of positions, as in M. Fogleman's database
    Fogleman,
    /// Apache Parquet
    #[cfg(feature = "parquet")]
    Parquet,
}

#[derive(Debug, Subcommand)]
enum Other {
    /// Count the boards of a size, without listing them
    Count {
        #[command(flatten)]
        board: Board,

        /// Print in this format
        #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
        format: Format,
    },
    /// Estimate a universe that is too large, from boards drawn at random
    ///
    /// Draws boards with the red car at the exit on which no other piece can slide left or up, each equally likely.
    /// Exactly one of them is the first of each cluster, and only its cluster is counted. So the estimates are unbiased.
    /// Each has its standard error.
    Sample {
        #[command(flatten)]
        board: Board,

        /// Move one piece by one cell (unit), or any distance (straight; finger is the same) [default: straight]
        #[arg(long, value_parser = single_piece_metric, help_heading = SEARCH)]
        metric: Option<Metric>,

        /// Draw N boards
        #[arg(long, value_name = "N", default_value = "10000", help_heading = SEARCH)]
        #[arg(value_parser = value_parser!(u32).range(1..))]
        count: u32,

        /// Start the random numbers from this seed; another seed draws other boards
        #[arg(long, value_name = "N", default_value = "0", help_heading = SEARCH)]
        seed: u64,

        /// Print in this format
        #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
        format: Format,
    },
    Unit(unit::Arguments),
    /// Join the parts of a search, and print its puzzles
    Join {
        /// Files of all parts, or the file of a whole search
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,

        /// Write all results to this file
        #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
        out: Option<PathBuf>,

        #[command(flatten)]
        print: Print,
    },
}

impl Board {
    fn scope(&self) -> anyhow::Result<Scope> {
        let region = Region::parse_size(&self.board)?;
        let scope = Scope::new(region.width(), region.height())?;
        let scope = match self.exit_row {
            Some(row) => scope.with_exit_row(row)?,
            None => scope,
        };
        Ok(scope.with_walls(self.max_walls)?)
    }
}

/// The numbers of boards of a size.
#[derive(Default, Serialize)]
struct CountRow {
    board: String,
    exit_row: u8,
    max_walls: u8,
    /// Numbers of any size, as text.
    boards: String,
    packed: String,
    goals: String,
}

impl Flat for CountRow {}

/// A minimal puzzle. Its histogram is an array in JSON, and a text in CSV.
#[derive(Serialize)]
struct PuzzleRow<'p> {
    metric: &'static str,
    distance: u16,
    start: String,
    reachable: u64,
    pieces: u8,
    walls: u8,
    /// A number of any size, as text.
    solution_count: String,
    unit_moves: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<&'p [u64]>,
}

/// The CSV columns, without `histogram`.
const COLUMNS: [&str; 8] =
    ["metric", "distance", "start", "reachable", "pieces", "walls", "solution_count", "unit_moves"];

impl<'p> PuzzleRow<'p> {
    fn of(scope: &Scope, puzzle: &'p RushPuzzle, with_histogram: bool) -> Self {
        Self {
            metric: scope.metric.name(),
            distance: puzzle.distance,
            start: scope.in_one_line(&puzzle.board),
            reachable: puzzle.reachable,
            pieces: puzzle.pieces,
            walls: puzzle.walls,
            solution_count: puzzle.solution_count.to_string(),
            unit_moves: puzzle.unit_moves,
            histogram: with_histogram.then_some(&puzzle.histogram),
        }
    }
}

impl Record for PuzzleRow<'_> {
    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let histogram = self.histogram.map(|counts| {
            let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
            counts.join(" ")
        });
        [(
            (self.metric, self.distance, &self.start, self.reachable, self.pieces, self.walls),
            (&self.solution_count, self.unit_moves, Vec::from_iter(histogram)),
        )]
    }
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let board = match (arguments.other, arguments.board) {
        (Some(Other::Count { board, format }), _) => {
            return count(session, &board.scope()?, format);
        }
        (Some(Other::Sample { board, metric, count, seed, format }), _) => {
            let scope = board.scope()?.with_metric(metric.unwrap_or(Metric::Straight));
            return sample::sample(session, scope, count, seed, format);
        }
        (Some(Other::Unit(arguments)), _) => return unit::run(session, &arguments),
        (Some(Other::Join { files, out, print }), _) => {
            print.check()?;
            return batch::join(&files, out.as_deref(), Universe::new, |state| print.print(state));
        }
        (None, Some(board)) => board,
        (None, None) => bail!("name a board size, such as 6x6"),
    };
    arguments.print.check()?;
    let scope = board.scope()?.with_metric(arguments.metric.unwrap_or(Metric::Straight));
    let scope = Scope {
        min_moves: arguments.min_distance,
        max_cars: arguments.max_cars,
        max_trucks: arguments.max_trucks,
        ..scope
    };
    let (part, out, every) = (arguments.part, arguments.out, arguments.checkpoint_every);
    batch::run_and_print(
        session,
        &Universe::new(scope)?,
        "rush",
        batch::Request { part, out, every },
        |state| arguments.print.print(state),
    )
}

/// Searches the universes of the report, each within seconds. Their checkpoints are to be cleared once the report is
/// written.
pub(super) fn take_some(
    session: &Session,
) -> anyhow::Result<(Vec<State>, Vec<Checkpoint<'_, Findings>>)> {
    let (mut universes, mut checkpoints) = (Vec::new(), Vec::new());
    for (side, walls) in [(4, 3), (5, 0)] {
        for metric in [Metric::Straight, Metric::Unit] {
            let scope = Scope { metric, ..Scope::new(side, side)?.with_walls(walls)? };
            let (state, checkpoint) =
                batch::run(session, &Universe::new(scope)?, Part::WHOLE, None)?;
            universes.push(state);
            checkpoints.push(checkpoint);
        }
    }
    Ok((universes, checkpoints))
}

/// Reads the universes in some files, which can be parts.
pub(super) fn read_whole(files: &[PathBuf]) -> anyhow::Result<Vec<State>> {
    Ok(State::join_each(&disk(), files, Universe::new)?)
}

/// Counts the boards of a scope.
fn count(session: &Session, scope: &Scope, format: Format) -> anyhow::Result<()> {
    let count = |of: Boards| {
        long_work::with_effort(session, "cells", |effort| {
            effort.doing(format_args!("counting {scope}"))?;
            boards(scope, of, effort)
        })
    };
    let row = CountRow {
        board: format!("{}x{}", scope.width, scope.height),
        exit_row: scope.exit_row,
        max_walls: scope.walls,
        boards: count(Boards::All)?.to_string(),
        packed: count(Boards::Packed)?.to_string(),
        goals: count(Boards::Goals)?.to_string(),
    };
    output::print(format, &[row], |rows, out| {
        let CountRow { board, exit_row, max_walls, boards, packed, goals } = &rows[0];
        writeln!(
            out,
            "{board}, exit in row {exit_row}, at most {}",
            counted(u64::from(*max_walls), "wall")
        )?;
        let most = [boards, packed, goals].map(|count| output::grouped_digits(count));
        let width = most.iter().map(String::len).max().unwrap_or(0);
        let [boards, packed, goals] = most;
        writeln!(out, "  {boards:>width$}  boards")?;
        writeln!(out, "  {packed:>width$}  boards on which no piece can slide left or up")?;
        writeln!(
            out,
            "  {goals:>width$}  boards with the red car at the exit on which no other piece can"
        )
    })
}

/// The longest puzzles that text shows.
const PUZZLES_IN_TEXT: usize = 10;

impl Print {
    fn check(self) -> anyhow::Result<()> {
        #[cfg(feature = "parquet")]
        if self.format == ListFormat::Parquet && io::stdout().is_terminal() {
            bail!("parquet is not text: redirect standard output to a file");
        }
        if self.histogram && !matches!(self.format, ListFormat::Csv | ListFormat::Json) {
            bail!("--histogram is a column of csv and json: add --format csv or --format json");
        }
        Ok(())
    }

    fn print(self, state: &State) -> anyhow::Result<()> {
        let mut out = output::stdout()?;
        match self.format {
            ListFormat::Text => write_text(state, &mut out)?,
            ListFormat::Json => self.write_rows(Format::Json, state, &mut out)?,
            ListFormat::Csv => self.write_rows(Format::Csv, state, &mut out)?,
            ListFormat::Fogleman => {
                state
                    .results()
                    .puzzles()
                    .try_for_each(|puzzle| writeln!(out, "{}", puzzle.line(state.scope())))?;
            }
            #[cfg(feature = "parquet")]
            ListFormat::Parquet => write_parquet(state, &mut out)?,
        }
        Ok(out.flush()?)
    }

    fn write_rows(self, format: Format, state: &State, out: &mut Stdout) -> anyhow::Result<()> {
        let mut columns = COLUMNS.to_vec();
        columns.extend(self.histogram.then_some("histogram"));
        format.begin_columns(&columns, out)?;
        for puzzle in state.results().puzzles() {
            let row = PuzzleRow::of(state.scope(), puzzle, self.histogram);
            format.write(&row, out, |_, _| Ok(()))?;
        }
        Ok(())
    }
}

fn write_text(state: &State, out: &mut Stdout) -> io::Result<()> {
    let (scope, findings) = (state.scope(), state.results());
    writeln!(out, "{scope}, {} moves: minimal puzzles by their length\n", scope.metric)?;
    writeln!(out, "{:>5} {:>13} {:>17} {:>13}", "moves", "clusters", "positions", "minimal")?;
    for (moves, depth) in findings.depths().iter().enumerate() {
        let is_known = moves >= scope.min_moves.into() || moves == 0;
        write_depth(&moves.to_string(), depth, is_known, out)?;
    }
    let total = findings.total();
    write_depth("all", &total, true, out)?;
    writeln!(
        out,
        "\nsearched {} with the red car at the exit; the largest cluster has {}",
        counted(findings.goals(), "board"),
        counted(findings.largest(), "position")
    )?;
    let longest: Vec<&RushPuzzle> = findings.puzzles().take(PUZZLES_IN_TEXT).collect();
    if !longest.is_empty() {
        writeln!(out, "\nthe longest: moves, board, reachable positions")?;
        longest.iter().try_for_each(|puzzle| writeln!(out, "  {}", puzzle.line(state.scope())))?;
    }
    Ok(())
}

/// A row of the table. `-` stands for a number of minimal puzzles that is not known.
fn write_depth(name: &str, depth: &Depth, is_known: bool, out: &mut Stdout) -> io::Result<()> {
    let [clusters, positions, minimal] =
        [depth.clusters, depth.positions, depth.minimal].map(grouped);
    let minimal = if is_known { &minimal } else { "-" };
    writeln!(out, "{name:>5} {clusters:>13} {positions:>17} {minimal:>13}")
}

/// Puzzles per batch of rows.
#[cfg(feature = "parquet")]
const PUZZLES_PER_BATCH: usize = 4096;

#[cfg(feature = "parquet")]
fn write_parquet(state: &State, out: &mut dyn Write) -> anyhow::Result<()> {
    let scope = state.scope();
    let cells = "o".repeat(usize::from(scope.width) * usize::from(scope.height));
    let signs = scope.in_one_line(&cells).len();
    let kinds = COLUMNS.map(|name| Column {
        name,
        kind: match name {
            "metric" => Kind::Text { signs: scope.metric.name().len() },
            "start" => Kind::Text { signs },
            _ => Kind::Number,
        },
    });
    let puzzles: Vec<&RushPuzzle> = state.results().puzzles().collect();
    let about = [
        ("huarong", env!("CARGO_PKG_VERSION").to_owned()),
        ("board", format!("{}x{}", scope.width, scope.height)),
        ("exit_row", scope.exit_row.to_string()),
        ("max_walls", scope.walls.to_string()),
        ("metric", scope.metric.to_string()),
    ];
    let about = about.map(|(key, value)| (key.to_owned(), value));
    let mut writer = RowFormat::Parquet.writer(&kinds, puzzles.len() as u64, &about, out)?;
    for puzzles in puzzles.chunks(PUZZLES_PER_BATCH) {
        let numbers = |number: &dyn Fn(&RushPuzzle) -> u64| {
            Values::Numbers(puzzles.iter().map(|puzzle| number(puzzle)).collect())
        };
        let (mut metrics, mut texts) = (Texts::default(), Texts::default());
        for puzzle in puzzles {
            metrics.push(|bytes| bytes.extend_from_slice(scope.metric.name().as_bytes()));
            let start = scope.in_one_line(&puzzle.board);
            texts.push(|bytes| bytes.extend_from_slice(start.as_bytes()));
        }
        writer.write(Rows(vec![
            Values::Texts(metrics),
            numbers(&|puzzle| puzzle.distance.into()),
            Values::Texts(texts),
            numbers(&|puzzle| puzzle.reachable),
            numbers(&|puzzle| puzzle.pieces.into()),
            numbers(&|puzzle| puzzle.walls.into()),
            numbers(&|puzzle| {
                u64::try_from(puzzle.solution_count).unwrap_or(u64::MAX).min(i64::MAX as u64)
            }),
            numbers(&|puzzle| puzzle.unit_moves.into()),
        ]))?;
    }
    Ok(writer.finish()?)
}
