//! `huarong count`: exact numbers of positions, without a list of them.

mod shape_text;
mod xiangqi;

use super::headings::{INPUT, OUTPUT, SEARCH};
use super::long_work;
use super::output::{self, Flat, Format, Record, text_table};
use super::puzzle::{Chosen, PuzzleChoice};
use super::session::Session;
use super::tile_bounds::TileBounds;
use anyhow::{Context, bail};
use clap::Subcommand;
use huarong_core::counting;
use huarong_core::grid::Region;
use huarong_core::klotski;
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::{Goal, PieceSet, PieceSetText, Puzzle, Shape, ShapeId};
use huarong_lab::counts::{Counter, Counts, goal_positions_of, positions_of};
use huarong_search as search;
use huarong_search::{Estimate, SearchPlan, Tiers};
use indicatif::{DecimalBytes, HumanDuration};
use num_bigint::BigUint;
use serde::Serialize;
use shape_text::{GoalText, ShapeText};
use std::io::{self, Write};
use std::time::Duration;

/// Count positions exactly, without listing them
///
/// For each piece set, prints the number of positions, the number of goal positions, and the number of positions,
/// counting mirror images once. It also prints the size of a table, and the estimated time and memory of
/// `huarong build` on one thread. `count` itself needs no tables.
///
/// A board has at most 255 columns and 255 rows. Tables are limited to boards of 128 cells.
///
/// The default piece sets have one big piece, leave at least two cells empty, and have at least one position.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  huarong count 4h4v4s --board 5x6\n  \
                  huarong count --board 4x6                      all piece sets of a board\n  \
                  huarong count 2b2h4s --walls '#....#/....../......'\n  \
                  huarong count 1h2l --shape L=1,0/1,0/1,1 --goal L1,3\n  \
                  huarong count --packings 5x5\n  \
                  huarong count xiangqi --breakdown pieces --format csv"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: PuzzleChoice,

    #[command(subcommand)]
    game: Option<Game>,

    /// Piece sets such as 1h4v4s, with one big piece, or 2b2h4s with two [default: all]
    #[arg(value_name = "PIECE_SET")]
    piece_sets: Vec<String>,

    /// Use a board of this size [default: 4x5]
    #[arg(long, value_name = "WxH", conflicts_with = "puzzle", help_heading = INPUT)]
    board: Option<String>,

    /// Use the board of this drawing
    ///
    /// Join rows by /, with # for a wall and . for an open cell.
    #[arg(long, value_name = "DRAWING", conflicts_with = "puzzle", help_heading = INPUT)]
    walls: Option<String>,

    /// Add a shape: a letter and its rows, 1 for a cell of the shape, as in L=1,0/1,0/1,1
    #[arg(long = "shape", value_name = "LETTER=ROWS", conflicts_with = "puzzle", help_heading = INPUT)]
    shapes: Vec<ShapeText>,

    /// Set the goal of a piece, as in B2,4
    ///
    /// Give its letter, and column and row of its first cell in reading order, counted from 1. By default, the big
    /// piece must reach the middle columns of the bottom rows. If the number of columns is odd, its goal is just left
    /// of the middle.
    #[arg(long = "goal", value_name = "PLACE", conflicts_with = "puzzle", help_heading = INPUT)]
    goals: Vec<GoalText>,

    /// Count the packings of a board, instead of positions
    ///
    /// A packing divides the board into empty cells and connected pieces of any shape.
    #[arg(long, value_name = "WxH", help_heading = SEARCH)]
    #[arg(conflicts_with_all = ["piece_sets", "board", "shapes", "goals", "puzzle"])]
    packings: Option<String>,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    format: Format,
}

#[derive(Debug, Subcommand)]
enum Game {
    Xiangqi(xiangqi::Arguments),
}

/// The numbers of a piece set, with the keys of JSON.
#[derive(Serialize)]
struct SetCount {
    board: String,
    #[serde(flatten)]
    subject: Subject,
    positions: String,
    goal_positions: Option<String>,
    up_to_mirror: Option<String>,
    table_bytes: String,
    build_seconds: Option<f64>,
    build_bytes: Option<String>,
}

