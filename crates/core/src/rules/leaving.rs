//! Moves by which pieces leave the board through doors.

use super::arrangement::{Arrangement, PieceSet, ShapeId};
use super::covering::Covering;
use super::doors::{DoorRules, Doors, Exit, GONE};
use super::metric::Metric;
use super::moves::{PieceMove, Shift, visit_piece};
use super::puzzle::Puzzle;
use crate::grid::{Cell, Cells, Direction, WideCells};
use smallvec::SmallVec;

impl Puzzle {
    /// The moves on a board with doors. Those by which a piece leaves follow its others.
    pub(super) fn for_each_move_with<S: Covering>(
        &self,
        doors: &Doors,
        metric: Metric,
        position: &Arrangement,
        mut visit: impl FnMut(PieceMove),
    ) {
        let (on_board, empty) = (position.piece_set(), S::empty(self, position));
        let left = self.left(&on_board);
        for (shape, from) in position.pieces() {
            if doors.is_frozen(shape, &on_board, left) {
                continue;
            }
            let reached = visit_piece(self, metric, (shape, from), empty, &mut visit);
            let free = empty.with(S::covered(self, shape, from));
            let is_way = |exit: &&Exit| is_open(exit, left, free);
            // For each place where the piece can end, the strictest metric that leads there.
            let mut ends: SmallVec<[(Cell, Metric); 4]> = SmallVec::new();
            let mut end =
                |to: Cell, metric: Metric| match ends.iter_mut().find(|(known, _)| *known == to) {
                    Some((_, known)) => *known = metric.min(*known),
                    None => ends.push((to, metric)),
                };
            let layer_below = doors.layer_below(shape);
            for anchor in reached.cells() {
                for exit in doors.exits(shape, anchor).iter().filter(is_way) {
                    let needed = match () {
                        () if anchor != from => Metric::Finger,
                        () if exit.gap > 0 => Metric::Straight,
                        () => Metric::Unit,
                    };
                    if metric.includes(needed) {
                        end(layer_below.map_or(GONE, |_| exit.to), needed);
                    }
                }
            }
            ends.sort_unstable_by_key(|&(to, metric)| (metric, to));
            for (to, metric) in ends {
                let below = layer_below.map(|shape| Shift { shape, from: GONE, to });
                let followers = below.into_iter().collect();
                visit(PieceMove { shape, from, to: GONE, metric, followers });
            }
        }
    }

    /// The moves that lead back: applied to a position, each gives a position from which one move leads to it. Sorted, and
    /// each position is reached once. Without doors, they are its [moves](Self::moves).
    #[doc(hidden)]
    pub fn moves_back(&self, position: &Arrangement, metric: Metric) -> Vec<PieceMove> {
        let Some(doors) = self.doors() else { return self.moves(position, metric) };
        let mut back = Vec::new();
        let within = |made: PieceMove| {
            if made.to != GONE {
                back.push(made);
            }
        };
        match self.board().is_narrow() {
            true => {
                self.for_each_move_with::<Cells>(doors, metric, position, within);
                self.add_entries::<Cells>(doors, metric, position, &mut back);
            }
            false => {
                self.for_each_move_with::<WideCells>(doors, metric, position, within);
                self.add_entries::<WideCells>(doors, metric, position, &mut back);
            }
        }
        back.sort_unstable();
        back
    }

    /// Adds the moves that undo the leaving of a piece.
    fn add_entries<S: Covering>(
        &self,
        doors: &Doors,
        metric: Metric,
        position: &Arrangement,
        back: &mut Vec<PieceMove>,
    ) {
        for shape in (0..self.shapes().len()).filter(|&shape| doors.can_leave(shape)) {
            let mut add = |layer| {
                if let Some(entry) = Entry::<S>::of(self, doors, position, shape, layer) {
                    let anchors = entry.anchors(metric);
                    back.extend(anchors.cells().map(|anchor| entry.made(anchor)));
                }
            };
            match doors.layer_below(shape) {
                None => add(None),
                Some(below) => position.anchors_of(below).for_each(|at| add(Some((below, at)))),
            }
        }
    }

    /// The first shape whose pieces have passed doors too early: they or their doors wait for pieces that are still on the
    /// board.
    ///
    /// Pieces that have left never keep others in. So the order does not matter in which pieces leave that can.
    pub(super) fn left_early(&self, on_board: &PieceSet) -> Option<ShapeId> {
        let doors = self.doors()?;
        let DoorRules { doors: drawn, frozen, .. } = doors.rules();
        if frozen.iter().all(Option::is_none) && drawn.iter().all(|door| door.opens_after == 0) {
            return None;
        }
        let fixed: Option<Vec<u8>> = self.fixed_counts().iter().copied().collect();
        let mut at = PieceSet::new(fixed?);
        // Pieces of a layer that have left were those of a layer above it before.
        let passed = |at: &PieceSet, shape| {
            let missing = |shape: ShapeId| {
                i32::from(at.counts()[shape]) - i32::from(on_board.counts()[shape])
            };
            doors.layers_above(shape).chain([shape]).map(missing).sum::<i32>() > 0
        };
        while at != *on_board {
            let mut next = self.sets_after(&at).into_iter();
            match next.find(|&(shape, _)| passed(&at, shape)) {
                Some((_, after)) => at = after,
                None => return (0..self.shapes().len()).find(|&shape| passed(&at, shape)),
            }
        }
        None
    }

