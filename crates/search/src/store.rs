//! The interface through which a low-memory search writes distances.

use super::error::SearchError;
use huarong_tables::table::{Checkpoint, Distances, EntryWidth};

/// Destination of the distances of a space: one entry per position, by index.
pub trait DistanceStore: Sync {
    /// Error of reading or writing entries.
    type Error: From<SearchError> + Send;

    /// Current number of bytes per entry.
    fn width(&self) -> EntryWidth;

    /// Reads `count` distances, from the position `first` on.
    fn read(&self, first: u64, count: usize) -> Result<Distances, Self::Error>;

    /// Widens all entries to two bytes, for distances above 254.
    fn widen(&self) -> Result<(), Self::Error>;

    /// Overwrites the distances of consecutive positions, from the position `first` on.
    fn write(&self, first: u64, distances: Distances<&[u8]>) -> Result<(), Self::Error>;

    /// Whether a checkpoint is due, from which a killed search could continue.
    fn is_due(&self) -> bool;

    /// Takes a checkpoint, which has the number of positions at each distance. All distances up to its level are
    /// written, and no larger ones.
    fn reached(&self, checkpoint: &Checkpoint) -> Result<(), Self::Error>;
}
