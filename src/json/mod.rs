//! The shapes of JSON output, the same on the command line and from the server.

mod games;
mod layouts;
mod openings;
mod pieces;
mod position;
mod solutions;

pub use games::{GamePositionRecord, place, side};
pub use layouts::LayoutRecord;
pub use openings::{NameRecord, OpeningRecord};
pub use position::{PositionRecord, Show, ShownMove, ShownMoves, SubjectRecord};
pub use solutions::{Heading, MoveRecord, Solution, SolutionCount, SolutionList};

use serde::Serialize;

/// An answer as JSON.
pub fn to_json(answer: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(answer).expect("answers have text for keys")
}
