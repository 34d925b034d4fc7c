//! Sets of cells as the board of a puzzle needs them.

use super::arrangement::{Arrangement, ShapeId};
use super::puzzle::Puzzle;
use crate::grid::{Cell, CellSet, Cells, WideCells};

/// A set of cells that a puzzle fills: [`Cells`] for boards with at most 128 cells, which are faster, or [`WideCells`].
pub(super) trait Covering: CellSet {
    /// The cells that a piece covers; empty if it does not fit with that anchor.
    fn covered(puzzle: &Puzzle, shape: ShapeId, anchor: Cell) -> Self;

    /// The anchors of the pieces of one shape.
    fn anchors(position: &Arrangement, shape: ShapeId) -> Self;
}

impl Covering for Cells {
    #[inline(always)]
    fn covered(puzzle: &Puzzle, shape: ShapeId, anchor: Cell) -> Self {
        puzzle.covered(shape, anchor)
    }

    #[inline(always)]
    fn anchors(position: &Arrangement, shape: ShapeId) -> Self {
        position.anchors(shape)
    }
}

impl Covering for WideCells {
    fn covered(puzzle: &Puzzle, shape: ShapeId, anchor: Cell) -> Self {
        puzzle.footprint(shape, anchor).collect()
    }

    fn anchors(position: &Arrangement, shape: ShapeId) -> Self {
        position.anchors_of(shape).collect()
    }
}
