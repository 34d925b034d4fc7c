//! Errors in texts of positions.

use super::names::Notation;
use crate::sliding::rules::{PieceSetError, PositionError};
use thiserror::Error;

/// Error: a text is no position in any notation, or the notation does not support the puzzle. Rows and columns are
/// counted from 1, cells from 0.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationError {
    /// A grid is invalid.
    #[error(transparent)]
    Grid(#[from] PositionError),
    /// A drawing is invalid.
    #[cfg(feature = "drawing")]
    #[error(transparent)]
    Drawing(#[from] crate::sliding::drawing::DrawingError),
    /// A drawing needs the feature `drawing`, which this build lacks.
    #[error(
        "the notation {0} needs huarong's feature \"drawing\", which this program was built without"
    )]
    NotBuilt(Notation),
    /// The piece set before an array or a value is invalid.
    #[error(transparent)]
    PieceSet(#[from] PieceSetError),
    /// The text resembles no notation.
    #[error(
        "{0:?} is no position: it has neither rows joined by '/' nor the form of another notation"
    )]
    Unrecognised(String),
    /// The notation is defined for Klotski only.
    #[error("the notation {0} is defined for Klotski's 4x5 board and its four shapes only")]
    NotKlotski(Notation),
    /// A code has more than nine digits.
    #[error("{text:?} has {found} hexadecimal digits, and code36 has at most 9 (36 bits)")]
    Code36Length {
        /// The code.
        text: String,
        /// Its digits.
        found: usize,
    },
    /// The big piece does not fit at its cell.
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
    /// A piece does not fit.
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
    /// A code has bits other than zero after the last cell.
    #[error("code36 {0:?}: it goes on after the last cell, where only zeros may follow")]
    Code36Rest(String),
    /// A part of an array or value is no number.
    #[error(
        "{0:?} is no whole number; an array of cells is written like [1 9 0 3 8 11 13 14 16 19]"
    )]
    PaperNumber(String),
    /// An array has the wrong length.
    #[error("the array has {found} cells, and {set} has {want} pieces")]
    PaperLength {
        /// Numbers of the array.
        found: usize,
        /// The piece set.
        set: String,
        /// Its pieces.
        want: usize,
    },
    /// An array or value without a piece set does not have the paper's ten pieces.
    #[error(
        "the array has {found} cells; without a piece set before it, it must have the ten of Wei and \
         Lin's pieces: one 2x2, five dominoes, four singles; write another set first, like \
         \"2h2v6s [...]\""
    )]
    PaperUndefined {
        /// Numbers of the array.
        found: usize,
    },
    /// A cell is not on the board.
    #[error("cell {cell}, number {place} of the array, is not on the board: cells are 0 to 19")]
    PaperCell {
        /// The cell.
        cell: u64,
        /// Which number of the array it is, from 1.
        place: usize,
    },
    /// The cells of one shape are not in ascending order.
    #[error(
        "cell {cell}, number {place} of the array, is out of order: the cells of each shape ascend \
         (first the big piece, then horizontals, verticals, small pieces)"
    )]
    PaperOrder {
        /// The cell.
        cell: u8,
        /// Which number of the array it is, from 1.
        place: usize,
    },
    /// A piece does not fit.
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
    /// The array is no position for any number of horizontals.
    #[error(
        "the array {0} is no position of one 2x2, five dominoes and four singles, whichever dominoes lie \
         or stand; another piece set is written before it, like \"2h2v6s [...]\""
    )]
    PaperNone(String),
    /// The array is a position for several numbers of horizontals.
    #[error("the array {array} can be read as {}: write one of these", readings.join(" or as "))]
    PaperAmbiguous {
        /// The array.
        array: String,
        /// The array after each piece set that it fits.
        readings: Vec<String>,
    },
    /// A number has more digits in base 20 than there are pieces.
    #[error("{value} is too large: {pieces} digits to base 20 go up to {most}")]
    PaperRange {
        /// The value.
        value: String,
        /// Number of pieces, and of digits in base 20.
        pieces: usize,
        /// The largest number with that many digits.
        most: u128,
    },
    /// A character is not used in Wei and Lin's drawing.
    #[error(
        "row {row}, column {column}: {sign:?} is no sign of this drawing; it has '#' for the big piece, \
         \"[]\" for a horizontal, 'H' over 'H' for a vertical, 'O' for a small piece"
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
