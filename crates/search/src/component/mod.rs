//! The component of one position: a breadth-first search that does not number the positions of the space.

mod both_ends;
mod breadth_first;
mod distances;
mod encoding;
pub(super) mod error;
mod explore;
mod from_goals;
mod frontier;
mod goal;
mod graph;
mod key_map;
mod leaving;
mod levels;
mod look_up;
mod mask;
mod moves;
mod packed_keys;
mod path;
mod solution_length;
mod to_goal;
mod unit_moves;
mod word_counts;

pub use both_ends::{Unmet, meet};
pub(super) use breadth_first::BreadthFirst;
pub(super) use encoding::{Encoding, ShapeCode, for_words};
pub use error::ComponentError;
pub use explore::{Component, ComponentDistances, Until};
pub(super) use goal::GoalTest;
pub use graph::ComponentGraph;
pub(super) use key_map::{KeySet, hash};
pub(super) use levels::KeyLevels;
pub(super) use moves::Moves;
pub(super) use path::{path_down, reversed};
pub use solution_length::{solution_by_leaving, solution_length};
pub use to_goal::{ComponentToGoal, component_to_goal};
pub(crate) use word_counts::AnyLevels;
