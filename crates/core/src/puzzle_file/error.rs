//! Errors in puzzle files, with their places.

use super::signs::{SignGrid, is_sign};
use crate::numerals::{Excerpt, counted};
use std::fmt::{self, Display, Formatter};
use std::io;
use thiserror::Error;

/// Largest size of a file in bytes.
pub(super) const MOST_BYTES: u64 = 1 << 20;

/// Largest number of ways to assign the pieces of a goal to kinds.
pub(super) const MOST_ASSIGNMENTS: usize = 1 << 12;

/// Largest number of interchangeable pieces, because piece sets count them in bytes.
pub(super) const MOST_ALIKE: usize = 255;

/// Error: a text is no valid puzzle file, with the place of the fault.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{line}:{column}: {fault}")]
#[non_exhaustive]
pub struct PuzzleFileError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// The fault.
    pub fault: Fault,
}

/// Error: a file is no valid puzzle file.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain such fields")]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read {file}: {error}")]
    Unreadable {
        file: String,
        /// The reason.
        error: io::Error,
    },
    /// The file is not text.
    #[error("{file}:{line}: this is not UTF-8: a puzzle file is text")]
    NotText {
        file: String,
        /// The first line that is not UTF-8, counted from 1.
        line: usize,
    },
    /// The file is too large.
    #[error("{file} is longer than {most} bytes, the limit for a puzzle file", most = MOST_BYTES)]
    TooLong { file: String },
    /// The text is not a valid puzzle file.
    #[error("{file}:{error}")]
    Refused { file: String, error: PuzzleFileError },
}

