//! Moves of all fillings of a skeleton.

use super::paths::{Path, Paths, TooMany};
use super::runs::{Kind, ListId, RunLists};
use huarong_core::grid::{Cell, Cells};
use huarong_core::numbering::Neighbourhood;
use huarong_core::numbering::subsets::Places;
use huarong_core::rules::{Arrangement, Metric, PerMetric, ShapeId, Shift};
use huarong_core::space::Space;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::Arc;

/// A skeleton: the larger pieces of a position.
pub(super) struct Skeleton {
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
        Self { larger, free, near }
    }
}

/// The moves of all fillings of a skeleton under each metric.
#[derive(Default)]
pub(super) struct Moves {
    pub small: Arc<PerMetric<SmallMoves>>,
    /// For each move of a larger piece, the number of the skeleton that it leads to, and the fillings that allow it.
    pub larger: PerMetric<Vec<(u64, ListId)>>,
}

/// For each pair of cells between which a small piece can move, the fillings before the move and after it. The piece is
/// on the lower cell, and then on the higher.
type SmallMoves = Vec<ListId>;

/// Most sets of free cells whose moves of small pieces are kept.
const MOST_SETS: usize = 1 << 15;

/// Finds the moves of skeletons, and keeps the lists of runs that they share.
pub(super) struct Generator {
    pub lists: RunLists,
    /// The moves of the skeleton for which they were found last.
    pub moves: Moves,
    /// The metrics whose moves are found, strictest first.
    metrics: SmallVec<[Metric; 3]>,
    /// The moves of small pieces by the free cells; none if there are too many paths.
    small: HashMap<Cells, Option<Arc<PerMetric<SmallMoves>>>>,
    paths: Paths,
}

impl Generator {
    /// Keeps up to `most` runs. Finds the moves under these metrics of single pieces, strictest first.
    pub fn new(space: &Space, metrics: &[Metric], most: usize) -> Self {
        Self {
            lists: RunLists::new(space.free_cell_count(), space.small_count(), most),
            moves: Moves::default(),
            metrics: metrics.into(),
            small: HashMap::new(),
            paths: Paths::default(),
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

    /// Finds the moves of a skeleton; an error if its pieces have too many paths.
    pub fn find(&mut self, space: &Space, skeleton: &mut Skeleton) -> Result<(), TooMany> {
        let (puzzle, free) = (space.puzzle(), skeleton.free);
        let places = Places::of(free);
        let small = match self.small.get(&free) {
            Some(known) => known.clone(),
            None => {
                let found = self.small_moves(space, free, &places).map(Arc::new).ok();
                self.small.insert(free, found.clone());
                found
            }
        };
        let small = small.ok_or(TooMany)?;
        let mut larger = std::mem::take(&mut self.moves.larger);
        self.metrics.iter().for_each(|&metric| larger[metric].clear());
        let pieces: SmallVec<[(ShapeId, Cell); 16]> = skeleton.larger.pieces().collect();
        let can_move =
            |&(shape, from): &(ShapeId, Cell)| puzzle.newly_covered(shape, from).meets(free);
        for piece in pieces.into_iter().filter(can_move) {
            self.larger_moves(space, skeleton, &places, piece, &mut larger)?;
        }
        self.moves = Moves { small, larger };
        Ok(())
    }

    /// The moves of small pieces on some free cells.
    fn small_moves(
        &mut self,
        space: &Space,
        free: Cells,
        places: &Places,
    ) -> Result<PerMetric<SmallMoves>, TooMany> {
        let mut found = PerMetric::each(|_| Vec::new());
        let Some(shape) = space.puzzle().filling_shape().filter(|_| space.small_count() > 0) else {
            return Ok(found);
        };
        let empty = space.free_cell_count() - space.small_count();
        for from in free {
            self.list_paths(space, (shape, from), free - Cells::of(from), empty)?;
            // The moves back lead from the higher cell to the lower one.
            for to in self.paths.targets().into_iter().filter(|&to| to > from) {
                let paths = self.paths.to(to);
                let [from, to] = [from, to].map(|cell| places.bits(Cells::of(cell)));
                let kind = Kind { is_small: true, from, to, needs: SmallVec::new() };
                let needs = |path: &Path| places.bits(path.needs) & !to;
                let push = |metric, list| found[metric].push(list);
                for_each_list(&mut self.lists, &self.metrics, kind, paths, needs, push)?;
            }
        }
        Ok(found)
    }

    /// Adds the moves of one larger piece.
    fn larger_moves(
        &mut self,
        space: &Space,
        skeleton: &mut Skeleton,
        places: &Places,
        (shape, from): (ShapeId, Cell),
        found: &mut PerMetric<Vec<(u64, ListId)>>,
    ) -> Result<(), TooMany> {
        let (puzzle, free) = (space.puzzle(), skeleton.free);
        let empty = space.free_cell_count() - space.small_count();
        self.list_paths(space, (shape, from), free, empty)?;
        for to in self.paths.targets() {
            let [left, taken] = [from, to].map(|anchor| puzzle.covered(shape, anchor));
            let after = (free | left) - taken;
            let kind = Kind {
                is_small: false,
                from: places.bits(taken - left),
                to: (left - taken).into_iter().map(|cell| 1 << after.place_of(cell)).sum(),
                needs: SmallVec::new(),
            };
            let number = number_after(space, skeleton, Shift { shape, from, to });
            let paths = self.paths.to(to);
            let needs = |path: &Path| places.bits(path.needs);
            let push = |metric, list| found[metric].push((number, list));
            for_each_list(&mut self.lists, &self.metrics, kind, paths, needs, push)?;
        }
        Ok(())
    }

    /// Lists the paths of a piece under the loosest metric.
    fn list_paths(
        &mut self,
        space: &Space,
        piece: (ShapeId, Cell),
        free: Cells,
        empty: u32,
    ) -> Result<(), TooMany> {
        let loosest = self.metrics.last().copied().unwrap_or(Metric::Unit);
        self.paths.list(space.puzzle(), loosest, piece, free, empty)
    }
}

/// Calls `visit` with each metric that allows some paths of a move, and the list of the fillings that leave one of these
/// empty. `needs` are the cells of a path.
fn for_each_list<'p>(
    lists: &mut RunLists,
    metrics: &[Metric],
    mut kind: Kind,
    paths: impl Iterator<Item = &'p Path> + Clone,
    needs: impl Fn(&Path) -> u64,
    mut visit: impl FnMut(Metric, ListId),
) -> Result<(), TooMany> {
    let mut list = None;
    for &metric in metrics {
        let allowed = paths.clone().filter(|path| metric.includes(path.strictest));
        // A looser metric allows the paths of stricter ones, too.
        if list.is_none() || allowed.clone().count() > kind.needs.len() {
            kind.needs = allowed.map(&needs).collect();
            kind.needs.sort_unstable();
            list = (!kind.needs.is_empty()).then(|| lists.of(&kind)).transpose()?;
        }
        list.into_iter().for_each(|list| visit(metric, list));
    }
    Ok(())
}

/// The number of a skeleton after the move of a piece.
fn number_after(space: &Space, skeleton: &mut Skeleton, shift: Shift) -> u64 {
    shift.apply_to(&mut skeleton.larger);
    let anchors = skeleton.larger.all_anchors();
    let found = space.skeletons().rank_moved(&skeleton.near, anchors, shift.from, shift.to);
    shift.undo_on(&mut skeleton.larger);
    found.expect("a moved piece keeps the set")
}
