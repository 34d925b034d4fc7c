//! Skeletons and the steps of their pieces, worked out once and used at every level.
//!
//! Moving a piece larger than one cell leads from one skeleton to another; what it asks of the filling
//! is only that the cells it newly covers hold no small. A [`Group`] is what one piece can do while all
//! other larger pieces stay: its nodes are the skeletons with the piece at each anchor that it can
//! reach, its edges the unit steps between them. Every pair of skeleton and piece is in one group, so
//! the groups together hold every step once.

use crate::puzzle::{Board, Cell, Cells, Position, Puzzle, ShapeId, filling_shape, iter_cells};
use crate::space::Arrangements;
use rayon::prelude::*;
use std::ops::Range;

/// All skeletons of a class of piece sets and the groups of steps between them.
#[derive(Debug)]
pub(super) struct Graph {
    /// For every skeleton, its free cells.
    pub free: Vec<Cells>,
    /// The skeletons with won fillings, and the places that must hold smalls for that.
    pub goals: Vec<(u32, u32)>,
    /// For every skeleton, the pairs of neighbouring free cells.
    pairs: Vec<Pair>,
    first_pair: Vec<u32>,
    groups: Vec<Group>,
    nodes: Vec<u32>,
    edges: Vec<Edge>,
    line_steps: Vec<LineStep>,
}

/// Two neighbouring free cells, by their places among the free cells of a skeleton.
///
/// Pairs are listed line by line, all lines along rows and then all along columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub low: u8,
    pub high: u8,
    /// Whether the pair before ends, in the same line, where this one begins.
    pub chained: bool,
}

/// Where a group's nodes, edges and line steps begin; they end where the next group's begin.
#[derive(Clone, Copy, Debug)]
struct Group {
    node: u32,
    edge: u32,
}

/// A unit step between two nodes of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub a: u8,
    pub b: u8,
    /// Places, among a's free cells, of the cells that the piece newly covers at b: they must be empty.
    pub empty_a: u32,
    /// The same from b to a; the filling's other cells are the same ones, in the same order.
    pub empty_b: u32,
}

/// A unit step from one node of a group to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectedEdge {
    pub tail: u8,
    pub head: u8,
    /// Places of the tail's filling that must be empty.
    pub drop: u32,
    /// Places of the head's filling that are empty then.
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
pub(super) struct LineStep {
    pub edge: u8,
    /// Whether the edge leads from a to b when followed to the right or downwards.
    pub forward: bool,
    /// Whether the step before ends, in the same line, where this one begins.
    pub chained: bool,
}

/// The nodes and edges of one group.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroupView<'g> {
    /// The skeletons.
    pub nodes: &'g [u32],
    /// The edges: first those of a spanning tree, each from a node nearer the first node (`a`) to one
    /// reached through it (`b`), in breadth-first order; then the others.
    pub edges: &'g [Edge],
    /// The edges line by line.
    pub lines: &'g [LineStep],
}

impl Graph {
    /// The graph of all arrangements of the larger pieces. `fills` says whether free cells may hold
    /// smalls.
    pub fn new(puzzle: &Puzzle, skeletons: &Arrangements, fills: bool) -> Self {
        let count = skeletons.len();
        let chunks = (0..count.div_ceil(CHUNK)).into_par_iter();
        let parts: Vec<Part> = chunks
            .map(|chunk| {
                let range = chunk * CHUNK..count.min((chunk + 1) * CHUNK);
                Part::new(puzzle, skeletons, range, fills)
            })
            .collect();
        let mut graph = Self {
            free: Vec::new(),
            goals: Vec::new(),
            pairs: Vec::new(),
            first_pair: vec![0],
            groups: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            line_steps: Vec::new(),
        };
        for part in parts {
            let (node, edge) = (graph.nodes.len() as u32, graph.edges.len() as u32);
            let (skeleton, pair) = (graph.free.len() as u32, graph.pairs.len() as u32);
            graph.goals.extend(part.goals.iter().map(|&(s, smalls)| (skeleton + s, smalls)));
            graph.free.extend(part.free);
            graph.pairs.extend(part.pairs);
            graph.first_pair.extend(part.pair_ends.iter().map(|end| pair + end));
            let moved = |g: &Group| Group { node: node + g.node, edge: edge + g.edge };
            graph.groups.extend(part.groups.iter().map(moved));
            graph.nodes.extend(part.nodes);
            graph.edges.extend(part.edges);
            graph.line_steps.extend(part.line_steps);
        }
        graph
    }

