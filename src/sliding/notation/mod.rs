//! The notations in which positions are published, written and read.
//!
//! [`write`](fn@write) writes a position in a [`Notation`], and [`read`] reads one in any of them: which it is shows
//! in the text. A position written is read back as the same position, whatever the notation.
//!
//! ```
//! use huarong::Puzzle;
//! use huarong::notation::{self, Notation};
//!
//! let puzzle = Puzzle::klotski();
//! let position = notation::read(&puzzle, "1A9BF0C00")?;
//! assert_eq!(notation::write(&puzzle, &position, Notation::Grid)?, "VBBV/VBBV/VHHV/VSSV/S..S");
//! # Ok::<_, notation::NotationError>(())
//! ```

mod code36;
mod drawn;
mod glyph;
mod letters;
pub mod moves;
mod paper;

use crate::sliding::klotski;
use crate::sliding::rules::{Arrangement, PieceSetError, PositionError, Puzzle};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A way to write a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// The canonical text: rows joined by `/`, one letter a shape.
    Grid,
    /// Rows joined by `/`, one letter a piece, as Klotski pages write them: `HAAI/HAAI/JBBK/JNOK/P@@Q`.
    Letters,
    /// The top-left cells of the pieces, as in Wei and Lin (1999): `[1 9 0 3 8 11 13 14 16 19]`.
    PaperArray,
    /// That array as a number to base 20.
    PaperValue,
    /// Wei and Lin's drawing with signs, a row a line.
    Glyph,
    /// A code of 36 bits in nine hexadecimal digits: `1A9BF0C00`.
    Code36,
    /// Boxes for a terminal.
    Pretty,
    /// A picture.
    Svg,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 8] = [
        Self::Grid,
        Self::Letters,
        Self::PaperArray,
        Self::PaperValue,
        Self::Glyph,
        Self::Code36,
        Self::Pretty,
        Self::Svg,
    ];

    /// The name: `paper-array`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Letters => "letters",
            Self::PaperArray => "paper-array",
            Self::PaperValue => "paper-value",
            Self::Glyph => "glyph",
            Self::Code36 => "code36",
            Self::Pretty => "pretty",
            Self::Svg => "svg",
        }
    }

    /// Whether a position takes several lines.
    pub fn is_drawing(self) -> bool {
        matches!(self, Self::Glyph | Self::Pretty | Self::Svg)
    }

    /// Whether it is defined for the board and the pieces of Klotski alone.
    fn is_klotskis(self) -> bool {
        matches!(
            self,
            Self::Letters | Self::PaperArray | Self::PaperValue | Self::Glyph | Self::Code36
        )
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no notation's.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown notation {0:?}; the notations are {known}", known = Notation::ALL.map(Notation::name).join(", "))]
pub struct UnknownNotation(String);

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Self, UnknownNotation> {
        let known = Self::ALL.into_iter().find(|notation| notation.name() == name);
        known.ok_or_else(|| UnknownNotation(name.to_owned()))
    }
}

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

/// Writes a position in a notation, without a line end behind it.
///
/// Refuses notations that are defined for Klotski alone, where the puzzle is another.
pub fn write(
    puzzle: &Puzzle,
    position: &Arrangement,
    notation: Notation,
) -> Result<String, NotationError> {
    if notation.is_klotskis() && !klotski::is_klotski(puzzle) {
        return Err(NotationError::NotKlotski(notation));
    }
    Ok(match notation {
        Notation::Grid => puzzle.position_text(position),
        Notation::Letters => letters::write(puzzle, position),
        Notation::PaperArray => paper::write_array(puzzle, position),
        Notation::PaperValue => paper::write_value(puzzle, position),
        Notation::Glyph => glyph::write(puzzle, position),
        Notation::Code36 => code36::write(puzzle, position),
        Notation::Pretty | Notation::Svg => drawn::write(puzzle, position, notation)?,
    })
}

