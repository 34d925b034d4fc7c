//! Optimal solutions and other shortest paths: one of them, all of them, and their number.

use super::tier_distances::TierDistances;
use crate::atlas::SetTable;
use huarong_core::counting::{CountError, StateCounts};
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::numerals::{Amount, counted};
use huarong_core::rules::{Arrangement, Metric, PieceMove, Puzzle};
use huarong_core::space::{Located, Space};
use huarong_search::ComponentDistances;
use huarong_tables::table::{Distances, TableError};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::vec;
use thiserror::Error;

/// All shortest paths under one metric, from any position of a space to the position or goal from which the distances
/// are counted.
///
/// ```
/// use huarong::search::Effort;
/// use huarong_oracle::analysis::ShortestPaths;
/// use huarong_search::{Search, classes};
/// use huarong::{Answer, Metric, Puzzle};
///
/// let puzzle = Puzzle::klotski();
/// let start = puzzle.parse_position("SBBS/SBBS/VSSV/VSSV/S..S")?;
/// let class = &classes(&puzzle, &[start.piece_set()])[0];
/// let search = Search::new(&puzzle, class, Effort::UNLIMITED)?;
/// let distances = &search.run(Metric::Finger, true, Effort::UNLIMITED)?[0];
///
/// let paths = ShortestPaths::by_search(&search.spaces()[0], Metric::Finger, distances);
/// assert_eq!(paths.first(&start)?.map(|moves| moves.len()), Answer::Found(17));
/// assert_eq!(paths.count(&start, Effort::UNLIMITED)?, Answer::Found(4u8.into()));
/// assert_eq!(paths.iter(&start)?.map(Iterator::count), Answer::Found(4));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ShortestPaths<'a> {
    puzzle: &'a Puzzle,
    metric: Metric,
    distances: Source<'a>,
    /// Whether a position without a distance is known to be unreachable.
    is_whole: bool,
}

/// What a set of distances says about a position.
///
/// ```
/// use huarong::Answer;
///
/// assert_eq!(Answer::Found(81).known(), Ok(Some(81)));
/// assert_eq!(Answer::<u16>::Unreachable.known(), Ok(None));
/// assert!(Answer::<u16>::Unknown.known().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer<T> {
    /// The position is reachable, with this value.
    Found(T),
    /// The position is unreachable.
    Unreachable,
    /// Not known: the search ended before it reached the position, or the position belongs to another piece set or
    /// puzzle.
    Unknown,
}

impl<T> From<Option<T>> for Answer<T> {
    /// Converts a result of a complete search.
    fn from(found: Option<T>) -> Self {
        found.map_or(Self::Unreachable, Self::Found)
    }
}

impl<T: fmt::Display> fmt::Display for Answer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Found(found) => found.fmt(f),
            Self::Unreachable => f.pad("unreachable"),
            Self::Unknown => f.pad("not known"),
        }
    }
}

/// Error: it is not known whether the position can reach the goal.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "it is not known whether the position can reach the goal: the search ended before it reached the position, or \
     searched other pieces; search from this position"
)]
pub struct NotKnown;

impl<T> Answer<T> {
    /// The value; `None` if the position is unreachable.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not known whether the position is reachable.
    pub fn known(self) -> Result<Option<T>, NotKnown> {
        match self {
            Self::Found(found) => Ok(Some(found)),
            Self::Unreachable => Ok(None),
            Self::Unknown => Err(NotKnown),
        }
    }

    /// The value, if there is one.
    pub fn found(self) -> Option<T> {
        match self {
            Self::Found(found) => Some(found),
            Self::Unreachable | Self::Unknown => None,
        }
    }

    /// Applies a function to the value, if there is one.
    pub fn map<U>(self, of: impl FnOnce(T) -> U) -> Answer<U> {
        match self {
            Self::Found(found) => Answer::Found(of(found)),
            Self::Unreachable => Answer::Unreachable,
            Self::Unknown => Answer::Unknown,
        }
    }
}