    /// Number of skeletons.
    pub fn skeleton_count(&self) -> usize {
        self.free.len()
    }

    /// Number of groups.
    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// One group.
    #[inline]
    pub fn group(&self, index: usize) -> GroupView<'_> {
        let first = self.groups[index];
        let end = self
            .groups
            .get(index + 1)
            .copied()
            .unwrap_or(Group { node: self.nodes.len() as u32, edge: self.edges.len() as u32 });
        let edges = first.edge as usize..end.edge as usize;
        GroupView {
            nodes: &self.nodes[first.node as usize..end.node as usize],
            edges: &self.edges[edges.clone()],
            lines: &self.line_steps[edges],
        }
    }

    /// The pairs of neighbouring free cells of a skeleton; none where the frame has no fillings.
    #[inline]
    pub fn pairs(&self, skeleton: usize) -> &[Pair] {
        &self.pairs[self.first_pair[skeleton] as usize..self.first_pair[skeleton + 1] as usize]
    }
}

/// Skeletons that one thread works on at a time.
const CHUNK: u64 = 1 << 10;

/// The part of a graph that belongs to a range of skeletons.
#[derive(Default)]
struct Part {
    free: Vec<Cells>,
    goals: Vec<(u32, u32)>,
    pairs: Vec<Pair>,
    pair_ends: Vec<u32>,
    groups: Vec<Group>,
    nodes: Vec<u32>,
    edges: Vec<Edge>,
    line_steps: Vec<LineStep>,
}

impl Part {
    fn new(puzzle: &Puzzle, skeletons: &Arrangements, range: Range<u64>, fills: bool) -> Self {
        let mut part = Self::default();
        let size = (range.end - range.start) as usize;
        for mut skeleton in skeletons.iter_from(range.start).take(size) {
            let free = crate::space::free_cells(puzzle, &skeleton);
            if fills {
                part.pairs.extend(neighbour_pairs(puzzle.board(), free));
            }
            part.pair_ends.push(part.pairs.len() as u32);
            if let Some(smalls) = goal_smalls(puzzle, &skeleton, fills, free) {
                part.goals.push((part.free.len() as u32, smalls));
            }
            part.free.push(free);
            for shape in 0..puzzle.shapes().len() {
                for anchor in iter_cells(skeleton.anchors(shape)) {
                    part.add_group(puzzle, skeletons, &mut skeleton, shape, anchor, fills);
                }
            }
        }
        part
    }

    /// Adds the group of a piece, if the piece can move at all and stands at the group's first anchor.
    fn add_group(
        &mut self,
        puzzle: &Puzzle,
        skeletons: &Arrangements,
        skeleton: &mut Position,
        shape: ShapeId,
        anchor: Cell,
        fills: bool,
    ) {
        let board = puzzle.board();
        let lifted = crate::space::free_cells(puzzle, skeleton) | puzzle.covered(shape, anchor);
        let fits = |to: Cell| {
            let covered = puzzle.covered(shape, to);
            covered != 0 && covered & !lifted == 0
        };
        let mut anchors = vec![anchor];
        let mut seen: Cells = 1 << anchor;
        let mut steps = Vec::new();
        let mut others = Vec::new();
        let mut at = 0;
        while at < anchors.len() {
            for to in neighbour_cells(board, anchors[at]).filter(|&to| fits(to)) {
                if to < anchor {
                    return;
                }
                if seen >> to & 1 == 0 {
                    seen |= 1 << to;
                    steps.push((at as u8, anchors.len() as u8));
                    anchors.push(to);
                } else if let Some(b) = anchors[at + 1..].iter().position(|&cell| cell == to) {
                    others.push((at as u8, (at + 1 + b) as u8));
                }
            }
            at += 1;
        }
        if anchors.len() == 1 {
            return;
        }
        steps.append(&mut others);

        self.groups.push(Group { node: self.nodes.len() as u32, edge: self.edges.len() as u32 });
        skeleton.take(shape, anchor);
        for &to in &anchors {
            skeleton.put(shape, to);
            let index =
                skeletons.rank(skeleton.all_anchors()).expect("a moved piece keeps the set");
            self.nodes.push(index as u32);
            skeleton.take(shape, to);
        }
        skeleton.put(shape, anchor);

        let covered = |node: u8| puzzle.covered(shape, anchors[usize::from(node)]);
        for &(a, b) in &steps {
            let empty = |here: u8, there: u8| {
                let free = lifted & !covered(here);
                let wanted = covered(there) & !covered(here);
                if fills { places(wanted, free) } else { 0 }
            };
            self.edges.push(Edge { a, b, empty_a: empty(a, b), empty_b: empty(b, a) });
        }
        self.add_lines(board, &anchors, &steps);
    }

