//! The census: the hardest sliding-block puzzles of a small board, all of them looked at.
//!
//! A puzzle of the census has pieces that are connected polyominoes in fixed orientation, and a void at least. One
//! piece is marked; like pieces stand in for one another otherwise. It starts with the rectangle around the marked
//! piece in the upper left corner, and is won when the marked piece covers the lower right cell. (N. Bickford, "Simple
//! simple simple" sliding-block puzzles, 2012.) A *mark* is a piece set with the form of the marked piece; its value is
//! the largest, over all starts that can win, of the fewest moves.
//!
//! In the order in which they depend on one another: `ground` and `stencils` are boards and forms as words, `trie` the
//! piece sets with their positions, `graph` the moves of a set, `sweep` its search, `record` and `tally` what is found,
//! `tasks` how work is cut, `walk` goes through it, `state` keeps it, and `run` shares it out. `of_set` is the census
//! of one set, and `replay` makes a puzzle file of a record. What is passed over, and why that is right, stands in
//! ARCHITECTURE.md.

mod error;
mod graph;
mod ground;
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

pub use error::{CensusError, Cost};
pub use of_set::SetRecords;
pub use record::{By, Record, Records};
pub use replay::{puzzle_file, puzzle_file_called};
pub use run::{Census, Keep, check_board};
pub use scope::{Part, Scope};
pub use state::State;
pub use tally::{Fate, Marks, Tally};

/// Most cells of a board.
pub const MOST_CELLS: u8 = 20;

/// Packings of 4x5 that a census of all metrics is done with in a second, on two cores, about.
const PACE: f64 = 3.0e6;
