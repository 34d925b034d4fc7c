//! Sets of cells in one machine word or two.

use crate::grid::{Cell, Cells};

/// A set of cells, as wide as the board needs.
pub(in crate::sliding::search) trait Mask: Copy {
    const NONE: Self;
    const ALL: Self;

    fn from(cells: Cells) -> Self;
    /// The cells whose bits are set, from a cell on.
    fn bits(bits: u128, from: Cell) -> Self;
    fn with(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn meets(self, other: Self) -> bool;
    fn is_within(self, other: Self) -> bool;
}

macro_rules! mask {
    ($($word:ty),*) => {
        $(impl Mask for $word {
            const NONE: Self = 0;
            const ALL: Self = Self::MAX;

            fn from(cells: Cells) -> Self {
                cells.bits() as Self
            }

            #[inline(always)]
            fn bits(bits: u128, from: Cell) -> Self {
                (bits as Self) << from
            }

            #[inline(always)]
            fn with(self, other: Self) -> Self {
                self | other
            }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                self & !other
            }

            #[inline(always)]
            fn meets(self, other: Self) -> bool {
                self & other != 0
            }

            #[inline(always)]
            fn is_within(self, other: Self) -> bool {
                self & !other == 0
            }
        })*
    };
}
mask!(u64, u128);
