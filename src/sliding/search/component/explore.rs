//! Search from one position: the reachable positions and their distances.

use super::error::{ComponentError, MOST_WORDS};
use super::layout::Layout;
use super::levels::{advance, depth, fits};
use super::moves::Moves;
use super::path::{path_back, reversed};
use super::reached::Reached;
use super::words::{Words, with_reached};
use crate::effort::Effort;
use crate::sliding::rules::{Arrangement, Metric, Move, Puzzle};

/// The positions that a search from one position reached, with their distances from it.
///
/// Each position is a word of a few bits per piece. Most puzzles need 64 bits, and about 15 bytes per position in
/// total.
///
/// ```
/// use huarong::search::Effort;
/// use huarong::{Metric, Puzzle};
/// use huarong::search::{Component, Until};
///
/// let puzzle = Puzzle::klotski();
/// let start = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let whole = Component::explore(&puzzle, &start, Metric::Finger, Until::All, Effort::UNLIMITED)?;
/// assert_eq!(whole.len(), 25_955);
///
/// let until = Until::Goal;
/// let solved = Component::explore(&puzzle, &start, Metric::Finger, until, Effort::UNLIMITED)?;
/// let end = solved.found().expect("the start can be solved");
/// assert_eq!(solved.distance(end), Some(81));
/// assert_eq!(solved.path_to(end).map(|moves| moves.len()), Some(81));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Component {
    puzzle: Puzzle,
    metric: Metric,
    layout: Layout,
    reached: Words,
    found: Option<Arrangement>,
    is_whole: bool,
}

/// Condition under which a search from one position ends.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Until<'a> {
    /// All reachable positions are found.
    All,
    /// The nearest goal position is found.
    Goal,
    /// The given number of levels after the nearest goal position is finished.
    PastGoal(u16),
    /// A position is found.
    At(&'a Arrangement),
    /// The level in which the number of positions reaches the given one is finished.
    Reached(u64),
}

impl Component {
    /// Searches from a position. Reports progress in positions.
    pub fn explore(
        puzzle: &Puzzle,
        start: &Arrangement,
        metric: Metric,
        until: Until<'_>,
        effort: Effort<'_>,
    ) -> Result<Self, ComponentError> {
        let layout = Layout::new(puzzle, start);
        let task = Task { puzzle, layout: &layout, start, metric, until };
        let (reached, found, is_whole) = match layout.words {
            0..=1 => search::<1>(task, effort)?,
            2 => search::<2>(task, effort)?,
            3..=4 => search::<4>(task, effort)?,
            5..=MOST_WORDS => search::<MOST_WORDS>(task, effort)?,
            words => return Err(ComponentError::TooManyPieces { bits: 64 * words }),
        };
        Ok(Self { puzzle: puzzle.clone(), metric, layout, reached, found, is_whole })
    }

    /// Number of bytes of memory that it takes.
    pub fn bytes(&self) -> u64 {
        with_reached!(&self.reached, reached => reached.bytes())
    }

    /// The metric of the search.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The goal positions among the reached ones.
    pub fn goal_positions(&self) -> Vec<Arrangement> {
        let position = || self.no_position();
        with_reached!(&self.reached, reached => self.read_all(reached.all(position, |at, key| {
            self.layout.read(key, at);
            self.puzzle.goal().is_won(at)
        })))
    }

