//! Clusters: boards that can be reached from one another.

use super::blocks::Blocks;
use super::index_bits::IN_WORD;
use huarong_core::effort::{Cancelled, Effort};

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
    /// Visits the clusters of some boards, one after another, and removes the boards from `left`. Each of the clusters has a goal position. A block has
    /// `words` words.
    pub(super) fn visit(
        blocks: &Blocks,
        words: usize,
        left: &mut [u64],
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
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
        let mut to_visit: Vec<(usize, u64)> = Vec::new();
        for (goal, index) in starts {
            if !take(goal, index) {
                continue;
            }
            let mut size = 0;
            to_visit.push((goal, index));
            while let Some((block, index)) = to_visit.pop() {
                size += 1;
                for (other, index) in blocks.blocks[block].neighbours(index) {
                    if take(other, index) {
                        to_visit.push((other, index));
                    }
                }
            }
            effort.done(size)?;
            all.clusters += 1;
            all.largest = all.largest.max(size);
        }
        Ok(all)
    }
}
