//! Sets of cells of any board.

use super::{Board, Cell, Cells};

/// A set of cells. Code for all boards is generic over the set, because small sets, [`Cells`], are much faster.
pub trait CellSet: Copy + PartialEq + FromIterator<Cell> {
    /// The empty set.
    const NONE: Self;

    /// Whether a cell is in the set.
    fn contains(self, cell: Cell) -> bool;
    /// Adds a cell.
    fn insert(&mut self, cell: Cell);
    /// The first cell in reading order.
    fn first(self) -> Option<Cell>;
    /// Number of cells.
    fn len(self) -> u32;
    /// How many cells of the set come before a cell.
    fn place_of(self, cell: Cell) -> u32;
    /// Whether all cells are in the other set.
    fn is_within(self, other: Self) -> bool;
    /// The cells that are in this set or in the other.
    fn with(self, other: Self) -> Self;
    /// The cells that are not in the other set.
    fn without(self, other: Self) -> Self;
    /// The cells in reading order.
    fn cells(self) -> impl Iterator<Item = Cell>;

    /// Whether the set is empty.
    fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

impl CellSet for Cells {
    const NONE: Self = Self::NONE;

    #[inline(always)]
    fn contains(self, cell: Cell) -> bool {
        self.contains(cell)
    }

    #[inline(always)]
    fn insert(&mut self, cell: Cell) {
        self.insert(cell);
    }

    #[inline(always)]
    fn first(self) -> Option<Cell> {
        self.first()
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.len()
    }

    #[inline(always)]
    fn place_of(self, cell: Cell) -> u32 {
        self.place_of(cell)
    }

    #[inline(always)]
    fn is_within(self, other: Self) -> bool {
        self.is_within(other)
    }

    #[inline(always)]
    fn with(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self - other
    }

    #[inline(always)]
    fn cells(self) -> impl Iterator<Item = Cell> {
        self.into_iter()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.is_empty()
    }
}

/// A set of cells of any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WideCells([u64; WORDS]);

const WORDS: usize = Board::MOST.div_ceil(64) as usize;

impl WideCells {
    /// Takes out the first cell.
    #[inline]
    pub fn pop_first(&mut self) -> Option<Cell> {
        let at = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[at].trailing_zeros();
        self.0[at] &= self.0[at] - 1;
        Some((64 * at as u32 + bit) as Cell)
    }

    /// One bit for each of 64 cells, from a cell on.
    #[inline]
    pub fn word(self, from: Cell) -> u64 {
        let at = usize::from(from / 64);
        let next = self.0.get(at + 1).copied().unwrap_or(0);
        ((u128::from(next) << 64 | u128::from(self.0[at])) >> (from % 64)) as u64
    }

    #[inline]
    fn word_by_word(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| combine(self.0[word], other.0[word])))
    }
}

impl CellSet for WideCells {
    const NONE: Self = Self([0; WORDS]);

    #[inline]
    fn contains(self, cell: Cell) -> bool {
        self.0[usize::from(cell / 64)] >> (cell % 64) & 1 == 1
    }

    #[inline]
    fn insert(&mut self, cell: Cell) {
        self.0[usize::from(cell / 64)] |= 1 << (cell % 64);
    }

    fn first(self) -> Option<Cell> {
        self.cells().next()
    }

    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn place_of(self, cell: Cell) -> u32 {
        let (whole, bits) = (usize::from(cell / 64), cell % 64);
        let before = self.0[..whole].iter().map(|word| word.count_ones()).sum::<u32>();
        before + (self.0[whole] & ((1 << bits) - 1)).count_ones()
    }

    fn is_within(self, other: Self) -> bool {
        self.without(other) == Self::NONE
    }

    fn with(self, other: Self) -> Self {
        self.word_by_word(other, |one, other| one | other)
    }

    fn without(self, other: Self) -> Self {
        self.word_by_word(other, |one, other| one & !other)
    }

    fn cells(mut self) -> impl Iterator<Item = Cell> {
        std::iter::from_fn(move || self.pop_first())
    }
}

impl FromIterator<Cell> for WideCells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::NONE;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}
