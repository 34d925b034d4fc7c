//! The memory of the server, in two parts.

use crate::answers::Memory;
use anyhow::bail;
use std::sync::Arc;

/// The need of a small game.
const LEAST_BYTES: u64 = 96_000_000;
const MOST_BYTES: u64 = 2_500_000_000;
const REPLIES_DIVISOR: u64 = 8;

/// The memory of a server in two parts, so that searches never delay answers.
pub struct ServerMemory {
    /// For searches and their cached results.
    pub searches: Arc<Memory>,
    /// For answers until they are sent, and for puzzles in request bodies.
    pub replies: Arc<Memory>,
}

impl ServerMemory {
    /// Divides the memory that a limit leaves when `used` bytes are in use.
    pub fn within(limit: u64, used: u64) -> anyhow::Result<Self> {
        let free = limit.saturating_sub(used).min(MOST_BYTES);
        if free < LEAST_BYTES {
            let [needed, used] = [used + LEAST_BYTES, used].map(|bytes| bytes.div_ceil(1_000_000));
            bail!(
                "`serve` needs {needed} MB of memory, including {used} MB already in use, but the memory limit is {} MB",
                limit / 1_000_000
            );
        }
        let replies = free / REPLIES_DIVISOR;
        Ok(Self { searches: Memory::new(free - replies), replies: Memory::new(replies) })
    }
}
