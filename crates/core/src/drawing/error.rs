//! Errors in drawings.

use thiserror::Error;

/// Error: a drawing contains no position. Rows and columns are counted from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawingError {
    /// A picture lacks the attribute for its position.
    #[error("this SVG was not written by huarong: it has no attribute data-position")]
    NoPosition,
    /// The position in a picture is invalid.
    #[error("this SVG's attribute data-position is no position: {0}")]
    Position(#[from] crate::rules::PositionError),
    /// A drawing has the wrong size.
    #[error(
        "a drawing of this board has {want_lines} lines of {want_columns} signs, and line {line} is \
         missing or has another length"
    )]
    Size {
        /// Required number of lines, including the frame.
        want_lines: usize,
        /// Required number of characters per line, including the frame.
        want_columns: usize,
        /// The first invalid line.
        line: usize,
    },
    /// An outline is not that of any piece.
    #[error("row {row}, column {column}: the box that starts here is no piece of this puzzle")]
    NoPiece {
        /// Row of its first cell.
        row: u8,
        /// Column of its first cell.
        column: u8,
    },
    /// The frame has a gap, or none at the exit.
    #[error("line {line} of the drawing: the frame is not that of this board")]
    Frame {
        /// The line, from 1.
        line: usize,
    },
    /// An outline has a gap or an additional line.
    #[error("row {row}, column {column}: the outline here has a gap or a line too many")]
    Outline {
        /// Row of the cell.
        row: usize,
        /// Column of the cell.
        column: usize,
    },
    /// The walls differ from those of the board.
    #[error("row {row}, column {column}: the drawing does not fit the board's walls")]
    Wall {
        /// Row of the cell.
        row: u8,
        /// Column of the cell.
        column: u8,
    },
}
