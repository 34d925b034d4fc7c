//! Errors in files of other programs, and limits of formats.

use super::format::Format;
use crate::grid::Cells;
use crate::sliding::puzzle_file::{self, SignGrid};
use thiserror::Error;

/// Error: a text is no puzzle in a format, or a puzzle cannot be written in one.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum InterchangeError {
    /// A line is invalid.
    #[error("line {line}: {fault}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// The fault.
        fault: Fault,
    },
    /// Each line is valid, but together they are no valid puzzle.
    #[error("the text describes no valid puzzle: {0}")]
    Puzzle(puzzle_file::Fault),
    /// The format cannot express the puzzle.
    #[error("{format} cannot express this puzzle: {reason}")]
    Unwritable {
        /// The format.
        format: Format,
        /// The reason.
        reason: Unsayable,
    },
    /// The format can only be read.
    #[error(
        "{0} is read and not written; written are {written}", written = Format::WRITTEN.map(Format::name).join(", ")
    )]
    ReadOnly(Format),
}

/// Faults of a line.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A required part is missing.
    #[error("{what} is missing")]
    Missing {
        /// The missing part.
        what: &'static str,
    },
    /// The line has something unexpected.
    #[error("{found:?} stands where {wanted} belongs")]
    Expected {
        /// The expected text.
        wanted: &'static str,
        /// The text of the line.
        found: String,
    },
    /// A keyword is unknown.
    #[error("there is no keyword {keyword:?}; the keywords are {known}")]
    Keyword {
        /// The keyword.
        keyword: String,
        /// The known keywords.
        known: String,
    },
    /// A puzzle file cannot express a part.
    #[error("{what} cannot be said in a puzzle file")]
    Unsupported {
        /// The part.
        what: &'static str,
    },
    /// The board has no cells, or too many columns or rows.
    #[error("a board of {columns} columns and {rows} rows: there may be 1 to {most} of each", most = SignGrid::MOST)]
    Size {
        /// Columns of the board.
        columns: i64,
        /// Rows of the board.
        rows: i64,
    },
    /// The board has too many cells.
    #[error("a board of {cells} cells: there may be {most}", most = Cells::MOST)]
    Cells {
        /// Cells of the board.
        cells: usize,
    },
    /// A row is longer than the board is wide.
    #[error("a row of {found} cells: the board has {columns} columns")]
    Row {
        /// Cells of the row.
        found: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// The pieces cover more cells than the board has.
    #[error("more cells are filled than the {cells} that the board has")]
    Overfull {
        /// Cells of the board.
        cells: usize,
    },
    /// A piece or wall is outside the board.
    #[error(
        "{what} reaches column {column}, row {row}, counted from 0: the board has {columns} columns and {rows} rows"
    )]
    Outside {
        /// The piece or wall.
        what: String,
        /// The column.
        column: i64,
        /// The row.
        row: i64,
        /// Columns of the board.
        columns: usize,
        /// Rows of the board.
        rows: usize,
    },
    /// Two pieces overlap.
    #[error("{what} stands on column {column}, row {row}, counted from 0, where another piece is")]
    Taken {
        /// The second piece.
        what: String,
        /// The column.
        column: i64,
        /// The row.
        row: i64,
    },
    /// Start and goal have different walls.
    #[error(
        "the board of the goal is not that of the start: column {column}, row {row} differ, counted from 0"
    )]
    Boards {
        /// The column.
        column: usize,
        /// The row.
        row: usize,
    },
    /// A piece is not defined.
    #[error("there is no piece {name:?}")]
    NoSuchPiece {
        /// Its name.
        name: String,
    },
    /// A name is defined twice.
    #[error("{name:?} is given twice")]
    Twice {
        /// The name.
        name: String,
    },
    /// The goal has more pieces of a kind than the start.
    #[error("the goal has {wanted} pieces {name:?} and the start {found}")]
    TooManyWanted {
        /// Their name.
        name: String,
        /// Number in the goal.
        wanted: usize,
        /// Number in the start.
        found: usize,
    },
    /// A piece is locked in both directions.
    #[error("{name:?} is locked in both directions: make it a wall")]
    LockedBothWays {
        /// Its name.
        name: String,
    },
    /// A text has the wrong length for a Rush Hour board.
    #[error("a board is 36 characters, six rows of six, and {text:?} has {found}")]
    Length {
        /// The text.
        text: String,
        /// Number of its characters.
        found: usize,
    },
    /// The cells of a letter form no car.
    #[error("{sign:?} is no car: a car is two cells or more in one line")]
    NoCar {
        /// The letter.
        sign: char,
    },
    /// The red car is vertical, so it cannot leave to the right.
    #[error("the red car {sign:?} is vertical, but the exit is at the right end of its row")]
    Upright {
        /// Its letter.
        sign: char,
    },
    /// The text has several puzzles and none is selected.
    #[error("{found} puzzles found: select one by the number of one of its lines")]
    SeveralPuzzles {
        /// Number of puzzles.
        found: usize,
    },
    /// The selected line belongs to no puzzle.
    #[error("this line belongs to no puzzle")]
    NoPuzzle,
    /// A line is selected in a format with one puzzle per file.
    #[error("a file in the format {format} has one puzzle: do not select a line")]
    OnePuzzle {
        /// The format.
        format: Format,
    },
    /// The text is not valid XML.
    #[error("this is not valid XML: {0}")]
    Xml(String),
}

impl Fault {
    /// The error for this fault on a line.
    pub(super) fn at(self, line: usize) -> InterchangeError {
        InterchangeError::Line { line, fault: self }
    }

    /// An unexpected text, shortened if it is long.
    pub(super) fn expected(wanted: &'static str, found: &str) -> Self {
        Self::Expected { wanted, found: shortened(found) }
    }
}

/// A text, shortened for an error.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Reasons why a format cannot express a puzzle.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsayable {
    /// The format requires another board size.
    #[error("its board has 6 columns and 6 rows, and this one {columns} and {rows}")]
    Size {
        /// Columns of the board.
        columns: u8,
        /// Rows of the board.
        rows: u8,
    },
    /// There are too many kinds of pieces.
    #[error("there are names for {most} kinds of pieces, and this puzzle has {found}")]
    Kinds {
        /// Number of kinds of the puzzle.
        found: usize,
        /// Largest number of kinds.
        most: usize,
    },
    /// The format has no gates.
    #[error("there are no gates, and {sign:?} has one")]
    Gate {
        /// The piece.
        sign: char,
    },
    /// The format has no locked pieces.
    #[error("pieces move in all directions, and {sign:?} moves {along} only")]
    Locked {
        /// The piece.
        sign: char,
        /// The lines that it moves along.
        along: &'static str,
    },
    /// The format allows one goal only.
    #[error("there is one goal, and this puzzle has {found}")]
    Goals {
        /// Number of goals.
        found: usize,
    },
    /// The format requires all pieces in the goal.
    #[error("its goal is a whole position, and this one has {wanted} of {pieces} pieces")]
    PartOfGoal {
        /// Number of pieces in the goal.
        wanted: usize,
        /// Number of pieces of the puzzle.
        pieces: usize,
    },
    /// The format allows cars only.
    #[error("every piece is a car, straight and moving lengthwise, and {sign:?} is none")]
    NoCar {
        /// The piece.
        sign: char,
    },
    /// The format requires the red car's exit as the goal.
    #[error("the goal is one lying car at the right end of its row, and this is another")]
    NoExit,
}
