//! The component of one position: a breadth-first search that does not number the positions of the space.

mod error;
mod expand;
mod explore;
mod layout;
mod levels;
mod meet;
mod moves;
mod reached;
mod shard;
mod way;
mod words;

pub use error::ComponentError;
pub use explore::{Component, Until};
pub use meet::meet;
