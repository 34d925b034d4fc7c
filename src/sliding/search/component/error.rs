//! Why a component was not explored.

use crate::effort::Stopped;
use crate::numerals::{Amount, counted};
use thiserror::Error;

/// Most 64-bit words of a position.
pub(super) const MOST_WORDS: usize = 8;

/// Why a component was not explored to where it should have been.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ComponentError {
    /// The watcher asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// More memory than the search may use.
    #[error(
        "{} reached in {}, and the next do not fit into {} of memory",
        counted(*.reached, "position"),
        counted((*.moves).into(), "move"),
        Amount(*.allowed)
    )]
    Memory {
        /// Positions reached so far.
        reached: u64,
        /// Moves in which they are all reached.
        moves: u16,
        /// Bytes that it may use.
        allowed: u64,
    },
    /// More pieces on more cells than a word describes.
    #[error("a position of this puzzle takes {bits} bits, and at most {} can be kept", 64 * MOST_WORDS)]
    TooManyPieces {
        /// Bits that a position takes.
        bits: usize,
    },
    /// A position further away than can be counted.
    #[error("the search went past {} moves", u16::MAX - 1)]
    TooDeep,
}
