//! Grids of signs with their places in a file.

use super::error::{Fault, PuzzleFileError};
use super::signs::{EMPTY, SignGrid, WALL, is_piece_sign, is_sign, look};
use crate::grid::Board;
use std::collections::BTreeMap;

/// A grid and its place in the file.
pub(super) struct DrawnGrid {
    pub key: &'static str,
    pub grid: SignGrid,
    origin: Origin,
    /// Length of each row as written, without cells that are added as walls.
    written: Vec<usize>,
}

/// Place of a grid's first sign in a file.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub line: usize,
    pub column: usize,
    /// Number of columns by which the first line is indented more than the others, which follow on the next lines.
    /// `None` if the rows are not lines of the file.
    pub indent: Option<usize>,
}

/// A sign in a list of signs.
#[derive(Clone, Copy)]
pub(super) struct Sign {
    pub sign: char,
    pub line: usize,
    pub column: usize,
}

impl Sign {
    pub fn error(self, fault: Fault) -> PuzzleFileError {
        PuzzleFileError { line: self.line, column: self.column, fault }
    }
}

impl Origin {
    pub fn of_sign(self, column: usize, row: usize) -> (usize, usize) {
        match self.indent {
            None => (self.line, self.column),
            Some(_) if row > 0 => (self.line + row, 1 + column),
            Some(indent) => (self.line, 1 + indent + column),
        }
    }
}

/// The rows of a text without white space at their ends and without blank lines before and after them. The number is that
/// of the first row in the text.
pub(super) fn written_rows(text: &str) -> (usize, Vec<Vec<char>>) {
    let mut rows = lines(text);
    let first = rows.iter().position(|row| !row.is_empty()).unwrap_or(0);
    (first, rows.split_off(first))
}

/// The lines of a text without white space at their ends and without blank lines after them.
fn lines(text: &str) -> Vec<Vec<char>> {
    let rows = text.lines().map(|line| line.trim_end().chars().collect());
    let mut rows: Vec<Vec<char>> = rows.collect();
    let end = rows.iter().rposition(|row| !row.is_empty()).map_or(0, |last| last + 1);
    rows.truncate(end);
    rows
}

impl DrawnGrid {
    /// Reads a grid. Blank lines before and after it and white space at line ends are ignored.
    pub fn read(key: &'static str, text: &str, origin: Origin) -> Result<Self, PuzzleFileError> {
        Self::of_rows(key, written_rows(text), origin, Board::MOST.into())
    }

    /// Reads a grid with a frame around the board. Its first row can be blank.
    pub fn read_frame(
        key: &'static str,
        text: &str,
        origin: Origin,
    ) -> Result<Self, PuzzleFileError> {
        Self::of_rows(key, (0, lines(text)), origin, usize::MAX)
    }

    /// The grid of some rows with at most `most_cells` open cells. The number is that of the first row in the text.
    fn of_rows(
        key: &'static str,
        (first, rows): (usize, Vec<Vec<char>>),
        origin: Origin,
        most_cells: usize,
    ) -> Result<Self, PuzzleFileError> {
        let error = |column: usize, row: usize, fault| {
            let (line, column) = origin.of_sign(column, row);
            Err(PuzzleFileError { line, column, fault })
        };
        if rows.is_empty() {
            return error(0, 0, Fault::NoCells { key });
        }
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let most = usize::from(SignGrid::MOST);
        if columns > most || rows.len() > most {
            return error(0, first, Fault::Size { columns, rows: rows.len() });
        }
        for (row, signs) in rows.iter().enumerate() {
            let is_known = |sign: &char| [WALL, EMPTY].contains(sign) || is_piece_sign(sign);
            if let Some(column) = signs.iter().position(|sign| !is_known(sign)) {
                let sign = signs[column];
                let fault = match is_sign(sign) {
                    true => Fault::Lookalike { sign, other: look(sign) },
                    false => Fault::Sign { sign },
                };
                return error(column, first + row, fault);
            }
        }
        let padded = |row: &Vec<char>| {
            row.iter().copied().chain(std::iter::repeat(WALL)).take(columns).collect::<Vec<_>>()
        };
        let signs = rows.iter().flat_map(padded).collect();
        let grid = SignGrid { columns: columns as u8, signs };
        match grid.open_cells() {
            0 => error(0, first, Fault::NoCells { key }),
            cells if cells > most_cells => error(0, first, Fault::Cells { cells }),
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

    /// An error at a cell `(column, row)`. If the cell is not written, the place is the end of its row or of the grid.
    pub fn error(&self, (column, row): (u8, u8), fault: Fault) -> PuzzleFileError {
        let last = self.written.len() - 1;
        let (column, row) = match self.written.get(usize::from(row)) {
            Some(&end) => (end.min(column.into()), row.into()),
            None => (self.written[last], last),
        };
        let (line, column) = self.origin.of_sign(column, row);
        PuzzleFileError { line, column, fault }
    }

    /// Whether a cell is beyond the end of its row, while other rows are longer.
    fn is_short(&self, (column, row): (u8, u8)) -> bool {
        let end = self.written.get(usize::from(row));
        end.is_some_and(|&end| end <= column.into()) && column < self.grid.columns()
    }

    /// Checks that no piece looks like another one of this grid or of the grids before. `looks` has the signs of those.
    pub fn check_looks(&self, looks: &mut BTreeMap<char, char>) -> Result<(), PuzzleFileError> {
        for sign in self.grid.pieces() {
            let other = *looks.entry(look(sign)).or_insert(sign);
            if other != sign {
                let cell = self.grid.cells_of(sign)[0];
                return Err(self.error(cell, Fault::Lookalike { sign, other }));
            }
        }
        Ok(())
    }

    /// Checks that another grid has the same walls.
    pub fn check_walls(&self, other: &Self) -> Result<(), PuzzleFileError> {
        let name = |sign| if sign == WALL { "no cell" } else { "a cell" };
        let rows = self.grid.rows().max(other.grid.rows());
        let columns = self.grid.columns().max(other.grid.columns());
        for row in 0..rows {
            for column in 0..columns {
                let (wanted, found) = (self.grid.sign(column, row), other.grid.sign(column, row));
                if (wanted == WALL) != (found == WALL) {
                    // A short row of the start is a likelier fault than the grid that has the cell.
                    if wanted == WALL && self.is_short((column, row)) {
                        let signs = self.written[usize::from(row)];
                        let fault = Fault::ShortRow { key: self.key, signs, other: other.key };
                        return Err(self.error((column, row), fault));
                    }
                    let (found, wanted) = (name(found), name(wanted));
                    let fault = Fault::Walls { key: other.key, found, wanted };
                    return Err(other.error((column, row), fault));
                }
            }
        }
        Ok(())
    }
}
