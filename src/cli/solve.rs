//! `huarong solve`: optimal solutions, move by move.

use super::lines::{self, Batches};
use super::output::{self, Format, Record, Stdout};
use super::puzzle::Choice;
use super::tablebases::Tablebases;
use super::{Session, work};
use crate::records::{Heading, MoveRecord, Solution, SolutionCount, SolutionList};
use crate::sliding::analysis::{NoRoute, Routes};
use crate::sliding::drawing::animation;
use crate::sliding::notation::moves;
use crate::sliding::rules::{Metric, Move, PieceSet, Position, Puzzle};
use crate::sliding::search::{Component, Search, SearchError, Until, classes, meet};
use crate::sliding::space::Space;
use crate::storage;
use crate::table::{Distances, TableError};
use crate::{Options, Oracle};
use anyhow::{Context, bail};
use num_bigint::BigUint;
use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Show optimal solutions of a position, or the shortest way between two
///
/// In text, every board is the position after a move; its caption gives the number of the move, the
/// letter of the moved piece and its way, and the board draws that piece in lower case.
///
/// The exit code is 1 where there is no solution. In JSON that is an object whose `distance` is null, in CSV there is
/// no row but the header. With --puzzle the start of the puzzle is solved where no position is given. Where there is no
/// table under the metric, the way is searched, from the position, through all of a small space, or from both ends
/// where the end is one position, and nothing is written. Of positions read from standard input, one a line, tables
/// that are missing are built first; those without a solution are answered like the others, a line each; lines that are
/// no position are named on standard error, and the exit code is 1 then.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong solve 橫刀立馬\n  \
                        huarong solve VBBV/VBBV/VHHV/VSSV/S..S --metric unit --format csv\n  \
                        huarong solve heng-dao-li-ma --count\n  \
                        huarong solve heng-dao-li-ma --limit 3\n  \
                        huarong solve --from heng-dao-li-ma --to VVVV/VVVV/SSHH/.BBS/.BBS\n  \
                        huarong solve --puzzle dads --metric straight\n  \
                        huarong solve heng-dao-li-ma --animate start.svg\n  \
                        huarong openings --format positions | huarong solve - --count")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// The position, like VBBV/VBBV/VHHV/VSSV/S..S, or the name of an opening; `-` reads positions from standard
    /// input, one a line
    #[arg(required_unless_present_any = ["from", "puzzle"])]
    position: Option<String>,

    /// The position, too, where it reads better than in front
    #[arg(long, value_name = "POSITION", conflicts_with = "position")]
    from: Option<String>,

    /// Lead to this position of the same pieces, instead of to the goal
    #[arg(long, value_name = "POSITION")]
    to: Option<String>,

    /// What one move is: unit, straight or finger
    #[arg(long, default_value = "finger")]
    metric: Metric,

    /// Count the optimal solutions, as sequences of positions, without listing any
    #[arg(long)]
    count: bool,

    /// Count the optimal solutions and list them
    #[arg(long, conflicts_with = "count")]
    all: bool,

    /// Count the optimal solutions and list so many; 0 lists all [default with --all: 10]
    #[arg(long, value_name = "N", conflicts_with = "count")]
    limit: Option<usize>,

    /// Write a moving picture of the solution, too; `-` writes it to standard output, and nothing else
    #[arg(long, value_name = "FILE.svg", value_parser = svg_path, conflicts_with = "count")]
    animate: Option<PathBuf>,

    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Up to so many empty cells the way from one position to another is sooner searched from both its ends than from one
/// through all of the space: moves are few.
const FEW_EMPTY: u32 = 3;

/// Solutions listed where nobody says how many.
const LISTED: usize = 10;

impl Arguments {
    /// Most solutions to list, where they are to be listed.
    fn listed(&self) -> Option<usize> {
        let limit = self.limit.or(self.all.then_some(LISTED))?;
        Some(if limit == 0 { usize::MAX } else { limit })
    }
}

/// The path of a file whose name says that it is an SVG picture.
fn svg_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if is_stdout(&path) {
        return Ok(path);
    }
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("svg") => Ok(path),
        _ => Err("moving pictures are SVG files: the name must end in .svg".to_owned()),
    }
}

/// Whether a path stands for standard output.
fn is_stdout(path: &Path) -> bool {
    path == "-"
}

