//! Solving positions by tables, by searches from one end, or by searches from both ends.

use super::arguments::{Arguments, is_stdout};
use super::records::{columns, with_piece};
use super::refusals::Refusals;
use super::task::Task;
use super::undecided::{Bounds, is_too_large_for_both_ends, within};
use super::write::say_no_path;
use crate::cli::lines::{self, Batches};
use crate::cli::output::{self, Stdout};
use crate::cli::session::Session;
use crate::cli::tablebases::Tablebases;
use crate::cli::work;
use crate::effort::Effort;
use crate::sliding::analysis::{NoPath, ShortestPaths};
use crate::sliding::rules::{Arrangement, Metric, Move, PieceSet, Puzzle};
use crate::sliding::search::{
    Component, ComponentError, Search, SearchError, TileSolver, Unmet, Until, classes, meet,
};
use crate::sliding::space::Space;
use crate::table::Distances;
use crate::{Options, Oracle};
use anyhow::{anyhow, bail};
use std::io::Write;
use std::time::Instant;

/// Number of empty cells up to which the path between two positions is searched from both ends. With so few moves per
/// position, this is faster than a search of the whole space.
const FEW_EMPTY: u32 = 3;

/// Most bytes of a search from both ends before the distances of groups of tiles are searched, which takes seconds.
const NEAR: u64 = 8_000_000;

/// The state of `solve`: its arguments, the target, and the tables that are open.
pub(super) struct Solutions<'s> {
    session: &'s Session,
    arguments: Arguments,
    /// The target position with its pieces; `None` means the goal.
    target: Option<(PieceSet, Arrangement)>,
    /// The distances of all positions to the target, computed when they are first needed.
    towards: Option<(Space, Distances)>,
    /// Whether positions without a table are searched, instead of building the table.
    searches: bool,
    tablebases: Tablebases<'s>,
    /// The solver of a tile puzzle, kept for further positions.
    tiles: Option<TileSolver>,
    among_many: bool,
    out: Stdout,
}

impl<'s> Solutions<'s> {
    /// The state for some arguments; `among_many` if positions come from standard input.
    pub fn new(
        session: &'s Session,
        arguments: Arguments,
        among_many: bool,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            session,
            target: None,
            towards: None,
            // A build of tables has no time limit.
            searches: session.chosen.is_some() || arguments.time_limit.is_some(),
            tablebases: Tablebases::new(session),
            tiles: None,
            among_many,
            out: output::stdout()?,
            arguments,
        })
    }
}

