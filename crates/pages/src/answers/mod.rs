//! Answers to the questions of the pages, without HTTP: for the server, and for WebAssembly in a browser.
//!
//! [`Answers`] answers questions about the 4x5 family. `puzzles` answers for other puzzles, and `games` for solved
//! two-player games. `gomoku` plays, `map` writes maps of components, `difficulty` measures positions,
//! `variants` finds harder puzzles, `designs` finds puzzles to order, and `fault` describes errors. `memory` has the
//! results that are kept. `ask` maps addresses to questions.

pub mod ask;
#[cfg(feature = "serve")]
mod designs;
#[cfg(feature = "serve")]
mod difficulty;
pub mod family;
pub mod fault;
mod games;
mod gomoku;
mod map;
pub mod memory;
mod position;
mod puzzles;
pub mod refusal;
mod tab;
#[cfg(feature = "serve")]
mod variants;

pub use ask::{Reply, Request, Waiting};
pub use family::Answers;
pub use fault::Fault;
pub use memory::{Lease, Memory};
pub use refusal::{Refusal, Told};
pub use tab::{Answer, Tab};
