//! Searches: the distance of every position to the goal, breadth first from all goal positions at once.
//!
//! Piece sets that differ only in the number of small pieces share their skeletons and are searched together: a bitmap
//! has bits for the fillings of every skeleton, and a level moves 64 fillings at a time.
//!
//! A newcomer finds the place for a line of code by the names of the files. Each file depends only on files before it:
//!
//! 1. `error`: what can go wrong.
//! 2. `skeleton`, `symmetry`, `partition`: one skeleton, orbits of skeletons, which part of a search owns which.
//! 3. `steps/`: where larger pieces lead, from skeleton to skeleton.
//! 4. `kernels/`: moves of pieces on the words of bitmaps.
//! 5. `layout/`: which bits stand for which fillings: cubes, or fillings with one number of small pieces.
//! 6. `targets`: the positions from which a search starts.
//! 7. `messages`, `halo`, `halo_exchange`: what the parts of a search tell one another.
//! 8. `store`, `entries`: where distances go: to a store on a disk, or to memory.
//! 9. `frontier/`: the positions of a level, in three layouts, and how the next level is found.
//! 10. `driver`: the loop over the levels of any search.
//! 11. `class`, `estimate`, `plan`: what is searched together, and what it takes.
//! 12. `in_memory`, `in_parts`: searches that keep distances in memory, or write them to a store, in one part or
//!     several.
//! 13. `components`: which positions can reach one another.
//!
//! `component/` is another search: it starts from one position and needs no number for every position of a space.

mod class;
mod component;
mod components;
mod driver;
pub mod entries;
mod error;
mod estimate;
pub mod frontier;
pub mod halo;
mod halo_exchange;
mod in_memory;
mod in_parts;
pub mod kernels;
pub mod layout;
pub mod messages;
pub mod partition;
mod plan;
pub mod skeleton;
mod steps;
mod store;
mod symmetry;
mod targets;

pub use class::{Class, classes};
pub use component::{Component, ComponentError, Until, meet};
pub(crate) use components::{FoundComponent, flood};
pub use error::SearchError;
pub use estimate::{Estimate, Memory, estimate};
pub use in_memory::Search;
pub use kernels::Kernels;
pub use plan::SearchPlan;
pub use store::DistanceStore;
