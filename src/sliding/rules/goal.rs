//! Which positions are won.

use super::{Position, ShapeId};
use crate::grid::Cell;

/// The pieces that must stand somewhere for a position to be won; where the others stand is free.
///
/// ```
/// use huarong::sliding::klotski::{self, BIG};
///
/// let puzzle = klotski::puzzle();
/// assert_eq!(puzzle.goal().placements(), [(BIG, puzzle.board().cell(1, 3))]);
/// let won = puzzle.parse_position("VSSV/VSSV/VHHV/VBBV/.BB.")?;
/// assert!(puzzle.goal().is_won(&won));
/// # Ok::<_, huarong::sliding::rules::PositionError>(())
/// ```
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
