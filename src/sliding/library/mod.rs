//! The catalogue of named openings: their names, most of them Chinese, with pinyin, their positions, and what
//! sources publish of them.
//!
//! The data are two CSV files beside this one. `openings.csv` has a row for what one source says of one
//! opening; add rows to extend it. `sources.csv` says what the sources are and how they count moves.

mod catalogue;
mod census;
mod name;
mod opening;
mod puzzles;

pub use catalogue::{Catalogue, CatalogueError, ReadError};
pub use name::LookupError;
pub use opening::{Mention, Opening, Source};
pub use puzzles::{LibraryPuzzle, PuzzleLookupError};
