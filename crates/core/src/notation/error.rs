//! Errors in texts of positions.

use super::names::Notation;
use crate::grid::Cell;
use crate::numerals::Excerpt;
use crate::rules::{PieceSetError, PositionError};
use thiserror::Error;

/// The fewest digits of a code without `0x`.
pub(super) const LEAST_DIGITS: usize = 7;

/// Error: a text is no position in any notation, or the notation does not support the puzzle. Rows and columns are
/// counted from 1, cells from 0.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain such fields")]
pub enum NotationError {
    /// A grid is invalid.
    #[error(transparent)]
    Grid(#[from] PositionError),
    /// A drawing is invalid.
    #[cfg(feature = "drawing")]
    #[error(transparent)]
    Drawing(#[from] crate::drawing::DrawingError),
    /// A drawing needs the feature `drawing`, which this build lacks.
    #[error(
        "the notation {0} needs the feature \"drawing\" of huarong, but this program was built without it"
    )]
    NotBuilt(Notation),
    /// The piece set before an array or a value is invalid.
    #[error(transparent)]
    PieceSet(#[from] PieceSetError),
    /// The text resembles no notation.
    #[error(
        "{text:?} is not a position: it has no rows joined by '/' and matches no other notation",
        text = Excerpt(.0)
    )]
    Unrecognised(String),
    /// The notation is defined for Klotski only.
    #[error("the notation {0} is defined for Klotski's 4x5 board and its four shapes only")]
    NotKlotski(Notation),
    /// A code has few digits, and does not begin with `0x`.
    #[error(
        "{0:?} is not a position: a code36 of fewer than {least} digits must begin with 0x, as in 0x{0}",
        least = LEAST_DIGITS
    )]
    Code36Short(String),
    /// A code has more than nine digits.
    #[error(
        "{text:?} has {found} hexadecimal digits, but code36 has at most 9 (36 bits)",
        text = Excerpt(.text)
    )]
    Code36Length {
        /// The code.
        text: String,
        /// Its digits.
        found: usize,
    },
    /// The big piece does not fit at its cell.
    #[error(
        "code36 {text:?}: its first digit places the big piece at cell {cell}, where it does not fit; \
         valid cells are 0 to 14 except 3, 7 and 11",
        text = Excerpt(.text)
    )]
    Code36Big {
        /// The code.
        text: String,
        cell: Cell,
    },
    /// A piece does not fit.
    #[error(
        "code36 {text:?}: item {item} after the big piece, a {shape} at row {row}, column {column}, \
         overlaps another piece or leaves the board",
        text = Excerpt(.text)
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
    #[error("code36 {text:?}: only zeros may follow after the last cell", text = Excerpt(.0))]
    Code36Rest(String),
    /// A part of an array or value is no number.
    #[error(
        "{text:?} is not a whole number; write an array of cells such as [1 9 0 3 8 11 13 14 16 19]",
        text = Excerpt(.0)
    )]
    PaperNumber(String),
    /// An array has the wrong length.
    #[error("the array has {found} cells, but {set} has {want} pieces")]
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
        "the array has {found} cells; without a piece set before it, it must have ten, for the pieces of \
         Wei and Lin: one 2x2, five dominoes, four singles; write another set first, such as \
         \"2h2v6s [...]\""
    )]
    PaperUndefined {
        /// Numbers of the array.
        found: usize,
    },
    /// A cell is not on the board.
    #[error("cell {cell}, number {place} of the array, is not on the board: cells are 0 to 19")]
    PaperCell {
        cell: u64,
        /// Which number of the array it is, from 1.
        place: usize,
    },
    /// The cells of one shape are not in ascending order.
    #[error(
        "cell {cell}, number {place} of the array, is out of order: the cells of each shape must ascend \
         (first the big piece, then horizontals, verticals, small pieces)"
    )]
    PaperOrder {
        cell: Cell,
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
        cell: Cell,
        /// Which number of the array it is, from 1.
        place: usize,
    },
    /// The array is no position for any number of horizontals.
    #[error(
        "the array {text} is not a position of one 2x2, five dominoes and four singles, whichever dominoes \
         are horizontal; write another piece set before it, such as \"2h2v6s [...]\"",
        text = Excerpt(.0)
    )]
    PaperNone(String),
    /// The array is a position for several numbers of horizontals.
    #[error(
        "the array {array} can be read as {}: write one of these",
        readings.join(" or as "), array = Excerpt(.array)
    )]
    PaperAmbiguous {
        array: String,
        /// The array after each piece set that it fits.
        readings: Vec<String>,
    },
    /// A number has more digits in base 20 than there are pieces.
    #[error(
        "{value} is too large: the largest number of {pieces} digits in base 20 is {most}",
        value = Excerpt(.value)
    )]
    PaperRange {
        value: String,
        /// Number of pieces, and of digits in base 20.
        pieces: usize,
        /// The largest number with that many digits.
        most: u128,
    },
    /// A character is not used in Wei and Lin's drawing.
    #[error(
        "row {row}, column {column}: {sign:?} is not a sign of this drawing; write '#' for the big piece, \
         \"[]\" for a horizontal, 'H' over 'H' for a vertical, 'O' for a small piece"
    )]
    GlyphSign {
        /// Row of the sign.
        row: usize,
        /// Column of the sign.
        column: usize,
        sign: char,
    },
}
