//! The guided search of one position, and the bounds that it reaches.

use super::pattern::{Pattern, PatternPlan};
use super::rounds::{GuidedTask, RoundBounds, RoundEnd};
use super::single_pieces::SinglePieces;
use crate::component::{
    AnyLevels, Component, ComponentError, Encoding, GoalTest, KeyLevels, Moves, for_words,
};
use crate::error::SearchError;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, PieceMove, Puzzle, ShapeId};

/// The bound of the start is weak if this multiple of it is less than the number of moves that were tried already.
const WEAK_BOUND_FACTOR: u16 = 2;

/// A search for the optimal solutions of one position, for spaces that are too large for other searches.
///
/// It first searches [without patterns](Self::explore). Then it [chooses patterns](Self::choose_patterns) and searches
/// [with them](Self::solve). When a search ends early, the bounds that it reached remain.
///
/// ```
/// use huarong::search::Effort;
/// use huarong_search::Guide;
/// use huarong::{Metric, Puzzle};
///
/// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let mut guide = Guide::new(start.puzzle(), &start, Metric::Finger);
/// assert!(guide.explore(Effort::UNLIMITED.at_most(60_000)).is_err(), "it does not fit into 60 kB");
/// assert!(guide.at_least() > 20);
/// guide.choose_patterns(Effort::UNLIMITED.at_most(1_000_000))?;
/// let found = guide.solve(Effort::UNLIMITED)?;
/// assert_eq!(found.levels().len(), 82, "81 moves");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Guide {
    puzzle: Puzzle,
    start: Arrangement,
    metric: Metric,
    encoding: Encoding,
    goal: GoalTest,
    patterns: Vec<Pattern>,
    reached: RoundBounds,
    best: Option<Vec<PieceMove>>,
}

impl Guide {
    /// A search from a position under a metric.
    pub fn new(puzzle: &Puzzle, start: &Arrangement, metric: Metric) -> Self {
        let encoding = Encoding::new(puzzle, start);
        let goal = GoalTest::new(puzzle, &encoding);
        let (puzzle, start) = (puzzle.clone(), start.clone());
        Self {
            puzzle,
            start,
            metric,
            encoding,
            goal,
            patterns: Vec::new(),
            reached: RoundBounds::default(),
            best: None,
        }
    }

    /// A lower bound for the number of moves of every solution.
    pub fn at_least(&self) -> u16 {
        self.reached.at_least
    }

    /// Number of positions that its searches reached, without those of patterns and of the search for any solution. A
    /// position that several searches reach counts as often.
    pub fn positions(&self) -> u64 {
        self.reached.positions
    }

    /// The best solution that was found before an optimal one. It may be optimal, too.
    pub fn best(&self) -> Option<&[PieceMove]> {
        self.best.as_deref()
    }

    /// Searches breadth first to the nearest goal positions, without patterns. Without a solution, the result is the
    /// whole component. Reports progress in positions.
    pub fn explore(&mut self, effort: Effort<'_>) -> Result<Component, ComponentError> {
        self.search(None, effort)
    }

    /// The bounds that were reached: the least number of moves, and the best solution found.
    pub fn into_bounds(self) -> (u16, Option<Vec<PieceMove>>) {
        (self.reached.at_least, self.best)
    }

    /// Chooses patterns, and searches their distances. Returns the pieces of each: for every shape their number and
    /// letter. Reports progress in positions of the patterns.
    pub fn choose_patterns(&mut self, effort: Effort<'_>) -> Result<Vec<String>, SearchError> {
        let mut chosen = Vec::new();
        let mut held = 0;
        // Without the pieces between them, pieces of a line do not touch, and move one after the other.
        if self.metric == Metric::Multi {
            return Ok(chosen);
        }
        for plan in PatternPlan::choose(&self.puzzle, &self.start, effort) {
            effort.check()?;
            let letters = self.letters(plan.shapes());
            let pattern = match plan.search(self.metric, effort.without(held)) {
                Err(error) if error.is_memory() => continue,
                found => found?,
            };
            held += pattern.bytes();
            self.patterns.push(pattern);
            chosen.push(letters);
        }
        Ok(chosen)
    }

