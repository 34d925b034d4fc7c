//! The core of huarong: boards, numbering, rules of sliding-block puzzles, their files and notations.
//!
//! The package `huarong` re-exports what users of the library need. This crate promises nothing beyond that.
//!
//! The modules in order of dependency: [`numerals`], [`effort`] of long work, [`grid`], [`graph`], [`numbering`] and
//! [`counting`] know no puzzles. [`rules`] defines puzzles, [`puzzle_file`] reads those that people write, and
//! `interchange` those of other programs. [`klotski`] is the first preset, and [`rush_board`] reads boards of Rush Hour.
//! [`space`] numbers the positions of a piece set. `drawing` and [`notation`] write positions, and [`position`] joins a
//! position with its puzzle.

pub mod counting;
#[cfg(feature = "drawing")]
pub mod drawing;
pub mod effort;
pub mod graph;
pub mod grid;
#[cfg(feature = "formats")]
pub mod interchange;
pub mod klotski;
pub mod notation;
pub mod numbering;
pub mod numerals;
pub mod position;
pub mod puzzle_file;
pub mod rules;
pub mod rush_board;
#[cfg(feature = "serde")]
mod serialize;
pub mod space;
