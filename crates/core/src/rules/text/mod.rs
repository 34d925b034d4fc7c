//! The text of a position.
//!
//! The canonical text has rows joined by `/`, the top row first. `.` is an empty cell, `#` a wall, and the letter of a
//! shape marks every cell that its piece covers. The reader also accepts newlines, spaces or nothing for `/`, and spaces
//! and tabs around rows. It accepts other signs for an empty cell, small letters, and grids with a letter for each piece.

mod error;
mod explain;
mod grid;
mod read;
mod write;

pub use error::PositionError;
