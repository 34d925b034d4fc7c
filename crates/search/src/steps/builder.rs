//! Computes the steps of a segment.

use super::segment::{GoalSkeleton, Group, Image, Segment};
use super::walk::{UnitStep, Walk};
use super::{Edge, LineStep, Swap};
use crate::skeleton::{SkeletonId, goal_places, neighbour_pairs};
use crate::skeleton::{neighbours, places};
use crate::symmetry::Orbits;
use huarong_core::grid::{Board, Cell, Cells};
use huarong_core::numbering::{Labelled, Neighbourhood};
use huarong_core::rules::{Arrangement, Puzzle, ShapeId};
use smallvec::SmallVec;
use std::ops::Range;

pub struct Builder<'a> {
    puzzle: &'a Puzzle,
    skeletons: &'a Labelled,
    orbits: &'a Orbits,
    /// The skeletons whose groups are needed: all, or those of a part.
    owned: Range<usize>,
    segment: Segment,
}

/// A piece of a skeleton that is away from the board while its group is added.
#[derive(Clone, Copy)]
struct Lifted<'s> {
    /// The skeleton with the piece.
    number: SkeletonId,
    near: &'s Neighbourhood,
    shape: ShapeId,
    anchor: Cell,
}

impl<'a> Builder<'a> {
    pub fn new(
        puzzle: &'a Puzzle,
        skeletons: &'a Labelled,
        orbits: &'a Orbits,
        owned: Range<usize>,
    ) -> Self {
        Self { puzzle, skeletons, orbits, owned, segment: Segment::default() }
    }

    /// Computes the segment of a range of skeletons.
    pub fn segment(&mut self, range: Range<usize>) -> Segment {
        let puzzle = self.puzzle;
        let neighbours = neighbours(puzzle.board());
        let mut representative = self.orbits.nth_representative(range.start) - self.owned.start;
        self.segment.clear();
        self.segment.first = representative;
        for number in range {
            let (anchors, near) = self.skeletons.located(number as u64);
            let mut skeleton = Arrangement::from_anchors(anchors);
            let free = puzzle.free_cells(&skeleton);
            if self.orbits.represents(number) {
                self.segment.pairs.extend(neighbour_pairs(&neighbours, free));
                self.segment.pair_ends.push(self.segment.pairs.len() as u32);
                for alternative in puzzle.goal().alternatives() {
                    if let Some(places) = goal_places(puzzle, alternative, &skeleton, free) {
                        let skeleton = representative as SkeletonId;
                        self.segment.goals.push(GoalSkeleton { skeleton, places });
                    }
                }
                self.add_images(&skeleton, free);
                representative += 1;
            }
            for shape in 0..puzzle.shapes().len() {
                for anchor in skeleton.anchors(shape) {
                    let lifted =
                        Lifted { number: number as SkeletonId, near: &near, shape, anchor };
                    self.add_group(&mut skeleton, free, &lifted);
                }
            }
        }
        self.begin_group();
        // A copy has no memory beyond the steps.
        self.segment.clone()
    }

    fn add_images(&mut self, skeleton: &Arrangement, free: Cells) {
        for symmetry in self.orbits.symmetries() {
            let image = symmetry.image(skeleton);
            let number = self.number(&image);
            let cells = free.into_iter().map(|cell| symmetry.cell(cell));
            let free: Cells = cells.clone().collect();
            // For each place of the representative, the place of the image that receives its content.
            let mut standing: SmallVec<[u8; 32]> = cells.map(|c| free.place_of(c) as u8).collect();
            for place in 0..standing.len() {
                let from = standing.iter().position(|&to| usize::from(to) == place);
                let from =
                    from.expect("every place of the image has a place of the representative");
                if from != place {
                    standing.swap(from, place);
                    self.segment.swaps.push(Swap { low: place as u8, high: from as u8 });
                }
            }
            self.segment.images.push(Image { number, swap_end: self.segment.swaps.len() as u32 });
        }
    }

    fn number(&self, skeleton: &Arrangement) -> SkeletonId {
        let number = self.skeletons.rank(skeleton.all_anchors());
        number.expect("a reflection keeps the set") as SkeletonId
    }

