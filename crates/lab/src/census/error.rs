//! Errors of a census.

use super::ground::MOST_CELLS;
use crate::batch::BatchError;
use huarong_core::effort::Cancelled;
use huarong_core::numerals::{Amount, Excerpt, grouped};
use thiserror::Error;

/// Reason why a census cannot be run, continued or joined.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The board has fewer than two cells: one for a piece and one empty cell.
    #[error("a board of {width}x{height} has no puzzles: it needs at least two cells")]
    NoPuzzles {
        /// Requested number of columns.
        width: usize,
        /// Requested number of rows.
        height: usize,
    },
    /// The board has too many cells.
    #[error(
        "a board of {width}x{height} is too large for a census: {}it may have at most {MOST_CELLS} cells, like 4x5",
        .cost
    )]
    Board {
        /// Requested number of columns.
        width: usize,
        /// Requested number of rows.
        height: usize,
        /// Estimated cost of the census as text; empty if it is not known.
        cost: String,
    },
    /// A piece set exceeds the memory limit.
    #[error(
        "a piece set of {} positions needs about {}, and each thread may use {}: use fewer \
         threads, or raise the memory limit",
        grouped(*.positions), Amount(*.needed), Amount(*.available)
    )]
    Memory {
        /// Number of positions of the set.
        positions: u64,
        /// Estimated number of bytes that it needs.
        needed: u64,
        /// Number of bytes per thread.
        available: u64,
    },
    /// A piece set has too many positions for 22-bit numbers.
    #[error("a piece set of {} positions is too large for a census", grouped(*.0))]
    Set(u64),
    /// The text is not the start of a census puzzle.
    #[error("{start:?} is not the start of a census puzzle: {fault}", start = Excerpt(.start))]
    Start {
        /// The text.
        start: String,
        /// What is wrong with it.
        fault: String,
    },
    /// The census cannot be continued or joined.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// The observer cancelled the census.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
