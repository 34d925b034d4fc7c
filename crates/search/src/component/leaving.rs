//! Moves between encoded positions of puzzles whose pieces leave the board, and the same moves back.

use super::encoding::{Encoding, ShapeCode};
use super::mask::Mask;
use super::moves::Places;
use huarong_core::grid::CellSet;
use huarong_core::rules::{Doors, Metric, Puzzle, ShapeId, Until};

/// Whether moves are made or taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    Forward,
    Back,
}

/// The moves of a puzzle with doors.
#[derive(Debug)]
pub(super) struct Leaving<'a, M: Mask> {
    metric: Metric,
    sense: Sense,
    shapes: Vec<Leaver<'a, M>>,
    /// Number of pieces at the start of the puzzle, if doors or pieces wait until a number of them has left.
    counted: Option<u32>,
}

/// The pieces of one shape.
#[derive(Debug)]
struct Leaver<'a, M: Mask> {
    code: &'a ShapeCode,
    places: Places<M>,
    /// The ways out from each place, by its number.
    exits: Box<[Box<[Exit<M>]>]>,
    /// The places that have ways out.
    doorsteps: Vec<usize>,
    waits_for: Option<Wait>,
    below: Option<ShapeId>,
    /// Whether its pieces must be gone at the goal, and are gone once they leave.
    must_leave: bool,
    /// The shapes of the layers above.
    above: Vec<ShapeId>,
}

/// What a frozen shape waits for.
#[derive(Debug)]
enum Wait {
    /// Number of pieces that must have left.
    Left(u32),
    /// The shapes of which no piece may be on the board.
    Gone(Vec<ShapeId>),
}

#[derive(Debug)]
struct Exit<M: Mask> {
    /// The cells that must be free; some can be the piece's own.
    needs: M::Part,
    /// Whether the next step enters the door.
    is_touching: bool,
    opens_after: u32,
    /// The number of the place where the next layer stays; 0 if there is none.
    to: usize,
}

impl<'a, M: Mask> Leaving<'a, M> {
    pub fn new(
        puzzle: &Puzzle,
        doors: &Doors,
        encoding: &'a Encoding,
        metric: Metric,
        sense: Sense,
    ) -> Self {
        let ids = 0..puzzle.shapes().len();
        let leaver = |shape| Leaver::new(puzzle, doors, encoding, shape);
        let rules = doors.rules();
        let counts = rules.doors.iter().any(|door| door.opens_after > 0)
            || rules.frozen.iter().flatten().any(|wait| matches!(wait, Until::Left(_)));
        let fixed = puzzle.fixed_counts().iter();
        let start: Option<u32> = fixed.map(|fixed| fixed.map(u32::from)).sum();
        Self { metric, sense, shapes: ids.map(leaver).collect(), counted: start.filter(|_| counts) }
    }

    /// Calls `visit` once for each result of a move, or for each position from which one leads here. `open` are all cells
    /// of the board.
    #[inline]
    pub fn each<const N: usize>(&self, open: M, key: &[u64; N], visit: &mut impl FnMut([u64; N])) {
        let free = open.without(self.occupied(key));
        let left = self.left(key);
        for leaver in self.shapes.iter().filter(|leaver| self.is_released(leaver, key, left)) {
            leaver.code.each_piece(key, |piece, from| match self.sense {
                _ if !leaver.can_move(from, free) => {}
                Sense::Forward => {
                    let made = self.each_of_piece(leaver, key, piece, from, free, left, visit);
                    if let Some(made) = made {
                        visit(made);
                    }
                }
                Sense::Back => leaver.places.each_move(self.metric, from, free, |to| {
                    visit(leaver.code.after(key, piece, from, to));
                }),
            });
        }
        if self.sense == Sense::Back {
            for leaver in self.shapes.iter().filter(|leaver| !leaver.doorsteps.is_empty()) {
                self.each_entry(leaver, key, free, left, visit);
            }
        }
    }

