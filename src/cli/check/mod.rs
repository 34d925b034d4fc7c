//! `huarong check`: the contents of a puzzle file, and the cost of its tables.

mod doors;

use super::headings::{LIMITS, OUTPUT};
use super::output::{self, Format, Record};
use super::puzzle::Chosen;
use super::rows::{self, Origin, PuzzleList, Refusals};
use super::session::Session;
use super::tile_bounds::TileBounds;
use super::{interrupt, long_work};
use anyhow::{Context, anyhow, bail};
use doors::DoorsRecord;
use huarong_core::effort::{Effort, Progress};
use huarong_core::grid::{Cells, Direction};
use huarong_core::puzzle_file::{Kind, PuzzleFile, Setup, Standing};
use huarong_core::rules::{Freedom, Metric, PieceSet, Puzzle};
use huarong_lab::counts::positions_of;
use huarong_search::{
    Component, ComponentError, Estimate, SearchError, SearchPlan, Tiers, Until, classes,
};
use indicatif::{DecimalBytes, HumanDuration};
use num_bigint::BigUint;
use serde::Serialize;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Describe puzzle files
///
/// Draws start and goal side by side, and lists the pieces by shape, with locks and gates. Draws doors, and says which
/// pieces leave through them, and what waits until others have left. Counts the positions exactly. Warns of what the maker
/// may have overlooked, such as a group of owners that is used nowhere.
///
/// Estimates the time and memory for a table. If no table can be built on this machine, it says why. `check` needs and
/// writes no tables, and does not solve the puzzle: use `huarong solve --puzzle FILE`.
///
/// If a file has an error, the message names its line and column, and the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  huarong check my-puzzle.toml\n  huarong check dads --format json"
)]
pub(super) struct Arguments {
    /// Puzzle files, or names or parts of names from `huarong puzzles`; `-` reads standard input
    ///
    /// A folder stands for the puzzle files (.toml) and lists (.jsonl) in it, not in its subfolders. A list has one
    /// puzzle in JSON per line.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,

    /// Count the positions of a puzzle for at most this long
    ///
    /// If the limit passes first, the positions that a search from the start reaches are counted, up to a million.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = long_work::seconds)]
    #[arg(help_heading = LIMITS)]
    time_limit: Duration,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    format: Format,
}

/// The row of a puzzle.
#[derive(Serialize)]
struct CheckRecord<'t> {
    #[serde(flatten)]
    origin: Origin<'t>,
    #[serde(flatten)]
    description: Description,
    /// Why the puzzle is refused.
    error: Option<String>,
}

/// The description of a puzzle; empty if it is refused.
#[derive(Default, Serialize)]
struct Description {
    /// Columns and rows.
    board: Option<String>,
    cells: Option<u16>,
    pieces: Option<usize>,
    /// As text, since it can be too large for the number types of other programs; none if they cannot be counted.
    positions: Option<String>,
    /// Whether a table can be built on this machine.
    table_possible: Option<bool>,
    /// The doors, and what each kind of pieces does at them, if there are any.
    #[serde(flatten)]
    doors: Option<DoorsRecord>,
    /// What the maker of the puzzle may have overlooked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    #[serde(skip)]
    text: String,
}

/// The number of positions of a puzzle.
enum Positions {
    Exactly(BigUint),
    /// The number that a search reached, because counting all takes too long or is limited to smaller boards.
    AtLeast(u64),
    /// Counting them takes too much memory.
    Unknown,
}

impl Record for CheckRecord<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "file",
        "line",
        "name",
        "board",
        "cells",
        "pieces",
        "positions",
        "table_possible",
        "error",
    ];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let Self { origin, description, error } = self;
        let Description { board, cells, pieces, positions, table_possible, .. } = description;
        let (file, line, name) = (origin.file(), origin.line(), origin.name());
        [(file, line, name, board, cells, pieces, positions, table_possible, error)]
    }
}

