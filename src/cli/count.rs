//! `huarong count`: how many positions there are, without listing them.

use super::output::Format;
use super::{Session, interrupt, output, progress, xiangqi};
use anyhow::{Context, bail};
use clap::Subcommand;
use comfy_table::{CellAlignment, Table, presets};
use huarong::counting::{self, Census, Counts, Effort, Progress, Region};
use huarong::puzzle::{Goal, PieceSet, PieceSetText, Puzzle, Shape, ShapeId, klotski};
use huarong::retrograde::{self, Estimate};
use indicatif::ProgressBar;
use num_bigint::BigUint;
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::str::FromStr;
use sysinfo::System;
use thiserror::Error;

/// Count positions exactly, without listing them
///
/// Tells for each piece set how many positions it has, how many of them are won, how many there are when a
/// position and its mirror image count as one, how large a table would be, and about what it would take to
/// build on this machine. Without a piece set: for all sets of one big piece that leave two cells empty or more
/// and have a position.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  huarong count 4h4v4s --board 5x6\n  \
                  huarong count --board 4x6                      all its piece sets\n  \
                  huarong count 2b2h4s --walls '#....#/....../......'\n  \
                  huarong count 1h2l --shape L=1,0/1,0/1,1 --goal L1,3\n  \
                  huarong count --packings 5x5\n  \
                  huarong count xiangqi --breakdown pieces --format csv"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    game: Option<Game>,

    /// Piece sets, like 1h4v4s: horizontals, verticals, smalls, one big unless it says 2b or 0b
    /// [default: all]
    #[arg(value_name = "PIECE_SET")]
    piece_sets: Vec<String>,

    /// Columns and rows of the board [default: 4x5]
    #[arg(long, value_name = "WxH")]
    board: Option<String>,

    /// A drawing of the board: rows joined by /, # for a wall and . for an open cell
    #[arg(long, value_name = "DRAWING")]
    walls: Option<String>,

    /// One more shape: a letter and the rows of the shape, like L=1,0/1,0/1,1
    #[arg(long = "shape", value_name = "LETTER=ROWS")]
    shapes: Vec<ShapeText>,

    /// A piece that must stand somewhere for a win: letter, column and row of its first cell in reading order,
    /// counted from 1, like B2,4 [default: a big piece in the middle columns of the bottom rows, or just left of the
    /// middle]
    #[arg(long = "goal", value_name = "PLACE")]
    goals: Vec<Place>,

    /// Count packings of a board instead: its ways to split into empty cells and connected pieces of any form
    #[arg(long, value_name = "WxH", conflicts_with_all = ["piece_sets", "board", "shapes", "goals"])]
    packings: Option<String>,

    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Debug, Subcommand)]
enum Game {
    Xiangqi(xiangqi::Arguments),
}

/// A shape as it is written on the command line.
#[derive(Clone, Debug)]
struct ShapeText(Shape);

/// Where a piece must stand: letter, column and row, these from 0.
#[derive(Clone, Copy, Debug)]
struct Place {
    letter: char,
    column: usize,
    row: usize,
}

/// A text on the command line that cannot be read.
#[derive(Debug, Error)]
enum TextError {
    #[error("a shape is a letter, = and rows of 1 and 0, like L=1,0/1,0/1,1")]
    Shape,
    #[error("a shape has at most 64 columns and rows")]
    ShapeSize,
    #[error("a goal is a letter, a column and a row, both counted from 1, like B2,4")]
    Place,
}

impl FromStr for ShapeText {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let (name, rows) = text.split_once('=').ok_or(TextError::Shape)?;
        let mut letters = name.trim().chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            bail!(TextError::Shape);
        };
        let mut cells = Vec::new();
        let place = |number: usize| u8::try_from(number).map_err(|_| TextError::ShapeSize);
        for (row, signs) in rows.split('/').enumerate() {
            let signs = signs.chars().filter(|sign| !matches!(sign, ',' | ' '));
            for (column, sign) in signs.enumerate() {
                match sign {
                    '1' => cells.push((place(column)?, place(row)?)),
                    '0' => {}
                    _ => bail!(TextError::Shape),
                }
            }
        }
        let letter = letter.to_ascii_uppercase();
        Ok(Self(Shape::new(letter, letter, cells)?))
    }
}

