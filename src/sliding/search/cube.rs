//! Cubes: the fillings of one skeleton, one bit each.
//!
//! With `f` free cells, bit `x` stands for the filling that holds smalls on the free cells whose places
//! are the binary ones of `x`. The lowest six places are bits within a word; the others, its *high*
//! places, choose the word. Where `f < 6` the cube is one word, its upper bits unused and zero.
//!
//! Cubes serve where many numbers of smalls are searched together or a word is a whole cube; of one number on more
//! places, [fillings](super::fillings) alone have bits.

use crate::grid::Cells;
use crate::numbering::subsets::Binomials;
use bitvec::prelude::*;

/// Most free cells of a cube.
pub(super) const MOST_PLACES: usize = 28;

/// How the cubes of a class are laid out; all are alike.
#[derive(Debug)]
pub(super) struct Cube {
    places: u32,
    wanted: BitVec<u64, Lsb0>,
    /// The number of a filling among those with as many smalls is the sum of one number for its low
    /// places and one for its high places, which depends on how many smalls the low places hold.
    low_numbers: [u32; 64],
    high_numbers: Vec<[u32; 7]>,
}

/// For every set of places below six, the bits of a word at which those places are all empty.
pub(super) static EMPTY_AT: [u64; 64] = empty_at();

const fn empty_at() -> [u64; 64] {
    let mut masks = [0u64; 64];
    let mut places = 0;
    while places < 64 {
        let mut x = 0;
        while x < 64 {
            if x & places == 0 {
                masks[places] |= 1 << x;
            }
            x += 1;
        }
        places += 1;
    }
    masks
}

/// Words of cubes over `places` free cells.
pub(super) fn words(places: u32) -> u64 {
    1u64.checked_shl(places.saturating_sub(6)).unwrap_or(u64::MAX)
}

impl Cube {
    /// Cubes over `places` free cells, at most [`MOST_PLACES`], of which fillings with the given numbers of smalls are
    /// wanted.
    pub fn new(places: u32, smalls: &[u32]) -> Self {
        let words = words(places) as usize;
        let mut wanted = BitVec::repeat(false, words * 64);
        for filling in 0..1usize << places {
            wanted.set(filling, smalls.contains(&filling.count_ones()));
        }
        let binomials = Binomials::new();
        // Numbers of fillings that are not wanted may not fit; nobody asks for them.
        let number = |places: u64, from: u32| {
            let all = Cells::from_bits(places.into()).into_iter().zip(from + 1..);
            all.map(|(place, nth)| binomials.choose(place.into(), nth)).sum::<u64>() as u32
        };
        let low_numbers = std::array::from_fn(|low| number(low as u64, 0));
        let high_numbers = (0..words as u64)
            .map(|high| std::array::from_fn(|low_smalls| number(high << 6, low_smalls as u32)));
        let high_numbers = high_numbers.collect();
        Self { places, wanted, low_numbers, high_numbers }
    }

    /// Number of free cells.
    pub fn places(&self) -> u32 {
        self.places
    }

    /// Number of words.
    pub fn words(&self) -> usize {
        self.high_numbers.len()
    }

    /// Whether all places are within a word.
    #[inline(always)]
    pub fn is_one_word(&self) -> bool {
        self.words() == 1
    }

    /// The fillings with a wanted number of smalls.
    pub fn wanted(&self) -> &BitSlice<u64, Lsb0> {
        &self.wanted
    }

    /// The words with the bits of the fillings that hold smalls on all `smalls` places.
    pub fn holding(&self, smalls: u32) -> impl Iterator<Item = (usize, u64)> + use<> {
        let (low, high) = (smalls & 63, smalls as usize >> 6);
        let held = (0..6).filter(move |place| low >> place & 1 == 1);
        let bits = held.fold(u64::MAX, |bits, place| bits & !EMPTY_AT[1 << place]);
        (0..self.words()).filter(move |word| word & high == high).map(move |word| (word, bits))
    }

    /// Exchanges two places, the lower one first, in all fillings of a cube.
    #[inline(always)]
    pub fn exchange(&self, words: &mut [u64], low: u8, high: u8) {
        match (low.checked_sub(6), high.checked_sub(6)) {
            (_, None) => {
                let apart = (1 << high) - (1 << low);
                // Of each pair of bits the lower one: a small on the low place, none on the high one.
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

    /// How many smalls a filling has, and its number among those with as many.
    #[inline(always)]
    pub fn number(&self, word: usize, bit: u32) -> (usize, usize) {
        let low_smalls = bit.count_ones();
        let number = self.high_numbers[word][low_smalls as usize] + self.low_numbers[bit as usize];
        ((word.count_ones() + low_smalls) as usize, number as usize)
    }
}
