//! The moves between the positions of a piece set, worked out once for all its marked pieces and all metrics.

use super::trie::{Cursor, Path};
use crate::sliding::rules::Metric;

/// Most positions of a piece set: an edge has so many bits for the position that it leads to.
pub(super) const MOST_POSITIONS: u64 = 1 << POSITION_BITS;
const POSITION_BITS: u32 = 22;
const POSITION: u32 = (1 << POSITION_BITS) - 1;

/// Bytes that a position takes while its set is searched, about, the moves that it has in most sets included.
pub(super) const POSITION_BYTES: u64 = 160;

/// A form of which one piece is marked, in a piece set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// The pieces of the form, by their first and last numbers. They are in the order of their anchors, so that a piece in
    /// the upper left corner is the first, and one that wins the last.
    pub first: usize,
    pub last: usize,
    /// The anchor of a piece that wins.
    pub goal: u8,
}

impl Mark {
    /// The bits of its pieces.
    pub fn bits(&self) -> u32 {
        (2 << self.last) - (1 << self.first)
    }
}

/// The moves between the positions of a piece set, and where marked pieces start and win.
///
/// The states of all marked pieces are searched together: a set of pieces is a word, a bit a piece, and a bit that is set at
/// a position stands for the position with that piece marked.
#[derive(Debug, Default)]
pub(super) struct Graph {
    rows: Vec<Row>,
    edges: Vec<u32>,
    /// For each position the piece of each mark that stands in the upper left corner.
    pub starts: Vec<u32>,
    /// The positions in which a piece of a mark wins, and the bit of that piece; one at most, since it covers the lower right
    /// cell.
    pub goals: Vec<(u32, u32)>,
}

/// Where the edges of a position are: those of the strictest metric first.
#[derive(Clone, Copy, Debug)]
struct Row {
    begin: u32,
    /// How many are moves of each metric. A piece of a cells that moves within f cells, its own and the voids, has at most
    /// f - a + 1 places there, so it has no more moves than there are voids; pieces times voids are at most 100 on 20 cells.
    moves: [u8; 3],
}

/// A move: the position that it leads to, and, where the piece passes others of its form in their order, which of the pieces
/// it was and which it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge(u32);

impl Edge {
    fn new(position: u32, from: usize, to: usize) -> Self {
        let passing = if from == to { 0 } else { (from << 5 | to) as u32 };
        Self(position | passing << POSITION_BITS)
    }

    /// The position that it leads to.
    #[inline(always)]
    pub fn position(self) -> usize {
        (self.0 & POSITION) as usize
    }

    /// The bits of pieces after the move.
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
    /// Works out the moves of a set, up to a metric.
    pub fn build(&mut self, path: &Path, marks: &[Mark], loosest: Metric) {
        let ground = path.ground;
        self.rows.clear();
        self.edges.clear();
        self.starts.clear();
        self.goals.clear();
        let levels = &path.levels()[1..];
        let covered = &path.levels()[path.pieces()].covered;
        let marked = marks.iter().fold(0, |pieces, mark| pieces | mark.bits());
        let mut cursor = Cursor::new(path);
        let mut looser: [Vec<u32>; 2] = Default::default();
        for (position, covered) in (0..).zip(covered) {
            cursor.go_to(position);
            let mut starts = 0;
            for mark in marks {
                starts |= u32::from(cursor.anchors[mark.first] == 0) << mark.first;
                if cursor.anchors[mark.last] == mark.goal {
                    self.goals.push((position, 1 << mark.last));
                }
            }
            self.starts.push(starts);
            let free = ground.all & !covered;
            let begin = self.edges.len();
            for (piece, level) in levels.iter().enumerate() {
                let anchor = cursor.anchors[piece];
                let from = 1 << anchor;
                let fit = level.stencil.fit(free | level.stencil.cells << anchor);
                let unit = ground.beside(from) & fit;
                if unit == 0 {
                    continue;
                }
                let straight =
                    if loosest >= Metric::Straight { ground.lines(from, fit) } else { unit };
                let finger = if loosest >= Metric::Finger {
                    ground.flood(from, fit) & !from
                } else {
                    straight
                };
                // Which of them a piece is matters where one of them may be marked.
                let told = 1 << piece & marked != 0;
                let edge = |to| {
                    let (position, place) = cursor.moved(piece, to);
                    Edge::new(position, piece, if told { place } else { piece }).0
                };
                self.edges.extend(numbers(unit).map(edge));
                looser[0].extend(numbers(straight & !unit).map(edge));
                looser[1].extend(numbers(finger & !straight).map(edge));
            }
            let mut row = Row { begin: begin as u32, moves: [(self.edges.len() - begin) as u8; 3] };
            for (number, edges) in looser.iter_mut().enumerate() {
                self.edges.append(edges);
                row.moves[number + 1] = (self.edges.len() - begin) as u8;
            }
            self.rows.push(row);
        }
    }

    /// In how many positions a piece of a mark stands in the upper left corner.
    pub fn starts_of(&self, mark: &Mark) -> u32 {
        self.starts.iter().map(|starts| starts >> mark.first & 1).sum()
    }

    /// The moves of a position.
    #[inline(always)]
    pub fn moves(&self, position: u32, metric: Metric) -> impl Iterator<Item = Edge> + '_ {
        let row = self.rows[position as usize];
        let begin = row.begin as usize;
        self.edges[begin..][..usize::from(row.moves[metric as usize])]
            .iter()
            .map(|&edge| Edge(edge))
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
pub(super) fn numbers(mut bits: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let number = (bits != 0).then(|| bits.trailing_zeros() as u8);
        bits &= bits.wrapping_sub(1);
        number
    })
}
