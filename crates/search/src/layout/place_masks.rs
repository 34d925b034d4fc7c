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

    /// The fillings in which all of `places` are empty. There is at least one place.
    #[inline(always)]
    pub fn empty(&self, places: u32) -> Mask<'_> {
        let (low, high) = (places.trailing_zeros(), places.ilog2());
        let others = places & !(1 << low) & !(1 << high);
        Mask { masks: self, one: self.row(low), flip: 0, other: self.row(high), others }
    }

    /// The fillings with a small piece at a place.
    #[inline(always)]
    pub fn full(&self, place: u32) -> Mask<'_> {
        let (one, other) = (self.row(place), &self.wanted);
        Mask { masks: self, one, flip: u64::MAX, other, others: 0 }
    }

    /// The fillings with a small piece at one place and none at another.
    #[inline(always)]
    pub fn full_and_empty(&self, full: u32, empty: u32) -> Mask<'_> {
        Mask { other: self.row(empty), ..self.full(full) }
    }

    #[inline(always)]
    fn row(&self, place: u32) -> &[u64] {
        &self.empty[place as usize * self.words..][..self.words]
    }
}

/// Some fillings: those of one row, or all but those, that are in another row, too. Most steps newly cover one or two
/// cells, so two rows are enough.
#[derive(Clone, Copy)]
pub struct Mask<'m> {
    masks: &'m PlaceMasks,
    one: &'m [u64],
    /// Inverts the first row.
    flip: u64,
    other: &'m [u64],
    /// More places that are empty.
    others: u32,
}

impl Mask<'_> {
    /// The fillings of a word. This is a method, because closures are not compiled for the CPU features of their
    /// caller.
    #[inline(always)]
    pub fn word(self, word: usize) -> u64 {
        let mut mask = (self.one[word] ^ self.flip) & self.other[word];
        let mut left = self.others;
        while left != 0 {
            mask &= self.masks.row(left.trailing_zeros())[word];
            left &= left - 1;
        }
        mask
    }
}

/// Moves bits from the ones of one mask to the ones of another, in order. Both masks have the same number of ones.
/// `emit` gets the index and the value of every word that is not zero.
#[inline(always)]
pub fn stream(
    bits: impl WordBits,
    from: &[u64],
    drop: Mask<'_>,
    targets: usize,
    insert: Mask<'_>,
    mut emit: impl FnMut(usize, u64),
) {
    if from.len() <= 2 && targets <= 2 {
        // Without branches that depend on masks, which the processor cannot predict.
        let mask = drop.word(0);
        let mut string = u128::from(bits.gather(from[0], mask));
        if let Some(&second) = from.get(1) {
            string |= u128::from(bits.gather(second, drop.word(1))) << mask.count_ones();
        }
        for target in 0..targets {
            let mask = insert.word(target);
            let moved = bits.scatter(string as u64, mask);
            if moved != 0 {
                emit(target, moved);
            }
            string >>= mask.count_ones();
        }
        return;
    }
    let (mut string, mut filled, mut target) = (0u128, 0, 0);
    for (word, &source) in from.iter().enumerate() {
        let mask = drop.word(word);
        string |= u128::from(bits.gather(source, mask)) << filled;
        filled += mask.count_ones();
        while target < targets {
            let mask = insert.word(target);
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
