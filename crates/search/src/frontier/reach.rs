//! Moves of the piece of one group, on bitmaps with one bit per filling.

use super::bitmaps::{Plain, join};
use crate::kernels::WordBits;
use crate::layout::Layout;
use crate::skeleton::SkeletonId;
use crate::steps::{DirectedEdge, GroupView};
use huarong_core::rules::SinglePieceMetric;

/// The bitmaps that moves of larger pieces read and write.
pub struct Reach<'b, Y> {
    pub bitmaps: Plain<'b>,
    pub layout: &'b Y,
    pub words: usize,
    pub shared: bool,
}

impl<Y> Clone for Reach<'_, Y> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<Y> Copy for Reach<'_, Y> {}

impl<'b, Y: Layout> Reach<'b, Y> {
    /// Makes one move of the piece of a group from all positions of the frontier. `cubes` is working memory.
    #[inline(always)]
    pub fn group(
        self,
        bits: impl WordBits,
        metric: SinglePieceMetric,
        group: GroupView<'_>,
        cubes: &mut Vec<u64>,
    ) {
        match metric {
            SinglePieceMetric::Unit => self.steps(bits, group),
            SinglePieceMetric::Straight => self.straight(bits, group, cubes),
            SinglePieceMetric::Finger => self.closure(bits, group, cubes),
        }
    }

    /// Unit metric: follows every edge once in each direction.
    #[inline(always)]
    fn steps(self, bits: impl WordBits, group: GroupView<'_>) {
        for edge in group.edges {
            let (a, b) = (group.nodes[usize::from(edge.a)], group.nodes[usize::from(edge.b)]);
            if self.is_active(a) {
                let from = self.cube(a);
                let emit = |word, found| self.join(b, word, found);
                self.layout.transfer(bits, from, edge.empty_a, edge.empty_b, emit);
            }
            if self.is_active(b) {
                let from = self.cube(b);
                let emit = |word, found| self.join(a, word, found);
                self.layout.transfer(bits, from, edge.empty_b, edge.empty_a, emit);
            }
        }
    }

    /// Straight metric: follows every line once in each direction, and adds the frontier along it.
    #[inline(always)]
    fn straight(self, bits: impl WordBits, group: GroupView<'_>, room: &mut Vec<u64>) {
        room.clear();
        room.resize(2 * self.words, 0);
        let (carried, moved) = room.split_at_mut(self.words);
        for step in group.line_steps {
            let edge = &group.edges[usize::from(step.edge)];
            if !step.chained {
                carried.fill(0);
            }
            self.travel(bits, group.nodes, edge.directed(step.forward), carried, moved);
        }
        let mut goes_on = false;
        for step in group.line_steps.iter().rev() {
            let edge = &group.edges[usize::from(step.edge)];
            if !goes_on {
                carried.fill(0);
            }
            self.travel(bits, group.nodes, edge.directed(!step.forward), carried, moved);
            goes_on = step.chained;
        }
    }

    /// Moves the carried positions and the frontier at the tail one step along a line, to the head.
    #[inline(always)]
    fn travel(
        self,
        bits: impl WordBits,
        nodes: &[SkeletonId],
        step: DirectedEdge,
        carried: &mut [u64],
        moved: &mut [u64],
    ) {
        let (tail, head) = (nodes[usize::from(step.tail)], nodes[usize::from(step.head)]);
        if self.is_active(tail) {
            for (carried, front) in carried.iter_mut().zip(self.cube(tail)) {
                *carried |= front;
            }
        }
        moved.fill(0);
        self.layout.transfer(bits, carried, step.drop, step.insert, |word, found| {
            moved[word] |= found;
            self.join(head, word, found);
        });
        carried.copy_from_slice(moved);
    }