impl Solutions<'_> {
    pub fn solve_one(&mut self, text: &str) -> anyhow::Result<()> {
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
    pub fn solve_stream(&mut self) -> anyhow::Result<()> {
        self.session.check_input_is_left()?;
        if self.arguments.animate.is_some() {
            bail!(
                "--animate draws the solution of one position: give the position as an argument instead of -"
            );
        }
        self.begin()?;
        let mut batches = Batches::of_stdin();
        let (mut line_number, mut refusals) = (0u64, Refusals::default());
        while let Some(batch) = batches.next()? {
            let numbered = (line_number + 1..).zip(batch.lines());
            line_number += batch.lines().count() as u64;
            let read = |line: &str| {
                lines::check_length(line)?;
                self.session.read_position(line)
            };
            let asked_for = numbered.filter(|(_, line)| !lines::is_blank(line));
            let questions: Vec<(u64, anyhow::Result<(PieceSet, Arrangement)>)> =
                asked_for.map(|(number, line)| (number, read(line))).collect();
            self.prepare(questions.iter().filter_map(|(_, read)| Some(&read.as_ref().ok()?.0)))?;
            refusals.ask(questions.len());
            for (number, read) in questions {
                match read.and_then(|(set, position)| self.answer_among_many(&set, &position)) {
                    Err(error) => refusals.refuse(number, error)?,
                    answered => answered?,
                }
            }
            self.out.flush()?;
        }
        refusals.result()
    }

    /// Opens or builds the tables of some piece sets, or searches the distances to the target.
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

    /// Writes the CSV header.
    fn begin(&mut self) -> anyhow::Result<()> {
        let (format, out) = (self.arguments.format, &mut self.out);
        if self.arguments.animate.as_deref().is_some_and(is_stdout) {
            return Ok(());
        }
        let columns = columns(&self.arguments, self.among_many);
        match self.session.chosen {
            None => format.begin_columns(columns, out),
            Some(_) => format.begin_columns(&with_piece(columns), out),
        }
    }

    /// Answers one of several positions. A position without a solution is no error here.
    fn answer_among_many(&mut self, set: &PieceSet, position: &Arrangement) -> anyhow::Result<()> {
        let solved = self.answer(set, position)?;
        say_no_path(solved, self.arguments.format, &mut self.out)
    }

    /// Answers a position. Without a solution, text output has nothing.
    fn answer(
        &mut self,
        set: &PieceSet,
        position: &Arrangement,
    ) -> anyhow::Result<Result<(), NoPath>> {
        let (puzzle, arguments) = (self.session.atlas.family().puzzle(), &self.arguments);
        let metric = arguments.metric;
        if let Some((other, _)) = self.target.as_ref().filter(|(other, _)| other != set) {
            bail!(NoPath::of_pieces(puzzle, set, other));
        }
        if self.searches {
            return self.answer_by_search(set, position);
        }
        let paths = match (&self.target, &self.towards) {
            (_, Some((space, distances))) => ShortestPaths::by_search(space, metric, distances),
            _ => {
                let (space, table) = self.tablebases.get(set).table(metric)?;
                ShortestPaths::by_table(space, table)
            }
        };
        let mut task = self.task(puzzle, position);
        task.held = self.towards.as_ref().map_or(0, |(_, found)| found.bytes().len() as u64);
        let moves = paths.first(position)?.known()?;
        task.answer(self.session, Some(&paths), moves.as_deref(), arguments, &mut self.out)
    }

    fn task<'p>(&self, puzzle: &'p Puzzle, position: &Arrangement) -> Task<'p> {
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

    /// Answers a position by its table, or, if that is missing, by a search.
    fn answer_by_search(
        &mut self,
        set: &PieceSet,
        position: &Arrangement,
    ) -> anyhow::Result<Result<(), NoPath>> {
        let (session, arguments) = (self.session, &self.arguments);
        let (puzzle, metric) = (session.atlas.family().puzzle(), arguments.metric);
        let mut task = self.task(puzzle, position);
        let until = arguments.time_limit.map(|limit| Instant::now() + limit);
        let to_goal = task.target.is_none();
        if to_goal && let Some(table) = session.atlas.find(set, metric)? {
            let space = Space::new(puzzle, set)?;
            table.check_fits(&space)?;
            let paths = ShortestPaths::by_table(&space, &table);
            let moves = paths.first(position)?.known()?;
            return task.answer(session, Some(&paths), moves.as_deref(), arguments, &mut self.out);
        }
        let mut end = task.target.clone().or_else(|| puzzle.only_goal_position(set));
        let wants_one = !arguments.count && arguments.listed().is_none();
        if let (Some(only), true) = (&end, wants_one) {
            match self.path_to(&task, only, until) {
                Ok(moves) => {
                    let (arguments, out) = (&self.arguments, &mut self.out);
                    return task.answer(session, None, moves.as_deref(), arguments, out);
                }
                // Patterns guide searches to the goal.
                Err(error) if to_goal && is_too_large_for_both_ends(&error) => end = None,
                Err(error) => return self.give_bounds(&task, error),
            }
        }
        let arguments = &self.arguments;
        let paths;
        let (back, oracle);
        match &end {
            Some(end) => {
                session.say("searching backwards from the end");
                let found = work::with_effort(session, "positions", |effort| {
                    within(until, effort, |effort| {
                        let until = Until::At(position);
                        Component::explore(puzzle, end, metric, until, effort)?
                            .into_distances(effort)
                    })
                    .map_err(|reason| Unmet::of_one_search(position, end, reason))
                });
                back = match found {
                    Ok(found) => found,
                    Err(error) => return self.give_bounds(&task, error),
                };
                task.held = back.bytes();
                paths = Some(ShortestPaths::back(&back));
            }
            None => {
                let subject = puzzle.piece_set_text(set);
                session.say(format_args!(
                    "no {metric} table of {subject}: searching from the position"
                ));
                let start = session.of_its_puzzle(position);
                let found = work::with_effort(session, "positions", |effort| {
                    within(until, effort, |effort| {
                        Oracle::solve_with(&start, &Options::from(effort).metrics(&[metric]))
                    })
                });
                oracle = match found {
                    Ok(found) => found,
                    Err(error) => {
                        if let Some(optimal) = Bounds::of(&error).and_then(Bounds::optimal)
                            && wants_one
                        {
                            return task.answer(
                                session,
                                None,
                                Some(optimal),
                                arguments,
                                &mut self.out,
                            );
                        }
                        return self.give_bounds(&task, error);
                    }
                };
                task.held = oracle.bytes();
                paths = ShortestPaths::by_oracle(&oracle, metric);
            }
        }
        let moves = match &paths {
            Some(paths) => paths.first(position)?.known()?,
            None => None,
        };
        task.answer(session, paths.as_ref(), moves.as_deref(), arguments, &mut self.out)
    }

    /// Writes the bounds that a search reached, if its error has some. Returns the error that says why it ended.
    fn give_bounds<T>(&mut self, task: &Task<'_>, error: anyhow::Error) -> anyhow::Result<T> {
        Bounds::give(task, error, self.arguments.time_limit, &mut self.out)
    }

    /// A shortest path from a position to another. In a tile puzzle, distances of groups of tiles guide the search if it
    /// grows large.
    fn path_to(
        &mut self,
        task: &Task<'_>,
        end: &Arrangement,
        until: Option<Instant>,
    ) -> anyhow::Result<Option<Vec<Move>>> {
        let (session, puzzle, position) = (self.session, task.puzzle, &task.position);
        let is_solvable = TileSolver::decides(puzzle, position, end);
        if is_solvable == Some(false) {
            session.say("the tiles have the wrong parity");
            return Ok(None);
        }
        let between = |effort: Effort<'_>| {
            within(until, effort, |effort| meet(puzzle, position, end, task.metric, effort))
        };
        if self.tiles.as_ref().is_none_or(|tiles| tiles.target() != end) {
            session.say("searching from both ends");
            let is_tiles = is_solvable.is_some();
            let near = work::with_effort(session, "positions", |effort| {
                let most = match (is_tiles, &task.target) {
                    (true, _) => NEAR,
                    (false, None) => effort.memory / 2,
                    (false, Some(_)) => u64::MAX,
                };
                match between(effort.at_most(most)) {
                    Err(Unmet { reason: ComponentError::Memory { .. }, at_least, .. })
                        if is_tiles =>
                    {
                        Ok(Err(at_least))
                    }
                    found => found.map(Ok),
                }
            })?;
            let at_least = match near {
                Ok(found) => return Ok(found),
                Err(at_least) => at_least,
            };
            session.say("searching distances of groups of tiles");
            self.tiles = work::with_effort(session, "arrangements", |effort| {
                match within(until, effort, |effort| TileSolver::new(puzzle, end, effort)) {
                    Err(SearchError::Memory { .. }) => Ok(None),
                    Err(SearchError::Cancelled(cancelled)) => {
                        Err(anyhow!(Unmet { at_least, reason: cancelled.into() }))
                    }
                    made => Ok(made?),
                }
            })?;
        }
        let Some(tiles) = &self.tiles else {
            return work::with_effort(session, "positions", between);
        };
        if let Some(bound) = tiles.lower_bound(position) {
            session.say(format_args!("searching for paths of at least {bound} moves"));
        }
        let found = work::with_effort(session, "positions", |effort| {
            within(until, effort, |effort| tiles.solve(position, effort))
        })?;
        session.say(format_args!("{} expanded", output::counted(found.expanded, "position")));
        Ok(found.moves)
    }
}

/// The distances of all positions of a piece set to one of them.
fn search_towards(
    session: &Session,
    target: &Arrangement,
    set: &PieceSet,
    metric: Metric,
) -> anyhow::Result<(Space, Distances)> {
    let puzzle = session.atlas.family().puzzle();
    let class = classes(puzzle, std::slice::from_ref(set)).remove(0);
    work::with_effort(session, "positions", |effort| {
        let search = Search::new(puzzle, &class, effort)?;
        effort.total(search.plan().len())?;
        let distances = search.run_towards(target, metric, true, effort)?.remove(0);
        Ok::<_, SearchError>((search.spaces()[0].clone(), distances))
    })
}
