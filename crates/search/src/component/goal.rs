//! The goal, as a test of encoded positions.

use super::encoding::{Encoding, PieceTest};
use huarong_core::rules::Puzzle;

/// The goal of a puzzle, as a test of encoded positions.
#[derive(Clone, Debug)]
pub(crate) struct GoalTest {
    /// The alternatives that can be fulfilled, each with its required places.
    alternatives: Vec<Vec<PieceTest>>,
}

impl GoalTest {
    pub fn new(puzzle: &Puzzle, encoding: &Encoding) -> Self {
        let alternatives = puzzle.goal().alternatives().iter();
        let test = |placements: &Vec<_>| {
            placements.iter().map(|&(shape, cell)| encoding.test(shape, cell)).collect()
        };
        Self { alternatives: alternatives.filter_map(test).collect() }
    }

    #[inline]
    pub fn is_goal<const N: usize>(&self, key: &[u64; N]) -> bool {
        let holds = |test: &PieceTest| test.holds(key);
        self.alternatives.iter().any(|tests| tests.iter().all(holds))
    }
}
