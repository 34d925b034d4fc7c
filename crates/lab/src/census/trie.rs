//! Trie of piece sets, with all positions of each set.
//!
//! The pieces of a set are in the order of their shapes, largest first, so a set has one node in the trie. The
//! positions of a node extend those of its parent by every anchor at which one more piece fits. The anchors of equal
//! pieces ascend. So positions are in the order of their anchors, and nothing is sorted or looked up.

use super::ground::{Ground, MOST_CELLS};
use super::stencils::Stencil;

/// A node on the path from the root: one more piece than its parent, and its positions.
#[derive(Debug)]
pub(super) struct PathNode {
    pub stencil: Stencil,
    shape: u32,
    /// The first piece of this shape, counted from 0.
    pub first_alike: usize,
    /// The covered cells of each position.
    pub covered: Vec<u32>,
    /// The anchor of the last piece in each position.
    pub anchors: Vec<u8>,
    /// For each position of the parent, the number of its first extension, and the number of all positions at the end.
    pub begins: Vec<u32>,
}

/// The path from the root, which is a board without pieces, to a piece set.
#[derive(Debug)]
pub(super) struct Path {
    pub ground: Ground,
    /// The root and one node per piece. Nodes after `pieces` are unused, but keep their memory.
    nodes: Vec<PathNode>,
    pieces: usize,
    empty_cells: u8,
}

impl Path {
    pub fn new(ground: Ground, any: Stencil) -> Self {
        let root = PathNode {
            stencil: any,
            shape: u32::MAX,
            first_alike: 0,
            covered: vec![0],
            anchors: vec![0],
            begins: Vec::new(),
        };
        Self { ground, nodes: vec![root], pieces: 0, empty_cells: ground.cells() }
    }

    pub fn pieces(&self) -> usize {
        self.pieces
    }

    pub fn empty_cells(&self) -> u8 {
        self.empty_cells
    }

    /// The root and one node per piece.
    pub fn nodes(&self) -> &[PathNode] {
        &self.nodes[..=self.pieces]
    }

    fn last(&self) -> &PathNode {
        &self.nodes[self.pieces]
    }

    pub fn ends_with(&self, shape: u32) -> bool {
        self.last().shape == shape
    }

    /// The first and last pieces of each shape.
    pub fn shapes(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let nodes = &self.nodes()[1..];
        let firsts = (0..self.pieces).filter(|&piece| nodes[piece].first_alike == piece);
        firsts.map(|first| {
            let alike = nodes[first..].iter().take_while(|node| node.first_alike == first);
            (first, first + alike.count() - 1)
        })
    }

    /// The anchors at which one more piece fits a position.
    #[inline(always)]
    fn fit(last: &PathNode, position: usize, all: u32, stencil: &Stencil, alike: bool) -> u32 {
        let fit = stencil.fit(all & !last.covered[position]);
        if alike { fit & above(last.anchors[position]) } else { fit }
    }

    /// Number of positions with one more piece.
    pub fn count_with(&self, shape: u32, stencil: &Stencil) -> u64 {
        let last = self.last();
        let alike = last.shape == shape;
        let fits =
            (0..last.covered.len()).map(|p| Self::fit(last, p, self.ground.all, stencil, alike));
        fits.map(|fit| u64::from(fit.count_ones())).sum()
    }

    /// Extends the path by one more piece. Its shape must not come before those of the set. The new set must have fewer
    /// than 2^32 positions.
    pub fn push(&mut self, shape: u32, stencil: &Stencil) {
        if self.nodes.len() == self.pieces + 1 {
            let [covered, begins] = [Vec::new(), Vec::new()];
            let (stencil, anchors) = (*stencil, Vec::new());
            self.nodes.push(PathNode { stencil, shape, first_alike: 0, covered, anchors, begins });
        }
        let (before, after) = self.nodes.split_at_mut(self.pieces + 1);
        let (last, new) = (&before[self.pieces], &mut after[0]);
        let alike = last.shape == shape;
        new.stencil = *stencil;
        new.shape = shape;
        new.first_alike = if alike { last.first_alike } else { self.pieces };
        new.covered.clear();
        new.anchors.clear();
        new.begins.clear();
        for position in 0..last.covered.len() {
            new.begins.push(new.covered.len() as u32);
            let mut fit = Self::fit(last, position, self.ground.all, stencil, alike);
            while fit != 0 {
                let anchor = fit.trailing_zeros();
                new.covered.push(last.covered[position] | stencil.cells << anchor);
                new.anchors.push(anchor as u8);
                fit &= fit - 1;
            }
        }
        new.begins.push(new.covered.len() as u32);
        self.pieces += 1;
        self.empty_cells -= stencil.area;
    }

