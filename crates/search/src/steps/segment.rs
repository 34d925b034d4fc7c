//! Storage of the steps of a range of skeletons.

use super::{Edge, GroupView, ImageView, LineStep, Swap};
use crate::skeleton::{Pair, SkeletonId};
use crate::symmetry::Transform;
use std::ops::Range;

/// Number of skeletons of a segment, which one thread computes.
pub const SEGMENT: usize = 1 << 10;

/// The groups of a range of skeletons. Nodes, edges and pairs are numbered within the segment.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    /// The first representative of the segment.
    pub(super) first: usize,
    pub(super) goals: Vec<GoalSkeleton>,
    /// The pairs of adjacent remaining cells of every representative.
    pub(super) pairs: Vec<Pair>,
    pub(super) pair_ends: Vec<u32>,
    /// The images of every representative, one per reflection.
    pub(super) images: Vec<Image>,
    pub(super) swaps: Vec<Swap>,
    /// The groups, followed by the end of the last one.
    pub(super) groups: Vec<Group>,
    pub(super) nodes: Vec<SkeletonId>,
    pub(super) transforms: Vec<Transform>,
    pub(super) edges: Vec<Edge>,
    pub(super) line_steps: Vec<LineStep>,
}

/// A representative with fillings that are goal positions.
#[derive(Clone, Copy, Debug)]
pub struct GoalSkeleton {
    pub skeleton: SkeletonId,
    /// The places that must hold small pieces.
    pub places: u32,
}

/// The image of a representative under a reflection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image {
    /// The number of the image among all skeletons.
    pub number: SkeletonId,
    /// End of its swaps, which start at the end of the previous image's swaps.
    pub swap_end: u32,
}

/// Start of a group's nodes, edges and line steps. They end at the start of the next group's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub node: u32,
    pub edge: u32,
}

impl Segment {
    /// Removes all groups and keeps their memory.
    pub(super) fn clear(&mut self) {
        self.goals.clear();
        self.pairs.clear();
        self.pair_ends.clear();
        self.images.clear();
        self.swaps.clear();
        self.groups.clear();
        self.nodes.clear();
        self.transforms.clear();
        self.edges.clear();
        self.line_steps.clear();
    }

    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&self.goals[..])
            + size_of_val(&self.pairs[..])
            + size_of_val(&self.pair_ends[..])
            + size_of_val(&self.images[..])
            + size_of_val(&self.swaps[..])
            + size_of_val(&self.groups[..])
            + size_of_val(&self.nodes[..])
            + size_of_val(&self.transforms[..])
            + size_of_val(&self.edges[..])
            + size_of_val(&self.line_steps[..])
    }

    pub fn group_count(&self) -> usize {
        self.groups.len() - 1
    }

    #[inline(always)]
    pub fn nodes(&self, index: usize) -> &[SkeletonId] {
        let [first, end] = [index, index + 1].map(|index| self.groups[index].node as usize);
        &self.nodes[first..end]
    }

    /// The first group of a range with a node that has a property. Where few have it, one loop over all nodes is faster than
    /// one loop per group, whose end is hard to predict.
    #[inline(always)]
    pub fn find_group(
        &self,
        groups: Range<usize>,
        is_it: impl Fn(SkeletonId) -> bool,
    ) -> Option<usize> {
        let [from, end] = [groups.start, groups.end].map(|index| self.groups[index].node as usize);
        let node = from + self.nodes[from..end].iter().position(|&node| is_it(node))?;
        let is_before = |group: &&Group| group.node as usize <= node;
        Some(groups.start + self.groups[groups.start + 1..].iter().take_while(is_before).count())
    }

    #[inline(always)]
    pub fn group(&self, index: usize) -> GroupView<'_> {
        let [first, end] = [index, index + 1].map(|index| self.groups[index]);
        let edges = first.edge as usize..end.edge as usize;
        GroupView {
            nodes: self.nodes(index),
            transforms: &self.transforms[first.node as usize..end.node as usize],
            edges: &self.edges[edges.clone()],
            line_steps: &self.line_steps[edges],
        }
    }

    /// The pairs of adjacent remaining cells of a representative, by its number in the segment.
    #[inline]
    pub fn pairs(&self, nth: usize) -> &[Pair] {
        let first = if nth == 0 { 0 } else { self.pair_ends[nth - 1] };
        &self.pairs[first as usize..self.pair_ends[nth] as usize]
    }

    #[inline]
    pub fn image(&self, nth: usize) -> ImageView<'_> {
        let Image { number, swap_end } = self.images[nth];
        let first = if nth == 0 { 0 } else { self.images[nth - 1].swap_end };
        let swaps = &self.swaps[first as usize..swap_end as usize];
        ImageView { number: number as usize, swaps }
    }
}
