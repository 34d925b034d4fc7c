//! The goal, as a test of encoded positions.

use super::encoding::{Encoding, PieceTest, ShapeCode};
use huarong_core::rules::Puzzle;

/// The goal of a puzzle, as a test of encoded positions.
#[derive(Clone, Debug)]
pub(crate) struct GoalTest {
    /// The alternatives that can be fulfilled, each with its required places.
    alternatives: Vec<Vec<PieceTest>>,
    /// The requirements that pieces have left.
    gone: Vec<PieceTest>,
    /// The pieces of all shapes, if an alternative names all that are on the board.
    all: Option<Vec<ShapeCode>>,
}

impl GoalTest {
    pub fn new(puzzle: &Puzzle, encoding: &Encoding) -> Self {
        let alternatives = puzzle.goal().alternatives().iter();
        let test = |placements: &Vec<_>| {
            placements.iter().map(|&(shape, cell)| encoding.test(shape, cell)).collect()
        };
        let gone = puzzle.goal().gone().iter();
        let gone = gone.filter_map(|&shape| PieceTest::gone(&encoding.codes()[shape]));
        let names_all = puzzle.doors().is_some() && puzzle.goal().names_all();
        Self {
            alternatives: alternatives.filter_map(test).collect(),
            gone: gone.collect(),
            all: names_all.then(|| encoding.codes().to_vec()),
        }
    }

    #[inline]
    pub fn is_goal<const N: usize>(&self, key: &[u64; N]) -> bool {
        let holds = |test: &PieceTest| test.holds(key);
        let is_all = |tests: &Vec<PieceTest>| match &self.all {
            Some(codes) => {
                codes.iter().map(|code| code.on_board(key)).sum::<u32>() == tests.len() as u32
            }
            None => true,
        };
        self.gone.iter().all(|test| test.holds_in_all(key)) && { self.alternatives.iter() }
            .any(|tests| tests.iter().all(holds) && is_all(tests))
    }
}
