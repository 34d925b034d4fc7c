//! Grids with one character per cell.

use std::fmt;
use unicode_width::UnicodeWidthChar;

/// A grid with one character per cell: `#` for no cell, `.` for an empty cell, any other for a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignGrid {
    pub(super) columns: u8,
    /// Row by row.
    pub(super) signs: Vec<char>,
}

/// The sign for no cell.
pub(super) const WALL: char = '#';

/// The sign of an empty cell.
pub(super) const EMPTY: char = '.';

/// Whether a character is visible, takes its own place, and can stand for a piece.
pub(super) fn is_piece_sign(sign: &char) -> bool {
    *sign != WALL && *sign != EMPTY && is_visible(*sign)
}

/// Whether a character is visible and takes its own place, so that it is neither combining nor invisible.
pub(super) fn is_visible(sign: char) -> bool {
    !sign.is_whitespace() && sign.width().unwrap_or(0) > 0
}

impl SignGrid {
    /// Largest number of columns and of rows.
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

    /// The sign of a cell; a wall outside the grid.
    pub fn sign(&self, column: u8, row: u8) -> char {
        if column >= self.columns {
            return WALL;
        }
        let at = usize::from(row) * usize::from(self.columns) + usize::from(column);
        self.signs.get(at).copied().unwrap_or(WALL)
    }

    /// Every place as `(column, row)` with its sign, including walls, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = ((u8, u8), char)> + '_ {
        let columns = usize::from(self.columns);
        let place = move |at: usize| ((at % columns) as u8, (at / columns) as u8);
        self.signs.iter().enumerate().map(move |(at, &sign)| (place(at), sign))
    }

    /// Number of cells that are not walls.
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

/// Writes each row as a line.
impl fmt::Display for SignGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.signs.chunks(usize::from(self.columns)) {
            writeln!(f, "{}", row.iter().collect::<String>())?;
        }
        Ok(())
    }
}
