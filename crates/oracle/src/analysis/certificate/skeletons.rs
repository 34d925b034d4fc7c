//! Moves of all fillings of a skeleton.

use super::paths::{Path, Paths, TooMany};
use super::runs::{Kind, ListId, RunLists};
use huarong_core::grid::{Cell, Cells};
use huarong_core::numbering::Neighbourhood;
use huarong_core::rules::{Arrangement, Metric, ShapeId, Shift};
use huarong_core::space::Space;
use std::collections::HashMap;
use std::sync::Arc;

/// A skeleton: the larger pieces of a position.
pub(super) struct Skeleton {
    pub number: u64,
    pub larger: Arrangement,
    /// The cells that the larger pieces leave empty.
    pub free: Cells,
    near: Neighbourhood,
}

impl Skeleton {
    fn of(space: &Space, number: u64) -> Self {
        let (anchors, near) = space.skeletons().located(number);
        let larger = Arrangement::from_anchors(anchors);
        let free = space.puzzle().free_cells(&larger);
        Self { number, larger, free, near }
    }
}

/// The moves of all fillings of a skeleton under a metric.
pub(super) struct Moves {
    /// For each pair of cells between which a small piece can move, the fillings before the move and after it. The piece is
    /// on the lower cell, and then on the higher.
    pub small: Arc<[ListId]>,
    /// For each move of a larger piece, the number of the skeleton that it leads to, and the fillings that allow it.
    pub larger: Vec<(u64, ListId)>,
}

/// Most sets of free cells whose moves of small pieces are kept.
const MOST_SETS: usize = 1 << 15;

/// Finds the moves of skeletons, and keeps the lists of runs that they share.
pub(super) struct Generator {
    pub lists: RunLists,
    /// The moves of small pieces by the free cells; none if there are too many paths.
    small: HashMap<(Metric, Cells), Option<Arc<[ListId]>>>,
    paths: Paths,
    /// By the places of a larger piece before and after its last move: the skeleton before, and after.
    moved: Vec<(u64, u64)>,
}

impl Generator {
    /// Keeps up to `most` runs.
    pub fn new(space: &Space, most: usize) -> Self {
        let cells = usize::from(space.puzzle().board().cell_count());
        Self {
            lists: RunLists::new(space.free_cell_count(), space.small_count(), most),
            small: HashMap::new(),
            paths: Paths::default(),
            moved: vec![(u64::MAX, 0); cells * cells],
        }
    }

    /// A skeleton whose moves are wanted. Moves of earlier ones become invalid: many lists are dropped at once.
    pub fn begin(&mut self, space: &Space, number: u64) -> Skeleton {
        if self.lists.is_half_full() || self.small.len() > MOST_SETS {
            self.lists.clear();
            self.small.clear();
        }
        Skeleton::of(space, number)
    }

    /// The moves of a skeleton under a metric of single pieces; an error if its pieces have too many paths.
    pub fn moves(
        &mut self,
        space: &Space,
        skeleton: &mut Skeleton,
        metric: Metric,
    ) -> Result<Moves, TooMany> {
        let small = match self.small.get(&(metric, skeleton.free)) {
            Some(known) => known.clone(),
            None => {
                let found = self.small_moves(space, skeleton.free, metric).ok();
                self.small.insert((metric, skeleton.free), found.clone());
                found
            }
        };
        let small = small.ok_or(TooMany)?;
        let mut larger = Vec::new();
        let pieces: Vec<(ShapeId, Cell)> = skeleton.larger.pieces().collect();
        let free = skeleton.free;
        let touches = |&(shape, from): &(ShapeId, Cell)| {
            space.puzzle().newly_covered(shape, from).meets(free)
        };
        for piece in pieces.into_iter().filter(touches) {
            self.larger_moves(space, skeleton, metric, piece, &mut larger)?;
        }
        Ok(Moves { small, larger })
    }

    /// The moves of small pieces on some free cells.
    fn small_moves(
        &mut self,
        space: &Space,
        free: Cells,
        metric: Metric,
    ) -> Result<Arc<[ListId]>, TooMany> {
        let mut found = Vec::new();
        let Some(shape) = space.puzzle().filling_shape().filter(|_| space.small_count() > 0) else {
            return Ok(found.into());
        };
        let empty = space.free_cell_count() - space.small_count();
        for from in free {
            self.paths.list(
                space.puzzle(),
                metric,
                (shape, from),
                free - Cells::of(from),
                empty,
            )?;
            // The moves back lead from the higher cell to the lower one.
            for (to, paths) in self.paths.targets().filter(|&(to, _)| to > from) {
                let [from, to] = [from, to].map(|cell| places(Cells::of(cell), free));
                let needs = paths.iter().map(|path| places(path.needs, free) & !to).collect();
                found.push(self.lists.of(Kind { is_small: true, from, to, needs })?);
            }
        }
        Ok(found.into())
    }

    /// Adds the moves of one larger piece.
    fn larger_moves(
        &mut self,
        space: &Space,
        skeleton: &mut Skeleton,
        metric: Metric,
        (shape, from): (ShapeId, Cell),
        found: &mut Vec<(u64, ListId)>,
    ) -> Result<(), TooMany> {
        let (puzzle, free) = (space.puzzle(), skeleton.free);
        let empty = space.free_cell_count() - space.small_count();
        self.paths.list(puzzle, metric, (shape, from), free, empty)?;
        let cells = usize::from(puzzle.board().cell_count());
        for (to, paths) in self.paths.targets() {
            let moved = &mut self.moved[usize::from(from) * cells + usize::from(to)];
            if moved.0 != skeleton.number {
                *moved =
                    (skeleton.number, number_after(space, skeleton, Shift { shape, from, to }));
            }
            let [left, taken] = [from, to].map(|anchor| puzzle.covered(shape, anchor));
            let after = (free | left) - taken;
            let kind = Kind {
                is_small: false,
                from: places(taken - left, free),
                to: places(left - taken, after),
                needs: paths.iter().map(|path: &Path| places(path.needs, free)).collect(),
            };
            found.push((moved.1, self.lists.of(kind)?));
        }
        Ok(())
    }
}

/// The number of a skeleton after the move of a piece.
fn number_after(space: &Space, skeleton: &mut Skeleton, shift: Shift) -> u64 {
    shift.apply_to(&mut skeleton.larger);
    let anchors = skeleton.larger.all_anchors();
    let found = space.skeletons().rank_moved(&skeleton.near, anchors, shift.from, shift.to);
    shift.undo_on(&mut skeleton.larger);
    found.expect("a moved piece keeps the set")
}

/// The places of some cells among all free cells, as bits.
fn places(cells: Cells, free: Cells) -> u64 {
    cells.into_iter().map(|cell| 1 << free.place_of(cell)).sum()
}
