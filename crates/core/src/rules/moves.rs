//! A simple move generator: it lifts one piece and walks its reachable anchors one by one.
//!
//! The search and `huarong verify` have generators of their own for many positions together. `verify` describes wrong
//! entries with this one.

use super::arrangement::{Arrangement, ShapeId};
use super::covering::Covering;
use super::doors::GONE;
use super::metric::Metric;
use super::puzzle::Puzzle;
use crate::grid::{Board, Cell, Cells, Direction, WideCells};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// One move of one piece, or of a line of pieces under the multi metric.
///
/// ```
/// use huarong::puzzle::Direction;
/// use huarong::{Metric, Puzzle};
///
/// let puzzle = Puzzle::klotski();
/// let start = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let moves = puzzle.moves(&start, Metric::Finger);
/// let round = moves.iter().find(|made| made.metric == Metric::Finger).expect("a path round a corner");
/// assert_eq!(puzzle.path(&start, round)[..], [Direction::Down, Direction::Right]);
/// assert_eq!(puzzle.position_text(&round.apply(&start)), "VBBV/VBBV/VHHV/V.SV/S.SS");
/// # Ok::<_, huarong::puzzle::PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceMove {
    /// The piece's shape. In a line, this is the piece at its front.
    pub shape: ShapeId,
    /// Its anchor before the move.
    pub from: Cell,
    /// Its anchor after the move; [`GONE`] if it leaves the board.
    pub to: Cell,
    /// The strictest metric in which this is one move. It is one move in every metric that
    /// [includes](Metric::includes) that one too.
    pub metric: Metric,
    /// The other pieces of the line, each behind the one before it. Empty unless the metric is multi, or a piece with
    /// layers leaves: then one comes from [`GONE`], which is the piece as its next layer.
    pub followers: Box<[Shift]>,
}

/// Where a piece takes steps.
enum Ground {
    /// The position, whose pieces can leave.
    WithDoors(Arrangement),
    /// The cells that no other piece covers.
    Narrow(Cells),
    Wide(WideCells),
}

/// A piece of a line that moves in a straight line. A piece that leaves moves to [`GONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shift {
    /// The piece's shape.
    pub shape: ShapeId,
    /// Its anchor before the move.
    pub from: Cell,
    /// Its anchor after the move.
    pub to: Cell,
}

impl PieceMove {
    /// The direction, if this is a move of the unit metric.
    pub fn direction(&self, board: &Board) -> Option<Direction> {
        let leads = |&direction: &Direction| board.neighbour(self.from, direction) == Some(self.to);
        Direction::ALL.into_iter().find(leads).filter(|_| self.metric == Metric::Unit)
    }

    /// Whether the piece leaves the board and is gone. A piece with layers left [becomes](Self::becomes) the next one instead.
    pub fn leaves(&self) -> bool {
        self.to == GONE && self.becomes().is_none()
    }

    /// The piece as its next layer, if a piece with layers leaves: its shape, and its anchor after the move.
    pub fn becomes(&self) -> Option<(ShapeId, Cell)> {
        let below = self.followers.iter().find(|below| self.to == GONE && below.from == GONE);
        below.map(|below| (below.shape, below.to))
    }

    /// The pieces on the board that move, the front of a line first.
    #[doc(hidden)]
    pub fn pieces(&self) -> impl Iterator<Item = Shift> + '_ {
        self.shifts().filter(|shift| shift.from != GONE)
    }

    /// The position after the move.
    pub fn apply(&self, position: &Arrangement) -> Arrangement {
        let mut after = position.clone();
        self.apply_to(&mut after);
        after
    }

    /// Applies the move to a position.
    #[doc(hidden)]
    pub fn apply_to(&self, position: &mut Arrangement) {
        position.take(self.shape, self.from);
        position.put(self.shape, self.to);
        self.followers.iter().for_each(|follower| follower.apply_to(position));
    }

    /// Undoes the move.
    #[doc(hidden)]
    pub fn undo_on(&self, position: &mut Arrangement) {
        self.followers.iter().rev().for_each(|follower| follower.undo_on(position));
        position.take(self.shape, self.to);
        position.put(self.shape, self.from);
    }

    /// The pieces that move, the front of the line first. The next layer of a piece that leaves follows it.
    pub fn shifts(&self) -> impl DoubleEndedIterator<Item = Shift> + '_ {
        let front = Shift { shape: self.shape, from: self.from, to: self.to };
        std::iter::once(front).chain(self.followers.iter().copied())
    }

    /// The move that leads back.
    #[doc(hidden)]
    pub fn reversed(&self) -> Self {
        let mut shifts = self.shifts().rev().map(Shift::reversed);
        let Shift { shape, from, to } = shifts.next().expect("a move has a piece");
        Self { shape, from, to, metric: self.metric, followers: shifts.collect() }
    }
}

