//! Beam search.

use super::rounds::Task;
use crate::effort::Effort;
use crate::sliding::rules::{Metric, Move, Puzzle};
use crate::sliding::search::component::{
    ComponentError, Growth, KeySet, hash, path_down, reversed,
};

/// Number of positions that a level keeps.
const WIDTH: usize = 1 << 13;

/// Number of positions after which the search gives up, and bytes of the memory limit for each word of one.
const MOST: u64 = 1 << 23;
const BYTES: u64 = 256;

impl<const N: usize> Task<'_, N> {
    /// Searches for a solution that may not be optimal: each level keeps only the positions with the smallest bounds.
    /// `None` if it finds none. Reports progress in positions.
    pub fn beam(
        &self,
        puzzle: &Puzzle,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<Vec<Move>>, ComponentError> {
        let start = self.layout.key(self.start);
        let mut growth = Growth::<N>::new(vec![start]).expect("there is a start");
        let mut visited = KeySet::new(start);
        visited.clear(WIDTH);
        let (most, mut kept) = (MOST.min(effort.memory / (BYTES * N as u64)), 1);
        loop {
            if let Some(key) = growth.frontier.find(|key| self.goal.is_goal(key)) {
                let mut goal = self.start.clone();
                self.layout.read(&key, &mut goal);
                let levels = &growth.levels;
                let last = levels.count() - 1;
                let back = path_down(puzzle, metric, self.layout, levels, &goal, last);
                return Ok(Some(reversed(back)));
            }
            if growth.frontier.width() == 0 || kept > most {
                return Ok(None);
            }
            // Equal bounds are ordered by the hash.
            let rank = |key: &[u64; N]| {
                let bound = if visited.contains(key) { None } else { self.bound(key) };
                bound.map(|bound| u64::from(bound) << 48 | hash(key) >> 16)
            };
            growth.advance_to_best(self.moves, rank, WIDTH, visited.bytes() as u64, effort)?;
            for key in growth.frontier.positions() {
                visited.insert(*key);
                kept += 1;
            }
        }
    }
}
