//! Moves of the multi metric: lines of pieces that move in a straight line.
//!
//! The pieces of a line follow each other without a gap in one row, or in one column. They move along it, the front of the
//! line first, by the same number of cells. Each makes a straight move when those before it have made theirs. So the way
//! back is a move too, and positions that multi moves join are joined by unit moves.

use super::arrangement::{Arrangement, ShapeId};
use super::covering::Covering;
use super::metric::Metric;
use super::moves::{PieceMove, Shift};
use super::puzzle::Puzzle;
use crate::grid::{Cell, Cells, Direction, WideCells};
use smallvec::SmallVec;

/// The pieces of a position, by the cells that they cover.
struct Pieces<'p, S> {
    puzzle: &'p Puzzle,
    pieces: SmallVec<[(ShapeId, Cell); 16]>,
    /// For each cell the number of the piece on it.
    on: SmallVec<[u16; 64]>,
    empty: S,
}

/// Marks a cell without a piece.
const NO_PIECE: u16 = u16::MAX;

/// A line that moves, and the row or the column along which its pieces touch; none for a single piece.
struct Line {
    direction: Direction,
    /// Number of cells that each piece moves.
    steps: u8,
    along: Option<u8>,
    members: SmallVec<[u16; 8]>,
    shifts: SmallVec<[Shift; 8]>,
}

impl Puzzle {
    /// The moves under the multi metric, sorted by the piece at the front. Of several moves that lead to the same position,
    /// one of the shortest lines is listed.
    pub(super) fn line_moves(&self, position: &Arrangement) -> Vec<PieceMove> {
        let mut found: Vec<(Changes, usize, PieceMove)> = Vec::new();
        if self.doors().is_some() {
            return Vec::new();
        }
        self.for_each_line(position, &mut |shifts| {
            let [front, followers @ ..] = shifts else { return };
            let &Shift { shape, from, to } = front;
            let beside = Direction::ALL.map(|side| self.board().neighbour(from, side));
            let metric = match followers {
                [] if beside.contains(&Some(to)) => Metric::Unit,
                [] => Metric::Straight,
                _ => Metric::Multi,
            };
            let made = PieceMove { shape, from, to, metric, followers: followers.into() };
            found.push((changes(shifts), followers.len(), made));
        });
        found.sort_unstable();
        found.dedup_by(|later, first| later.0 == first.0);
        let mut moves: Vec<PieceMove> = found.into_iter().map(|(.., made)| made).collect();
        moves.sort_unstable();
        moves
    }

    /// Calls `visit` with the pieces of every move under the multi metric, the front of the line first. Several moves can
    /// lead to the same position.
    #[doc(hidden)]
    pub fn for_each_line(&self, position: &Arrangement, visit: &mut dyn FnMut(&[Shift])) {
        match self.board().is_narrow() {
            true => Pieces::<Cells>::new(self, position).each_line(visit),
            false => Pieces::<WideCells>::new(self, position).each_line(visit),
        }
    }
}

/// The anchors that pieces leave or reach, sorted.
type Changes = Vec<(ShapeId, Cell)>;

/// The changes by a move. Moves with equal changes lead to the same position.
fn changes(shifts: &[Shift]) -> Changes {
    let mut changes: Vec<(ShapeId, Cell)> = shifts
        .iter()
        .flat_map(|shift| [(shift.shape, shift.from), (shift.shape, shift.to)])
        .collect();
    changes.sort_unstable();
    // If one piece leaves an anchor and an interchangeable one reaches it, nothing changes there.
    let mut kept = Vec::with_capacity(changes.len());
    for change in changes {
        if kept.last() == Some(&change) {
            kept.pop();
        } else {
            kept.push(change);
        }
    }
    kept
}

impl<'p, S: Covering> Pieces<'p, S> {
    fn new(puzzle: &'p Puzzle, position: &Arrangement) -> Self {
        let mut on = SmallVec::from_elem(NO_PIECE, puzzle.board().cell_count().into());
        let pieces: SmallVec<_> = position.pieces().collect();
        for (number, &(shape, anchor)) in (0..).zip(&pieces) {
            puzzle.footprint(shape, anchor).for_each(|cell| on[usize::from(cell)] = number);
        }
        Self { puzzle, pieces, on, empty: S::empty(puzzle, position) }
    }

    fn each_line(&self, visit: &mut dyn FnMut(&[Shift])) {
        for (number, &(shape, from)) in (0..).zip(&self.pieces) {
            let own = S::covered(self.puzzle, shape, from);
            let open = self.empty.with(own);
            for direction in Direction::ALL {
                let mut at = from;
                for steps in 1.. {
                    let Some(to) = S::step(self.puzzle, shape, at, direction, open) else { break };
                    let mut line = Line {
                        direction,
                        steps,
                        along: None,
                        members: SmallVec::from_slice(&[number]),
                        shifts: SmallVec::from_slice(&[Shift { shape, from, to }]),
                    };
                    visit(&line.shifts);
                    let left = open.without(S::covered(self.puzzle, shape, to));
                    self.each_longer(&mut line, left, visit);
                    at = to;
                }
            }
        }
    }

    /// Visits the lines that begin with a line. `empty` are the empty cells after its move.
    fn each_longer(&self, line: &mut Line, empty: S, visit: &mut dyn FnMut(&[Shift])) {
        let board = self.puzzle.board();
        let along = |cell: Cell| match line.direction {
            Direction::Right | Direction::Left => board.row(cell),
            Direction::Down | Direction::Up => board.column(cell),
        };
        let last = line.shifts[line.shifts.len() - 1];
        let mut behind: SmallVec<[(u8, u16); 4]> = SmallVec::new();
        for cell in self.puzzle.footprint(last.shape, last.from) {
            let Some(next) = board.neighbour(cell, line.direction.opposite()) else { continue };
            let (place, number) = (along(cell), self.on[usize::from(next)]);
            let is_new = number != NO_PIECE && !line.members.contains(&number);
            let is_along = line.along.is_none_or(|along| along == place);
            if is_new && is_along && !behind.contains(&(place, number)) {
                behind.push((place, number));
            }
        }
        for (place, number) in behind {
            let (shape, from) = self.pieces[usize::from(number)];
            let open = empty.with(S::covered(self.puzzle, shape, from));
            let mut to = Some(from);
            for _ in 0..line.steps {
                to = to.and_then(|at| S::step(self.puzzle, shape, at, line.direction, open));
            }
            let Some(to) = to else { continue };
            let before = line.along.replace(place);
            line.members.push(number);
            line.shifts.push(Shift { shape, from, to });
            visit(&line.shifts);
            self.each_longer(line, open.without(S::covered(self.puzzle, shape, to)), visit);
            line.shifts.pop();
            line.members.pop();
            line.along = before;
        }
    }
}
