//! Steps: where larger pieces lead, from skeleton to skeleton. They are computed once and used at every level.
//!
//! A move of a piece larger than one cell leads from one skeleton to another. It requires of the filling only that the
//! newly covered cells hold no small piece. A *group* is what one piece can do while all other larger pieces stay: its
//! nodes are the skeletons with the piece at each anchor that it can reach, its edges the unit steps between them.
//! Every pair of skeleton and piece is in one group, so the groups together hold every step once. Of groups that are
//! images of one another only the first is kept. Its nodes are representatives or images of them.
//!
//! This file defines a group. `walk` finds where one piece can go, `segment` holds the groups of a range of skeletons,
//! `builder` computes them, `contacts` says which skeletons other parts need, and `graph` holds all segments.

pub mod builder;
pub mod contacts;
pub mod graph;
pub mod segment;
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
    /// Its number among all skeletons.
    pub number: usize,
    /// Swaps that turn the representative's fillings into the image's, one after the other.
    pub swaps: &'g [Swap],
}

/// A unit step between two nodes of a group.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub a: u8,
    pub b: u8,
    /// Places, among a's free cells, of the cells that the piece newly covers at b: they must be empty.
    pub empty_a: u32,
    /// The same from b to a; the filling's other cells are the same ones, in the same order.
    pub empty_b: u32,
}

/// A unit step from one node of a group to another.
#[derive(Clone, Copy, Debug)]
pub struct DirectedEdge {
    pub tail: u8,
    pub head: u8,
    /// Places of the tail's filling that must be empty.
    pub drop: u32,
    /// Places of the head's filling that are then empty.
    pub insert: u32,
}

impl Edge {
    /// The step from a to b, or the one back.
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
    /// Whether the edge leads from a to b when followed to the right or downwards.
    pub forward: bool,
    /// Whether the step before ends, in the same line, where this one begins.
    pub chained: bool,
}

/// The nodes and edges of one group.
#[derive(Clone, Copy, Debug)]
pub struct GroupView<'g> {
    /// The representatives of the skeletons.
    pub nodes: &'g [SkeletonId],
    /// What maps each skeleton to its representative.
    pub transforms: &'g [Transform],
    /// The edges: first those of a spanning tree, each from a node nearer the first node (`a`) to one
    /// reached through it (`b`), in breadth-first order; then the others.
    pub edges: &'g [Edge],
    /// The edges line by line.
    pub lines: &'g [LineStep],
}
