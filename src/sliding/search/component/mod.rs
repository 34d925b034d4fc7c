//! The component of one position: what can be reached from it, breadth first, without a number for every position of
//! the space.

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
