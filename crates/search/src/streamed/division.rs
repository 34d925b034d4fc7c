//! The division of blocks into windows and chunks.
//!
//! A *window* has the permutations of a block with some first letters in common. One thread finds the new positions of
//! a window in a bitmap, which its processor cache can hold. A *chunk* is the part of a window that is stored and read
//! as a whole.
//!
//! These numbers of permutations divide each other: those of blocks, windows and chunks. For every change, so do those
//! of runs and of permutations that share the letters before it.

use crate::blocks::{Blocks, Change};

/// Numbers of permutations of windows and chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    pub block: u64,
    pub window: u64,
    pub chunk: u64,
    /// Number of bits of a permutation.
    pub fillings: u64,
}

/// How the permutations of a window are found before a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitsSource {
    /// Whole runs become parts of the window.
    Runs,
    /// The permutations of the same window are exchanged.
    Window,
}

/// Largest number of bits of a window whose bitmap and codes fit into the cache of one processor core.
const WINDOW_BITS: u64 = 1 << 22;
/// Smallest number of bits of a chunk for which its entry of 4 bytes in the index is small.
const CHUNK_BITS: u64 = 1 << 8;

impl Division {
    /// Divides blocks into windows and chunks. The windows are as large as `most` bits allow.
    pub fn of(blocks: &Blocks, most: u64) -> Self {
        let mut window = blocks.labellings();
        for letters in blocks.letters() {
            for left in (1..=letters).rev() {
                if window * blocks.fillings() <= most {
                    break;
                }
                window /= left as u64;
            }
        }
        let cut = |change: &&Change| change.run < window && window < change.least_shared;
        let runs = blocks.changes().iter().filter(cut).map(|change| change.run);
        let chunk = runs.min().unwrap_or(window);
        Self { block: blocks.labellings(), window, chunk, fillings: blocks.fillings() }
    }

    /// Divides blocks into windows that fit into a processor cache. Windows are larger, up to 2^30 bits, if chunks
    /// would be short otherwise.
    pub fn for_cache(blocks: &Blocks) -> Self {
        let [small, medium, large] =
            [WINDOW_BITS, WINDOW_BITS << 4, WINDOW_BITS << 8].map(|most| Self::of(blocks, most));
        let is_long = |division: &Self| division.chunk_bits() >= CHUNK_BITS;
        [small, medium].into_iter().find(is_long).unwrap_or(large)
    }

    pub fn windows(&self) -> u64 {
        self.block / self.window
    }

    pub fn chunks(&self) -> u64 {
        self.window / self.chunk
    }

    pub fn window_bits(&self) -> u64 {
        self.window * self.fillings
    }

    pub fn chunk_bits(&self) -> u64 {
        self.chunk * self.fillings
    }

    /// How the permutations of a window are found before a change.
    pub fn source(&self, change: &Change) -> BitsSource {
        match change.least_shared <= self.window && change.run < self.window {
            true => BitsSource::Window,
            false => BitsSource::Runs,
        }
    }
}
