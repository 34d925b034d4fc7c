//! Moves of pieces that cover few cells in all, by look-ups.

use super::mask::Mask;
use super::moves::Places;
use huarong_core::grid::Cell;
use huarong_core::rules::Metric;

/// The moves of the pieces of a shape from each place, for each set of empty cells.
///
/// The pieces cover few cells in all, evenly spaced, such as a car in its row or column. One product gathers the bits of
/// these cells.
#[derive(Debug)]
pub(super) struct LookUp {
    first: Cell,
    /// The cells, from the first on.
    cells: u64,
    /// The product of some of the cells with this factor has their bits at the top, side by side.
    factor: u64,
    shift: u32,
    /// For each place and each set of empty cells, the places that one move reaches.
    reach: Box<[u8]>,
}

const MOST_CELLS: usize = 8;

impl LookUp {
    /// Number of pieces whose places fit into a word.
    pub const IN_WORD: usize = 8;

    /// The moves from some places, whose pieces cover these cells. `None` if the places or cells are too many, or if the
    /// cells are not evenly spaced. Unit moves are found as fast without.
    pub fn new<M: Mask>(
        places: &Places<M>,
        metric: Metric,
        cells: impl Iterator<Item = Cell>,
    ) -> Option<Self> {
        let from = 0..places.covered.len();
        if metric == Metric::Unit || !(2..=u8::BITS as usize).contains(&from.len()) {
            return None;
        }
        let mut cells: Vec<Cell> = cells.collect();
        cells.sort_unstable();
        cells.dedup();
        let (&first, factor) = (cells.first()?, factor(&cells)?);
        // The empty cells of each set, by its bits.
        let mut sets = vec![M::NONE];
        for &cell in &cells {
            let part = M::part(std::iter::once(cell));
            (0..sets.len()).for_each(|set| sets.push(sets[set].with(&part)));
        }
        let shift = u64::BITS - cells.len() as u32;
        let cells = sets[sets.len() - 1].word(first);
        let mut found = Self { first, cells, factor, shift, reach: Box::default() };
        let mut reach = vec![0; from.len() * sets.len()];
        for (from, reach) in from.zip(reach.chunks_exact_mut(sets.len())) {
            let own = found.set(M::NONE.with(&places.covered[from]));
            for (set, reach) in reach.iter_mut().enumerate().filter(|(set, _)| set & own == 0) {
                places.each_move(metric, from, sets[set], |to| *reach |= 1 << to);
            }
        }
        found.reach = reach.into();
        Some(found)
    }

    /// The bits of the cells that are in a set.
    #[inline(always)]
    fn set<M: Mask>(&self, set: M) -> usize {
        ((set.word(self.first) & self.cells).wrapping_mul(self.factor) >> self.shift) as usize
    }

    /// The places that one move of a piece reaches, as one of the bytes of a word; `free` are the empty cells.
    #[inline(always)]
    pub fn reached<M: Mask>(&self, from: usize, free: M, byte: usize) -> u64 {
        let reached = self.reach[from << (u64::BITS - self.shift) | self.set(free)];
        u64::from(reached) << (8 * byte)
    }

    /// Calls `visit` for the places in the bytes of a word, with the number of the byte.
    #[inline(always)]
    pub fn each(mut reached: u64, mut visit: impl FnMut(usize, usize)) {
        while reached != 0 {
            let bit = reached.trailing_zeros() as usize;
            visit(bit / 8, bit % 8);
            reached &= reached - 1;
        }
    }
}

/// The factor that gathers the bits of sorted cells at the top, in their order; `None` if there is none.
///
/// The bit of cell `i` is `i * apart` above the first. The factor has a term for each cell `j`, which moves it on by
/// `j * (apart - 1)`, and all by the same number more. So the sum is `(i + j) * (apart - 1) + i`. With at most `apart`
/// cells, all sums differ, and those whose `i + j` is the last cell are side by side.
fn factor(cells: &[Cell]) -> Option<u64> {
    let (&[first, second, ..], count) = (cells, cells.len()) else { return None };
    let apart = usize::from(second - first);
    let is_even = cells.windows(2).all(|pair| usize::from(pair[1] - pair[0]) == apart);
    let fits = (count - 1) * apart < u64::BITS as usize && count <= MOST_CELLS;
    if !is_even || !fits {
        return None;
    }
    let top = u64::BITS as usize - count;
    match apart {
        1 => Some(1 << top),
        _ if count > apart => None,
        _ => Some((0..count).map(|term| 1 << (top - term * (apart - 1))).sum()),
    }
}