    pub fn pop(&mut self) {
        self.empty_cells += self.last().stencil.area;
        self.pieces -= 1;
    }

    pub fn anchors_of(&self, position: u32) -> Vec<u8> {
        let mut at = position;
        let mut anchors: Vec<u8> = Vec::with_capacity(self.pieces);
        for node in self.nodes()[1..].iter().rev() {
            anchors.push(node.anchors[at as usize]);
            at = node.begins.partition_point(|&begin| begin <= at) as u32 - 1;
        }
        anchors.reverse();
        anchors
    }
}

/// The anchors after a given one.
#[inline(always)]
pub(super) fn above(anchor: u8) -> u32 {
    !1 << anchor
}

/// Cursor over all positions of a set in order. It gives the numbers of positions after moves.
#[derive(Debug)]
pub(super) struct Cursor<'p> {
    all: u32,
    nodes: &'p [PathNode],
    /// The last piece of the same shape, for each piece.
    last_alike: [u8; PIECES],
    /// The numbers of the position's ancestors, from the root to the position itself.
    trail: [u32; PIECES + 1],
    pub anchors: [u8; PIECES],
}

/// Largest number of pieces, because one cell is empty.
pub(super) const PIECES: usize = MOST_CELLS as usize;

impl<'p> Cursor<'p> {
    /// Makes a cursor before the first position of a set.
    pub fn new(path: &'p Path) -> Self {
        let mut last_alike = [0; PIECES];
        for (first, last) in path.shapes() {
            last_alike[first..=last].fill(last as u8);
        }
        let mut cursor = Self {
            all: path.ground.all,
            nodes: path.nodes(),
            last_alike,
            trail: [0; PIECES + 1],
            anchors: [0; PIECES],
        };
        cursor.go_to(0);
        cursor
    }

    /// Moves the cursor to a position, from the position before it, or to the first.
    #[inline(always)]
    pub fn go_to(&mut self, position: u32) {
        let pieces = self.nodes.len() - 1;
        self.trail[pieces] = position;
        for piece in (0..pieces).rev() {
            let node = &self.nodes[piece + 1];
            let at = self.trail[piece + 1];
            self.anchors[piece] = node.anchors[at as usize];
            let mut before = self.trail[piece];
            while node.begins[before as usize + 1] <= at {
                before += 1;
            }
            if position != 0 && before == self.trail[piece] {
                return;
            }
            self.trail[piece] = before;
        }
    }

    /// The number of the position after a piece moves to an anchor, and the number of the piece there.
    #[inline(always)]
    pub fn moved(&self, piece: usize, to: u8) -> (u32, usize) {
        let first = self.nodes[piece + 1].first_alike;
        let last = usize::from(self.last_alike[piece]);
        let (mut place, mut anchors) = (piece, self.anchors);
        while place < last && anchors[place + 1] < to {
            anchors[place] = anchors[place + 1];
            place += 1;
        }
        while place > first && anchors[place - 1] > to {
            anchors[place] = anchors[place - 1];
            place -= 1;
        }
        anchors[place] = to;
        let kept = piece.min(place);
        let mut position = self.trail[kept];
        let mut covered = self.nodes[kept].covered[position as usize];
        for (number, node) in self.nodes.iter().enumerate().skip(kept + 1) {
            let anchor = anchors[number - 1];
            let mut before = node.stencil.fit(self.all & !covered) & !(u32::MAX << anchor);
            if number > node.first_alike + 1 {
                before &= above(anchors[number - 2]);
            }
            position = node.begins[position as usize] + before.count_ones();
            covered |= node.stencil.cells << anchor;
        }
        (position, place)
    }
}
