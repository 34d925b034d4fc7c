//! Signs of cells without pieces, and the empty board as text.

use crate::grid::Board;

/// Signs that mean an empty cell; the first one is written.
pub(super) const EMPTY: [char; 5] = ['.', '@', '_', '0', ' '];
/// The sign of a wall.
pub(super) const WALL: char = '#';

/// Whether a letter means an empty cell.
pub(super) fn is_empty_letter(letter: char) -> bool {
    EMPTY.contains(&letter)
}

/// The text of a board without pieces, in which positions are drawn.
#[derive(Clone, Debug)]
pub(super) struct Blank {
    /// Rows joined by `/`.
    pub text: Box<[u8]>,
    /// Position of each cell in the text.
    pub places: Box<[u16]>,
}

impl Blank {
    pub fn of(board: &Board) -> Self {
        let mut text = Vec::new();
        let mut places = Vec::new();
        for (at, cell) in board.places().enumerate() {
            if at > 0 && at % usize::from(board.width()) == 0 {
                text.push(b'/');
            }
            if cell.is_some() {
                places.push(text.len() as u16);
            }
            text.push(if cell.is_some() { EMPTY[0] as u8 } else { WALL as u8 });
        }
        Self { text: text.into(), places: places.into() }
    }
}
