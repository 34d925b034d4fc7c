//! Rush Hour boards as text.
//!
//! The rows from the top are joined, or have `/` between them. `.` or `o` is an empty cell, `x` or `#` a wall, every other
//! character a car.

use super::numerals::Excerpt;
use super::rules::Freedom;
use std::collections::BTreeMap;
use thiserror::Error;

/// The sign of an empty cell, after [`rows`] has read it.
pub const EMPTY: char = '.';
/// The sign of a wall, after [`rows`] has read it.
pub const WALL: char = '#';
/// The signs of unit cars, which cover one cell, beside that of the red one.
pub const UNIT_CARS: [(char, Freedom); 2] = [('-', Freedom::Rows), ('|', Freedom::Columns)];

/// Column and row of a cell, from 0.
pub type Place = (usize, usize);

/// The walls and cars of a board. Nothing is known about their shapes yet.
#[derive(Clone, Debug)]
pub struct RushBoard {
    /// Number of columns.
    pub columns: usize,
    /// Number of rows.
    pub rows: usize,
    /// The walls, in reading order.
    pub walls: Vec<Place>,
    /// The cells of each car, in reading order, by its sign.
    pub cars: BTreeMap<char, Vec<Place>>,
}

/// Error: a text does not have the rows of a board.
#[derive(Debug, Error)]
pub enum RowsError {
    /// Joined rows of unknown length do not form a square.
    #[error(
        "{text:?} has {found} characters, which is no square board such as 6x6 with 36: write / between the rows",
        text = Excerpt(.text)
    )]
    NotSquare {
        /// The text.
        text: String,
        /// Number of its characters.
        found: usize,
    },
    /// A row has another length than the first.
    #[error("the row has {found} cells, but the board has {columns} columns")]
    Ragged {
        /// Cells of the row.
        found: usize,
        /// Cells of the first row.
        columns: usize,
    },
}

impl RushBoard {
    /// Reads a board with a number of columns. Without it, a board whose rows are joined must be square.
    pub fn parse(text: &str, columns: Option<usize>) -> Result<Self, RowsError> {
        let rows = rows(text, columns)?;
        let (columns, height) = (rows.first().map_or(0, Vec::len), rows.len());
        let mut board = Self { columns, rows: height, walls: Vec::new(), cars: BTreeMap::new() };
        for (row, signs) in rows.into_iter().enumerate() {
            for (column, sign) in signs.into_iter().enumerate() {
                match sign {
                    EMPTY => {}
                    WALL => board.walls.push((column, row)),
                    car => board.cars.entry(car).or_default().push((column, row)),
                }
            }
        }
        Ok(board)
    }
}

/// The rows of a board as lists of signs. See [`RushBoard::parse`].
pub fn rows(text: &str, columns: Option<usize>) -> Result<Vec<Vec<char>>, RowsError> {
    let signs = |row: &str| -> Vec<char> {
        let sign = |sign| match sign {
            'o' => EMPTY,
            'x' => WALL,
            sign => sign,
        };
        row.chars().map(sign).collect()
    };
    let rows: Vec<Vec<char>> = if text.contains('/') {
        text.strip_suffix('/').unwrap_or(text).split('/').map(signs).collect()
    } else {
        let found = text.chars().count();
        let side = found.isqrt();
        let columns = match columns {
            Some(columns) => columns,
            None if side * side == found => side,
            None => return Err(RowsError::NotSquare { text: text.to_owned(), found }),
        };
        signs(text).chunks(columns).map(<[char]>::to_vec).collect()
    };
    let columns = rows.first().map_or(0, Vec::len);
    match rows.iter().find(|row| row.len() != columns) {
        Some(row) => Err(RowsError::Ragged { found: row.len(), columns }),
        None => Ok(rows),
    }
}

/// The axis along which a car moves; `None` if its cells are not two or more in a line without a gap.
pub fn freedom(cells: &[Place]) -> Option<Freedom> {
    let steps = |x, y| cells.windows(2).all(|pair| pair[1] == (pair[0].0 + x, pair[0].1 + y));
    match () {
        () if cells.len() < 2 => None,
        () if steps(1, 0) => Some(Freedom::Rows),
        () if steps(0, 1) => Some(Freedom::Columns),
        () => None,
    }
}
