//! The planner: chooses the search that answers a question about a position.

use super::error::OracleError;
use super::known::Oracle;
use super::method::Method;
use super::options::Options;
use super::searches::{
    IfFits, SEARCHES_OF_SPACES, SearchesOfSpaces, by_position, from_both_ends, neighbours_of_tiles,
    solutions_of_tiles, tiers, to_nearest_goal,
};
use super::source::{Answers, Listed, ListedAnswers, Source, ToGoal, answers_along};
use super::tables::Tables;
use crate::analysis::Answer;
use huarong_core::effort::Effort;
use huarong_core::numerals::counted;
use huarong_core::position::Position;
use huarong_core::rules::{Arrangement, Metric, Puzzle};
use huarong_search::{ComponentError, Guide, SearchError, TileFiles, TileSolver, Unmet};
use std::cell::Cell;
use std::fmt;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// A question about a position, for a [`Planner`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Question {
    /// One optimal solution.
    Solution,
    /// All optimal solutions, and their number.
    Solutions,
    /// All optimal solutions, or one where all take more time or memory, as in large tile puzzles.
    SomeSolutions,
    /// The distance of the position, and its best moves.
    BestMoves,
    /// The distances of the position and of the positions one finger move away.
    Neighbours,
    /// The distances of all reachable positions. The oracle may know further positions.
    Reachable,
    /// The distances of the reachable positions and no others, so that their number is known, too. In a tile puzzle with too
    /// many of them for that, the answer knows an optimal solution and the positions beside the given one.
    Component,
    /// The distances of all positions with the same pieces, which are numbered.
    PieceSet,
}

/// Limits by which a [`Planner`] chooses. Bytes are of memory, seconds are estimates for one thread.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Thresholds {
    /// Bytes of the first search from the position. A larger search takes longer than numbering a small space.
    pub bytes_of_first_search: u64,
    /// Bytes of the second search from the position. A larger search takes longer than a large space.
    pub bytes_of_second_search: u64,
    /// Bytes of a search for a tile puzzle before distances of groups of tiles are searched, which takes a fraction of a
    /// second.
    pub bytes_before_groups_of_tiles: u64,
    /// Reachable positions up to which a tile puzzle's component is searched.
    pub positions_of_small_tile_puzzle: u64,
    /// Reachable positions up to which their component answers a question about all positions with the same pieces, for callers
    /// to whom that is enough.
    pub positions_of_small_component: u64,
    /// Seconds of a whole space that is searched at once.
    pub seconds_of_small_space: f64,
    /// The same for a question about all reachable positions: some answers need the whole space.
    pub seconds_of_small_space_for_component: f64,
    /// Seconds of a whole space that is searched once a search from the position grows large.
    pub seconds_of_large_space: f64,
    /// Bytes of a search for one solution: from both ends, or from the position before a search of the space meets it.
    /// `None` means half of the memory limit.
    pub bytes_of_search_for_one: Option<u64>,
    /// Seconds of a whole space that is searched, for one solution, until it meets a search from the position. 0 means
    /// none.
    pub seconds_of_met_space: f64,
    /// Time after which a search with patterns ends. Its bounds remain.
    pub time_of_guided_search: Duration,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            bytes_of_first_search: 1_000_000,
            bytes_of_second_search: 192_000_000,
            bytes_before_groups_of_tiles: 8_000_000,
            positions_of_small_tile_puzzle: 2_000_000,
            positions_of_small_component: 0,
            seconds_of_small_space: 0.02,
            seconds_of_small_space_for_component: 2.0,
            seconds_of_large_space: 60.0,
            bytes_of_search_for_one: None,
            seconds_of_met_space: 0.0,
            time_of_guided_search: Duration::MAX,
        }
    }
}