pub(super) fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let mut out = output::stdout()?;
    arguments.format.begin::<CheckRecord>(&mut out)?;
    let is_one = matches!(&arguments.files[..], [file] if !rows::is_list(file));
    let (mut refusals, mut is_first) = (Refusals::of("puzzle"), true);
    PuzzleList::Named(&arguments.files).for_each_some(|puzzles| {
        for puzzle in puzzles {
            refusals.ask(1);
            let described = puzzle.read().and_then(|file| {
                let chosen = Chosen::of(file)?;
                Ok((describe(session, &chosen, arguments.time_limit)?, chosen.file))
            });
            let (description, file, error) = match described {
                Ok((description, file)) => (description, Some(file), None),
                Err(error) if interrupt::flow().is_break() => return Err(error),
                Err(error) => (Description::default(), None, Some(error)),
            };
            let record = CheckRecord {
                origin: puzzle.origin().called(file.as_ref().map(PuzzleFile::name)),
                description,
                error: error.as_ref().map(|error| format!("{error:#}")),
            };
            arguments.format.write(&record, &mut out, |record, out| {
                let text = &record.description.text;
                let is_next = !text.is_empty() && !std::mem::take(&mut is_first);
                write!(out, "{}{text}", if is_next { "\n" } else { "" })
            })?;
            out.flush()?;
            match error {
                Some(error) if is_one => bail!(output::placed(&puzzle, &error)),
                Some(error) => refusals.refuse(&puzzle, error)?,
                None => {}
            }
        }
        Ok(())
    })?;
    refusals.result()
}

/// Memory limit of the count, in bytes. A count that needs more takes too long, too.
pub(super) const MEMORY_FOR_COUNT: u64 = 512 << 20;

/// Limits of the search that replaces a count that takes too long: positions, and bytes of memory.
const MOST_REACHED_POSITIONS: u64 = 1_000_000;
const MEMORY_FOR_REACHED_POSITIONS: u64 = 128 << 20;

fn describe(
    session: &Session,
    Chosen { file, setup }: &Chosen,
    longest: Duration,
) -> anyhow::Result<Description> {
    let (puzzle, set) = (&setup.puzzle, setup.piece_set());
    let most = if puzzle.doors().is_some() { longest } else { Duration::MAX };
    let started = Instant::now();
    let table = within_time(session, "", most, |effort| TableCost::of(puzzle, &set, effort));
    let table = table.map_err(|error| match started.elapsed() >= most {
        true => anyhow!("its positions were not numbered in {} s", most.as_secs()),
        false => error,
    });
    // The positions of a table are numbered, and so counted.
    let positions = match &table {
        Ok(table) => Positions::Exactly(table.positions.into()),
        Err(_) => count(session, setup, longest)?,
    };
    let board = puzzle.board();
    let mut text = Vec::new();
    let doors = file.doors().map(|doors| DoorsRecord::new(file, doors, puzzle));
    write_puzzle(file, puzzle, doors.as_ref(), &mut text)?;
    let mut warnings = doors.as_ref().map_or_else(Vec::new, |doors| doors.warnings(file));
    for group in file.unused_groups() {
        warnings.push(format!("the group {group} of owners is in no grid and no other key"));
    }
    for warning in &warnings {
        writeln!(text, "  warning: {warning}")?;
    }
    write_search(&positions, &table, longest, puzzle, &mut text)?;
    if TileBounds::are_of(puzzle, &set) {
        writeln!(
            text,
            "  `huarong build` makes lower bounds of tiles, with which they search faster"
        )?;
    }
    Ok(Description {
        board: Some(format!("{}x{}", board.width(), board.height())),
        cells: Some(board.cell_count()),
        pieces: Some(file.pieces().len()),
        positions: match positions {
            Positions::Exactly(positions) => Some(positions.to_string()),
            Positions::AtLeast(_) | Positions::Unknown => None,
        },
        table_possible: Some(table.is_ok_and(|table| table.fits)),
        doors,
        warnings,
        text: String::from_utf8(text).context("the description is UTF-8")?,
    })
}

/// What a table costs, under one metric.
struct TableCost {
    positions: u64,
    estimate: Estimate,
    /// What the search keeps besides the distances, in words.
    with: &'static str,
    /// Whether it fits into memory.
    fits: bool,
}

impl TableCost {
    fn of(puzzle: &Puzzle, set: &PieceSet, effort: Effort<'_>) -> Result<Self, SearchError> {
        if puzzle.doors().is_some() {
            let tiers = Tiers::new(puzzle, set, effort)?;
            let estimate = tiers.estimate();
            let fits = estimate.bytes <= effort.memory as f64;
            return Ok(Self { positions: tiers.len(), estimate, with: "one tier at a time", fits });
        }
        let class = classes(puzzle, std::slice::from_ref(set)).remove(0);
        let plan = SearchPlan::within(puzzle, &class, effort)?;
        let with = match plan.is_explicit() {
            true => "with one bit per position",
            false => "with bitmaps of fillings",
        };
        let fits = plan.memory().total() <= effort.memory;
        Ok(Self { positions: plan.len(), estimate: plan.estimate(), with, fits })
    }
}

