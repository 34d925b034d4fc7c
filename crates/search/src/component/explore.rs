//! Search from one position: the reachable positions by their distances.

use super::breadth_first::{BreadthFirst, fits};
use super::distances::DistanceTable;
use super::encoding::{Encoding, for_words};
use super::error::ComponentError;
use super::from_goals::{back, back_within};
use super::goal::GoalTest;
use super::levels::KeyLevels;
use super::moves::Moves;
use super::path::{path_back, path_down, reversed};
use super::word_counts::{AnyLevels, AnyTable, with_words};
use huarong_core::effort::Effort;
use huarong_core::grid::Cell;
use huarong_core::rules::{Arrangement, Metric, PieceMove, Puzzle, ShapeId};
use std::sync::Arc;

/// The positions that a search from one position reached, by their distance from it.
///
/// The positions of each level are sorted and packed, in about 4 bytes each. During the search, only the last two levels
/// are also kept unpacked (frontier search; Korf, Zhang, Thayer and Hohwald, 2005). Moves can be undone, so every
/// neighbour of a level is in the level before it, in the same level, or new. Where pieces leave the board, all levels are
/// kept.
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
/// assert_eq!(solved.path_to(end).map(|moves| moves.len()), Some(81));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Component {
    puzzle: Puzzle,
    metric: Metric,
    encoding: Encoding,
    goal: GoalTest,
    levels: AnyLevels,
    found: Option<Arrangement>,
    /// The level of the nearest goal positions, if the search looked for them.
    nearest: Option<usize>,
    is_whole: bool,
}

