//! Certificate of a table: a proof of all its distances that needs no second search.
//!
//! Moves can be undone, so the distances are correct if and only if three conditions hold:
//!
//! - exactly the goal positions have distance 0;
//! - every other reachable position has a neighbour that is one move nearer, and none that is nearer still;
//! - an unreachable position has only unreachable neighbours.
//!
//! On a board with doors, some moves cannot be undone. Then three conditions on the positions after a move prove the same:
//!
//! - exactly the goal positions have distance 0;
//! - every other position that can reach the goal has a move to one that is one move nearer, and none to one nearer still;
//! - a position that cannot reach the goal has only moves to such positions.
//!
//! The moves of all fillings of a skeleton are found and compared together, those of lines of pieces one by one. The move
//! generator of [`huarong_core::rules`] describes the first wrong entry. The check uses no code of the search.

mod check;
mod checked;
mod entries;
mod fault;
mod known;
mod lines;
mod neighbours;
mod part;
mod paths;
mod runs;
mod skeletons;
mod tiers;
mod whole;

pub use checked::Certificate;
pub use fault::Fault;
pub use part::{PartFault, Totals, certify_part};
pub use whole::{by_piece_set, certify, certify_all};
