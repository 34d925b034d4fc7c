//! The states of pieces on a board: what may start at each cell, and what matters of the cells before.
//!
//! Both the numbering ([`Arrangements`](super::Arrangements)) and the counts read the cells in order, and at each
//! choose what starts there: nothing, or a piece of some kind.

use crate::grid::{Board, Cell, Cells};
use smallvec::SmallVec;
use thiserror::Error;

/// Pieces that look the same and may stand in the same places.
#[derive(Clone, Copy, Debug)]
pub struct Pieces<'a> {
    /// How many there are.
    pub count: u8,
    /// For each cell of the board what a piece with its anchor there covers, the anchor being the first of these
    /// cells; nothing where it cannot stand. All sets that are not empty are equally large.
    pub covered: &'a [Cells],
}

impl Pieces<'_> {
    /// The cells that one piece covers.
    fn area(&self) -> u32 {
        self.covered.iter().map(|covered| covered.len()).max().unwrap_or(0)
    }
}

/// A piece that reaches over more cells than a state remembers.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("a piece reaches over {0} cells in reading order, and at most 128 are remembered")]
pub struct ReachError(pub usize);

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

    /// Some pieces on a board, all of which must be placed; counter and kind `k` are the `k`th of them.
    pub fn of_pieces(board: &Board, pieces: &[Pieces<'_>]) -> Self {
        let open = board.cells().map(|cell| board.open_cells().contains(cell));
        let most = Tally::of(pieces.iter().map(|pieces| pieces.count));
        let areas: Vec<u32> = pieces.iter().map(Pieces::area).collect();
        let area = areas.iter().zip(pieces).map(|(area, pieces)| area * u32::from(pieces.count));
        let limits = Limits { most, area: area.sum(), areas, exact: true };
        let mut placements = Self::new(open.collect(), 1, limits);
        for (counter, pieces) in pieces.iter().enumerate() {
            let kind = placements.add_kind([(counter, 1)]);
            let starts = placements.starts.iter_mut().zip(pieces.covered).zip(0..);
            for ((starts, covered), cell) in starts.filter(|((_, c), _)| !c.is_empty()) {
                starts.push(Start { kind, covered: from(*covered, cell) });
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
    pub fn add_start(
        &mut self,
        kind: usize,
        cells: impl Iterator<Item = usize> + Clone,
    ) -> Result<(), ReachError> {
        let first = cells.clone().min().expect("a piece has cells");
        let mut covered = 0u128;
        for cell in cells {
            let bit = 1u128.checked_shl((cell - first) as u32);
            covered |= bit.ok_or(ReachError(cell - first + 1))?;
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

/// Some cells as bits from one of them on, which must be their first.
fn from(cells: Cells, first: Cell) -> u128 {
    cells.bits() >> first
}
