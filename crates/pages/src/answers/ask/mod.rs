//! Requests, and the answers that they lead to.

#[cfg(feature = "serve")]
mod design;
#[cfg(feature = "serve")]
mod difficulty;
mod family;
mod games;
mod histogram;
mod parameters;
mod puzzles;
mod qr;
mod reply;
mod route;

pub use histogram::Histogram;
pub use parameters::{LONGEST_PUZZLE, Request, parameters, read};
pub use reply::{Reply, Search, Waiting};
pub use route::{paths, takes_text};