/// The mark with which some editors begin files; no notation has it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a position in any notation.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<Arrangement, NotationError> {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    if puzzle.has_signs() {
        // Any sign may be a piece.
        return match text.trim_start() {
            picture if picture.starts_with("<svg") => drawn::read(puzzle, picture, Notation::Svg),
            drawing if drawing.starts_with('┏') => drawn::read(puzzle, drawing, Notation::Pretty),
            grid => Ok(puzzle.parse_position(grid)?),
        };
    }
    // By far the most common, and quick to tell.
    if text.contains('/') && !text.contains(['<', '#']) {
        return Ok(puzzle.parse_position(text)?);
    }
    if text.trim_start().starts_with('<') {
        return drawn::read(puzzle, text, Notation::Svg);
    }
    if drawn::is_boxes(text) {
        return drawn::read(puzzle, text, Notation::Pretty);
    }
    let is_klotski = klotski::is_klotski(puzzle);
    if is_klotski && glyph::is_drawn(text) {
        return glyph::read(puzzle, text);
    }
    let refuse = |notation| Err(NotationError::NotKlotski(notation));
    if text.contains('/') || text.trim_end_matches(['\n', '\r']).contains('\n') {
        return Ok(puzzle.parse_position(text)?);
    }
    if is_unbroken_grid(puzzle, text) || is_spaced_grid(puzzle, text) {
        let read = puzzle.parse_position(text);
        // Without a sign that only means an empty cell, or with small letters, it may be words.
        let is_grid = text.contains(['.', '@', '_', '0']) && !text.contains(char::is_lowercase);
        if read.is_ok() || is_grid {
            return Ok(read?);
        }
    }
    let trimmed = text.trim();
    if let Some(paper) = paper::Written::split(trimmed) {
        return if is_klotski { paper.read(puzzle) } else { refuse(paper.notation()) };
    }
    if let Some(digits) = code36::digits(trimmed) {
        return if is_klotski { code36::read(puzzle, digits) } else { refuse(Notation::Code36) };
    }
    Err(NotationError::Unrecognised(text.to_owned()))
}

/// Whether a text of several lines is one position drawn over them, and not a position a line.
pub fn is_drawing(puzzle: &Puzzle, text: &str) -> bool {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    if puzzle.has_signs() {
        return text.trim_start().starts_with(['<', '┏']) || puzzle.parse_position(text).is_ok();
    }
    let first = text.lines().next().unwrap_or_default();
    if first.trim_start().starts_with('<') || drawn::is_boxes(first) {
        return true;
    }
    let trimmed: Vec<&str> = text.trim().lines().map(str::trim).collect();
    is_in_rows(puzzle, text) || is_in_rows(puzzle, &trimmed.join("\n"))
}

/// Whether the lines of a text are the rows of a position.
fn is_in_rows(puzzle: &Puzzle, text: &str) -> bool {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let mut lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let first = lines.clone().next().unwrap_or_default();
    let [width, height] = [puzzle.board().width(), puzzle.board().height()].map(usize::from);
    let in_rows = height > 1
        && lines.clone().count() == height
        && lines.all(|line| line.chars().count() <= width);
    // Names may be as short as rows, but no rows of signs are a position each.
    in_rows && (read(puzzle, text).is_ok() || (text.is_ascii() && read(puzzle, first).is_err()))
}

/// Whether a text is a grid without anything between its rows: a sign for every cell.
fn is_unbroken_grid(puzzle: &Puzzle, text: &str) -> bool {
    let text = text.trim_matches(['\t', '\n', '\r']);
    let cells = usize::from(puzzle.board().cell_count());
    [text, text.trim()].iter().any(|text| text.chars().count() == cells && are_signs(text))
}

/// Whether a text is a grid with nothing but spaces between its rows.
fn is_spaced_grid(puzzle: &Puzzle, text: &str) -> bool {
    let [width, height] = [puzzle.board().width(), puzzle.board().height()].map(usize::from);
    text.split_whitespace().count() == height
        && text.split_whitespace().all(|row| row.chars().count() == width && are_signs(row))
}

/// Whether a text has nothing but signs of cells.
fn are_signs(text: &str) -> bool {
    let is_sign = |sign: char| sign.is_ascii_alphabetic() || "[@._0 #".contains(sign);
    text.chars().all(is_sign)
}
