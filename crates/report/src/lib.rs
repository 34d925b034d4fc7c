//! The research reports: one source file per CSV file or page.
//!
//! Studies such as [`SetStudy`] and [`OpeningStudy`] compute the data, and the other files write it.

// Users see files and sheets, which the book describes. This crate promises nothing to other crates.
#![allow(missing_docs)]

mod boards_picture;
mod census;
mod census_picture;
mod census_study;
mod components;
mod depth;
mod error;
mod files;
mod games;
mod hardest;
pub mod histogram;
mod literature;
mod opening_study;
mod openings;
#[cfg(feature = "print")]
pub mod paper;
mod piece_sets;
pub mod plots;
#[cfg(feature = "print")]
pub mod printed;
mod puzzle_page;
mod puzzle_study;
mod puzzles;
mod readme;
mod rush;
mod rush_study;
mod set_study;
#[cfg(feature = "print")]
pub mod sheets;
pub mod words;
mod write;

pub use census_study::{CensusStudy, Holder, StudiedCensus};
pub use depth::DepthStudy;
pub use error::ReportError;
pub use games::GameStudy;
pub use opening_study::OpeningStudy;
pub use plots::{DIAMETERS, Diameters, PlotError, PlotStudy};
pub use puzzle_study::{
    Comparison, PuzzleStudy, Solved, StudiedPuzzle, board, published_text, verdict,
};
pub use rush_study::{RecordBy, RushRecord, RushStudy, StudiedUniverse};
pub use set_study::{DEFAULT_HARDEST_LIMIT, SetStudy};
