//! Estimates of the time and memory of a search.

use super::class::classes;
use super::frontier::blocks::NumberedBlocks;
use super::frontier::multi_bit::MOST_PLANES;
use super::symmetry::symmetries;
use huarong_core::numbering::subsets::Binomials;
use huarong_core::rules::{Metric, PieceSet, Puzzle};
use huarong_core::space::{Space, larger_pieces};

/// Estimated time and memory of the search of a piece set under one metric, on one thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Time in seconds.
    pub seconds: f64,
    /// Largest amount of memory in bytes, including the distances.
    pub bytes: f64,
}

/// Seconds of one thread per position, per word of the bitmaps, and per skeleton for its preparation. Fitted to the
/// larger spaces of `reports/performance.md`, and to seven dominoes on 6x6, an explicit search. The estimates are
/// accurate to within a quarter.
const POSITION_SECONDS: f64 = 40e-9;
const WORD_SECONDS: f64 = 1.2e-6;
const SKELETON_SECONDS: f64 = 1.0e-6;
/// Number of bytes of a skeleton's steps, per cell of the board.
const CELL_BYTES: f64 = 5.4;
/// Memory of the steps per byte, because allocations are rounded up.
const ROUNDED_UP: f64 = 1.12;
/// Number of bytes per image of a representative, and for the bits that distinguish representatives.
pub const IMAGE_BYTES: f64 = 40.0;
/// Seconds of one thread per position of an explicit search, and per move.
const EXPLICIT_SECONDS: f64 = 150e-9;
const MOVE_SECONDS: f64 = 75e-9;
/// The same where positions move in blocks.
const BLOCK_SECONDS: f64 = 7e-9;
const BLOCK_MOVE_SECONDS: f64 = 6e-9;
/// Number of positions whose moves are counted for the estimate.
const SAMPLES: u64 = 64;

/// Smallest number of positions of a space for which a low-memory search is preferred if it takes no longer.
pub const LOW_MEMORY_POSITIONS: u64 = 1 << 24;

/// Estimates the search of a piece set with `positions` positions.
///
/// The [`estimate`](super::SearchPlan::estimate) of a [`SearchPlan`](super::SearchPlan) takes longer and is more
/// accurate, because it samples steps.
pub fn estimate(puzzle: &Puzzle, set: &PieceSet, positions: u64) -> Estimate {
    let fills = classes(puzzle, std::slice::from_ref(set)).iter().all(|class| class.fills());
    let Some(shape) = puzzle.filling_shape().filter(|_| fills) else {
        return match Space::new(puzzle, set) {
            Ok(space) => Estimate {
                seconds: explicit_seconds(&space),
                bytes: explicit_memory(&space).total() as f64,
            },
            Err(_) => Estimate {
                seconds: positions as f64 * EXPLICIT_SECONDS,
                bytes: Memory::explicit(positions).total() as f64,
            },
        };
    };
    let small_pieces = u32::from(set.counts()[shape]);
    let open = u32::from(puzzle.board().cell_count());
    let free = open.saturating_sub(puzzle.area(&larger_pieces(puzzle, set)));
    let fillings = Binomials::new().choose(free, small_pieces).max(1);
    let words = fillings.div_ceil(64);
    let skeletons = (positions as f64 / fillings as f64) as u64;
    let representatives = representatives(puzzle, set, skeletons);
    let steps = skeleton_bytes(puzzle);
    let bytes = match positions >= LOW_MEMORY_POSITIONS && representatives == skeletons {
        true => low_memory(skeletons, fillings, steps, MOST_PLANES),
        false => Memory::of(positions, representatives, words, steps).total(),
    };
    Estimate {
        seconds: skeleton_seconds(positions, representatives as f64, words),
        bytes: bytes as f64,
    }
}

/// Estimates the bytes of a skeleton's steps from the board alone.
pub fn skeleton_bytes(puzzle: &Puzzle) -> f64 {
    f64::from(puzzle.board().cell_count()) * CELL_BYTES
}