    /// Finger metric: floods the group from the frontier. A flood continues through positions seen before, because new
    /// ones may lie beyond them.
    #[inline(always)]
    fn closure(self, bits: impl WordBits, group: GroupView<'_>, room: &mut Vec<u64>) {
        let words = self.words;
        room.clear();
        if words == 1 {
            room.extend(group.nodes.iter().map(|&node| self.bitmaps.front[node as usize]));
            flood_words::<1>(bits, self.layout, group, room);
            for (&node, &found) in group.nodes.iter().zip(&*room) {
                if found != self.bitmaps.front[node as usize] {
                    self.join(node, 0, found);
                }
            }
            return;
        }
        for &node in group.nodes {
            room.extend_from_slice(self.cube(node));
        }
        flood(bits, self.layout, group, room);
        for (&node, reached) in group.nodes.iter().zip(room.chunks_exact(words)) {
            for (word, (&found, &front)) in reached.iter().zip(self.cube(node)).enumerate() {
                if found != front {
                    self.join(node, word, found);
                }
            }
        }
    }

    #[inline(always)]
    fn is_active(self, skeleton: SkeletonId) -> bool {
        self.bitmaps.active[skeleton as usize]
    }

    #[inline(always)]
    fn cube(self, skeleton: SkeletonId) -> &'b [u64] {
        &self.bitmaps.front[skeleton as usize * self.words..][..self.words]
    }

    /// Adds positions to `next`.
    #[inline(always)]
    fn join(self, skeleton: SkeletonId, word: usize, found: u64) {
        join(&self.bitmaps.next[skeleton as usize * self.words + word], found, self.shared);
    }
}

/// Follows the edges of a group in both directions until its cubes no longer change.
#[inline(always)]
pub fn flood(bits: impl WordBits, layout: &impl Layout, group: GroupView<'_>, room: &mut [u64]) {
    match layout.words() {
        1 => flood_words::<1>(bits, layout, group, room),
        2 => flood_words::<2>(bits, layout, group, room),
        _ => flood_words::<MANY>(bits, layout, group, room),
    }
}

/// Number of words for which there is no code of its own.
const MANY: usize = 0;

/// [`flood`] for cubes of `W` words.
#[inline(always)]
fn flood_words<const W: usize>(
    bits: impl WordBits,
    layout: &impl Layout,
    group: GroupView<'_>,
    room: &mut [u64],
) {
    // On a tree, one pass to the root and one pass back reach everything. With more edges, passes repeat until nothing
    // changes.
    let is_tree = group.edges.len() + 1 == group.nodes.len();
    loop {
        let mut grown = 0;
        for edge in group.edges.iter().rev() {
            grown |= flow::<W>(bits, layout, room, edge.directed(false));
        }
        for edge in group.edges {
            grown |= flow::<W>(bits, layout, room, edge.directed(true));
        }
        if is_tree || grown == 0 {
            return;
        }
    }
}

/// Adds the results of a step to the cube of the head. Returns the bits that were added.
#[inline(always)]
fn flow<const W: usize>(
    bits: impl WordBits,
    layout: &impl Layout,
    room: &mut [u64],
    step: DirectedEdge,
) -> u64 {
    let (tail, head) = (usize::from(step.tail), usize::from(step.head));
    let mut grown = 0;
    if W != MANY {
        let mut from = [0; W];
        from.copy_from_slice(&room[tail * W..][..W]);
        let found = layout.transfer_words(bits, from, step.drop, step.insert);
        for (target, found) in room[head * W..][..W].iter_mut().zip(found) {
            grown |= found & !*target;
            *target |= found;
        }
        return grown;
    }
    let words = layout.words();
    let (from, to) = (tail * words, head * words);
    let (source, target) = if from < to {
        let (low, high) = room.split_at_mut(to);
        (&low[from..from + words], &mut high[..words])
    } else {
        let (low, high) = room.split_at_mut(from);
        (&high[..words], &mut low[to..to + words])
    };
    layout.transfer(bits, source, step.drop, step.insert, |word, found| {
        grown |= found & !target[word];
        target[word] |= found;
    });
    grown
}