    /// Lists a group's edges line by line, all lines along rows and then all along columns.
    fn add_lines(&mut self, board: &Board, anchors: &[Cell], steps: &[(u8, u8)]) {
        let anchor = |node: u8| anchors[usize::from(node)];
        let mut ordered: Vec<_> = (0u8..)
            .zip(steps)
            .map(|(edge, &(a, b))| {
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
            self.line_steps.push(LineStep { edge, forward, chained });
            before = Some((upright, line, place));
        }
    }
}

/// The pairs of neighbouring free cells, line by line.
pub(super) fn neighbour_pairs(board: &Board, free: Cells) -> Vec<Pair> {
    let place = |cell: Cell| (free & ((1 << cell) - 1)).count_ones() as u8;
    let (width, height) = (board.width(), board.height());
    let cell = |column, row| board.cell(column, row);
    let along_rows = (0..height)
        .flat_map(|row| (1..width).map(move |c| (false, cell(c - 1, row), cell(c, row))));
    let along_columns = (0..width)
        .flat_map(|column| (1..height).map(move |r| (true, cell(column, r - 1), cell(column, r))));
    let mut pairs = Vec::new();
    let mut before = None;
    for (upright, low, high) in along_rows.chain(along_columns) {
        if free >> low & free >> high & 1 == 1 {
            let chained = before == Some((upright, low));
            pairs.push(Pair { low: place(low), high: place(high), chained });
            before = Some((upright, high));
        }
    }
    pairs
}

/// The places that must hold smalls for a filling of a skeleton to be won; `None` where none can be.
fn goal_smalls(puzzle: &Puzzle, skeleton: &Position, fills: bool, free: Cells) -> Option<u32> {
    let filling = if fills { filling_shape(puzzle.shapes()) } else { None };
    let mut cells: Cells = 0;
    for &(shape, cell) in puzzle.goal().placements() {
        if Some(shape) == filling {
            cells |= 1 << cell;
        } else if skeleton.anchors(shape) >> cell & 1 == 0 {
            return None;
        }
    }
    (cells & !free == 0).then(|| places(cells, free))
}

/// The cells beside, above and below a cell.
fn neighbour_cells(board: &Board, cell: Cell) -> impl Iterator<Item = Cell> {
    let (column, row) = (board.column(cell), board.row(cell));
    let right = (column + 1 < board.width()).then_some((column + 1, row));
    let down = (row + 1 < board.height()).then_some((column, row + 1));
    let left = column.checked_sub(1).map(|column| (column, row));
    let up = row.checked_sub(1).map(|row| (column, row));
    let board = *board;
    [right, down, left, up].into_iter().flatten().map(move |(c, r)| board.cell(c, r))
}

/// The places of some cells among the free ones.
fn places(cells: Cells, free: Cells) -> u32 {
    iter_cells(cells).fold(0, |places, cell| places | 1 << (free & ((1 << cell) - 1)).count_ones())
}
