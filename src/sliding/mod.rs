//! Sliding-block puzzles.
//!
//! In the order in which they depend on one another:
//!
//! 1. [`rules`]: shapes, piece sets, positions, goals, metrics, moves and their text; [`klotski`] is the first preset.
//!    [`puzzle_file`] reads puzzles that people write, [`interchange`] those of other programs.
//! 2. [`space`]: every position of a piece set has a number.
//! 3. [`counts`]: how many positions there are, without numbering them.
//!    [`census`] looks for the hardest of all puzzles of a small board.
//! 4. [`search`]: the distance of every position, backwards from all won ones or from any other.
//! 5. [`atlas`]: the tables of a family in one directory, found, opened and built.
//! 6. [`analysis`]: what is read from tables: probes, solutions, samples, components, figures, the certificate.
//! 7. [`drawing`]: boxes for a terminal, pictures, solutions that move.
//! 8. [`notation`]: the notations in which positions and moves are published.
//! 9. [`library`]: what has been published: named openings, checksums.

pub mod analysis;
pub mod atlas;
#[cfg(feature = "census")]
pub mod census;
#[cfg(feature = "census")]
pub mod counts;
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
pub mod search;
pub mod space;