/// What the numbers are about.
#[derive(Serialize)]
#[serde(untagged)]
enum Subject {
    /// A piece set; `None` for the total of all.
    PieceSet {
        piece_set: Option<String>,
    },
    Puzzle {
        puzzle: String,
    },
}

impl Subject {
    fn name(&self) -> &str {
        match self {
            Self::PieceSet { piece_set } => piece_set.as_deref().unwrap_or("total"),
            Self::Puzzle { puzzle } => puzzle,
        }
    }
}

impl Record for SetCount {
    const COLUMNS: &'static [&'static str] = &[
        "board",
        "piece_set",
        "positions",
        "goal_positions",
        "up_to_mirror",
        "table_bytes",
        "build_seconds",
        "build_bytes",
    ];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        [(
            (&self.board, self.subject.name(), &self.positions),
            (&self.goal_positions, &self.up_to_mirror),
            (&self.table_bytes, self.build_seconds, &self.build_bytes),
        )]
    }
}

/// The number of packings, with the keys of JSON.
#[derive(Default, Serialize)]
struct PackingCount {
    board: String,
    packings: String,
}

impl Flat for PackingCount {}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    if let Some(Game::Xiangqi(arguments)) = arguments.game {
        return xiangqi::run(session, arguments);
    }
    if let Some(Chosen { file, setup }) = &session.chosen {
        if let Some(name) = arguments.piece_sets.first() {
            session.piece_sets(std::slice::from_ref(name))?;
        }
        return count_puzzle(session, file, setup, arguments.format);
    }
    let size = arguments.packings.as_ref().or(arguments.board.as_ref());
    let region = region(size.map(String::as_str), arguments.walls.as_deref())?;
    if arguments.packings.is_some() {
        let packings =
            long_work::with_effort(session, "steps", |effort| counting::packings(&region, effort))?;
        let record = PackingCount { board: region.to_string(), packings: packings.to_string() };
        return output::print(arguments.format, &[record], |records, out| {
            records.iter().try_for_each(|PackingCount { board, packings }| {
                writeln!(out, "{} packings of {board}", output::grouped_digits(packings))
            })
        });
    }
    let shapes = shapes(arguments.shapes)?;
    let goal = goal(&region, &shapes, &arguments.goals)?;
    let counter = Counter::new(region, shapes, &goal)?;
    let mut sets = count_sets(session, &counter, &goal, &arguments.piece_sets)?;
    if arguments.goals.is_empty() {
        // The default goal is that of the big piece: without one, there is no goal.
        let without_goal = sets.iter_mut().filter(|set| set.counts.goal_positions.is_some());
        without_goal.filter(|set| !set.has_big).for_each(|set| set.counts.goal_positions = None);
    }
    // The rows of CSV can be summed.
    if arguments.piece_sets.is_empty() && arguments.format != Format::Csv {
        sets.push(total(&sets));
    }
    let record = |set: CountedSet| {
        let subject = Subject::PieceSet { piece_set: set.name };
        SetCount::new(counter.region(), subject, &set.counts, set.estimate)
    };
    let records: Vec<SetCount> = sets.into_iter().map(record).collect();
    output::print(arguments.format, &records, |records, out| match records {
        [record] => write_one(record, out),
        several => writeln!(out, "{}", table(counter.region(), several)),
    })
}

