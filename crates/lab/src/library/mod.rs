//! The catalogue of named openings: their names, most of them Chinese, with pinyin, their positions and published
//! figures; and the library of published puzzles.
//!
//! The catalogue consists of two CSV files in this folder. Each row of `openings.csv` is one opening in one source; add
//! rows to extend it. `sources.csv` describes the sources and how they count moves.

mod catalogue;
mod name;
mod opening;
mod puzzles;
mod record_holders;
mod rush_sample;
mod solved;

pub use catalogue::{Catalogue, ReadError, read_catalogue};
pub use name::LookupError;
pub use opening::{Mention, Opening, Source};
pub use puzzles::{LibraryPuzzle, PuzzleLookupError};
pub use rush_sample::{NoSuchLength, SampledRush};

/// The published checksums of the tables of the 4x5 family: a list as `huarong checksums` writes it.
pub const PUBLISHED_CHECKSUMS: &str = include_str!("checksums.txt");

pub use solved::{KnownBounds, MOST_SEARCHED, SolvedPuzzle, SolvedRow, solution_text};
