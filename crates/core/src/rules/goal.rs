//! Goals of puzzles.

use super::arrangement::{Arrangement, ShapeId};
use crate::grid::Cell;

/// A goal: the required places of some pieces, as one alternative or several. A goal position fulfils at least one
/// alternative; other pieces may be anywhere.
///
/// ```
/// use huarong::Puzzle;
/// use huarong::puzzle::klotski::BIG;
/// use huarong::puzzle::Goal;
///
/// let puzzle = Puzzle::klotski();
/// let [exit] = puzzle.goal().alternatives() else { panic!("one alternative") };
/// assert_eq!(exit[..], [(BIG, 13)]);
/// let at_exit = puzzle.parse_position("VSSV/VSSV/VHHV/VBBV/.BB.")?;
/// assert!(puzzle.goal().is_satisfied_by(&at_exit));
///
/// let either_corner = Goal::any_of([vec![(BIG, 12)], vec![(BIG, 14)]]);
/// assert!(!either_corner.is_satisfied_by(&at_exit));
/// # Ok::<_, huarong::puzzle::PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The alternatives, each sorted.
    alternatives: Vec<Vec<(ShapeId, Cell)>>,
    /// The shapes whose pieces must all have left, sorted.
    gone: Vec<ShapeId>,
    /// Whether an alternative names all pieces that are still on the board.
    names_all: bool,
}

impl Goal {
    /// The goal with one alternative: a piece of each given shape has its anchor on the given cell.
    pub fn new(placements: impl IntoIterator<Item = (ShapeId, Cell)>) -> Self {
        Self::any_of([placements.into_iter().collect()])
    }

    /// The goal with several alternatives, each a list of shapes and cells.
    pub fn any_of(alternatives: impl IntoIterator<Item = Vec<(ShapeId, Cell)>>) -> Self {
        let mut alternatives: Vec<_> = alternatives.into_iter().collect();
        alternatives.iter_mut().for_each(|placements| placements.sort_unstable());
        Self { alternatives, gone: Vec::new(), names_all: false }
    }

    /// The goal that is one position: no other pieces are on the board.
    pub(super) fn position(position: &Arrangement) -> Self {
        Self { names_all: true, ..Self::new(position.pieces()) }
    }

    /// The same goal on a board with other numbers of cells, in the same order.
    pub(super) fn renumbered(&self, number: impl Fn(Cell) -> Cell) -> Self {
        let placed = |&(shape, at): &(ShapeId, Cell)| (shape, number(at));
        let of_alternative = |placements: &Vec<_>| placements.iter().map(placed).collect();
        let alternatives = self.alternatives.iter().map(of_alternative).collect();
        Self { alternatives, ..self.clone() }
    }

    /// Whether an alternative names all pieces that are still on the board, while others have left.
    #[doc(hidden)]
    pub fn names_all(&self) -> bool {
        self.names_all
    }

    /// The same goal once all pieces of some shapes have left the board through doors. To require nothing else, begin
    /// with an alternative without pieces.
    pub fn with_gone(mut self, shapes: impl IntoIterator<Item = ShapeId>) -> Self {
        self.gone.extend(shapes);
        self.gone.sort_unstable();
        self.gone.dedup();
        self
    }

    /// The shapes whose pieces must all have left the board, in increasing order.
    pub fn gone(&self) -> &[ShapeId] {
        &self.gone
    }

    /// The alternatives, each with its required shapes and the cells of their anchors, sorted.
    pub fn alternatives(&self) -> &[Vec<(ShapeId, Cell)>] {
        &self.alternatives
    }

    /// The places of the pieces of a shape, for each alternative.
    pub(super) fn places_of(&self, shape: ShapeId) -> Vec<Vec<Cell>> {
        let places = |placements: &Vec<(ShapeId, Cell)>| {
            placements.iter().filter(|(its, _)| *its == shape).map(|&(_, at)| at).collect()
        };
        self.alternatives.iter().map(places).collect()
    }

    /// The goal with other numbers of shapes.
    pub(super) fn with_shapes(&self, shapes: &[ShapeId]) -> Self {
        let renumbered = |placements: &Vec<(ShapeId, Cell)>| {
            placements.iter().map(|&(shape, at)| (shapes[shape], at)).collect()
        };
        let gone = self.gone.iter().map(|&shape| shapes[shape]);
        let goal = Self::any_of(self.alternatives.iter().map(renumbered)).with_gone(gone);
        Self { names_all: self.names_all, ..goal }
    }

    /// The goal without the pieces of other shapes.
    pub(super) fn with_shapes_only(&self, shapes: &[ShapeId]) -> Self {
        let kept = |placements: &Vec<(ShapeId, Cell)>| {
            placements.iter().copied().filter(|(shape, _)| shapes.contains(shape)).collect()
        };
        let gone = self.gone.iter().copied().filter(|shape| shapes.contains(shape));
        let kept = Self::any_of(self.alternatives.iter().map(kept)).with_gone(gone);
        Self { names_all: self.names_all, ..kept }
    }

    /// Whether a position is a goal position; false if it has fewer shapes than the goal needs.
    pub fn is_satisfied_by(&self, position: &Arrangement) -> bool {
        let anchors = position.all_anchors();
        let stands = |&(shape, cell): &(ShapeId, Cell)| match anchors.get(shape) {
            Some(anchors) => anchors.contains(cell),
            None => position.has_listed(shape, cell),
        };
        let is_all = |placements: &Vec<(ShapeId, Cell)>| {
            !self.names_all || position.pieces().count() == placements.len()
        };
        self.gone.iter().all(|&shape| position.count(shape) == 0) && { self.alternatives.iter() }
            .any(|placements| placements.iter().all(stands) && is_all(placements))
    }
}
