//! Requests, their addresses and parameters, and the replies that they lead to.

mod parameters;
mod reply;
mod route;

pub(super) use parameters::read_word;
pub use parameters::{MOST_PUZZLE_BYTES, Parameter, Request};
pub use reply::{Reply, SearchClient};
pub use route::{paths, takes_text};