/// Answers questions about positions by the method that suits each, and keeps what further questions can use.
///
/// Every interface asks a planner: the library's [`Oracle::solve`] and [`Oracle::search`], the program, its server and
/// pages, and the Python package. The oracle that it returns says which [method](Oracle::method) answered, and
/// [why](Oracle::why).
///
/// ```
/// use huarong::{Method, Metric, Options, Planner, Position, Question};
///
/// let planner = Planner::new();
/// let options = Options::new().metrics(&[Metric::Unit]);
/// let tiles = |start| Position::from_toml(&format!("name = '15'\nstart = '''\n{start}'''\ngoal = '''\nABCD\nEFGH\nIJKL\nMNO.'''"));
///
/// // Tiles 14 and 15 are exchanged: the wager of Sam Loyd, 1896.
/// let start = tiles("ABCD\nEFGH\nIJKL\nMON.")?;
/// let oracle = planner.ask(Question::Solution, &start, &options)?;
/// assert_eq!((oracle.method(), oracle.distance(&start)?), (Method::Parity, None));
///
/// let start = tiles("ABCD\nEFGH\nIJKL\n.MNO")?;
/// let oracle = planner.ask(Question::Solution, &start, &options)?;
/// assert_eq!(oracle.solution(&start)?.map(|moves| moves.len()), Some(3));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Planner {
    /// Tables that answer first.
    tables: Option<Tables>,
    thresholds: Thresholds,
    /// Files with tables for the solvers of tile puzzles.
    tile_files: Option<TileFiles>,
    /// The searches of whole spaces, and of those of patterns, and the solver of lines of tiles. A browser does without, as
    /// their code would have to be loaded.
    spaces: Option<&'static SearchesOfSpaces>,
    /// Solvers of tile puzzles, for further positions. The last was used last.
    tiles: Mutex<Vec<TileSolver>>,
    /// Held by the thread that makes a solver. Others may wait for the same one.
    making_solver: Mutex<()>,
    /// The last notice about missing tables, which is not repeated.
    said: Mutex<String>,
}

/// The largest number of solvers that a planner keeps.
const MOST_SOLVERS: usize = 4;

/// Time between two attempts to make a solver while another thread makes one.
const WAIT_FOR_SOLVER: Duration = Duration::from_millis(1);

impl fmt::Debug for Planner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Planner").field("thresholds", &self.thresholds).finish_non_exhaustive()
    }
}

impl Default for Planner {
    fn default() -> Self {
        Self::new()
    }
}

impl Planner {
    /// A planner that searches in memory.
    pub fn new() -> Self {
        Self { spaces: Some(&SEARCHES_OF_SPACES), ..Self::without_spaces() }
    }

    /// A planner that searches from positions only, and never a whole space.
    #[doc(hidden)]
    pub fn without_spaces() -> Self {
        Self {
            tables: None,
            thresholds: Thresholds::default(),
            tile_files: None,
            spaces: None,
            tiles: Mutex::default(),
            making_solver: Mutex::default(),
            said: Mutex::default(),
        }
    }

    /// A planner that answers from tables where they exist. Tables of tile puzzles in the same directory help its searches.
    pub fn with_tables(tables: Tables) -> Self {
        let tile_files = Some(tables.tile_files());
        Self { tables: Some(tables), tile_files, ..Self::new() }
    }

    /// A planner that searches, with the tables of tile puzzles from files where they exist.
    #[doc(hidden)]
    pub fn with_tile_files(files: TileFiles) -> Self {
        Self { tile_files: Some(files), ..Self::new() }
    }

    /// The same planner with other limits.
    #[doc(hidden)]
    #[must_use]
    pub fn with_thresholds(self, thresholds: Thresholds) -> Self {
        Self { thresholds, ..self }
    }

    /// Answers a question about a position under the metrics of the options. The oracle knows at least the positions of
    /// the question; others may be [not known](OracleError::NotKnown).
    ///
    /// For a way to a position instead of the goal, ask about the puzzle [`towards`](huarong_core::rules::Puzzle::towards)
    /// it.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`](OracleError::Undecided), with the bounds that are proved, if memory or time ends before a
    /// question about solutions is answered.
    pub fn ask(
        &self,
        question: Question,
        start: &Position,
        options: &Options<'_>,
    ) -> Result<Oracle, OracleError> {
        if let Some(oracle) = self.in_tables(start, options)? {
            return Ok(oracle);
        }
        let metrics = options.metrics_or(&[Metric::Finger]);
        let is_taken = |tiles: &TilePuzzle| {
            self.spaces.is_some() || !tiles.is_solvable || !tiles.metrics.contains(&Metric::Multi)
        };
        let tiles = TilePuzzle::of(start, &metrics).filter(is_taken);
        self.make_room(start.puzzle(), tiles.as_ref(), options.effort().memory);
        let effort = options.effort().without(self.bytes());
        if self.tables_of(start).is_some() {
            let subject = start.puzzle().piece_set_text(&start.piece_set());
            let metric = match metrics[..] {
                [metric] => format!("{metric} "),
                _ => String::new(),
            };
            let most = self.thresholds.positions_of_small_tile_puzzle;
            let is_small = |tiles: &TilePuzzle| tiles.reachable <= most;
            let what = match question {
                Question::Reachable | Question::Component
                    if tiles.as_ref().is_none_or(is_small) =>
                {
                    "searching all reachable positions"
                }
                Question::PieceSet => "searching the positions",
                _ => "searching from the position",
            };
            let notice = format!("no {metric}table of {subject}: {what}");
            let said = mem::replace(
                &mut *self.said.lock().unwrap_or_else(PoisonError::into_inner),
                notice.clone(),
            );
            if said != notice {
                // A cancellation ends the search, which then has bounds.
                _ = effort.notice(notice);
            }
        }
        let at_least = u16::from(!start.puzzle().goal().is_satisfied_by(start));
        let lone_moves = tiles.as_ref().map_or(0, |tiles| self.lone_moves(start, tiles));
        let at_least = Cell::new(at_least.max(lone_moves));
        let choice = Choice { planner: self, question, start, metrics: &metrics, tiles, at_least };
        let (source, why) = choice.answer(effort)?;
        Ok(Oracle::searched(start.puzzle(), &start.piece_set(), &metrics, source, why))
    }

