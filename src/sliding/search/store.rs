//! The port through which a low-memory search writes distances.

use super::error::SearchError;
use crate::table::{Checkpoint, Distances, EntryWidth};

/// Where a low-memory search writes the distances of a space: an entry for each position, by its index.
pub trait DistanceStore: Sync {
    /// Why entries cannot be read or written.
    type Error: From<SearchError> + Send;

    /// Bytes per entry, so far.
    fn width(&self) -> EntryWidth;

    /// Reads distances back: `count` of them, from the position with the index `first`.
    fn read(&self, first: u64, count: usize) -> Result<Distances, Self::Error>;

    /// Makes room for distances above 254: entries are two bytes wide from now on.
    fn widen(&self) -> Result<(), Self::Error>;

    /// Overwrites the distances of the positions from the index `first` on.
    fn write(&self, first: u64, distances: Distances<&[u8]>) -> Result<(), Self::Error>;

    /// Whether it is time for a checkpoint, so that a search that is killed can resume.
    fn is_due(&self) -> bool;

    /// Takes a checkpoint: all distances up to a level are written and no larger one. It holds how many positions have
    /// each.
    fn reached(&self, checkpoint: &Checkpoint) -> Result<(), Self::Error>;
}
