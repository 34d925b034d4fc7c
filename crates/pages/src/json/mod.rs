//! Records of JSON output that the command line, the server and the Python package share.

mod difficulty;
mod games;
mod layouts;
mod openings;
mod pieces;
mod position;
mod puzzle_file;
mod puzzles;
mod score;
mod solutions;
mod solved;

pub use difficulty::{DecoyNumbers, ModelledRecord};
pub use games::{GamePositionRecord, game_position, place, side};
pub use layouts::LayoutRecord;
pub use openings::{NameRecord, OpeningRecord};
pub use position::{
    FullMove, PositionRecord, Show, ShownMove, ShownMoves, SubjectRecord, position,
};
pub use puzzle_file::{PuzzleJsonError, puzzle_file};
pub use puzzles::PuzzleRecord;
pub use score::{ScoreRecord, score};
pub use solutions::{Heading, MoveRecord, Solution, Verdict, one_move, solution};
pub use solved::{SolvedRecord, SolvedWithMoves};

use serde::Serialize;
use std::collections::BTreeMap;

/// Serialises an answer as JSON.
pub fn to_json(answer: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(answer).expect("answers have text for keys")
}

/// Serialises a list as the only value of an object.
pub fn list_to_json<T: Serialize>(name: &str, items: impl Iterator<Item = T>) -> Vec<u8> {
    to_json(&BTreeMap::from([(name, items.collect::<Vec<_>>())]))
}
