//! Boards of any size, used for counting.

use super::{Board, Polyomino};
use crate::numerals::Excerpt;
use std::fmt;
use thiserror::Error;

/// A rectangle of open cells and walls that may be larger than a [`Board`].
///
/// ```
/// use huarong_core::grid::Region;
///
/// let region = Region::parse_drawing("#....#/....../......")?;
/// assert_eq!((region.width(), region.height(), region.open_cell_count()), (6, 3, 16));
/// assert!(region.is_symmetric() && region.board().is_some());
/// assert!(Region::parse_size("100x100")?.board().is_none(), "too large for a board");
/// # Ok::<_, huarong_core::grid::RegionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    width: usize,
    height: usize,
    /// For each cell, row by row, whether it is open.
    open: Vec<bool>,
}

/// Largest number of columns and rows of a region.
const MOST_LINES: usize = 255;

/// Error: a region cannot be created.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegionError {
    /// Not two numbers.
    #[error("{text:?} is not a board size: write columns x rows, such as 4x5", text = Excerpt(.0))]
    Size(String),
    /// No columns or rows, or too many.
    #[error(
        "a board of {width}x{height} cells: there must be from 1 to {MOST_LINES} columns and rows"
    )]
    Lines {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// A sign that is neither wall nor cell.
    #[error(
        "row {row}, column {column} of the board: {sign:?} is not valid: write # for a wall, . for an open cell"
    )]
    Sign {
        /// Row of the sign, from 1.
        row: usize,
        /// Column of the sign, from 1.
        column: usize,
        /// The sign.
        sign: char,
    },
    /// Rows of different lengths.
    #[error("row {row} of the board has {found} cells, but the first row has {want}")]
    Ragged {
        /// The row, from 1.
        row: usize,
        /// Its cells.
        found: usize,
        /// Cells of the first row.
        want: usize,
    },
}

impl Region {
    /// A rectangle without walls.
    pub fn new(width: usize, height: usize) -> Result<Self, RegionError> {
        let lines = 1..=MOST_LINES;
        if !lines.contains(&width) || !lines.contains(&height) {
            return Err(RegionError::Lines { width, height });
        }
        Ok(Self { width, height, open: vec![true; width * height] })
    }

    /// Reads a size: columns, `x`, rows.
    pub fn parse_size(text: &str) -> Result<Self, RegionError> {
        let size = || RegionError::Size(text.to_owned());
        let (width, height) = text.split_once(['x', 'X', '×']).ok_or_else(size)?;
        let number = |digits: &str| digits.trim().parse().map_err(|_| size());
        Self::new(number(width)?, number(height)?)
    }

    /// Reads a drawing: rows joined by `/`, `#` for a wall and `.` for an open cell.
    pub fn parse_drawing(text: &str) -> Result<Self, RegionError> {
        let rows: Vec<&str> = text.trim().split('/').collect();
        let want = rows[0].chars().count();
        let mut region = Self::new(want, rows.len())?;
        let mut cells = region.open.iter_mut();
        for (row, text) in (1..).zip(rows) {
            let found = text.chars().count();
            if found != want {
                return Err(RegionError::Ragged { row, found, want });
            }
            for ((column, sign), cell) in (1..).zip(text.chars()).zip(&mut cells) {
                *cell = match sign {
                    '.' => true,
                    '#' => false,
                    _ => return Err(RegionError::Sign { row, column, sign }),
                };
            }
        }
        Ok(region)
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Whether a cell, which must be in the rectangle, is open.
    pub fn is_open(&self, column: usize, row: usize) -> bool {
        self.open[row * self.width + column]
    }

    /// Number of open cells.
    pub fn open_cell_count(&self) -> u32 {
        self.open.iter().filter(|&&open| open).count() as u32
    }

    /// Whether the region is its own left-right mirror image.
    pub fn is_symmetric(&self) -> bool {
        let mut rows = self.open.chunks(self.width);
        rows.all(|row| row.iter().eq(row.iter().rev()))
    }

    /// The region as a board, if at most 128 of its cells are open.
    pub fn board(&self) -> Option<Board> {
        let (width, height) = (self.width.try_into().ok()?, self.height.try_into().ok()?);
        let places = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        let walls = places.zip(&self.open).filter(|(_, open)| !**open).map(|(place, _)| place);
        Board::new(width, height, walls).ok().filter(Board::is_narrow)
    }

    /// For the first columns and rows of the region, in an order, whether each cell is open.
    #[doc(hidden)]
    pub fn read_in(&self, order: Order) -> Vec<bool> {
        let mut open = vec![false; order.width * order.height];
        for row in 0..order.height {
            for column in 0..order.width {
                open[order.index((column, row))] = self.is_open(column, row);
            }
        }
        open
    }

    /// Makes a cell a wall.
    #[doc(hidden)]
    pub fn close(&mut self, (column, row): (usize, usize)) {
        self.open[row * self.width + column] = false;
    }

    /// All placements of a polyomino on open cells.
    #[doc(hidden)]
    pub fn placements<'f>(&'f self, polyomino: &'f Polyomino) -> impl Iterator<Item = Placed<'f>> {
        let lefts = (self.width + 1).saturating_sub(polyomino.width().into());
        let tops = (self.height + 1).saturating_sub(polyomino.height().into());
        let places = (0..tops).flat_map(move |top| (0..lefts).map(move |left| (left, top)));
        places.filter_map(|(left, top)| self.placed(polyomino, left, top))
    }

    /// The placement of a polyomino at a leftmost column and a top row, if all its cells are open.
    #[doc(hidden)]
    pub fn placed<'f>(
        &self,
        polyomino: &'f Polyomino,
        left: usize,
        top: usize,
    ) -> Option<Placed<'f>> {
        let placed = Placed { polyomino, left, top };
        let stands =
            |(column, row)| column < self.width && row < self.height && self.is_open(column, row);
        placed.cells().all(stands).then_some(placed)
    }
}

/// A placement of a polyomino: its leftmost column and top row.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'f> {
    polyomino: &'f Polyomino,
    /// The leftmost column.
    pub left: usize,
    top: usize,
}

impl Placed<'_> {
    /// Column and row of each covered cell.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + Clone {
        let (left, top) = (self.left, self.top);
        let cells = self.polyomino.cells().iter();
        cells.map(move |&(column, row)| (left + usize::from(column), top + usize::from(row)))
    }
}

impl fmt::Display for Region {
    /// Writes the size: `4x5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Reading order of a rectangle of cells: line by line along the shorter side.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    width: usize,
    height: usize,
}

impl Order {
    /// The order of a rectangle of this size.
    pub fn of(width: usize, height: usize) -> Self {
        Self { width, height }
    }

    /// Number of a cell in this order.
    pub fn index(self, (column, row): (usize, usize)) -> usize {
        if self.width <= self.height {
            row * self.width + column
        } else {
            column * self.height + row
        }
    }
}
