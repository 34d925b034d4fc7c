//! Which positions are won.

use super::{Position, ShapeId};
use crate::grid::Cell;

/// The pieces that must stand somewhere for a position to be won; where the others stand is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    placements: Vec<(ShapeId, Cell)>,
}

impl Goal {
    /// The goal that a piece of each given shape stands with its anchor on the given cell.
    pub fn new(placements: impl IntoIterator<Item = (ShapeId, Cell)>) -> Self {
        Self { placements: placements.into_iter().collect() }
    }

    /// The required shapes and the cells of their anchors.
    pub fn placements(&self) -> &[(ShapeId, Cell)] {
        &self.placements
    }

    /// Whether a position is won.
    pub fn is_won(&self, position: &Position) -> bool {
        self.placements.iter().all(|&(shape, cell)| position.anchors(shape).contains(cell))
    }
}
