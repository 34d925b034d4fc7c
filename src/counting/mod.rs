//! Exact counts without enumeration.
//!
//! Every count is a sum over small states ([`Ways`]). A state holds what matters of the processed cells or pieces, with
//! the number of ways to reach it. [`packings()`] counts partitions of boards into pieces of any form, `xiangqi` the
//! states of Chinese chess.

mod packings;
mod ways;
#[cfg(feature = "census")]
pub mod xiangqi;

pub use packings::packings;
pub use ways::{CountError, Ways};