/// What was asked for.
struct Task<'p> {
    puzzle: &'p Puzzle,
    position: Position,
    /// Where to, if not to the goal.
    target: Option<Position>,
    metric: Metric,
    format: Format,
    /// Whether it is one of many, whose answers must be told apart.
    among_many: bool,
    /// Bytes that the distances take by which it is answered.
    held: u64,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let text = arguments.position.clone().or(arguments.from.clone());
    let puzzle = session.atlas.family().puzzle();
    let start = || session.start().map(|start| puzzle.position_text(start));
    let text = text.or_else(start).context("a position is missing")?;
    let among_many = text == "-";
    let mut solver = Solutions {
        session,
        target: None,
        towards: None,
        searches: session.chosen.is_some(),
        tablebases: Tablebases::new(session),
        among_many,
        out: output::stdout()?,
        arguments,
    };
    if among_many { solver.solve_stream() } else { solver.solve_one(&text) }
}

/// Positions as they are solved.
struct Solutions<'s> {
    session: &'s Session,
    arguments: Arguments,
    /// Where to, if not to the goal, and its pieces.
    target: Option<(PieceSet, Position)>,
    /// How far all positions of these pieces are from there, once somebody asks.
    towards: Option<(Space, Distances)>,
    /// Whether positions are searched from where no table is, in place of building tables.
    searches: bool,
    tablebases: Tablebases<'s>,
    among_many: bool,
    out: Stdout,
}

