//! Faults that a check of tables can find.

use huarong_core::numerals::Amount;
use huarong_tables::table::TableError;
use thiserror::Error;

/// A fault of a table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file is damaged, or belongs to another space.
    #[error(transparent)]
    Table(#[from] TableError),
    /// An entry contradicts the rules or its neighbours.
    #[error("{file}: {piece_set}, index {index}, position {position}: {what}")]
    Entry {
        /// The table.
        file: String,
        /// The piece set.
        piece_set: String,
        /// Index of the position.
        index: u64,
        /// Text of the position.
        position: String,
        /// How the entry contradicts them.
        what: String,
    },
    /// The unpacked table needs more memory than the limit.
    #[error(
        "{file} is packed or in shards and needs {} of memory, but the limit leaves {}: unpack it first with \
         `huarong pack --undo`, or gather it with `huarong gather`", Amount(*.needed), Amount(*.allowed)
    )]
    Memory {
        /// The table.
        file: String,
        /// Bytes that the unpacked table needs.
        needed: u64,
        /// Bytes that the memory limit leaves for it.
        allowed: u64,
    },
    /// The histogram in the header differs from the entries.
    #[error("{file}: {piece_set}: the histogram in the file differs from the entries")]
    Histogram {
        /// The table.
        file: String,
        /// The piece set.
        piece_set: String,
    },
}
