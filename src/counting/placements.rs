//! The states of pieces on a board: what may start at each cell, and what matters of the cells before.
//!
//! Both the numbering ([`space`](crate::space)) and the counts ([`Census`](super::Census)) read the cells in
//! order, and at each choose what starts there: nothing, or a piece of some kind.

use super::CountError;
use crate::puzzle::{PieceSet, Puzzle, Shape, ShapeId};
use smallvec::SmallVec;

/// Counters of a byte each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Tally(u128);

impl Tally {
    /// How many counters there are.
    pub const COUNTERS: usize = 16;

    /// So many in each counter, the others being 0.
    pub fn of(counts: impl IntoIterator<Item = u8>) -> Self {
        let counts = counts.into_iter().enumerate();
        counts.fold(Self::default(), |tally, (counter, count)| tally.plus(counter, count))
    }

    /// A counter's number.
    pub fn get(self, counter: usize) -> u8 {
        (self.0 >> (8 * counter)) as u8
    }

    /// With so many more in a counter, which must hold them.
    pub fn plus(self, counter: usize, count: u8) -> Self {
        debug_assert!(self.get(counter).checked_add(count).is_some());
        Self(self.0 + (u128::from(count) << (8 * counter)))
    }
}

/// What matters of the cells read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct State {
    /// The cells from the next one on that pieces already cover, the next one being the lowest bit.
    covered: u128,
    /// The pieces placed.
    pub placed: Tally,
}

/// What is placed together: how much it adds to which counters.
type Kind = SmallVec<[(usize, u8); 2]>;

/// A kind starting at a cell, and the cells that it covers from there on.
#[derive(Clone, Copy, Debug)]
struct Start {
    kind: usize,
    covered: u128,
}

/// A board, read cell by cell, and what may be placed on it.
#[derive(Clone, Debug)]
pub(crate) struct Placements {
    kinds: Vec<Kind>,
    /// For every cell what may start there; nothing where the cell is no open one.
    starts: Vec<SmallVec<[Start; 4]>>,
    open: Vec<bool>,
    /// The counter of empty cells that a cell adds to, if it is left empty.
    empties: Vec<Option<usize>>,
    /// For every cell, the open ones after it.
    open_after: Vec<u32>,
    /// Cells of the whole board that a cell stands for.
    scale: u32,
    limits: Limits,
}

/// How many pieces are placed.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// Most of each counter.
    pub most: Tally,
    /// The cells that each counter's pieces cover.
    pub areas: Vec<u32>,
    /// Most cells that pieces may cover in all.
    pub area: u32,
    /// Whether all that may cover cells must: states from which that is impossible may be left out.
    pub exact: bool,
}

impl Placements {
    /// An empty board: the cells in the order in which they are read, whether each is open, and of how many
    /// cells of the whole board each stands at most.
    pub fn new(open: Vec<bool>, scale: u32, limits: Limits) -> Self {
        let mut open_after: Vec<u32> = Vec::with_capacity(open.len());
        let mut after = 0;
        for &open in open.iter().rev() {
            open_after.push(after);
            after += u32::from(open);
        }
        open_after.reverse();
        Self {
            kinds: Vec::new(),
            starts: vec![SmallVec::new(); open.len()],
            empties: vec![None; open.len()],
            open,
            open_after,
            scale,
            limits,
        }
    }

    /// The pieces of a set on a puzzle's board; counter and kind `k` are the `k`th shape of which there are
    /// pieces.
    pub fn of_piece_set(puzzle: &Puzzle, pieces: &PieceSet) -> Self {
        let board = puzzle.board();
        let counts = pieces.counts();
        let shapes: Vec<ShapeId> = (0..counts.len()).filter(|&id| counts[id] > 0).collect();
        let open = (0..board.cell_count()).map(|cell| board.open_cells() >> cell & 1 == 1);
        let most = Tally::of(shapes.iter().map(|&id| counts[id]));
        let areas = shapes.iter().map(|&id| puzzle.shapes()[id].area().into()).collect();
        let limits = Limits { most, areas, area: puzzle.area(pieces), exact: true };
        let mut placements = Self::new(open.collect(), 1, limits);
        for (counter, &id) in shapes.iter().enumerate() {
            let kind = placements.add_kind([(counter, 1)]);
            for cell in 0..board.cell_count() {
                let covered = puzzle.covered(id, cell);
                if covered != 0 {
                    let covered = (covered >> cell).into();
                    placements.starts[usize::from(cell)].push(Start { kind, covered });
                }
            }
        }
        placements
    }

