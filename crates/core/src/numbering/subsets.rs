//! Ranks of subsets of equal size in the combinatorial number system.
//!
//! Subsets are ordered as binary numbers whose lowest bit is the first cell (D. E. Knuth, The Art of Computer
//! Programming 4A, 7.2.1.3, Theorem L).

use crate::grid::{Cell, Cells};
use smallvec::SmallVec;
use std::sync::LazyLock;

/// Binomial coefficients up to n = 128; those above 64 bits are saturated.
///
/// ```
/// use huarong::puzzle::Cells;
/// use huarong_core::numbering::subsets::Binomials;
///
/// let binomials = Binomials::new();
/// let free = Cells::from_bits(0b1011_0110);
/// assert_eq!(binomials.choose(free.len(), 2), 10);
/// let fourth = binomials.unrank_within(3, 2, free);
/// assert_eq!(binomials.rank_within(fourth, free), 3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Binomials(&'static Triangle);

/// For each cell of a set, its place among the cells of the set.
#[derive(Clone, Debug)]
pub struct Places([u8; Cells::MOST as usize]);

impl Places {
    /// The places of the cells of a set. The entries of other cells are unspecified.
    pub fn of(free: Cells) -> Self {
        let mut places = [0; Cells::MOST as usize];
        for (place, cell) in (0..).zip(free) {
            places[cell as usize] = place;
        }
        Self(places)
    }

    /// The places of some cells of the set, as bits. They must be below 64.
    #[inline]
    pub fn bits(&self, cells: Cells) -> u64 {
        cells.into_iter().map(|cell| 1 << self.0[usize::from(cell)]).sum()
    }
}

const SIZE: usize = Cells::MOST as usize + 1;

/// For each k, the coefficients of all n. This order keeps the terms of one rank close together in memory.
type Triangle = [[u64; SIZE]; SIZE];

/// It is computed when it is first needed: as data of the program, it would be a large part of what browsers load.
static TRIANGLE: LazyLock<Box<Triangle>> = LazyLock::new(|| {
    let mut columns = Box::new([[0_u64; SIZE]; SIZE]);
    for n in 0..SIZE {
        columns[0][n] = 1;
        for k in 1..=n {
            columns[k][n] = columns[k - 1][n - 1].saturating_add(columns[k][n - 1]);
        }
    }
    columns
});

impl Binomials {
    /// The table of coefficients.
    pub fn new() -> Self {
        Self(&TRIANGLE)
    }

    /// Binomial coefficient: the number of `k`-subsets of `n` cells, for `n` up to 128. Saturates at `u64::MAX`.
    #[inline]
    pub fn choose(self, n: u32, k: u32) -> u64 {
        if k > n { 0 } else { self.0[k as usize][n as usize] }
    }

    /// Rank of a set of cells among the subsets of `free` of equal size, of which there must be fewer than `u64::MAX`.
    #[inline]
    pub fn rank_within(self, cells: Cells, free: Cells) -> u64 {
        debug_assert!(cells.is_within(free));
        let columns = self.0[1..].iter();
        columns.zip(cells).map(|(column, cell)| column[free.place_of(cell) as usize]).sum()
    }

    /// The same rank from the precomputed places of `free`; faster when many subsets of one set are ranked.
    #[inline]
    pub fn rank_by_places(self, cells: Cells, places: &Places) -> u64 {
        let columns = self.0[1..].iter();
        columns.zip(cells).map(|(column, cell)| column[usize::from(places.0[cell as usize])]).sum()
    }

    /// The subset of `free` with `count` cells and a given rank below `choose(free, count)`.
    pub fn unrank_within(self, mut index: u64, count: u32, free: Cells) -> Cells {
        if count == 1 {
            return free.into_iter().nth(index as usize).map(Cells::of).unwrap_or_default();
        }
        let cells: SmallVec<[Cell; 32]> = free.into_iter().collect();
        let mut place = cells.len();
        let mut chosen = Cells::NONE;
        for left in (1..=count).rev() {
            while self.choose(place as u32, left) > index {
                place -= 1;
            }
            index -= self.choose(place as u32, left);
            chosen.insert(cells[place]);
        }
        chosen
    }
}

impl Default for Binomials {
    fn default() -> Self {
        Self::new()
    }
}

/// The next larger number with the same number of one bits (Gosper's hack); 0 for 0.
#[inline]
pub fn next_of_size(bits: u64) -> u64 {
    let lowest = bits & bits.wrapping_neg();
    let up = bits.wrapping_add(lowest);
    match lowest {
        0 => 0,
        _ => up | (bits ^ up) >> (lowest.trailing_zeros() + 2),
    }
}

/// The next subset of `free` of the same size, if there is one.
#[inline]
pub fn next_within(cells: Cells, free: Cells) -> Option<Cells> {
    // Gosper's successor within `free`: setting the cells outside `free` lets a carry pass through the gaps.
    let lowest = cells.first()?;
    let carried = (cells.bits() | !free.bits()).wrapping_add(1 << lowest);
    let up = (Cells::from_bits(carried) & free) - cells;
    let moved = up.first()?;
    let below = cells.before(moved);
    let above = cells - below;
    let low: Cells = free.into_iter().take(below.len() as usize - 1).collect();
    Some(above | Cells::of(moved) | low)
}
