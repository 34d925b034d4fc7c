//! Sets of cells as the board of a puzzle needs them.

use super::arrangement::{Arrangement, ShapeId};
use super::doors::Exit;
use super::puzzle::Puzzle;
use crate::grid::{Cell, CellSet, Cells, Direction, WideCells};

/// A set of cells that a puzzle fills: [`Cells`] for boards with at most 128 cells, which are faster, or [`WideCells`].
pub(super) trait Covering: CellSet {
    /// The cells that a piece covers; empty if it does not fit with that anchor.
    fn covered(puzzle: &Puzzle, shape: ShapeId, anchor: Cell) -> Self;

    /// The anchors of the pieces of one shape.
    fn anchors(position: &Arrangement, shape: ShapeId) -> Self;

    /// The cells that no piece of a position covers.
    fn empty(puzzle: &Puzzle, position: &Arrangement) -> Self;

    /// The cells that no piece of a position covers but one.
    fn without(puzzle: &Puzzle, position: &Arrangement, shape: ShapeId, at: Cell) -> Self {
        Self::empty(puzzle, position).with(Self::covered(puzzle, shape, at))
    }

    /// The anchor after a step of a piece, if it fits on the free cells there; its own cells must be free, too.
    fn step(puzzle: &Puzzle, of: ShapeId, at: Cell, side: Direction, free: Self) -> Option<Cell>;

    /// The cells on a way out, which must be free.
    fn needs(exit: &Exit) -> Self;
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

    #[inline(always)]
    fn empty(puzzle: &Puzzle, position: &Arrangement) -> Self {
        puzzle.free_cells(position)
    }

    #[inline(always)]
    fn step(puzzle: &Puzzle, of: ShapeId, at: Cell, side: Direction, free: Self) -> Option<Cell> {
        let step = puzzle.step(of, at, side)?;
        step.needs.is_within(free).then_some(step.to)
    }

    fn needs(exit: &Exit) -> Self {
        exit.narrow
    }
}

impl Covering for WideCells {
    fn covered(puzzle: &Puzzle, shape: ShapeId, anchor: Cell) -> Self {
        puzzle.footprint(shape, anchor).collect()
    }

    fn anchors(position: &Arrangement, shape: ShapeId) -> Self {
        position.anchors_of(shape).collect()
    }

    fn empty(puzzle: &Puzzle, position: &Arrangement) -> Self {
        puzzle.empty_set(position)
    }

    fn step(puzzle: &Puzzle, of: ShapeId, at: Cell, side: Direction, free: Self) -> Option<Cell> {
        let to = puzzle.lone_step(of, at, side)?;
        puzzle.footprint(of, to).all(|cell| free.contains(cell)).then_some(to)
    }

    fn needs(exit: &Exit) -> Self {
        exit.needs
    }
}