impl FromStr for Place {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let place = || {
            let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
            let (column, row) = text[1..].split_once(',')?;
            let from_1 = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
            let letter = letter.to_ascii_uppercase();
            Some(Self { letter, column: from_1(column)?, row: from_1(row)? })
        };
        place().ok_or(TextError::Place)
    }
}

/// A piece set's numbers in the shape of the JSON output.
#[derive(Serialize)]
struct Record {
    board: String,
    piece_set: String,
    positions: String,
    goal_positions: Option<String>,
    up_to_mirror: Option<String>,
    table_bytes: String,
    build_seconds: Option<f64>,
    build_bytes: Option<u128>,
}

/// The numbers of packings in the shape of the JSON output.
#[derive(Serialize)]
struct Packings {
    board: String,
    packings: String,
}

/// What is called the total among piece sets.
const TOTAL: &str = "total";

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    if let Some(Game::Xiangqi(arguments)) = arguments.game {
        return xiangqi::run(session, arguments);
    }
    let _work = interrupt::Work::begin()?;
    let size = arguments.packings.as_ref().or(arguments.board.as_ref());
    let region = region(size.map(String::as_str), arguments.walls.as_deref())?;
    if arguments.packings.is_some() {
        return count_packings(session, &region, arguments.format);
    }
    let mut shapes = klotski::shapes();
    for ShapeText(shape) in arguments.shapes {
        if shapes.iter().any(|other| other.letter() == shape.letter()) {
            bail!(
                "the letter {:?} is taken by another shape; choose one of its own",
                shape.letter()
            );
        }
        shapes.push(shape);
    }
    // The filling, whose pieces need no states, is the last shape of a single cell.
    let goal = goal(&region, &shapes, &arguments.goals)?;
    let census = Census::new(region, shapes, &goal)?;
    let mut usual_counts = vec![None; census.shapes().len()];
    usual_counts[klotski::BIG] = Some(1);
    let text = PieceSetText {
        shapes: census.shapes(),
        usual_counts: &usual_counts,
        fixed: false,
        most: u8::MAX,
    };
    let mut sets = Vec::new();
    for named in &arguments.piece_sets {
        let set = text.read(named)?;
        let (area, open) = (census.area(&set), census.region().open_cell_count());
        if area > open {
            bail!("piece set {named} covers {area} cells, and the board has {open}");
        }
        sets.push(set);
    }
    let is_family = sets.is_empty();
    let counted: Vec<(PieceSet, Counts)> = with_effort(session, |effort| {
        if is_family {
            return census.family(klotski::BIG, klotski::MIN_EMPTY.into(), effort);
        }
        sets.into_iter().map(|set| Ok((set.clone(), census.count(&set, effort)?))).collect()
    })?;
    if counted.is_empty() {
        bail!(
            "no piece set of one big piece fits a board of {} and leaves two cells empty; name sets \
             without one, like 0b1s",
            census.region()
        );
    }
    let estimator = Estimator::new(&census);
    let mut lines: Vec<Line> = counted
        .into_iter()
        .map(|(set, mut counts)| {
            if arguments.goals.is_empty() && set.counts()[klotski::BIG] == 0 {
                counts.goal_positions = None;
            }
            let estimate = estimator.as_ref().and_then(|it| it.estimate(&set, &counts.positions));
            Line { name: text.write(&set), counts, estimate }
        })
        .collect();
    if is_family {
        lines.push(total(&lines));
    }
    print(census.region(), &lines, arguments.format)
}

/// What is printed of a piece set, or of all of them.
struct Line {
    name: String,
    counts: Counts,
    /// `None` where no such table can be built.
    estimate: Option<Estimate>,
}

impl Line {
    fn record(&self, board: &Region) -> Record {
        let Counts { positions, goal_positions, up_to_mirror } = &self.counts;
        let text = |number: &Option<BigUint>| number.as_ref().map(BigUint::to_string);
        let tenths = |number: f64| (number * 10.0).round() / 10.0;
        Record {
            board: board.to_string(),
            piece_set: self.name.clone(),
            positions: positions.to_string(),
            goal_positions: text(goal_positions),
            up_to_mirror: text(up_to_mirror),
            table_bytes: positions.to_string(),
            build_seconds: self.estimate.map(|estimate| tenths(estimate.seconds)),
            build_bytes: self.estimate.map(|estimate| estimate.bytes.round() as u128),
        }
    }
}