/// Source of distances: a table, a search of a space, a search of a component, or a list. Blocks of a table are checked at
/// their first use.
#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    Table(&'a Space, &'a SetTable),
    Found(&'a Space, Distances<&'a [u8]>),
    Reached(&'a ComponentDistances),
    Tiers(&'a TierDistances),
    Listed(&'a HashMap<Arrangement, Answer<u16>>),
}

/// Reason why there is no path.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoPath {
    /// A position cannot reach the goal.
    #[error("{0} cannot reach the goal")]
    Unsolvable(String),
    /// Pieces have left the board, and a position cannot reach the goal any more.
    #[error("{0} is lost: pieces have passed doors, and no moves lead to the goal any more")]
    Lost(String),
    /// Two positions lie in different components.
    #[error("{0} and {1} lie in different components: no moves lead from one to the other")]
    Components(String, String),
    /// No moves lead to a position of a board with doors.
    #[error("no moves lead from {0} to {1}: pieces that have left do not come back")]
    OneWay(String, String),
    /// Two positions have different pieces.
    #[error(
        "{from} and {to} have different pieces, {pieces} and {others}: no moves lead from one to the other"
    )]
    Pieces {
        /// The first position.
        from: String,
        /// The second position.
        to: String,
        /// The piece set of the first.
        pieces: String,
        /// The piece set of the second.
        others: String,
    },
}

/// Reason why solutions were not counted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PathsError {
    /// The table could not be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The observer cancelled the count.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The count needs more memory than it may use.
    #[error(
        "counting the optimal solutions needs more than {} of memory: after {moves} of {}, the solutions \
         pass through {}",
        Amount(*.allowed),
        counted(*.distance as u64, "move"),
        counted(*.positions as u64, "position")
    )]
    Memory {
        /// Number of moves counted so far.
        moves: usize,
        /// Number of moves of each solution.
        distance: usize,
        /// Number of different positions after these moves, so far.
        positions: usize,
        /// Bytes that the count may use.
        allowed: u64,
    },
}

impl From<CountError> for PathsError {
    fn from(error: CountError) -> Self {
        match error {
            CountError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            CountError::Memory { step, steps, states, bytes } => {
                Self::Memory { moves: step, distance: steps, positions: states, allowed: bytes }
            }
            CountError::Side { .. } => unreachable!("positions are counted, not boards"),
        }
    }
}

impl NoPath {
    /// The error for a position that cannot reach the goal, or that cannot reach another position.
    pub fn between(puzzle: &Puzzle, position: &Arrangement, target: Option<&Arrangement>) -> Self {
        let from = puzzle.position_text(position);
        let Some(target) = target else {
            return match puzzle.has_left(position) {
                true => Self::Lost(from),
                false => Self::Unsolvable(from),
            };
        };
        let to = puzzle.position_text(target);
        if puzzle.doors().is_some() {
            return Self::OneWay(from, to);
        }
        let [set, other] = [position, target].map(Arrangement::piece_set);
        if set == other {
            return Self::Components(from, to);
        }
        let [pieces, others] = [set, other].map(|set| puzzle.piece_set_text(&set));
        Self::Pieces { from, to, pieces, others }
    }
}

impl<'a> ShortestPaths<'a> {
    /// The paths by a table, which must [fit](SetTable::check_fits) the space.
    pub fn by_table(space: &'a Space, table: &'a SetTable) -> Self {
        let distances = Source::Table(space, table);
        Self { puzzle: space.puzzle(), metric: table.metric, distances, is_whole: true }
    }

    /// The shortest paths by the distances of a search of the space under the metric. The search must be complete;
    /// otherwise call [`of_some`](Self::of_some).
    ///
    /// # Panics
    ///
    /// Panics if the number of distances is not the number of positions.
    pub fn by_search(space: &'a Space, metric: Metric, distances: &'a Distances) -> Self {
        assert_eq!(distances.len(), space.len(), "one distance for every position");
        let distances = Source::Found(space, distances.as_ref());
        Self { puzzle: space.puzzle(), metric, distances, is_whole: true }
    }

    /// The same paths for a search that [ended early](huarong_search::Search::run_until). Positions without a
    /// distance are then not known to be unreachable.
    #[must_use]
    pub fn of_some(self) -> Self {
        Self { is_whole: false, ..self }
    }

    /// The shortest paths back to the position from which a component was searched. They start at positions that the
    /// search reached. Other positions are known to be unreachable only if the search covered the
    /// [whole](ComponentDistances::is_whole) component.
    pub fn back(component: &'a ComponentDistances) -> Self {
        let (puzzle, metric) = (component.puzzle(), component.metric());
        let is_whole = component.is_whole();
        Self { puzzle, metric, distances: Source::Reached(component), is_whole }
    }

    /// The shortest paths on a board whose pieces leave, by the distances of all its positions.
    pub fn by_tiers(tiers: &'a TierDistances, metric: Metric) -> Self {
        Self { puzzle: tiers.puzzle(), metric, distances: Source::Tiers(tiers), is_whole: true }
    }

