//! Beam search.

use super::rounds::GuidedTask;
use crate::component::{BreadthFirst, ComponentError, KeySet, hash, path_down, reversed};
use huarong_core::effort::Effort;
use huarong_core::rules::{Metric, PieceMove, Puzzle};

/// Number of positions that a level keeps: with patterns, and with the weaker distances of single pieces.
const WIDTH: usize = 1 << 13;
const WIDTH_WITHOUT_PATTERNS: usize = 1 << 10;

/// Number of positions after which the search gives up, and bytes of the memory limit for each word of one.
const MOST_POSITIONS: u64 = 1 << 23;
const WORD_BYTES: u64 = 256;

/// Number of moves after which the search without patterns gives up.
const MOST_MOVES: u64 = 1 << 25;

/// A factor that changes the order of hashes: an odd number with many ones.
const ORDER_FACTOR: u64 = 0xD6E8_FEB8_6659_FD93;

impl<const N: usize> GuidedTask<'_, N> {
    /// Searches for a solution that may not be optimal: each level keeps only the positions with the smallest bounds.
    /// `None` if it finds none. Reports progress in positions.
    pub fn beam(
        &self,
        puzzle: &Puzzle,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<Vec<PieceMove>>, ComponentError> {
        let start = self.encoding.key(self.start);
        let mut search = BreadthFirst::<N>::new(vec![start], false).expect("there is a start");
        let mut visited = KeySet::new(start, ());
        let lone = self.singles.filter(|_| self.patterns.is_empty());
        let width = if lone.is_some() { WIDTH_WITHOUT_PATTERNS } else { WIDTH };
        visited.clear(width);
        let (most, mut kept) = (MOST_POSITIONS.min(effort.memory / (WORD_BYTES * N as u64)), 1);
        let most_moves = if lone.is_some() { MOST_MOVES } else { u64::MAX };
        let mut made = 0;
        loop {
            if let Some(key) = search.frontier.find(&|key| self.goal.is_goal(key)) {
                let mut goal = self.start.clone();
                self.encoding.read(&key, &mut goal);
                let levels = &search.levels;
                let last = levels.count() - 1;
                let back = path_down(puzzle, metric, self.encoding, levels, &goal, last);
                return Ok(Some(reversed(back)));
            }
            if search.frontier.width() == 0 || kept > most || made > most_moves {
                return Ok(None);
            }
            // Equal bounds are ordered by a product of the hash, whose order differs from that of places in sets.
            let rank = |key: &[u64; N]| {
                let bound = match lone {
                    _ if visited.contains(key) => None,
                    Some(singles) => singles.estimate(key),
                    None => self.bound(key),
                };
                let order = |key| hash(key).wrapping_mul(ORDER_FACTOR) >> 16;
                bound.map(|bound| u64::from(bound) << 48 | order(key))
            };
            let positions = search.frontier.width() as u64;
            search.advance_to_best(self.moves, &rank, width, visited.bytes() as u64, effort)?;
            made += positions * search.frontier.moves() as u64;
            for key in search.frontier.positions() {
                visited.insert(*key, ());
                kept += 1;
            }
        }
    }
}
