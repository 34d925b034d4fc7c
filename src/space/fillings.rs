//! Fillings: which of the free cells hold single cells, numbered in the combinatorial number system.
//!
//! The order is that of the fillings read as binary numbers, first free cell lowest. (D. E. Knuth, The
//! Art of Computer Programming 4A, 7.2.1.3, Theorem L.)

use crate::puzzle::{Cells, iter_cells};

/// Pascal's triangle up to 64, as far as 64 bits hold it.
#[derive(Clone, Copy, Debug)]
pub struct Binomials(&'static [[u64; 65]; 65]);

static TRIANGLE: [[u64; 65]; 65] = triangle();

const fn triangle() -> [[u64; 65]; 65] {
    let mut rows = [[0u64; 65]; 65];
    let mut n = 0;
    while n <= 64 {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            // The largest, C(64, 32), is about 1.8e18: no sum overflows.
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
}

impl Binomials {
    /// The triangle.
    pub fn new() -> Self {
        Self(&TRIANGLE)
    }

    /// In how many ways `k` of `n` cells can be chosen; `n` at most 64.
    #[inline]
    pub fn choose(self, n: u32, k: u32) -> u64 {
        if k > n { 0 } else { self.0[n as usize][k as usize] }
    }

    /// Number of a set of cells among the equally large subsets of `free`.
    #[inline]
    pub fn rank_within(self, cells: Cells, free: Cells) -> u64 {
        debug_assert_eq!(cells & !free, 0);
        let mut index = 0;
        for (chosen, cell) in iter_cells(cells).enumerate() {
            let place = (free & ((1 << cell) - 1)).count_ones();
            index += self.0[place as usize][chosen + 1];
        }
        index
    }

    /// The `count` cells among `free` with an index below `choose(free, count)`.
    pub fn unrank_within(self, mut index: u64, count: u32, free: Cells) -> Cells {
        let cells: Vec<u8> = iter_cells(free).collect();
        let mut place = cells.len();
        let mut chosen = 0;
        for left in (1..=count).rev() {
            while self.choose(place as u32, left) > index {
                place -= 1;
            }
            index -= self.choose(place as u32, left);
            chosen |= 1 << cells[place];
        }
        chosen
    }
}

impl Default for Binomials {
    fn default() -> Self {
        Self::new()
    }
}

/// The next set of as many cells within `free`, if there is one.
#[inline]
pub fn next_within(cells: Cells, free: Cells) -> Option<Cells> {
    // Gosper's successor, carried through the gaps between the free cells: cells that are not free are
    // filled in before a carry is sent up.
    if cells == 0 {
        return None;
    }
    let lowest = cells & cells.wrapping_neg();
    let carried = (cells | !free).wrapping_add(lowest) & free;
    let up = carried & !cells;
    if up == 0 {
        return None;
    }
    let moved = up & up.wrapping_neg();
    let above = cells & !(moved - 1);
    let below = (cells & (moved - 1)).count_ones() - 1;
    let low = iter_cells(free).take(below as usize).fold(0, |low, cell| low | 1 << cell);
    Some(above | moved | low)
}
