//! Subsets of equal size, numbered in the combinatorial number system.
//!
//! The order is that of the subsets read as binary numbers, first cell lowest. (D. E. Knuth, The Art of
//! Computer Programming 4A, 7.2.1.3, Theorem L.)

use crate::grid::{Cell, Cells};
use smallvec::SmallVec;

/// Pascal's triangle up to 128, as far as 64 bits hold it.
///
/// ```
/// use huarong::puzzle::Cells;
/// use huarong::numbering::subsets::Binomials;
///
/// let binomials = Binomials::new();
/// let free = Cells::from_bits(0b1011_0110);
/// assert_eq!(binomials.choose(free.len(), 2), 10);
/// let fourth = binomials.unrank_within(3, 2, free);
/// assert_eq!(binomials.rank_within(fourth, free), 3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Binomials(&'static Triangle);

/// The place of every cell of a set among them.
#[derive(Clone, Debug)]
pub struct Places([u8; Cells::MOST as usize]);

impl Places {
    /// Of the cells of a set; those of others are not asked for.
    pub fn of(free: Cells) -> Self {
        let mut places = [0; Cells::MOST as usize];
        for (place, cell) in (0..).zip(free) {
            places[cell as usize] = place;
        }
        Self(places)
    }
}

const SIZE: usize = Cells::MOST as usize + 1;

/// For each k the coefficients of all n: those that a rank adds up lie together.
type Triangle = [[u64; SIZE]; SIZE];

static TRIANGLE: Triangle = triangle();

const fn triangle() -> Triangle {
    let mut columns = [[0u64; SIZE]; SIZE];
    let mut n = 0;
    while n < SIZE {
        columns[0][n] = 1;
        let mut k = 1;
        while k <= n {
            columns[k][n] = columns[k - 1][n - 1].saturating_add(columns[k][n - 1]);
            k += 1;
        }
        n += 1;
    }
    columns
}

impl Binomials {
    /// The triangle.
    pub fn new() -> Self {
        Self(&TRIANGLE)
    }

    /// In how many ways `k` of `n` cells can be chosen, `n` being at most 128; `u64::MAX` where there are at
    /// least as many.
    #[inline]
    pub fn choose(self, n: u32, k: u32) -> u64 {
        if k > n { 0 } else { self.0[k as usize][n as usize] }
    }

    /// Number of a set of cells among the equally large subsets of `free`, of which there must be fewer than
    /// `u64::MAX`.
    #[inline]
    pub fn rank_within(self, cells: Cells, free: Cells) -> u64 {
        debug_assert!(cells.is_within(free));
        let columns = self.0[1..].iter();
        columns.zip(cells).map(|(column, cell)| column[free.place_of(cell) as usize]).sum()
    }

    /// The same number, by the places of the cells of `free`: sooner where many sets are numbered within the same.
    #[inline]
    pub fn rank_by_places(self, cells: Cells, places: &Places) -> u64 {
        let columns = self.0[1..].iter();
        columns.zip(cells).map(|(column, cell)| column[usize::from(places.0[cell as usize])]).sum()
    }

    /// The `count` cells among `free` with an index below `choose(free, count)`.
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

/// The next larger number with as many binary ones (Gosper's hack). Zero follows zero.
#[inline]
pub(crate) fn next_of_size(bits: u64) -> u64 {
    let lowest = bits & bits.wrapping_neg();
    let up = bits.wrapping_add(lowest);
    match lowest {
        0 => 0,
        _ => up | (bits ^ up) >> (lowest.trailing_zeros() + 2),
    }
}

/// The next set of as many cells within `free`, if there is one.
#[inline]
pub fn next_within(cells: Cells, free: Cells) -> Option<Cells> {
    // Gosper's successor, carried through the gaps between the free cells: cells that are not free are
    // filled in before a carry is sent up.
    let lowest = cells.first()?;
    let carried = (cells.bits() | !free.bits()).wrapping_add(1 << lowest);
    let up = (Cells::from_bits(carried) & free) - cells;
    let moved = up.first()?;
    let below = cells.before(moved);
    let above = cells - below;
    let low: Cells = free.into_iter().take(below.len() as usize - 1).collect();
    Some(above | Cells::of(moved) | low)
}
