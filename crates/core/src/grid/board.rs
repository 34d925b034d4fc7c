//! Boards: rectangles of open cells and walls.

use super::{Cell, Cells, Direction, Polyomino};
use std::ops::Range;
use thiserror::Error;

/// A rectangle of open cells and walls, with at most [1,024](Self::MOST) open cells.
///
/// Tables, and searches of whole spaces, need boards with at most [128](Cells::MOST) open cells.
///
/// Only open cells have numbers, in reading order. Adjacent cells can have a thin wall between them. A piece is never on
/// both sides of a thin wall, and never moves across it.
///
/// ```
/// use huarong::puzzle::{Board, Direction};
///
/// let board = Board::new(4, 5, [])?;
/// assert_eq!(board.cell(1, 3), Some(13));
/// assert_eq!(board.neighbour(13, Direction::Down), Some(17));
/// assert_eq!(board.neighbour(0, Direction::Left), None);
///
/// // Three columns, two rows, and a wall in the upper row's middle.
/// let board = Board::new(3, 2, [(1, 0)])?;
/// assert_eq!((board.cell(1, 0), board.cell(2, 0), board.cell(0, 1)), (None, Some(1), Some(2)));
/// assert_eq!(board.neighbour(2, Direction::Right), Some(3));
///
/// // The same board with a thin wall on the right of the cell in the lower left corner.
/// let board = board.with_thin_walls([(0, 1, Direction::Right)])?;
/// assert_eq!(board.neighbour(2, Direction::Right), None);
/// # Ok::<_, huarong::puzzle::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: u8,
    height: u8,
    /// Column and row of each open cell.
    places: Box<[(u8, u8)]>,
    /// Number of the cell at each row and column; [`NOWHERE`] for walls.
    numbers: Box<[Cell]>,
    /// The cells beside each cell that no thin wall divides from it, in the order of [`Direction::ALL`].
    neighbours: Box<[[Cell; 4]]>,
}

/// Marks a wall or a place outside the board.
const NOWHERE: Cell = Cell::MAX;

/// Error: a board cannot be created.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// No columns or no rows.
    #[error("a board of {width} columns and {height} rows: there must be at least one of each")]
    Size {
        /// Columns asked for.
        width: u8,
        /// Rows asked for.
        height: u8,
    },
    /// More open cells than a board may have.
    #[error("a board of {width}x{height} with {open} open cells: at most {most} are supported", most = Board::MOST)]
    OpenCells {
        /// Columns asked for.
        width: u8,
        /// Rows asked for.
        height: u8,
        /// Cells that are no walls.
        open: usize,
    },
    /// A wall outside the rectangle.
    #[error(
        "the wall at column {column}, row {row}, counted from 0, is outside the board of {width}x{height}"
    )]
    WallOutside {
        /// The column of the first such wall, from 0.
        column: u8,
        /// Its row, from 0.
        row: u8,
        /// Columns of the board.
        width: u8,
        /// Rows of the board.
        height: u8,
    },
    /// A thin wall beside a place that is not a cell.
    #[error(
        "a thin wall at column {column}, row {row}, counted from 0, which is not a cell of the board"
    )]
    ThinWall {
        /// The column of the first such place, from 0.
        column: u8,
        /// Its row, from 0.
        row: u8,
    },
}

impl Board {
    /// Largest number of open cells.
    pub const MOST: Cell = 1_024;

    /// A board of `width` columns and `height` rows with walls at some columns and rows, both from 0.
    pub fn new(
        width: u8,
        height: u8,
        walls: impl IntoIterator<Item = (u8, u8)>,
    ) -> Result<Self, BoardError> {
        if width == 0 || height == 0 {
            return Err(BoardError::Size { width, height });
        }
        let index =
            |column: u8, row: u8| usize::from(row) * usize::from(width) + usize::from(column);
        let mut numbers = vec![0; usize::from(width) * usize::from(height)];
        for (column, row) in walls {
            if column >= width || row >= height {
                return Err(BoardError::WallOutside { column, row, width, height });
            }
            numbers[index(column, row)] = NOWHERE;
        }
        let open = numbers.iter().filter(|&&number| number != NOWHERE).count();
        if open > usize::from(Self::MOST) {
            return Err(BoardError::OpenCells { width, height, open });
        }
        let mut places = Vec::with_capacity(open);
        for (column, row) in (0..height).flat_map(|row| (0..width).map(move |c| (c, row))) {
            let number = &mut numbers[index(column, row)];
            if *number != NOWHERE {
                *number = places.len() as Cell;
                places.push((column, row));
            }
        }
        let mut board = Self {
            width,
            height,
            places: places.into(),
            numbers: numbers.into(),
            neighbours: Box::default(),
        };
        let beside = |cell, side| board.beside(cell, side).unwrap_or(NOWHERE);
        let neighbours = board.cells().map(|cell| Direction::ALL.map(|side| beside(cell, side)));
        board.neighbours = neighbours.collect();
        Ok(board)
    }

