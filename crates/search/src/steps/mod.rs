//! Steps: moves of larger pieces from skeleton to skeleton, computed once and used at every level.
//!
//! A move of a larger piece leads from one skeleton to another. It requires only that the newly covered cells hold no
//! small piece. A *group* consists of the moves of one piece while all other larger pieces stay. Its nodes are the
//! skeletons with the piece at each anchor that it can reach, and its edges are the unit steps between them.
//!
//! Every pair of a skeleton and a piece is in one group, so the groups together contain every step once. If groups are
//! images of one another, only the first is kept. Its nodes are representatives or images of them.
//!
//! This file defines groups. The other files:
//!
//! - `walk`: the anchors that one piece can reach;
//! - `segment`: storage of the groups of a range of skeletons;
//! - `builder`: computation of a segment;
//! - `contacts`: the skeletons that other parts need;
//! - `step_graph`: all segments.

pub mod builder;
pub mod contacts;
pub mod segment;
pub mod step_graph;
pub mod walk;

use super::skeleton::SkeletonId;
use super::symmetry::Transform;

/// Two places whose contents are exchanged.
#[derive(Clone, Copy, Debug)]
pub struct Swap {
    pub low: u8,
    pub high: u8,
}

/// The image of a representative under a reflection.
#[derive(Clone, Copy, Debug)]
pub struct ImageView<'g> {
    /// The number of the image among all skeletons.
    pub number: usize,
    /// Swaps that turn the representative's fillings into the image's, applied in order.
    pub swaps: &'g [Swap],
}

/// A unit step between two nodes of a group.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub a: u8,
    pub b: u8,
    /// Places, among a's remaining cells, of the cells that the piece newly covers at b. They must be empty.
    pub empty_a: u32,
    /// The same from b to a. The other cells of the filling are the same, in the same order.
    pub empty_b: u32,
}

/// A unit step from one node of a group to another.
#[derive(Clone, Copy, Debug)]
pub struct DirectedEdge {
    pub tail: u8,
    pub head: u8,
    /// Places of the tail's filling that must be empty.
    pub drop: u32,
    /// Places of the head's filling that become empty.
    pub insert: u32,
}

impl Edge {
    /// The step from a to b, or the reverse.
    #[inline(always)]
    pub fn directed(&self, forward: bool) -> DirectedEdge {
        let &Edge { a, b, empty_a, empty_b } = self;
        if forward {
            DirectedEdge { tail: a, head: b, drop: empty_a, insert: empty_b }
        } else {
            DirectedEdge { tail: b, head: a, drop: empty_b, insert: empty_a }
        }
    }
}

/// An edge as part of a line of steps to the right or downwards.
#[derive(Clone, Copy, Debug)]
pub struct LineStep {
    pub edge: u8,
    /// Whether a step to the right or downwards leads from a to b.
    pub forward: bool,
    /// Whether the previous step is in the same line and ends where this one starts.
    pub chained: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct GroupView<'g> {
    /// The representatives of the skeletons.
    pub nodes: &'g [SkeletonId],
    /// The map from the representative to each skeleton.
    pub transforms: &'g [Transform],
    /// The edges of a spanning tree in breadth-first order, followed by the other edges. In a tree edge, `a` is nearer
    /// to the first node than `b`.
    pub edges: &'g [Edge],
    /// The edges, line by line.
    pub line_steps: &'g [LineStep],
}
