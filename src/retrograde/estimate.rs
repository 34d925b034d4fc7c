//! What a search would take, before it is begun.

use super::classes;
use super::cube::words_needed;
use crate::puzzle::{PieceSet, Puzzle, filling_shape};
use crate::space::fillings::Binomials;
use crate::space::larger_pieces;

/// About what the search of a piece set takes under one metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Time in seconds.
    pub seconds: f64,
    /// Most memory in bytes, the distances included.
    pub bytes: f64,
}

/// Seconds of one thread for a position and for a word of the bitmaps, and bytes for a skeleton and its
/// steps. Fitted to the larger spaces of `reports/performance.md`, of which they give time and memory to
/// within a quarter.
const POSITION_SECONDS: f64 = 33e-9;
const WORD_SECONDS: f64 = 370e-9;
const SKELETON_BYTES: f64 = 305.0;

/// Estimates the search of a piece set of so many positions by so many threads.
pub fn estimate(puzzle: &Puzzle, set: &PieceSet, positions: u64, threads: usize) -> Estimate {
    let positions = positions as f64;
    let fills = classes(puzzle, std::slice::from_ref(set)).iter().all(|class| class.fills);
    let (skeletons, words) = match filling_shape(puzzle.shapes()).filter(|_| fills) {
        Some(shape) => {
            let smalls = u32::from(set.counts()[shape]);
            let open = puzzle.board().open_cells().count_ones();
            let free = open.saturating_sub(puzzle.area(&larger_pieces(puzzle, set)));
            let fillings = Binomials::new().choose(free, smalls).max(1);
            (positions / fillings as f64, words_needed(free, &[smalls]) as f64)
        }
        None => (positions, 1.0),
    };
    // Frontier, unseen and reached, eight bytes a word each.
    let bytes = positions + skeletons * (3.0 * 8.0 * words + SKELETON_BYTES);
    let seconds = positions * POSITION_SECONDS + skeletons * words * WORD_SECONDS;
    Estimate { seconds: seconds / threads as f64, bytes }
}