impl Shift {
    /// Moves the piece.
    #[inline]
    #[doc(hidden)]
    pub fn apply_to(&self, position: &mut Arrangement) {
        position.take(self.shape, self.from);
        position.put(self.shape, self.to);
    }

    /// Moves the piece back.
    #[inline]
    #[doc(hidden)]
    pub fn undo_on(&self, position: &mut Arrangement) {
        position.take(self.shape, self.to);
        position.put(self.shape, self.from);
    }

    fn reversed(self) -> Self {
        Self { from: self.to, to: self.from, ..self }
    }
}

impl Puzzle {
    /// All moves under a metric, sorted by shape, from and to. Each position is reached once.
    ///
    /// On a board with doors, the multi metric has no moves.
    pub fn moves(&self, position: &Arrangement, metric: Metric) -> Vec<PieceMove> {
        if metric == Metric::Multi {
            return self.line_moves(position);
        }
        let mut moves = Vec::with_capacity(16);
        self.for_each_move_under(metric, position, |step| moves.push(step));
        moves
    }

    /// Calls `visit` for every move under a metric, in the order of [`moves`](Self::moves), until it breaks. The moves of
    /// later pieces are then not found.
    #[doc(hidden)]
    pub fn try_for_each_move(
        &self,
        metric: Metric,
        position: &Arrangement,
        mut visit: impl FnMut(PieceMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if metric == Metric::Multi || !self.board().is_narrow() || self.doors().is_some() {
            return self.moves(position, metric).into_iter().try_for_each(visit);
        }
        let free = self.free_cells(position);
        let mut moves: SmallVec<[PieceMove; 16]> = SmallVec::new();
        for (shape, &anchors) in position.all_anchors().iter().enumerate() {
            for from in
                anchors.into_iter().filter(|&from| self.newly_covered(shape, from).meets(free))
            {
                visit_piece(self, metric, (shape, from), free, &mut |made| moves.push(made));
                moves.drain(..).try_for_each(&mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` for every move of the finger metric, labelled with its strictest metric, in the order of shape,
    /// from and to. Each position is reached once.
    pub fn for_each_move(&self, position: &Arrangement, visit: impl FnMut(PieceMove)) {
        self.for_each_move_under(Metric::Finger, position, visit);
    }

    /// Calls `visit` for every move under a metric, like [`for_each_move`](Self::for_each_move).
    pub fn for_each_move_under(
        &self,
        metric: Metric,
        position: &Arrangement,
        visit: impl FnMut(PieceMove),
    ) {
        if metric == Metric::Multi {
            return self.line_moves(position).into_iter().for_each(visit);
        }
        if let Some(doors) = self.doors() {
            return match self.board().is_narrow() {
                true => self.for_each_move_with::<Cells>(doors, metric, position, visit),
                false => self.for_each_move_with::<WideCells>(doors, metric, position, visit),
            };
        }
        if self.board().is_narrow() {
            return self.for_each_narrow_move(metric, position, visit);
        }
        let (free, mut visit) = (self.empty_set(position), visit);
        for (shape, from) in position.pieces() {
            visit_piece(self, metric, (shape, from), free, &mut visit);
        }
    }

    /// The same for a metric of single pieces on a board with at most 128 cells. The only call of `visit` is here, so that
    /// the compiler inlines it.
    #[inline]
    pub(crate) fn for_each_narrow_move(
        &self,
        metric: Metric,
        position: &Arrangement,
        mut visit: impl FnMut(PieceMove),
    ) {
        let free = self.free_cells(position);
        for (shape, &anchors) in position.all_anchors().iter().enumerate() {
            for from in
                anchors.into_iter().filter(|&from| self.newly_covered(shape, from).meets(free))
            {
                visit_piece(self, metric, (shape, from), free, &mut visit);
            }
        }
    }

    /// The moves of the unit metric by which a piece takes steps one after another. They end before the first step that the
    /// rules do not allow.
    ///
    /// ```
    /// use huarong::puzzle::Direction;
    /// use huarong::{Metric, Puzzle};
    ///
    /// let puzzle = Puzzle::klotski();
    /// let start = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S")?;
    /// let made = &puzzle.moves(&start, Metric::Unit)[0];
    /// let steps = puzzle.unit_moves(&start, made.shape, made.from, [Direction::Down, Direction::Down]);
    /// assert_eq!(steps.collect::<Vec<_>>(), [made.clone()]);
    /// # Ok::<_, huarong::puzzle::PositionError>(())
    /// ```
    pub fn unit_moves<'p>(
        &'p self,
        position: &Arrangement,
        shape: ShapeId,
        from: Cell,
        steps: impl IntoIterator<Item = Direction, IntoIter: 'p>,
    ) -> impl Iterator<Item = PieceMove> + 'p {
        let mut ground = match (self.doors(), self.board().is_narrow()) {
            (Some(_), _) => Ground::WithDoors(position.clone()),
            (None, true) => Ground::Narrow(Covering::without(self, position, shape, from)),
            (None, false) => Ground::Wide(Covering::without(self, position, shape, from)),
        };
        let mut at = from;
        steps.into_iter().map_while(move |side| {
            let to = match &mut ground {
                // What a piece may do depends on those that have left.
                Ground::WithDoors(position) => {
                    let is_it = |made: &PieceMove| {
                        (made.shape, made.from) == (shape, at)
                            && match (made.to, self.board().is_narrow()) {
                                (GONE, true) => self.leaves_at_once::<Cells>(position, made, side),
                                (GONE, false) => {
                                    self.leaves_at_once::<WideCells>(position, made, side)
                                }
                                _ => self.path(position, made) == [side],
                            }
                    };
                    let made = self.moves(position, Metric::Unit).into_iter().find(is_it)?;
                    made.apply_to(position);
                    at = made.to;
                    return Some(made);
                }
                Ground::Narrow(free) => Cells::step(self, shape, at, side, *free)?,
                Ground::Wide(free) => WideCells::step(self, shape, at, side, *free)?,
            };
            let from = std::mem::replace(&mut at, to);
            Some(PieceMove { shape, from, to, metric: Metric::Unit, followers: Box::default() })
        })
    }

    /// A shortest path of a move as unit steps. All pieces of a line make the same steps. The last step of a piece that
    /// leaves is the one into the door.
    ///
    /// Empty if there is no path.
    pub fn path(&self, position: &Arrangement, made: &PieceMove) -> Vec<Direction> {
        self.steps(position, made).into_vec()
    }

    /// The steps of [`path`](Self::path), without an allocation for most moves.
    pub(crate) fn steps(
        &self,
        position: &Arrangement,
        made: &PieceMove,
    ) -> SmallVec<[Direction; 16]> {
        match self.board().is_narrow() {
            true => self.path_on::<Cells>(position, made),
            false => self.path_on::<WideCells>(position, made),
        }
    }

    /// The anchor of a move's piece after all steps of its [path](Self::path) on the board: where it ends, or its last place
    /// before it leaves.
    #[doc(hidden)]
    pub fn last_place(&self, position: &Arrangement, made: &PieceMove) -> Cell {
        if made.to != GONE {
            return made.to;
        }
        let mut path = self.path(position, made);
        path.pop();
        let step = |at, side| self.lone_step(made.shape, at, side).unwrap_or(at);
        path.into_iter().fold(made.from, step)
    }

    fn path_on<S: Covering>(
        &self,
        position: &Arrangement,
        made: &PieceMove,
    ) -> SmallVec<[Direction; 16]> {
        let &PieceMove { shape, from, to: end, .. } = made;
        let free = S::empty(self, position).with(S::covered(self, shape, from));
        if end == GONE {
            return self.path_out(position, made, free);
        }
        self.path_to::<S>(shape, from, end, free)
    }

    /// A shortest path of a piece between two anchors; empty if there is none.
    pub(super) fn path_to<S: Covering>(
        &self,
        shape: ShapeId,
        from: Cell,
        end: Cell,
        free: S,
    ) -> SmallVec<[Direction; 16]> {
        let covered = S::covered(self, shape, end);
        if covered.is_empty() || !covered.is_within(free) {
            return SmallVec::new();
        }
        let step = |at, direction| S::step(self, shape, at, direction, free);
        // A straight path is the only shortest one.
        let straight = Direction::ALL.into_iter().find_map(|direction| {
            let (mut at, mut steps) = (from, 0);
            while at != end {
                at = step(at, direction)?;
                steps += 1;
            }
            Some(SmallVec::from_elem(direction, steps))
        });
        if let Some(path) = straight {
            return path;
        }
        // Breadth-first search from the end, so that the path can be read from the start.
        let cells = self.board().cells().len();
        let mut next_step: SmallVec<[Option<Direction>; 128]> = SmallVec::from_elem(None, cells);
        let mut queue: SmallVec<[Cell; 32]> = SmallVec::from_slice(&[end]);
        let mut next = 0;
        while next < queue.len() && next_step[usize::from(from)].is_none() {
            let anchor = queue[next];
            next += 1;
            for direction in Direction::ALL {
                if let Some(before) = step(anchor, direction.opposite())
                    && before != end
                    && next_step[usize::from(before)].is_none()
                {
                    next_step[usize::from(before)] = Some(direction);
                    queue.push(before);
                }
            }
        }
        let mut path = SmallVec::new();
        let mut at = from;
        while let Some(direction) = next_step[usize::from(at)] {
            path.push(direction);
            at = step(at, direction).expect("a step can be undone");
        }
        path
    }
}

/// Visits the moves of one piece, given by its shape and anchor, over the empty cells. Returns the anchors that it
/// reaches, with its own.
#[inline]
pub(super) fn visit_piece<S: Covering>(
    puzzle: &Puzzle,
    metric: Metric,
    (shape, from): (ShapeId, Cell),
    empty: S,
    visit: &mut impl FnMut(PieceMove),
) -> S {
    let free = empty.with(S::covered(puzzle, shape, from));
    let step = |at, direction| S::step(puzzle, shape, at, direction, free);
    let mut unit = S::NONE;
    let mut straight = S::NONE;
    for direction in Direction::ALL {
        let mut at = step(from, direction);
        if let Some(beside) = at {
            unit.insert(beside);
        }
        if metric == Metric::Unit {
            at = None;
        }
        while let Some(cell) = at {
            straight.insert(cell);
            at = step(cell, direction);
        }
    }
    let mut start = S::NONE;
    start.insert(from);
    let mut reached = start.with(unit).with(straight);
    let mut fresh = if metric == Metric::Finger { straight } else { S::NONE };
    while !fresh.is_empty() {
        let mut found = S::NONE;
        for anchor in fresh.cells() {
            for direction in Direction::ALL {
                if let Some(beside) = step(anchor, direction) {
                    found.insert(beside);
                }
            }
        }
        fresh = found.without(reached);
        reached = reached.with(found);
    }
    for to in reached.without(start).cells() {
        let metric = if unit.contains(to) {
            Metric::Unit
        } else if straight.contains(to) {
            Metric::Straight
        } else {
            Metric::Finger
        };
        visit(PieceMove { shape, from, to, metric, followers: Box::default() });
    }
    reached
}
