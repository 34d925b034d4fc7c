//! What can be wrong with a table.

use crate::numerals::Amount;
use crate::table::TableError;
use thiserror::Error;

/// What is wrong with a table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file is not as it was written, or not of this space.
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
        /// What is wrong.
        what: String,
    },
    /// It would not fit into memory.
    #[error(
        "{file} is packed or in shards, and would take {} of memory, of which {} may be used: unpack it first, with \
         `huarong pack --undo`, or gather it, with `huarong gather`", Amount(*.needed), Amount(*.allowed)
    )]
    Memory {
        /// The table.
        file: String,
        /// Bytes that it takes unpacked.
        needed: u64,
        /// Bytes that it may take.
        allowed: u64,
    },
    /// The head of a table does not count its entries right.
    #[error("{file}: {piece_set}: the histogram in the head does not count the entries right")]
    Histogram {
        /// The table.
        file: String,
        /// The piece set.
        piece_set: String,
    },
}
