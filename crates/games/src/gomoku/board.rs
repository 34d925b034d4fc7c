//! Boards, cells and stones, with their text forms.

use huarong_core::numerals::Excerpt;
use std::fmt;
use thiserror::Error;

pub(super) const SMALLEST_SIDE: u8 = 15;
pub(super) const LARGEST_SIDE: u8 = 20;
const MOST_CELLS: usize = LARGEST_SIDE as usize * LARGEST_SIDE as usize;

/// One step along each of the four lines through a cell, as rows and columns.
pub(super) const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The colour of a stone. Black moves first and is written `o`, as in the chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stone {
    Black,
    White,
}

impl Stone {
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `o` or `x`.
    pub const fn sign(self) -> char {
        match self {
            Self::Black => 'o',
            Self::White => 'x',
        }
    }
}

/// A cell of the board, by row and column. Both count from 0 at the upper left.
///
/// Its text is two digits of base 36: the row, then the column. On boards with up to 16 rows the digits are
/// hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    pub row: u8,
    pub column: u8,
}

/// The error for a text that is not a cell.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "{text:?} is not a cell: write its row and its column, as in 62 or a7",
    text = Excerpt(.0)
)]
pub struct CellError(pub String);

/// The label of a row or column: a digit of base 36.
pub fn head(number: u8) -> char {
    char::from_digit(number.into(), 36).unwrap_or('?')
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", head(self.row), head(self.column))
    }
}

impl std::str::FromStr for Cell {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Self, CellError> {
        let mut digits = text.chars().map(|digit| digit.to_digit(36).map(|digit| digit as u8));
        match (digits.next(), digits.next(), digits.next()) {
            (Some(Some(row)), Some(Some(column)), None) => Ok(Self { row, column }),
            _ => Err(CellError(text.to_owned())),
        }
    }
}

/// A square board with stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    size: u8,
    stones: [Option<Stone>; MOST_CELLS],
}

/// The reason why a board is rejected.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    #[error("the board has {0} rows; it must have from 15 to 20")]
    Size(usize),
    #[error("row {row} has {found} cells; it must have {size}, because the board has {size} rows")]
    Row { row: usize, found: usize, size: usize },
    #[error("{0:?} is not a cell: a cell is o, x or a dot")]
    Sign(char),
}

impl Board {
    pub fn new(size: u8) -> Result<Self, BoardError> {
        match size {
            SMALLEST_SIDE..=LARGEST_SIDE => Ok(Self { size, stones: [None; MOST_CELLS] }),
            _ => Err(BoardError::Size(size.into())),
        }
    }

    /// The number of rows, which is also the number of columns.
    pub const fn size(&self) -> u8 {
        self.size
    }

    pub const fn has(&self, cell: Cell) -> bool {
        cell.row < self.size && cell.column < self.size
    }

    /// The stone on a cell; `None` if the cell is empty or off the board.
    pub fn get(&self, cell: Cell) -> Option<Stone> {
        if self.has(cell) { self.stones[self.index(cell)] } else { None }
    }

    /// Places a stone on a cell, or removes it with `None`. Returns false, and changes nothing, if the cell is off the
    /// board.
    pub fn set(&mut self, cell: Cell, stone: Option<Stone>) -> bool {
        let is_on = self.has(cell);
        if is_on {
            self.stones[self.index(cell)] = stone;
        }
        is_on
    }

    /// The number of a cell of the board in reading order.
    pub(super) fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.size) + usize::from(cell.column)
    }

    /// The cell a number of steps from another along a direction; `None` if it is off the board.
    pub fn step(&self, from: Cell, (down, right): (i8, i8), steps: i8) -> Option<Cell> {
        let (row, column) = (from.row as i8 + down * steps, from.column as i8 + right * steps);
        let cell = Cell { row: u8::try_from(row).ok()?, column: u8::try_from(column).ok()? };
        self.has(cell).then_some(cell)
    }

    /// Whether the cell a number of steps from another is on the board and has a stone of a colour.
    pub fn is_at(&self, from: Cell, direction: (i8, i8), steps: i8, stone: Stone) -> bool {
        self.step(from, direction, steps).is_some_and(|cell| self.get(cell) == Some(stone))
    }

    /// In reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| Cell { row, column }))
    }

    /// In reading order.
    pub fn empty(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(|&cell| self.get(cell).is_none())
    }

    pub fn count(&self, stone: Stone) -> usize {
        self.stones.iter().filter(|&&other| other == Some(stone)).count()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells().try_for_each(|cell| {
            if cell.column == 0 && cell.row > 0 {
                f.write_str("/")?;
            }
            write!(f, "{}", self.get(cell).map_or('.', Stone::sign))
        })
    }
}

impl std::str::FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let rows: Vec<&str> = text.split('/').collect();
        let size = u8::try_from(rows.len()).map_err(|_| BoardError::Size(rows.len()))?;
        let mut board = Self::new(size)?;
        for (row, signs) in (0..size).zip(&rows) {
            let found = signs.chars().count();
            if found != rows.len() {
                return Err(BoardError::Row { row: row as usize + 1, found, size: rows.len() });
            }
            for (column, sign) in (0..size).zip(signs.chars()) {
                let stone = match sign {
                    'o' | 'O' => Some(Stone::Black),
                    'x' | 'X' => Some(Stone::White),
                    '.' => None,
                    _ => return Err(BoardError::Sign(sign)),
                };
                board.set(Cell { row, column }, stone);
            }
        }
        Ok(board)
    }
}
