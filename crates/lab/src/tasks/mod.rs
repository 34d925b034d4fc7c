//! Tasks for people who train and test reasoning: an endless stream of questions about puzzles, each with its exact answer.
//!
//! The files in order of dependency:
//!
//! - `boards`: where the boards come from;
//! - `explored`: boards of which all distances are known;
//! - `words`: the texts of prompts;
//! - `rules`: goals and rules in words;
//! - `player`: simple players;
//! - `measure`: measures of tasks, and ranges of them;
//! - `order`: which tasks are wanted;
//! - `task`: a task, and how it is made;
//! - `stones`: tasks of games of stones;
//! - `stream`: tasks one after another.

mod boards;
mod explored;
mod measure;
mod order;
mod player;
mod rules;
#[cfg(feature = "games")]
mod stones;
mod stream;
mod task;
mod words;

pub use boards::{Boards, TileSizeError};
pub use measure::{Condition, ConditionError, Measure};
pub use order::{Drawing, Language, Split, TaskOrder};
pub use player::Player;
#[doc(hidden)]
pub use rules::signs_of;
pub use stream::{TaskError, Tasks};
pub use task::Task;

/// The version of the generator. The same version makes the same tasks from the same order, on every machine.
pub const GENERATOR: &str = "huarong-tasks-1";
