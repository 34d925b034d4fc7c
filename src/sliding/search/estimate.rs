//! The time and memory that a search would take.

use super::class::classes;
use super::frontier::multi_bit::MOST_PLANES;
use super::symmetry::symmetries;
use crate::numbering::subsets::Binomials;
use crate::sliding::rules::{Metric, PieceSet, Puzzle};
use crate::sliding::space::{Space, larger_pieces};

/// About what the search of a piece set takes under one metric, on one thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Time in seconds.
    pub seconds: f64,
    /// Most memory in bytes, the distances included.
    pub bytes: f64,
}

/// Seconds of one thread for a position, for a word of the bitmaps and for preparing a skeleton. Fitted to the larger
/// spaces of `reports/performance.md` and to seven dominoes on 6x6, where positions are looked at one by one. They
/// give times to within a quarter.
const POSITION_SECONDS: f64 = 40e-9;
const WORD_SECONDS: f64 = 1.2e-6;
const SKELETON_SECONDS: f64 = 1.0e-6;
/// Bytes that the steps of a skeleton take, for each cell of the board.
const CELL_BYTES: f64 = 5.4;
/// What the steps take in memory, for each byte of them: allocations are rounded up.
const ROUNDED_UP: f64 = 1.12;
/// Bytes of a representative's image, and of what tells representatives from others.
pub const IMAGE_BYTES: f64 = 40.0;
/// Seconds of one thread for a position that is looked at on its own, and for each of its moves.
const PLAIN_SECONDS: f64 = 150e-9;
const MOVE_SECONDS: f64 = 75e-9;
/// Positions whose moves are counted for that.
const SAMPLES: u64 = 64;

/// Fewest positions of a space for which a low-memory search is preferred if it is as fast.
pub const LARGE: u64 = 1 << 24;

/// Estimates the search of a piece set with so many positions.
///
/// The [`estimate`](super::SearchPlan::estimate) of a [`SearchPlan`](super::SearchPlan) samples steps: it takes longer
/// and is closer.
pub fn estimate(puzzle: &Puzzle, set: &PieceSet, positions: u64) -> Estimate {
    let fills = classes(puzzle, std::slice::from_ref(set)).iter().all(|class| class.fills());
    let Some(shape) = puzzle.filling_shape().filter(|_| fills) else {
        let moves = Space::new(puzzle, set).map_or(0.0, |space| mean_moves(&space));
        return Estimate {
            seconds: explicit_seconds(positions, moves),
            bytes: Memory::explicit(positions).total() as f64,
        };
    };
    let small_pieces = u32::from(set.counts()[shape]);
    let open = puzzle.board().open_cells().len();
    let free = open.saturating_sub(puzzle.area(&larger_pieces(puzzle, set)));
    let fillings = Binomials::new().choose(free, small_pieces).max(1);
    let words = fillings.div_ceil(64);
    let skeletons = (positions as f64 / fillings as f64) as u64;
    let representatives = representatives(puzzle, set, skeletons);
    let steps = skeleton_bytes(puzzle);
    let bytes = match positions >= LARGE && representatives == skeletons {
        true => LowMemory::new(skeletons, fillings, steps).memory(MOST_PLANES),
        false => Memory::of(positions, representatives, words, steps).total(),
    };
    Estimate {
        seconds: skeleton_seconds(positions, representatives as f64, words),
        bytes: bytes as f64,
    }
}

/// About the bytes that the steps of a skeleton take, with nothing known but the board.
pub fn skeleton_bytes(puzzle: &Puzzle) -> f64 {
    puzzle.board().open_cells().len() as f64 * CELL_BYTES
}

/// About how many of the skeletons of a piece set are representatives.
pub fn representatives(puzzle: &Puzzle, set: &PieceSet, skeletons: u64) -> u64 {
    let reflections = symmetries(puzzle, &larger_pieces(puzzle, set)).len() as u64;
    skeletons.div_ceil(1 + reflections)
}

/// Seconds of one thread for a search by skeletons.
pub fn skeleton_seconds(positions: u64, representatives: f64, words: u64) -> f64 {
    let each = SKELETON_SECONDS + words as f64 * WORD_SECONDS;
    positions as f64 * POSITION_SECONDS + representatives * each
}

/// Seconds of one thread for a search of positions with so many moves each.
pub fn explicit_seconds(positions: u64, moves: f64) -> f64 {
    positions as f64 * (PLAIN_SECONDS + moves * MOVE_SECONDS)
}

/// About how many finger moves a position has, by a few of them from all over the space.
pub fn mean_moves(space: &Space) -> f64 {
    let stride = (space.len() / SAMPLES).max(1) as usize;
    let indices = (0..space.len()).step_by(stride);
    let sampled = indices.clone().count().max(1);
    let moves_of = |index| space.puzzle().moves(&space.unrank(index), Metric::Finger).len();
    indices.map(moves_of).sum::<usize>() as f64 / sampled as f64
}

/// The size of a low-memory search of one space.
pub struct LowMemory {
    skeletons: u64,
    /// Words of a bitmap for each.
    words: u64,
    /// Bytes of the steps of each.
    steps: f64,
}

impl LowMemory {
    /// A search of `skeletons` with `fillings` each, whose steps take `steps` bytes each.
    pub fn new(skeletons: u64, fillings: u64, steps: f64) -> Self {
        Self { skeletons, words: fillings.div_ceil(64), steps }
    }

    /// About the bytes that it takes: the steps, a bitmap for each of so many planes, and that of what moves lead to.
    pub fn memory(&self, planes: u64) -> u64 {
        let bitmaps = self.words.saturating_mul(8 * (planes + 1));
        let steps = (self.skeletons as f64 * self.steps * ROUNDED_UP) as u64;
        self.skeletons
            .saturating_mul(bitmaps + 1)
            .saturating_add(steps)
            .saturating_add(PROCESS_BYTES)
    }
}

/// Bytes that a process takes besides: itself, and what its threads work on.
const PROCESS_BYTES: u64 = 9_900_000;

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
    /// The memory of a search with one bit per filling: `words` words of bitmaps and `steps` bytes of steps for each
    /// representative. Frontier, unseen positions and what moves lead to take eight bytes per word.
    pub(super) fn of(positions: u64, representatives: u64, words: u64, steps: f64) -> Self {
        Self {
            steps: (representatives as f64 * steps * ROUNDED_UP) as u64,
            bitmaps: representatives.saturating_mul(words).saturating_mul(3 * 8),
            distances: positions,
        }
    }

    /// The memory of a search with three bits per position.
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
