//! The moves, generated plainly: one piece is lifted and its reachable anchors are walked one by one.
//!
//! The search has its own, bit-parallel way to move pieces; `huarong verify` checks tables with this.

use super::{Board, Cell, Cells, Metric, Position, Puzzle, ShapeId, iter_cells};
use smallvec::SmallVec;

/// One move of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// The piece's shape.
    pub shape: ShapeId,
    /// Its anchor before the move.
    pub from: Cell,
    /// Its anchor after the move.
    pub to: Cell,
    /// The strictest metric in which this is one move; it is one in every later metric too.
    pub metric: Metric,
}

impl Move {
    /// The step of column and row, of a move that is one in the unit metric.
    pub fn direction(&self, board: &Board) -> Option<(i8, i8)> {
        let across = board.column(self.to) as i8 - board.column(self.from) as i8;
        let down = board.row(self.to) as i8 - board.row(self.from) as i8;
        (self.metric == Metric::Unit).then_some((across, down))
    }

    /// The position after the move.
    pub fn apply(&self, position: &Position) -> Position {
        let mut after = position.clone();
        self.apply_to(&mut after);
        after
    }

    /// Makes the move on a position.
    pub(crate) fn apply_to(&self, position: &mut Position) {
        position.take(self.shape, self.from);
        position.put(self.shape, self.to);
    }

    /// Takes the move back.
    pub(crate) fn undo_on(&self, position: &mut Position) {
        position.take(self.shape, self.to);
        position.put(self.shape, self.from);
    }
}

impl Puzzle {
    /// All moves that are one move under a metric, sorted by shape, from and to.
    pub fn moves(&self, position: &Position, metric: Metric) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_move(position, |step| {
            if step.metric <= metric {
                moves.push(step);
            }
        });
        moves
    }

    /// Calls `visit` for every move of the finger metric, each labelled with its strictest metric,
    /// in the order of shape, from and to. No position is reached twice.
    pub fn for_each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        let free = self.board.open_cells() & !self.occupied(position);
        for (shape, &anchors) in position.all_anchors().iter().enumerate() {
            for from in iter_cells(anchors) {
                self.visit_piece(shape, from, free | self.covered(shape, from), &mut visit);
            }
        }
    }

    /// Visits the moves of one piece; `free` are the empty cells and its own.
    fn visit_piece(&self, shape: ShapeId, from: Cell, free: Cells, visit: &mut impl FnMut(Move)) {
        let start: Cells = 1 << from;
        let step = |anchor, direction| self.step(shape, anchor, direction, free);
        let mut straight = 0;
        let mut unit = 0;
        for direction in DIRECTIONS {
            let mut at = step(from, direction);
            unit |= at.map_or(0, |cell| 1 << cell);
            while let Some(cell) = at {
                straight |= 1 << cell;
                at = step(cell, direction);
            }
        }
        let mut reached = start | straight;
        let mut fresh = straight;
        while fresh != 0 {
            let mut found = 0;
            for anchor in iter_cells(fresh) {
                for direction in DIRECTIONS {
                    found |= step(anchor, direction).map_or(0, |cell| 1 << cell);
                }
            }
            fresh = found & !reached;
            reached |= found;
        }
        for to in iter_cells(reached & !start) {
            let metric = match 1 << to {
                bit if unit & bit != 0 => Metric::Unit,
                bit if straight & bit != 0 => Metric::Straight,
                _ => Metric::Finger,
            };
            visit(Move { shape, from, to, metric });
        }
    }

    /// A shortest path of unit steps from a move's first cell to its last, as steps of column and row.
    ///
    /// Empty where the piece cannot get there.
    pub fn path(&self, position: &Position, made: &Move) -> SmallVec<[(i8, i8); 8]> {
        let free = self.board.open_cells() & !self.occupied(position);
        let free = free | self.covered(made.shape, made.from);
        let end = self.covered(made.shape, made.to);
        if end == 0 || end & !free != 0 {
            return SmallVec::new();
        }
        // Breadth first from the end, so that the way can be read off from the beginning.
        let mut way_on = [None; 64];
        let mut queue = [made.to; 64];
        let (mut next, mut queued) = (0, 1);
        while next < queued && way_on[usize::from(made.from)].is_none() {
            let anchor = queue[next];
            next += 1;
            for (column, row) in DIRECTIONS {
                if let Some(before) = self.step(made.shape, anchor, (-column, -row), free)
                    && before != made.to
                    && way_on[usize::from(before)].is_none()
                {
                    way_on[usize::from(before)] = Some((anchor, (column, row)));
                    queue[queued] = before;
                    queued += 1;
                }
            }
        }
        let mut path = SmallVec::new();
        let mut at = made.from;
        while let Some((after, direction)) = way_on[usize::from(at)] {
            path.push(direction);
            at = after;
        }
        path
    }

    /// The anchor one cell away, where the piece fits the free cells there.
    fn step(&self, shape: ShapeId, anchor: Cell, direction: (i8, i8), free: Cells) -> Option<Cell> {
        let board = &self.board;
        let column = board.column(anchor).checked_add_signed(direction.0)?;
        let row = board.row(anchor).checked_add_signed(direction.1)?;
        if column >= board.width() || row >= board.height() {
            return None;
        }
        let to = board.cell(column, row);
        let covered = self.covered(shape, to);
        (covered != 0 && covered & !free == 0).then_some(to)
    }
}

/// Right, down, left and up, as steps of column and row.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
