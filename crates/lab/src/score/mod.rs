//! Scores of answers: whether the moves that people and models write are legal, solve the puzzle, and are optimal.
//!
//! The files in order of dependency:
//!
//! - `asked`: questions about a board;
//! - `written`: moves as they are written;
//! - `tokens`: the parts of a text;
//! - `answer`: the moves in a text;
//! - `play`: written moves on a board;
//! - `referee`: moves compared with exact distances;
//! - `marks`: answers to other questions.

mod answer;
mod asked;
mod marks;
mod play;
mod referee;
mod tokens;
mod written;

pub use asked::Asked;
pub use marks::{IncompleteQuestion, Question};
pub use referee::{MoveError, Referee, Referees, Reward, Score};