    /// Moves that the tiles need if each is alone on the board. For moves of lines, and in browsers, that bound is unknown.
    fn lone_moves(&self, start: &Position, tiles: &TilePuzzle) -> u16 {
        match self.spaces {
            Some(spaces) if tiles.metrics == [Metric::Unit] => {
                (spaces.lone_moves)(start.puzzle(), start, &tiles.target)
            }
            _ => 0,
        }
    }

    /// The oracle over the tables that have a position under the metrics of the options; `None` if there are none. It
    /// searches nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if a table is damaged, or if memory does not suffice to open it.
    pub fn in_tables(
        &self,
        start: &Position,
        options: &Options<'_>,
    ) -> Result<Option<Oracle>, OracleError> {
        let metrics = options.metrics_or(&[Metric::Finger]);
        let find = |tables: &Tables| tables.find(&start.piece_set(), &metrics, options.effort());
        self.tables_of(start).map_or(Ok(None), find)
    }

    /// The tables of the puzzle of a position.
    fn tables_of(&self, start: &Position) -> Option<&Tables> {
        self.tables.as_ref().filter(|tables| tables.are_of(start.puzzle()))
    }

    /// Bytes of memory that it keeps for further questions.
    #[doc(hidden)]
    pub fn bytes(&self) -> u64 {
        self.kept_solvers().iter().map(|solver| solver.bytes()).sum()
    }

    /// Drops the kept solvers if they take a large part of the memory of a question that they do not answer.
    fn make_room(&self, puzzle: &Puzzle, tiles: Option<&TilePuzzle>, memory: u64) {
        let answers = |tiles: &TilePuzzle| {
            let kept = |&metric| self.kept_solver(metric, puzzle, &tiles.target).is_some();
            tiles.metrics.iter().any(kept)
        };
        if self.bytes() > memory / 4 && !tiles.is_some_and(answers) {
            self.kept_solvers().clear();
        }
    }

    fn kept_solvers(&self) -> MutexGuard<'_, Vec<TileSolver>> {
        self.tiles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A solver of a tile puzzle with tables that are kept. It becomes the last one.
    fn kept_solver(
        &self,
        metric: Metric,
        puzzle: &Puzzle,
        target: &Arrangement,
    ) -> Option<TileSolver> {
        let mut kept = self.kept_solvers();
        let solvers = kept.iter().enumerate();
        let mut found = solvers.filter_map(|(number, solver)| {
            Some((number, solver.with_target(metric, puzzle, target)?))
        });
        let (number, solver) = found.next()?;
        drop(found);
        kept[number..].rotate_left(1);
        Some(solver)
    }

