//! Clusters: boards that can be reached from one another.

use super::blocks::Blocks;
use super::index_bits::IN_WORD;
use crate::rush::RushError;
use huarong_core::effort::Effort;

/// The clusters of unit boards that can reach the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnitClusters {
    /// Number of clusters.
    pub clusters: u64,
    /// Number of boards in the largest of them.
    pub largest: u64,
}

impl UnitClusters {
    /// Visits the clusters of some boards, one after another, and removes the boards from `left`. Each of the clusters has a goal
    /// position. A block has `words` words. The boards that wait take at most `room` bytes; otherwise, the error is that of
    /// the bytes that they need.
    pub(super) fn visit(
        blocks: &Blocks,
        words: usize,
        left: &mut [u64],
        room: u64,
        too_large: impl Fn(u64) -> RushError,
        effort: Effort<'_>,
    ) -> Result<Self, RushError> {
        let mut take = |block: usize, index: u64| {
            let word = &mut left[block * words + (index >> IN_WORD) as usize];
            let bit = 1 << (index & 63);
            let is_left = *word & bit != 0;
            *word &= !bit;
            is_left
        };
        let mut all = Self::default();
        let goals = (0..).zip(&blocks.blocks).filter(|(_, block)| block.is_goal);
        let starts =
            goals.flat_map(|(goal, _)| (0..1_u64 << blocks.bits).map(move |at| (goal, at)));
        // The bits of a board beside the number of its block.
        let mut to_visit: Vec<u64> = Vec::new();
        for (goal, index) in starts {
            if !take(goal, index) {
                continue;
            }
            let mut size = 0;
            to_visit.push((goal as u64) << blocks.bits | index);
            while let Some(board) = to_visit.pop() {
                size += 1;
                let (block, index) = (board >> blocks.bits, board & ((1 << blocks.bits) - 1));
                for (other, index) in blocks.blocks[block as usize].neighbours(index) {
                    if !take(other, index) {
                        continue;
                    }
                    if to_visit.len() == to_visit.capacity() {
                        // The list doubles, and both lists are there for a moment.
                        let needed = 3 * size_of_val(&*to_visit) as u64;
                        if needed > room {
                            return Err(too_large(needed));
                        }
                    }
                    to_visit.push((other as u64) << blocks.bits | index);
                }
            }
            effort.done(size)?;
            all.clusters += 1;
            all.largest = all.largest.max(size);
        }
        Ok(all)
    }
}
