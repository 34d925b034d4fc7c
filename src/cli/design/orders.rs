//! `huarong design --pieces` and `--rush`: puzzles to order.

use super::arguments::Arguments;
use super::conditions::Condition;
use super::files::Folder;
use crate::cli::output::{self, Fewer, Format, ListFormat, Record, counted};
use crate::cli::session::Session;
use crate::cli::work;
use crate::grid::Region;
use crate::sliding::analysis::DistanceRange;
use crate::sliding::design::{
    Among, Designed, Designs, DraftError, Order, PieceList, board_of, designs, fixed_pieces,
    goal_cells, hardest_designs, rush_designs,
};
use crate::sliding::difficulty::Difficulty;
use crate::sliding::library::SampledRush;
use crate::sliding::puzzle_file::PuzzleFile;
use crate::sliding::rules::Metric;
use crate::sliding::rush::Scope;
use anyhow::{Context, bail};
use serde::Serialize;
use std::io::{self, Write};

/// A place of a grid: column and row.
type Place = (u8, u8);

/// A puzzle that was ordered.
#[derive(Serialize)]
struct DesignRecord {
    metric: &'static str,
    moves: u16,
    pieces: usize,
    start: String,
    goal: String,
}

impl DesignRecord {
    fn new(designed: &Designed, metric: Metric) -> Result<Self, DraftError> {
        let file = designed.draft.file()?;
        Ok(Self {
            metric: metric.name(),
            moves: designed.moves,
            pieces: file.pieces().len(),
            start: designed.draft.start(),
            goal: goal(&file),
        })
    }

    fn write_text(&self, is_rush: bool, out: &mut impl Write) -> io::Result<()> {
        let Self { moves, start, goal, .. } = self;
        match is_rush {
            true => writeln!(out, "{moves:>5}  {start}"),
            false => writeln!(out, "{moves:>5}  {start}  {goal}"),
        }
    }
}

impl Record for DesignRecord {
    const COLUMNS: &'static [&'static str] = &["metric", "moves", "pieces", "start", "goal"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        [self]
    }
}

/// The goal as rows with slashes between them.
fn goal(file: &PuzzleFile) -> String {
    let grid = file.start();
    let wanted: Vec<((u8, u8), char)> = { file.goals()[0].iter() }
        .flat_map(|piece| {
            let kind = &file.kinds()[piece.kind];
            // Pieces of one kind are interchangeable, so the sign of any of them will do.
            let cells = kind.cells_at(piece.at).into_iter();
            cells.map(|cell| (cell, kind.signs[0]))
        })
        .collect();
    let sign = |place: (u8, u8), start: char| {
        let piece = wanted.iter().find(|(cell, _)| *cell == place).map(|(_, sign)| *sign);
        piece.unwrap_or(if start == '#' { '#' } else { '.' })
    };
    let signs: Vec<char> = grid.cells().map(|(place, start)| sign(place, start)).collect();
    let rows = signs.chunks(grid.columns().into()).map(String::from_iter);
    rows.collect::<Vec<_>>().join("/")
}

/// What was found, and where it was looked for.
struct Found {
    puzzles: Vec<Designed>,
    undecided: u64,
    metric: Metric,
    /// The places that were searched, in words.
    among: String,
    /// What could find more, if anything can.
    advice: Option<&'static str>,
}

pub(super) fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let graded = arguments.from.zip(arguments.to);
    if let Some((from, to)) = graded.filter(|(from, to)| from > to) {
        bail!("--from {from} --to {to}: write the smaller number first");
    }
    if arguments.count == 0 {
        bail!("--count 0: ask for at least one puzzle");
    }
    let folder = arguments.out.as_deref().map(Folder::new).transpose()?;
    let holds = |difficulty: &Difficulty| Condition::all_hold(&arguments.conditions, difficulty);
    let order = Order {
        metric: arguments.metric,
        fixed: Vec::new(),
        moves: arguments.moves.clone().unwrap_or(DistanceRange::WITHOUT_GOAL_POSITIONS),
        solutions: arguments.solutions.clone(),
        symmetric: arguments.symmetric,
        minimal: arguments.minimal,
        maximal: arguments.maximal,
        measured: (!arguments.conditions.is_empty()).then_some(&holds),
        count: arguments.count,
        graded: graded.map(|(from, to)| from..=to),
        same_component: arguments.same_component,
        seed: arguments.seed,
    };
    let found = match (&arguments.pieces, &arguments.rush) {
        (Some(pieces), _) => of_pieces(session, arguments, pieces, order)?,
        (None, Some(size)) => of_rush(session, arguments, size, &order)?,
        (None, None) => unreachable!("one of the subjects is required"),
    };
    print(arguments, &found)?;
    if let Some(folder) = folder {
        let puzzles = found.puzzles.iter().map(|puzzle| (puzzle.moves, &puzzle.draft));
        folder.write(puzzles, found.metric)?;
    }
    let undecided = match found.undecided {
        0 => String::new(),
        undecided => {
            format!("; {} undecided within the memory limit", counted(undecided, "candidate"))
        }
    };
    if found.puzzles.len() < arguments.count {
        let puzzles = counted(found.puzzles.len() as u64, "puzzle");
        let advice = found.advice.map_or(String::new(), |advice| format!("; {advice}"));
        let Found { among, .. } = found;
        let count = arguments.count;
        let text = format!("found {puzzles} of {count} among {among}{undecided}{advice}");
        return Err(Fewer(text).into());
    }
    Ok(())
}