pub fn representatives(puzzle: &Puzzle, set: &PieceSet, skeletons: u64) -> u64 {
    let reflections = symmetries(puzzle, &larger_pieces(puzzle, set)).len() as u64;
    skeletons.div_ceil(1 + reflections)
}

/// Estimates the seconds of one thread for a search by skeletons.
pub fn skeleton_seconds(positions: u64, representatives: f64, words: u64) -> f64 {
    let each = SKELETON_SECONDS + words as f64 * WORD_SECONDS;
    positions as f64 * POSITION_SECONDS + representatives * each
}

/// Estimates the memory of an explicit search of a space in one part.
pub fn explicit_memory(space: &Space) -> Memory {
    // Most spaces have no blocks, and their moves need not be sampled.
    let blocks =
        NumberedBlocks::are_in(space).then(|| NumberedBlocks::bytes(space, mean_moves(space)));
    Memory { steps: blocks.unwrap_or(0), ..Memory::explicit(space.len()) }
}

/// Estimates the seconds of one thread for an explicit search of a space.
pub fn explicit_seconds(space: &Space) -> f64 {
    let (each, each_move) = match NumberedBlocks::are_in(space) {
        true => (BLOCK_SECONDS, BLOCK_MOVE_SECONDS),
        false => (EXPLICIT_SECONDS, MOVE_SECONDS),
    };
    space.len() as f64 * (each + mean_moves(space) * each_move)
}

/// Estimates the number of finger moves per position from a few positions all over the space.
fn mean_moves(space: &Space) -> f64 {
    let stride = (space.len() / SAMPLES).max(1) as usize;
    let indices = (0..space.len()).step_by(stride);
    let sampled = indices.clone().count().max(1);
    let moves_of = |index| space.puzzle().moves(&space.unrank(index), Metric::Finger).len();
    indices.map(moves_of).sum::<usize>() as f64 / sampled as f64
}

/// Estimates the bytes of a low-memory search of one space: of the steps, of the planes, and of the bitmap of reached
/// positions. Each skeleton has `fillings` fillings and `steps` bytes of steps.
pub fn low_memory(skeletons: u64, fillings: u64, steps: f64, planes: u64) -> u64 {
    let bitmaps = fillings.div_ceil(64).saturating_mul(8 * (planes + 1));
    let steps = (skeletons as f64 * steps * ROUNDED_UP) as u64;
    skeletons.saturating_mul(bitmaps + 1).saturating_add(steps).saturating_add(PROCESS_BYTES)
}

/// Number of bytes of the process itself and of the working memory of its threads.
const PROCESS_BYTES: u64 = 9_900_000;

/// Estimated memory of a search, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The steps between skeletons, after preparation.
    pub steps: u64,
    /// The bitmaps, during the search.
    pub bitmaps: u64,
    /// The distances.
    pub distances: u64,
}

impl Memory {
    /// The memory of a search with one bit per filling. Each representative has `words` words of bitmaps and `steps`
    /// bytes of steps. Frontier, unseen and reached positions take eight bytes per word each.
    pub(super) fn of(positions: u64, representatives: u64, words: u64, steps: f64) -> Self {
        Self {
            steps: (representatives as f64 * steps * ROUNDED_UP) as u64,
            bitmaps: representatives.saturating_mul(words).saturating_mul(3 * 8),
            distances: positions,
        }
    }

    /// The memory of an explicit search, with three bits per position.
    pub(super) fn explicit(positions: u64) -> Self {
        Self {
            steps: 0,
            bitmaps: positions.div_ceil(64).saturating_mul(3 * 8),
            distances: positions,
        }
    }

    /// All of it together, and the process itself.
    pub fn total(&self) -> u64 {
        let sum = self.steps.saturating_add(self.bitmaps).saturating_add(self.distances);
        sum.saturating_add(PROCESS_BYTES)
    }
}
