//! Cubes: the fillings of one skeleton, one bit each.
//!
//! With `f` remaining cells, bit `x` represents the filling whose small pieces are at the places of the binary ones of
//! `x`. The lowest six places select a bit within a word; the others, the *high* places, select the word. If `f < 6`,
//! the cube is one word, whose upper bits are zero.
//!
//! Cubes serve searches of several numbers of small pieces together, and skeletons whose cube is one word. A search of
//! one number of small pieces on more places has [bits for its fillings](super::fillings) only.

use super::{Filling, Layout, WithSmallPieces};
use crate::kernels::cube_steps::transfer;
use crate::kernels::small_pieces::SmallPieces;
use crate::kernels::{EMPTY_AT, WordBits};
use huarong_core::grid::Cells;
use huarong_core::numbering::subsets::Binomials;

/// Largest number of remaining cells of a cube.
pub const MOST_PLACES: usize = 28;

/// The layout of the cubes of a class. They all have the same number of places.
#[derive(Debug)]
pub struct Cube {
    places: u32,
    wanted: Vec<u64>,
    /// A filling has a number among those with as many small pieces. It is the sum of a number for its low places and
    /// one for its high places. The latter depends on the number of small pieces at low places.
    low_numbers: [u32; 64],
    high_numbers: Vec<[u32; 7]>,
}

pub fn words(places: u32) -> u64 {
    1u64.checked_shl(places.saturating_sub(6)).unwrap_or(u64::MAX)
}

impl Cube {
    /// Makes the layout of cubes with at most [`MOST_PLACES`] places. Fillings with one of the given numbers of small
    /// pieces are wanted.
    pub fn new(places: u32, small_pieces: &[u32]) -> Self {
        let words = words(places) as usize;
        let mut wanted = vec![0; words];
        for filling in
            (0..1usize << places).filter(|filling| small_pieces.contains(&filling.count_ones()))
        {
            wanted[filling / 64] |= 1 << (filling % 64);
        }
        let binomials = Binomials::new();
        // Numbers of unwanted fillings may overflow, because nothing reads them.
        let number = |places: u64, from: u32| {
            let all = Cells::from_bits(places.into()).into_iter().zip(from + 1..);
            all.map(|(place, nth)| binomials.choose(place.into(), nth)).sum::<u64>() as u32
        };
        let low_numbers = std::array::from_fn(|low| number(low as u64, 0));
        let high_numbers = (0..words as u64).map(|high| {
            std::array::from_fn(|low_small_pieces| number(high << 6, low_small_pieces as u32))
        });
        let high_numbers = high_numbers.collect();
        Self { places, wanted, low_numbers, high_numbers }
    }

    pub fn places(&self) -> u32 {
        self.places
    }
}

impl Layout for Cube {
    #[inline(always)]
    fn words(&self) -> usize {
        self.high_numbers.len()
    }

    #[inline(always)]
    fn transfer(
        &self,
        bits: impl WordBits,
        from: &[u64],
        drop: u32,
        insert: u32,
        emit: impl FnMut(usize, u64),
    ) {
        transfer(bits, from, drop, insert, emit);
    }

    #[inline(always)]
    fn transfer_words<const W: usize>(
        &self,
        bits: impl WordBits,
        from: [u64; W],
        drop: u32,
        insert: u32,
    ) -> [u64; W] {
        let mut moved = [0; W];
        transfer(bits, &from, drop, insert, |word, found| moved[word] = found);
        moved
    }

    #[inline(always)]
    fn exchange(&self, _: impl WordBits, words: &mut [u64], low: u8, high: u8) {
        match (low.checked_sub(6), high.checked_sub(6)) {
            (_, None) => {
                let apart = (1 << high) - (1 << low);
                // The lower bit of each pair: a small piece at the low place, and none at the high one.
                let lower = EMPTY_AT[1 << high] & !EMPTY_AT[1 << low];
                for word in words {
                    let other = (*word ^ *word >> apart) & lower;
                    *word ^= other | other << apart;
                }
            }
            (None, Some(high)) => {
                let (low, empty) = (1 << low, EMPTY_AT[1 << low]);
                for block in words.chunks_exact_mut(2 << high) {
                    let (without, with) = block.split_at_mut(1 << high);
                    for (without, with) in without.iter_mut().zip(with) {
                        let other = (*without >> low ^ *with) & empty;
                        *with ^= other;
                        *without ^= other << low;
                    }
                }
            }
            (Some(low), Some(high)) => {
                for block in words.chunks_exact_mut(2 << high) {
                    let (without, with) = block.split_at_mut(1 << high);
                    let parts = without.chunks_exact_mut(2 << low);
                    for (without, with) in parts.zip(with.chunks_exact_mut(2 << low)) {
                        without[1 << low..].swap_with_slice(&mut with[..1 << low]);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn with_small_pieces(&self, _: impl WordBits, work: impl WithSmallPieces) {
        let places = self.places();
        // Processes as many words at once as a cube has, up to a vector register.
        match self.words() {
            1 => work.with(SmallPieces::<1, 6>::new(places)),
            2 => work.with(SmallPieces::<2, 7>::new(places)),
            4 => work.with(SmallPieces::<4, 8>::new(places)),
            8..=1024 => work.with(SmallPieces::<8, 16>::new(places)),
            _ => work.with(SmallPieces::<8, MOST_PLACES>::new(places)),
        }
    }

    fn wanted(&self) -> &[u64] {
        &self.wanted
    }

    fn holding(&self, asked: u32) -> impl Iterator<Item = (usize, u64)> {
        let (low, high) = (asked & 63, asked as usize >> 6);
        let held = (0..6).filter(move |place| low >> place & 1 == 1);
        let bits = held.fold(u64::MAX, |bits, place| bits & !EMPTY_AT[1 << place]);
        (0..self.words()).filter(move |word| word & high == high).map(move |word| (word, bits))
    }

    #[inline(always)]
    fn number(&self, word: usize, bit: u32) -> (usize, usize) {
        let low_small_pieces = bit.count_ones();
        let number =
            self.high_numbers[word][low_small_pieces as usize] + self.low_numbers[bit as usize];
        ((word.count_ones() + low_small_pieces) as usize, number as usize)
    }

    fn bit(&self, places: u32) -> u32 {
        places
    }

    fn fillings(&self) -> Vec<Filling> {
        let is_wanted = |&bit: &u32| self.wanted[bit as usize / 64] >> (bit % 64) & 1 == 1;
        let filling = |bit| Filling { bit, places: bit };
        (0..1 << self.places).filter(is_wanted).map(filling).collect()
    }
}
