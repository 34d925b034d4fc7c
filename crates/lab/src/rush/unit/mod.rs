//! Unit Rush Hour: all boards whose cars cover one cell each.
//!
//! Each car moves along its row or along its column. The red car moves along the row of the exit, and the goal is that it
//! stands at the right end. (J. Tromp and R. Cilibrasi, Limits of Rush Hour Logic Complexity, 2005. With fixed blocks, it is
//! PSPACE-complete: J. Brunner and others, 1x1 Rush Hour with Fixed Blocks is PSPACE-complete, 2020.)
//!
//! The files in order of dependency:
//!
//! - `index_bits`: exchanges of two bits in the indices of a bitmap;
//! - `scope`: the boards of a search;
//! - `blocks`: positions by number, and their moves;
//! - `clusters`: boards that can be reached from one another;
//! - `levels`: the search, one level after another.
//!
//! docs/explanation/rush-hour.md describes the numbering.

mod blocks;
mod clusters;
mod index_bits;
mod levels;
mod scope;

pub use clusters::UnitClusters;
pub use levels::UnitLevels;
pub use scope::UnitScope;
pub(super) use scope::{LONGEST, MOST_SETS_OF_WALLS};