impl Solutions<'_> {
    fn solve_one(&mut self, text: &str) -> anyhow::Result<()> {
        let (set, position) = self.session.read_position(text)?;
        let puzzle = self.session.atlas.family().puzzle();
        let empty = u32::from(puzzle.board().cell_count()) - puzzle.area(&set);
        self.searches |= self.arguments.to.is_none() || empty <= FEW_EMPTY;
        self.prepare([&set])?;
        self.begin()?;
        let solved = self.answer(&set, &position)?;
        self.out.flush()?;
        Ok(solved?)
    }

    /// Solves the positions of standard input as they come.
    fn solve_stream(&mut self) -> anyhow::Result<()> {
        self.session.check_input_is_left()?;
        if self.arguments.animate.is_some() {
            bail!("--animate draws one position, not those of standard input");
        }
        self.begin()?;
        let mut batches = Batches::of_stdin();
        let (mut line_number, mut asked, mut refused) = (0u64, 0u64, 0u64);
        while let Some(batch) = batches.next()? {
            let numbered = (line_number + 1..).zip(batch.lines());
            line_number += batch.lines().count() as u64;
            let read = |line: &str| {
                lines::check_length(line)?;
                self.session.read_position(line)
            };
            let asked_for = numbered.filter(|(_, line)| !lines::is_blank(line));
            let questions: Vec<(u64, anyhow::Result<(PieceSet, Position)>)> =
                asked_for.map(|(number, line)| (number, read(line))).collect();
            self.prepare(questions.iter().filter_map(|(_, read)| Some(&read.as_ref().ok()?.0)))?;
            asked += questions.len() as u64;
            for (number, read) in questions {
                match read.and_then(|(set, position)| self.answer_among_many(&set, &position)) {
                    Err(error) if !output::is_of_printing(&error) => {
                        refused += 1;
                        output::say_line(format_args!("error: line {number}: {error:#}"));
                    }
                    answered => answered?,
                }
            }
            self.out.flush()?;
        }
        match refused {
            0 => Ok(()),
            refused => bail!("{refused} of {} refused", output::counted(asked, "position")),
        }
    }

    /// Makes sure that there is what the positions of some piece sets are solved with.
    fn prepare<'a>(
        &mut self,
        sets: impl IntoIterator<Item = &'a PieceSet> + Clone,
    ) -> anyhow::Result<()> {
        let Some(text) = &self.arguments.to else {
            return match self.searches {
                false => self.tablebases.prepare(sets),
                true => Ok(()),
            };
        };
        if self.target.is_none() {
            self.target = Some(self.session.read_position(text)?);
        }
        let Some((set, target)) = &self.target else { return Ok(()) };
        if self.searches {
            return Ok(());
        }
        if self.towards.is_none() && sets.into_iter().any(|other| other == set) {
            let metric = self.arguments.metric;
            self.towards = Some(search_towards(self.session, target, set, metric)?);
        }
        Ok(())
    }

    /// Writes what stands before all answers.
    fn begin(&mut self) -> anyhow::Result<()> {
        let (format, out) = (self.arguments.format, &mut self.out);
        if self.arguments.animate.as_deref().is_some_and(is_stdout) {
            return Ok(());
        }
        let columns = match (self.arguments.count, self.arguments.listed(), self.among_many) {
            (true, ..) => SolutionCount::COLUMNS,
            (false, Some(_), false) => SolutionList::<Listed<'_>>::COLUMNS,
            (false, Some(_), true) => AmongMany::<SolutionList<Listed<'_>>>::COLUMNS,
            (false, None, false) => Solution::COLUMNS,
            (false, None, true) => AmongMany::<Solution>::COLUMNS,
        };
        match self.session.chosen {
            None => format.begin_columns(columns, out),
            Some(_) => format.begin_columns(&with_piece(columns), out),
        }
    }

    /// Answers one of many: where there is no solution, that is the answer.
    fn answer_among_many(&mut self, set: &PieceSet, position: &Position) -> anyhow::Result<()> {
        match self.answer(set, position)? {
            Err(no_route) if self.arguments.format == Format::Text => {
                Ok(writeln!(self.out, "{no_route}")?)
            }
            _ => Ok(()),
        }
    }

    /// Answers a position; in text nothing is written where there is no solution.
    fn answer(
        &mut self,
        set: &PieceSet,
        position: &Position,
    ) -> anyhow::Result<Result<(), NoRoute>> {
        let (puzzle, arguments) = (self.session.atlas.family().puzzle(), &self.arguments);
        let metric = arguments.metric;
        if let Some((other, _)) = self.target.as_ref().filter(|(other, _)| other != set) {
            bail!(NoRoute::of_pieces(puzzle, set, other));
        }
        if self.searches {
            return self.answer_by_search(set, position);
        }
        let routes = match (&self.target, &self.towards) {
            (_, Some((space, distances))) => Routes::by_search(space, metric, distances),
            _ => self.tablebases.get(set).routes(metric),
        };
        let mut task = self.task(puzzle, position);
        task.held = self.towards.as_ref().map_or(0, |(_, found)| found.bytes().len() as u64);
        let moves = routes.first(position)?.known()?;
        task.answer(self.session, Some(&routes), moves.as_deref(), arguments, &mut self.out)
    }

    fn task<'p>(&self, puzzle: &'p Puzzle, position: &Position) -> Task<'p> {
        Task {
            puzzle,
            position: position.clone(),
            target: self.target.as_ref().map(|(_, target)| target.clone()),
            metric: self.arguments.metric,
            format: self.arguments.format,
            among_many: self.among_many,
            held: 0,
        }
    }

    /// Answers a position by its table where that is there, or else by a search.
    fn answer_by_search(
        &mut self,
        set: &PieceSet,
        position: &Position,
    ) -> anyhow::Result<Result<(), NoRoute>> {
        let (session, arguments) = (self.session, &self.arguments);
        let (puzzle, metric) = (session.atlas.family().puzzle(), arguments.metric);
        let mut task = self.task(puzzle, position);
        let to_goal = task.target.is_none();
        if to_goal && let Some(table) = session.atlas.find(set, metric)? {
            let space = Space::new(puzzle, set)?;
            table.check_fits(&space)?;
            let routes = Routes::by_table(&space, &table);
            let moves = routes.first(position)?.known()?;
            return task.answer(session, Some(&routes), moves.as_deref(), arguments, &mut self.out);
        }
        let end = task.target.clone().or_else(|| puzzle.only_won(set));
        let wants_one = !arguments.count && arguments.listed().is_none();
        if let (Some(end), true) = (&end, wants_one) {
            session.say("no table is asked: searching from both ends");
            let moves = work::with_effort(session, "positions", |effort| {
                meet(puzzle, position, end, metric, effort)
            })?;
            return task.answer(session, None, moves.as_deref(), arguments, &mut self.out);
        }
        let routes;
        let (back, oracle);
        match &end {
            Some(end) => {
                session.say("searching from the end");
                back = work::with_effort(session, "positions", |effort| {
                    let until = Until::At(position);
                    Component::explore(puzzle, end, metric, until, effort)
                })?;
                task.held = back.bytes();
                routes = Some(Routes::back(&back));
            }
            None => {
                let subject = puzzle.piece_set_text(set);
                session.say(format_args!(
                    "no {metric} table of {subject}: searching from the position"
                ));
                let start = session.of_its_puzzle(position);
                oracle = work::with_effort(session, "positions", |effort| {
                    Oracle::solve_with(&start, &Options::from(effort).metrics(&[metric]))
                })?;
                task.held = oracle.bytes();
                routes = oracle.routes(metric);
            }
        }
        let moves = match &routes {
            Some(routes) => routes.first(position)?.known()?,
            None => None,
        };
        task.answer(session, routes.as_ref(), moves.as_deref(), arguments, &mut self.out)
    }
}

