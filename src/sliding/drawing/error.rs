//! Errors in drawings.

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
