//! Answers to the questions of the pages, without HTTP: for the server, and for WebAssembly in a browser.
//!
//! `ask` maps addresses to questions. [`Answers`] has what all answers need, and `puzzle_source` reads the puzzle or the
//! position of a request. The other modules answer: `positions` about any position, `search` with the distances for it.
//! `error_record` describes errors. `memory` has the results that are kept.

mod ask;
mod daily;
#[cfg(feature = "design")]
mod designs;
#[cfg(feature = "serve")]
mod difficulty;
mod error_record;
mod games;
mod gomoku;
#[cfg(feature = "serve")]
mod histogram;
mod map;
mod memory;
mod positions;
mod puzzle_source;
mod puzzles;
mod qr;
mod request_error;
mod samples;
#[cfg(feature = "score")]
mod scores;
mod search;
mod sources;
mod tab;
#[cfg(feature = "serve")]
mod variants;

pub use ask::{MOST_PUZZLE_BYTES, Reply, Request, SearchClient, paths, takes_text};
pub use error_record::ErrorRecord;
#[cfg(feature = "serve")]
pub use histogram::Histogram;
pub use memory::{Kept, Lease, Memory, TooMuch};
pub use request_error::RequestError;
pub use sources::Answers;
pub use tab::{Tab, TabAnswer};