    /// If a piece that must be gone can leave, returns the position after that. Otherwise calls `visit` once for each result
    /// of a move. A call before the return is to be ignored.
    #[inline]
    pub fn each_or_leave<const N: usize>(
        &self,
        open: M,
        key: &[u64; N],
        visit: &mut impl FnMut([u64; N]),
    ) -> Option<[u64; N]> {
        let free = open.without(self.occupied(key));
        let left = self.left(key);
        let mut gone = None;
        for leaver in self.shapes.iter().filter(|leaver| self.is_released(leaver, key, left)) {
            leaver.code.each_piece(key, |piece, from| {
                if gone.is_some() || !leaver.can_move(from, free) {
                    return;
                }
                let made = self.each_of_piece(leaver, key, piece, from, free, left, visit);
                match leaver.must_leave {
                    true => gone = made,
                    false => made.into_iter().for_each(&mut *visit),
                }
            });
        }
        gone
    }

    #[inline(always)]
    fn occupied<const N: usize>(&self, key: &[u64; N]) -> M {
        let mut occupied = M::NONE;
        for Leaver { code, places, .. } in &self.shapes {
            code.each_piece(key, |_, at| occupied = occupied.with(&places.covered[at]));
        }
        occupied
    }

    /// Number of pieces that have left; 0 if nothing waits for a number.
    #[inline]
    fn left<const N: usize>(&self, key: &[u64; N]) -> u32 {
        let on_board = || self.shapes.iter().map(|leaver| leaver.code.on_board(key)).sum();
        self.counted.map_or(0, |start| start.saturating_sub(on_board()))
    }

    #[inline]
    fn is_released<const N: usize>(
        &self,
        leaver: &Leaver<'_, M>,
        key: &[u64; N],
        left: u32,
    ) -> bool {
        match &leaver.waits_for {
            None => true,
            Some(Wait::Left(until)) => left >= *until,
            Some(Wait::Gone(shapes)) => {
                shapes.iter().all(|&shape| self.shapes[shape].code.on_board(key) == 0)
            }
        }
    }

    /// Calls `visit` for each result of a move of one piece, except the position after it is gone, which it returns.
    #[inline(never)]
    #[expect(clippy::too_many_arguments, reason = "a piece, its position and the receiver")]
    fn each_of_piece<const N: usize>(
        &self,
        leaver: &Leaver<'_, M>,
        key: &[u64; N],
        piece: usize,
        from: usize,
        free: M,
        left: u32,
        visit: &mut impl FnMut([u64; N]),
    ) -> Option<[u64; N]> {
        let Leaver { code, places, exits, below, .. } = leaver;
        let after = |to| match code.only_piece() {
            Some(bit_field) => bit_field.with(key, to),
            None => code.after(key, piece, from, to),
        };
        let own = free.with(&places.covered[from]);
        let (mut leaves, mut ends) = (false, M::NONE);
        let mut leave_from = |at: usize| {
            for exit in &exits[at] {
                let is_in_reach = exit.is_touching || at == from && self.metric != Metric::Unit;
                if is_in_reach && exit.opens_after <= left && own.has_all(&exit.needs) {
                    leaves = true;
                    ends.insert(exit.to);
                }
            }
        };
        leave_from(from);
        places.each_move(self.metric, from, free, |to| {
            if self.metric == Metric::Finger {
                leave_from(to);
            }
            visit(after(to));
        });
        if !leaves {
            return None;
        }
        let after = code.without(key, piece, from);
        let Some(below) = below else { return Some(after) };
        while let Some(to) = ends.take_first() {
            visit(self.shapes[*below].code.with(&after, to));
        }
        None
    }