/// Does work that ends after a time.
fn within_time<T, E>(
    session: &Session,
    unit: &str,
    longest: Duration,
    work: impl FnOnce(Effort<'_>) -> Result<T, E>,
) -> anyhow::Result<T>
where
    anyhow::Error: From<E>,
{
    let started = Instant::now();
    long_work::with_effort(session, unit, |effort| {
        let observer = |progress: Progress<'_>| match started.elapsed() >= longest {
            true => ControlFlow::Break(()),
            false => (effort.observer)(progress),
        };
        work(Effort { observer: &observer, ..effort })
    })
}

/// Counts the positions within the limits of time and memory.
fn count(session: &Session, setup: &Setup, longest: Duration) -> anyhow::Result<Positions> {
    let (puzzle, set) = (&setup.puzzle, setup.piece_set());
    let started = Instant::now();
    let counted = within_time(session, "steps", longest, |effort| {
        positions_of(puzzle, &set, effort.at_most(MEMORY_FOR_COUNT))
    });
    match counted {
        // Cancelled by the user, not by the time limit.
        Err(error) if interrupt::flow().is_break() => Err(error),
        Err(_) if started.elapsed() >= longest || !puzzle.board().is_narrow() => {
            long_work::with_effort(session, "positions", |effort| {
                let effort =
                    Effort { memory: effort.memory.min(MEMORY_FOR_REACHED_POSITIONS), ..effort };
                let (start, until) = (&setup.start, Until::Reached(MOST_REACHED_POSITIONS));
                match Component::explore(puzzle, start, Metric::Unit, until, effort) {
                    Ok(component) => Ok(Positions::AtLeast(component.len())),
                    Err(ComponentError::Memory { reached, .. }) => Ok(Positions::AtLeast(reached)),
                    Err(ComponentError::Cancelled(cancelled)) => Err(cancelled),
                    Err(_) => Ok(Positions::Unknown),
                }
            })
        }
        Err(_) => Ok(Positions::Unknown),
        Ok(positions) => Ok(Positions::Exactly(positions)),
    }
}

/// Writes name, source, grids and pieces.
fn write_puzzle(
    file: &PuzzleFile,
    puzzle: &Puzzle,
    doors: Option<&DoorsRecord>,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let board = puzzle.board();
    writeln!(out, "{}", file.name())?;
    if let Some(source) = file.source() {
        writeln!(out, "  {source}")?;
    }
    let walls = if board.has_walls() { "; the other cells are walls" } else { "" };
    let (cells, pieces) = (board.cell_count(), file.pieces().len() as u64);
    let pieces = output::counted(pieces, "piece");
    writeln!(out, "  {}x{}: {cells} cells{walls}; {pieces}\n", board.width(), board.height())?;
    write_grids(file, out)?;
    write_thin_walls(file, out)?;
    if let Some(doors) = doors {
        doors.write_grid(file, out)?;
    }
    writeln!(out)?;
    for (number, kind) in file.kinds().iter().enumerate() {
        let leaving = doors.map_or_else(String::new, |doors| doors.kind_text(number));
        writeln!(out, "  {}{leaving}", kind_text(kind))?;
    }
    if let Some(doors) = doors {
        doors.write_doors(file, out)?;
    }
    for published in file.published() {
        let metric = published.metric.map_or(String::new(), |metric| format!(" {metric}"));
        let by = published.by.as_ref().map_or(String::new(), |by| format!(" ({by})"));
        let moves = output::counted(published.moves.into(), &format!("{} move", metric.trim()));
        writeln!(out, "  published: {}{by}", moves.replace("  ", " "))?;
    }
    Ok(())
}