/// The board as it is given by a size, a drawing or both.
fn region(size: Option<&str>, drawing: Option<&str>) -> anyhow::Result<Region> {
    let size = size.map(Region::parse_size).transpose()?;
    let Some(drawing) = drawing else {
        return Ok(size.map_or_else(|| Region::new(4, 5), Ok)?);
    };
    let drawn = Region::parse_drawing(drawing).context("the walls")?;
    match size {
        Some(size) if (size.width(), size.height()) != (drawn.width(), drawn.height()) => {
            bail!("the drawing of the walls has {drawn} cells, and the board {size}")
        }
        _ => Ok(drawn),
    }
}

/// The goal asked for; otherwise a big piece in the middle columns of the bottom rows, or just left of the middle,
/// if it can stand there.
fn goal(
    region: &Region,
    shapes: &[Shape],
    goals: &[Place],
) -> anyhow::Result<Vec<(ShapeId, (usize, usize))>> {
    if goals.is_empty() {
        let corner = region.width().checked_sub(2).zip(region.height().checked_sub(2));
        let goal = corner.map(|(right, row)| vec![(klotski::BIG, (right / 2, row))]);
        let stands = |goal: &Vec<_>| Census::new(region.clone(), shapes.to_vec(), goal).is_ok();
        return Ok(goal.filter(stands).unwrap_or_default());
    }
    let place = |&Place { letter, column, row }: &Place| {
        let id = shapes.iter().position(|shape| shape.letter() == letter);
        let id =
            id.with_context(|| format!("the goal names a shape {letter:?}, and there is none"))?;
        Ok((id, (column, row)))
    };
    goals.iter().map(place).collect()
}

/// Counts with a bar, as long as memory lasts.
pub(super) fn with_effort<T>(
    session: &Session,
    count: impl FnOnce(Effort<'_>) -> Result<T, counting::CountError>,
) -> anyhow::Result<T> {
    let mut system = System::new();
    system.refresh_memory();
    let cgroup = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    let memory = system.available_memory().min(cgroup);
    let bar: ProgressBar = progress::bar(0, "steps", session.quiet);
    let watch = |progress: Progress| {
        bar.set_length(progress.steps as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(output::counted(progress.states as u64, "state"));
        interrupt::flow()
    };
    let counted = count(Effort { memory, watch: &watch });
    bar.finish_and_clear();
    Ok(counted?)
}

fn count_packings(session: &Session, region: &Region, format: Format) -> anyhow::Result<()> {
    let packings = with_effort(session, |effort| counting::packings(region, effort))?.to_string();
    let record = Packings { board: region.to_string(), packings };
    let mut out = io::stdout().lock();
    match format {
        Format::Text => {
            writeln!(
                out,
                "{} packings of {}",
                output::grouped_text(&record.packings),
                record.board
            )?;
        }
        _ => output::print_records(&mut out, format, [record])?,
    }
    Ok(())
}

/// What building tables takes, for boards and numbers that a table can have.
struct Estimator {
    puzzle: Puzzle,
    /// The census's shapes that the puzzle has: those that fit the board.
    shapes: Vec<ShapeId>,
}

impl Estimator {
    fn new(census: &Census) -> Option<Self> {
        let board = census.region().board()?;
        let fits =
            |shape: &Shape| shape.width() <= board.width() && shape.height() <= board.height();
        let all = census.shapes();
        let shapes: Vec<ShapeId> = (0..all.len()).filter(|&id| fits(&all[id])).collect();
        let fitting = shapes.iter().map(|&id| all[id].clone()).collect();
        let puzzle = Puzzle::new(board, fitting, Goal::new([])).ok()?;
        Some(Self { puzzle, shapes })
    }

    fn estimate(&self, set: &PieceSet, positions: &BigUint) -> Option<Estimate> {
        let positions = u64::try_from(positions).ok()?;
        let set = PieceSet::new(self.shapes.iter().map(|&id| set.counts()[id]));
        let threads = rayon::current_num_threads();
        Some(retrograde::estimate(&self.puzzle, &set, positions, threads))
    }
}

/// All piece sets together, built one after another.
fn total(lines: &[Line]) -> Line {
    let sum = |part: fn(&Counts) -> Option<&BigUint>| {
        lines.iter().map(|line| part(&line.counts)).sum::<Option<BigUint>>()
    };
    let counts = Counts {
        positions: lines.iter().map(|line| &line.counts.positions).sum(),
        goal_positions: sum(|counts| counts.goal_positions.as_ref()),
        up_to_mirror: sum(|counts| counts.up_to_mirror.as_ref()),
    };
    let estimates: Option<Vec<Estimate>> = lines.iter().map(|line| line.estimate).collect();
    let estimate = estimates.map(|all| Estimate {
        seconds: all.iter().map(|estimate| estimate.seconds).sum(),
        bytes: all.iter().map(|estimate| estimate.bytes).sum(),
    });
    Line { name: TOTAL.to_owned(), counts, estimate }
}

fn print(region: &Region, lines: &[Line], format: Format) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    match format {
        Format::Text => match lines {
            [line] => print_one(&mut out, region, line)?,
            _ => writeln!(out, "{}", table(region, lines))?,
        },
        _ => {
            let records = lines.iter().map(|line| line.record(region));
            output::print_records(&mut out, format, records)?;
        }
    }
    Ok(out.flush()?)
}

/// A number that may not be there.
fn number(number: Option<&BigUint>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| output::grouped_text(&number.to_string()))
}