/// Counts the positions of a chosen puzzle.
fn count_puzzle(
    session: &Session,
    file: &PuzzleFile,
    setup: &Setup,
    format: Format,
) -> anyhow::Result<()> {
    let (puzzle, set) = (&setup.puzzle, setup.piece_set());
    let positions =
        long_work::with_effort(session, "steps", |effort| positions_of(puzzle, &set, effort))?;
    let goal_positions =
        long_work::with_effort(session, "steps", |effort| goal_positions_of(puzzle, &set, effort))?;
    let few = u64::try_from(&positions).ok();
    let estimate = match puzzle.doors() {
        None => few.map(|positions| close_estimate(puzzle, &set, positions)),
        Some(_) => {
            let tiers =
                long_work::with_effort(session, "", |effort| Tiers::new(puzzle, &set, effort));
            tiers.ok().map(|tiers| tiers.estimate())
        }
    };
    let counts = Counts { positions, goal_positions, up_to_mirror: None };
    let board = Region::new(puzzle.board().width().into(), puzzle.board().height().into())?;
    let subject = Subject::Puzzle { puzzle: file.name().to_owned() };
    let record = SetCount::new(&board, subject, &counts, estimate);
    let columns = session.columns::<SetCount>();
    output::print_columns(format, &columns, &[record], |records, out| {
        records.iter().try_for_each(|record| write_one(record, out))?;
        match TileBounds::are_of(puzzle, &set) {
            true => writeln!(
                out,
                "  lower bounds    of tiles, in seconds, by `{}`",
                session.build_command()
            ),
            false => Ok(()),
        }
    })
}

/// The shapes of Klotski, and added ones.
fn shapes(others: Vec<ShapeText>) -> anyhow::Result<Vec<Shape>> {
    let mut shapes = klotski::shapes();
    for ShapeText(shape) in others {
        if shapes.iter().any(|other| other.letter() == shape.letter()) {
            bail!("another shape has the letter {:?}; choose another letter", shape.letter());
        }
        shapes.push(shape);
    }
    Ok(shapes)
}

/// Counts the positions of the piece sets with these texts; without any, of all piece sets with one big piece.
fn count_sets(
    session: &Session,
    counter: &Counter,
    goal: &[(ShapeId, (usize, usize))],
    named: &[String],
) -> anyhow::Result<Vec<CountedSet>> {
    let mut usual_counts = vec![None; counter.shapes().len()];
    usual_counts[klotski::BIG] = Some(1);
    let text = PieceSetText {
        shapes: counter.shapes(),
        usual_counts: &usual_counts,
        fixed: false,
        most: u8::MAX,
    };
    let mut sets = Vec::new();
    for named in named {
        let set = text.read(named)?;
        let (area, open) = (counter.area(&set), counter.region().open_cell_count());
        if area > open {
            bail!("piece set {named} covers {area} cells, and the board has only {open}");
        }
        sets.push(set);
    }
    let counted: Vec<(PieceSet, Counts)> = long_work::with_effort(session, "steps", |effort| {
        if named.is_empty() {
            return counter.family(klotski::BIG, klotski::MIN_EMPTY.into(), effort);
        }
        sets.into_iter().map(|set| Ok((set.clone(), counter.count(&set, effort)?))).collect()
    })?;
    if counted.is_empty() {
        bail!(
            "no piece set with one big piece fits on the board {} with two empty cells; name piece sets \
             without one, such as 0b1s",
            counter.region()
        );
    }
    let estimator = Estimator::new(counter, goal);
    let counted = counted.into_iter().map(|(set, counts)| {
        let close = !named.is_empty();
        let estimate =
            estimator.as_ref().and_then(|it| it.estimate(&set, &counts.positions, close));
        let has_big = set.counts()[klotski::BIG] > 0;
        CountedSet { name: Some(text.write(&set)), has_big, counts, estimate }
    });
    Ok(counted.collect())
}

/// The numbers of a piece set, or the total.
struct CountedSet {
    /// None for the total.
    name: Option<String>,
    has_big: bool,
    counts: Counts,
    /// `None` if no such table can be built.
    estimate: Option<Estimate>,
}

impl SetCount {
    fn new(board: &Region, subject: Subject, counts: &Counts, estimate: Option<Estimate>) -> Self {
        let Counts { positions, goal_positions, up_to_mirror } = counts;
        let text = |number: &Option<BigUint>| number.as_ref().map(BigUint::to_string);
        let tenths = |number: f64| (number * 10.0).round() / 10.0;
        Self {
            board: board.to_string(),
            subject,
            positions: positions.to_string(),
            goal_positions: text(goal_positions),
            up_to_mirror: text(up_to_mirror),
            table_bytes: positions.to_string(),
            build_seconds: estimate.map(|estimate| tenths(estimate.seconds)),
            build_bytes: estimate.map(|estimate| (estimate.bytes.round() as u128).to_string()),
        }
    }
}

