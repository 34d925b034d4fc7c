//! Exact counts without enumeration.
//!
//! Every count is a sum over small states ([`StateCounts`]). A state holds what matters of the processed cells or
//! pieces, with the number of configurations that lead to it. [`packings()`] counts partitions of boards into pieces of
//! any shape, `xiangqi` the states of Chinese chess.

mod packings;
mod state_counts;
pub mod xiangqi;

pub use packings::packings;
pub use state_counts::{CountError, StateCounts};