fn of_pieces(
    session: &Session,
    arguments: &Arguments,
    pieces: &PieceList,
    mut order: Order<'_>,
) -> anyhow::Result<Found> {
    let board = arguments.board.as_deref().unwrap_or_default();
    let (region, goal) = board_and_goal(board, arguments.goal.as_deref())?;
    if let Some(text) = &arguments.fixed {
        let fixed = fixed_pieces(text, &region).with_context(|| format!("--fixed {text}"))?;
        order.fixed = fixed;
    }
    let designs = work::with_effort(session, "searches", |effort| {
        designs(&region, pieces, goal.as_deref(), &order, effort)
    })?;
    let among = among(&designs);
    let metric = order.metric;
    let advice = (!order.same_component
        && designs.found.len() < designs.fitting.try_into().unwrap_or(usize::MAX))
    .then_some("--same-component allows starts that can be reached from one another");
    Ok(Found { puzzles: designs.found, undecided: designs.undecided, metric, among, advice })
}

/// The starts that were searched, in words.
fn among(designs: &Designs) -> String {
    let pairs = counted(designs.starts, "pair");
    format!("all {pairs} of a start and a goal of {}", counted(designs.piece_sets, "piece set"))
}

/// Lists the hardest puzzles of some pieces.
pub(in crate::cli) fn print_hardest(
    session: &Session,
    pieces: &PieceList,
    board: &str,
    goal: Option<&str>,
    order: &Order<'_>,
    format: ListFormat,
) -> anyhow::Result<()> {
    let (region, goal) = board_and_goal(board, goal)?;
    let designs = work::with_effort(session, "searches", |effort| {
        hardest_designs(&region, pieces, goal.as_deref(), order, effort)
    })?;
    let record = |designed| DesignRecord::new(designed, order.metric);
    let records: Vec<DesignRecord> = designs.found.iter().map(record).collect::<Result<_, _>>()?;
    output::print_list(
        format,
        &records,
        |record| &record.start,
        |records, out| {
            let Some(first) = records.first() else { return Ok(()) };
            let moves = counted(first.moves.into(), &format!("{} move", first.metric));
            writeln!(out, "{moves}, the most among {}\n", among(&designs))?;
            records.iter().try_for_each(|record| writeln!(out, "{}  {}", record.start, record.goal))
        },
    )?;
    match records.is_empty() {
        true => Err(Fewer(format!("no puzzle is found among {}", among(&designs))).into()),
        false => Ok(()),
    }
}

/// The board and the cells of the goal, each from its text.
fn board_and_goal(board: &str, goal: Option<&str>) -> anyhow::Result<(Region, Option<Vec<Place>>)> {
    let region = board_of(board).with_context(|| format!("--board {board}"))?;
    let cells = |text| goal_cells(text, &region).with_context(|| format!("--goal {text}"));
    let goal = goal.map(cells).transpose()?;
    Ok((region, goal))
}

fn of_rush(
    session: &Session,
    arguments: &Arguments,
    size: &str,
    order: &Order<'_>,
) -> anyhow::Result<Found> {
    let region = Region::parse_size(size)?;
    let mut scope = Scope::new(region.width(), region.height())?;
    if let Some(exit_row) = arguments.exit_row {
        scope = scope.with_exit_row(exit_row)?;
    }
    scope = scope.with_walls(arguments.walls)?;
    scope = scope.with_metric(order.metric);
    let metric = scope.metric;
    let known = SampledRush::of_scope(&scope);
    let designs = work::with_effort(session, "boards", |effort| {
        rush_designs(scope, &known, order, arguments.tries, effort)
    })?;
    let (among, advice) = match designs.among {
        Among::All { puzzles } => {
            (format!("all {} of {scope}", counted(puzzles, "minimal puzzle")), None)
        }
        Among::Known { puzzles } => {
            (format!("a sample of {} of {scope}", counted(puzzles, "minimal puzzle")), None)
        }
        Among::Evolved { tried } => (
            format!("random changes of {} of {scope}", counted(tried, "board")),
            Some("more --tries can find more"),
        ),
    };
    Ok(Found { puzzles: designs.found, undecided: designs.undecided, metric, among, advice })
}

fn print(arguments: &Arguments, found: &Found) -> anyhow::Result<()> {
    let mut out = output::stdout()?;
    let format = arguments.format;
    format.begin::<DesignRecord>(&mut out)?;
    let is_rush = arguments.rush.is_some();
    if format == Format::Text && !found.puzzles.is_empty() {
        let puzzles = counted(found.puzzles.len() as u64, "puzzle");
        writeln!(out, "{puzzles} among {}\n", found.among)?;
    }
    for puzzle in &found.puzzles {
        let record = DesignRecord::new(puzzle, found.metric)?;
        format.write(&record, &mut out, |record, out| record.write_text(is_rush, out))?;
    }
    Ok(out.flush()?)
}
