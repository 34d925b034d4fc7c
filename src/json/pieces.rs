//! How records name pieces and cells.

use crate::grid::Cell;
use crate::sliding::rules::{Arrangement, Move, Puzzle};

/// The sign of the piece that moves, if pieces have signs.
pub(super) fn piece(puzzle: &Puzzle, before: &Arrangement, made: &Move) -> Option<char> {
    puzzle.has_signs().then(|| puzzle.sign_of(before, made.shape, made.from))
}

/// Column and row of a cell, from 0.
pub(super) fn column_and_row(puzzle: &Puzzle, cell: Cell) -> [u8; 2] {
    [puzzle.board().column(cell), puzzle.board().row(cell)]
}