    /// Searches back from all reached goal positions under a metric; `None` if there are none. Reports progress in
    /// positions.
    pub fn back_from_goal_positions(
        &self,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ComponentError> {
        let start = self.no_position();
        let back = with_reached!(&self.reached, reached => {
            let moves = Moves::new(&self.puzzle, &self.layout, &start, metric);
            back(self, reached, moves, None, effort)
        })?;
        Ok(back.map(|reached| Self { metric, ..self.with(reached) }))
    }

    /// The positions of the last level.
    pub fn farthest(&self) -> Vec<Arrangement> {
        with_reached!(&self.reached, reached => {
            let depth = Some(reached.depth() as u16);
            self.read_all(reached.all(|| (), move |(), key| reached.moves_to(key) == depth))
        })
    }

    fn read_all<const N: usize>(
        &self,
        batches: impl Iterator<Item = Vec<[u64; N]>>,
    ) -> Vec<Arrangement> {
        let read = |key| {
            let mut position = self.no_position();
            self.layout.read(&key, &mut position);
            position
        };
        batches.flatten().map(read).collect()
    }

    /// An empty position, as a buffer.
    fn no_position(&self) -> Arrangement {
        Arrangement::empty(self.puzzle.shapes().len())
    }

    /// Other results for the same start.
    fn with(&self, reached: Words) -> Self {
        Self {
            puzzle: self.puzzle.clone(),
            metric: self.metric,
            layout: self.layout.clone(),
            reached,
            found: None,
            is_whole: self.is_whole,
        }
    }

    /// The positions on shortest paths from the start to the goal, each with its distance to the goal; `None` if no
    /// goal position was reached. The same as [`paths_within`](Self::paths_within) with 0.
    pub fn shortest_paths_to_goal(
        &self,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ComponentError> {
        self.paths_within(0, effort)
    }

    /// The positions on paths to the goal that are at most `more` moves longer than the shortest. Each has its
    /// distance to the goal. `None` if no goal position was reached.
    ///
    /// The search goes back from the goal positions, and only through reached positions. So the search must have
    /// continued [that far past](Until::PastGoal) the nearest goal position, or to its end. Reports progress in
    /// positions.
    pub fn paths_within(
        &self,
        more: u16,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ComponentError> {
        let start = self.no_position();
        let back = with_reached!(&self.reached, reached => {
            let Some(nearest) = nearest_won(self, reached) else { return Ok(None) };
            let moves = Moves::new(&self.puzzle, &self.layout, &start, self.metric);
            back(self, reached, moves, Some(nearest.saturating_add(more)), effort)
        })?;
        Ok(back.map(|reached| Self { is_whole: false, ..self.with(reached) }))
    }

    /// Number of reached positions, including the start.
    pub fn len(&self) -> u64 {
        self.levels().iter().sum()
    }

    /// Always false, because the start is reached.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of positions reached in 0, 1, 2 … moves.
    pub fn levels(&self) -> Vec<u64> {
        with_reached!(&self.reached, reached => reached.levels().to_vec())
    }

    /// Whether the search reached all reachable positions.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The position at which the search ended, if it was searched for.
    pub fn found(&self) -> Option<&Arrangement> {
        self.found.as_ref()
    }

    /// Distance of a position from the start; `None` if it was not reached.
    pub fn distance(&self, position: &Arrangement) -> Option<u16> {
        if !self.layout.holds(position) {
            return None;
        }
        with_reached!(&self.reached, reached => reached.moves_to(&self.layout.key(position)))
    }

    /// A shortest path from the start to a reached position.
    pub fn path_to(&self, position: &Arrangement) -> Option<Vec<Move>> {
        let distance = |position: &Arrangement| self.distance(position);
        path_back(&self.puzzle, self.metric, position, distance).map(reversed)
    }
}

/// Parameters of a search.
#[derive(Clone, Copy)]
struct Task<'a> {
    puzzle: &'a Puzzle,
    layout: &'a Layout,
    start: &'a Arrangement,
    metric: Metric,
    until: Until<'a>,
}

fn search<const N: usize>(
    task: Task<'_>,
    effort: Effort<'_>,
) -> Result<(Words, Option<Arrangement>, bool), ComponentError>
where
    Words: From<Reached<N>>,
{
    let Task { puzzle, layout, start, metric, until } = task;
    let moves = Moves::new(puzzle, layout, start, metric);
    let mut reached = Reached::<N>::new(layout.key(start));
    // The position at which the search ends, and its level.
    let mut found: Option<(Arrangement, usize)> = None;
    loop {
        if found.is_none() {
            let here = find(puzzle, layout, &reached, start, until);
            found = here.map(|position| (position, reached.depth()));
        }
        let is_whole = reached.levels().last() == Some(&0);
        let past = found.as_ref().map(|(_, level)| reached.depth() - level);
        let is_enough = match until {
            Until::All => false,
            Until::Goal | Until::At(_) => past.is_some(),
            Until::PastGoal(levels) => past.is_some_and(|past| past >= levels.into()),
            Until::Reached(enough) => reached.len() >= enough,
        };
        if is_whole || is_enough {
            let found = found.map(|(position, _)| position);
            return Ok((reached.finish().into(), found, is_whole));
        }
        advance(&mut reached, &moves, effort)?;
    }
}

/// Distance of the nearest goal positions from the start; `None` if none was reached.
fn nearest_won<const N: usize>(component: &Component, reached: &Reached<N>) -> Option<u16> {
    let is_won = |at: &mut Arrangement, key: &[u64; N]| {
        component.layout.read(key, at);
        component.puzzle.goal().is_won(at)
    };
    let won = reached.all(|| component.no_position(), is_won);
    won.flatten().filter_map(|key| reached.moves_to(&key)).min()
}

/// Searches back from the reached goal positions. With `longest`, it follows only paths of at most that many moves from
/// the start to the goal. So the further back a position is, the sooner the search must have reached it.
fn back<const N: usize>(
    component: &Component,
    reached: &Reached<N>,
    moves: Moves<'_, N>,
    longest: Option<u16>,
    effort: Effort<'_>,
) -> Result<Option<Words>, ComponentError>
where
    Words: From<Reached<N>>,
{
    let is_wanted = |at: &mut Arrangement, key: &[u64; N]| {
        if longest.is_some_and(|longest| reached.moves_to(key).is_none_or(|far| far > longest)) {
            return false;
        }
        component.layout.read(key, at);
        component.puzzle.goal().is_won(at)
    };
    let won = reached.all(|| component.no_position(), is_wanted);
    let back = Reached::<N>::from_all(won, |len, bytes| {
        effort.check()?;
        fits(len, 0, bytes, effort)
    })?;
    let Some(mut back) = back else { return Ok(None) };
    while back.width() > 0 {
        let moves = match longest {
            None => moves,
            Some(longest) => match longest.checked_sub(depth(&back)? + 1) {
                Some(left) => moves.within(reached, left),
                None => break,
            },
        };
        advance(&mut back, &moves, effort)?;
    }
    Ok(Some(back.finish().into()))
}

/// The first position of the last level at which the search ends.
fn find<const N: usize>(
    puzzle: &Puzzle,
    layout: &Layout,
    reached: &Reached<N>,
    start: &Arrangement,
    until: Until<'_>,
) -> Option<Arrangement> {
    match until {
        Until::All | Until::Reached(_) => None,
        Until::At(target) => {
            let is_reached =
                layout.holds(target) && reached.moves_to(&layout.key(target)).is_some();
            is_reached.then(|| target.clone())
        }
        Until::Goal | Until::PastGoal(_) => {
            let won = reached.find_last(
                || start.clone(),
                |position, key| {
                    layout.read(key, position);
                    puzzle.goal().is_won(position)
                },
            );
            won.map(|key| {
                let mut position = start.clone();
                layout.read(&key, &mut position);
                position
            })
        }
    }
}
