//! The component of one position: a breadth-first search that does not number the positions of the space.

mod back;
mod distances;
pub(super) mod error;
mod explore;
mod frontier;
mod goal;
mod graph;
mod growth;
mod key_set;
mod layout;
mod levels;
mod mask;
mod meet;
mod moves;
mod numbered;
mod packed;
mod path;
mod to_goal;
mod unit_moves;
mod words;

pub use error::ComponentError;
pub use explore::{Component, ComponentDistances, Until};
pub(super) use goal::GoalTest;
pub use graph::ComponentGraph;
pub(super) use growth::Growth;
pub(super) use key_set::{KeySet, hash};
pub(super) use layout::{Field, Layout, for_words};
pub(super) use levels::Levels;
pub use meet::{Unmet, meet};
pub(super) use moves::Moves;
pub(super) use path::{path_down, reversed};
pub use to_goal::{ComponentToGoal, component_to_goal};
pub(crate) use words::AnyLevels;