    /// Calls `visit` for each position from which a piece of a shape leaves, so that this position results.
    fn each_entry<const N: usize>(
        &self,
        leaver: &Leaver<'_, M>,
        key: &[u64; N],
        free: M,
        left: u32,
        visit: &mut impl FnMut([u64; N]),
    ) {
        let Leaver { code, below, above, .. } = leaver;
        let above = above.iter().map(|&shape| self.shapes[shape].code.on_board(key));
        if above.sum::<u32>() + code.on_board(key) >= code.count() {
            return;
        }
        match below {
            None => {
                let Some(left) = (match self.counted {
                    Some(_) => left.checked_sub(1),
                    None => Some(left),
                }) else {
                    return;
                };
                if self.is_released(leaver, key, left) {
                    self.each_doorstep(leaver, None, free, left, |at| visit(code.with(key, at)));
                }
            }
            Some(below) if self.is_released(leaver, key, left) => {
                let below = &self.shapes[*below];
                below.code.each_piece(key, |piece, at| {
                    if at == below.code.places().len() {
                        return;
                    }
                    let free = free.with(&below.places.covered[at]);
                    let without = below.code.without(key, piece, at);
                    let enter = |from| visit(code.with(&without, from));
                    self.each_doorstep(leaver, Some(at), free, left, enter);
                });
            }
            Some(_) => {}
        }
    }

    /// Calls `visit` for each place from which a piece leaves by one move, and then stays as its next layer at `to`.
    fn each_doorstep(
        &self,
        leaver: &Leaver<'_, M>,
        to: Option<usize>,
        free: M,
        left: u32,
        mut visit: impl FnMut(usize),
    ) {
        let Leaver { places, exits, doorsteps, .. } = leaver;
        let mut entered = M::NONE;
        for &at in doorsteps.iter().filter(|&&at| free.has_all(&places.covered[at])) {
            let mut open = exits[at].iter().filter(|exit| {
                to.is_none_or(|to| exit.to == to)
                    && exit.opens_after <= left
                    && free.has_all(&exit.needs)
            });
            let is_way = match self.metric {
                Metric::Unit => open.any(|exit| exit.is_touching),
                _ => open.next().is_some(),
            };
            if is_way && !entered.contains(at) {
                entered.insert(at);
                if self.metric == Metric::Finger {
                    places.each_move(Metric::Finger, at, free, |from| entered.insert(from));
                }
            }
        }
        while let Some(at) = entered.take_first() {
            visit(at);
        }
    }
}

impl<'a, M: Mask> Leaver<'a, M> {
    fn new(puzzle: &Puzzle, doors: &Doors, encoding: &'a Encoding, shape: ShapeId) -> Self {
        let code = &encoding.codes()[shape];
        let below = doors.layer_below(shape);
        let exit = |exit: &huarong_core::rules::Exit| Exit {
            needs: M::part(exit.needs.cells()),
            is_touching: exit.gap == 0,
            opens_after: exit.opens_after.into(),
            to: below.map_or(0, |below| encoding.codes()[below].number(exit.to).into()),
        };
        let exits_from = |&anchor| doors.exits(shape, anchor).iter().map(exit).collect();
        let off_board = std::iter::once(Box::default());
        let exits: Box<[Box<[Exit<M>]>]> =
            code.places().iter().map(exits_from).chain(off_board).collect();
        let waits_for = doors.rules().frozen[shape].as_ref().map(|until| match until {
            Until::Left(number) => Wait::Left((*number).into()),
            Until::Gone(shapes) => {
                Wait::Gone(shapes.iter().flat_map(|&shape| doors.layers_from(shape)).collect())
            }
        });
        Self {
            code,
            places: Places::new(puzzle, shape, code),
            doorsteps: (0..exits.len()).filter(|&at| !exits[at].is_empty()).collect(),
            exits,
            waits_for,
            below,
            must_leave: below.is_none() && puzzle.goal().gone().contains(&shape),
            above: doors.layers_above(shape).collect(),
        }
    }

    /// False if a piece neither steps nor leaves.
    #[inline(always)]
    fn can_move(&self, from: usize, free: M) -> bool {
        self.places.can_step(from, free) || !self.exits[from].is_empty()
    }
}
