//! Sliding-block puzzles.
//!
//! The modules in order of dependency:
//!
//! 1. [`rules`]: shapes, piece sets, positions, goals, metrics, moves and their text; [`klotski`] is the first preset.
//!    [`puzzle_file`] reads puzzles that people write, [`interchange`] those of other programs.
//! 2. [`space`]: numbers the positions of a piece set.
//! 3. [`counts`]: counts positions without numbering them.
//!    [`census`] finds the hardest puzzles of a small board.
//! 4. [`search`]: finds the distance of every position from the goal positions or from any other position.
//!    `archive` keeps puzzles by their lengths, and changes them at random.
//! 5. [`atlas`]: finds, opens and builds the tables of a family in one directory.
//! 6. [`analysis`]: reads tables: probes, solutions, samples, components, figures, the certificate.
//! 7. [`difficulty`]: measures how hard a start is for people.
//! 8. [`design`]: finds variants of a puzzle.
//! 9. [`drawing`]: draws boxes for a terminal, pictures and animated solutions.
//! 10. [`notation`]: reads and writes positions and moves in published notations.
//! 11. [`library`]: published openings and puzzles.

pub mod analysis;
mod archive;
pub mod atlas;
#[cfg(feature = "census")]
pub mod census;
#[cfg(feature = "census")]
pub mod counts;
pub mod design;
pub mod difficulty;
#[cfg(feature = "drawing")]
pub mod drawing;
#[cfg(feature = "formats")]
pub mod interchange;
pub mod klotski;
#[cfg(feature = "formats")]
pub mod library;
pub mod notation;
pub mod puzzle_file;
pub mod rules;
#[cfg(feature = "census")]
pub mod rush;
pub mod search;
pub mod space;
