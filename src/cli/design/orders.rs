//! `huarong design --pieces` and `--rush`: puzzles to order.

use super::arguments::{Arguments, PieceRange, numbers};
use super::conditions::Condition;
use super::files::{self, BY};
use crate::cli::long_work;
use crate::cli::output;
use crate::cli::output::{Fewer, Flat, Format, ListFormat, Record, counted, grouped};
use crate::cli::output_folder::OutputFolder;
use crate::cli::rows::abridged;
use crate::cli::session::Session;
use anyhow::{Context, bail};
use huarong_core::grid::Region;
use huarong_core::puzzle_file::{Kind, PuzzleFile, Setup, Standing};
use huarong_core::rules::Metric;
use huarong_core::rush_board::UNIT_CARS;
use huarong_lab::design::{
    Among, AtRandom, DesignError, Designed, Designs, DoorDesigns, DoorScope, Draft, DraftError,
    Ended, Excluded, Order, PieceList, board_of, car_designs, designs, door_designs, fixed_pieces,
    goal_cells, hardest_designs, rush_designs,
};
use huarong_lab::difficulty::{Decoys, Difficulty};
use huarong_lab::library::SampledRush;
use huarong_oracle::analysis::DistanceRange;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// A place of a grid: column and row.
type Place = (u8, u8);

/// A puzzle that was ordered.
#[derive(Default, Serialize)]
struct DesignRecord {
    metric: &'static str,
    distance: u16,
    pieces: usize,
    start: String,
    /// None if the pieces leave through doors.
    goal: Option<String>,
    /// The doors in the frame of the board, and the pieces of each colour; none without doors.
    doors: Option<String>,
    colours: Option<String>,
    /// Numbers of pieces and walls that are decoys; none if no condition is on them.
    decoys: Option<usize>,
    decoy_walls: Option<usize>,
    /// Whether all puzzles were searched, or random ones.
    among: &'static str,
    /// The text of its puzzle file.
    puzzle: String,
}

impl DesignRecord {
    fn new(designed: &Designed, metric: Metric, among: &'static str) -> Result<Self, DraftError> {
        let file = designed.draft.file()?;
        Ok(Self {
            metric: metric.name(),
            distance: designed.distance,
            pieces: file.pieces().len(),
            start: start(&file, &designed.draft),
            goal: file.goals().iter().any(|goal| !goal.is_empty()).then(|| goals(&file)),
            doors: file.doors().map(|_| drawn_doors(&file)),
            colours: file.doors().map(|_| colours(&file)),
            decoys: None,
            decoy_walls: None,
            among,
            puzzle: designed.draft.text_with_result(designed.distance, metric, BY),
        })
    }

    fn write_text(&self, has_usual_goal: bool, out: &mut impl Write) -> io::Result<()> {
        let Self { distance, start, goal, doors, colours, .. } = self;
        let goal = goal.as_deref().filter(|_| !has_usual_goal);
        let decoys = self.decoys.zip(self.decoy_walls).map(|(pieces, walls)| {
            format!("{}, {}", counted(pieces as u64, "decoy"), counted(walls as u64, "decoy wall"))
        });
        let rest = [goal, doors.as_deref(), colours.as_deref(), decoys.as_deref()];
        let rest: Vec<&str> = rest.into_iter().flatten().collect();
        writeln!(out, "{}", format!("{distance:>5}  {start}  {}", rest.join("  ")).trim_end())
    }
}

impl Flat for DesignRecord {}

/// The start as rows with slashes between them. Cars of one cell other than the red one have the signs of unit boards.
fn start(file: &PuzzleFile, draft: &Draft) -> String {
    let wanted: Vec<usize> = file.goals().iter().flatten().map(|piece| piece.kind).collect();
    let is_car =
        |number: &usize| file.kinds()[*number].shape.cells().len() == 1 && !wanted.contains(number);
    let cars: Vec<&Kind> =
        (0..file.kinds().len()).filter(is_car).map(|number| &file.kinds()[number]).collect();
    let sign = |sign: char| {
        let car = cars.iter().find(|kind| kind.signs.contains(&sign));
        let drawn =
            UNIT_CARS.iter().find(|(_, freedom)| car.is_some_and(|car| car.freedom == *freedom));
        drawn.map_or(sign, |(drawn, _)| *drawn)
    };
    draft.start().chars().map(sign).collect()
}