/// The distances of all positions of a piece set to one of them.
fn search_towards(
    session: &Session,
    target: &Position,
    set: &PieceSet,
    metric: Metric,
) -> anyhow::Result<(Space, Distances)> {
    let puzzle = session.atlas.family().puzzle();
    let class = classes(puzzle, std::slice::from_ref(set)).remove(0);
    work::with_effort(session, "positions", |effort| {
        let search = Search::new(puzzle, &class, effort)?;
        effort.total(search.len())?;
        let distances = search.run_towards(target, metric, true, effort)?.remove(0);
        Ok::<_, SearchError>((search.spaces()[0].clone(), distances))
    })
}

/// The first solutions of a position, at most so many, found again whenever they are asked for: memory holds one at a
/// time, however many there are.
struct Listed<'t> {
    task: &'t Task<'t>,
    routes: Option<&'t Routes<'t>>,
    limit: usize,
    /// Why they ended early, if they did.
    failed: RefCell<Option<TableError>>,
}

impl Listed<'_> {
    /// The moves of each.
    fn each(&self) -> impl Iterator<Item = Vec<Move>> + '_ {
        let found = self.routes.and_then(|routes| self.sound(routes.iter(&self.task.position)));
        let solutions = found.and_then(|found| found.known().ok()).flatten().into_iter().flatten();
        solutions.map_while(|found| self.sound(found)).take(self.limit)
    }

    fn sound<T>(&self, found: Result<T, TableError>) -> Option<T> {
        found.map_err(|error| self.failed.replace(Some(error))).ok()
    }
}

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for moves in self.each() {
            list.serialize_element(&self.task.records(&moves))?;
        }
        match &*self.failed.borrow() {
            Some(error) => Err(S::Error::custom(error)),
            None => list.end(),
        }
    }
}

impl Record for Solution {
    const COLUMNS: &'static [&'static str] =
        &["move", "shape", "from_column", "from_row", "to_column", "to_row", "position"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        (1..).zip(self.moves.clone()).map(|(number, made): (usize, _)| (number, columns(made)))
    }
}

impl Record for SolutionCount {
    const COLUMNS: &'static [&'static str] =
        &["position", "target", "metric", "distance", "solutions"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let Heading { position, target, metric, distance } = &self.heading;
        [(position, target, metric, distance, &self.solutions)]
    }
}

impl Record for SolutionList<Listed<'_>> {
    const COLUMNS: &'static [&'static str] = &[
        "solution",
        "move",
        "shape",
        "from_column",
        "from_row",
        "to_column",
        "to_row",
        "position",
    ];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        (1..).zip(self.listed.each()).flat_map(|(solution, moves): (usize, _)| {
            let moves = (1..).zip(self.listed.task.records(&moves));
            moves.map(move |(number, made): (usize, _)| (solution, number, columns(made)))
        })
    }
}

/// An answer among others, whose rows say of which position they are.
#[derive(Serialize)]
#[serde(transparent)]
struct AmongMany<R>(R);

impl Record for AmongMany<Solution> {
    const COLUMNS: &'static [&'static str] =
        &["start", "move", "shape", "from_column", "from_row", "to_column", "to_row", "position"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        self.0.rows().into_iter().map(|row| (&self.0.heading.position, row))
    }
}

impl Record for AmongMany<SolutionList<Listed<'_>>> {
    const COLUMNS: &'static [&'static str] = &[
        "start",
        "solution",
        "move",
        "shape",
        "from_column",
        "from_row",
        "to_column",
        "to_row",
        "position",
    ];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        self.0.rows().into_iter().map(|row| (&self.0.heading.position, row))
    }
}