/// The board from its size, its drawing or both.
fn region(size: Option<&str>, drawing: Option<&str>) -> anyhow::Result<Region> {
    let size = size.map(Region::parse_size).transpose()?;
    let Some(drawing) = drawing else {
        return Ok(size.map_or_else(|| Region::new(4, 5), Ok)?);
    };
    let drawn = Region::parse_drawing(drawing).context("--walls")?;
    match size {
        Some(size) if (size.width(), size.height()) != (drawn.width(), drawn.height()) => {
            bail!(
                "--walls has {drawn} cells, and --board {size}: give the same size, or omit --board"
            )
        }
        _ => Ok(drawn),
    }
}

/// The goal of `--goal`; by default that of the big piece, if the piece fits there. That is the middle of the bottom rows,
/// or just left of the middle.
fn goal(
    region: &Region,
    shapes: &[Shape],
    goals: &[GoalText],
) -> anyhow::Result<Vec<(ShapeId, (usize, usize))>> {
    if goals.is_empty() {
        let exit = klotski::exit(region.width(), region.height());
        let goal = exit.map(|place| vec![(klotski::BIG, place)]);
        let stands = |goal: &Vec<_>| Counter::new(region.clone(), shapes.to_vec(), goal).is_ok();
        return Ok(goal.filter(stands).unwrap_or_default());
    }
    let place = |&GoalText { letter, column, row }: &GoalText| {
        let id = shapes.iter().position(|shape| shape.letter() == letter);
        let id = id.with_context(|| {
            format!("--goal names the shape {letter:?}, which does not exist; add it with --shape")
        })?;
        Ok((id, (column, row)))
    };
    goals.iter().map(place).collect()
}

/// Estimates the cost of building tables, for boards on which tables are possible.
struct Estimator {
    puzzle: Puzzle,
    /// The shapes of the counter that fit on the board.
    shapes: Vec<ShapeId>,
}

impl Estimator {
    fn new(counter: &Counter, goal: &[(ShapeId, (usize, usize))]) -> Option<Self> {
        let board = counter.region().board()?;
        let fits = |shape: &Shape| {
            let polyomino = shape.polyomino();
            polyomino.width() <= board.width() && polyomino.height() <= board.height()
        };
        let all = counter.shapes();
        let shapes: Vec<ShapeId> = (0..all.len()).filter(|&id| fits(&all[id])).collect();
        let fitting = shapes.iter().map(|&id| all[id].clone()).collect();
        // The goal matters: one that is its own mirror image halves the work.
        let placed = goal.iter().filter_map(|&(shape, (column, row))| {
            let id = shapes.iter().position(|&fitting| fitting == shape)?;
            let (first, _) = all[shape].polyomino().cells()[0];
            let column = u8::try_from(column).ok()?.checked_add(first)?;
            Some((id, board.cell(column, u8::try_from(row).ok()?)?))
        });
        let goal = Goal::new(placed);
        let puzzle = Puzzle::new(board, fitting, goal).ok()?;
        Some(Self { puzzle, shapes })
    }

    /// Estimates the cost of the table of a piece set with this number of positions. A `close` estimate takes longer.
    fn estimate(&self, set: &PieceSet, positions: &BigUint, close: bool) -> Option<Estimate> {
        let positions = u64::try_from(positions).ok()?;
        let set = PieceSet::new(self.shapes.iter().map(|&id| set.counts()[id]));
        let estimate = if close { close_estimate } else { search::estimate };
        Some(estimate(&self.puzzle, &set, positions))
    }
}

/// Number of positions up to which an estimate is made from the steps of the search.
const MOST_POSITIONS_FOR_CLOSE_ESTIMATE: u64 = 1 << 40;

