//! The distances that a check can read: those of a table, or of a shard and of some positions in other shards.

use huarong_tables::table::{Distances, EntryWidth};
use std::ops::Range;

/// An entry of a table.
pub(super) trait Entry: Copy + Ord {
    /// The bytes of an entry.
    type Bytes: Copy;
    /// The distance of goal positions.
    const GOAL: Self;
    /// Unreachable positions, more than any distance.
    const UNREACHABLE: Self;

    /// Divides bytes into entries.
    fn divide(bytes: &[u8]) -> &[Self::Bytes];

    /// The entry in its bytes.
    fn of(bytes: Self::Bytes) -> Self;

    /// The entry of the nearest neighbour of a position that is no goal position.
    fn nearest(self) -> Self;
}

impl Entry for u8 {
    type Bytes = [u8; 1];
    const GOAL: Self = 0;
    const UNREACHABLE: Self = Self::MAX;

    fn divide(bytes: &[u8]) -> &[[u8; 1]] {
        bytes.as_chunks().0
    }

    #[inline(always)]
    fn of([byte]: [u8; 1]) -> Self {
        byte
    }

    #[inline(always)]
    fn nearest(self) -> Self {
        if self == Self::MAX { self } else { self.wrapping_sub(1) }
    }
}

impl Entry for u16 {
    type Bytes = [u8; 2];
    const GOAL: Self = 0;
    const UNREACHABLE: Self = Self::MAX;

    fn divide(bytes: &[u8]) -> &[[u8; 2]] {
        bytes.as_chunks().0
    }

    #[inline(always)]
    fn of(bytes: [u8; 2]) -> Self {
        Self::from_le_bytes(bytes)
    }

    #[inline(always)]
    fn nearest(self) -> Self {
        if self == Self::MAX { self } else { self.wrapping_sub(1) }
    }
}

/// The distances of a range of positions, and of some blocks of positions outside it. All positions are divided into
/// blocks of equal size.
pub(super) struct Known<'t> {
    own: Distances<&'t [u8]>,
    range: Range<u64>,
    block: u64,
    /// The blocks that are not entirely in the range, ascending.
    others: Vec<u64>,
    theirs: Distances,
}

impl<'t> Known<'t> {
    /// The distances of a range of positions.
    pub fn of(own: Distances<&'t [u8]>, first: u64, block: u64) -> Self {
        let range = first..first + own.len();
        Self { own, range, block, others: Vec::new(), theirs: Distances::of_bytes(Vec::new()) }
    }

    /// Replaces the other blocks, with `u16::MAX` for unreachable positions.
    pub fn set_others(&mut self, others: Vec<u64>, theirs: Vec<u16>) {
        self.others = others;
        self.theirs = match self.own.width() {
            EntryWidth::One => Distances::of_words(theirs),
            EntryWidth::Two => Distances::wide(theirs),
        };
    }

    /// The positions of a block.
    pub fn positions(&self, block: u64) -> Range<u64> {
        block * self.block..(block + 1) * self.block
    }

    /// The block of a position, unless the range contains all of it.
    pub fn other_block(&self, index: u64) -> Option<u64> {
        let block = index / self.block;
        (!self.has_all(&self.positions(block))).then_some(block)
    }

    /// Whether the range contains these positions.
    fn has_all(&self, positions: &Range<u64>) -> bool {
        self.range.start <= positions.start && positions.end <= self.range.end
    }

    /// The positions in the range.
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// The distance of a position in the range, or in one of the other blocks.
    #[inline]
    pub fn get(&self, index: u64) -> Option<u16> {
        if self.range.contains(&index) {
            return self.own.get(index - self.range.start);
        }
        self.theirs.get(self.nth_other(index / self.block) * self.block + index % self.block)
    }

    fn nth_other(&self, block: u64) -> u64 {
        self.others.binary_search(&block).expect("other blocks are asked for") as u64
    }

    /// The width of the entries, if all have the same.
    pub fn width(&self) -> Option<EntryWidth> {
        let width = self.own.width();
        (self.others.is_empty() || self.theirs.width() == width).then_some(width)
    }

    /// The entries of a block, in their common width.
    pub fn entries<E: Entry>(&self, block: u64) -> &[E::Bytes] {
        let positions = self.positions(block);
        let (entries, first) = match self.has_all(&positions) {
            true => (self.own.bytes(), positions.start - self.range.start),
            false => (self.theirs.bytes(), self.nth_other(block) * self.block),
        };
        &E::divide(entries)[first as usize..][..self.block as usize]
    }
}
