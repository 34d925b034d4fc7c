//! Moves by which pieces leave the board through doors.

use super::arrangement::{Arrangement, PieceSet, ShapeId};
use super::covering::Covering;
use super::doors::{Doors, Exit, GONE};
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
            let is_open = |exit: &&Exit| {
                u32::from(exit.opens_after) <= left && S::needs(exit).is_within(free)
            };
            // For each place where the piece can end, the strictest metric that leads there.
            let mut ends: SmallVec<[(Cell, Metric); 4]> = SmallVec::new();
            let mut end =
                |to: Cell, metric: Metric| match ends.iter_mut().find(|(known, _)| *known == to) {
                    Some((_, known)) => *known = metric.min(*known),
                    None => ends.push((to, metric)),
                };
            let layer_below = doors.layer_below(shape);
            for anchor in reached.cells() {
                for exit in doors.exits(shape, anchor).iter().filter(is_open) {
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
                self.for_each_entry::<Cells>(doors, metric, position, &mut back);
            }
            false => {
                self.for_each_move_with::<WideCells>(doors, metric, position, within);
                self.for_each_entry::<WideCells>(doors, metric, position, &mut back);
            }
        }
        back.sort_unstable();
        back
    }

    /// Adds the moves that undo the leaving of a piece.
    fn for_each_entry<S: Covering>(
        &self,
        doors: &Doors,
        metric: Metric,
        position: &Arrangement,
        back: &mut Vec<PieceMove>,
    ) {
        let (on_board, empty) = (position.piece_set(), S::empty(self, position));
        for shape in (0..self.shapes().len()).filter(|&shape| doors.can_leave(shape)) {
            // The pieces that may have left just now: as the layer below, they are still on the board.
            let below: SmallVec<[Option<Cell>; 4]> = match doors.layer_below(shape) {
                Some(below) => position.anchors_of(below).map(Some).collect(),
                None => SmallVec::from_slice(&[None]),
            };
            for at in below {
                let mut counts: Vec<u8> = on_board.counts().to_vec();
                counts[shape] += 1;
                let layer = doors.layer_below(shape).zip(at);
                if let Some((below, _)) = layer {
                    counts[below] -= 1;
                }
                let before = PieceSet::new(counts);
                let count = |shape: ShapeId| before.counts()[shape].into();
                let left = self.left(&before);
                if doors.impossible(self.fixed_counts(), count).is_some()
                    || doors.is_frozen(shape, &before, left)
                {
                    continue;
                }
                let free = match layer {
                    Some((below, at)) => empty.with(S::covered(self, below, at)),
                    None => empty,
                };
                let mut entered = S::NONE;
                for anchor in self.board().cells() {
                    let leads_here = |exit: &Exit| {
                        at.is_none_or(|at| exit.to == at)
                            && u32::from(exit.opens_after) <= left
                            && (exit.gap == 0 || metric != Metric::Unit)
                            && S::needs(exit).is_within(free)
                    };
                    if !S::covered(self, shape, anchor).is_within(free)
                        || !doors.exits(shape, anchor).iter().any(leads_here)
                    {
                        continue;
                    }
                    entered.insert(anchor);
                    if metric == Metric::Finger {
                        let mut ignore = |_| ();
                        let piece = (shape, anchor);
                        entered = entered.with(visit_piece(self, metric, piece, free, &mut ignore));
                    }
                }
                let needed = |anchor: Cell| {
                    let exits = doors.exits(shape, anchor).iter();
                    let fits = exits.filter(|exit| {
                        at.is_none_or(|at| exit.to == at)
                            && u32::from(exit.opens_after) <= left
                            && S::needs(exit).is_within(free)
                    });
                    let fits = fits.map(|exit| match exit.gap {
                        0 => Metric::Unit,
                        _ => Metric::Straight,
                    });
                    fits.min().unwrap_or(Metric::Finger)
                };
                for anchor in entered.cells() {
                    let metric = needed(anchor);
                    let enters = Shift { shape, from: GONE, to: anchor };
                    back.push(match layer {
                        None => PieceMove {
                            shape,
                            from: GONE,
                            to: anchor,
                            metric,
                            followers: Box::default(),
                        },
                        Some((below, at)) => PieceMove {
                            shape: below,
                            from: at,
                            to: GONE,
                            metric,
                            followers: Box::new([enters]),
                        },
                    });
                }
            }
        }
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
        let ends_right = |exit: &&Exit| {
            followers.first().is_none_or(|below| below.to == exit.to)
                && u32::from(exit.opens_after) <= left
                && S::needs(exit).is_within(free)
        };
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
}
