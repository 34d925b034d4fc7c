//! Frontiers: what a search knows of a level, and how it finds the next.
//!
//! This file defines what a frontier does for the [driver](super::driver). There are three:
//!
//! - [`one_bit`]: bitmaps of fillings, one bit each for the frontier, unseen positions and what moves lead to.
//!   Distances are in memory.
//! - [`low_memory`]: a few bits per position, which hold the distances of the last levels, too (`multi_bit`). When they
//!   are used up, the distances go to a store (`epochs`).
//! - [`explicit`]: positions one by one. Distances are in memory, and go to a store when it asks for them.
//!
//! `bitmaps` says what the first two have in common. For both, `reach` and `large_pieces` move the larger pieces, and
//! `settle` moves the small ones and takes what is new.

pub mod bitmaps;
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
use super::messages::Tally;
use super::store::DistanceStore;
use crate::cluster::Exchange;
use crate::effort::Effort;

/// The positions of the last level, of a search or of one part of it.
pub trait Frontier {
    /// Positions that this part searches.
    fn positions(&self) -> u64;

    /// Makes the larger pieces' moves, or all: what they lead to is kept for [`settle`](Self::settle).
    fn expand(
        &mut self,
        exchange: &mut dyn Exchange,
        effort: Effort<'_>,
    ) -> Result<(), SearchError>;

    /// Makes all other moves, and makes new positions the frontier; returns their number.
    fn settle(&mut self, level: u16) -> u64;

    /// Tells the other parts of the level; returns how it went for all.
    fn share(&mut self, exchange: &mut dyn Exchange, tally: Tally) -> Result<Tally, SearchError> {
        tally.of_all(exchange)
    }
}

/// A frontier that keeps all distances in memory.
pub trait InMemory: Frontier {
    /// The distances so far.
    fn entries(&self) -> &Entries;
}

/// A frontier whose distances can go to a distance store.
pub trait Stored: Frontier {
    /// Whether distances must be written before the next level.
    fn is_full(&self) -> bool {
        false
    }

    /// Writes all distances that are not written yet.
    fn write<S: DistanceStore>(&mut self, store: &S, effort: Effort<'_>) -> Result<(), S::Error>;

    /// Resumes from a level up to which all distances are in the store.
    fn resume<S: DistanceStore>(
        &mut self,
        store: &S,
        level: u16,
        exchange: &mut dyn Exchange,
    ) -> Result<(), S::Error>;
}
