//! Errors of a universe.

use super::lineup::LONGEST;
use crate::batch::BatchError;
use crate::counts::CountsError;
use huarong_core::effort::Cancelled;
use huarong_core::numerals::{Amount, Excerpt};
use thiserror::Error;

/// Reason why a universe cannot be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RushError {
    /// The board is too small or too large.
    #[error(
        "a Rush Hour board of {width}x{height} is not possible: it has 3 to {LONGEST} columns and 1 to {LONGEST} rows"
    )]
    Board {
        /// Requested number of columns.
        width: usize,
        /// Requested number of rows.
        height: usize,
    },
    /// The board has no such row.
    #[error(
        "the exit cannot be in row {exit_row}: the board has rows 1 to {height}, counted from the top"
    )]
    ExitRow {
        /// Requested row.
        exit_row: usize,
        /// Number of rows.
        height: u8,
    },
    /// The board has too few cells for the walls.
    #[error("{walls} walls do not fit: each row keeps an empty cell, so at most {most} do")]
    Walls {
        /// Requested number.
        walls: usize,
        /// Largest number that fits.
        most: usize,
    },
    /// A red car and no other car are not a limit.
    #[error("at most 0 cars is not possible: the red car is one")]
    NoCars,
    /// The text is not a board.
    #[error("{text:?} is not a board: {fault}", text = Excerpt(.text))]
    Text {
        /// The text.
        text: String,
        /// What is wrong with it.
        fault: String,
    },
    /// A cluster exceeds the memory limit.
    #[error(
        "a cluster needs more than {}, which each thread may use: use fewer threads, or raise the memory limit",
        Amount(*.available)
    )]
    Memory {
        /// Number of bytes per thread.
        available: u64,
    },
    /// The numbers of boards exceed the memory limit.
    #[error("drawing boards needs {states} states, which exceed {} of memory", Amount(*.available))]
    Drawing {
        /// Number of states.
        states: u64,
        /// The memory limit in bytes.
        available: u64,
    },
    /// The sample is empty.
    #[error("a sample has at least one board")]
    NoSample,
    /// The boards cannot be counted.
    #[error(transparent)]
    Count(#[from] CountsError),
    /// The universe cannot be continued or joined.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// The observer cancelled the work.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

#[cfg(feature = "formats")]
impl RushError {
    /// Whether the observer cancelled the work.
    pub(crate) fn is_cancelled(&self) -> bool {
        matches!(self, Self::Cancelled(_) | Self::Count(CountsError::Cancelled(_)))
    }
}
