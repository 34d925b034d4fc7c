//! Drawings of positions: boxes for a terminal, pictures, solutions as moving pictures, and boards for paper.
//!
//! ```
//! use huarong::notation::{boxes, picture};
//! use huarong::Puzzle;
//!
//! let puzzle = Puzzle::klotski();
//! let position = puzzle.parse_position("BB../BB../..../..S./....")?;
//! assert!(boxes::draw(&puzzle, &position, false).starts_with("┏━━━━━━━━━━━━━━━━┓"));
//! let drawn = picture::draw(&puzzle, &position);
//! assert_eq!(picture::read(&puzzle, &drawn).as_ref(), Ok(&position));
//! # Ok::<_, huarong::puzzle::PositionError>(())
//! ```

pub mod animation;
pub mod boxes;
mod error;
pub mod exit;
pub mod histogram;
pub mod layers;
mod outline;
pub mod picture;

pub use error::DrawingError;
pub use outline::outlines;
