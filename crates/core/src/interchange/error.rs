//! Errors in files of other programs, and limits of formats.

use super::format::Format;
use crate::numerals::Excerpt;
use crate::puzzle_file;
use std::fmt::Display;
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

/// A fault of a line, in words.
pub(super) struct LineFault(pub String);

impl LineFault {
    /// The error for this fault on a line.
    pub fn at(self, line: usize) -> InterchangeError {
        InterchangeError::Line { line, fault: self.0 }
    }

    pub fn missing(what: &str) -> Self {
        Self(format!("{what} is missing"))
    }

    /// An unexpected text, shortened if it is long.
    pub fn expected(wanted: &str, found: &str) -> Self {
        Self(format!("expected {wanted}, found {:?}", shortened(found)))
    }

    pub fn unknown_keyword(keyword: &str, known: &str) -> Self {
        let keyword = shortened(keyword);
        Self(format!("there is no keyword {keyword:?}; the keywords are {known}"))
    }

    /// A part that a puzzle file cannot express.
    pub fn unsupported(what: &str) -> Self {
        Self(format!("a puzzle file cannot express {what}"))
    }

    pub fn row_length(found: usize, columns: usize) -> Self {
        Self(format!("the row has {found} cells, but the board has {columns} columns"))
    }

    /// Start and goal have different walls.
    pub fn different_boards(column: usize, row: usize) -> Self {
        Self(format!(
            "the goal and the start have different boards: they differ at column {column}, row {row}, counted from 0"
        ))
    }

    pub fn no_such_piece(name: impl Display) -> Self {
        Self(format!("there is no piece {:?}", Excerpt(&name.to_string())))
    }

    pub fn twice(name: impl Display) -> Self {
        Self(format!("{:?} is given twice", Excerpt(&name.to_string())))
    }

    /// The goal has more pieces of a kind than the start.
    pub fn too_many_wanted(name: impl Display, wanted: usize, found: usize) -> Self {
        let name = name.to_string();
        let name = Excerpt(&name);
        Self(format!("the goal has {wanted} pieces {name:?}, but the start has {found}"))
    }
}

/// A text, shortened for an error.
fn shortened(text: &str) -> String {
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
    /// The format has no doors.
    #[error("it has no doors through which pieces leave")]
    Doors,
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