    /// The solver of a tile puzzle under a metric; `None` if memory does not suffice for it.
    fn solver(
        &self,
        metric: Metric,
        puzzle: &Puzzle,
        target: &Arrangement,
        effort: Effort<'_>,
    ) -> Result<Option<TileSolver>, SearchError> {
        let _making = loop {
            match self.making_solver.try_lock() {
                Ok(making) => break making,
                Err(TryLockError::Poisoned(making)) => break making.into_inner(),
                Err(TryLockError::WouldBlock) => effort.check()?,
            }
            thread::sleep(WAIT_FOR_SOLVER);
        };
        if let Some(kept) = self.kept_solver(metric, puzzle, target) {
            return Ok(Some(kept));
        }
        effort.notice("searching distances of groups of tiles")?;
        let make = |effort| match self.spaces {
            Some(spaces) => {
                (spaces.tiles)(metric, puzzle, target, self.tile_files.as_ref(), effort)
            }
            None => TileSolver::new(puzzle, target, effort),
        };
        let made = match make(effort) {
            Err(SearchError::Memory { .. }) => {
                // The other solvers make room.
                let freed = self.kept_solvers().drain(..).map(|solver| solver.bytes()).sum::<u64>();
                let held = effort.held.saturating_sub(freed);
                let effort = Effort { memory: effort.memory.saturating_add(freed), held, ..effort };
                match make(effort) {
                    Err(SearchError::Memory { .. }) => None,
                    made => made?,
                }
            }
            made => made?,
        };
        let Some(made) = made else { return Ok(None) };
        let solver = made.with_target(metric, puzzle, target);
        let mut kept = self.kept_solvers();
        if kept.len() == MOST_SOLVERS {
            kept.remove(0);
        }
        kept.push(made);
        Ok(solver)
    }
}

/// A position of a tile puzzle with one goal position.
struct TilePuzzle {
    target: Arrangement,
    /// Whether the tiles have the parity of the target.
    is_solvable: bool,
    /// Number of reachable positions: half of the arrangements (Wilson, 1974).
    reachable: u64,
    /// [`TileSolver::metrics`] of those asked for.
    metrics: &'static [Metric],
}

impl TilePuzzle {
    /// `None` if the position is of another puzzle, or if its board is too large for the solver of a metric. Parity decides
    /// on every board.
    fn of(start: &Position, metrics: &[Metric]) -> Option<Self> {
        let puzzle = start.puzzle();
        let target = puzzle.only_goal_position(&start.piece_set())?;
        let is_solvable = TileSolver::decides(puzzle, start, &target)?;
        let cells = u64::from(puzzle.board().cell_count());
        let reachable = (3..=cells).fold(1, u64::saturating_mul);
        let metrics = TileSolver::metrics(metrics);
        let is_taken = metrics.iter().all(|&metric| TileSolver::takes(metric, puzzle, &target));
        (!is_solvable || is_taken).then_some(Self { target, is_solvable, reachable, metrics })
    }
}

/// A source of distances, and why it was chosen.
type Chosen = (Source, &'static str);

/// The choice of a search for one question.
struct Choice<'a> {
    planner: &'a Planner,
    question: Question,
    start: &'a Position,
    metrics: &'a [Metric],
    tiles: Option<TilePuzzle>,
    /// The best lower bound for the number of moves of a solution.
    at_least: Cell<u16>,
}

/// With a kept solver, small searches pay up to this distance from the target of a large tile puzzle.
const MOST_MOVES_OF_SMALL_SEARCHES: u16 = 20;

/// Small searches from both ends reach targets at most this far in a large tile puzzle.
const MOST_MOVES_FROM_BOTH_ENDS: u16 = 32;

/// Why an oracle has its method, if the caller chose that.
pub(super) const ASKED_FOR: &str = "the method was asked for";
const PARITY: &str = "the tiles have the wrong parity";
const SMALL: &str = "a search from the position reaches few positions";
const SMALL_SPACE: &str = "all positions together take little time";
const LARGE_COMPONENT: &str = "a search from the position reaches many positions, and all positions together take less than a minute";
const WHOLE: &str = "the question is about all positions";
const MET: &str =
    "one solution suffices, and the searches meet before the widest levels of the space";
const MEMORY: &str = "the search fits into memory";
const ONE_WAY: &str = "pieces leave the board, so that moves cannot be undone";
const ONE_GOAL: &str = "the goal is one position, and one solution suffices";
const TILES: &str = "it is a tile puzzle with many reachable positions";
const PATTERNS: &str = "the reachable positions do not fit into memory, or are too many";

