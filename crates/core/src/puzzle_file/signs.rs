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

/// Whether a character can stand for a piece: readers see it, and tell it from walls and empty cells.
pub fn is_piece_sign(sign: &char) -> bool {
    is_sign(*sign) && ![WALL, EMPTY].contains(&look(*sign))
}

/// Whether a character is visible, and looks alike for all readers.
pub(super) fn is_sign(sign: char) -> bool {
    let is_private = matches!(sign, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
    is_visible(sign) && !is_private
}

/// Whether a character is visible and takes its own place, so that it is neither combining nor invisible.
pub(super) fn is_visible(sign: char) -> bool {
    // A filler of Hangul, the empty pattern of Braille, and a note without a head: blank, but with a width.
    let is_blank = matches!(sign, '\u{115f}' | '\u{2800}' | '\u{1d159}');
    !sign.is_whitespace() && !is_blank && sign.width().unwrap_or(0) > 0
}

/// Letters of other scripts that most fonts draw like a Latin letter.
const LOOKALIKES: [(char, &str); 33] = [
    ('A', "ΑА"),
    ('B', "ΒВ"),
    ('C', "ϹС"),
    ('E', "ΕЕ"),
    ('H', "ΗН"),
    ('I', "ΙІ"),
    ('J', "ͿЈ"),
    ('K', "ΚК\u{212a}"),
    ('M', "ΜМ"),
    ('N', "Ν"),
    ('O', "ΟО"),
    ('P', "ΡР"),
    ('S', "Ѕ"),
    ('T', "ΤТ"),
    ('X', "ΧХ"),
    ('Y', "ΥҮ"),
    ('Z', "Ζ"),
    ('a', "а"),
    ('c', "ϲс"),
    ('d', "ԁ"),
    ('e', "е"),
    ('h', "һ"),
    ('i', "і"),
    ('j', "ϳј"),
    ('o', "οо"),
    ('p', "р"),
    ('q', "ԛ"),
    ('s', "ѕ"),
    ('v', "ν"),
    ('w', "ԝ"),
    ('x', "х"),
    ('y', "у"),
    ('Å', "\u{212b}"),
];

/// The character that readers take a character for: the ASCII character of full-width and small forms, and the Latin
/// letter of Greek and Cyrillic ones. Other characters stand for themselves.
pub fn look(sign: char) -> char {
    match sign {
        _ if sign.is_ascii() => sign,
        '\u{2024}' | '\u{fe52}' => EMPTY,
        '\u{fe5f}' => WALL,
        // Full-width forms are in the order of ASCII.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(sign) - 0xfee0).unwrap_or(sign),
        _ => LOOKALIKES
            .into_iter()
            .find_map(|(latin, others)| others.contains(sign).then_some(latin))
            .unwrap_or(sign),
    }
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
