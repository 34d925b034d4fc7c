//! The board: a rectangle of cells, some of them walls.

use thiserror::Error;

/// A set of cells: bit `row * width + column` stands for one cell, top-left cell first.
pub type Cells = u64;

/// Number of a cell in reading order, `0..width * height`.
pub type Cell = u8;

/// A rectangle of at most 64 cells, some of which may be walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    width: u8,
    height: u8,
    walls: Cells,
}

/// Why a board cannot be.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// No cells, or more than a 64-bit word holds.
    #[error("a board of {width}x{height} cells: width times height must be from 1 to 64")]
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
        cell: u32,
        /// Number of cells of the board.
        cells: u8,
    },
}

impl Board {
    /// A board of `width` columns and `height` rows with the given walls.
    pub fn new(width: u8, height: u8, walls: Cells) -> Result<Self, BoardError> {
        let cells = u32::from(width) * u32::from(height);
        if !(1..=64).contains(&cells) {
            return Err(BoardError::Size { width, height });
        }
        let outside = walls & !all_of(cells as u8);
        if outside != 0 {
            return Err(BoardError::WallOutside {
                cell: outside.trailing_zeros(),
                cells: cells as u8,
            });
        }
        Ok(Self { width, height, walls })
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

    /// The walls.
    pub fn walls(&self) -> Cells {
        self.walls
    }

    /// The cells on which pieces may stand: all but the walls.
    pub fn open_cells(&self) -> Cells {
        all_of(self.cell_count()) & !self.walls
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

    /// The mirror image of a set of cells, left and right exchanged.
    pub fn mirror(&self, cells: Cells) -> Cells {
        iter_cells(cells).fold(0, |image, cell| {
            image | 1 << self.cell(self.width - 1 - self.column(cell), self.row(cell))
        })
    }
}

/// The first `cells` cells.
fn all_of(cells: u8) -> Cells {
    u64::MAX >> (64 - u32::from(cells))
}

/// The cells of a set in reading order.
pub fn iter_cells(mut cells: Cells) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        (cells != 0).then(|| {
            let cell = cells.trailing_zeros() as Cell;
            cells &= cells - 1;
            cell
        })
    })
}
