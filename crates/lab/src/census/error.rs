//! Errors of a census.

use super::ground::MOST_CELLS;
use crate::batch::BatchError;
use huarong_core::effort::Cancelled;
use huarong_core::numerals::{Amount, Excerpt, grouped, grouped_digits};
use std::fmt;
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

/// Estimated cost of a census: the number of packings, and the time in seconds. `None` if the packings cannot be
/// counted quickly.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cost(pub(super) Option<(String, f64)>);

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((positions, seconds)) = &self.0 else { return Ok(()) };
        let units = [("year", DAY * 365.25), ("day", DAY), ("hour", 3600.0), ("minute", 60.0)];
        let fits = |(_, length): &(&str, f64)| *seconds >= 2.0 * length;
        let (unit, length) = units.into_iter().find(fits).unwrap_or(("second", 1.0));
        let number = (seconds / length).round().max(1.0);
        let plural = if number > 1.0 { "s" } else { "" };
        let (positions, number) = (grouped_digits(positions), grouped_digits(&number.to_string()));
        write!(
            f,
            "its {positions} packings would take {number} {unit}{plural} at the pace of 4x5 on two cores; "
        )
    }
}

const DAY: f64 = 86_400.0;
