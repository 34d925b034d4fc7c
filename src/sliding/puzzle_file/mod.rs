//! Puzzles from files that people write.
//!
//! A file is TOML. `start` is a grid with one sign a cell: `#` where there is no cell, `.` for an empty one, any
//! other sign for a piece, equal signs being one piece. `goal` is such a grid, too, in which `.` leaves open what is
//! there; `goals` are several, each of which wins. The other keys say which pieces may stand in for one another
//! (`alike`, `goal_by = "form"`), which move along one axis only (`lengthwise`, `rows`, `columns`), which cells only
//! one piece may enter (`gate`), and what others have `published`.

mod error;
mod file;
mod grid;
mod pieces;
mod read;
mod rules;
mod signs;

pub use error::{Fault, PuzzleFileError, ReadError};
pub use file::{Published, PuzzleFile};
pub use pieces::{Kind, Standing};
pub use rules::Setup;
pub use signs::SignGrid;