/// The goals, each as rows with slashes between them.
fn goals(file: &PuzzleFile) -> String {
    let drawn: Vec<String> = file.goals().iter().map(|goal| drawn_goal(file, goal)).collect();
    drawn.join(" ")
}

fn drawn_goal(file: &PuzzleFile, goal: &[Standing]) -> String {
    let grid = file.start();
    let wanted: Vec<((u8, u8), char)> = { goal.iter() }
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

/// The grid of doors as rows with slashes between them.
fn drawn_doors(file: &PuzzleFile) -> String {
    let grid = file.start();
    let (columns, rows) = (usize::from(grid.columns()) + 2, usize::from(grid.rows()) + 2);
    let mut drawn = vec![vec!['.'; columns]; rows];
    for door in file.doors().into_iter().flat_map(|doors| &doors.doors) {
        drawn[usize::from(door.at.1)][usize::from(door.at.0)] = door.sign;
    }
    drawn.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/")
}

/// The pieces of each colour that several have, by the sign of its doors: `a=AB b=CD`.
fn colours(file: &PuzzleFile) -> String {
    let doors = file.doors().into_iter().flat_map(|doors| &doors.doors);
    let colours: BTreeMap<char, String> = doors
        .filter(|door| door.owners != [door.sign])
        .map(|door| (door.sign, door.owners.iter().collect()))
        .collect();
    let colours = colours.iter().map(|(sign, pieces)| format!("{sign}={pieces}"));
    colours.collect::<Vec<_>>().join(" ")
}

/// What was found, and where it was looked for.
struct Found {
    puzzles: Vec<Designed>,
    undecided: u64,
    metric: Metric,
    /// The puzzles that were searched: one word, and a description.
    among: (&'static str, String),
    /// Why others may exist, if puzzles were searched at random.
    caveat: Option<String>,
    /// What could find more, if anything can.
    advice: Option<&'static str>,
    excluded: Excluded,
    /// Other reasons for which tries gave no puzzle, with their numbers.
    others: Vec<(u64, &'static str)>,
    ended: Ended,
    /// Number of goals that were not searched.
    unsearched: u64,
}

/// The words for the puzzles that were searched: all, a published sample, or random changes of others.
const ALL: &str = "all";
const SAMPLE: &str = "sample";
const CHANGES: &str = "changes";

/// Number of Rush Hour boards that are changed at random, and of random puzzles of large piece sets and with doors.
const RUSH_TRIES: u64 = 100_000;
const PIECES_TRIES: u64 = 10_000;

pub(super) fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    let graded = arguments.from.zip(arguments.to);
    if let Some((from, to)) = graded.filter(|(from, to)| from > to) {
        bail!("--from {from} --to {to}: write the smaller number first");
    }
    if arguments.count == 0 {
        bail!("--count 0: ask for at least one puzzle");
    }
    let folder = arguments.out.as_deref().map(OutputFolder::new).transpose()?;
    let holds = |difficulty: &Difficulty| Condition::all_hold(&arguments.conditions, difficulty);
    let order = Order {
        metric: arguments.metric,
        distance: arguments.distance.clone().unwrap_or(DistanceRange::WITHOUT_GOAL_POSITIONS),
        solutions: arguments.solutions.clone(),
        symmetries: arguments.symmetries(),
        minimal: arguments.minimal,
        maximal: arguments.maximal,
        decoys: arguments.decoy_counts(),
        measured: (!arguments.conditions.is_empty()).then_some(&holds),
        count: arguments.count,
        graded: graded.map(|(from, to)| from..=to),
        same_component: arguments.same_component,
        seed: arguments.seed,
        until: arguments.time_limit.and_then(|limit| Instant::now().checked_add(limit)),
        ..Order::default()
    };
    let mut found = match (&arguments.pieces, &arguments.rush, &arguments.doors) {
        (Some(pieces), ..) => of_pieces(session, arguments, pieces, order)?,
        (None, Some(size), _) => of_rush(session, arguments, size, &order)?,
        (None, None, Some(board)) => of_doors(session, arguments, board, &order)?,
        (None, None, None) => unreachable!("one of the subjects is required"),
    };
    let name = match (&arguments.rush, &arguments.doors) {
        (Some(_), _) => "Rush Hour",
        (None, Some(_)) => "Doors",
        (None, None) => "Sliding blocks",
    };
    let titled = (1..).zip(&mut found.puzzles);
    titled.for_each(|(number, Designed { draft, distance, .. })| {
        *draft = arguments.titled(draft, name, number, *distance);
    });
    print(session, arguments, &found)?;
    if let Some(folder) = folder {
        let puzzles = found.puzzles.iter().map(|puzzle| (puzzle.distance, puzzle.draft.clone()));
        files::write(&folder, puzzles, found.metric)?;
        folder.keep();
    }
    let undecided = match found.undecided {
        0 => String::new(),
        undecided => {
            format!("; {} undecided within the memory limit", counted(undecided, "candidate"))
        }
    };
    let puzzles = counted(found.puzzles.len() as u64, "puzzle");
    let (among, count) = (found.among.1, arguments.count);
    let text = format!("found {puzzles} of {count} among {among}");
    let excluded = excluded(&found.excluded, &found.others);
    match (cut_short(found.ended, arguments.time_limit, found.unsearched), found.ended) {
        (Some(why), Ended::Cancelled) => bail!("{why}; {text}{excluded}{undecided}"),
        (Some(why), _) => Err(Fewer(format!("{why}; {text}{excluded}{undecided}")).into()),
        (None, _) if found.puzzles.len() >= count => Ok(()),
        (None, _) => {
            let caveat = found.caveat.map_or(String::new(), |caveat| {
                format!("; this is no proof that there are no more: {caveat}")
            });
            let advice = found.advice.map_or(String::new(), |advice| format!("; {advice}"));
            Err(Fewer(format!("{text}{excluded}{undecided}{caveat}{advice}")).into())
        }
    }
}

/// What ended the search before it was complete, in words.
fn cut_short(ended: Ended, limit: Option<Duration>, unsearched: u64) -> Option<String> {
    let left = match unsearched {
        0 => String::new(),
        unsearched => format!(" with {} left to search", counted(unsearched, "goal")),
    };
    match ended {
        Ended::Complete => None,
        Ended::OutOfTime => {
            let seconds = limit.map_or(0, |limit| limit.as_secs());
            Some(format!("the time limit of {seconds} s passed{left}, so longer puzzles may exist"))
        }
        _ => Some(format!("cancelled{left}, so longer puzzles may exist")),
    }
}

/// How many starts each condition excluded, in words.
pub(super) fn excluded(excluded: &Excluded, others: &[(u64, &str)]) -> String {
    let Excluded { unsolvable, moves, solutions, walls, fixed, symmetric, .. } = *excluded;
    let Excluded { minimal, maximal, decoys, measured, reachable, similar, .. } = *excluded;
    let reasons = [
        (unsolvable, "have no solution"),
        (moves, "have another number of moves"),
        (solutions, "have another number of solutions"),
        (walls, "have fewer walls"),
        (fixed, "lack the fixed pieces"),
        (symmetric, "are not symmetric"),
        (minimal, "are not minimal"),
        (maximal, "are not maximal"),
        (decoys, "have another number of decoys"),
        (measured, "fail --where"),
        (reachable, "can be reached from a puzzle that was found"),
        (similar, "resemble a puzzle that was found"),
    ];
    let reasons = others.iter().chain(&reasons).filter(|(starts, _)| *starts > 0);
    let reasons: Vec<String> =
        reasons.map(|(starts, reason)| format!("{} {reason}", grouped(*starts))).collect();
    match reasons.is_empty() {
        true => String::new(),
        false => format!(" (of the others {})", reasons.join(", ")),
    }
}

fn of_pieces(
    session: &Session,
    arguments: &Arguments,
    pieces: &PieceList,
    mut order: Order<'_>,
) -> anyhow::Result<Found> {
    let board = arguments.board.as_deref().unwrap_or_default();
    let (region, mut goals) = board_and_goals(board, &arguments.goal)?;
    let goal = if goals.is_empty() { None } else { Some(goals.remove(0)) };
    order.other_goals = goals;
    if let Some(text) = &arguments.fixed {
        let fixed =
            fixed_pieces(text, &region).with_context(|| format!("--fixed {}", abridged(text)))?;
        order.fixed = fixed;
    }
    let pieces = match &arguments.total {
        Some(total) => &pieces.clone().with_total(numbers(total)),
        None => pieces,
    };
    let tries = arguments.tries.unwrap_or(PIECES_TRIES);
    let designs = long_work::with_effort(session, "searches", |effort| {
        designs(&region, pieces, goal.as_deref(), &order, tries, effort)
    })?;
    let among = (if designs.at_random.is_some() { CHANGES } else { ALL }, among(&designs));
    let caveat = designs.at_random.map(|random| caveat(&random, order.seed));
    let advice = match (designs.at_random, order.same_component) {
        (Some(_), true) => Some("more --tries or --memory can find more"),
        (Some(_), false) => Some(
            "more --tries or --memory can find more, and --same-component allows starts that can be reached from one \
             another",
        ),
        (None, false) if designs.found.len() < designs.fitting.try_into().unwrap_or(usize::MAX) => {
            Some("--same-component allows starts that can be reached from one another")
        }
        (None, _) => None,
    };
    Ok(Found {
        puzzles: designs.found,
        undecided: designs.undecided,
        metric: order.metric,
        among,
        caveat,
        advice,
        excluded: designs.excluded,
        others: Vec::new(),
        ended: designs.ended,
        unsearched: designs.unsearched,
    })
}

/// The starts that were searched, in words.
fn among(designs: &Designs) -> String {
    let pairs = counted(designs.starts, "pair");
    let sets = counted(designs.piece_sets, "piece set");
    let all = match designs.ended {
        Ended::Complete => format!("all {pairs} of a start and a goal of {sets}"),
        _ => format!("{pairs} of a start and a goal"),
    };
    let Some(random) = designs.at_random else { return all };
    let tried = counted(random.tried, "random puzzle");
    let large = counted(random.piece_sets, "larger piece set");
    match designs.piece_sets {
        0 => format!("{tried} of {large}"),
        _ => format!("{all} and {tried} of {large}"),
    }
}

/// Why others may exist after a search at random.
fn caveat(random: &AtRandom, seed: u64) -> String {
    let large = counted(random.piece_sets, "piece set");
    let (are, were) = if random.piece_sets == 1 { ("is", "was") } else { ("are", "were") };
    let undecided = match random.undecided {
        0 => String::new(),
        undecided => format!(", {} too large to solve", counted(undecided, "puzzle")),
    };
    let tried = counted(random.tried, "puzzle");
    format!(
        "{large} {are} too large to search whole within the memory limit, and {were} searched at random ({tried}, \
         seed {seed}{undecided})"
    )
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
    let (region, goals) = board_and_goals(board, goal)?;
    let goal = goals.into_iter().next();
    let designs = long_work::with_effort(session, "searches", |effort| {
        hardest_designs(&region, pieces, goal.as_deref(), order, effort)
    });
    let designs = designs.map_err(|error| match error.downcast_ref() {
        Some(DesignError::Large { .. }) => error.context(
            "the hardest puzzle cannot be proved; `huarong design` searches large piece sets at random",
        ),
        _ => error,
    })?;
    let record = |designed| DesignRecord::new(designed, order.metric, ALL);
    let records: Vec<DesignRecord> = designs.found.iter().map(record).collect::<Result<_, _>>()?;
    output::print_list(
        format,
        &DesignRecord::header(),
        &records,
        |record| &record.start,
        |records, out| {
            let Some(first) = records.first() else { return Ok(()) };
            let moves = counted(first.distance.into(), &format!("{} move", first.metric));
            writeln!(out, "{moves}, the most among {}\n", among(&designs))?;
            records.iter().try_for_each(|record| {
                writeln!(out, "{}  {}", record.start, record.goal.as_deref().unwrap_or_default())
            })
        },
    )?;
    if let Some(why) = cut_short(designs.ended, None, designs.unsearched) {
        bail!("{why}");
    }
    match records.is_empty() {
        true => {
            let (among, excluded) = (among(&designs), excluded(&designs.excluded, &[]));
            Err(Fewer(format!("no puzzle is found among {among}{excluded}")).into())
        }
        false => Ok(()),
    }
}

/// The board and the cells of the goals, each from its text.
fn board_and_goals(
    board: &str,
    goals: impl IntoIterator<Item: AsRef<str>>,
) -> anyhow::Result<(Region, Vec<Vec<Place>>)> {
    let region = board_of(board).with_context(|| format!("--board {}", abridged(board)))?;
    let cells = |text: &str| {
        goal_cells(text, &region).with_context(|| format!("--goal {}", abridged(text)))
    };
    let goals = goals.into_iter().map(|text| cells(text.as_ref())).collect::<Result<_, _>>()?;
    Ok((region, goals))
}

fn of_rush(
    session: &Session,
    arguments: &Arguments,
    size: &str,
    order: &Order<'_>,
) -> anyhow::Result<Found> {
    let mut cars = arguments.car_scope(size)?;
    cars.boards = cars.boards.with_metric(order.metric);
    let (scope, metric) = (cars.boards, cars.boards.metric);
    let (least_walls, _) = arguments.walls()?;
    let order = &Order { least_walls, metric, ..order.clone() };
    let tries = arguments.tries.unwrap_or(RUSH_TRIES);
    let known = SampledRush::of_scope(&scope);
    let designs = long_work::with_effort(session, "boards", |effort| match cars.is_of_game() {
        true => rush_designs(scope, &known, order, tries, effort),
        false => car_designs(&cars, order, tries, effort),
    })?;
    let scope = arguments.with_walls(&cars);
    let (word, among, advice) = match designs.among {
        Among::All { puzzles } => {
            (ALL, format!("all {} of {scope}", counted(puzzles, "minimal puzzle")), None)
        }
        Among::Known { puzzles } => {
            (SAMPLE, format!("a sample of {} of {scope}", counted(puzzles, "minimal puzzle")), None)
        }
        among => {
            // The numbers of solutions of a sample are not known.
            let sample = match known.len() as u64 {
                puzzles if puzzles > 0 && order.solutions.is_none() && cars.is_of_game() => {
                    format!("a sample of {} and ", counted(puzzles, "minimal puzzle"))
                }
                _ => String::new(),
            };
            let changed = counted(among.named().1, "board");
            let among = format!("{sample}random changes of {changed} of {scope}");
            (CHANGES, among, Some("more --tries can find more"))
        }
    };
    Ok(Found {
        puzzles: designs.found,
        undecided: designs.undecided,
        metric,
        among: (word, among),
        caveat: None,
        advice,
        excluded: designs.excluded,
        others: Vec::new(),
        ended: designs.ended,
        unsearched: 0,
    })
}

fn of_doors(
    session: &Session,
    arguments: &Arguments,
    board: &str,
    order: &Order<'_>,
) -> anyhow::Result<Found> {
    let region = board_of(board).with_context(|| format!("--doors {}", abridged(board)))?;
    let mut scope = DoorScope::new(region);
    let range = |range: &PieceRange| {
        let (least, most) = range.bounds();
        least as u8..=most as u8
    };
    let Arguments { shapes, piece_count, colours, door_count, .. } = arguments;
    if let Some(shapes) = shapes {
        scope.shapes = shapes.clone();
    }
    scope.pieces = piece_count.as_ref().map_or(scope.pieces, range);
    scope.colours = colours.as_ref().map_or(scope.colours, range);
    scope.staying = arguments.staying.as_ref().map_or(scope.staying, range);
    scope.doors = door_count.as_ref().map(range);
    let walls = arguments.walls()?;
    let [least, most] = [walls.0, walls.1].map(|walls| u8::try_from(walls).unwrap_or(u8::MAX));
    (scope.least_walls, scope.walls) = (least, most);
    let tries = arguments.tries.unwrap_or(PIECES_TRIES);
    let designs = long_work::with_effort(session, "puzzles", |effort| {
        door_designs(&scope, order, tries, effort)
    })?;
    let DoorDesigns { found, tried, unmade, repeated, undecided, excluded, ended, .. } = designs;
    let tried = counted(tried, "random puzzle");
    Ok(Found {
        puzzles: found,
        undecided,
        metric: order.metric,
        among: (CHANGES, tried.to_string()),
        caveat: Some(format!("puzzles with doors are searched at random (seed {})", order.seed)),
        advice: Some("more --tries or --memory can find more"),
        excluded,
        others: vec![
            (unmade, "could not be made, for lack of places for pieces, doors or walls"),
            (repeated, "equal earlier ones"),
        ],
        ended,
        unsearched: 0,
    })
}

fn print(session: &Session, arguments: &Arguments, found: &Found) -> anyhow::Result<()> {
    let mut out = output::stdout()?;
    let format = arguments.format;
    format.begin::<DesignRecord>(&mut out)?;
    let is_rush = arguments.rush.is_some();
    let has_usual_goal = is_rush && arguments.has_usual_exit();
    if format == Format::Text && !found.puzzles.is_empty() {
        let puzzles = counted(found.puzzles.len() as u64, "puzzle");
        let excluded = match arguments.has_conditions() {
            true => excluded(&found.excluded, &found.others),
            false => String::new(),
        };
        writeln!(out, "{puzzles} among {}{excluded}", found.among.1)?;
        if let Some(caveat) = &found.caveat {
            writeln!(out, "others may exist: {caveat}")?;
        }
        if found.ended.is_cut_short() {
            writeln!(out, "longer ones may exist: the search was cut short")?;
        }
        writeln!(out)?;
    }
    for puzzle in &found.puzzles {
        let mut record = DesignRecord::new(puzzle, found.metric, found.among.0)?;
        if arguments.decoy_counts().is_some() {
            let decoys = decoys(session, puzzle, found.metric)?;
            record.decoys = decoys.as_ref().map(|decoys| decoys.pieces.len());
            record.decoy_walls = decoys.as_ref().map(|decoys| decoys.walls.len());
        }
        // Without `/`, a Rush Hour board is square.
        if is_rush && !record.start.contains('/') {
            record.start.push('/');
        }
        format.write(&record, &mut out, |record, out| record.write_text(has_usual_goal, out))?;
    }
    Ok(out.flush()?)
}

/// The decoys of a puzzle.
fn decoys(
    session: &Session,
    designed: &Designed,
    metric: Metric,
) -> anyhow::Result<Option<Decoys>> {
    let Setup { puzzle, start } = designed.draft.file()?.setup()?;
    long_work::with_effort(session, "positions", |effort| {
        effort.quietly(|effort| Decoys::find(&puzzle, &start, metric, effort))
    })
}
