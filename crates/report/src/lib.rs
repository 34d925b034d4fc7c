//! The research reports. Studies such as [`SetStudy`] compute the data; their [`Report`] writes the files.
//!
//! `templates/` has the texts of pages, in which names in braces stand for computed values.

// Users see files and sheets, which the book describes. This crate promises nothing to other crates.
#![allow(missing_docs)]

mod boards_picture;
mod census;
mod census_study;
pub mod chart;
mod depth;
mod diameters;
mod error;
mod family_page;
mod files;
mod games;
mod largest_first;
mod literature;
mod opening_study;
mod openings;
#[cfg(feature = "print")]
pub mod paper;
mod plots;
#[cfg(feature = "print")]
pub mod printed_board;
mod puzzle_page;
mod puzzle_study;
mod puzzles;
mod rush;
mod rush_study;
mod score_study;
mod set_files;
mod set_study;
#[cfg(feature = "print")]
pub mod sheets;
mod solved_again;
mod unit_boards;
pub mod wrapped;

pub use census_study::CensusStudy;
pub use depth::DepthStudy;
pub use diameters::{DIAMETERS, Diameters};
pub use error::ReportError;
pub use files::{Report, ReportFile};
pub use games::GameStudy;
pub use opening_study::OpeningStudy;
pub use plots::PlotStudy;
pub use puzzle_study::{
    Comparison, PuzzleStudy, Solved, StudiedPuzzle, board, published_text, verdict,
};
pub use rush_study::RushStudy;
pub use score_study::{JudgedAnswer, ScoreStudy};
pub use set_files::MOST_HISTOGRAM_ROWS;
pub use set_study::{DEFAULT_HARDEST_LIMIT, SetStudy};
pub use unit_boards::UnitStudy;
