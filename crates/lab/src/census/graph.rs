//! The moves between the positions of a piece set, computed once for all its marked pieces and all metrics.

use super::trie::{Cursor, Path};
use huarong_core::rules::Metric;

/// Largest number of positions of a piece set. An edge has this many bits for its position.
pub(super) const MOST_POSITIONS: u64 = 1 << POSITION_BITS;
const POSITION_BITS: u32 = 22;
const POSITION: u32 = (1 << POSITION_BITS) - 1;

/// Estimated number of bytes per position during a search, including the moves of most sets.
pub(super) const POSITION_BYTES: u64 = 160;

/// A shape of a piece set of which one piece is marked.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkedSet {
    /// The first and last pieces of the shape. Pieces are in the order of their anchors. So a piece in the upper left
    /// corner is the first, and a piece at the goal is the last.
    pub first: usize,
    pub last: usize,
    /// The anchor of a piece at the goal.
    pub goal: u8,
}

impl MarkedSet {
    pub fn bits(&self) -> u32 {
        (2 << self.last) - (1 << self.first)
    }
}

/// The moves between the positions of a piece set, with the starts and goals of its marked pieces.
///
/// All marked pieces are searched together. A word has one bit per piece. A set bit at a position represents the
/// position with that piece marked.
#[derive(Debug, Default)]
pub(super) struct Graph {
    rows: Vec<EdgeRange>,
    edges: Vec<u32>,
    /// For each position, the pieces of marked sets in the upper left corner.
    pub starts: Vec<u32>,
    /// The goal positions of marked sets, with the bit of the marked piece. Only one piece can cover the lower right
    /// cell.
    pub goals: Vec<(u32, u32)>,
}

/// The edges of a position. Those of the strictest metric come first.
#[derive(Clone, Copy, Debug)]
struct EdgeRange {
    begin: u32,
    /// Number of moves under each metric. A piece of `a` cells moves within `f` cells, its own and the empty ones. It
    /// fits at no more than `f - a + 1` places, so it has no more moves than there are empty cells. On 20 cells, the
    /// product of pieces and empty cells is at most 100.
    moves: [u8; 3],
}

/// A move: the resulting position, and the piece's number before and after, if it passes equal pieces in their order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge(u32);

impl Edge {
    fn new(position: u32, from: usize, to: usize) -> Self {
        let passing = if from == to { 0 } else { (from << 5 | to) as u32 };
        Self(position | passing << POSITION_BITS)
    }

    #[inline(always)]
    pub fn position(self) -> usize {
        (self.0 & POSITION) as usize
    }

    /// Maps the bits of pieces before the move to those after it.
    #[inline(always)]
    pub fn carry(self, pieces: u32) -> u32 {
        if self.0 <= POSITION {
            return pieces;
        }
        let (from, to) = (self.0 >> (POSITION_BITS + 5), self.0 >> POSITION_BITS & 31);
        let others = pieces & !(1 << from);
        let passed = if from < to { (2 << to) - (2 << from) } else { (1 << from) - (1 << to) };
        let beside = others & passed;
        let beside = if from < to { beside >> 1 } else { beside << 1 };
        others & !passed | beside | (pieces >> from & 1) << to
    }
}

impl Graph {
    /// Computes the moves of a set, up to a metric.
    pub fn build(&mut self, path: &Path, marked_sets: &[MarkedSet], loosest: Metric) {
        let ground = path.ground;
        self.rows.clear();
        self.edges.clear();
        self.starts.clear();
        self.goals.clear();
        let nodes = &path.nodes()[1..];
        let covered = &path.nodes()[path.pieces()].covered;
        let marked = marked_sets.iter().fold(0, |pieces, marked_set| pieces | marked_set.bits());
        let mut cursor = Cursor::new(path);
        let mut looser: [Vec<u32>; 2] = Default::default();
        for (position, covered) in (0..).zip(covered) {
            cursor.go_to(position);
            let mut starts = 0;
            for marked_set in marked_sets {
                starts |= u32::from(cursor.anchors[marked_set.first] == 0) << marked_set.first;
                if cursor.anchors[marked_set.last] == marked_set.goal {
                    self.goals.push((position, 1 << marked_set.last));
                }
            }
            self.starts.push(starts);
            let free = ground.all & !covered;
            let begin = self.edges.len();
            for (piece, node) in nodes.iter().enumerate() {
                let anchor = cursor.anchors[piece];
                let from = 1 << anchor;
                let fit = node.stencil.fit(free | node.stencil.cells << anchor);
                let unit = ground.beside(from) & fit;
                if unit == 0 {
                    continue;
                }
                let straight =
                    if loosest >= Metric::Straight { ground.rays(from, fit) } else { unit };
                let finger = if loosest >= Metric::Finger {
                    ground.flood(from, fit) & !from
                } else {
                    straight
                };
                // The number of a piece among equal pieces matters only if one of them may be marked.
                let is_marked_shape = 1 << piece & marked != 0;
                let edge = |to| {
                    let (position, place) = cursor.moved(piece, to);
                    Edge::new(position, piece, if is_marked_shape { place } else { piece }).0
                };
                self.edges.extend(numbers(unit).map(edge));
                looser[0].extend(numbers(straight & !unit).map(edge));
                looser[1].extend(numbers(finger & !straight).map(edge));
            }
            let mut row =
                EdgeRange { begin: begin as u32, moves: [(self.edges.len() - begin) as u8; 3] };
            for (number, edges) in looser.iter_mut().enumerate() {
                self.edges.append(edges);
                row.moves[number + 1] = (self.edges.len() - begin) as u8;
            }
            self.rows.push(row);
        }
    }

    /// Number of positions in which a piece of a marked set is in the upper left corner.
    pub fn starts_of(&self, marked_set: &MarkedSet) -> u32 {
        self.starts.iter().map(|starts| starts >> marked_set.first & 1).sum()
    }

    #[inline(always)]
    pub fn moves(&self, position: u32, metric: Metric) -> impl Iterator<Item = Edge> + '_ {
        let row = self.rows[position as usize];
        let begin = row.begin as usize;
        self.edges[begin..][..usize::from(row.moves[metric as usize])]
            .iter()
            .map(|&edge| Edge(edge))
    }
}

/// The numbers of the set bits.
#[inline(always)]
pub(super) fn numbers(mut bits: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let number = (bits != 0).then(|| bits.trailing_zeros() as u8);
        bits &= bits.wrapping_sub(1);
        number
    })
}
