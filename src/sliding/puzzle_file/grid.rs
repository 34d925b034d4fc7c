//! Grids of one sign a cell, as they stand in a file.

use super::{Fault, PuzzleFileError};
use crate::grid::Cells;
use std::fmt;
use unicode_width::UnicodeWidthChar;

/// A grid with one sign a cell: `#` where there is no cell, `.` for an empty one, any other for a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignGrid {
    columns: u8,
    /// Row by row.
    signs: Vec<char>,
}

/// No cell.
pub(super) const WALL: char = '#';
/// An empty cell.
pub(super) const EMPTY: char = '.';

impl SignGrid {
    /// Most columns and most rows.
    pub const MOST: u8 = u8::MAX;

    /// Number of columns.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// Number of rows.
    pub fn rows(&self) -> u8 {
        // The reader allows at most 255.
        (self.signs.len() / usize::from(self.columns)) as u8
    }

    /// The sign of a cell, a wall outside the grid.
    pub fn sign(&self, column: u8, row: u8) -> char {
        if column >= self.columns {
            return WALL;
        }
        let at = usize::from(row) * usize::from(self.columns) + usize::from(column);
        self.signs.get(at).copied().unwrap_or(WALL)
    }

    /// Every cell as `(column, row)` with its sign, walls included, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = ((u8, u8), char)> + '_ {
        let columns = usize::from(self.columns);
        let place = move |at: usize| ((at % columns) as u8, (at / columns) as u8);
        self.signs.iter().enumerate().map(move |(at, &sign)| (place(at), sign))
    }

    /// Number of cells that are no walls.
    pub fn open_cells(&self) -> usize {
        self.signs.iter().filter(|&&sign| sign != WALL).count()
    }

    /// The pieces' signs in reading order, each once.
    pub(super) fn pieces(&self) -> Vec<char> {
        let mut pieces = Vec::new();
        for &sign in &self.signs {
            if sign != WALL && sign != EMPTY && !pieces.contains(&sign) {
                pieces.push(sign);
            }
        }
        pieces
    }

    /// The cells of a sign as `(column, row)`, in reading order.
    pub(super) fn cells_of(&self, sign: char) -> Vec<(u8, u8)> {
        self.cells().filter(|&(_, other)| other == sign).map(|(cell, _)| cell).collect()
    }
}

/// Rows one under the other, each ended.
impl fmt::Display for SignGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.signs.chunks(usize::from(self.columns)) {
            writeln!(f, "{}", row.iter().collect::<String>())?;
        }
        Ok(())
    }
}

/// A grid and where in its file it is drawn.
pub(super) struct DrawnGrid {
    pub key: &'static str,
    pub grid: SignGrid,
    origin: Origin,
    /// Signs of each row as it is written, without what is added for walls.
    written: Vec<usize>,
}

/// Where in a file the first sign of a grid is.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub line: usize,
    pub column: usize,
    /// Columns that the first line is set in further than the others, which follow a line each; `None` where the
    /// rows are not lines of the file.
    pub indent: Option<usize>,
}

impl Origin {
    fn of_sign(self, column: usize, row: usize) -> (usize, usize) {
        match self.indent {
            None => (self.line, self.column),
            Some(_) if row > 0 => (self.line + row, 1 + column),
            Some(indent) => (self.line, 1 + indent + column),
        }
    }
}

impl DrawnGrid {
    /// Reads a grid. Blank lines before and after it and white space behind a line say nothing.
    pub fn read(key: &'static str, text: &str, origin: Origin) -> Result<Self, PuzzleFileError> {
        let error = |column: usize, row: usize, fault| {
            let (line, column) = origin.of_sign(column, row);
            Err(PuzzleFileError { line, column, fault })
        };
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let Some(first) = lines.iter().position(|line| !line.is_empty()) else {
            return error(0, 0, Fault::NoCells { key });
        };
        let last = lines.iter().rposition(|line| !line.is_empty()).unwrap_or(first);
        let rows: Vec<Vec<char>> =
            lines[first..=last].iter().map(|line| line.chars().collect()).collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let most = usize::from(SignGrid::MOST);
        if columns > most || rows.len() > most {
            return error(0, first, Fault::Size { columns, rows: rows.len() });
        }
        for (row, signs) in rows.iter().enumerate() {
            // Each sign is a cell of its own: none that is not seen, or joins the one before it.
            let odd = |sign: &char| sign.is_whitespace() || sign.width().unwrap_or(0) == 0;
            if let Some(column) = signs.iter().position(odd) {
                return error(column, first + row, Fault::Sign { sign: signs[column] });
            }
        }
        let padded = |row: &Vec<char>| {
            row.iter().copied().chain(std::iter::repeat(WALL)).take(columns).collect::<Vec<_>>()
        };
        let signs = rows.iter().flat_map(padded).collect();
        let grid = SignGrid { columns: columns as u8, signs };
        match grid.open_cells() {
            0 => error(0, first, Fault::NoCells { key }),
            cells if cells > usize::from(Cells::MOST) => error(0, first, Fault::Cells { cells }),
            _ => {
                let origin = match origin.indent {
                    Some(_) if first > 0 => {
                        Origin { line: origin.line + first, column: 1, indent: Some(0) }
                    }
                    _ => origin,
                };
                let written = rows.iter().map(Vec::len).collect();
                Ok(Self { key, grid, origin, written })
            }
        }
    }

    /// A fault of a cell, `(column, row)`; of one that is not written, where the row or the grid ends.
    pub fn error(&self, (column, row): (u8, u8), fault: Fault) -> PuzzleFileError {
        let last = self.written.len() - 1;
        let (column, row) = match self.written.get(usize::from(row)) {
            Some(&end) => (end.min(column.into()), row.into()),
            None => (self.written[last], last),
        };
        let (line, column) = self.origin.of_sign(column, row);
        PuzzleFileError { line, column, fault }
    }

    /// Checks that another grid has walls where this one has them.
    pub fn check_walls(&self, other: &Self) -> Result<(), PuzzleFileError> {
        let name = |sign| if sign == WALL { "no cell" } else { "a cell" };
        let rows = self.grid.rows().max(other.grid.rows());
        let columns = self.grid.columns().max(other.grid.columns());
        for row in 0..rows {
            for column in 0..columns {
                let (wanted, found) = (self.grid.sign(column, row), other.grid.sign(column, row));
                if (wanted == WALL) != (found == WALL) {
                    let (found, wanted) = (name(found), name(wanted));
                    let fault = Fault::Walls { key: other.key, found, wanted };
                    return Err(other.error((column, row), fault));
                }
            }
        }
        Ok(())
    }
}
