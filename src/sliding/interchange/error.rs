//! What is wrong with a file of another program, and what a format cannot say.

use super::format::Format;
use crate::grid::Cells;
use crate::sliding::puzzle_file::{self, SignGrid};
use thiserror::Error;

/// Why a text is no puzzle in a format, or a puzzle not to be written in one.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum InterchangeError {
    /// A line is wrong.
    #[error("line {line}: {fault}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        fault: Fault,
    },
    /// Every line can be read, and together they are no puzzle.
    #[error("what this says is no puzzle: {0}")]
    Puzzle(puzzle_file::Fault),
    /// The format has no words for the puzzle.
    #[error("{format} cannot say this puzzle: {reason}")]
    Unwritable {
        /// The format.
        format: Format,
        /// What there are no words for.
        reason: Unsayable,
    },
    /// The format is read only.
    #[error(
        "{0} is read and not written; written are {written}", written = Format::WRITTEN.map(Format::name).join(", ")
    )]
    ReadOnly(Format),
}

/// What can be wrong with a line.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Something that every file must have.
    #[error("{what} is missing")]
    Missing {
        /// What it is.
        what: &'static str,
    },
    /// Something else than what belongs there.
    #[error("{found:?} stands where {wanted} belongs")]
    Expected {
        /// What belongs there.
        wanted: &'static str,
        /// What the line has.
        found: String,
    },
    /// A word that begins nothing.
    #[error("there is no keyword {keyword:?}; the keywords are {known}")]
    Keyword {
        /// The word.
        keyword: String,
        /// Those that there are.
        known: String,
    },
    /// Something that puzzle files have no words for.
    #[error("{what} cannot be said in a puzzle file")]
    Unsupported {
        /// What it is.
        what: &'static str,
    },
    /// A board of no cells, or of too many columns or rows.
    #[error("a board of {columns} columns and {rows} rows: there may be 1 to {most} of each", most = SignGrid::MOST)]
    Size {
        /// Columns of the board.
        columns: i64,
        /// Rows of the board.
        rows: i64,
    },
    /// More cells than a board may have.
    #[error("a board of {cells} cells: there may be {most}", most = Cells::MOST)]
    Cells {
        /// Cells of the board.
        cells: usize,
    },
    /// A row that is longer than the board is wide.
    #[error("a row of {found} cells: the board has {columns} columns")]
    Row {
        /// Cells of the row.
        found: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// More to fill than there is.
    #[error("more cells are filled than the {cells} that the board has")]
    Overfull {
        /// Cells of the board.
        cells: usize,
    },
    /// Something beyond the board.
    #[error(
        "{what} reaches column {column}, row {row}, counted from 0: the board has {columns} columns and {rows} rows"
    )]
    Outside {
        /// What it is.
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
    /// Two on one cell.
    #[error("{what} stands on column {column}, row {row}, counted from 0, which is taken already")]
    Taken {
        /// What it is.
        what: String,
        /// The column.
        column: i64,
        /// The row.
        row: i64,
    },
    /// A start and a goal on different boards.
    #[error(
        "the board of the goal is not that of the start: column {column}, row {row} differ, counted from 0"
    )]
    Boards {
        /// The column.
        column: usize,
        /// The row.
        row: usize,
    },
    /// A piece that was never introduced.
    #[error("there is no piece {name:?}")]
    NoSuchPiece {
        /// What it is called.
        name: String,
    },
    /// A name given twice.
    #[error("{name:?} is there twice")]
    Twice {
        /// The name.
        name: String,
    },
    /// A goal with more pieces of a kind than the start has.
    #[error("the goal has {wanted} pieces {name:?} and the start {found}")]
    TooManyWanted {
        /// What they are called.
        name: String,
        /// How many the goal has.
        wanted: usize,
        /// How many the start has.
        found: usize,
    },
    /// A piece that cannot move at all.
    #[error("{name:?} may move neither way: make it a wall")]
    LockedBothWays {
        /// What it is called.
        name: String,
    },
    /// A text that is no board of Rush Hour.
    #[error("a board is 36 characters, six rows of six, and {text:?} has {found}")]
    Length {
        /// The text.
        text: String,
        /// Its characters.
        found: usize,
    },
    /// A letter whose cells are no car.
    #[error("{sign:?} is no car: a car is two cells or more in one line")]
    NoCar {
        /// The letter.
        sign: char,
    },
    /// A red car that cannot leave to the right.
    #[error("the red car {sign:?} stands upright, and the exit is at the right end of its row")]
    Upright {
        /// Its letter.
        sign: char,
    },
    /// More puzzles than the one that is wanted.
    #[error("{found} puzzles are there and one is wanted: give the number of a line of it")]
    SeveralPuzzles {
        /// How many there are.
        found: usize,
    },
    /// A line that is part of no puzzle.
    #[error("no puzzle stands on this line")]
    NoPuzzle,
    /// A line given for a format of one puzzle a file.
    #[error("a file in the format {format} is one puzzle, of which no line can be picked")]
    OnePuzzle {
        /// The format.
        format: Format,
    },
    /// A text that is no XML.
    #[error("this is no XML: {0}")]
    Xml(String),
}

impl Fault {
    /// The error of this fault on a line.
    pub(super) fn at(self, line: usize) -> InterchangeError {
        InterchangeError::Line { line, fault: self }
    }

    /// Something else than what belongs there; long texts are cut.
    pub(super) fn expected(wanted: &'static str, found: &str) -> Self {
        Self::Expected { wanted, found: shortened(found) }
    }
}

/// As much of a text as an error shows.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// What a format has no words for.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsayable {
    /// A board of another size than the format's own.
    #[error("its board has 6 columns and 6 rows, and this one {columns} and {rows}")]
    Size {
        /// Columns of the board.
        columns: u8,
        /// Rows of the board.
        rows: u8,
    },
    /// Too many kinds of pieces.
    #[error("there are names for {most} kinds of pieces, and this puzzle has {found}")]
    Kinds {
        /// Kinds of the puzzle.
        found: usize,
        /// Most that there may be.
        most: usize,
    },
    /// Cells that one piece alone may enter.
    #[error("there are no gates, and {sign:?} has one")]
    Gate {
        /// The piece.
        sign: char,
    },
    /// A piece that moves along one axis only.
    #[error("pieces move in all directions, and {sign:?} moves {along} only")]
    Locked {
        /// The piece.
        sign: char,
        /// How it moves.
        along: &'static str,
    },
    /// Several ways to win.
    #[error("there is one goal, and this puzzle has {found}")]
    Goals {
        /// How many there are.
        found: usize,
    },
    /// A goal that leaves pieces out.
    #[error("its goal is a whole position, and this one has {wanted} of {pieces} pieces")]
    PartOfGoal {
        /// Pieces of the goal.
        wanted: usize,
        /// Pieces of the puzzle.
        pieces: usize,
    },
    /// A piece that is no car.
    #[error("every piece is a car, straight and moving lengthwise, and {sign:?} is none")]
    NoCar {
        /// The piece.
        sign: char,
    },
    /// A goal other than the red car's exit.
    #[error("the goal is one lying car at the right end of its row, and this is another")]
    NoExit,
}
