//! Which positions are won.

use super::arrangement::{Arrangement, ShapeId};
use crate::grid::Cell;

/// The pieces that must stand somewhere for a position to be won, in one way or in any of several; where the others
/// stand is free.
///
/// ```
/// use huarong::Puzzle;
/// use huarong::puzzle::klotski::BIG;
/// use huarong::puzzle::Goal;
///
/// let puzzle = Puzzle::klotski();
/// let [exit] = puzzle.goal().alternatives() else { panic!("one way to win") };
/// assert_eq!(exit[..], [(BIG, 13)]);
/// let won = puzzle.parse_position("VSSV/VSSV/VHHV/VBBV/.BB.")?;
/// assert!(puzzle.goal().is_won(&won));
///
/// let either_corner = Goal::any_of([vec![(BIG, 12)], vec![(BIG, 14)]]);
/// assert!(!either_corner.is_won(&won));
/// # Ok::<_, huarong::puzzle::PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Each sorted.
    alternatives: Vec<Vec<(ShapeId, Cell)>>,
}

impl Goal {
    /// The goal that a piece of each given shape stands with its anchor on the given cell.
    pub fn new(placements: impl IntoIterator<Item = (ShapeId, Cell)>) -> Self {
        Self::any_of([placements.into_iter().collect()])
    }

    /// The goal that the pieces of one of several lists stand so.
    pub fn any_of(alternatives: impl IntoIterator<Item = Vec<(ShapeId, Cell)>>) -> Self {
        let mut alternatives: Vec<_> = alternatives.into_iter().collect();
        alternatives.iter_mut().for_each(|placements| placements.sort_unstable());
        Self { alternatives }
    }

    /// The ways to win, each with its required shapes and the cells of their anchors, sorted.
    pub fn alternatives(&self) -> &[Vec<(ShapeId, Cell)>] {
        &self.alternatives
    }

    /// Whether a position is won; one of fewer shapes is not.
    pub fn is_won(&self, position: &Arrangement) -> bool {
        let anchors = position.all_anchors();
        let stands = |&(shape, cell): &(ShapeId, Cell)| {
            anchors.get(shape).is_some_and(|anchors| anchors.contains(cell))
        };
        self.alternatives.iter().any(|placements| placements.iter().all(stands))
    }
}
