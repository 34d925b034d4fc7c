//! How records name pieces and cells.

use huarong_core::grid::Cell;
use huarong_core::rules::{Arrangement, Puzzle, ShapeId};

/// The sign of a piece with its anchor on a cell, if pieces have signs.
pub(super) fn piece(
    puzzle: &Puzzle,
    position: &Arrangement,
    shape: ShapeId,
    anchor: Cell,
) -> Option<char> {
    puzzle.has_signs().then(|| puzzle.sign_of(position, shape, anchor))
}

/// Column and row of a cell, from 0.
pub(super) fn column_and_row(puzzle: &Puzzle, cell: Cell) -> [u8; 2] {
    [puzzle.board().column(cell), puzzle.board().row(cell)]
}
