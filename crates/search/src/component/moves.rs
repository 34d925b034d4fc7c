//! Moves between encoded positions.

use super::by_empty_cells::ByEmptyCells;
use super::encoding::{BitField, Encoding, ShapeCode, each_bit};
use super::leaving::{Leaving, Sense};
use super::look_up::LookUp;
use super::mask::Mask;
use huarong_core::grid::{Cell, Direction, WideCells};
use huarong_core::rules::{Arrangement, Metric, Puzzle, ShapeId};
use std::sync::OnceLock;

/// The moves of a puzzle under a metric, between encoded positions.
#[derive(Debug)]
pub(crate) enum Moves<'a> {
    /// On a board of at most 64 cells.
    Narrow(MoveTable<'a, u64>),
    /// On a board of at most 128 cells.
    Middle(MoveTable<'a, u128>),
    Wide(MoveTable<'a, WideCells>),
    /// Moves of lines of pieces, on any board.
    Lines(LineMoves<'a>),
}

/// The moves of the multi metric, computed on decoded positions.
#[derive(Debug)]
pub(crate) struct LineMoves<'a> {
    puzzle: Puzzle,
    encoding: &'a Encoding,
    without_pieces: Arrangement,
}

#[derive(Debug)]
pub(crate) struct MoveTable<'a, M: Mask> {
    metric: Metric,
    open: M,
    /// The shapes with one piece, and the others.
    singles: Vec<(BitField, Places<M>)>,
    groups: Vec<(&'a ShapeCode, Places<M>)>,
    /// Number of cells of the board if one or two of them are empty.
    nearly_full: Option<Cell>,
    /// The moves by empty cells, once they are [worth computing](Moves::expect_many).
    by_empty_cells: OnceLock<Option<ByEmptyCells>>,
    /// The moves of pieces that can leave, if there are any: of all shapes, in place of the moves above.
    leaving: Option<Box<Leaving<'a, M>>>,
}

/// The places of the pieces of one shape, by their numbers. From the place off the board, no step leads anywhere.
#[derive(Debug)]
pub(super) struct Places<M: Mask> {
    pub covered: Box<[M::Part]>,
    /// The cells that the steps from each place newly cover. If none is empty, the piece cannot move.
    beside: Box<[M::Part]>,
    /// The steps from each place, in the order of [`Direction::ALL`].
    steps: Box<[[Step<M>; 4]]>,
    /// The places to which these steps lead.
    neighbours: Box<[M]>,
    /// The first place's cell, if every piece covers one cell and the places are consecutive cells.
    cells_from: Option<Cell>,
    /// The moves under the metric, if the pieces cover few cells in all.
    look_up: Option<LookUp>,
}

#[derive(Clone, Debug)]
struct Step<M: Mask> {
    /// The newly covered cells, which must be empty.
    needs: M::Part,
    to: u16,
}

/// The step of a piece by a unit move. Pieces are numbered in each position, in order of their places.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceStep(u16);

/// Largest number of pieces that a [`PieceStep`] can number.
pub(super) const MOST_PIECES: u32 = 1 << PieceStep::PIECE_BITS;

impl PieceStep {
    const PIECE_BITS: u32 = 6;

    /// The step of a piece, its number after the step, and the direction. `continues` says whether the piece could go
    /// on in that direction.
    #[inline(always)]
    fn new(piece: u32, after: u32, direction: usize, continues: bool) -> Self {
        let step = (direction as u32) << 1 | u32::from(continues);
        Self((step << (2 * Self::PIECE_BITS) | after << Self::PIECE_BITS | piece) as u16)
    }

    #[inline(always)]
    pub fn piece(self) -> u32 {
        u32::from(self.0) % MOST_PIECES
    }

    #[inline(always)]
    pub fn piece_after(self) -> u32 {
        u32::from(self.0 >> Self::PIECE_BITS) % MOST_PIECES
    }

    #[inline(always)]
    pub fn continues(self) -> bool {
        self.0 >> (2 * Self::PIECE_BITS) & 1 == 1
    }

    /// Whether it moves the piece of another step further in the same direction, if it starts where the other ends.
    #[inline(always)]
    pub fn is_after(self, before: Self) -> bool {
        let direction = |step: Self| step.0 >> (2 * Self::PIECE_BITS + 1);
        self.piece() == before.piece_after() && direction(self) == direction(before)
    }
}

impl<M: Mask> Step<M> {
    /// Marks a direction without a step.
    const NOWHERE: u16 = u16::MAX;

    #[inline(always)]
    fn is_possible(&self, free: M) -> bool {
        self.to != Self::NOWHERE && free.has_all(&self.needs)
    }
}

impl<'a> Moves<'a> {
    pub fn new(puzzle: &Puzzle, encoding: &'a Encoding, metric: Metric) -> Self {
        Self::in_sense(puzzle, encoding, metric, Sense::Forward)
    }

    /// The same with every move in the other sense: from each position those from which one move leads to it. Where no piece
    /// leaves, these are the same.
    pub fn back(puzzle: &Puzzle, encoding: &'a Encoding, metric: Metric) -> Self {
        Self::in_sense(puzzle, encoding, metric, Sense::Back)
    }

    fn in_sense(puzzle: &Puzzle, encoding: &'a Encoding, metric: Metric, sense: Sense) -> Self {
        match puzzle.board().cell_count() {
            _ if metric == Metric::Multi => {
                let (puzzle, without_pieces) = (puzzle.clone(), puzzle.empty_position());
                Self::Lines(LineMoves { puzzle, encoding, without_pieces })
            }
            0..=64 => Self::Narrow(MoveTable::new(puzzle, encoding, metric, sense)),
            65..=128 => Self::Middle(MoveTable::new(puzzle, encoding, metric, sense)),
            _ => Self::Wide(MoveTable::new(puzzle, encoding, metric, sense)),
        }
    }

    /// Prepares for many positions.
    pub fn expect_many(&self) {
        match self {
            Self::Narrow(table) => table.expect_many(),
            Self::Middle(_) | Self::Wide(_) | Self::Lines(_) => {}
        }
    }

    /// Whether some moves cannot be undone.
    pub fn are_one_way(&self) -> bool {
        match self {
            Self::Narrow(table) => table.leaving.is_some(),
            Self::Middle(table) => table.leaving.is_some(),
            Self::Wide(table) => table.leaving.is_some(),
            Self::Lines(_) => false,
        }
    }

    /// Calls `visit` for the results of all moves from a position: each once, or at least once under the multi metric.
    #[inline]
    pub fn each<const N: usize>(&self, key: &[u64; N], mut visit: impl FnMut([u64; N])) {
        match self {
            Self::Narrow(table) => table.each(key, visit),
            Self::Middle(table) => table.each(key, visit),
            Self::Wide(table) => table.each(key, visit),
            Self::Lines(lines) => {
                let mut position = lines.without_pieces.clone();
                lines.encoding.read(key, &mut position);
                lines.each(&position, &mut |after| visit(lines.encoding.key(after)));
            }
        }
    }

    /// If a piece that must be gone can leave, returns the position after that. Otherwise calls `visit` for the results of all
    /// moves from a position. A call before the return is to be ignored.
    pub(super) fn each_or_leave<const N: usize>(
        &self,
        key: &[u64; N],
        visit: &mut impl FnMut([u64; N]),
    ) -> Option<[u64; N]> {
        match self {
            Self::Narrow(MoveTable { leaving: Some(leaving), open, .. }) => {
                leaving.each_or_leave(*open, key, visit)
            }
            Self::Middle(MoveTable { leaving: Some(leaving), open, .. }) => {
                leaving.each_or_leave(*open, key, visit)
            }
            Self::Wide(MoveTable { leaving: Some(leaving), open, .. }) => {
                leaving.each_or_leave(*open, key, visit)
            }
            _ => {
                self.each(key, visit);
                None
            }
        }
    }

    /// Calls `visit` for the results of all unit moves from a position, with the step of the piece.
    #[inline]
    pub(super) fn each_step<const N: usize>(
        &self,
        key: &[u64; N],
        visit: impl FnMut([u64; N], PieceStep),
    ) {
        match self {
            Self::Narrow(table) => table.each_step(key, visit),
            Self::Middle(table) => table.each_step(key, visit),
            Self::Wide(table) => table.each_step(key, visit),
            Self::Lines(_) => unreachable!("unit steps are moves of the unit metric"),
        }
    }
}

impl LineMoves<'_> {
    /// Calls `visit` for the results of all moves from a position, at least once each. Not compiled anew for each
    /// number of words, because the time is in the moves.
    fn each(&self, position: &Arrangement, visit: &mut dyn FnMut(&Arrangement)) {
        let mut after = position.clone();
        self.puzzle.for_each_line(position, &mut |shifts| {
            shifts.iter().for_each(|shift| shift.apply_to(&mut after));
            visit(&after);
            shifts.iter().rev().for_each(|shift| shift.undo_on(&mut after));
        });
    }
}

impl<'a, M: Mask> MoveTable<'a, M> {
    fn new(puzzle: &Puzzle, encoding: &'a Encoding, metric: Metric, sense: Sense) -> Self {
        let open = M::NONE.with(&M::part(puzzle.board().cells()));
        let leaving = puzzle
            .doors()
            .map(|doors| Box::new(Leaving::new(puzzle, doors, encoding, metric, sense)));
        let mut table = Self {
            metric,
            open,
            singles: Vec::new(),
            groups: Vec::new(),
            nearly_full: None,
            by_empty_cells: OnceLock::new(),
            leaving,
        };
        if table.leaving.is_some() {
            return table;
        }
        let mut empty = puzzle.board().cells().count();
        for (shape, code) in encoding.codes().iter().enumerate() {
            let mut places = Places::new(puzzle, shape, code);
            let covered = code.places().first().map(|&at| puzzle.footprint(shape, at).count());
            empty -= code.count() as usize * covered.unwrap_or(0);
            let cells = code.places().iter().flat_map(|&at| puzzle.footprint(shape, at));
            places.look_up = LookUp::new(&places, metric, cells);
            match code.only_piece() {
                Some(bit_field) => table.singles.push((bit_field, places)),
                None => table.groups.push((code, places)),
            }
        }
        table.nearly_full = (1..=2).contains(&empty).then(|| puzzle.board().cell_count());
        table
    }

    fn expect_many(&self) {
        self.by_empty_cells.get_or_init(|| {
            let singles = self.singles.iter().map(|(_, places)| places);
            let groups = self.groups.iter().map(|(_, places)| places);
            let shapes: Vec<&Places<M>> = singles.chain(groups).collect();
            ByEmptyCells::new(&shapes, self.metric, self.nearly_full?)
        });
    }

    /// Boards of more than one word have too many sets of empty cells.
    #[inline(always)]
    fn by_empty_cells(&self) -> Option<&ByEmptyCells> {
        if size_of::<M>() > size_of::<u64>() {
            return None;
        }
        self.by_empty_cells.get()?.as_ref()
    }

    #[inline]
    fn each<const N: usize>(&self, key: &[u64; N], mut visit: impl FnMut([u64; N])) {
        if let Some(leaving) = &self.leaving {
            return leaving.each(self.open, key, &mut visit);
        }
        let free = self.open.without(self.occupied(key));
        if let Some(by_empty_cells) = self.by_empty_cells() {
            let mut words = by_empty_cells.of(free);
            for (bit_field, places) in &self.singles {
                let from = bit_field.of(key) as usize;
                each_bit(words[1 + from], |to| visit(bit_field.with(key, to)));
                words = &words[1 + places.covered.len()..];
            }
            for (code, places) in &self.groups {
                code.each_piece_of(words[0], key, |piece, from| {
                    each_bit(words[1 + from], |to| visit(code.after(key, piece, from, to)));
                });
                words = &words[1 + places.covered.len()..];
            }
            return;
        }
        for singles in self.singles.chunks(LookUp::IN_WORD) {
            // The moves of all these pieces are visited in one loop, whose end is hard to predict.
            let mut reached = 0;
            for (nth, (bit_field, places)) in singles.iter().enumerate() {
                let from = bit_field.of(key) as usize;
                match &places.look_up {
                    Some(look_up) => reached |= look_up.reached(from, free, nth),
                    None => places.each_move(self.metric, from, free, |to| {
                        visit(bit_field.with(key, to));
                    }),
                }
            }
            LookUp::each(reached, |nth, to| visit(singles[nth].0.with(key, to)));
        }
        for (code, places) in &self.groups {
            code.each_piece(key, |piece, from| {
                let mut visit = |to| visit(code.after(key, piece, from, to));
                match &places.look_up {
                    Some(look_up) => {
                        LookUp::each(look_up.reached(from, free, 0), |_, to| visit(to))
                    }
                    None => places.each_move(self.metric, from, free, visit),
                }
            });
        }
    }

    #[inline]
    fn each_step<const N: usize>(
        &self,
        key: &[u64; N],
        mut visit: impl FnMut([u64; N], PieceStep),
    ) {
        let free = self.open.without(self.occupied(key));
        let mut words = self.by_empty_cells().map_or(&[][..], |moves| moves.of(free));
        let mut movable_of = |places: &Places<M>| {
            let movable = words.first().copied().unwrap_or(u64::MAX);
            words = words.get(1 + places.covered.len()..).unwrap_or(&[]);
            movable
        };
        let mut first = 0;
        for (bit_field, places) in &self.singles {
            movable_of(places);
            places.each_step(bit_field.of(key) as usize, free, |to, direction, continues| {
                visit(bit_field.with(key, to), PieceStep::new(first, first, direction, continues));
            });
            first += 1;
        }
        for (code, places) in &self.groups {
            code.each_piece_of(movable_of(places), key, |number, from| {
                let piece = first + code.number_at(key, from);
                places.each_step(from, free, |to, direction, continues| {
                    let after = code.after(key, number, from, to);
                    let now = first + code.number_at(&after, to);
                    visit(after, PieceStep::new(piece, now, direction, continues));
                });
            });
            first += code.count();
        }
    }

    #[inline]
    fn occupied<const N: usize>(&self, key: &[u64; N]) -> M {
        let mut occupied = M::NONE;
        for (bit_field, places) in &self.singles {
            occupied = occupied.with(&places.covered[bit_field.of(key) as usize]);
        }
        for (code, places) in &self.groups {
            match (places.cells_from, code.bits(key)) {
                (Some(from), Some(bits)) => occupied = occupied.or(M::bits(bits, from)),
                _ => code.each_piece(key, |_, at| occupied = occupied.with(&places.covered[at])),
            }
        }
        occupied
    }
}

impl<M: Mask> Places<M> {
    pub fn new(puzzle: &Puzzle, shape: ShapeId, code: &ShapeCode) -> Self {
        let covered = |at: Cell| puzzle.footprint(shape, at);
        let newly_covered = |from: Cell, to: Cell| {
            covered(to).filter(move |&cell| covered(from).all(|own| own != cell))
        };
        let step = |from: Cell, direction| {
            let to = puzzle.lone_step(shape, from, direction);
            let needs = to.into_iter().flat_map(|to| newly_covered(from, to));
            let number = to.map_or(Step::<M>::NOWHERE, |to| code.number(to));
            Step { needs: M::part(needs), to: number }
        };
        let beside = |from: Cell| {
            let steps = Direction::ALL.into_iter();
            let to = steps.filter_map(|side| puzzle.lone_step(shape, from, side));
            M::part(to.flat_map(|to| newly_covered(from, to)))
        };
        let neighbours = |from: Cell| {
            let mut neighbours = M::NONE;
            let steps = Direction::ALL.into_iter();
            let to = steps.filter_map(|side| puzzle.lone_step(shape, from, side));
            to.for_each(|to| neighbours.insert(code.number(to).into()));
            neighbours
        };
        let places = code.places();
        let off_board = || code.can_be_gone().then(|| M::part(std::iter::empty()));
        let first = places.first().copied();
        let covers_one = |(number, &place): (Cell, &Cell)| {
            first.is_some_and(|first| place == first + number) && covered(place).eq([place])
        };
        Self {
            covered: places.iter().map(|&at| M::part(covered(at))).chain(off_board()).collect(),
            beside: places.iter().map(|&at| beside(at)).chain(off_board()).collect(),
            steps: places.iter().map(|&at| Direction::ALL.map(|side| step(at, side))).collect(),
            neighbours: places.iter().map(|&at| neighbours(at)).collect(),
            cells_from: first.filter(|_| (0..).zip(places).all(covers_one)),
            look_up: None,
        }
    }

    /// False if all cells beside a piece are covered.
    #[inline(always)]
    pub fn can_step(&self, from: usize, free: M) -> bool {
        free.meets(&self.beside[from])
    }

    /// Calls `visit` for the places to which one step of a piece leads, with the direction. The last argument says
    /// whether a second step in that direction is possible.
    #[inline(always)]
    fn each_step(&self, from: usize, free: M, mut visit: impl FnMut(usize, usize, bool)) {
        if !free.meets(&self.beside[from]) {
            return;
        }
        for (direction, step) in self.steps[from].iter().enumerate() {
            if step.is_possible(free) {
                let to = usize::from(step.to);
                let free = free.with(&self.covered[from]);
                visit(to, direction, self.steps[to][direction].is_possible(free));
            }
        }
    }

    /// Calls `visit` for the places to which one move of a piece leads; `free` are the empty cells.
    #[inline(always)]
    pub fn each_move(&self, metric: Metric, from: usize, free: M, mut visit: impl FnMut(usize)) {
        if !self.can_step(from, free) {
            return;
        }
        // A step newly covers no cell of its own, so that these matter for further steps only.
        let steps = &self.steps[from];
        if metric == Metric::Unit {
            for step in steps.iter().filter(|step| step.is_possible(free)) {
                visit(step.to.into());
            }
            return;
        }
        if !steps.iter().any(|step| step.is_possible(free)) {
            return;
        }
        let free = free.with(&self.covered[from]);
        if metric == Metric::Straight {
            for (direction, mut step) in steps.iter().enumerate() {
                while step.is_possible(free) {
                    visit(step.to.into());
                    step = &self.steps[usize::from(step.to)][direction];
                }
            }
            return;
        }
        let mut tested = M::NONE;
        tested.insert(from);
        let mut fresh = self.neighbours[from];
        while let Some(to) = fresh.take_first() {
            tested.insert(to);
            if free.has_all(&self.covered[to]) {
                fresh = fresh.or(self.neighbours[to].without(tested));
                visit(to);
            }
        }
    }
}
