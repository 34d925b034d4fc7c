//! Rush Hour: every board of a size, in clusters, and every minimal puzzle.
//!
//! Pieces are cars of two cells and trucks of three. They slide along their rows and columns. The red car is in the row of the
//! exit, which has no other horizontal piece, and no wall to the right of it. The goal is that it stands at the right end.
//! (M. Fogleman, Solving Rush Hour, the puzzle, 2018.)
//!
//! A *cluster* is a set of boards that can be reached from one another. Its puzzle is the board farthest from the goal.
//! A puzzle is *minimal* if it becomes shorter whichever piece or wall is removed.
//!
//! The files in order of dependency:
//!
//! - `lineup`: the pieces of a row or a column, and their moves;
//! - `board`: boards;
//! - `error`, `scope`: the boards that a universe covers;
//! - `board_counts`: numbers of boards;
//! - `numbered_boards`: boards by number, to draw them at random;
//! - `goals`: enumeration of boards with the red car at the exit;
//! - `mobility`: what can move on the boards of a cluster;
//! - `cluster_lines`: the lines of a board, for the search of its cluster;
//! - `layer`: positions that agree on the outer lines;
//! - `layers`: that search;
//! - `cluster`: what is known of a cluster;
//! - `findings`: results of a universe, its checkpoints and parts;
//! - `universe`: the tasks of a universe;
//! - `sample`: a universe estimated from some of its boards;
//! - `evolution`: long puzzles by random changes of shorter ones;
//! - `unit`: boards whose cars cover one cell.
//!
//! docs/explanation/rush-hour.md describes the search, with proofs.

mod board;
mod board_counts;
mod cluster;
mod cluster_lines;
mod error;
mod evolution;
mod findings;
mod goals;
mod layer;
mod layers;
mod lineup;
mod mobility;
mod numbered_boards;
mod sample;
mod scope;
mod unit;
mod universe;

pub use board_counts::{Boards, boards};
pub use error::RushError;
pub use evolution::Evolution;
pub use findings::{Depth, Findings, RushPuzzle, State};
pub use numbered_boards::Starts;
pub use sample::{Estimate, Sample};
pub use scope::Scope;
pub use unit::{UnitClusters, UnitLevels, UnitScope};
pub use universe::{ClusterOf, Universe, Worker};
