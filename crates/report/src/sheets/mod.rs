//! Sheets of puzzles for paper: worksheets and cards, and an answer key on pages of its own.
//!
//! [`document()`] lays out puzzles. It computes nothing about them: their answers come with them.

mod answers;
mod areas;
mod document;
mod labels;
mod language;
mod picture;
mod puzzle_box;
mod rules;
mod sheet;
mod text;

pub use document::document;
pub use language::Language;
pub use picture::board_picture;
pub use sheet::{Answer, Figures, Sheet, SheetPuzzle};
