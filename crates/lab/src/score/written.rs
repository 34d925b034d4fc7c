//! Moves as they are written, before they are compared with a board.

use huarong_core::grid::Direction;
use smallvec::SmallVec;

/// A move of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrittenMove {
    pub piece: PieceName,
    pub path: Path,
    /// The other pieces of a line.
    pub followers: Vec<PieceName>,
}

/// Moves, each with its own text.
pub(super) type WrittenMoves<'t> = Vec<(&'t str, WrittenMove)>;

/// How a written move names a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceName {
    /// By its sign at the start.
    Sign(char),
    /// By its sign, and the place of its first cell before the move. Columns and rows are counted from 1.
    Placed { sign: char, column: u16, row: u16 },
    /// By a cell that it covers, with column and row counted from 1.
    At { column: u16, row: u16 },
    /// By a cell as two numbers, which can be read in several ways.
    Cell([u16; 2]),
    /// By its sign, and its first cell as two numbers.
    SignCell(char, [u16; 2]),
}

/// Directions, each with a number of cells.
pub(super) type Steps = SmallVec<[(Direction, u16); 2]>;

/// Where a written move leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Path {
    /// Directions, each with a number of cells.
    Steps(Steps),
    /// Cells to the right or down; to the left or up if negative.
    Along(i16),
    /// To a cell as two numbers.
    To([u16; 2]),
    /// To a cell as two numbers, and through a door there.
    Through([u16; 2]),
}

/// How two numbers are read as a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    pub is_row_first: bool,
    /// The number of the first column and row.
    pub first: u16,
}

impl Cells {
    pub const ALL: [Self; 4] = [
        Self { is_row_first: true, first: 0 },
        Self { is_row_first: false, first: 0 },
        Self { is_row_first: true, first: 1 },
        Self { is_row_first: false, first: 1 },
    ];

    /// Cells as the prompts of tasks fix them.
    pub const OF_TASKS: [Self; 1] = [Self { is_row_first: true, first: 1 }];

    /// The column and the row, counted from 0.
    pub fn place(self, [one, other]: [u16; 2]) -> Option<(u8, u8)> {
        let (column, row) = if self.is_row_first { (other, one) } else { (one, other) };
        let from_zero = |number: u16| u8::try_from(number.checked_sub(self.first)?).ok();
        Some((from_zero(column)?, from_zero(row)?))
    }

    /// The reading in words.
    pub fn name(self) -> &'static str {
        match (self.is_row_first, self.first) {
            (true, 0) => "cells as row, column from 0",
            (false, 0) => "cells as column, row from 0",
            (true, _) => "cells as row, column from 1",
            (false, _) => "cells as column, row from 1",
        }
    }
}

impl WrittenMove {
    /// Whether it has a cell that can be read in several ways.
    pub fn has_cells(&self) -> bool {
        matches!(self.piece, PieceName::Cell(_) | PieceName::SignCell(..))
            || matches!(self.path, Path::To(_) | Path::Through(_))
    }
}
