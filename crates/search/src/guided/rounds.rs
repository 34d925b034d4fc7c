//! Breadth-first heuristic search.

use super::pattern::Pattern;
use super::single_pieces::SinglePieces;
use crate::component::{BreadthFirst, ComponentError, Encoding, GoalTest, KeyLevels, Moves};
use huarong_core::effort::Effort;
use huarong_core::rules::Arrangement;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// Parameters of a search from one position.
pub(super) struct GuidedTask<'a, const N: usize> {
    pub encoding: &'a Encoding,
    pub goal: &'a GoalTest,
    pub moves: &'a Moves<'a>,
    pub patterns: &'a [Pattern],
    /// Bounds of single pieces, unless a pattern has all those of the goal. `None` if no position is passed over.
    pub singles: Option<&'a SinglePieces<'a>>,
    pub start: &'a Arrangement,
}

/// What the rounds of a search have reached.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoundBounds {
    /// A lower bound for the number of moves of every solution.
    pub at_least: u16,
    /// Number of positions reached; a position that several rounds reach counts as often.
    pub positions: u64,
}

/// The limit of a round is the known bound, and one more move for each of these moves of the bound.
const BOUND_MOVES_PER_EXTRA_MOVE: u16 = 8;

impl RoundBounds {
    /// The most moves of the next round.
    pub fn next_limit(self) -> u16 {
        self.at_least.saturating_add(self.at_least / BOUND_MOVES_PER_EXTRA_MOVE)
    }
}

/// The result of a round.
pub(super) enum RoundEnd<const N: usize> {
    /// The levels up to the nearest goal position, which have all optimal solutions.
    Found(KeyLevels<N>),
    /// No goal position is within the limit. The number is a lower bound for the moves of every solution.
    TooLong(u16),
    /// There is no solution. The levels have positions that are reachable.
    Unsolvable(KeyLevels<N>),
}

impl<const N: usize> GuidedTask<'_, N> {
    /// A lower bound for the distance of a position; `None` if it has no solution.
    pub fn bound(&self, key: &[u64; N]) -> Option<u16> {
        // Patterns leave out some of the goal's pieces, if there are many.
        let mut largest = self.singles.map_or(Some(0), |singles| singles.bound(key))?;
        if self.patterns.is_empty() {
            return Some(largest);
        }
        let mut position = self.start.clone();
        self.encoding.read(key, &mut position);
        for pattern in self.patterns {
            largest = largest.max(pattern.bound(&position)?);
        }
        Some(largest)
    }

    /// Searches for solutions of at most `most` moves. Updates what was reached after each level. Reports progress in
    /// positions.
    pub fn round(
        &self,
        most: u16,
        reached: &mut RoundBounds,
        effort: Effort<'_>,
    ) -> Result<RoundEnd<N>, ComponentError> {
        let start = self.encoding.key(self.start);
        let mut search = BreadthFirst::<N>::new(vec![start], false).expect("there is a start");
        let next = AtomicU16::new(u16::MAX);
        let is_within = |key: &[u64; N], made: u16| match self.bound(key) {
            Some(bound) => {
                let length = made.saturating_add(bound);
                if length > most {
                    next.fetch_min(length, Relaxed);
                }
                length <= most
            }
            None => false,
        };
        let mut is_over = !is_within(&start, 0);
        while !is_over {
            if search.frontier.find(&|key| self.goal.is_goal(key)).is_some() {
                return Ok(RoundEnd::Found(search.levels));
            }
            let made = search.depth()? + 1;
            reached.at_least = reached.at_least.max(made);
            search.advance_within(self.moves, &|key| is_within(key, made), 0, effort)?;
            reached.positions += search.frontier.width() as u64;
            is_over = search.frontier.width() == 0;
        }
        search.levels.finish();
        Ok(match next.into_inner() {
            u16::MAX => RoundEnd::Unsolvable(search.levels),
            next => RoundEnd::TooLong(next),
        })
    }
}
