//! Scores of answers: whether the moves that people and models write are legal, solve the puzzle, and are optimal.
//!
//! The files in order of dependency:
//!
//! - `asked`: questions about a board;
//! - `written`: moves as they are written;
//! - `words`, `structured`, `tokens`: the parts of a text;
//! - `reader`: the grammar of moves;
//! - `places`: where the answer stands in a text;
//! - `answer`: the moves of an answer;
//! - `replies`: answers without moves;
//! - `play`: written moves on a board;
//! - `move_reader`: the moves of a text, made on a board;
//! - `shared`: distances that starts of one component share;
//! - `referee`: moves compared with exact distances;
//! - `stones`: moves in games of stones;
//! - `referees`: referees of many starts;
//! - `marks`: answers to any question.

mod answer;
mod asked;
mod marks;
mod move_reader;
mod places;
mod play;
mod reader;
mod referee;
mod referees;
mod replies;
mod shared;
#[cfg(feature = "games")]
mod stones;
mod structured;
mod tokens;
mod words;
mod written;

pub use asked::Asked;
pub use marks::{IncompleteQuestion, MarkError, Question};
pub use move_reader::{MoveError, MoveReader};
pub use referee::{Referee, Reward, Score};
pub use referees::Referees;
#[cfg(feature = "games")]
pub use stones::StoneReferee;
