//! Errors in files of other programs, and limits of formats.

use super::format::Format;
use crate::grid::Board;
use crate::numerals::Excerpt;
use crate::puzzle_file;
use crate::puzzle_file::SignGrid;
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
        fault: String,
    },
    /// The text is no Rush Hour board, for this reason.
    #[error("{0}")]
    Board(String),
    /// The text has several puzzles and none is selected.
    #[error("line {line}: {found} puzzles found: select one by the number of one of its lines")]
    SeveralPuzzles {
        /// The first line of the second puzzle, counted from 1.
        line: usize,
        /// Number of puzzles.
        found: usize,
    },
    /// The selected line belongs to no puzzle.
    #[error("line {0}: this line belongs to no puzzle")]
    NoPuzzle(usize),
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
        "the format {0} can only be read; the formats that can be written are {written}",
        written = Format::names(Format::WRITTEN)
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
    #[error("expected {wanted}, found {found:?}")]
    Expected {
        /// The expected text.
        wanted: &'static str,
        /// The text of the line.
        found: String,
    },
    /// A keyword is unknown.
    #[error(
        "there is no keyword {keyword:?}; the keywords are {known}",
        keyword = Excerpt(.keyword)
    )]
    Keyword {
        /// The keyword.
        keyword: String,
        /// The known keywords.
        known: String,
    },
    /// A puzzle file cannot express a part.
    #[error("a puzzle file cannot express {what}")]
    Unsupported {
        /// The part.
        what: &'static str,
    },
    /// The board has no cells, or too many columns or rows.
    #[error("a board of {columns} columns and {rows} rows: both must be from 1 to {most}", most = SignGrid::MOST)]
    Size {
        /// Columns of the board.
        columns: i64,
        /// Rows of the board.
        rows: i64,
    },
    /// The board has too many cells.
    #[error("a board of {cells} cells: at most {most} are supported", most = Board::MOST)]
    Cells {
        /// Cells of the board.
        cells: usize,
    },
    /// A row is longer than the board is wide.
    #[error("the row has {found} cells, but the board has {columns} columns")]
    Row {
        /// Cells of the row.
        found: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// A position has more cells than the board.
    #[error("the line describes more than the {cells} cells of the board")]
    Overfull {
        /// Cells of the board.
        cells: usize,
    },
    /// A piece or wall is outside the board.
    #[error(
        "{what} reaches column {column}, row {row}, counted from 0: the board has {columns} columns and {rows} rows",
        what = Excerpt(.what)
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
    #[error(
        "{what} covers column {column}, row {row}, counted from 0, which is already occupied",
        what = Excerpt(.what)
    )]
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
        "the goal and the start have different boards: they differ at column {column}, row {row}, counted from 0"
    )]
    Boards {
        /// The column.
        column: usize,
        /// The row.
        row: usize,
    },
    /// A piece is not defined.
    #[error("there is no piece {name:?}", name = Excerpt(.name))]
    NoSuchPiece {
        /// Its name.
        name: String,
    },
    /// A name is defined twice.
    #[error("{name:?} is given twice", name = Excerpt(.name))]
    Twice {
        /// The name.
        name: String,
    },
    /// The goal has more pieces of a kind than the start.
    #[error(
        "the goal has {wanted} pieces {name:?}, but the start has {found}",
        name = Excerpt(.name)
    )]
    TooManyWanted {
        /// Their name.
        name: String,
        /// Number in the goal.
        wanted: usize,
        /// Number in the start.
        found: usize,
    },
    /// A piece is locked in both directions.
    #[error("{name:?} is locked in both directions: make it a wall", name = Excerpt(.name))]
    LockedOnBothAxes {
        /// Its name.
        name: String,
    },
    /// A text has the wrong length for a Rush Hour board.
    #[error(
        "{text:?} has {found} characters, which is no square board such as 6x6 with 36: write / between the rows"
    )]
    Length {
        /// The text.
        text: String,
        /// Number of its characters.
        found: usize,
    },
    /// The cells of a letter form no car.
    #[error("{sign:?} is not a car: a car covers two or more cells in one line")]
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
    /// The exit of the red car is a wall.
    #[error("there is a wall at the exit: the red car must reach the last cells of row {row}")]
    BlockedExit {
        /// The row, counted from 1.
        row: i64,
    },
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
        InterchangeError::Line { line, fault: self.to_string() }
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
    /// There are too many kinds of pieces.
    #[error("it has names for {most} kinds of pieces, but this puzzle has {found}")]
    Kinds {
        /// Number of kinds of the puzzle.
        found: usize,
        /// Largest number of kinds.
        most: usize,
    },
    /// The format has no gates.
    #[error("it has no gates, but {sign:?} has one")]
    Gate {
        /// The piece.
        sign: char,
    },
    /// The format has no thin walls.
    #[error("it has no walls between cells")]
    ThinWalls,
    /// The format has no locked pieces.
    #[error("its pieces move in all directions, but {sign:?} moves {along} only")]
    Locked {
        /// The piece.
        sign: char,
        /// The lines that it moves along.
        along: &'static str,
    },
    /// The format allows one goal only.
    #[error("it allows one goal, but this puzzle has {found}")]
    Goals {
        /// Number of goals.
        found: usize,
    },
    /// The format requires all pieces in the goal.
    #[error("its goal must have all pieces, but this goal has {wanted} of {pieces}")]
    PartOfGoal {
        /// Number of pieces in the goal.
        wanted: usize,
        /// Number of pieces of the puzzle.
        pieces: usize,
    },
    /// The format allows cars only.
    #[error("its pieces must be cars, straight and moving lengthwise, but {sign:?} is not")]
    NoCar {
        /// The piece.
        sign: char,
    },
    /// The format requires the red car's exit as the goal.
    #[error("its goal must be one horizontal car at the right end of its row")]
    NoExit,
}
