//! Exact counts without enumeration.
//!
//! Everything here is a sum over small states ([`Ways`]): what matters of the cells or pieces that are done,
//! and in how many ways one gets there. [`packings()`] counts boards split into pieces of any form, `xiangqi` the states of
//! Chinese chess.

mod packings;
mod ways;
#[cfg(feature = "census")]
pub mod xiangqi;

pub use packings::packings;
pub use ways::{CountError, Ways};
