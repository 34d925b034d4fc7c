//! The census: the hardest sliding-block puzzles of a small board, all of them looked at.
//!
//! A puzzle of the census has pieces that are connected polyominoes in fixed orientation, and a void at least. One
//! piece is marked; like pieces stand in for one another otherwise. It starts with the rectangle around the marked
//! piece in the upper left corner, and is won when the marked piece covers the lower right cell. (N. Bickford, "Simple
//! simple simple" sliding-block puzzles, 2012.) A *mark* is a piece set with the form of the marked piece; its value is
//! the largest, over all starts that can win, of the fewest moves.
//!
//! In the order in which they depend on one another: `scope` says which puzzles are looked at; `ground`, `board` and
//! `stencils` are boards and forms as words; `trie` has the piece sets with their positions, `graph` the moves of a set,
//! `sweep` its search; `replay` makes a puzzle file of a start, `record` and `tally` are what is found; `tasks` cuts the
//! work, `walk` does a task, `largest` bounds its memory; `state` is how far a census is, `run` does all tasks, `join`
//! makes one census of its parts, and `of_set` is the census of one set. The page
//! docs/explanation/census.md says what is passed over and proves why that is right.

mod board;
mod error;
mod graph;
mod ground;
mod join;
mod largest;
mod of_set;
mod record;
mod replay;
mod run;
mod scope;
mod state;
mod stencils;
mod sweep;
mod tally;
mod tasks;
mod trie;
mod walk;

pub use board::check_board;
pub use error::{CensusError, Cost};
pub use ground::MOST_CELLS;
pub use of_set::SetRecords;
pub use record::{By, Record, Records};
pub use replay::{puzzle_file, puzzle_file_called};
pub use run::{Census, Keep};
pub use scope::{Part, Scope};
pub use state::State;
pub use tally::{Fate, Marks, Tally};