    /// The shortest paths through listed positions.
    pub(crate) fn listed(
        puzzle: &'a Puzzle,
        metric: Metric,
        answers: &'a HashMap<Arrangement, Answer<u16>>,
    ) -> Self {
        Self { puzzle, metric, distances: Source::Listed(answers), is_whole: false }
    }

    /// The length of the shortest paths from a position, in moves.
    pub fn distance(&self, position: &Arrangement) -> Result<Answer<u16>, TableError> {
        let found = match self.distances {
            Source::Table(space, _) | Source::Found(space, _) => {
                let index = space.rank(position);
                return index.map_or(Ok(Answer::Unknown), |index| self.at(index));
            }
            Source::Reached(component) if component.is_lost(position) => {
                return Ok(Answer::Unreachable);
            }
            Source::Reached(component) => component.distance(position),
            Source::Tiers(tiers) => {
                let found = tiers.distance(self.metric, position)?;
                return Ok(found.map_or(Answer::Unknown, Answer::from));
            }
            Source::Listed(answers) => {
                return Ok(answers.get(position).copied().unwrap_or(Answer::Unknown));
            }
        };
        Ok(self.answer(found))
    }

    /// The numbering of the positions, if they are numbered.
    fn space(&self) -> Option<&'a Space> {
        match self.distances {
            Source::Table(space, _) | Source::Found(space, _) => Some(space),
            Source::Reached(_) | Source::Tiers(_) | Source::Listed(_) => None,
        }
    }

    /// The same for the position with an index.
    fn at(&self, index: u64) -> Result<Answer<u16>, TableError> {
        Ok(match self.distances {
            Source::Table(_, table) => self.answer(table.get(index)?),
            Source::Found(_, distances) => self.answer(distances.get(index)),
            Source::Reached(_) | Source::Tiers(_) | Source::Listed(_) => Answer::Unknown,
        })
    }

    fn answer(&self, found: Option<u16>) -> Answer<u16> {
        match found {
            Some(distance) => Answer::Found(distance),
            None if self.is_whole => Answer::Unreachable,
            None => Answer::Unknown,
        }
    }

    /// The shortest path that takes the first best move each time.
    pub fn first(&self, position: &Arrangement) -> Result<Answer<Vec<PieceMove>>, TableError> {
        let distance = match self.distance(position)? {
            Answer::Found(distance) => distance,
            none => return Ok(none.map(|_| Vec::new())),
        };
        let (mut at, mut path) = (position.clone(), Vec::with_capacity(distance.into()));
        for nearer in (0..distance).rev() {
            let mut best = None;
            self.for_each_onward(&at, nearer, |made| {
                best = Some(made);
                ControlFlow::Break(())
            })?;
            // Distances of some positions only can lead to a dead end.
            let Some(made) = best else { return self.first_of_all(position) };
            made.apply_to(&mut at);
            path.push(made);
        }
        Ok(Answer::Found(path))
    }

    /// The first of all shortest paths.
    fn first_of_all(&self, position: &Arrangement) -> Result<Answer<Vec<PieceMove>>, TableError> {
        let mut first = Vec::new();
        let answer = self.for_each(position, |path| {
            first = path.to_vec();
            ControlFlow::Break(())
        })?;
        Ok(answer.map(|()| first))
    }

    /// Number of shortest paths, counted as sequences of positions. Reports progress in moves of a solution.
    pub fn count(
        &self,
        position: &Arrangement,
        effort: Effort<'_>,
    ) -> Result<Answer<BigUint>, PathsError> {
        let distance = match self.distance(position)? {
            Answer::Found(distance) => distance,
            none => return Ok(none.map(|_| BigUint::ZERO)),
        };
        // The states of a step are the positions after that many moves.
        let start = StateCounts::start(position.clone());
        let heap = position.heap_bytes();
        let ends = start.try_after(distance.into(), heap, effort, |step, at, paths, next| {
            for made in self.onward(at, distance - 1 - step as u16)? {
                next.add(made.apply(at), paths);
            }
            Ok::<_, PathsError>(())
        })?;
        Ok(Answer::Found(ends.total()))
    }

    /// Calls `visit` with the moves of every shortest path, sorted by the moves, until it breaks. The answer says
    /// whether there is a path. Memory use does not depend on the number of paths.
    pub fn for_each(
        &self,
        position: &Arrangement,
        mut visit: impl FnMut(&[PieceMove]) -> ControlFlow<()>,
    ) -> Result<Answer<()>, TableError> {
        let mut solutions = match self.iter(position)? {
            Answer::Found(solutions) => solutions,
            none => return Ok(none.map(drop)),
        };
        while let Some(path) = solutions.advance()? {
            if visit(path).is_break() {
                break;
            }
        }
        Ok(Answer::Found(()))
    }

    /// Iterates over the shortest paths, in the order of [`for_each`](Self::for_each). Memory use does not depend on
    /// the number of paths.
    pub fn iter(&self, position: &Arrangement) -> Result<Answer<Solutions<'a>>, TableError> {
        let distance = match self.distance(position)? {
            Answer::Found(distance) => distance,
            Answer::Unreachable => return Ok(Answer::Unreachable),
            Answer::Unknown => return Ok(Answer::Unknown),
        };
        let (at, path) = (position.clone(), Vec::with_capacity(distance.into()));
        let first = match distance {
            0 => vec![],
            _ => self.onward(position, distance - 1)?,
        };
        let untried = vec![first.into_iter()];
        Ok(Answer::Found(Solutions { paths: *self, distance, at, path, untried }))
    }

    /// The moves from a position to positions at distance `nearer`, which is one less than its own.
    pub(crate) fn onward(
        &self,
        position: &Arrangement,
        nearer: u16,
    ) -> Result<Vec<PieceMove>, TableError> {
        let mut onward = Vec::new();
        self.for_each_onward(position, nearer, |made| {
            onward.push(made);
            ControlFlow::Continue(())
        })?;
        Ok(onward)
    }

    /// Calls `visit` for these moves, in order, until it breaks.
    fn for_each_onward(
        &self,
        position: &Arrangement,
        nearer: u16,
        mut visit: impl FnMut(PieceMove) -> ControlFlow<()>,
    ) -> Result<(), TableError> {
        let located = self.space().and_then(|space| Some((space, Located::of(space, position)?)));
        let (mut after, mut is_dead_end) = (position.clone(), true);
        let mut failed = Ok(());
        let _ = self.puzzle.try_for_each_move(self.metric, position, |made| {
            made.apply_to(&mut after);
            let distance = match &located {
                Some((space, at)) if made.followers.is_empty() => {
                    self.at(at.rank_after(space, made.shape, &after))
                }
                _ => self.distance(&after),
            };
            made.undo_on(&mut after);
            match distance {
                Ok(distance) if distance == Answer::Found(nearer) => {
                    is_dead_end = false;
                    visit(made)
                }
                Ok(_) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Err(error);
                    ControlFlow::Break(())
                }
            }
        });
        failed?;
        match self.distances {
            Source::Table(space, table) if is_dead_end => {
                let index = space.rank(position).expect("it has a distance");
                Err(table.contradiction(index))
            }
            _ => Ok(()),
        }
    }
}

