//! What can be wrong with the text of a position.

use crate::numerals::counted;
use thiserror::Error;

/// A text that is no legal position of a puzzle. Rows and columns are counted from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// Too many or too few rows.
    #[error("the grid has {}, and the board has {want}: {}", counted(*.found as u64, "row"), row_hint(*.found, *.want))]
    RowCount {
        /// Rows of the text.
        found: usize,
        /// Rows of the board.
        want: usize,
    },
    /// A row of the wrong length.
    #[error(
        "row {row} has {}, and the board has {}: {}",
        counted(*.found as u64, "cell"), counted(*.want as u64, "column"), column_hint(*.found, *.want)
    )]
    RowLength {
        /// The row.
        row: usize,
        /// Cells in the text of that row.
        found: usize,
        /// Columns of the board.
        want: usize,
    },
    /// A letter that draws no shape.
    #[error("row {row}, column {column}: unknown letter {letter:?}; the letters are {known}")]
    UnknownLetter {
        /// Row of the letter.
        row: usize,
        /// Column of the letter.
        column: usize,
        /// The letter.
        letter: char,
        /// What may stand there.
        known: String,
    },
    /// A piece of which a cell is missing.
    #[error("row {row}, column {column}: the {shape} that starts here is incomplete: {missing}")]
    Incomplete {
        /// Row of the piece's first cell.
        row: usize,
        /// Column of the piece's first cell.
        column: usize,
        /// Name of the shape.
        shape: String,
        /// Which cell is missing and what is there instead.
        missing: String,
    },
    /// Cells of one letter, in a grid with a letter for each piece, that make up no piece.
    #[error(
        "row {row}, column {column}: the cells marked {letter:?} make no piece of this puzzle; its \
         shapes are {shapes}"
    )]
    NoSuchPiece {
        /// Row of the first such cell.
        row: usize,
        /// Column of the first such cell.
        column: usize,
        /// The letter.
        letter: char,
        /// The shapes that there are.
        shapes: String,
    },
    /// Cells of one letter, in a grid with a letter for each piece, that are the form of several shapes.
    #[error(
        "row {row}, column {column}: the piece marked {letter:?} can be any of the shapes {shapes}; \
         write the letter of the shape"
    )]
    SharedForm {
        /// Row of the first such cell.
        row: usize,
        /// Column of the first such cell.
        column: usize,
        /// The letter.
        letter: char,
        /// The shapes of that form, with their letters.
        shapes: String,
    },
    /// Cells of one sign that its piece cannot stand on.
    #[error("row {row}, column {column}: the cells marked {sign:?} are {}", .why.words())]
    Misplaced {
        /// Row of the first such cell.
        row: usize,
        /// Column of the first such cell.
        column: usize,
        /// The sign.
        sign: char,
        /// Why not.
        why: Misplacement,
    },
    /// Another number of locked pieces on a line than never leave it.
    #[error(
        "{line} has {found} of the pieces like {sign:?}, and {want} are on it in every position: they never leave it"
    )]
    LineCount {
        /// A sign of such pieces.
        sign: char,
        /// The row or column.
        line: String,
        /// How many the text has there.
        found: u32,
        /// How many there must be.
        want: u8,
    },
    /// Small letters that make one position as letters of shapes and another one as a letter for each piece.
    #[error(
        "the small letters can be read as {as_shapes} or, a letter for each piece, as {as_pieces}: write one of \
         these"
    )]
    SmallLetters {
        /// The position where they are letters of shapes.
        as_shapes: String,
        /// The position where each piece has its own.
        as_pieces: String,
    },
    /// A wall where the board has none, or none where it has one.
    #[error("row {row}, column {column}: {letter:?} does not fit the board's walls, written '#'")]
    Wall {
        /// Row of the cell.
        row: usize,
        /// Column of the cell.
        column: usize,
        /// What the text has there.
        letter: char,
    },
    /// More pieces of a shape than the puzzle has.
    #[error("row {row}, column {column}: one {shape} too many; there must be exactly {want}")]
    TooMany {
        /// Row of the first surplus piece.
        row: usize,
        /// Column of the first surplus piece.
        column: usize,
        /// Name of the shape.
        shape: String,
        /// How many there must be.
        want: u8,
    },
    /// Fewer pieces of a shape than the puzzle has.
    #[error("the grid has {found} of the shape {shape} ({letter}); there must be exactly {want}")]
    TooFew {
        /// Name of the shape.
        shape: String,
        /// Its letter.
        letter: char,
        /// How many there are.
        found: u32,
        /// How many there must be.
        want: u8,
    },
}

/// Why a piece cannot stand on some cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misplacement {
    /// They are not its form.
    Form,
    /// It is locked, and never leaves another line.
    OffLine,
    /// One is a gate of another piece.
    Gate,
}

impl Misplacement {
    fn words(self) -> &'static str {
        match self {
            Self::Form => "not the form that this piece has",
            Self::OffLine => "off the row or column that this piece never leaves",
            Self::Gate => "in the gate of another piece",
        }
    }
}

fn row_hint(found: usize, want: usize) -> String {
    if found > want {
        format!("row {} is one too many", want + 1)
    } else {
        format!("row {} is missing", found + 1)
    }
}

fn column_hint(found: usize, want: usize) -> String {
    if found > want {
        format!("column {} is one too many", want + 1)
    } else {
        format!("column {} is missing", found + 1)
    }
}
