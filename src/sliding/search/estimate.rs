//! What a search would take, before it is begun.

use super::classes;
use super::cube::words_needed;
use crate::numbering::subsets::Binomials;
use crate::sliding::rules::{PieceSet, Puzzle};
use crate::sliding::space::larger_pieces;

/// About what the search of a piece set takes under one metric, on one thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Time in seconds.
    pub seconds: f64,
    /// Most memory in bytes, the distances included.
    pub bytes: f64,
}

/// Seconds of one thread for a position, for a word of the bitmaps and for preparing a skeleton, and bytes for a
/// skeleton and its steps. Fitted to the larger spaces of `reports/performance.md` and to seven dominoes on 6x6, where
/// every position is a skeleton: they give time and memory to within a quarter.
const POSITION_SECONDS: f64 = 31e-9;
const WORD_SECONDS: f64 = 290e-9;
const SKELETON_SECONDS: f64 = 3.7e-6;
const SKELETON_BYTES: u64 = 297;
/// Seconds of one thread for a position that is looked at on its own.
const PLAIN_SECONDS: f64 = 400e-9;

/// Estimates the search of a piece set of so many positions.
pub fn estimate(puzzle: &Puzzle, set: &PieceSet, positions: u64) -> Estimate {
    let fills = classes(puzzle, std::slice::from_ref(set)).iter().all(|class| class.fills);
    let Some(shape) = puzzle.filling_shape().filter(|_| fills) else {
        let bytes = Memory::plain(positions).total() as f64;
        return Estimate { seconds: positions as f64 * PLAIN_SECONDS, bytes };
    };
    let smalls = u32::from(set.counts()[shape]);
    let open = puzzle.board().open_cells().len();
    let free = open.saturating_sub(puzzle.area(&larger_pieces(puzzle, set)));
    let fillings = Binomials::new().choose(free, smalls).max(1);
    let (skeletons, words) = (positions as f64 / fillings as f64, words_needed(free, &[smalls]));
    let bytes = Memory::of(positions, skeletons as u64, words).total() as f64;
    let seconds = positions as f64 * POSITION_SECONDS
        + skeletons * (SKELETON_SECONDS + words as f64 * WORD_SECONDS);
    Estimate { seconds, bytes }
}

/// About the bytes that a search takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The steps between skeletons, once it is prepared.
    pub steps: u64,
    /// The bitmaps, while it runs.
    pub bitmaps: u64,
    /// The distances that it finds.
    pub distances: u64,
}

impl Memory {
    /// Of a search of so many positions, with so many skeletons and words for each: frontier, unseen and reached take
    /// eight bytes a word.
    pub(super) fn of(positions: u64, skeletons: u64, words: u64) -> Self {
        Self {
            steps: skeletons.saturating_mul(SKELETON_BYTES),
            bitmaps: skeletons.saturating_mul(words).saturating_mul(3 * 8),
            distances: positions,
        }
    }

    /// Of a search with three bits for each of so many positions.
    pub(super) fn plain(positions: u64) -> Self {
        Self {
            steps: 0,
            bitmaps: positions.div_ceil(64).saturating_mul(3 * 8),
            distances: positions,
        }
    }

    /// All of it together.
    pub fn total(&self) -> u64 {
        self.steps.saturating_add(self.bitmaps).saturating_add(self.distances)
    }
}
