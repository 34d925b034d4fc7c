//! Errors in the text of a position.

use crate::numerals::counted;
use thiserror::Error;

/// Error: a text is no legal position of a puzzle. Rows and columns are counted from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain such fields")]
pub enum PositionError {
    /// The number of rows is wrong.
    #[error("the grid has {}, but the board has {want}: {}", counted(*.found as u64, "row"), row_hint(*.found, *.want))]
    RowCount {
        /// Rows of the text.
        found: usize,
        /// Rows of the board.
        want: usize,
    },
    /// A row has the wrong length.
    #[error(
        "row {row} has {}, but the board has {}: {}",
        counted(*.found as u64, "cell"), counted(*.want as u64, "column"), column_hint(*.found, *.want)
    )]
    RowLength {
        row: usize,
        /// Cells in the text of that row.
        found: usize,
        /// Columns of the board.
        want: usize,
    },
    /// A letter belongs to no shape.
    #[error("row {row}, column {column}: unknown letter {letter:?}; the letters are {known}")]
    UnknownLetter {
        /// Row of the letter.
        row: usize,
        /// Column of the letter.
        column: usize,
        letter: char,
        /// The letters that are allowed there.
        known: String,
    },
    /// A piece lacks a cell.
    #[error("row {row}, column {column}: the {shape} that starts here is incomplete: {missing}")]
    Incomplete {
        /// Row of the piece's first cell.
        row: usize,
        /// Column of the piece's first cell.
        column: usize,
        /// Name of the shape.
        shape: String,
        /// The missing cell and what the text has there.
        missing: String,
    },
    /// In a grid with a letter for each piece, the cells of one letter form no piece.
    #[error(
        "row {row}, column {column}: the cells marked {letter:?} do not form a piece of this puzzle; \
         its shapes are {shapes}"
    )]
    NoSuchPiece {
        /// Row of the first such cell.
        row: usize,
        /// Column of the first such cell.
        column: usize,
        letter: char,
        /// The shapes of the puzzle.
        shapes: String,
    },
    /// In a grid with a letter for each piece, the cells of one letter can be any of several shapes.
    #[error(
        "row {row}, column {column}: the piece marked {letter:?} can be any of the shapes {shapes}; \
         write the letter of the shape"
    )]
    AmbiguousShape {
        /// Row of the first such cell.
        row: usize,
        /// Column of the first such cell.
        column: usize,
        letter: char,
        /// The shapes, with their letters.
        shapes: String,
    },
    /// A piece does not fit on the cells of its sign.
    #[error("row {row}, column {column}: the cells marked {sign:?} {why}")]
    Misplaced {
        /// Row of the first such cell.
        row: usize,
        /// Column of the first such cell.
        column: usize,
        sign: char,
        /// The reason.
        why: &'static str,
    },
    /// The number of locked pieces on a line is wrong.
    #[error(
        "{line} has {found} of the pieces like {sign:?}; it must have exactly {want}, because they never leave it"
    )]
    LineCount {
        /// The sign of such a piece.
        sign: char,
        /// The row or column.
        line: String,
        /// Their number in the text.
        found: u32,
        /// The required number.
        want: u8,
    },
    /// Small letters give one position as letters of shapes and another as letters of pieces.
    #[error(
        "the lower-case letters are ambiguous: as letters of shapes they mean {as_shapes}, as letters of pieces \
         {as_pieces}; write one of these"
    )]
    SmallLetters {
        /// The position if they are letters of shapes.
        as_shapes: String,
        /// The position if each piece has its own letter.
        as_pieces: String,
    },
    /// The walls differ from those of the board.
    #[error("row {row}, column {column}: {letter:?} does not fit the board's walls, written '#'")]
    Wall {
        /// Row of the cell.
        row: usize,
        /// Column of the cell.
        column: usize,
        /// What the text has there.
        letter: char,
    },
    /// There are too many pieces of a shape.
    #[error("row {row}, column {column}: one {shape} too many; there must be exactly {want}")]
    TooMany {
        /// Row of the first surplus piece.
        row: usize,
        /// Column of the first surplus piece.
        column: usize,
        /// Name of the shape.
        shape: String,
        /// The required number.
        want: u8,
    },
    /// A piece is drawn as two of its layers.
    #[error(
        "row {row}, column {column}: {sign:?} is the layer below {above:?}: draw the piece once, as one of its layers"
    )]
    Layers {
        /// Row of the lower layer.
        row: usize,
        /// Column of the lower layer.
        column: usize,
        /// The sign of a layer above it.
        above: char,
        /// The sign of the lower layer.
        sign: char,
    },
    /// A piece is gone, or has become its next layer, before the pieces for which it waits.
    #[error(
        "{sign:?} has left, but it was frozen or its doors were closed until others leave that are still on the board"
    )]
    LeftEarly {
        /// A sign of its shape.
        sign: char,
    },
    /// There are more pieces of a shape than a piece set can count.
    #[error("the grid has {found} of the shape {shape}; at most {} are supported", u8::MAX)]
    Pieces {
        /// Name of the shape.
        shape: String,
        /// Their number.
        found: u32,
    },
    /// There are too few pieces of a shape.
    #[error("the grid has {found} of the shape {shape} ({letter}); there must be exactly {want}")]
    TooFew {
        /// Name of the shape.
        shape: String,
        letter: char,
        /// Their number.
        found: u32,
        /// The required number.
        want: u8,
    },
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