    /// The signs of the pieces of some shapes in the start.
    fn letters(&self, shapes: &[ShapeId]) -> String {
        let sign = |shape: ShapeId| {
            let anchors = self.start.anchors(shape).into_iter();
            anchors.map(move |anchor| self.puzzle.sign_of(&self.start, shape, anchor))
        };
        shapes.iter().copied().flat_map(sign).collect()
    }

    /// Searches with the patterns: first for any solution, then for optimal ones, with larger and larger limits for
    /// their lengths. The result has all positions on optimal solutions. Without a solution, it has none with a goal.
    /// Reports progress in positions.
    pub fn solve(&mut self, effort: Effort<'_>) -> Result<Component, ComponentError> {
        let patterns = std::mem::take(&mut self.patterns);
        let held = patterns.iter().map(Pattern::bytes).sum();
        let found = self.search(Some(&patterns), effort.without(held));
        self.patterns = patterns;
        found
    }

    /// Searches with the bounds of patterns and of single pieces. With `None`, it passes over no position.
    fn search(
        &mut self,
        patterns: Option<&[Pattern]>,
        effort: Effort<'_>,
    ) -> Result<Component, ComponentError> {
        for_words!(
            self.encoding.words,
            N => self.search_in::<N>(patterns, effort),
            words => Err(ComponentError::TooManyPieces { bits: 64 * words })
        )
    }

    fn search_in<const N: usize>(
        &mut self,
        patterns: Option<&[Pattern]>,
        effort: Effort<'_>,
    ) -> Result<Component, ComponentError>
    where
        AnyLevels: From<KeyLevels<N>>,
    {
        let Self { puzzle, start, metric, encoding, goal, reached, best, .. } = self;
        let (moves, metric) = (&Moves::new(puzzle, encoding, *metric), *metric);
        let is_guided = patterns.is_some();
        let patterns = patterns.unwrap_or_default();
        let of_singles = SinglePieces::new(puzzle, encoding, metric);
        // A pattern with all pieces of the goal has no smaller bounds than these pieces alone.
        let has_goal = patterns.iter().any(|pattern| pattern.has_goal(puzzle));
        let singles = (is_guided && !has_goal).then_some(&of_singles);
        let task = GuidedTask::<N> { encoding, goal, moves, patterns, singles, start };
        let mut most = u16::MAX;
        if is_guided {
            let bound = task.bound(&encoding.key(start));
            let beam = (best.is_none() && bound.is_some())
                .then(|| task.beam(puzzle, metric, effort.at_most(effort.memory / 4)));
            reached.at_least = reached.at_least.max(bound.unwrap_or(0));
            match beam {
                None | Some(Err(ComponentError::Memory { .. })) => {}
                Some(found) => *best = found?,
            }
            // With a weak bound, a round passes over little, and further rounds would repeat its work.
            let is_weak = bound.is_some_and(|bound| WEAK_BOUND_FACTOR * bound < reached.at_least);
            most = if is_weak { u16::MAX } else { reached.next_limit() };
        } else {
            // Large boards have bounds of single pieces long before a search reaches that level.
            let bound = of_singles.bound(&encoding.key::<N>(start));
            reached.at_least = reached.at_least.max(bound.unwrap_or(0));
        }
        let longest = best.as_ref().map_or(u16::MAX, |best| best.len() as u16);
        // The smallest limit whose round did not fit into memory, and its error.
        let mut exceeded: Option<(u16, ComponentError)> = None;
        let levels = loop {
            let limit = most.min(longest);
            match task.round(limit, reached, effort) {
                Ok(RoundEnd::TooLong(next)) => reached.at_least = reached.at_least.max(next),
                Ok(RoundEnd::Found(levels) | RoundEnd::Unsolvable(levels)) => break levels,
                Err(error @ ComponentError::Memory { .. }) if is_guided => {
                    exceeded = Some((limit, error));
                }
                Err(error) => return Err(error),
            }
            most = reached.next_limit();
            // A round with a smaller limit reaches fewer positions, and may raise the bound.
            if let Some((limit, error)) = &exceeded {
                if reached.at_least >= *limit {
                    return Err(error.clone());
                }
                most = reached.at_least.midpoint(most.min(limit - 1));
            }
        };
        let (puzzle, encoding, goal) = (puzzle.clone(), encoding.clone(), goal.clone());
        Ok(Component::of_levels(puzzle, metric, encoding, goal, levels.into(), !is_guided))
    }
}