    /// The same board with more thin walls. Each is given by the column and row of a cell, both from 0, and the side of
    /// that cell. A thin wall at an edge or beside a wall has no effect.
    pub fn with_thin_walls(
        mut self,
        walls: impl IntoIterator<Item = (u8, u8, Direction)>,
    ) -> Result<Self, BoardError> {
        for (column, row, side) in walls {
            let cell = self.cell(column, row).ok_or(BoardError::ThinWall { column, row })?;
            if let Some(other) = self.neighbour(cell, side) {
                self.neighbours[usize::from(cell)][side as usize] = NOWHERE;
                self.neighbours[usize::from(other)][side.opposite() as usize] = NOWHERE;
            }
        }
        Ok(self)
    }

    /// The thin walls between cells, in reading order of the upper or left cell. Each has the column and row of this
    /// cell, both from 0, and the side of the other cell: right or down.
    pub fn thin_walls(&self) -> impl Iterator<Item = (u8, u8, Direction)> + '_ {
        let sides = [Direction::Right, Direction::Down];
        let all = self.cells().flat_map(move |cell| sides.map(|side| (cell, side)));
        all.filter(|&(cell, side)| self.has_thin_wall(cell, side))
            .map(|(cell, side)| (self.column(cell), self.row(cell), side))
    }

    /// The size, the rows and the thin walls, line by line, as in table files.
    #[doc(hidden)]
    pub fn description(&self) -> String {
        let mut text = format!("board {}x{}\n", self.width(), self.height());
        for (at, cell) in (1..).zip(self.places()) {
            text.push(if cell.is_some() { '.' } else { '#' });
            if at % usize::from(self.width()) == 0 {
                text.push('\n');
            }
        }
        let mut thin_walls = self.thin_walls().peekable();
        if thin_walls.peek().is_some() {
            text += "thin walls";
            for (column, row, side) in thin_walls {
                text += &format!(" {column},{row} {}", side.name());
            }
            text.push('\n');
        }
        text
    }

    /// Whether a thin wall divides a cell from the cell on one of its sides.
    pub(crate) fn has_thin_wall(&self, cell: Cell, side: Direction) -> bool {
        self.neighbour(cell, side).is_none() && self.beside(cell, side).is_some()
    }

    /// The cell beside a cell, on this side of a thin wall or beyond.
    pub(crate) fn beside(&self, cell: Cell, side: Direction) -> Option<Cell> {
        let (across, down) = side.step();
        let column = self.column(cell).checked_add_signed(across)?;
        self.cell(column, self.row(cell).checked_add_signed(down)?)
    }

    /// Number of columns.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Number of cells, all of them open.
    pub fn cell_count(&self) -> Cell {
        self.places.len() as Cell
    }

    /// Whether [sets](Cells) hold all cells. Only the positions of such boards are numbered.
    pub fn is_narrow(&self) -> bool {
        self.cell_count() <= Cells::MOST
    }

    /// The numbers of all cells.
    pub fn cells(&self) -> Range<Cell> {
        0..self.cell_count()
    }

    /// All cells, as a set.
    ///
    /// # Panics
    ///
    /// If the board has more than [128](Cells::MOST) cells.
    #[inline]
    pub fn open_cells(&self) -> Cells {
        assert!(self.is_narrow(), "a board with more than 128 cells");
        Cells::first_of_all(self.cell_count())
    }

    /// Whether the rectangle has walls.
    pub fn has_walls(&self) -> bool {
        self.places.len() < self.numbers.len()
    }

    /// The column and row of each wall, both from 0, in reading order.
    pub fn walls(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        let places = self.places_of_all().zip(&self.numbers);
        places.filter(|(_, number)| **number == NOWHERE).map(|(place, _)| place)
    }

    /// The number of the cell at every place of the rectangle, in reading order; `None` for a wall.
    pub fn places(&self) -> impl Iterator<Item = Option<Cell>> + '_ {
        self.numbers.iter().map(|&number| (number != NOWHERE).then_some(number))
    }

    /// Column and row of every place of the rectangle in reading order.
    fn places_of_all(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |row| (0..width).map(move |column| (column, row)))
    }

    /// The cell at a column and a row, both from 0; `None` for a wall and outside the rectangle.
    pub fn cell(&self, column: u8, row: u8) -> Option<Cell> {
        if column >= self.width || row >= self.height {
            return None;
        }
        let number = self.numbers[usize::from(row) * usize::from(self.width) + usize::from(column)];
        (number != NOWHERE).then_some(number)
    }

    /// Column of a cell, from 0 at the left.
    pub fn column(&self, cell: Cell) -> u8 {
        self.places[usize::from(cell)].0
    }

    /// Row of a cell, from 0 at the top.
    pub fn row(&self, cell: Cell) -> u8 {
        self.places[usize::from(cell)].1
    }

    /// The cell beside a cell; `None` if there is a wall, a thin wall or the edge of the board.
    ///
    /// # Panics
    ///
    /// If the board has no such cell.
    #[inline(always)]
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let beside = self.neighbours[usize::from(cell)][direction as usize];
        (beside != NOWHERE).then_some(beside)
    }

    /// The cells beside a cell, in the order of [`Direction::ALL`].
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        Direction::ALL.into_iter().filter_map(move |side| self.neighbour(cell, side))
    }

    /// The cells that a polyomino covers when its anchor is on a cell. `None` if it would leave the board, cover a wall
    /// or be on both sides of a thin wall.
    ///
    /// The *anchor* is the cell of the board that the polyomino's first cell in reading order covers.
    ///
    /// # Panics
    ///
    /// If the board has more than [128](Cells::MOST) cells. [`footprint`](Self::footprint) is for all boards.
    pub fn covered(&self, polyomino: &Polyomino, anchor: Cell) -> Option<Cells> {
        assert!(self.is_narrow(), "a board with more than 128 cells");
        Some(self.footprint(polyomino, anchor)?.into_iter().collect())
    }

    /// The cells that a polyomino [covers](Self::covered), in reading order.
    ///
    /// ```
    /// use huarong::puzzle::{Board, Polyomino};
    ///
    /// let board = Board::new(32, 32, [])?;
    /// let domino = Polyomino::new([(0, 0), (0, 1)]).expect("two different cells");
    /// assert_eq!(board.footprint(&domino, 991), Some(vec![991, 1023]));
    /// assert_eq!(board.footprint(&domino, 992), None);
    /// # Ok::<_, huarong::puzzle::BoardError>(())
    /// ```
    pub fn footprint(&self, polyomino: &Polyomino, anchor: Cell) -> Option<Vec<Cell>> {
        self.footprint_across(polyomino, anchor).filter(|cells| !self.divides(cells))
    }

    /// The cells that a polyomino covers as if the board had no thin walls.
    pub(crate) fn footprint_across(
        &self,
        polyomino: &Polyomino,
        anchor: Cell,
    ) -> Option<Vec<Cell>> {
        let (first_column, _) = polyomino.cells()[0];
        let left = self.column(anchor).checked_sub(first_column)?;
        let top = self.row(anchor);
        let cell =
            |&(column, row): &(u8, u8)| self.cell(left.checked_add(column)?, top.checked_add(row)?);
        polyomino.cells().iter().map(cell).collect()
    }

    /// Whether a thin wall divides two adjacent cells of some cells.
    pub(crate) fn divides(&self, cells: &[Cell]) -> bool {
        let divided = |cell, side| {
            self.has_thin_wall(cell, side)
                && self.beside(cell, side).is_some_and(|other| cells.contains(&other))
        };
        let sides = [Direction::Right, Direction::Down];
        cells.iter().any(|&cell| sides.into_iter().any(|side| divided(cell, side)))
    }

    /// Whether a reflection of the cells maps thin walls to thin walls.
    pub(crate) fn keeps_thin_walls(&self, image: impl Fn(Cell) -> Cell) -> bool {
        self.cells().all(|cell| {
            let mut images: Vec<Cell> = self.neighbours(cell).map(&image).collect();
            let mut neighbours: Vec<Cell> = self.neighbours(image(cell)).collect();
            images.sort_unstable();
            neighbours.sort_unstable();
            images == neighbours
        })
    }

    /// The left-right mirror image of a set of cells; `None` if the image would contain a wall.
    pub fn mirror(&self, cells: Cells) -> Option<Cells> {
        let image = |cell| self.cell(self.width - 1 - self.column(cell), self.row(cell));
        cells.into_iter().map(image).collect()
    }

    /// Whether the board is its own left-right mirror image.
    pub fn is_symmetric(&self) -> bool {
        let image = |cell| self.cell(self.width - 1 - self.column(cell), self.row(cell));
        self.cells().all(|cell| image(cell).is_some())
            && self.keeps_thin_walls(|cell| image(cell).unwrap_or(cell))
    }
}
