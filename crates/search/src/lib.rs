//! Breadth-first searches from all goal positions at once, which find the distance of every position.
//!
//! Piece sets that differ only in the number of small pieces share their skeletons and are searched together. A bitmap
//! has bits for the fillings of every skeleton, so a level moves 64 fillings at a time.
//!
//! Each file depends only on files before it:
//!
//! 1. `error`: errors; `bits`: bits of bitmaps.
//! 2. `skeleton`, `symmetry`, `partition`: skeletons, their orbits, and the parts that own them.
//! 3. `steps/`: moves of larger pieces from skeleton to skeleton.
//! 4. `kernels/`: moves of pieces on the words of bitmaps.
//! 5. `layout/`: meanings of bits: cubes, or fillings with one number of small pieces.
//! 6. `targets`: the positions from which a search starts.
//! 7. `messages`, `halo`, `halo_exchange`: communication of the parts of a search.
//! 8. `store`, `entries`: destinations of distances: a store on a disk, or memory.
//! 9. `blocks/`: positions that differ only in which of several pieces of one shape is where, and their moves.
//! 10. `frontier/`: the positions of a level, in three layouts, and the search for the next level.
//! 11. `driver`: the loop over the levels of any search.
//! 12. `class`, `estimate`, `plan`: piece sets that are searched together, and the time and memory of their search.
//! 13. `in_memory`, `in_parts`: searches that keep distances in memory, or write them to a store, in one part or
//!     several.
//! 14. `components`: sets of positions that can reach one another.
//! 15. `tiers`: all positions of a puzzle whose pieces leave the board.
//! 16. `streamed/`: the number of positions at each distance, from the last levels only.
//!
//! `component/` is another search. It starts from one position, and does not number the positions of a space. `tiles/`
//! solves single positions of tile puzzles by a heuristic, and `guided/` those of other puzzles.

mod bits;
mod blocks;
mod class;
#[doc(hidden)]
pub mod cluster;
mod component;
mod components;
mod driver;
#[doc(hidden)]
pub mod entries;
mod error;
mod estimate;
#[doc(hidden)]
pub mod frontier;
mod guided;
#[doc(hidden)]
pub mod halo;
mod halo_exchange;
mod in_memory;
mod in_parts;
#[doc(hidden)]
pub mod kernels;
#[doc(hidden)]
pub mod layout;
#[doc(hidden)]
pub mod messages;
#[doc(hidden)]
pub mod partition;
mod plan;
#[doc(hidden)]
pub mod skeleton;
mod steps;
mod store;
mod streamed;
mod symmetry;
mod targets;
mod tiers;
mod tiles;

pub use class::{Class, classes, classes_under};
pub use component::{Component, ComponentDistances, ComponentError, Unmet, Until, meet};
pub use component::{
    ComponentGraph, ComponentToGoal, by_unit_moves, component_to_goal, solution_by_leaving,
    solution_length,
};
pub use components::{FoundComponent, flood};
pub use error::SearchError;
pub use estimate::{Estimate, Memory, estimate};
pub use guided::Guide;
pub use in_memory::Search;
pub use kernels::Kernels;
pub use plan::SearchPlan;
pub use store::DistanceStore;
pub use streamed::{LevelFiles, LevelSearch, Levels, LevelsError};
pub use tiers::{KeepTiers, Tiers};
pub use tiles::{TileFileError, TileFiles, TileSolution, TileSolver};