/// Iterator over all shortest paths from one position: a depth-first walk that stores one path.
#[derive(Clone, Debug)]
pub struct Solutions<'a> {
    paths: ShortestPaths<'a>,
    /// Number of moves of every path.
    distance: u16,
    /// The position after the moves made so far.
    at: Arrangement,
    path: Vec<PieceMove>,
    /// For every position on the current path before its end, the best moves not tried yet; empty after the last path.
    untried: Vec<vec::IntoIter<PieceMove>>,
}

impl Solutions<'_> {
    /// The moves of the next path; `None` after the last one.
    pub fn advance(&mut self) -> Result<Option<&[PieceMove]>, TableError> {
        if self.distance == 0 {
            return Ok(self.untried.pop().map(|_| &self.path[..]));
        }
        // First leaves the end of the previous path.
        if self.path.len() == usize::from(self.distance) {
            self.take_back();
        }
        while let Some(branch) = self.untried.last_mut() {
            let Some(made) = branch.next() else {
                self.untried.pop();
                self.take_back();
                continue;
            };
            made.apply_to(&mut self.at);
            self.path.push(made);
            match self.distance - self.path.len() as u16 {
                0 => return Ok(Some(&self.path)),
                left => self.untried.push(self.paths.onward(&self.at, left - 1)?.into_iter()),
            }
        }
        Ok(None)
    }

    fn take_back(&mut self) {
        if let Some(made) = self.path.pop() {
            made.undo_on(&mut self.at);
        }
    }
}

impl Iterator for Solutions<'_> {
    type Item = Result<Vec<PieceMove>, TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance().map(|path| path.map(<[PieceMove]>::to_vec)).transpose()
    }
}
