//! The guided search of one position, and the bounds that it reaches.

use super::alone::Alone;
use super::pattern::{Pattern, PatternPlan};
use super::rounds::{Reached, Round, Task};
use crate::component::{
    AnyLevels, Component, ComponentError, GoalTest, Layout, Levels, Moves, for_words,
};
use crate::error::SearchError;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, PieceMove, Puzzle, ShapeId};

/// The limit of a round exceeds the known bound by one move in so many.
const MORE: u16 = 8;

/// The bound of the start is weak if this multiple of it is less than the number of moves that were tried already.
const WEAK: u16 = 2;

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
    layout: Layout,
    goal: GoalTest,
    patterns: Vec<Pattern>,
    reached: Reached,
    best: Option<Vec<PieceMove>>,
}

impl Guide {
    /// A search from a position under a metric.
    pub fn new(puzzle: &Puzzle, start: &Arrangement, metric: Metric) -> Self {
        let layout = Layout::new(puzzle, start);
        let goal = GoalTest::new(puzzle, &layout);
        let (puzzle, start) = (puzzle.clone(), start.clone());
        Self {
            puzzle,
            start,
            metric,
            layout,
            goal,
            patterns: Vec::new(),
            reached: Reached::default(),
            best: None,
        }
    }

    /// Every solution has at least so many moves.
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
        for_words!(
            self.layout.words,
            N => {
                // Large boards have bounds of single pieces long before a search reaches that level.
                let alone = Alone::new(&self.puzzle, &self.layout, self.metric);
                let bound = alone.bound::<N>(&self.layout.key(&self.start)).unwrap_or(0);
                let (found, reached) = self.rounds::<N>(&[], None, u16::MAX, effort);
                self.reached = Reached { at_least: reached.at_least.max(bound), ..reached };
                found
            },
            words => Err(ComponentError::TooManyPieces { bits: 64 * words })
        )
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
        let found = for_words!(
            self.layout.words,
            N => self.solve_in::<N>(&patterns, effort.without(held)),
            words => Err(ComponentError::TooManyPieces { bits: 64 * words })
        );
        self.patterns = patterns;
        found
    }

    fn solve_in<const N: usize>(
        &mut self,
        patterns: &[Pattern],
        effort: Effort<'_>,
    ) -> Result<Component, ComponentError>
    where
        AnyLevels: From<Levels<N>>,
    {
        let alone = self.alone(patterns);
        let moves = Moves::new(&self.puzzle, &self.layout, self.metric);
        let task = self.task::<N>(&moves, patterns, alone.as_ref());
        let bound = task.bound(&self.layout.key(&self.start));
        let beam = (self.best.is_none() && bound.is_some())
            .then(|| task.beam(&self.puzzle, self.metric, effort.at_most(effort.memory / 4)));
        let at_least = self.reached.at_least.max(bound.unwrap_or(0));
        self.reached.at_least = at_least;
        match beam {
            None | Some(Err(ComponentError::Memory { .. })) => {}
            Some(found) => self.best = found?,
        }
        let most = match bound {
            // With so weak a bound, a round passes over little, and further rounds would repeat its work.
            Some(bound) if WEAK * bound < at_least => u16::MAX,
            _ => at_least + at_least / MORE,
        };
        let alone = self.alone(patterns);
        let (found, reached) = self.rounds::<N>(patterns, alone.as_ref(), most, effort);
        self.reached = reached;
        found
    }

    /// The bounds of single pieces, if there are no patterns.
    fn alone(&self, patterns: &[Pattern]) -> Option<Alone<'_>> {
        patterns.is_empty().then(|| Alone::new(&self.puzzle, &self.layout, self.metric))
    }

    fn task<'a, const N: usize>(
        &'a self,
        moves: &'a Moves<'a>,
        patterns: &'a [Pattern],
        alone: Option<&'a Alone<'a>>,
    ) -> Task<'a, N> {
        let Self { layout, goal, start, .. } = self;
        Task { layout, goal, moves, patterns, alone, start }
    }

    /// Searches for solutions of at most `most` moves, and then for longer ones.
    fn rounds<const N: usize>(
        &self,
        patterns: &[Pattern],
        alone: Option<&Alone<'_>>,
        mut most: u16,
        effort: Effort<'_>,
    ) -> (Result<Component, ComponentError>, Reached)
    where
        AnyLevels: From<Levels<N>>,
    {
        let moves = Moves::new(&self.puzzle, &self.layout, self.metric);
        let task = self.task::<N>(&moves, patterns, alone);
        let longest = self.best.as_ref().map_or(u16::MAX, |best| best.len() as u16);
        let mut reached = self.reached;
        let searched = loop {
            match task.round(most.min(longest), &mut reached, effort) {
                Ok(Round::TooLong(next)) => {
                    reached.at_least = reached.at_least.max(next);
                    most = reached.at_least.saturating_add(reached.at_least / MORE);
                }
                Ok(Round::Found(levels) | Round::Unsolvable(levels)) => break Ok(levels),
                Err(error) => break Err(error),
            }
        };
        let (puzzle, layout, goal) = (self.puzzle.clone(), self.layout.clone(), self.goal.clone());
        let is_whole = patterns.is_empty() && alone.is_none();
        let component = searched.map(|levels| {
            Component::of_levels(puzzle, self.metric, layout, goal, levels.into(), is_whole)
        });
        (component, reached)
    }
}
