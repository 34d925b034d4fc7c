//! The component of one position: a breadth-first search that does not number the positions of the space.

mod back;
mod distances;
pub(super) mod error;
mod explore;
mod frontier;
mod goal;
mod growth;
mod key_set;
mod layout;
mod levels;
mod mask;
mod meet;
mod moves;
mod packed;
mod path;
mod words;

pub use error::ComponentError;
pub(super) use error::MOST_WORDS;
pub use explore::{Component, ComponentDistances, Until};
pub(super) use layout::{BitField, Layout, for_words};
pub use meet::meet;
pub(super) use moves::Moves;
