//! How records name pieces and cells.

use huarong_core::grid::Cell;
use huarong_core::rules::{Arrangement, PieceMove, Puzzle, ShapeId};

/// The sign of a piece with its anchor on a cell, if pieces have signs.
pub(super) fn piece(
    puzzle: &Puzzle,
    position: &Arrangement,
    shape: ShapeId,
    anchor: Cell,
) -> Option<char> {
    puzzle.has_signs().then(|| puzzle.sign_of(position, shape, anchor))
}

/// The sign of the next layer, if the piece of a move becomes that.
pub(super) fn layer_sign(puzzle: &Puzzle, made: &PieceMove) -> Option<char> {
    made.becomes().map(|(layer, _)| puzzle.shapes()[layer].sign(0))
}

/// Whether a key is omitted that only some objects need.
pub(super) fn is_false(value: &bool) -> bool {
    !value
}

/// Column and row of a cell, from 0.
pub(super) fn column_and_row(puzzle: &Puzzle, cell: Cell) -> [u8; 2] {
    [puzzle.board().column(cell), puzzle.board().row(cell)]
}