    /// A shortest path by which a piece leaves that its metric allows.
    pub(super) fn path_out<S: Covering>(
        &self,
        position: &Arrangement,
        made: &PieceMove,
        free: S,
    ) -> SmallVec<[Direction; 16]> {
        let &PieceMove { shape, from, metric, ref followers, .. } = made;
        let Some(doors) = self.doors() else { return SmallVec::new() };
        let left = self.left(&position.piece_set());
        let ends_right = |exit: &&Exit| ends_as(exit, followers) && is_open(exit, left, free);
        let straight_out =
            |exit: &Exit| SmallVec::from_elem(exit.direction, usize::from(exit.gap) + 1);
        let from_here = || doors.exits(shape, from).iter().filter(ends_right).map(straight_out);
        if metric != Metric::Finger {
            return from_here().min_by_key(SmallVec::len).unwrap_or_default();
        }
        let by_way = self.board().cells().filter(|&at| at != from).flat_map(|at| {
            let at_door = doors.exits(shape, at).iter().filter(|exit| exit.gap == 0);
            at_door.filter(ends_right).filter_map(move |exit| {
                let mut path = self.path_to::<S>(shape, from, at, free);
                path.push(exit.direction);
                (path.len() > 1).then_some(path)
            })
        });
        by_way.min_by_key(SmallVec::len).unwrap_or_default()
    }

    /// Whether a piece that one step takes out can take it in a direction. From one place, several can lead out.
    pub(super) fn leaves_at_once<S: Covering>(
        &self,
        position: &Arrangement,
        made: &PieceMove,
        side: Direction,
    ) -> bool {
        let &PieceMove { shape, from, ref followers, .. } = made;
        let left = self.left(&position.piece_set());
        let free = S::empty(self, position).with(S::covered(self, shape, from));
        let is_way = |exit: &Exit| {
            (exit.gap, exit.direction) == (0, side)
                && ends_as(exit, followers)
                && is_open(exit, left, free)
        };
        self.doors().is_some_and(|doors| doors.exits(shape, from).iter().any(is_way))
    }
}

/// Whether a way out leads where a move ends.
fn ends_as(exit: &Exit, followers: &[Shift]) -> bool {
    followers.first().is_none_or(|below| below.to == exit.to)
}

/// Whether a way out is open once some pieces have left, over free cells.
fn is_open<S: Covering>(exit: &Exit, left: u32, free: S) -> bool {
    u32::from(exit.opens_after) <= left && S::needs(exit).is_within(free)
}

/// A piece that left just now, so that it can be put back.
struct Entry<'p, S> {
    puzzle: &'p Puzzle,
    doors: &'p Doors,
    shape: ShapeId,
    /// The piece as its next layer, which stayed on the board: its shape and anchor.
    layer: Option<(ShapeId, Cell)>,
    /// Number of pieces that had left before.
    left: u32,
    /// The cells without other pieces.
    free: S,
}

impl<'p, S: Covering> Entry<'p, S> {
    /// `None` if no piece of the shape can have left, because all are on the board or it was frozen.
    fn of(
        puzzle: &'p Puzzle,
        doors: &'p Doors,
        position: &Arrangement,
        shape: ShapeId,
        layer: Option<(ShapeId, Cell)>,
    ) -> Option<Self> {
        let mut counts = position.piece_set().counts().to_vec();
        counts[shape] += 1;
        let mut free = S::empty(puzzle, position);
        if let Some((below, at)) = layer {
            counts[below] -= 1;
            free = free.with(S::covered(puzzle, below, at));
        }
        let before = PieceSet::new(counts);
        let left = puzzle.left(&before);
        let count = |shape: ShapeId| before.counts()[shape].into();
        let can_be = doors.impossible(puzzle.fixed_counts(), count).is_none()
            && !doors.is_frozen(shape, &before, left);
        can_be.then_some(Self { puzzle, doors, shape, layer, left, free })
    }

    /// The open ways out from an anchor that lead to the position.
    fn exits(&self, anchor: Cell) -> impl Iterator<Item = &'p Exit> {
        self.doors.exits(self.shape, anchor).iter().filter(|exit| {
            self.layer.is_none_or(|(_, at)| exit.to == at) && is_open(exit, self.left, self.free)
        })
    }

    /// The anchors from which the piece left by one move.
    fn anchors(&self, metric: Metric) -> S {
        let Self { puzzle, shape, free, .. } = *self;
        let mut anchors = S::NONE;
        for anchor in puzzle.board().cells() {
            let leaves = |exit: &Exit| exit.gap == 0 || metric != Metric::Unit;
            let fits = S::covered(puzzle, shape, anchor).is_within(free);
            if !fits || !self.exits(anchor).any(leaves) {
                continue;
            }
            anchors.insert(anchor);
            if metric == Metric::Finger {
                let piece = (shape, anchor);
                anchors = anchors.with(visit_piece(puzzle, metric, piece, free, &mut |_| ()));
            }
        }
        anchors
    }

    /// The move back to an anchor, with the strictest metric in which the way out is one move.
    fn made(&self, anchor: Cell) -> PieceMove {
        let metric = match self.exits(anchor).map(|exit| exit.gap).min() {
            Some(0) => Metric::Unit,
            Some(_) => Metric::Straight,
            None => Metric::Finger,
        };
        let enters = Shift { shape: self.shape, from: GONE, to: anchor };
        let (Shift { shape, from, to }, followers) = match self.layer {
            None => (enters, Box::default()),
            Some((shape, from)) => (Shift { shape, from, to: GONE }, [enters].into()),
        };
        PieceMove { shape, from, to, metric, followers }
    }
}
