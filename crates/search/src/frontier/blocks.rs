//! Moves of blocks on a bitmap with a bit per position.

use crate::bits;
use crate::blocks::{Blocks, Change, PlaceOrder, inverse};
use huarong_core::rules::Metric;
use huarong_core::space::Space;
use rayon::prelude::*;

/// The blocks of a space, with the order of their permutations in the numbering of the space.
#[derive(Debug)]
pub struct NumberedBlocks {
    blocks: Blocks,
    labellings: u64,
    fillings: u64,
    /// For each permutation, its labelling in the numbering of the space. Also for each labelling, its permutation,
    /// because these are the numbers of a permutation of pieces and its inverse.
    labelling_of: Vec<u32>,
}

impl NumberedBlocks {
    /// Whether a space has blocks whose permutations can be numbered in memory.
    pub fn are_in(space: &Space) -> bool {
        u32::try_from(space.skeletons().labellings()).is_ok() && Blocks::are_in(space)
    }

    /// Number of bytes of the blocks of a space, with about `moves` moves from each position.
    pub fn bytes(space: &Space, moves: f64) -> u64 {
        // Entries are put into the order of indices block by block, in a copy of two bytes each.
        let permutations = space.skeletons().labellings() * (4 + 2 * space.filling_count());
        Blocks::move_bytes(space, moves) + permutations
    }

    /// The blocks of a space, and their moves under a metric; `None` if its positions form no blocks.
    pub fn of(space: &Space, metric: Metric) -> Option<Self> {
        if !Self::are_in(space) {
            return None;
        }
        let blocks = Blocks::of(space, metric, PlaceOrder::Rows)?;
        let letters = blocks.letters();
        let labelling_of = (0..blocks.labellings()).into_par_iter();
        Some(Self {
            labelling_of: labelling_of.map(|permutation| inverse(&letters, permutation)).collect(),
            labellings: blocks.labellings(),
            fillings: blocks.fillings(),
            blocks,
        })
    }

    /// Number of positions of a block.
    pub fn size(&self) -> u64 {
        self.blocks.size()
    }

    pub fn count(&self) -> usize {
        self.blocks.count()
    }

    /// The bit of a position. The bits of a block are in the order of its permutations.
    pub fn bit(&self, index: u64) -> u64 {
        let block = index / self.size() * self.size();
        block + self.other_in_block(index - block)
    }

    /// The place of a bit's position among those of its block, both as numbers in the block. It is also the place of a
    /// position's bit.
    pub fn other_in_block(&self, nth: u64) -> u64 {
        let labelling = self.labelling_of[(nth / self.fillings) as usize];
        u64::from(labelling) * self.fillings + nth % self.fillings
    }

    /// Makes the moves from a block, given the bitmap of positions to move from. Calls `reach` with the number and the
    /// bits of each word of a bitmap that they reach.
    pub fn for_each_reached(&self, block: usize, from: &[u64], mut reach: impl FnMut(usize, u64)) {
        let start = block as u64 * self.size();
        if is_empty(from, start, self.size()) {
            return;
        }
        // Labellings in a word of 64 bits, and the bits of their first fillings.
        let step = 64 / self.fillings;
        let first_fillings = (0..step).fold(0, |bits, nth| bits | 1_u64 << (nth * self.fillings));
        for made in self.blocks.moves(block) {
            let Change { shared, run, runs, .. } = &self.blocks.changes()[made.change()];
            let [left, entered] = made.fillings();
            let (start, end) = (start + left, made.to() as u64 * self.size() + entered);
            let read = |labelling: u64, count: u64| {
                let bits = bits::read(from, start + labelling * self.fillings);
                let mask = u64::MAX >> (64 - count * self.fillings);
                bits & first_fillings & mask
            };
            let mut write = |labelling: u64, bits: u64| {
                let bit = end + labelling * self.fillings;
                let (word, shift) = ((bit / 64) as usize, bit % 64);
                reach(word, bits << shift);
                if shift > 0 && bits >> (64 - shift) != 0 {
                    reach(word + 1, bits >> (64 - shift));
                }
            };
            if *run >= step {
                for all in (0..self.labellings).step_by(*shared as usize) {
                    for (before, &after) in (0..).zip(runs) {
                        let (before, after) = (all + before * run, all + u64::from(after) * run);
                        for nth in (0..*run).step_by(step as usize) {
                            let bits = read(before + nth, step.min(run - nth));
                            if bits != 0 {
                                write(after + nth, bits);
                            }
                        }
                    }
                }
                continue;
            }
            let (shared, run) = (*shared as u32, *run as u32);
            let mut among = 0;
            for labelling in (0..self.labellings).step_by(step as usize) {
                let count = step.min(self.labellings - labelling);
                let mut bits = read(labelling, count);
                while bits != 0 {
                    let nth = bits.trailing_zeros() / self.fillings as u32;
                    bits &= bits - 1;
                    let mut place = among + nth;
                    if place >= shared {
                        place -= shared;
                    }
                    let before = place / run;
                    let change =
                        (i64::from(runs[before as usize]) - i64::from(before)) * i64::from(run);
                    write((labelling + u64::from(nth)).wrapping_add_signed(change), 1);
                }
                among += count as u32;
                if among >= shared {
                    among -= shared;
                }
            }
        }
    }
}

/// Whether some bits of a bitmap are all zero.
fn is_empty(words: &[u64], start: u64, len: u64) -> bool {
    let (first, end) = ((start / 64) as usize, ((start + len).div_ceil(64)) as usize);
    words[first..end].iter().all(|&word| word == 0)
}
