//! Sets of cells, and the cells of pieces, as the board needs them.

use huarong_core::grid::{Cell, CellSet, WideCells};

/// A set of cells, as wide as the board needs.
pub(crate) trait Mask: Copy + std::fmt::Debug {
    const NONE: Self;

    /// Some cells of a piece: a set, or a list on boards that need many words.
    type Part: Clone + std::fmt::Debug + Send + Sync;

    fn part(cells: impl Iterator<Item = Cell>) -> Self::Part;
    /// The cells whose bits are set, from a cell on.
    fn bits(bits: u64, from: Cell) -> Self;
    /// One bit for each of 64 cells, from a cell on.
    fn word(self, from: Cell) -> u64;
    fn insert(&mut self, cell: usize);
    fn take_first(&mut self) -> Option<usize>;
    fn contains(self, cell: usize) -> bool;
    fn or(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn with(self, part: &Self::Part) -> Self;
    fn meets(self, part: &Self::Part) -> bool;
    fn has_all(self, part: &Self::Part) -> bool;
}

macro_rules! mask {
    ($($word:ty),*) => {
        $(impl Mask for $word {
            const NONE: Self = 0;

            type Part = Self;

            fn part(cells: impl Iterator<Item = Cell>) -> Self {
                cells.fold(0, |part, cell| part | 1 << cell)
            }

            #[inline(always)]
            fn bits(bits: u64, from: Cell) -> Self {
                Self::from(bits) << from
            }

            #[inline(always)]
            fn word(self, from: Cell) -> u64 {
                (self >> from) as u64
            }

            #[inline(always)]
            fn insert(&mut self, cell: usize) {
                *self |= 1 << cell;
            }

            #[inline(always)]
            fn take_first(&mut self) -> Option<usize> {
                let first = (*self != 0).then(|| self.trailing_zeros() as usize);
                *self &= self.wrapping_sub(1);
                first
            }

            #[inline(always)]
            fn contains(self, cell: usize) -> bool {
                self >> cell & 1 == 1
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                self & !other
            }

            #[inline(always)]
            fn with(self, part: &Self) -> Self {
                self | part
            }

            #[inline(always)]
            fn meets(self, part: &Self) -> bool {
                self & part != 0
            }

            #[inline(always)]
            fn has_all(self, part: &Self) -> bool {
                part & !self == 0
            }
        })*
    };
}
mask!(u64, u128);

impl Mask for WideCells {
    const NONE: Self = <Self as CellSet>::NONE;

    type Part = Box<[Cell]>;

    fn part(cells: impl Iterator<Item = Cell>) -> Box<[Cell]> {
        cells.collect()
    }

    fn bits(bits: u64, from: Cell) -> Self {
        let set = (0..64).filter(|bit| bits >> bit & 1 == 1);
        set.map(|bit: Cell| from + bit).collect()
    }

    #[inline]
    fn word(self, from: Cell) -> u64 {
        WideCells::word(self, from)
    }

    #[inline]
    fn insert(&mut self, cell: usize) {
        CellSet::insert(self, cell as Cell);
    }

    #[inline]
    fn take_first(&mut self) -> Option<usize> {
        self.pop_first().map(usize::from)
    }

    #[inline]
    fn contains(self, cell: usize) -> bool {
        CellSet::contains(self, cell as Cell)
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        CellSet::with(self, other)
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        CellSet::without(self, other)
    }

    #[inline]
    fn with(mut self, part: &Box<[Cell]>) -> Self {
        part.iter().for_each(|&cell| CellSet::insert(&mut self, cell));
        self
    }

    #[inline]
    fn meets(self, part: &Box<[Cell]>) -> bool {
        part.iter().any(|&cell| CellSet::contains(self, cell))
    }

    #[inline]
    fn has_all(self, part: &Box<[Cell]>) -> bool {
        part.iter().all(|&cell| CellSet::contains(self, cell))
    }
}
