//! The counting automaton: numbers all arrangements of given pieces on a board.
//!
//! It reads the board in reading order. A node stands for what matters of the cells read so far, the state
//! of [`Placements`]: which later cells the pieces already placed cover, and how many of each shape they are. An
//! edge says what starts at the cell: nothing, or a piece of some shape. Every edge carries how many
//! arrangements come before those that it leads to, so that ranking is a sum along a path.

use crate::counting::{Placements, State};
use crate::puzzle::{Cells, PieceSet, Position, Puzzle, ShapeId};
use std::collections::BTreeMap;

/// All arrangements of a piece set on a board, numbered `0..len` by a bijection.
#[derive(Clone, Debug)]
pub struct Arrangements {
    /// Which shapes are placed; an edge's choice `c` is shape `shapes[c - 1]`, and 0 nothing.
    shapes: Vec<ShapeId>,
    /// How many pieces of each of these.
    pieces: Vec<u8>,
    shape_count: usize,
    cells: u8,
    edges: Vec<Edge>,
    root: Node,
    len: u64,
}

/// A node, and the cell at which it chooses; the number of cells where all is chosen. Cells at which
/// nothing can start have no nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    number: u32,
    cell: u8,
}

/// Where a choice leads, and how many arrangements the choices before it lead to.
#[derive(Clone, Copy, Debug)]
struct Edge {
    before: u64,
    to: Node,
}

/// What a choice leads to that no arrangement makes.
const NOWHERE: u32 = u32::MAX;

impl Edge {
    fn leads_somewhere(&self) -> bool {
        self.to.number != NOWHERE
    }
}

impl Arrangements {
    /// The arrangements of a piece set; `None` where 64 bits cannot number them.
    pub fn new(puzzle: &Puzzle, pieces: &PieceSet) -> Option<Self> {
        let counts = pieces.counts();
        let shapes: Vec<ShapeId> = (0..counts.len()).filter(|&id| counts[id] > 0).collect();
        let placements = Placements::of_piece_set(puzzle, pieces);
        let cells = placements.len();

        // Forwards, a layer of states a cell; backwards, how many arrangements each state leads to.
        let mut layers = vec![vec![placements.start()]];
        let mut choices: Vec<Vec<u32>> = Vec::with_capacity(cells);
        for cell in 0..cells {
            let (next, to) = next_layer(&placements, cell, &layers[cell]);
            layers.push(next);
            choices.push(to);
        }
        let stride = shapes.len() + 1;
        let mut edges = Vec::new();
        let end = Node { number: 0, cell: cells as u8 };
        let done = |state| u64::from(placements.is_complete(state));
        let mut below: Vec<(u64, Node)> =
            layers[cells].iter().map(|state| (done(state), end)).collect();
        for (cell, to) in choices.iter().enumerate().rev() {
            let mut layer = Vec::with_capacity(to.len() / stride);
            for targets in to.chunks(stride) {
                let follow = |&target: &u32| match below.get(target as usize) {
                    Some(&(count, node)) if count > 0 => (count, node),
                    _ => (0, Node { number: NOWHERE, cell: 0 }),
                };
                let number = (edges.len() / stride) as u32;
                let mut count = 0u64;
                for (after, to) in targets.iter().map(follow) {
                    edges.push(Edge { before: count, to });
                    count = count.checked_add(after)?;
                }
                let (passed, node) = follow(&targets[0]);
                if passed == count {
                    // Nothing can start here: no choice, no node.
                    edges.truncate(number as usize * stride);
                    layer.push((count, node));
                } else {
                    layer.push((count, Node { number, cell: cell as u8 }));
                }
            }
            below = layer;
        }
        let (len, root) = below[0];
        Some(Self {
            pieces: shapes.iter().map(|&id| counts[id]).collect(),
            shape_count: counts.len(),
            shapes,
            cells: cells as u8,
            edges,
            root,
            len,
        })
    }

    /// Number of arrangements.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is no arrangement.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The index of the arrangement with these anchors, one set of cells for each shape of the puzzle;
    /// shapes that are not placed here are passed over. `None` where the pieces are others.
    #[inline]
    pub fn rank(&self, anchors: &[Cells]) -> Option<u64> {
        let mut starts = 0;
        for (&shape, &count) in self.shapes.iter().zip(&self.pieces) {
            if anchors[shape].count_ones() != u32::from(count) {
                return None;
            }
            starts |= anchors[shape];
        }
        if self.len == 0 {
            return None;
        }
        let mut node = self.root;
        let mut index = 0;
        while node.cell < self.cells {
            let mut choice = 0;
            if starts >> node.cell & 1 == 1 {
                let is_here = |&id: &ShapeId| anchors[id] >> node.cell & 1 == 1;
                choice = 1 + self.shapes.iter().position(is_here)?;
            }
            let edge = self.edge(node, choice);
            if !edge.leads_somewhere() {
                return None;
            }
            index += edge.before;
            node = edge.to;
        }
        Some(index)
    }