/// Faults of a puzzle file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain such fields")]
pub enum Fault {
    /// The text is not TOML.
    #[error("{0}")]
    Toml(String),
    /// The text is JSON.
    #[error(
        "this is JSON, and a puzzle file is TOML: write puzzles in JSON, one per line, to a file whose name ends in .jsonl"
    )]
    Json,
    /// A key is unknown.
    #[error("there is no key {key:?}{}", did_you_mean(.nearest.as_deref()), key = Excerpt(.key))]
    UnknownKey {
        key: String,
        /// The most similar known key, if there is one.
        nearest: Option<String>,
    },
    /// A key asks for rules that need more than the places of the pieces.
    #[error(
        "there is no key {key:?}: a position is the pieces and their places, so doors do not change with time or with each move"
    )]
    FurtherState { key: String },
    /// A required key is missing.
    #[error("{key} is missing")]
    Missing { key: &'static str },
    /// A key is about doors, but the file has none.
    #[error("{key} needs the key doors: a grid of the doors through which pieces leave")]
    NeedsDoors {
        /// The key about doors.
        key: &'static str,
    },
    /// A value has the wrong type.
    #[error("{key} must be {wanted}, but is {found}")]
    Type {
        key: &'static str,
        /// The type that it must have.
        wanted: &'static str,
        /// The type that it has.
        found: &'static str,
    },
    /// A value is not one of the known words.
    #[error("{key} {found:?} is unknown: it must be {wanted}", found = Excerpt(.found))]
    Word {
        key: &'static str,
        /// The known words.
        wanted: &'static str,
        /// The word in the file.
        found: String,
    },
    /// The file has both `goal` and `goals`.
    #[error("goal and goals are both given: use goal for one grid, goals for several alternatives")]
    GoalAndGoals,
    /// The list of goals is empty.
    #[error("goals is empty: give one grid for each alternative")]
    NoGoals,
    /// There are too many interchangeable pieces.
    #[error("{pieces} interchangeable pieces: at most {MOST_ALIKE} are supported")]
    Alike {
        /// Number of interchangeable pieces.
        pieces: usize,
    },
    /// A text is empty.
    #[error("{key} is empty")]
    Empty { key: &'static str },
    /// A grid has no cells.
    #[error("{key} has no cells: write one sign per cell, # for no cell and . for an empty cell")]
    NoCells { key: &'static str },
    /// A text has control characters or marks of writing direction.
    #[error(
        "{key} has {sign:?}: it must be one line without control characters or text-direction marks"
    )]
    Control {
        key: &'static str,
        /// The first such character.
        sign: char,
    },
    /// A sign is not visible.
    #[error(
        "{} cannot be in a grid: # is no cell, . is an empty cell, other visible signs are pieces",
        Named(*.sign)
    )]
    Sign { sign: char },
    /// Readers cannot tell a sign from another one.
    #[error(
        "{} looks like {}: write that sign here, or a piece that looks different",
        Named(*.sign),
        Named(*.other)
    )]
    Lookalike {
        sign: char,
        /// The sign that it looks like: `#`, `.`, or another piece.
        other: char,
    },
    /// A grid has too many columns or rows.
    #[error("a grid of {columns} columns and {rows} rows: at most {most} of each are supported", most = SignGrid::MOST)]
    Size {
        /// Columns of the grid.
        columns: usize,
        /// Rows of the grid.
        rows: usize,
    },
    /// A grid has too many cells.
    #[error("{cells} cells: a board may have at most {most}", most = crate::grid::Board::MOST)]
    Cells {
        /// Number of cells of the grid that are not walls.
        cells: usize,
    },
    /// Two grids have different walls.
    #[error(
        "{key} has {found} here, but start has {wanted}: all grids of a puzzle must have the same walls"
    )]
    Walls {
        /// The key of the other grid.
        key: &'static str,
        /// The sign in that grid.
        found: &'static str,
        /// The sign in the start.
        wanted: &'static str,
    },
    /// A row of the start is shorter than the others, and another grid has a cell beyond its end.
    #[error(
        "this row of {key} ends after {signs} {}, but {other} has a cell here: write . for an empty cell, or # in \
         {other} for no cell",
        if *.signs == 1 { "sign" } else { "signs" }
    )]
    ShortRow {
        /// The key of the grid with the short row.
        key: &'static str,
        /// Number of signs in the row.
        signs: usize,
        /// The key of the other grid.
        other: &'static str,
    },
    /// The start has no pieces.
    #[error("start has no piece: any sign other than # and . is a piece")]
    NoPiece,
    /// A goal has no pieces.
    #[error("this goal names no piece: draw at least one piece where it must go")]
    NoGoal,
    /// A sign belongs to no piece of the start.
    #[error("{} is not a piece of start", Named(*.sign))]
    NoSuchPiece { sign: char },
    /// A piece has another shape than in the start.
    #[error("{sign:?} has another shape here than in start")]
    Shape { sign: char },
    /// A piece has too many columns or rows.
    #[error("{sign:?} spans more than {most} columns or rows", most = crate::grid::Polyomino::MOST)]
    ShapeSize { sign: char },
    /// The pieces of a goal can be of too many different kinds.
    #[error(
        "the pieces of this goal can be assigned to kinds in more than {MOST_ASSIGNMENTS} ways: name some of them by \
         their own signs, without goal_by = \"shape\""
    )]
    TooManyAssignments,
    /// No piece has the shape of a goal's piece.
    #[error("{sign:?} has a shape that no piece of start has")]
    NoSuchShape { sign: char },
    /// A goal has more pieces of a kind than the start.
    #[error("this goal has {wanted} pieces like {sign:?}, but start has {found}")]
    TooManyWanted {
        /// A sign of the kind.
        sign: char,
        /// Number of such pieces in the goal.
        wanted: usize,
        /// Number of such pieces in the start.
        found: usize,
    },
    /// A piece is locked to rows and to columns.
    #[error("{sign:?} is in rows and in columns: draw a piece that cannot move as a wall, #")]
    LockedOnBothAxes { sign: char },
    /// A locked piece would have to leave its line.
    #[error("{sign:?} moves {along} only, but starts on another line than here")]
    OffLine {
        sign: char,
        /// The lines that the piece moves along.
        along: &'static str,
    },
    /// Two rules lock a piece to different axes.
    #[error(
        "{sign:?} is in {key}, but lengthwise = true locks it to the other direction, in which it is longer"
    )]
    Crosswise {
        sign: char,
        /// `rows` or `columns`.
        key: &'static str,
    },
    /// A goal has more locked pieces on a line than the start.
    #[error(
        "this goal has {wanted} pieces like {sign:?} on this line, but start has {found}; they move {along} only"
    )]
    TooManyOnLine {
        /// A sign of the kind.
        sign: char,
        /// The lines that the pieces move along.
        along: &'static str,
        /// Number of such pieces in the goal on this line.
        wanted: usize,
        /// Number of such pieces in the start on this line.
        found: usize,
    },
    /// A sign is listed twice.
    #[error("{sign:?} is given twice")]
    Twice { sign: char },
    /// Pieces that are declared alike are not.
    #[error("{sign:?} and {other:?} are not alike: they have different {difference}")]
    NotAlike {
        /// One piece.
        sign: char,
        other: char,
        /// Their difference.
        difference: &'static str,
    },
    /// A piece is on a cell that it may not enter.
    #[error("{sign:?} is on a cell that only {} may enter", listed(.owners))]
    Gated {
        /// The piece.
        sign: char,
        /// The pieces that own the gate.
        owners: Vec<char>,
    },
    /// A sign of the gates is neither a piece nor a group.
    #[error("{} is neither a piece of start nor a group in owners", Named(*.sign))]
    NoSuchOwner { sign: char },
    /// A group of owners does not have one sign of its own.
    #[error(
        "owners has the group {group:?}: name it by one sign that is visible, no piece of start, no layer, and neither # nor .",
        group = Excerpt(.group)
    )]
    Group {
        /// The group's key.
        group: String,
    },
    /// A group is named `*` in a file with doors.
    #[error(
        "owners has the group \"*\", but in doors, * is a door for every piece: name the group by another sign"
    )]
    GroupOfAll,
    /// The grid of thin walls is too large.
    #[error(
        "thin_walls is too large: write {columns} columns and {rows} rows, one for each cell and each gap between cells"
    )]
    ThinWallsSize {
        /// Columns that the grid must have.
        columns: usize,
        /// Rows that the grid must have.
        rows: usize,
    },
    /// A cell in the grid of thin walls differs from the start.
    #[error(
        "thin_walls must have {wanted:?} here, as start has: cells are in every other column of every other line"
    )]
    ThinWallsCell {
        /// The sign that it must have.
        wanted: char,
    },
    /// A sign between cells is no thin wall.
    #[error("thin_walls has {found:?} between cells: write {wanted}")]
    ThinWall {
        /// The sign.
        found: char,
        /// The possible signs.
        wanted: &'static str,
    },
    /// A thin wall is between an open cell and a door.
    #[error(
        "a thin wall is between an open cell and the door {}, and no piece crosses it: remove the thin wall or the door",
        Named(*.sign)
    )]
    ThinWallAtDoor {
        /// The sign of the door.
        sign: char,
    },
    /// A piece is on both sides of a thin wall.
    #[error("{sign:?} is on both sides of a thin wall")]
    Divided {
        /// The piece.
        sign: char,
    },
    /// The grid of doors is too large.
    #[error(
        "doors is too large: write {columns} columns and {rows} rows, one more than start at each side"
    )]
    DoorsSize {
        /// Columns that the grid must have.
        columns: usize,
        /// Rows that the grid must have.
        rows: usize,
    },
    /// The grid of doors has none.
    #[error("doors has no door: draw the sign of a piece beside the board, or * for all pieces")]
    NoDoors,
    /// A door is on an open cell.
    #[error(
        "the door {} is on an open cell of start: doors are on walls and around the board, which has a row above and \
         below it and a column at each side here",
        Named(*.sign)
    )]
    DoorOnBoard { sign: char },
    /// A door is beside no open cell.
    #[error(
        "the door {} is beside no open cell of start: it is in a corner, or too far from the board",
        Named(*.sign)
    )]
    DoorOffBoard { sign: char },
    /// No piece can leave through a door.
    #[error(
        "no piece fits through the door {}: all lines of a piece end at its doors, and no thin wall or gate stops it",
        Named(*.sign)
    )]
    NobodyFits { sign: char },
    /// A key of a table is no sign.
    #[error("{key} has {found:?}: write one sign of a piece or a door", found = Excerpt(.found))]
    OneSign {
        key: &'static str,
        /// The key of the table.
        found: String,
    },
    /// `opens` names a door that does not exist.
    #[error("opens names {}, but doors has no such sign: name a door by the sign that draws it", Named(*.sign))]
    NoSuchDoor { sign: char },
    /// A door opens after more pieces than can leave before.
    #[error("the door {} never opens: at most {} can leave before it", Named(*.sign), counted(*.most as u64, "piece"))]
    NeverOpens {
        sign: char,
        /// Number of pieces that can leave.
        most: usize,
    },
    /// A frozen piece can never move.
    #[error("{} is frozen for ever: what it waits for cannot leave before it", Named(*.sign))]
    WaitsForever { sign: char },
    /// A layer does not have a sign of its own.
    #[error("{} cannot be a layer: each layer has a sign of its own, which nothing else has", Named(*.sign))]
    LayerSign { sign: char },
    /// A piece must be gone, but has no door.
    #[error("{} must be gone, but it has no door, or one of its layers has none", Named(*.sign))]
    CannotLeave { sign: char },
    /// A piece must be gone and in a place.
    #[error("{} has a place in a goal, but must be gone", Named(*.sign))]
    GoneInGoal { sign: char },
    /// A number is invalid or too large.
    #[error("{key} must be a whole number from {least} to {most}")]
    Number {
        key: &'static str,
        /// The minimum.
        least: u64,
        /// The maximum.
        most: u64,
    },
}

/// A sign in quotes. Beyond ASCII it has its code point, because many signs look alike or like nothing.
struct Named(char);

impl Display for Named {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (sign, code) = (self.0, u32::from(self.0));
        match sign {
            _ if sign.is_ascii() => write!(f, "{sign:?}"),
            _ if is_sign(sign) => write!(f, "{sign:?} (U+{code:04X})"),
            _ => write!(f, "U+{code:04X}"),
        }
    }
}

/// Signs in quotes, separated by commas.
fn listed(signs: &[char]) -> String {
    signs.iter().map(|sign| format!("{sign:?}")).collect::<Vec<_>>().join(", ")
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |key| format!("; did you mean {key:?}?"))
}
