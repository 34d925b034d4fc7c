//! The board: a rectangle of cells, some of them walls.

use super::{Cell, Cells, Direction, Form};
use std::ops::Range;
use thiserror::Error;

/// A rectangle of at most 128 cells, some of which may be walls.
///
/// ```
/// use huarong::grid::{Board, Cells, Direction};
///
/// let board = Board::new(4, 5, Cells::NONE)?;
/// let exit = board.cell(1, 3);
/// assert_eq!(exit, 13);
/// assert_eq!(board.neighbour(exit, Direction::Down), Some(17));
/// assert_eq!(board.neighbour(0, Direction::Left), None);
/// # Ok::<_, huarong::grid::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: u8,
    height: u8,
    walls: Cells,
    /// For each cell those beside it, in the order of [`Direction::ALL`].
    neighbours: Box<[[Cell; 4]]>,
}

/// Beyond the edge of the board.
const NOWHERE: Cell = Cell::MAX;

/// Why a board cannot be.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// No cells, or more than a set of cells holds.
    #[error("a board of {width}x{height} cells: width times height must be from 1 to 128")]
    Size {
        /// Columns asked for.
        width: u8,
        /// Rows asked for.
        height: u8,
    },
    /// A wall beyond the last cell.
    #[error("a wall at cell {cell}, but the board has only {cells} cells, numbered from 0")]
    WallOutside {
        /// The first such wall.
        cell: Cell,
        /// Number of cells of the board.
        cells: u8,
    },
}

impl Board {
    /// A board of `width` columns and `height` rows with the given walls.
    pub fn new(width: u8, height: u8, walls: Cells) -> Result<Self, BoardError> {
        let cells = u8::try_from(u32::from(width) * u32::from(height)).ok();
        let cells = cells.filter(|cells| (1..=Cells::MOST).contains(cells));
        let cells = cells.ok_or(BoardError::Size { width, height })?;
        if let Some(cell) = (walls - Cells::first_of_all(cells)).first() {
            return Err(BoardError::WallOutside { cell, cells });
        }
        let beside = |cell: Cell, direction: Direction| {
            let (across, down) = direction.step();
            let column = (cell % width).checked_add_signed(across).filter(|&c| c < width)?;
            let row = (cell / width).checked_add_signed(down).filter(|&r| r < height)?;
            Some(row * width + column)
        };
        let neighbours = (0..cells)
            .map(|cell| Direction::ALL.map(|side| beside(cell, side).unwrap_or(NOWHERE)))
            .collect();
        Ok(Self { width, height, walls, neighbours })
    }

    /// Number of columns.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Number of cells, walls included.
    pub fn cell_count(&self) -> u8 {
        self.width * self.height
    }

    /// The numbers of all cells.
    pub fn cells(&self) -> Range<Cell> {
        0..self.cell_count()
    }

    /// The walls.
    pub fn walls(&self) -> Cells {
        self.walls
    }

    /// The cells on which pieces may stand: all but the walls.
    #[inline]
    pub fn open_cells(&self) -> Cells {
        Cells::first_of_all(self.cell_count()) - self.walls
    }

    /// The cell at a column and a row, both from 0.
    pub fn cell(&self, column: u8, row: u8) -> Cell {
        debug_assert!(column < self.width && row < self.height);
        row * self.width + column
    }

    /// Column of a cell, from 0 at the left.
    pub fn column(&self, cell: Cell) -> u8 {
        cell % self.width
    }

    /// Row of a cell, from 0 at the top.
    pub fn row(&self, cell: Cell) -> u8 {
        cell / self.width
    }

    /// The cell beside a cell, wall or not; `None` beyond the edge of the board.
    ///
    /// # Panics
    ///
    /// Where the board has no such cell.
    #[inline(always)]
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let beside = self.neighbours[usize::from(cell)][direction as usize];
        (beside != NOWHERE).then_some(beside)
    }

    /// The cells on all sides of a cell, in the order of [`Direction::ALL`].
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        Direction::ALL.into_iter().filter_map(move |side| self.neighbour(cell, side))
    }

    /// The cells that a form covers with its anchor on a cell; `None` where it would leave the board or stand
    /// on a wall.
    ///
    /// The *anchor* is the cell on which the form's first cell in reading order stands.
    pub fn covered(&self, form: &Form, anchor: Cell) -> Option<Cells> {
        let (first_column, _) = form.cells()[0];
        let left = self.column(anchor).checked_sub(first_column)?;
        let top = self.row(anchor);
        let mut covered = Cells::NONE;
        for &(column, row) in form.cells() {
            let (column, row) = (left.checked_add(column)?, top.checked_add(row)?);
            if column >= self.width || row >= self.height {
                return None;
            }
            covered.insert(self.cell(column, row));
        }
        (!covered.meets(self.walls)).then_some(covered)
    }

    /// The mirror image of a set of cells, left and right exchanged.
    pub fn mirror(&self, cells: Cells) -> Cells {
        let image = |cell| self.cell(self.width - 1 - self.column(cell), self.row(cell));
        cells.into_iter().map(image).collect()
    }
}
