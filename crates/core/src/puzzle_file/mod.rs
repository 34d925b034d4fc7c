//! Puzzle files: puzzles that people write.
//!
//! A file is TOML. `start` is a grid with one character per cell: `#` for no cell, `.` for an empty cell, any other
//! character for a piece. Equal characters are one piece. `goal` is such a grid in which `.` allows anything; `goals`
//! is a list of grids, any of which is a goal. Other keys give interchangeable pieces (`alike`, `goal_by = "shape"`),
//! pieces that move along one axis only (`lengthwise`, `rows`, `columns`), cells that only some pieces may enter
//! (`gate`, `owners`), walls between cells (`thin_walls`), and `published` results.

mod error;
mod file;
mod gates;
mod grid;
mod pieces;
mod read;
mod rules;
mod signs;
mod thin_walls;

pub use error::{Fault, PuzzleFileError, ReadError};
pub use file::{Published, PuzzleFile, quoted};
pub use pieces::{Kind, Standing};
pub use rules::Setup;
pub use signs::SignGrid;
#[cfg(feature = "formats")]
pub(super) use signs::{is_piece_sign, look};
