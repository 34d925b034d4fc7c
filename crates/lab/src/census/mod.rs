//! Census: the hardest sliding-block puzzles of a small board, found by a search of all its puzzles.
//!
//! The pieces of a census puzzle are connected polyominoes in fixed orientation, and at least one cell is empty. One
//! piece is marked; pieces of the same shape are otherwise interchangeable. At the start, the bounding rectangle of the
//! marked piece is in the upper left corner. The goal is that the marked piece covers the lower right cell. (N.
//! Bickford, "Simple simple simple" sliding-block puzzles, 2012.)
//!
//! A *marked set* is a piece set and one of its shapes, of which one piece is marked. Its record is the hardest start:
//! among all starts that can reach the goal, one with the largest distance.
//!
//! The files in order of dependency:
//!
//! - `scope`: the puzzles that a census covers;
//! - `ground`, `board`, `stencils`: boards and shapes as words;
//! - `trie`: the piece sets with their positions;
//! - `graph`, `sweep`: the moves of a set, and its search;
//! - `replay`: puzzle files of starts;
//! - `record`, `tally`: results;
//! - `tasks`, `walk`: the tasks, and their execution;
//! - `largest`: a bound of the memory;
//! - `run`: the census of a scope;
//! - `state`: its results, its checkpoints and parts;
//! - `of_set`: the census of one set.
//!
//! docs/explanation/census.md describes the marked sets that need no search, with proofs.

mod board;
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

pub use board::check_board;
pub use error::CensusError;
pub use ground::MOST_CELLS;
pub use of_set::SetRecords;
pub use record::{By, Record, Records};
pub use replay::{puzzle_file, puzzle_file_called};
pub use run::Census;
pub use scope::Scope;
pub use state::{Findings, State};
pub use tally::{MarkedSets, Outcome, Tally};
