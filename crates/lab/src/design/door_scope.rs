//! What puzzles with doors have: the board, and numbers of pieces, colours, doors and walls.

use super::error::DesignError;
use super::pieces::ShapeList;
use huarong_core::grid::Region;
use huarong_core::numerals::grouped;
use std::ops::RangeInclusive;
use thiserror::Error;

/// What puzzles with doors have. All pieces must leave, each through a door of its colour, except those that must stay. These
/// have places in the goal, although they could leave, too.
///
/// ```
/// use huarong::design::{DoorScope, Region};
///
/// let mut scope = DoorScope::new(Region::new(5, 5)?);
/// scope.pieces = 4..=6;
/// scope.colours = 2..=3;
/// scope.shapes = "domino corner".parse()?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DoorScope {
    /// The board, with walls that all puzzles have.
    pub region: Region,
    /// The shapes of the pieces, all equally frequent.
    pub shapes: ShapeList,
    /// Number of pieces.
    pub pieces: RangeInclusive<u8>,
    /// Number of colours.
    pub colours: RangeInclusive<u8>,
    /// Number of doors, each as broad as a piece of its colour; `None` for one per colour.
    pub doors: Option<RangeInclusive<u8>>,
    /// The fewest walls besides those of the board.
    pub least_walls: u8,
    /// The most walls besides those of the board.
    pub walls: u8,
    /// Number of pieces that must stay.
    pub staying: RangeInclusive<u8>,
}

/// Error: no puzzle can have the numbers of a [`DoorScope`].
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum DoorScopeError {
    /// A range of numbers is empty, or exceeds the signs for pieces or colours.
    #[error(
        "the number of {what} is from {from} to {to}: give a range from at least 1 to at most {MOST_SIGNS}, the smaller \
         number first"
    )]
    Range {
        /// `pieces`, `colours` or `doors`.
        what: &'static str,
        /// The first number of the range.
        from: u8,
        /// The last number of the range.
        to: u8,
    },
    /// A piece must leave.
    #[error(
        "{staying} pieces must stay, of at most {pieces}: one must leave, so allow more pieces, or fewer that stay"
    )]
    Staying {
        /// The least number of pieces that must stay.
        staying: u8,
        /// The largest number of pieces.
        pieces: u8,
    },
    /// Each colour has a piece and a door.
    #[error(
        "the number of colours is at least {colours}, and that of {what} at most {most}: each colour has a piece and a \
         door, so allow fewer colours or more {what}"
    )]
    Colours {
        /// The least number of colours.
        colours: u8,
        /// `pieces` or `doors`.
        what: &'static str,
        /// The largest number of these.
        most: u8,
    },
    /// Each door has places at the edge of the board.
    #[error("{doors} doors do not fit at the {places} places around the board: allow fewer doors")]
    Places {
        /// The least number of doors.
        doors: u8,
        /// Number of places for doors of one cell.
        places: usize,
    },
    /// No puzzle would be tried.
    #[error("puzzles with doors are found by tries at random: allow at least one")]
    Tries,
    /// The range of numbers of walls is empty.
    #[error("the number of walls is from {from} to {to}: give the smaller number first")]
    Walls {
        /// The first number of the range.
        from: u8,
        /// The last number of the range.
        to: u8,
    },
    /// The smallest pieces leave no cell empty.
    #[error(
        "{pieces} pieces of these shapes cover at least {covered} cells, and the board has {open} besides walls: one must \
         stay empty, so allow fewer or smaller pieces, or fewer walls"
    )]
    Room {
        /// The least number of pieces.
        pieces: u8,
        /// The cells that they cover at least.
        covered: u32,
        /// Number of open cells of the board with the fewest walls.
        open: u32,
    },
    /// The board has too many cells for a puzzle file.
    #[error(
        "a board with doors has at most {} cells, in at most {MOST_LINES} columns and rows",
        grouped(MOST_CELLS as u64)
    )]
    Board,
    /// A condition of an order is not for puzzles with doors.
    #[error(
        "puzzles with doors are designed without the conditions on fixed pieces, symmetric, minimal and maximal starts"
    )]
    Condition,
}

/// The most pieces and the most colours: each has a letter.
pub(super) const MOST_SIGNS: u8 = 26;

/// Limits of boards of puzzle files, with a frame around them.
const MOST_CELLS: usize = 1024;
const MOST_LINES: usize = 253;

impl DoorScope {
    /// Puzzles on a board with 6 to 10 pieces in 3 to 5 colours, of shapes with two to four cells, without further walls.
    pub fn new(region: Region) -> Self {
        Self {
            region,
            shapes: ShapeList::default(),
            pieces: 6..=10,
            colours: 3..=5,
            doors: None,
            least_walls: 0,
            walls: 0,
            staying: 0..=0,
        }
    }

    /// The numbers of doors that a puzzle with some colours can have.
    pub(super) fn doors_of(&self, colours: u8) -> RangeInclusive<u8> {
        match &self.doors {
            Some(doors) => colours.max(*doors.start())..=*doors.end(),
            None => colours..=colours,
        }
    }

    /// The most doors of one cell: each column and each row with a cell has two ends.
    fn places_of_doors(&self) -> usize {
        let (columns, rows) = (self.region.width(), self.region.height());
        let is_open = |column, row| self.region.is_open(column, row);
        let columns_with_cells =
            (0..columns).filter(|&column| (0..rows).any(|row| is_open(column, row)));
        let rows_with_cells =
            (0..rows).filter(|&row| (0..columns).any(|column| is_open(column, row)));
        2 * (columns_with_cells.count() + rows_with_cells.count())
    }

    /// Whether a puzzle can have these numbers.
    pub(super) fn check(&self) -> Result<(), DesignError> {
        let (columns, rows) = (self.region.width(), self.region.height());
        if columns.max(rows) > MOST_LINES || columns * rows > MOST_CELLS {
            return Err(DoorScopeError::Board.into());
        }
        let doors = self.doors.as_ref();
        let ranges =
            [("pieces", Some(&self.pieces)), ("colours", Some(&self.colours)), ("doors", doors)];
        for (what, range) in ranges.into_iter().filter_map(|(what, range)| Some((what, range?))) {
            let (from, to) = (*range.start(), *range.end());
            if from == 0 || from > to || to > MOST_SIGNS {
                return Err(DoorScopeError::Range { what, from, to }.into());
            }
        }
        let (staying, pieces) = (*self.staying.start(), *self.pieces.end());
        if staying >= pieces {
            return Err(DoorScopeError::Staying { staying, pieces }.into());
        }
        let colours = *self.colours.start();
        for (what, most) in [("pieces", Some(&self.pieces)), ("doors", doors)] {
            if let Some(most) = most.map(|range| *range.end()).filter(|&most| most < colours) {
                return Err(DoorScopeError::Colours { colours, what, most }.into());
            }
        }
        let (doors, places) = (*self.doors_of(colours).start(), self.places_of_doors());
        if usize::from(doors) > places {
            return Err(DoorScopeError::Places { doors, places }.into());
        }
        let (from, to) = (self.least_walls, self.walls);
        if from > to {
            return Err(DoorScopeError::Walls { from, to }.into());
        }
        let pieces = *self.pieces.start();
        let open = self.region.open_cell_count().saturating_sub(from.into());
        let covered = u32::from(pieces) * u32::from(self.shapes.least_area());
        match covered < open {
            true => Ok(()),
            false => Err(DoorScopeError::Room { pieces, covered, open }.into()),
        }
    }
}
