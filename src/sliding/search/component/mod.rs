//! The component of one position: a breadth-first search that does not number the positions of the space.

mod error;
mod expand;
mod explore;
mod hash_table;
mod layout;
mod levels;
mod meet;
mod moves;
mod path;
mod reached;
mod words;

pub use error::ComponentError;
pub use explore::{Component, Until};
pub use meet::meet;
