//! Errors in a text that should be a position.

use super::names::Notation;
use crate::sliding::rules::{PieceSetError, PositionError};
use thiserror::Error;

/// A text that is no position in any notation, or a notation that does not know the puzzle. Rows and
/// columns are counted from 1, cells from 0.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationError {
    /// A grid that is no position.
    #[error(transparent)]
    Grid(#[from] PositionError),
    /// A drawing that is no position.
    #[cfg(feature = "drawing")]
    #[error(transparent)]
    Drawing(#[from] crate::sliding::drawing::DrawingError),
    /// A drawing, and a library that was built without them.
    #[error(
        "the notation {0} needs huarong's feature \"drawing\", which this program was built without"
    )]
    NotBuilt(Notation),
    /// The piece set before an array or a value is none.
    #[error(transparent)]
    PieceSet(#[from] PieceSetError),
    /// A text that looks like no notation at all.
    #[error(
        "{0:?} is no position: it has neither rows joined by '/' nor the form of another notation"
    )]
    Unrecognised(String),
    /// A notation made for Klotski, and another puzzle.
    #[error("the notation {0} is defined for Klotski's 4x5 board and its four shapes only")]
    NotKlotski(Notation),
    /// More than nine digits.
    #[error("{text:?} has {found} hexadecimal digits, and code36 has at most 9 (36 bits)")]
    Code36Length {
        /// The code.
        text: String,
        /// Its digits.
        found: usize,
    },
    /// The big piece where it cannot stand.
    #[error(
        "code36 {text:?}: its first digit puts the big piece at cell {cell}, where none can stand: \
         cells are 0 to 14 without 3, 7 and 11"
    )]
    Code36Big {
        /// The code.
        text: String,
        /// The cell.
        cell: u8,
    },
    /// A piece where it cannot stand.
    #[error(
        "code36 {text:?}: item {item} after the big piece, a {shape} at row {row}, column {column}, \
         overlaps another piece or leaves the board"
    )]
    Code36Item {
        /// The code.
        text: String,
        /// Which item it is, from 1.
        item: u32,
        /// Name of the shape.
        shape: String,
        /// Row of its first cell.
        row: u8,
        /// Column of its first cell.
        column: u8,
    },
    /// Bits that are not zero behind the last cell.
    #[error("code36 {0:?}: it goes on after the last cell, where only zeros may follow")]
    Code36Rest(String),
    /// A part of an array or value that is no number.
    #[error(
        "{0:?} is no whole number; an array of cells is written like [1 9 0 3 8 11 13 14 16 19]"
    )]
    PaperNumber(String),
    /// An array of the wrong length.
    #[error("the array has {found} cells, and {set} has {want} pieces")]
    PaperLength {
        /// Numbers of the array.
        found: usize,
        /// The piece set.
        set: String,
        /// Its pieces.
        want: usize,
    },
    /// An array or value without its piece set, of another number of pieces than the paper's ten.
    #[error(
        "the array has {found} cells; without a piece set before it, it must have the ten of Wei and \
         Lin's pieces: one 2x2, five dominoes, four singles; write another set first, like \
         \"2h2v6s [...]\""
    )]
    PaperUndefined {
        /// Numbers of the array.
        found: usize,
    },
    /// A cell that the board lacks.
    #[error("cell {cell}, number {place} of the array, is not on the board: cells are 0 to 19")]
    PaperCell {
        /// The cell.
        cell: u64,
        /// Which number of the array it is, from 1.
        place: usize,
    },
    /// Cells of one shape out of order.
    #[error(
        "cell {cell}, number {place} of the array, is out of order: the cells of each shape ascend \
         (first the big piece, then horizontals, verticals, smalls)"
    )]
    PaperOrder {
        /// The cell.
        cell: u8,
        /// Which number of the array it is, from 1.
        place: usize,
    },
    /// A piece where it cannot stand.
    #[error(
        "the {shape} at cell {cell}, number {place} of the array, overlaps another piece or leaves the \
         board"
    )]
    PaperPiece {
        /// Name of the shape.
        shape: String,
        /// Its top-left cell.
        cell: u8,
        /// Which number of the array it is, from 1.
        place: usize,
    },
    /// An array that fits no number of horizontals.
    #[error(
        "the array {0} is no position of one 2x2, five dominoes and four singles, whichever dominoes lie \
         or stand; another piece set is written before it, like \"2h2v6s [...]\""
    )]
    PaperNone(String),
    /// An array that fits several numbers of horizontals.
    #[error("the array {array} can be read as {}: write one of these", readings.join(" or as "))]
    PaperAmbiguous {
        /// The array.
        array: String,
        /// The array with each piece set that it fits before it.
        readings: Vec<String>,
    },
    /// A number with more digits to base 20 than there are pieces.
    #[error("{value} is too large: {pieces} digits to base 20 go up to {most}")]
    PaperRange {
        /// The value.
        value: String,
        /// Pieces, and so digits to base 20.
        pieces: usize,
        /// The largest number of so many digits.
        most: u128,
    },
    /// A sign that Wei and Lin's drawing lacks.
    #[error(
        "row {row}, column {column}: {sign:?} is no sign of this drawing; it has '#' for the big piece, \
         \"[]\" for a horizontal, 'H' over 'H' for a vertical, 'O' for a small"
    )]
    GlyphSign {
        /// Row of the sign.
        row: usize,
        /// Column of the sign.
        column: usize,
        /// The sign.
        sign: char,
    },
}
