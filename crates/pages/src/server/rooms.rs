//! The memory of the server, in two parts.

use crate::answers::Memory;
use std::sync::Arc;
use thiserror::Error;

/// Least bytes for searches and answers: the need of a small game.
const LEAST: u64 = 96_000_000;
/// Most bytes for searches and answers.
const MOST: u64 = 2_500_000_000;
/// The divisor that gives the share of answers.
const REPLIES: u64 = 8;

/// The memory of a server in two parts, so that searches never delay answers.
pub struct Rooms {
    /// For searches and their cached results.
    pub searches: Arc<Memory>,
    /// For answers until they are sent, and for puzzles in request bodies.
    pub replies: Arc<Memory>,
}

/// Too little memory to serve.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "`serve` needs {} MB of memory, including {} MB already in use, but the memory limit is {} MB",
    (.used + LEAST).div_ceil(1_000_000),
    .used.div_ceil(1_000_000),
    .limit / 1_000_000
)]
pub struct TooLittle {
    /// The memory limit, in bytes.
    pub limit: u64,
    /// Bytes already in use.
    pub used: u64,
}

impl Rooms {
    /// Divides the memory that a limit leaves when `used` bytes are in use.
    pub fn within(limit: u64, used: u64) -> Result<Self, TooLittle> {
        let free = limit.saturating_sub(used).min(MOST);
        if free < LEAST {
            return Err(TooLittle { limit, used });
        }
        let replies = free / REPLIES;
        Ok(Self { searches: Memory::new(free - replies), replies: Memory::new(replies) })
    }
}
