//! Breadth-first heuristic search.

use super::alone::Alone;
use super::pattern::Pattern;
use crate::component::{ComponentError, GoalTest, Growth, Layout, Levels, Moves};
use huarong_core::effort::Effort;
use huarong_core::rules::Arrangement;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// Parameters of a search from one position.
pub(super) struct Task<'a, const N: usize> {
    pub layout: &'a Layout,
    pub goal: &'a GoalTest,
    pub moves: &'a Moves<'a>,
    pub patterns: &'a [Pattern],
    /// Bounds of single pieces, if there are no patterns.
    pub alone: Option<&'a Alone<'a>>,
    pub start: &'a Arrangement,
}

/// What the rounds of a search have reached.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reached {
    /// Every solution has at least so many moves.
    pub at_least: u16,
    /// Number of positions reached; a position that several rounds reach counts as often.
    pub positions: u64,
}

/// The result of a round.
pub(super) enum Round<const N: usize> {
    /// The levels up to the nearest goal position, which have all optimal solutions.
    Found(Levels<N>),
    /// No goal position is within the limit. Other solutions have at least so many moves.
    TooLong(u16),
    /// There is no solution. The levels have positions that are reachable.
    Unsolvable(Levels<N>),
}

impl<const N: usize> Task<'_, N> {
    /// A lower bound for the distance of a position; `None` if it has no solution.
    pub fn bound(&self, key: &[u64; N]) -> Option<u16> {
        if self.patterns.is_empty() {
            return self.alone.map_or(Some(0), |alone| alone.bound(key));
        }
        let mut position = self.start.clone();
        self.layout.read(key, &mut position);
        let mut largest = 0;
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
        reached: &mut Reached,
        effort: Effort<'_>,
    ) -> Result<Round<N>, ComponentError> {
        let start = self.layout.key(self.start);
        let mut growth = Growth::<N>::new(vec![start]).expect("there is a start");
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
            if growth.frontier.find(&|key| self.goal.is_goal(key)).is_some() {
                return Ok(Round::Found(growth.levels));
            }
            let made = growth.depth()? + 1;
            reached.at_least = reached.at_least.max(made);
            growth.advance_within(self.moves, &|key| is_within(key, made), 0, effort)?;
            reached.positions += growth.frontier.width() as u64;
            is_over = growth.frontier.width() == 0;
        }
        growth.levels.finish();
        Ok(match next.into_inner() {
            u16::MAX => Round::Unsolvable(growth.levels),
            next => Round::TooLong(next),
        })
    }
}