/// About so many bytes.
fn bytes(bytes: f64) -> String {
    const UNITS: [(f64, &str); 5] =
        [(1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")];
    if bytes >= 1e18 {
        return format!("{bytes:.1e} bytes");
    }
    match UNITS.iter().find(|(size, _)| bytes >= *size) {
        Some((size, unit)) => format!("{:.1} {unit}", bytes / size),
        None => output::counted(bytes as u64, "byte"),
    }
}

/// About so long.
fn time(seconds: f64) -> String {
    match seconds {
        ..1.0 => "less than a second".to_owned(),
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.0} h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}

fn build_text(estimate: Option<Estimate>) -> String {
    let text =
        |estimate: Estimate| format!("{}, {}", time(estimate.seconds), bytes(estimate.bytes));
    estimate.map_or_else(|| "-".to_owned(), text)
}

fn table_text(positions: &BigUint) -> String {
    let digits = positions.to_string();
    match digits.len() {
        // Nobody has a word for so many.
        19.. => format!("{}.{}e{} bytes", &digits[..1], &digits[1..2], digits.len() - 1),
        _ => bytes(digits.parse().unwrap_or_default()),
    }
}

fn print_one(out: &mut impl Write, region: &Region, line: &Line) -> anyhow::Result<()> {
    let Counts { positions, goal_positions, up_to_mirror } = &line.counts;
    writeln!(out, "{} on {region}", line.name)?;
    writeln!(out, "  positions       {}", number(Some(positions)))?;
    writeln!(out, "  goal positions  {}", number(goal_positions.as_ref()))?;
    writeln!(out, "  up to mirror    {}", number(up_to_mirror.as_ref()))?;
    writeln!(out, "  table           {} a metric", table_text(positions))?;
    let threads = output::counted(rayon::current_num_threads() as u64, "thread");
    match line.estimate {
        Some(_) => {
            writeln!(out, "  building it     about {} on {threads}", build_text(line.estimate))?;
        }
        None => writeln!(
            out,
            "  building it     not possible: tables are of boards of 64 cells and 2^64 positions at most"
        )?,
    }
    Ok(())
}

fn table(region: &Region, lines: &[Line]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        &region.to_string(),
        "positions",
        "goal positions",
        "up to mirror",
        "table",
        "building it, about",
    ]);
    for Line { name, counts, estimate } in lines {
        table.add_row([
            name.clone(),
            number(Some(&counts.positions)),
            number(counts.goal_positions.as_ref()),
            number(counts.up_to_mirror.as_ref()),
            table_text(&counts.positions),
            build_text(*estimate),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    if let Some(first) = table.column_mut(0) {
        first.set_padding((0, 1));
    }
    table.trim_fmt()
}
