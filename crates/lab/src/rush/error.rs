//! Errors of Rush Hour boards.

use super::lineup::LONGEST;
use super::unit::{LONGEST as UNIT_LONGEST, MOST_SETS_OF_WALLS};
use crate::batch::BatchError;
use crate::counts::CountsError;
use huarong_core::effort::Cancelled;
use huarong_core::numerals::{Amount, Excerpt, counted, grouped};
use thiserror::Error;

/// Reason why a universe cannot be made, or why unit boards cannot be searched.
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
    /// The board is too small or too large for cars of one cell.
    #[error(
        "a unit board of {width}x{height} is not possible: it has 2 to {UNIT_LONGEST} columns and 1 to {UNIT_LONGEST} rows"
    )]
    UnitBoard {
        /// Requested number of columns.
        width: usize,
        /// Requested number of rows.
        height: usize,
    },
    /// The unit board has too few cells.
    #[error(
        "{} and {} do not fit on {width}x{height}: one cell is empty at least, and one is left for the red car",
        counted(*.walls as u64, "wall"), counted(*.empty as u64, "empty cell")
    )]
    Full {
        /// Number of walls.
        walls: usize,
        /// Number of empty cells.
        empty: usize,
        /// Number of columns.
        width: u8,
        /// Number of rows.
        height: u8,
    },
    /// The search of unit boards exceeds the memory limit.
    #[error("unit boards of {width}x{height} need {}, which exceed {} of memory", amount(*.needed), Amount(*.allowed))]
    UnitMemory {
        /// Number of columns.
        width: u8,
        /// Number of rows.
        height: u8,
        /// Number of bytes; `None` if 64 bits cannot hold it.
        needed: Option<u64>,
        /// The memory limit in bytes.
        allowed: u64,
    },
    /// The walls of unit boards have too many sets of places.
    #[error(
        "{walls} walls have more than {} sets of places on this board: use fewer",
        grouped(MOST_SETS_OF_WALLS)
    )]
    WallSets {
        /// Number of walls.
        walls: usize,
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

fn amount(bytes: Option<u64>) -> String {
    bytes.map_or_else(|| "more than 2^64 bytes".to_owned(), |bytes| Amount(bytes).to_string())
}

#[cfg(feature = "formats")]
impl RushError {
    /// Whether the observer cancelled the work.
    pub(crate) fn is_cancelled(&self) -> bool {
        matches!(self, Self::Cancelled(_) | Self::Count(CountsError::Cancelled(_)))
    }
}