    /// A new kind, by what it adds to which counters; its number.
    pub fn add_kind(&mut self, adds: impl IntoIterator<Item = (usize, u8)>) -> usize {
        self.kinds.push(adds.into_iter().collect());
        self.kinds.len() - 1
    }

    /// Says that a kind may be placed on some cells, of which one at least is open.
    ///
    /// # Errors
    ///
    /// Where it reaches over too many cells.
    pub fn add_start(
        &mut self,
        kind: usize,
        shape: &Shape,
        cells: impl Iterator<Item = usize> + Clone,
    ) -> Result<(), CountError> {
        let first = cells.clone().min().expect("a piece has cells");
        let mut covered = 0u128;
        for cell in cells {
            let bit = 1u128.checked_shl((cell - first) as u32);
            let too_far =
                || CountError::Reach { shape: shape.name().to_owned(), reach: cell - first + 1 };
            covered |= bit.ok_or_else(too_far)?;
        }
        self.starts[first].push(Start { kind, covered });
        Ok(())
    }

    /// Has a cell that is left empty counted.
    pub fn count_empty(&mut self, cell: usize, counter: usize) {
        self.empties[cell] = Some(counter);
    }

    /// Number of cells to be read.
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// Number of kinds.
    pub fn kind_count(&self) -> usize {
        self.kinds.len()
    }

    /// The state before the first cell.
    pub fn start(&self) -> State {
        State { covered: 0, placed: Tally::default() }
    }

    /// Whether all that must be placed is.
    pub fn is_complete(&self, state: &State) -> bool {
        state.placed == self.limits.most
    }

    /// Calls `reach` for every choice at a cell: what starts there, and the state after it.
    #[inline]
    pub fn follow(&self, cell: usize, state: &State, mut reach: impl FnMut(Option<usize>, State)) {
        let &State { covered, placed } = state;
        let is_free = self.open[cell] && covered & 1 == 0;
        let used = self.area(placed);
        let room = (self.open_after[cell] - (covered >> 1).count_ones()) * self.scale;
        if !self.limits.exact || used + room >= self.limits.area {
            let counted = self.empties[cell].filter(|_| is_free);
            let placed = counted.map_or(placed, |counter| placed.plus(counter, 1));
            reach(None, State { covered: covered >> 1, placed });
        }
        if !is_free {
            return;
        }
        for start in &self.starts[cell] {
            let kind = &self.kinds[start.kind];
            if covered & start.covered == 0
                && let Some(placed) = self.place(kind, placed)
            {
                reach(Some(start.kind), State { covered: (covered | start.covered) >> 1, placed });
            }
        }
    }

    /// The tally with a kind placed, if the limits allow it.
    #[inline]
    fn place(&self, kind: &Kind, mut placed: Tally) -> Option<Tally> {
        for &(counter, count) in kind {
            let most = self.limits.most.get(counter);
            let sum = placed.get(counter).checked_add(count).filter(|&sum| sum <= most);
            placed = sum.map(|_| placed.plus(counter, count))?;
        }
        (self.area(placed) <= self.limits.area).then_some(placed)
    }

    /// The cells that the pieces of a tally cover.
    #[inline]
    fn area(&self, placed: Tally) -> u32 {
        let areas = self.limits.areas.iter().enumerate();
        areas.map(|(counter, area)| u32::from(placed.get(counter)) * area).sum()
    }
}
