//! The text of a position.
//!
//! Canonical: rows joined by `/`, top row first, `.` for an empty cell, `#` for a wall, otherwise the
//! letter of the shape in every cell that a piece covers. Read as well: newlines, spaces or nothing for `/`,
//! spaces and tabs around rows, other signs for an empty cell, small letters, and grids in which each piece
//! has a letter of its own.

mod error;
mod explain;
mod grid;
mod read;
mod write;

pub use error::{Misplacement, PositionError};