    /// The number of the skeleton with the lifted piece put down at an anchor.
    fn moved(&self, skeleton: &Arrangement, lifted: &Lifted<'_>, to: Cell) -> SkeletonId {
        let Lifted { number, near, anchor, .. } = *lifted;
        if to == anchor {
            return number;
        }
        let number = self.skeletons.rank_moved(near, skeleton.all_anchors(), anchor, to);
        number.expect("a moved piece keeps the set") as SkeletonId
    }

    /// Adds the group of a piece if it belongs to this segment. Three conditions must hold:
    ///
    /// - the piece can move;
    /// - its anchor is the first of the group at which the skeleton is needed;
    /// - no image of the group comes first.
    fn add_group(&mut self, skeleton: &mut Arrangement, free: Cells, lifted: &Lifted<'_>) {
        let (puzzle, Lifted { shape, anchor, .. }) = (self.puzzle, *lifted);
        if !free.meets(puzzle.newly_covered(shape, anchor)) {
            return;
        }
        skeleton.take(shape, anchor);
        let orbits = self.orbits;
        if let Some(stabilizer) = orbits.stabilizer(skeleton, shape) {
            let room = free | puzzle.covered(shape, anchor);
            let is_whole = self.owned.len() as u64 == self.skeletons.len();
            let comes_first = |to: Cell| {
                to < anchor
                    && (is_whole || {
                        skeleton.put(shape, to);
                        let number = self.moved(skeleton, lifted, to);
                        skeleton.take(shape, to);
                        self.owned.contains(&(number as usize))
                    })
            };
            let walk = Walk::of(puzzle, room, shape, anchor, comes_first);
            let is_first = |walk: &Walk| stabilizer.is_first(orbits, shape, &walk.anchors);
            if let Some(walk) = walk.filter(is_first) {
                self.add_nodes(skeleton, lifted, &walk.anchors);
                self.add_edges(shape, room, &walk);
            }
        }
        skeleton.put(shape, anchor);
    }

    /// Records the start of the next group.
    fn begin_group(&mut self) {
        let Segment { groups, nodes, edges, .. } = &mut self.segment;
        groups.push(Group { node: nodes.len() as u32, edge: edges.len() as u32 });
    }

    fn add_nodes(&mut self, others: &mut Arrangement, lifted: &Lifted<'_>, anchors: &[Cell]) {
        let shape = lifted.shape;
        self.begin_group();
        for &to in anchors {
            others.put(shape, to);
            let transform = self.orbits.transform(others);
            let number = match self.orbits.reflection(transform) {
                None => self.moved(others, lifted, to),
                Some(reflection) => self.number(&reflection.image(others)),
            };
            self.segment.nodes.push(self.orbits.nth_representative(number as usize) as SkeletonId);
            self.segment.transforms.push(transform);
            others.take(shape, to);
        }
    }

    fn add_edges(&mut self, shape: ShapeId, room: Cells, walk: &Walk) {
        let puzzle = self.puzzle;
        let covered = |node: u8| puzzle.covered(shape, walk.anchors[usize::from(node)]);
        for &UnitStep { a, b } in &walk.steps {
            let empty =
                |here: u8, there: u8| places(covered(there) - covered(here), room - covered(here));
            self.segment.edges.push(Edge { a, b, empty_a: empty(a, b), empty_b: empty(b, a) });
        }
        self.add_lines(puzzle.board(), walk);
    }

    /// Lists a group's edges line by line: all rows, then all columns.
    fn add_lines(&mut self, board: &Board, walk: &Walk) {
        let anchor = |node: u8| walk.anchors[usize::from(node)];
        let mut ordered: SmallVec<[_; 16]> = (0u8..)
            .zip(&walk.steps)
            .map(|(edge, &UnitStep { a, b })| {
                let (tail, head) = (anchor(a).min(anchor(b)), anchor(a).max(anchor(b)));
                let upright = board.column(tail) == board.column(head);
                let (line, place) = match upright {
                    true => (board.column(tail), board.row(tail)),
                    false => (board.row(tail), board.column(tail)),
                };
                ((upright, line, place), edge, tail == anchor(a))
            })
            .collect();
        ordered.sort_unstable();
        let mut before = None;
        for ((upright, line, place), edge, forward) in ordered {
            let chained = place > 0 && before == Some((upright, line, place - 1));
            self.segment.line_steps.push(LineStep { edge, forward, chained });
            before = Some((upright, line, place));
        }
    }
}
