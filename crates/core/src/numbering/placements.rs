//! States of a board that is filled cell by cell, shared by the numbering and the counts.
//!
//! Both the numbering ([`Arrangements`](super::Arrangements)) and the counts read the cells in order. At each cell they
//! choose what starts there: no piece, or a piece of some kind.

use crate::grid::{Board, Cell, Cells};
use smallvec::SmallVec;
use thiserror::Error;

/// Identical pieces: their number and the cells that each can cover.
#[derive(Clone, Copy, Debug)]
pub struct Pieces<'a> {
    /// Number of pieces.
    pub count: u8,
    /// For each cell of the board, the cells that a piece covers if its anchor, its first cell, is there. The set is
    /// empty if no piece fits there. All other sets have the same size.
    pub covered: &'a [Cells],
}

impl Pieces<'_> {
    /// Number of cells that one piece covers.
    fn area(&self) -> u32 {
        self.covered.iter().map(|covered| covered.len()).max().unwrap_or(0)
    }
}

/// Error: from its first cell to its last, a piece spans more cells than a state can record.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("a piece spans {0} cells in reading order: at most 128 are supported")]
pub struct ReachError(pub usize);

/// Sixteen counters of one byte each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tally(u128);

impl Tally {
    /// Number of counters.
    pub const COUNTERS: usize = 16;

    /// Counters with these values; the others are 0.
    pub fn of(counts: impl IntoIterator<Item = u8>) -> Self {
        let counts = counts.into_iter().enumerate();
        counts.fold(Self::default(), |tally, (counter, count)| tally.plus(counter, count))
    }

    /// Value of a counter.
    pub fn get(self, counter: usize) -> u8 {
        (self.0 >> (8 * counter)) as u8
    }

    /// The counters after an addition to one of them, which must not overflow.
    pub fn plus(self, counter: usize, count: u8) -> Self {
        debug_assert!(self.get(counter).checked_add(count).is_some());
        Self(self.0 + (u128::from(count) << (8 * counter)))
    }
}

/// State of a board after some cells have been read: everything that later choices depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FillState {
    /// The cells that pieces already cover, as bits; the lowest bit is the next cell to read.
    covered: u128,
    /// Number of pieces placed, by counter.
    pub placed: Tally,
}

/// A kind: the amount that placing one adds to each counter.
type Kind = SmallVec<[(usize, u8); 2]>;

/// A kind that may start at a cell, and the cells that it covers, counted from that cell.
#[derive(Clone, Copy, Debug)]
struct Start {
    kind: usize,
    covered: u128,
}

/// A board that is read cell by cell, and the pieces that may start at each cell.
#[derive(Clone, Debug)]
pub struct Placements {
    kinds: Vec<Kind>,
    /// For each cell, the kinds that may start there; none if the cell is a wall.
    starts: Vec<SmallVec<[Start; 4]>>,
    open: Vec<bool>,
    /// For each cell, the counter that counts it if it stays empty.
    empties: Vec<Option<usize>>,
    /// For each cell, the open cells after it.
    open_after: Vec<u32>,
    /// The largest number of cells of the whole board that one cell represents.
    scale: u32,
    limits: Limits,
}

/// Limits on the number of pieces.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Largest value of each counter.
    pub most: Tally,
    /// Number of cells that one piece of each counter covers.
    pub areas: Vec<u32>,
    /// Largest number of cells that all pieces together may cover.
    pub area: u32,
    /// Whether the pieces must cover that many cells. Then states that can no longer reach that number are dropped.
    pub exact: bool,
}

impl Placements {
    /// An empty board. `open` says for each cell, in reading order, whether it is open. Each cell represents at most
    /// `scale` cells of the whole board.
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

    /// A board on which all of these pieces must be placed; the `k`th of them is counter `k` and kind `k`.
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

    /// Adds a kind by the amounts that it adds to the counters, and returns its number.
    pub fn add_kind(&mut self, adds: impl IntoIterator<Item = (usize, u8)>) -> usize {
        self.kinds.push(adds.into_iter().collect());
        self.kinds.len() - 1
    }

    /// Lets a kind start on some cells, at least one of which must be open.
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

    /// Counts a cell in a counter if it stays empty.
    pub fn count_empty(&mut self, cell: usize, counter: usize) {
        self.empties[cell] = Some(counter);
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.open.len()
    }

    /// Number of kinds.
    pub fn kind_count(&self) -> usize {
        self.kinds.len()
    }

    /// The state before the first cell.
    pub fn start(&self) -> FillState {
        FillState { covered: 0, placed: Tally::default() }
    }

    /// Whether all pieces that must be placed are placed.
    pub fn is_complete(&self, state: &FillState) -> bool {
        state.placed == self.limits.most
    }

    /// Calls `reach` for every choice at a cell: with the kind that starts there, and the state that follows.
    #[inline]
    pub fn follow(
        &self,
        cell: usize,
        state: &FillState,
        mut reach: impl FnMut(Option<usize>, FillState),
    ) {
        let &FillState { covered, placed } = state;
        let is_free = self.open[cell] && covered & 1 == 0;
        let used = self.area(placed);
        let room = (self.open_after[cell] - (covered >> 1).count_ones()) * self.scale;
        if !self.limits.exact || used + room >= self.limits.area {
            let counted = self.empties[cell].filter(|_| is_free);
            let placed = counted.map_or(placed, |counter| placed.plus(counter, 1));
            reach(None, FillState { covered: covered >> 1, placed });
        }
        if !is_free {
            return;
        }
        for start in &self.starts[cell] {
            let kind = &self.kinds[start.kind];
            if covered & start.covered == 0
                && let Some(placed) = self.place(kind, placed)
            {
                reach(
                    Some(start.kind),
                    FillState { covered: (covered | start.covered) >> 1, placed },
                );
            }
        }
    }

    /// The counters after a kind is placed, unless a limit forbids it.
    #[inline]
    fn place(&self, kind: &Kind, mut placed: Tally) -> Option<Tally> {
        for &(counter, count) in kind {
            let most = self.limits.most.get(counter);
            let sum = placed.get(counter).checked_add(count).filter(|&sum| sum <= most);
            placed = sum.map(|_| placed.plus(counter, count))?;
        }
        (self.area(placed) <= self.limits.area).then_some(placed)
    }

    /// Number of cells that the counted pieces cover.
    #[inline]
    fn area(&self, placed: Tally) -> u32 {
        let areas = self.limits.areas.iter().enumerate();
        areas.map(|(counter, area)| u32::from(placed.get(counter)) * area).sum()
    }
}

/// A set of cells as bits, shifted so that its first cell, which must be `first`, is the lowest bit.
fn from(cells: Cells, first: Cell) -> u128 {
    cells.bits() >> first
}
