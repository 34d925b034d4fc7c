//! Drawings of positions: boxes for a terminal, pictures, and solutions as moving pictures.
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
pub mod picture;

use crate::grid::{Board, Cell};
use crate::sliding::rules::Puzzle;
use std::ops::RangeInclusive;
use thiserror::Error;

/// A drawing from which no position can be read. Rows and columns are counted from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawingError {
    /// A picture that does not say which position it shows.
    #[error("this SVG was not written by huarong: it has no attribute data-position")]
    NoPosition,
    /// The position that a picture names is none.
    #[error("this SVG's attribute data-position is no position: {0}")]
    Position(#[from] crate::sliding::rules::PositionError),
    /// A drawing with boxes of another size.
    #[error(
        "a drawing of this board has {want_lines} lines of {want_columns} signs, and line {line} is \
         missing or has another length"
    )]
    Size {
        /// Lines that there must be, the frame's included.
        want_lines: usize,
        /// Signs that each must have, the frame's included.
        want_columns: usize,
        /// The first line that is wrong.
        line: usize,
    },
    /// Cells outlined as one piece that are none.
    #[error("row {row}, column {column}: the box that starts here is no piece of this puzzle")]
    NoPiece {
        /// Row of its first cell.
        row: u8,
        /// Column of its first cell.
        column: u8,
    },
    /// A frame with a gap, or without one where the exit is.
    #[error("line {line} of the drawing: the frame is not that of this board")]
    Frame {
        /// The line, from 1.
        line: usize,
    },
    /// An outline with a gap or a line too many.
    #[error("row {row}, column {column}: the outline here has a gap or a line too many")]
    Outline {
        /// Row of the cell.
        row: usize,
        /// Column of the cell.
        column: usize,
    },
    /// A wall where the board has none, or none where it has one.
    #[error("row {row}, column {column}: the drawing does not fit the board's walls")]
    Wall {
        /// Row of the cell.
        row: u8,
        /// Column of the cell.
        column: u8,
    },
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

/// The part of the frame through which a won piece could leave: the side that it touches, if it is only
/// one, and the columns or rows that it takes there.
fn exit(puzzle: &Puzzle) -> Option<(Side, RangeInclusive<u8>)> {
    let board = puzzle.board();
    let [goal] = puzzle.goal().alternatives() else { return None };
    let &[(shape, anchor)] = &goal[..] else { return None };
    let won = puzzle.covered(shape, anchor);
    let span = |along: fn(&Board, Cell) -> u8| {
        let places = || won.into_iter().map(|cell| along(board, cell));
        Some((places().min()?, places().max()?))
    };
    let (left, right) = span(Board::column)?;
    let (top, bottom) = span(Board::row)?;
    let sides = [
        (left == 0, Side::Left, top..=bottom),
        (right + 1 == board.width(), Side::Right, top..=bottom),
        (top == 0, Side::Top, left..=right),
        (bottom + 1 == board.height(), Side::Bottom, left..=right),
    ];
    let mut touched = sides.into_iter().filter(|(touches, ..)| *touches);
    match (touched.next(), touched.next()) {
        (Some((_, side, range)), None) => Some((side, range)),
        _ => None,
    }
}
