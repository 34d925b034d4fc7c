//! Tile puzzles: pieces of one cell, all different, and one empty cell. The 15-puzzle is one.
//!
//! Their spaces soon exceed every table, but a heuristic search finds optimal solutions of single positions. It is
//! iterative-deepening A* (Korf, 1985) with additive pattern databases (Korf and Felner, 2002).

mod bounds;
mod contents;
mod covers;
mod deepening;
mod divisions;
mod files;
mod group;
mod kinds;
mod lines;
mod orders;
mod parity;
mod patterns;
mod slides;
mod solver;
mod tables;

pub use files::{TileFileError, TileFiles};
pub use solver::{TileSolution, TileSolver};