/// Estimates the cost of the table of a piece set, from some steps of its search unless it has too many positions.
fn close_estimate(puzzle: &Puzzle, set: &PieceSet, positions: u64) -> Estimate {
    let plan = || {
        let class = search::classes(puzzle, std::slice::from_ref(set)).pop()?;
        SearchPlan::new(puzzle, &class).ok()
    };
    let plan = (1..MOST_POSITIONS_FOR_CLOSE_ESTIMATE).contains(&positions).then(plan).flatten();
    plan.map_or_else(|| search::estimate(puzzle, set, positions), |plan| plan.estimate())
}

/// The total of all piece sets, built one after another.
fn total(sets: &[CountedSet]) -> CountedSet {
    let sum = |part: fn(&Counts) -> Option<&BigUint>| {
        sets.iter().map(|set| part(&set.counts)).sum::<Option<BigUint>>()
    };
    let counts = Counts {
        positions: sets.iter().map(|set| &set.counts.positions).sum(),
        goal_positions: sum(|counts| counts.goal_positions.as_ref()),
        up_to_mirror: sum(|counts| counts.up_to_mirror.as_ref()),
    };
    let estimates: Option<Vec<Estimate>> = sets.iter().map(|set| set.estimate).collect();
    let estimate = estimates.map(|all| Estimate {
        seconds: all.iter().map(|estimate| estimate.seconds).sum(),
        bytes: all.iter().map(|estimate| estimate.bytes).fold(0.0, f64::max),
    });
    CountedSet { name: None, has_big: true, counts, estimate }
}

/// Writes the numbers of one piece set.
fn write_one(record: &SetCount, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{} on {}", record.subject.name(), record.board)?;
    writeln!(out, "  positions       {}", output::grouped_digits(&record.positions))?;
    writeln!(out, "  goal positions  {}", number(record.goal_positions.as_ref()))?;
    writeln!(out, "  up to mirror    {}", number(record.up_to_mirror.as_ref()))?;
    writeln!(out, "  table           {} per metric", bytes_text(&record.positions))?;
    match build_text(record) {
        Some(text) => writeln!(out, "  build           {text} on one thread"),
        None => writeln!(
            out,
            "  build           not possible: tables are limited to 128 cells and 2^64 positions, and to boards without doors"
        ),
    }
}

/// A number with grouped digits, or `-` for none.
fn number(digits: Option<&String>) -> String {
    digits.map_or_else(|| "-".to_owned(), |digits| output::grouped_digits(digits))
}

/// The estimated time and memory of a build.
fn build_text(record: &SetCount) -> Option<String> {
    let (seconds, bytes) = record.build_seconds.zip(record.build_bytes.as_ref())?;
    let time = match Duration::try_from_secs_f64(seconds) {
        Ok(time) if seconds >= 1.0 => format!("about {}", HumanDuration(time)),
        Ok(_) => "less than a second".to_owned(),
        Err(_) => format!("about {seconds:.1e} seconds"),
    };
    Some(format!("{time}, {}", bytes_text(bytes)))
}

/// A number of bytes in its largest unit.
fn bytes_text(bytes: &str) -> String {
    match bytes.parse() {
        Ok(bytes) => DecimalBytes(bytes).to_string(),
        // Larger than all units.
        Err(_) => format!("{}.{}e{} bytes", &bytes[..1], &bytes[1..2], bytes.len() - 1),
    }
}

fn table(region: &Region, records: &[SetCount]) -> String {
    let region = region.to_string();
    let header =
        [&*region, "positions", "goal positions", "up to mirror", "table", "build on one thread"];
    let rows = records.iter().map(|record| {
        [
            record.subject.name().to_owned(),
            output::grouped_digits(&record.positions),
            number(record.goal_positions.as_ref()),
            number(record.up_to_mirror.as_ref()),
            bytes_text(&record.positions),
            build_text(record).unwrap_or_else(|| "-".to_owned()),
        ]
    });
    text_table(header, rows, 1..6)
}
