//! Puzzle files: puzzles that people write.
//!
//! A file is TOML. `start` is a grid with one character per cell: `#` for no cell, `.` for an empty cell, any other
//! character for a piece. Equal characters are one piece. `goal` is such a grid in which `.` allows anything; `goals`
//! is a list of grids, any of which is a goal. Other keys:
//!
//! - `alike` and `goal_by = "shape"`: interchangeable pieces
//! - `lengthwise`, `rows` and `columns`: pieces that move along one axis only
//! - `gate` and `owners`: cells that only some pieces may enter
//! - `thin_walls`: walls between cells
//! - `doors`, `opens`, `gone`, `frozen` and `layers`: pieces that leave the board
//! - `published`: results

mod doors;
mod error;
mod file;
mod gates;
mod grid;
mod pieces;
mod read;
mod setup;
mod signs;
mod thin_walls;

pub use doors::{FileDoor, FileDoors, Wait};
pub use error::{Fault, PuzzleFileError, ReadError};
pub use file::{Published, PuzzleFile, quoted};
pub use pieces::{Kind, Standing};
pub use read::is_line;
pub use setup::Setup;
pub use signs::SignGrid;
#[cfg(feature = "formats")]
pub(super) use signs::{is_piece_sign, look};