    /// Puts the pieces of the arrangement with an index below [`len`](Self::len) onto `position`.
    pub(super) fn unrank(&self, mut index: u64, position: &mut Position) {
        let mut node = self.root;
        while node.cell < self.cells {
            let choice = self.choice_holding(node, index);
            self.choose(node, choice, position);
            let edge = self.edge(node, choice);
            index -= edge.before;
            node = edge.to;
        }
    }

    /// Puts the piece of a choice onto `position`.
    fn choose(&self, node: Node, choice: usize, position: &mut Position) {
        if choice > 0 {
            position.put(self.shapes[choice - 1], node.cell);
        }
    }

    /// The arrangements from index `start` on, in index order, as positions without other pieces.
    pub fn iter_from(&self, start: u64) -> SkeletonIter<'_> {
        SkeletonIter::new(self, start)
    }

    #[inline]
    fn edge(&self, node: Node, choice: usize) -> Edge {
        self.edges[node.number as usize * (self.shapes.len() + 1) + choice]
    }

    /// The choice whose arrangements include the one with `index` among those of a node.
    fn choice_holding(&self, node: Node, index: u64) -> usize {
        (0..=self.shapes.len())
            .rev()
            .find(|&choice| {
                let edge = self.edge(node, choice);
                edge.leads_somewhere() && edge.before <= index
            })
            .expect("an index below the count leads along some edge")
    }

    /// The first choice from `least` on that leads somewhere.
    fn choice_from(&self, node: Node, least: usize) -> Option<usize> {
        (least..=self.shapes.len()).find(|&choice| self.edge(node, choice).leads_somewhere())
    }
}

/// The states after one more cell, and for every state and choice the number of the state that follows.
fn next_layer(placements: &Placements, cell: usize, states: &[State]) -> (Vec<State>, Vec<u32>) {
    let stride = placements.kind_count() + 1;
    let mut followers = vec![None; states.len() * stride];
    for (state, followers) in states.iter().zip(followers.chunks_mut(stride)) {
        placements.follow(cell, state, |kind, next| {
            followers[kind.map_or(0, |kind| kind + 1)] = Some(next);
        });
    }
    let mut numbers: BTreeMap<State, u32> =
        followers.iter().flatten().map(|&state| (state, 0)).collect();
    for (number, entry) in (0..).zip(numbers.values_mut()) {
        *entry = number;
    }
    let to = followers.iter().map(|next| next.as_ref().map_or(NOWHERE, |state| numbers[state]));
    let to = to.collect();
    (numbers.into_keys().collect(), to)
}

/// Arrangements in index order.
#[derive(Clone, Debug)]
pub struct SkeletonIter<'a> {
    arrangements: &'a Arrangements,
    /// The nodes on the way to the arrangement to be given next, each with the choice made.
    path: Vec<(Node, usize)>,
    next: Option<Position>,
}

impl<'a> SkeletonIter<'a> {
    fn new(arrangements: &'a Arrangements, mut index: u64) -> Self {
        let mut path = Vec::with_capacity(arrangements.cells.into());
        let mut next = None;
        if index < arrangements.len {
            let mut position = Position::empty(arrangements.shape_count);
            arrangements.unrank(index, &mut position);
            let mut node = arrangements.root;
            while node.cell < arrangements.cells {
                let choice = arrangements.choice_holding(node, index);
                let edge = arrangements.edge(node, choice);
                path.push((node, choice));
                index -= edge.before;
                node = edge.to;
            }
            next = Some(position);
        }
        Self { arrangements, path, next }
    }

    /// Moves on to the arrangement after `position`: the last node that has a later choice takes it, and
    /// every node after that its first.
    fn advance(&mut self, mut position: Position) -> Option<Position> {
        let arrangements = self.arrangements;
        let mut node = loop {
            let (node, choice) = self.path.pop()?;
            if choice > 0 {
                position.take(arrangements.shapes[choice - 1], node.cell);
            }
            if let Some(later) = arrangements.choice_from(node, choice + 1) {
                arrangements.choose(node, later, &mut position);
                self.path.push((node, later));
                break arrangements.edge(node, later).to;
            }
        };
        while node.cell < arrangements.cells {
            let choice = arrangements.choice_from(node, 0)?;
            arrangements.choose(node, choice, &mut position);
            self.path.push((node, choice));
            node = arrangements.edge(node, choice).to;
        }
        Some(position)
    }
}

impl Iterator for SkeletonIter<'_> {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let position = self.next.take()?;
        self.next = self.advance(position.clone());
        Some(position)
    }
}