/// Writes the start and the goals side by side.
fn write_grids(file: &PuzzleFile, out: &mut Vec<u8>) -> io::Result<()> {
    let start = file.start();
    let width = usize::from(start.columns()).max("start".len()) + 3;
    let mut caption = format!("  {:<width$}", "start");
    let goals = || file.goals().iter().filter(|goal| !goal.is_empty());
    for number in 1..=goals().count() {
        let goal = if file.goals().len() == 1 { "goal" } else { &format!("goal {number}") };
        caption += &format!("{goal:<width$}");
    }
    writeln!(out, "{}", caption.trim_end())?;
    for row in 0..start.rows() {
        let columns = 0..start.columns();
        let signs: String = columns.clone().map(|column| start.sign(column, row)).collect();
        let mut line = format!("  {signs:<width$}");
        for goal in goals() {
            let sign = |column| goal_sign(file, goal, (column, row));
            let signs: String = columns.clone().map(sign).collect();
            line += &format!("{signs:<width$}");
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Writes the thin walls as in a puzzle file.
fn write_thin_walls(file: &PuzzleFile, out: &mut Vec<u8>) -> io::Result<()> {
    if file.thin_walls().is_empty() {
        return Ok(());
    }
    let start = file.start();
    let [columns, rows] = [start.columns(), start.rows()].map(|cells| 2 * usize::from(cells) - 1);
    let mut lines = vec![vec![' '; columns]; rows];
    for ((column, row), sign) in start.cells() {
        let cell = if sign == '#' { '#' } else { '.' };
        lines[2 * usize::from(row)][2 * usize::from(column)] = cell;
    }
    for &(column, row, side) in file.thin_walls() {
        let (column, row) = (2 * usize::from(column), 2 * usize::from(row));
        match side {
            Direction::Right => lines[row][column + 1] = '|',
            _ => lines[row + 1][column] = '-',
        }
    }
    writeln!(out, "\n  thin walls")?;
    for line in lines {
        writeln!(out, "{}", format!("  {}", line.iter().collect::<String>()).trim_end())?;
    }
    Ok(())
}

/// The sign of a goal at a place: that of the first interchangeable piece that the goal puts there.
fn goal_sign(file: &PuzzleFile, goal: &[Standing], place: (u8, u8)) -> char {
    if file.start().sign(place.0, place.1) == '#' {
        return '#';
    }
    let mut seen = vec![0; file.kinds().len()];
    for standing in goal {
        let kind = &file.kinds()[standing.kind];
        let nth = seen[standing.kind];
        seen[standing.kind] += 1;
        let (first_column, _) = kind.shape.cells()[0];
        let column = i32::from(place.0) - i32::from(standing.at.0) + i32::from(first_column);
        if kind.shape.contains(column, i32::from(place.1) - i32::from(standing.at.1)) {
            return kind.signs.get(nth).copied().unwrap_or(kind.signs[0]);
        }
    }
    '.'
}

/// Interchangeable pieces in words: `A B: 2x1, left and right only; interchangeable`.
fn kind_text(kind: &Kind) -> String {
    let signs: Vec<String> = kind.signs.iter().map(char::to_string).collect();
    let shape = &kind.shape;
    let mut text = format!("{}: {}x{}", signs.join(" "), shape.width(), shape.height());
    if !shape.is_rectangle() {
        text += &format!(", {} cells", shape.area());
    }
    if !shape.is_connected() {
        text += ", not connected";
    }
    if kind.freedom != Freedom::Both {
        text += &format!(", {} only", kind.freedom.along());
    }
    match kind.gate.len() {
        0 => {}
        1 => text += ", may enter 1 gate",
        cells => text += &format!(", may enter {cells} gates"),
    }
    if kind.signs.len() > 1 {
        text += "; interchangeable";
    }
    text
}

/// Writes the number of positions, and the cost of a table.
fn write_search(
    positions: &Positions,
    table: &anyhow::Result<TableCost>,
    longest: Duration,
    puzzle: &Puzzle,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let is_narrow = puzzle.board().is_narrow();
    match positions {
        Positions::Exactly(positions) => {
            let number = positions.to_string();
            let noun = if number == "1" { "position" } else { "positions" };
            writeln!(out, "\n  {} {noun}", output::grouped_digits(&number))?;
        }
        Positions::AtLeast(reached) => {
            let reached = output::counted(*reached, "position");
            let reason = match is_narrow {
                true => format!("the count did not finish in {} s", longest.as_secs()),
                false => format!("boards with more than {} cells are not counted", Cells::MOST),
            };
            writeln!(out, "\n  at least {reached}: {reason}")?;
        }
        Positions::Unknown => writeln!(out, "\n  too many positions to count on this machine")?,
    }
    match table {
        Ok(TableCost { estimate, with, fits: true, .. }) => {
            let bytes = DecimalBytes(estimate.bytes as u64);
            let time = Duration::try_from_secs_f64(estimate.seconds).unwrap_or(Duration::MAX);
            let time = match estimate.seconds {
                seconds if seconds < 1.0 => "less than a second".to_owned(),
                _ => HumanDuration(time).to_string(),
            };
            writeln!(
                out,
                "  one table per metric: about {bytes} of memory and {time} on one thread, {with}"
            )
        }
        Ok(_) => writeln!(
            out,
            "  no table: this machine has too little memory; query and solve search from the position"
        ),
        Err(error) => {
            writeln!(out, "  no table: {error:#}; query and solve search from the position")
        }
    }
}
