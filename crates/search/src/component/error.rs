//! Errors of a search from one position.

use huarong_core::effort::Cancelled;
use huarong_core::numerals::{Amount, counted};
use thiserror::Error;

/// Largest number of 64-bit words of a position.
pub(crate) const MOST_WORDS: usize = 16;

/// Reason why a component was not explored.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ComponentError {
    /// The observer cancelled the search.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The search exceeds the memory limit.
    #[error(
        "{} reached in {}; the next level does not fit into {} of memory",
        counted(*.reached, "position"),
        counted((*.moves).into(), "move"),
        Amount(*.allowed)
    )]
    Memory {
        /// Number of positions reached so far.
        reached: u64,
        /// Number of moves of the last level reached.
        moves: u16,
        /// Number of bytes that the search may use.
        allowed: u64,
    },
    /// A position needs too many words.
    #[error("a position of this puzzle needs {bits} bits, and the limit is {}", 64 * MOST_WORDS)]
    TooManyPieces {
        /// Number of bits that a position needs.
        bits: usize,
    },
    /// A distance exceeds 16 bits.
    #[error("the search exceeds {} moves", u16::MAX - 1)]
    TooDeep,
}