impl Choice<'_> {
    /// The methods and their order are a table of `docs/explanation/search.md`, "How a question is answered".
    fn answer(&self, effort: Effort<'_>) -> Result<Chosen, OracleError> {
        let found = match self.question {
            _ if self.start.puzzle().doors().is_some() => self.with_doors(effort),
            Question::Reachable => {
                let soon = self.thresholds().seconds_of_small_space_for_component;
                self.space_or_position(soon, Method::Component, effort)
            }
            Question::Component => self.component(effort),
            Question::PieceSet => self.piece_set(effort),
            question => match &self.tiles {
                Some(tiles) if !tiles.is_solvable => {
                    _ = effort.notice(PARITY);
                    Ok((self.unsolvable(), PARITY))
                }
                Some(tiles) if self.is_far(tiles) => self.by_tiles(tiles, effort),
                _ => match question {
                    Question::Neighbours => self.neighbours(effort),
                    Question::Solution => self.solution(effort),
                    _ => self.solutions(effort),
                },
            },
        };
        match self.question {
            Question::Solution
            | Question::Solutions
            | Question::SomeSolutions
            | Question::BestMoves => found.map_err(|error| self.bounded(error)),
            _ => found,
        }
    }

    /// Answers about a board with doors, by a search from the position. What one move leads to can be lost, so neighbours
    /// need all reachable positions.
    fn with_doors(&self, effort: Effort<'_>) -> Result<Chosen, OracleError> {
        if self.metrics.contains(&Metric::Multi) {
            return Err(SearchError::MultiWithDoors.into());
        }
        let by_position = |method| by_position(method, self.start, self.metrics, effort);
        match self.question {
            Question::Solution => self.by_nearest_goal(effort),
            Question::Solutions | Question::SomeSolutions | Question::BestMoves => {
                Ok((by_position(Method::Solutions)?, ONE_WAY))
            }
            Question::Neighbours | Question::Reachable | Question::Component => {
                Ok((by_position(Method::Component)?, ONE_WAY))
            }
            Question::PieceSet => {
                let (puzzle, set) = (self.start.puzzle(), self.start.piece_set());
                Ok((tiers(puzzle, &set, self.metrics, effort)?, WHOLE))
            }
        }
    }

    /// Whether a bound shows that the position is too far from the target for small searches, be it that of a kept solver.
    fn is_far(&self, tiles: &TilePuzzle) -> bool {
        let most = self.thresholds().positions_of_small_tile_puzzle;
        if tiles.reachable > most && self.at_least.get() > MOST_MOVES_FROM_BOTH_ENDS {
            return true;
        }
        let is_far = |&metric| {
            let kept = self.planner.kept_solver(metric, self.start.puzzle(), &tiles.target);
            let bound = kept.and_then(|solver| solver.lower_bound(self.start));
            bound.is_some_and(|bound| bound > MOST_MOVES_OF_SMALL_SEARCHES)
        };
        tiles.metrics.iter().any(is_far)
    }

    fn piece_set(&self, effort: Effort<'_>) -> Result<Chosen, OracleError> {
        let spaces = self.planner.spaces.ok_or(OracleError::Method(Method::Space))?;
        let most = self.thresholds().positions_of_small_component;
        let small =
            |effort: Effort<'_>| (spaces.small_component)(most, self.start, self.metrics, effort);
        if most > 0
            && let Some(found) = effort.quietly(small)?
        {
            return Ok((found, SMALL));
        }
        Ok(((spaces.whole)(self.start, self.metrics, effort)?, WHOLE))
    }

    fn component(&self, effort: Effort<'_>) -> Result<Chosen, OracleError> {
        let component = |effort| by_position(Method::Component, self.start, self.metrics, effort);
        let Some(tiles) = &self.tiles else { return Ok((component(effort)?, ASKED_FOR)) };
        let is_small = tiles.reachable <= self.thresholds().positions_of_small_tile_puzzle;
        match is_small.then(|| component(effort)) {
            Some(Ok(found)) => Ok((found, SMALL)),
            Some(Err(error)) if !error.is_memory() => Err(error),
            _ if tiles.is_solvable => self.by_tiles(tiles, effort),
            _ => Ok((self.unsolvable(), PARITY)),
        }
    }

    fn neighbours(&self, effort: Effort<'_>) -> Result<Chosen, OracleError> {
        let Thresholds { bytes_of_first_search, seconds_of_small_space, .. } = *self.thresholds();
        let first = match &self.tiles {
            Some(_) => self.thresholds().bytes_before_groups_of_tiles,
            None => bytes_of_first_search,
        };
        match by_position(Method::Neighbours, self.start, self.metrics, effort.at_most(first)) {
            Err(error) if error.is_memory() => match &self.tiles {
                Some(tiles) => self.by_tiles(tiles, effort),
                None => self.space_or_position(seconds_of_small_space, Method::Neighbours, effort),
            },
            found => Ok((found?, SMALL)),
        }
    }

    /// One solution: from both ends if only one position is the goal.
    fn solution(&self, effort: Effort<'_>) -> Result<Chosen, OracleError> {
        let thresholds = self.thresholds();
        let meets_space = thresholds.seconds_of_met_space > 0.0;
        let most = match &self.tiles {
            Some(_) => thresholds.bytes_before_groups_of_tiles,
            // Patterns guide larger searches.
            None => thresholds.bytes_of_search_for_one.unwrap_or(effort.memory / 2),
        };
        let one = effort.at_most(most);
        let found = match self.start.puzzle().only_goal_position(&self.start.piece_set()) {
            Some(target) => Some(self.by_both_ends(&target, one)),
            None if meets_space => Some(self.by_nearest_goal(one)),
            None => None,
        };
        match found {
            None => {}
            Some(Err(error)) if error.is_memory() => {}
            Some(found) => return found,
        }
        if let Some(tiles) = &self.tiles {
            return self.by_tiles(tiles, effort);
        }
        if let Some(spaces) = self.planner.spaces.filter(|_| meets_space)
            && let Some(found) =
                (spaces.met)(thresholds.seconds_of_met_space, self.start, self.metrics, effort)
        {
            return Ok((self.listed(Method::Meeting, false, found?), MET));
        }
        self.solutions(effort)
    }

    /// One solution by a search from the position, of which only the levels are kept.
    fn by_nearest_goal(&self, effort: Effort<'_>) -> Result<Chosen, OracleError> {
        let found = to_nearest_goal(self.start, self.metrics, effort);
        let answers = found.map_err(|unmet| self.unmet(unmet))?;
        Ok((self.listed(Method::Solutions, false, answers), SMALL))
    }

    fn by_both_ends(
        &self,
        target: &Arrangement,
        effort: Effort<'_>,
    ) -> Result<Chosen, OracleError> {
        effort.notice("searching from both ends")?;
        let found = from_both_ends(self.start, target, self.metrics, effort);
        let answers = found.map_err(|unmet| self.unmet(unmet))?;
        Ok((self.listed(Method::BothEnds, false, answers), ONE_GOAL))
    }

    /// The optimal solutions. A whole space is searched if that takes little time. Otherwise the search starts from the
    /// position. If that grows large, the whole space is searched, or, if it is large, too, patterns guide the search.
    fn solutions(&self, effort: Effort<'_>) -> Result<Chosen, OracleError> {
        let thresholds = self.thresholds();
        let first = effort.at_most(thresholds.bytes_of_first_search);
        match by_position(Method::Solutions, self.start, self.metrics, first) {
            Err(error) if error.is_memory() => {}
            found => return Ok((found?, SMALL)),
        }
        let second = effort.at_most(thresholds.bytes_of_second_search);
        if let Some(found) = self.space(thresholds.seconds_of_small_space, true, second) {
            return Ok((found?, SMALL_SPACE));
        }
        match &self.tiles {
            Some(tiles) => self.by_tiles(tiles, effort),
            None => self.large_solutions(effort),
        }
    }

    fn large_solutions(&self, effort: Effort<'_>) -> Result<Chosen, OracleError> {
        let thresholds = self.thresholds();
        let (mut to_goal, mut held, mut method) = (ToGoal::default(), 0, Method::Solutions);
        for &metric in self.metrics {
            effort.doing(metric)?;
            let left = effort.without(held);
            // Without some tiles there is more than one empty cell, and then bounds under the unit metric are larger.
            let moves_one_tile = self.tiles.is_some() && metric != Metric::Multi;
            let searched = if moves_one_tile { Metric::Unit } else { metric };
            let mut guide = Guide::new(self.start.puzzle(), self.start, searched);
            let reached = match guide.explore(left.at_most(thresholds.bytes_of_second_search)) {
                Err(memory @ ComponentError::Memory { .. }) => {
                    if let Some(found) = self.space(thresholds.seconds_of_large_space, true, effort)
                    {
                        let found = found.map_err(|error| self.undecided(guide, error));
                        return Ok((found?, LARGE_COMPONENT));
                    }
                    match self.planner.spaces {
                        Some(spaces) => {
                            method = Method::Guided;
                            let until =
                                Instant::now().checked_add(thresholds.time_of_guided_search);
                            match left.within(until, |left| (spaces.guided)(&mut guide, left)) {
                                Err(error) if error.is_cancelled() && left.check().is_ok() => {
                                    Err(memory.into())
                                }
                                found => found,
                            }
                        }
                        // The whole limit is left for the search from the position.
                        None => guide.explore(left).map_err(OracleError::from),
                    }
                }
                found => found.map_err(OracleError::from),
            };
            let reached = match reached {
                Ok(reached) => reached,
                Err(error) => {
                    let error = self.undecided(guide, error);
                    return self.solved_by_bounds(metric, error);
                }
            };
            match reached.paths_within(0, left.without(reached.bytes())) {
                Ok(Some(found)) => {
                    drop(reached);
                    let found = found.into_distances(left)?;
                    held += found.bytes();
                    to_goal.set(metric, found);
                }
                Ok(None) => {
                    let reached = Box::new(reached.into_distances(left)?);
                    return Ok((Source::Unsolvable(reached), MEMORY));
                }
                // Memory does not hold all optimal solutions, but one.
                Err(reason @ ComponentError::Memory { .. }) => {
                    let best = reached.found().and_then(|end| reached.path_to(end));
                    let (at_least, reason) = (guide.at_least(), Box::new(reason.into()));
                    let error = OracleError::Undecided { at_least, best, reason };
                    return self.solved_by_bounds(metric, error);
                }
                Err(error) => return Err(error.into()),
            }
        }
        let why = if method == Method::Guided { PATTERNS } else { MEMORY };
        Ok((Source::Near { method, to_goal }, why))
    }

    /// The best solution of an undecided search, if one suffices and its length is the lower bound.
    fn solved_by_bounds(&self, metric: Metric, error: OracleError) -> Result<Chosen, OracleError> {
        match error {
            OracleError::Undecided { at_least, best: Some(best), .. }
                if matches!(self.question, Question::Solution | Question::SomeSolutions)
                    && self.metrics == [metric]
                    && best.len() == usize::from(at_least) =>
            {
                let answers = answers_along(self.start, &best);
                Ok((self.listed(Method::Guided, false, self.under_each(answers)), PATTERNS))
            }
            error => Err(error),
        }
    }

    /// Answers about a large tile puzzle.
    fn by_tiles(&self, tiles: &TilePuzzle, effort: Effort<'_>) -> Result<Chosen, OracleError> {
        let mut answers = ListedAnswers::default();
        for &metric in tiles.metrics {
            let Some(found) = self.by_solver_of_tiles(tiles, metric, effort)? else {
                return self.without_solver(tiles, effort);
            };
            let found = Arc::new(found);
            let is_served = |&&asked: &&Metric| TileSolver::metrics(&[asked]) == [metric];
            for &asked in self.metrics.iter().filter(is_served) {
                answers.set(asked, found.clone());
            }
        }
        let lists_all = self.question == Question::Solutions;
        Ok((self.listed(Method::Tiles, lists_all, answers), TILES))
    }

    /// Answers about a tile puzzle if memory does not suffice for its solver.
    fn without_solver(
        &self,
        tiles: &TilePuzzle,
        effort: Effort<'_>,
    ) -> Result<Chosen, OracleError> {
        match self.question {
            Question::Reachable | Question::Component | Question::PieceSet => {
                self.space_or_position(0.0, Method::Component, effort)
            }
            Question::Neighbours => self.space_or_position(0.0, Method::Neighbours, effort),
            Question::Solution => match self.by_both_ends(&tiles.target, effort) {
                Err(error) if error.is_memory() => self.large_solutions(effort),
                found => found,
            },
            Question::Solutions | Question::SomeSolutions | Question::BestMoves => {
                self.large_solutions(effort)
            }
        }
    }

    /// Answers about a tile puzzle under a metric; `None` if memory does not suffice for the solver.
    fn by_solver_of_tiles(
        &self,
        tiles: &TilePuzzle,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<Answers>, OracleError> {
        let kept = self.planner.bytes();
        let made = self.planner.solver(metric, self.start.puzzle(), &tiles.target, effort);
        let Some(solver) = made? else { return Ok(None) };
        let effort = effort.without(self.planner.bytes().saturating_sub(kept));
        // What a server or a browser keeps does not grow with further questions.
        let effort = if self.planner.spaces.is_some() { effort } else { effort.at_most(0) };
        // A bound holds under all metrics that are asked for if it holds under the first.
        let raise = |bound| {
            if tiles.metrics.first() == Some(&metric) {
                self.raise(bound);
            }
        };
        if let Some(bound) = solver.lower_bound(self.start) {
            raise(bound);
            effort.notice(format_args!("searching for paths of at least {bound} moves"))?;
        }
        let unmet = |Unmet { at_least, reason, .. }: Unmet| {
            raise(at_least);
            OracleError::from(reason)
        };
        let found = solver.solve(self.start, effort).map_err(unmet)?;
        effort.notice(format_args!("{} expanded", counted(found.expanded, "position")))?;
        let path = found.moves.expect("the parity is right");
        let distance = path.len() as u16;
        let mut answers = answers_along(self.start, &path);
        if self.question == Question::Solutions {
            answers = solutions_of_tiles(&solver, self.start, metric, distance, effort).map_err(
                |unmet| {
                    let reason = Box::new(unmet.reason.into());
                    OracleError::Undecided { at_least: distance, best: Some(path), reason }
                },
            )?;
        } else if !matches!(self.question, Question::Solution | Question::SomeSolutions) {
            let near = neighbours_of_tiles(&solver, self.start, metric, distance, effort);
            answers.extend(near.map_err(unmet)?);
        }
        Ok(Some(answers))
    }

    /// Answers about some positions.
    fn listed(&self, method: Method, lists_all: bool, answers: ListedAnswers) -> Source {
        Source::Listed(Listed { puzzle: self.start.puzzle().clone(), method, lists_all, answers })
    }

    /// The same answers under each metric.
    fn under_each(&self, answers: Answers) -> ListedAnswers {
        let answers = Arc::new(answers);
        self.metrics.iter().map(|&metric| (metric, answers.clone())).collect()
    }

    /// The answer if no solution exists: neither from the position nor from those one move away.
    fn unsolvable(&self) -> Source {
        let after = self.start.moves(Metric::Finger).into_iter().map(|made| made.after());
        let positions = std::iter::once(self.start.clone()).chain(after);
        let answers =
            positions.map(|position| (position.arrangement().clone(), Answer::Unreachable));
        self.listed(Method::Parity, true, self.under_each(answers.collect()))
    }

    /// Searches the whole space if that takes at most `soon` estimated seconds. Otherwise it searches from the position,
    /// and if that search grows large, the whole space if it takes less than a minute.
    fn space_or_position(
        &self,
        soon: f64,
        method: Method,
        effort: Effort<'_>,
    ) -> Result<Chosen, OracleError> {
        let thresholds = self.thresholds();
        let second = effort.at_most(thresholds.bytes_of_second_search);
        if let Some(found) = self.space(soon, false, second) {
            return Ok((found?, SMALL_SPACE));
        }
        let by_position = |effort| by_position(method, self.start, self.metrics, effort);
        match by_position(second) {
            Err(OracleError::Component(ComponentError::Memory { .. })) => {
                match self.space(thresholds.seconds_of_large_space, false, effort) {
                    Some(found) => Ok((found?, LARGE_COMPONENT)),
                    None => Ok((by_position(effort)?, MEMORY)),
                }
            }
            found => Ok((found?, MEMORY)),
        }
    }

    /// The whole space, or its part up to the start, if it takes at most some estimated seconds.
    fn space(&self, longest: f64, is_up_to_start: bool, effort: Effort<'_>) -> IfFits<Source> {
        (self.planner.spaces?.within)(longest, is_up_to_start, self.start, self.metrics, effort)
    }

    fn thresholds(&self) -> &Thresholds {
        &self.planner.thresholds
    }

    fn raise(&self, at_least: u16) {
        self.at_least.set(self.at_least.get().max(at_least));
    }

    /// The error of a search between two positions, whose bound is kept.
    fn unmet(&self, Unmet { at_least, reason, .. }: Unmet) -> OracleError {
        self.raise(at_least);
        reason.into()
    }

    /// The error of a guided search: with the bounds that it reached if time or memory ended it.
    fn undecided(&self, guide: Guide, reason: OracleError) -> OracleError {
        let (at_least, best) = guide.into_bounds();
        self.raise(at_least);
        match reason.is_cancelled() || reason.is_memory() {
            true => {
                let at_least = self.at_least.get();
                OracleError::Undecided { at_least, best, reason: Box::new(reason) }
            }
            false => reason,
        }
    }

    /// The error of a question about solutions, with the best bound that is known.
    fn bounded(&self, error: OracleError) -> OracleError {
        let at_least = self.at_least.get();
        match error {
            OracleError::Undecided { at_least: found, best, reason } => {
                OracleError::Undecided { at_least: found.max(at_least), best, reason }
            }
            reason if reason.is_cancelled() || reason.is_memory() => {
                OracleError::Undecided { at_least, best: None, reason: Box::new(reason) }
            }
            error => error,
        }
    }
}