/// The positions of a [`Component`] with their distances, to be asked for by position.
#[derive(Debug)]
pub struct ComponentDistances {
    pub(super) puzzle: Puzzle,
    pub(super) metric: Metric,
    pub(super) encoding: Encoding,
    pub(super) table: AnyTable,
    pub(super) is_whole: bool,
    /// The positions that the start reaches, if some of them can be lost.
    pub(super) reached: Option<Arc<ComponentDistances>>,
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
    LevelsAfterGoal(u16),
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
        let encoding = Encoding::new(puzzle, start);
        let goal = GoalTest::new(puzzle, &encoding);
        let (levels, found, nearest, is_whole) = for_words!(
            encoding.words,
            N => {
                let moves = Moves::new(puzzle, &encoding, metric);
                explore::<N>(&encoding, &goal, &moves, start, until, effort)?
            },
            words => return Err(ComponentError::TooManyPieces { bits: 64 * words })
        );
        let puzzle = puzzle.clone();
        Ok(Self { puzzle, metric, encoding, goal, levels, found, nearest, is_whole })
    }

    /// The result of another search from the same start, by its levels. It ends with the level of the nearest goal
    /// positions, if there are any.
    pub(crate) fn of_levels(
        puzzle: Puzzle,
        metric: Metric,
        encoding: Encoding,
        goal: GoalTest,
        levels: AnyLevels,
        is_whole: bool,
    ) -> Self {
        let (found, nearest) = (None, None);
        let mut component =
            Self { puzzle, metric, encoding, goal, levels, found, nearest, is_whole };
        component.found = with_words!(AnyLevels, &component.levels, levels => {
            let last = levels.count() - 1;
            component.goals(levels, last..last + 1).first().map(|key| component.read(key))
        });
        component.is_whole &= component.found.is_none();
        component
    }

    /// Number of bytes of memory that it takes.
    pub fn bytes(&self) -> u64 {
        with_words!(AnyLevels, &self.levels, levels => levels.bytes())
    }

    /// The metric of the search.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The goal positions among the reached ones, the nearest first.
    pub fn goal_positions(&self) -> Vec<Arrangement> {
        with_words!(AnyLevels, &self.levels, levels => {
            let goals = self.goals(levels, 0..levels.count());
            goals.iter().map(|key| self.read(key)).collect()
        })
    }

    fn goals<const N: usize>(
        &self,
        levels: &KeyLevels<N>,
        range: std::ops::Range<usize>,
    ) -> Vec<[u64; N]> {
        range.flat_map(|level| levels.filter(level, &|key| self.goal.is_goal(key))).collect()
    }

    /// Searches back from all reached goal positions under a metric; `None` if there are none. The component must be
    /// [whole](Self::is_whole). Reports progress in positions.
    pub fn back_from_goal_positions(
        &self,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ComponentError> {
        let moves = Moves::back(&self.puzzle, &self.encoding, metric);
        let found = with_words!(AnyLevels, &self.levels, levels => {
            let goals = self.goals(levels, 0..levels.count());
            let reached = moves.are_one_way().then(|| levels.all());
            back(goals, &moves, reached.as_ref(), 0, effort)?.map(AnyLevels::from)
        });
        Ok(found.map(|levels| Self { metric, ..self.with(levels) }))
    }

    /// The positions of the last level.
    pub fn farthest(&self) -> Vec<Arrangement> {
        with_words!(AnyLevels, &self.levels, levels => {
            let last = levels.filter(levels.count() - 1, &|_| true);
            last.iter().map(|key| self.read(key)).collect()
        })
    }

    /// The reached positions, the nearest to the start first.
    pub fn positions(&self) -> Vec<Arrangement> {
        with_words!(AnyLevels, &self.levels, levels => {
            let keys = (0..levels.count()).flat_map(|level| levels.filter(level, &|_| true));
            keys.map(|key| self.read(&key)).collect()
        })
    }

    /// Whether all reached positions have a piece of a shape at an anchor.
    #[doc(hidden)]
    pub fn all_have(&self, shape: ShapeId, anchor: Cell) -> bool {
        let Some(test) = self.encoding.test(shape, anchor) else { return false };
        with_words!(AnyLevels, &self.levels, levels => {
            (0..levels.count()).all(|level| levels.filter(level, &|key| !test.holds(key)).is_empty())
        })
    }

    /// The nearest positions with a piece of a shape at an anchor, with their distance; `None` if there are none among
    /// the reached ones.
    #[doc(hidden)]
    pub fn nearest_with(&self, shape: ShapeId, anchor: Cell) -> Option<(u16, Vec<Arrangement>)> {
        let test = self.encoding.test(shape, anchor)?;
        with_words!(AnyLevels, &self.levels, levels => {
            (0..levels.count()).find_map(|level| {
                let found = levels.filter(level, &|key| test.holds(key));
                let positions = found.iter().map(|key| self.read(key)).collect();
                (!found.is_empty()).then_some((level as u16, positions))
            })
        })
    }

    fn read<const N: usize>(&self, key: &[u64; N]) -> Arrangement {
        let mut position = self.puzzle.empty_position();
        self.encoding.read(key, &mut position);
        position
    }

    /// Other results for the same start.
    fn with(&self, levels: AnyLevels) -> Self {
        Self {
            puzzle: self.puzzle.clone(),
            metric: self.metric,
            encoding: self.encoding.clone(),
            goal: self.goal.clone(),
            levels,
            found: None,
            nearest: None,
            is_whole: self.is_whole,
        }
    }

    /// The positions on shortest paths from the start to the goal, by their distance to the goal; `None` if no goal
    /// position was reached. The same as [`paths_within`](Self::paths_within) with 0.
    pub fn shortest_paths_to_goal(
        &self,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ComponentError> {
        self.paths_within(0, effort)
    }

    /// The positions on paths to the goal that are at most `more` moves longer than the shortest, by their distance to
    /// the goal. `None` if no goal position was reached.
    ///
    /// The search goes back from the goal positions, and only through reached positions. So the search must have
    /// continued [that far beyond](Until::LevelsAfterGoal) the nearest goal position, or to its end. Reports progress
    /// in positions.
    pub fn paths_within(
        &self,
        more: u16,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ComponentError> {
        let moves = Moves::back(&self.puzzle, &self.encoding, self.metric);
        let found = with_words!(AnyLevels, &self.levels, levels => {
            let is_goal = |&level: &usize| !self.goals(levels, level..level + 1).is_empty();
            let nearest = self.nearest.or_else(|| (0..levels.count()).find(is_goal));
            let Some(nearest) = nearest else { return Ok(None) };
            let longest = nearest + usize::from(more);
            let goals = self.goals(levels, nearest..levels.count().min(longest + 1));
            back_within(goals, &moves, levels, [nearest, longest], effort)?.map(AnyLevels::from)
        });
        Ok(found.map(|levels| Self { is_whole: false, ..self.with(levels) }))
    }

    /// Number of reached positions, including the start.
    pub fn len(&self) -> u64 {
        with_words!(AnyLevels, &self.levels, levels => levels.widths().sum())
    }

    /// Always false, because the start is reached.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of positions reached in 0, 1, 2 … moves.
    pub fn levels(&self) -> Vec<u64> {
        with_words!(AnyLevels, &self.levels, levels => levels.widths().collect())
    }

    /// Whether the search reached all reachable positions.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The position at which the search ended, if it was searched for.
    pub fn found(&self) -> Option<&Arrangement> {
        self.found.as_ref()
    }

    /// A shortest path from the start to a reached position; `None` if it was not reached. Reads the levels up to that
    /// position twice.
    pub fn path_to(&self, position: &Arrangement) -> Option<Vec<PieceMove>> {
        if !self.encoding.holds(position) {
            return None;
        }
        with_words!(AnyLevels, &self.levels, levels => {
            let level = levels.level_of(&self.encoding.key(position))?;
            let (puzzle, encoding) = (&self.puzzle, &self.encoding);
            let back = path_down(puzzle, self.metric, encoding, levels, position, level);
            Some(reversed(back))
        })
    }

    /// The distances by position, which take about 11 bytes per position. The levels are freed meanwhile.
    pub fn into_distances(self, effort: Effort<'_>) -> Result<ComponentDistances, ComponentError> {
        let Self { puzzle, metric, encoding, levels, is_whole, .. } = self;
        let table = with_words!(AnyLevels, levels, levels => {
            let len = levels.widths().sum();
            fits(len, levels.count() as u16 - 1, DistanceTable::bytes_of(&levels), effort)?;
            DistanceTable::new(levels, effort)?.into()
        });
        Ok(ComponentDistances { puzzle, metric, encoding, table, is_whole, reached: None })
    }
}

impl ComponentDistances {
    /// The metric of the search.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Number of positions, those that are lost too.
    pub fn len(&self) -> u64 {
        match &self.reached {
            Some(reached) => reached.len(),
            None => with_words!(AnyTable, &self.table, table => table.len()),
        }
    }

    /// Whether a position without a distance was reached, so that no moves lead to the goal any more.
    pub fn is_lost(&self, position: &Arrangement) -> bool {
        let reached = self.reached.as_ref();
        reached.is_some_and(|reached| reached.distance(position).is_some())
            && self.distance(position).is_none()
    }

    /// Always false, because the start has a distance.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of positions reached in 0, 1, 2 … moves.
    pub fn levels(&self) -> Vec<u64> {
        with_words!(AnyTable, &self.table, table => table.widths())
    }

    /// All positions with a distance, by their distance. All searches of a component have the same order.
    #[doc(hidden)]
    pub fn by_level(&self) -> Vec<Vec<Arrangement>> {
        let mut position = self.puzzle.empty_position();
        with_words!(AnyTable, &self.table, table => {
            let mut read = |key| {
                self.encoding.read(&key, &mut position);
                position.clone()
            };
            let levels = table.by_level().into_iter();
            levels.map(|keys| keys.into_iter().map(&mut read).collect()).collect()
        })
    }

    /// The positions without a distance that were reached, because no moves lead to the goal any more.
    #[doc(hidden)]
    pub fn lost(&self) -> Vec<Arrangement> {
        let Some(reached) = &self.reached else { return Vec::new() };
        let mut reached = reached.by_level().concat();
        reached.retain(|position| self.distance(position).is_none());
        reached
    }

    /// Number of bytes of memory that they take. Positions that they share with the distances under other metrics count
    /// once.
    pub fn bytes(&self) -> u64 {
        let reached = self.reached.as_ref().map_or(0, |reached| reached.bytes());
        reached + with_words!(AnyTable, &self.table, table => table.bytes())
    }

    /// Whether the search reached all reachable positions.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Distance of a position from the start of the search; `None` if it was not reached.
    pub fn distance(&self, position: &Arrangement) -> Option<u16> {
        if !self.encoding.holds(position) {
            return None;
        }
        with_words!(AnyTable, &self.table, table => table.level(&self.encoding.key(position)))
    }

    /// A shortest path from the start of the search to a reached position.
    pub fn path_to(&self, position: &Arrangement) -> Option<Vec<PieceMove>> {
        let is_at = |at: &Arrangement, level| self.distance(at) == Some(level);
        let level = self.distance(position)?;
        Some(reversed(path_back(&self.puzzle, self.metric, position, level, is_at)))
    }
}

/// Searches until a condition holds. Returns the levels, the position at which the search ended, the level of the nearest
/// goal positions, and whether all reachable positions were reached. The second and third only if they were searched for.
fn explore<const N: usize>(
    encoding: &Encoding,
    goal: &GoalTest,
    moves: &Moves<'_>,
    start: &Arrangement,
    until: Until<'_>,
    effort: Effort<'_>,
) -> Result<(AnyLevels, Option<Arrangement>, Option<usize>, bool), ComponentError>
where
    AnyLevels: From<KeyLevels<N>>,
{
    let mut search = BreadthFirst::<N>::new(vec![encoding.key(start)], moves.are_one_way())
        .expect("there is a start");
    let target = match until {
        Until::At(target) if encoding.holds(target) => Some(encoding.key::<N>(target)),
        _ => None,
    };
    // The position at which the search ends, and its level.
    let mut found: Option<([u64; N], usize)> = None;
    loop {
        let depth = search.levels.count() - 1;
        if found.is_none() {
            let here = match until {
                Until::All | Until::Reached(_) => None,
                Until::At(_) => target.filter(|target| search.frontier.contains(target)),
                Until::Goal | Until::LevelsAfterGoal(_) => {
                    search.frontier.find(&|key| goal.is_goal(key))
                }
            };
            found = here.map(|key| (key, depth));
        }
        let is_whole = search.frontier.width() == 0;
        let past = found.map(|(_, level)| depth - level);
        let is_enough = match until {
            Until::All => false,
            Until::Goal | Until::At(_) => past.is_some(),
            Until::LevelsAfterGoal(levels) => past.is_some_and(|past| past >= levels.into()),
            Until::Reached(enough) => search.len() >= enough,
        };
        if is_whole || is_enough {
            let read = |(key, _)| {
                let mut position = start.clone();
                encoding.read(&key, &mut position);
                position
            };
            let mut levels = search.levels;
            levels.finish();
            let nearest = found.filter(|_| target.is_none()).map(|(_, level)| level);
            return Ok((levels.into(), found.map(read), nearest, is_whole));
        }
        search.advance(moves, 0, effort)?;
    }
}
