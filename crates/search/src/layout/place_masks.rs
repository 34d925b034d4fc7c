//! For every place, the fillings in which it is empty.
//!
//! A step of a larger piece keeps the order of fillings. The fillings in which some places are empty map to those in
//! which other places are empty, in order. So a step gathers a string of bits from where the first places are empty,
//! and scatters it to where the others are.

use crate::kernels::WordBits;
use huarong_core::numbering::subsets::{Binomials, next_of_size};

/// Fillings with one number of places and of small pieces, in the order of their numbers, as bit masks.
#[derive(Debug)]
pub struct PlaceMasks {
    pub places: u32,
    pub small_pieces: u32,
    pub len: usize,
    pub words: usize,
    pub wanted: Vec<u64>,
    /// For every place, the mask of the fillings in which it is empty.
    pub empty: Vec<u64>,
}

impl PlaceMasks {
    pub fn new(places: u32, small_pieces: u32) -> Self {
        let len = Binomials::new().choose(places, small_pieces) as usize;
        let words = len.div_ceil(64);
        let mut empty = vec![0u64; places as usize * words];
        let mut filling = (1u64 << small_pieces) - 1;
        for number in 0..len {
            for place in (0..places as usize).filter(|place| filling >> place & 1 == 0) {
                empty[place * words + number / 64] |= 1 << (number % 64);
            }
            filling = next_of_size(filling);
        }
        let mut wanted = vec![u64::MAX; words];
        if let (Some(last), 1..) = (wanted.last_mut(), len % 64) {
            *last = (1 << (len % 64)) - 1;
        }
        Self { places, small_pieces, len, words, wanted, empty }
    }

    /// The fillings of a word in which all of `places` are empty.
    #[inline(always)]
    pub fn empty(&self, places: u32, word: usize) -> u64 {
        let mut mask = self.wanted[word];
        let mut left = places;
        while left != 0 {
            mask &= self.empty[left.trailing_zeros() as usize * self.words + word];
            left &= left - 1;
        }
        mask
    }

    /// The fillings of a word with a small piece at a place.
    #[inline(always)]
    pub fn full(&self, place: usize, word: usize) -> u64 {
        self.empty(0, word) & !self.empty[place * self.words + word]
    }
}

/// Moves bits from the ones of one mask to the ones of another, in order. Both masks have the same number of ones.
/// `emit` gets the index and the value of every word that is not zero.
#[inline(always)]
pub fn stream(
    bits: impl WordBits,
    from: &[u64],
    drop: impl Fn(usize) -> u64,
    targets: usize,
    insert: impl Fn(usize) -> u64,
    mut emit: impl FnMut(usize, u64),
) {
    let (mut string, mut filled, mut target) = (0u128, 0, 0);
    for (word, &source) in from.iter().enumerate() {
        let mask = drop(word);
        string |= u128::from(bits.gather(source, mask)) << filled;
        filled += mask.count_ones();
        while target < targets {
            let mask = insert(target);
            let wanted = mask.count_ones();
            if wanted > filled {
                break;
            }
            let moved = bits.scatter(string as u64, mask);
            if moved != 0 {
                emit(target, moved);
            }
            string >>= wanted;
            filled -= wanted;
            target += 1;
        }
    }
}
