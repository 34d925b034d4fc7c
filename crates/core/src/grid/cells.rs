//! Sets of cells, one bit per cell.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// Number of an open cell of a board in reading order, from 0: [`Board::column`](super::Board::column) and
/// [`Board::row`](super::Board::row) give its place. Without walls it is `row * width + column`.
pub type Cell = u16;

/// A set of cells; it does not know its board.
///
/// `|`, `&` and `-` are union, intersection and difference. Sets are ordered as binary numbers with bit 0 for cell 0.
///
/// ```
/// use huarong::puzzle::Cells;
///
/// let domino: Cells = [5, 6].into_iter().collect();
/// let small = Cells::of(6);
/// assert!(domino.contains(5) && domino.meets(small) && small.is_within(domino));
/// assert_eq!(domino - small, Cells::of(5));
/// assert_eq!((domino | Cells::of(9)).into_iter().collect::<Vec<_>>(), [5, 6, 9]);
/// assert_eq!(domino.place_of(6), 1, "one cell of the domino comes before cell 6");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells {
    // Two halves, because most boards use the low one only: with one 128-bit number `verify` took 1.5 times as long.
    high: u64,
    low: u64,
}

impl Cells {
    /// The empty set.
    pub const NONE: Self = Self { high: 0, low: 0 };

    /// Number of cells that a set can have; they are numbered from 0 to 127.
    pub const MOST: Cell = 128;

    /// The set of one cell.
    ///
    /// # Panics
    ///
    /// With overflow checks, if the cell is 128 or more.
    #[inline(always)]
    pub const fn of(cell: Cell) -> Self {
        if cell < HALF {
            Self { high: 0, low: 1 << cell }
        } else {
            Self { high: 1 << (cell - HALF), low: 0 }
        }
    }

    /// The first `count` cells, at most 128.
    pub const fn first_of_all(count: Cell) -> Self {
        match count {
            0 => Self::NONE,
            1..=127 => Self::from_bits(u128::MAX >> (128 - count)),
            _ => Self::from_bits(u128::MAX),
        }
    }

    /// The cells whose bits are set.
    #[inline(always)]
    pub const fn from_bits(bits: u128) -> Self {
        Self { high: (bits >> HALF) as u64, low: bits as u64 }
    }

    /// The set as bits, one per cell.
    #[inline(always)]
    pub const fn bits(self) -> u128 {
        (self.high as u128) << HALF | self.low as u128
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.high | self.low == 0
    }

    /// Number of cells.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        let low = self.low.count_ones();
        if self.high == 0 { low } else { low + self.high.count_ones() }
    }

    /// Whether a cell is in the set.
    #[inline(always)]
    pub const fn contains(self, cell: Cell) -> bool {
        if cell < HALF { self.low >> cell & 1 == 1 } else { self.high >> (cell - HALF) & 1 == 1 }
    }

    /// Whether the sets have a cell in common.
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        self.high & other.high | self.low & other.low != 0
    }

    /// Whether all cells are in the other set.
    #[inline(always)]
    pub const fn is_within(self, other: Self) -> bool {
        self.high & !other.high | self.low & !other.low == 0
    }

    /// The first cell in reading order.
    #[inline(always)]
    pub const fn first(self) -> Option<Cell> {
        if self.low != 0 {
            Some(self.low.trailing_zeros() as Cell)
        } else if self.high != 0 {
            Some(self.high.trailing_zeros() as Cell + HALF)
        } else {
            None
        }
    }

    /// The cells of the set that come before a cell in reading order.
    #[inline(always)]
    pub const fn before(self, cell: Cell) -> Self {
        if cell < HALF {
            Self { high: 0, low: self.low & ((1 << cell) - 1) }
        } else {
            Self { high: self.high & ((1 << (cell - HALF)) - 1), low: self.low }
        }
    }

    /// How many cells of the set come before a cell: the place of that cell among them.
    #[inline(always)]
    pub const fn place_of(self, cell: Cell) -> u32 {
        self.before(cell).len()
    }

    /// Adds a cell.
    #[inline(always)]
    pub const fn insert(&mut self, cell: Cell) {
        if cell < HALF {
            self.low |= 1 << cell;
        } else {
            self.high |= 1 << (cell - HALF);
        }
    }

    /// Takes a cell out.
    #[inline(always)]
    pub const fn remove(&mut self, cell: Cell) {
        if cell < HALF {
            self.low &= !(1 << cell);
        } else {
            self.high &= !(1 << (cell - HALF));
        }
    }
}

/// Cells of the low half.
const HALF: Cell = 64;

impl BitOr for Cells {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self { high: self.high | other.high, low: self.low | other.low }
    }
}

impl BitOrAssign for Cells {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for Cells {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self { high: self.high & other.high, low: self.low & other.low }
    }
}

impl BitAndAssign for Cells {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl Sub for Cells {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { high: self.high & !other.high, low: self.low & !other.low }
    }
}

impl SubAssign for Cells {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::NONE, |set, cell| set | Self::of(cell))
    }
}

impl FromIterator<Cells> for Cells {
    fn from_iter<I: IntoIterator<Item = Cells>>(sets: I) -> Self {
        sets.into_iter().fold(Self::NONE, BitOr::bitor)
    }
}

impl IntoIterator for Cells {
    type Item = Cell;
    type IntoIter = CellIter;

    #[inline(always)]
    fn into_iter(self) -> CellIter {
        CellIter(self)
    }
}

/// The cells of a set in reading order.
#[derive(Clone, Debug)]
pub struct CellIter(Cells);

impl Iterator for CellIter {
    type Item = Cell;

    #[inline(always)]
    fn next(&mut self) -> Option<Cell> {
        let left = &mut self.0;
        if left.low != 0 {
            let first = left.low.trailing_zeros() as Cell;
            left.low &= left.low - 1;
            return Some(first);
        }
        if left.high != 0 {
            let first = left.high.trailing_zeros() as Cell + HALF;
            left.high &= left.high - 1;
            return Some(first);
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }

    // One half after the other, without asking at each cell which it is in.
    #[inline(always)]
    fn fold<B, F: FnMut(B, Cell) -> B>(self, init: B, mut f: F) -> B {
        let Cells { mut high, mut low } = self.0;
        let mut folded = init;
        while low != 0 {
            folded = f(folded, low.trailing_zeros() as Cell);
            low &= low - 1;
        }
        while high != 0 {
            folded = f(folded, high.trailing_zeros() as Cell + HALF);
            high &= high - 1;
        }
        folded
    }
}

impl ExactSizeIterator for CellIter {}

impl FusedIterator for CellIter {}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
