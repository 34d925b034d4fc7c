//! Sheets of puzzles for paper: worksheets and cards, and an answer key on pages of its own.
//!
//! [`document()`] lays out puzzles. It computes nothing about them: their answers come with them.

mod answers;
mod document;
mod entry;
mod frame;
mod lettered;
mod puzzle_box;
mod text;
mod words;

pub use document::document;
pub use entry::{Answer, Figures, Sheet, SheetPuzzle};
pub use lettered::{lettered, move_texts};
pub use words::Language;
