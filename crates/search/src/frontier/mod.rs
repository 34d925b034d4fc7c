//! Frontiers: the positions of a level, and the search for the next one.
//!
//! This file defines the interface for the driver of searches. There are three implementations:
//!
//! - [`one_bit`]: bitmaps of fillings with one bit each for the frontier, unseen and reached positions. Distances are
//!   in memory.
//! - [`low_memory`]: a few bits per position, which also represent the distances of the last levels (`multi_bit`). When
//!   all codes are used, the distances go to a store (`epochs`).
//! - [`explicit`]: positions one by one, or in `blocks` if they differ only in which of several pieces of one shape is
//!   where. Distances are in memory, and go to a store on request.
//!
//! `bitmaps` is the common interface of the first two. For both, `reach` and `large_pieces` move the larger pieces, and
//! `settle` moves the small pieces and finds the new positions.

pub mod bitmaps;
pub mod blocks;
pub mod epochs;
pub mod explicit;
pub mod large_pieces;
pub mod low_memory;
pub mod multi_bit;
pub mod one_bit;
pub mod reach;
pub mod settle;

use super::entries::Entries;
use super::error::SearchError;
use super::messages::LevelReport;
use super::store::DistanceStore;
use crate::cluster::Exchange;
use huarong_core::effort::{Cancelled, Effort};

/// The positions of the last level, in a search or in one part of it.
pub trait Frontier {
    /// Number of positions that this part searches.
    fn positions(&self) -> u64;

    /// Makes the moves of larger pieces, or all moves. The reached positions wait for [`settle`](Self::settle).
    fn expand(
        &mut self,
        exchange: &mut dyn Exchange,
        effort: Effort<'_>,
    ) -> Result<(), SearchError>;

    /// Makes all other moves, and makes the new positions the frontier. Returns their number.
    fn settle(&mut self, level: u16, effort: Effort<'_>) -> Result<u64, Cancelled>;

    /// Reports the level to the other parts, and returns the report of all parts.
    fn share(
        &mut self,
        exchange: &mut dyn Exchange,
        report: LevelReport,
    ) -> Result<LevelReport, SearchError> {
        report.of_all(exchange)
    }
}

/// A frontier with all distances in memory.
pub trait InMemory: Frontier {
    /// The distances so far.
    fn entries(&self) -> &Entries;
}

/// A frontier that starts from positions at several levels. Before the first level, their entries are these levels.
pub trait Seeded: InMemory {
    /// Makes room for distances up to a level.
    fn make_room(&mut self, largest: u16);

    /// The number of the entry of a position, by its index.
    fn entry_of(&self, index: u64) -> u64;

    /// Adds the positions whose entries are a level to that level.
    fn start_from_seeds(&mut self, level: u16);
}

/// A frontier whose distances can go to a distance store.
pub trait Stored: Frontier {
    /// Whether distances must be written before the next level.
    fn is_full(&self) -> bool {
        false
    }

    /// Writes all distances that were not written before.
    fn write<S: DistanceStore>(&mut self, store: &S, effort: Effort<'_>) -> Result<(), S::Error>;

    /// Continues from a level up to which the store has all distances.
    fn resume<S: DistanceStore>(
        &mut self,
        store: &S,
        level: u16,
        exchange: &mut dyn Exchange,
    ) -> Result<(), S::Error>;
}