/// The columns of a move in CSV, of which the sign of the piece is one where pieces have signs.
fn columns(MoveRecord { piece, shape, from, to, position }: MoveRecord) -> impl Serialize {
    (Vec::from_iter(piece), shape, from, to, position)
}

/// The columns of answers about a puzzle whose pieces have signs.
fn with_piece(columns: &[&'static str]) -> Vec<&'static str> {
    let column = |&column| match column {
        "shape" => vec!["piece", column],
        column => vec![column],
    };
    columns.iter().flat_map(column).collect()
}

impl Task<'_> {
    /// Answers by the ways that there are, if they are known, and the moves of one of them; in text nothing is written
    /// where there is none.
    fn answer(
        &self,
        session: &Session,
        routes: Option<&Routes<'_>>,
        moves: Option<&[Move]>,
        arguments: &Arguments,
        out: &mut Stdout,
    ) -> anyhow::Result<Result<(), NoRoute>> {
        if let (Some(moves), Some(path)) = (moves, &arguments.animate) {
            self.animate(session, moves, path, out)?;
        }
        let route = match moves {
            Some(_) => Ok(()),
            None => Err(NoRoute::between(self.puzzle, &self.position, self.target.as_ref())),
        };
        let is_silent = arguments.animate.as_deref().is_some_and(is_stdout)
            || (route.is_err() && arguments.format == Format::Text);
        if !is_silent {
            self.write(session, routes, moves, arguments, out)?;
        }
        Ok(route)
    }

    fn heading(&self, distance: Option<usize>) -> Heading {
        let target = self.target.as_ref();
        Heading::new(self.puzzle, &self.position, target, self.metric, distance)
    }

    /// Writes what the arguments ask for: one solution, of which `first` are the moves, or several, or their number.
    fn write(
        &self,
        session: &Session,
        routes: Option<&Routes<'_>>,
        first: Option<&[Move]>,
        arguments: &Arguments,
        out: &mut Stdout,
    ) -> anyhow::Result<()> {
        let distance = first.map(<[Move]>::len);
        let routes = routes.filter(|_| first.is_some());
        let count = || match routes {
            Some(routes) => {
                let count = work::with_effort(session, "moves", |effort| {
                    routes.count(&self.position, effort.without(self.held))
                })?;
                Ok(count.known()?.unwrap_or_default())
            }
            None => Ok::<_, anyhow::Error>(BigUint::ZERO),
        };
        if arguments.count {
            return self.write_count(distance, &count()?, out);
        }
        if let Some(limit) = arguments.listed() {
            let listed = Listed { task: self, routes, limit, failed: RefCell::default() };
            return self.write_list(distance, &count()?, listed, out);
        }
        self.write_first(distance, first.unwrap_or_default(), out)
    }

    fn write_first(
        &self,
        distance: Option<usize>,
        moves: &[Move],
        out: &mut Stdout,
    ) -> anyhow::Result<()> {
        let solution = Solution { heading: self.heading(distance), moves: self.records(moves) };
        if self.among_many {
            return self.format.write(&AmongMany(solution), out, |_, out| {
                let texts = moves::move_texts(self.puzzle, &self.position, moves).join(" ");
                let colon = if moves.is_empty() { "" } else { ": " };
                writeln!(out, "{}{colon}{texts}", self.title(moves.len()))
            });
        }
        self.format.write(&solution, out, |_, out| out.write_all(self.boards(moves).as_bytes()))
    }

    fn write_count(
        &self,
        distance: Option<usize>,
        count: &BigUint,
        out: &mut Stdout,
    ) -> anyhow::Result<()> {
        let record =
            SolutionCount { heading: self.heading(distance), solutions: count.to_string() };
        self.format.write(&record, out, |_, out| self.say_count(distance, count, out))
    }

    fn write_list(
        &self,
        distance: Option<usize>,
        count: &BigUint,
        listed: Listed<'_>,
        out: &mut Stdout,
    ) -> anyhow::Result<()> {
        let record =
            SolutionList { heading: self.heading(distance), solutions: count.to_string(), listed };
        let text = |record: &SolutionList<Listed<'_>>, out: &mut Stdout| {
            self.say_count(distance, count, out)?;
            let width = terminal_width() - 2;
            for (number, moves) in (1..).zip(record.listed.each()) {
                writeln!(out, "\nsolution {number}")?;
                let moves = moves::move_texts(self.puzzle, &self.position, &moves);
                for line in crate::report::words::lines_of(&moves, width) {
                    writeln!(out, "  {line}")?;
                }
            }
            Ok(())
        };
        let (written, record) = match self.among_many && self.format == Format::Csv {
            true => {
                let record = AmongMany(record);
                (self.format.write(&record, out, |_, _| Ok(())), record.0)
            }
            false => (self.format.write(&record, out, text), record),
        };
        // What was wrong with the table is said, and not that it could not be written.
        match record.listed.failed.take() {
            Some(error) => Err(error.into()),
            None => written,
        }
    }

    fn say_count(
        &self,
        distance: Option<usize>,
        count: &BigUint,
        out: &mut Stdout,
    ) -> io::Result<()> {
        let solutions = output::grouped_digits(&count.to_string());
        let noun = if solutions == "1" { "solution" } else { "solutions" };
        writeln!(out, "{}; {solutions} optimal {noun}", self.title(distance.unwrap_or_default()))
    }

    fn animate(
        &self,
        session: &Session,
        moves: &[Move],
        path: &Path,
        out: &mut Stdout,
    ) -> anyhow::Result<()> {
        let picture = animation::draw(self.puzzle, &self.position, moves);
        if is_stdout(path) {
            return Ok(writeln!(out, "{picture}")?);
        }
        storage::write_whole(path, ".huarong-picture-", |out| writeln!(out, "{picture}"))
            .with_context(|| format!("cannot write {}", path.display()))?;
        session.say(format_args!("wrote {}", path.display()));
        Ok(())
    }

    /// From where to where in how many moves.
    fn title(&self, distance: usize) -> String {
        let moves = output::counted(distance as u64, &format!("{} move", self.metric));
        let from = self.puzzle.position_text(&self.position);
        match &self.target {
            None => format!("{from}: {moves}"),
            Some(target) => format!("{from} to {}: {moves}", self.puzzle.position_text(target)),
        }
    }

    fn records(&self, moves: &[Move]) -> Vec<MoveRecord> {
        MoveRecord::each(self.puzzle, &self.position, moves)
    }

    /// Boards side by side, as many as fit the terminal.
    fn boards(&self, moves: &[Move]) -> String {
        let puzzle = self.puzzle;
        let mut position = self.position.clone();
        let mut panels = vec![("start".to_owned(), puzzle.position_text(&position))];
        for (number, made) in (1..).zip(moves) {
            let letter = puzzle.sign_of(&position, made.shape, made.from);
            let way = moves::way(puzzle, &position, made);
            position = made.apply(&position);
            panels.push((format!("{number} {letter}{way}"), marked(puzzle, &position, made)));
        }
        let mut text = format!("{}\n", self.title(moves.len()));
        let width = panels.iter().map(|(caption, _)| caption.chars().count()).max().unwrap_or(0);
        let width = width.max(usize::from(puzzle.board().width())) + 2;
        let across = (terminal_width() / width).max(1);
        for row in panels.chunks(across) {
            text.push('\n');
            push_row(&mut text, row.iter().map(|(caption, _)| caption.as_str()), width);
            for line in 0..usize::from(puzzle.board().height()) {
                let cells = row.iter().map(|(_, board)| puzzle.text_rows(board).nth(line));
                push_row(&mut text, cells.map(Option::unwrap_or_default), width);
            }
        }
        text
    }
}

/// The text of the position after a move, with the moved piece in lower case.
///
/// Not where pieces have signs: small letters may be other pieces then.
fn marked(puzzle: &Puzzle, after: &Position, made: &Move) -> String {
    if puzzle.has_signs() {
        return puzzle.position_text(after);
    }
    let moved = puzzle.covered(made.shape, made.to);
    let mut cell = 0;
    let mark = |letter: char| {
        if letter == '/' {
            return letter;
        }
        cell += 1;
        if moved.contains(cell - 1) { letter.to_ascii_lowercase() } else { letter }
    };
    puzzle.position_text(after).chars().map(mark).collect()
}

fn push_row<'t>(text: &mut String, parts: impl Iterator<Item = &'t str>, width: usize) {
    let row: String = parts.map(|part| format!("{part:<width$}")).collect();
    text.push_str(row.trim_end());
    text.push('\n');
}

/// Columns of the terminal; 80 where there is none.
fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0).max(20))
}
