//! What is wrong with a puzzle file, and where.

use super::signs::SignGrid;
use std::io;
use thiserror::Error;

/// Most bytes of a file.
pub(super) const MOST_BYTES: u64 = 1 << 20;

/// Most ways in which pieces of the forms of a goal may be of different kinds.
pub(super) const MOST_WAYS: usize = 1 << 12;

/// Why a text is no puzzle file, and where in it that is seen.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{line}:{column}: {fault}")]
pub struct PuzzleFileError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in signs.
    pub column: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// Why a file on disk is no puzzle file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read {file}: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why not.
        error: io::Error,
    },
    /// The file is no text.
    #[error("{file}:{line}: this is not UTF-8: a puzzle file is text")]
    NotText {
        /// The file.
        file: String,
        /// The first line that is no text, counted from 1.
        line: usize,
    },
    /// The file is far larger than any puzzle.
    #[error("{file} is longer than {most} bytes: no puzzle file is", most = MOST_BYTES)]
    TooLong {
        /// The file.
        file: String,
    },
    /// The text is no puzzle file.
    #[error("{file}:{error}")]
    Refused {
        /// The file.
        file: String,
        /// What is wrong with it.
        error: PuzzleFileError,
    },
}

/// What can be wrong with a puzzle file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The text is no TOML.
    #[error("{0}")]
    Toml(String),
    /// A key that means nothing.
    #[error("there is no key {key:?}{}", did_you_mean(.nearest.as_deref()))]
    UnknownKey {
        /// The key.
        key: String,
        /// The known key most like it, if any is.
        nearest: Option<String>,
    },
    /// A key that every file must have.
    #[error("{key} is missing")]
    Missing {
        /// The key.
        key: &'static str,
    },
    /// A value of another type.
    #[error("{key} must be {wanted}, and is {found}")]
    Type {
        /// The key.
        key: &'static str,
        /// What it must be.
        wanted: &'static str,
        /// What it is.
        found: &'static str,
    },
    /// A word that is none of those known.
    #[error("{key} {found:?} is unknown: it must be {wanted}")]
    Word {
        /// The key.
        key: &'static str,
        /// The words that are known.
        wanted: &'static str,
        /// What the file has.
        found: String,
    },
    /// Both ways of saying what wins.
    #[error("goal and goals are both there: goal is one grid, goals are several of which any wins")]
    GoalAndGoals,
    /// No goal among several.
    #[error("goals is empty: it has a grid for each way to win")]
    NoGoals,
    /// A text of nothing.
    #[error("{key} is empty")]
    Empty {
        /// The key.
        key: &'static str,
    },
    /// A grid of no cells.
    #[error("{key} has no cells: a grid has one sign a cell, # for none and . for an empty one")]
    NoCells {
        /// The key.
        key: &'static str,
    },
    /// A text with what a terminal would obey, or what turns the direction of writing.
    #[error(
        "{key} has {sign:?}: it must be one line without control characters and marks of direction"
    )]
    Control {
        /// The key.
        key: &'static str,
        /// The first such character.
        sign: char,
    },
    /// A sign that draws nothing.
    #[error("{sign:?} cannot be in a grid: # is no cell, . an empty one, other signs are pieces")]
    Sign {
        /// The sign.
        sign: char,
    },
    /// More columns or rows than a grid may have.
    #[error("a grid of {columns} columns and {rows} rows: there may be {most} of each", most = SignGrid::MOST)]
    Size {
        /// Columns of the grid.
        columns: usize,
        /// Rows of the grid.
        rows: usize,
    },
    /// More cells than a board may have.
    #[error("{cells} cells: a board may have {most}", most = crate::grid::Cells::MOST)]
    Cells {
        /// Cells of the grid that are no walls.
        cells: usize,
    },
    /// Grids with different walls.
    #[error(
        "{key} has {found} here and start has {wanted}: grids of one puzzle have the same walls"
    )]
    Walls {
        /// The key of the other grid.
        key: &'static str,
        /// What that grid has.
        found: &'static str,
        /// What the start has.
        wanted: &'static str,
    },
    /// A start without pieces.
    #[error("start has no piece: a sign other than # and . is one")]
    NoPiece,
    /// A goal that everything fulfils.
    #[error("this goal names no piece: draw one where it must stand")]
    NoGoal,
    /// A sign that is no piece of the start.
    #[error("{sign:?} is no piece of start")]
    NoSuchPiece {
        /// The sign.
        sign: char,
    },
    /// A piece whose parts are not those that it has at the start.
    #[error("{sign:?} has another form here than in start")]
    Form {
        /// The sign.
        sign: char,
    },
    /// A piece whose parts lie further apart than a form may reach.
    #[error("{sign:?} reaches over more than {most} columns or rows", most = crate::grid::Form::MOST)]
    FormSize {
        /// The sign.
        sign: char,
    },
    /// A goal whose pieces may be of very many kinds.
    #[error(
        "the pieces of this goal may be of different kinds in more than {MOST_WAYS} ways: name some of them by their \
         own signs, without goal_by = \"form\""
    )]
    TooManyWays,
    /// A goal for a form that no piece has.
    #[error("{sign:?} has a form that no piece of start has")]
    NoSuchForm {
        /// The sign.
        sign: char,
    },
    /// More pieces of a kind wanted than there are.
    #[error("this goal wants {wanted} pieces like {sign:?}, and start has {found}")]
    TooManyWanted {
        /// A sign of the kind.
        sign: char,
        /// How many the goal draws.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// A piece that both moves along rows alone and along columns alone.
    #[error("{sign:?} is in rows and in columns: a piece that may move neither way is a wall")]
    LockedBothWays {
        /// The sign.
        sign: char,
    },
    /// A locked piece that would have to leave its line.
    #[error("{sign:?} moves {along} only and starts on another line than it stands on here")]
    OffLine {
        /// The sign.
        sign: char,
        /// How the piece moves.
        along: &'static str,
    },
    /// A piece locked along its length by one rule and across it by another.
    #[error(
        "{sign:?} is in {key} and longer the other way, along which lengthwise = true locks it"
    )]
    Crosswise {
        /// The sign.
        sign: char,
        /// `rows` or `columns`.
        key: &'static str,
    },
    /// More locked pieces wanted on a line than start there.
    #[error(
        "this goal wants {wanted} pieces like {sign:?}, which move {along} only, on this line, and {found} start on it"
    )]
    TooManyOnLine {
        /// A sign of the kind.
        sign: char,
        /// How the pieces move.
        along: &'static str,
        /// How many the goal draws there.
        wanted: usize,
        /// How many start there.
        found: usize,
    },
    /// A sign given twice.
    #[error("{sign:?} is there twice")]
    Twice {
        /// The sign.
        sign: char,
    },
    /// Pieces called alike that are not.
    #[error("{sign:?} and {other:?} are not alike: they have different {difference}")]
    NotAlike {
        /// One piece.
        sign: char,
        /// The other.
        other: char,
        /// In what they differ.
        difference: &'static str,
    },
    /// A piece on a cell that it may not enter.
    #[error("{sign:?} stands on a cell that only {owner:?} may enter")]
    Gated {
        /// The piece.
        sign: char,
        /// The piece whose gate it is.
        owner: char,
    },
    /// A number that is none, or too large.
    #[error("{key} must be a whole number from {least} to {most}")]
    Number {
        /// The key.
        key: &'static str,
        /// The least that it may be.
        least: u64,
        /// The most that it may be.
        most: u64,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |key| format!("; did you mean {key:?}?"))
}
