//! Searches from one position that are guided by the distances of simpler puzzles.
//!
//! Without some of its pieces, a puzzle has no longer distances. A solution of the whole puzzle, without the moves of
//! the missing pieces, solves it too. So its table is a lower bound for the whole puzzle (a pattern database: Culberson
//! and Schaeffer, 1998). A breadth-first search passes over positions from which the goal is too far (breadth-first
//! heuristic search: Zhou and Hansen, 2006). A beam search finds solutions that may not be optimal.

mod beam;
mod guide;
mod pattern;
mod rounds;
mod single_pieces;

pub use guide::Guide;
