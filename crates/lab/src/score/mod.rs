//! Scores of answers: whether the moves that people and models write are legal, solve the puzzle, and are optimal.
//!
//! The files in order of dependency:
//!
//! - `written`: moves as they are written;
//! - `tokens`: the parts of a text;
//! - `answer`: the moves in a text;
//! - `play`: written moves on a board;
//! - `referee`: answers compared with exact distances.

mod answer;
mod play;
mod referee;
mod tokens;
mod written;

pub use referee::{MoveError, Referee, Referees, Reward, Score};
