//! Exact counts without enumeration.
//!
//! Everything here is a sum over small states ([`Ways`]): what matters of the cells or pieces that are done,
//! and in how many ways one gets there. `Placements` are the states of pieces on a board; the numbering of
//! [`space`](crate::space) is made of the same ones. [`Census`] counts positions with them, [`packings`]
//! counts boards split into pieces of any form, and [`xiangqi`] the states of Chinese chess.

mod census;
mod packings;
mod placements;
mod region;
mod ways;
pub mod xiangqi;

pub use census::{Census, CensusError, Counts};
pub use packings::packings;
pub(crate) use placements::{Placements, State};
pub use region::{Region, RegionError};
pub use ways::{CountError, Effort, Progress, Ways};
