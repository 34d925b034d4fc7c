//! Cubes: the fillings of one skeleton, one bit each.
//!
//! With `f` free cells, bit `x` stands for the filling that holds smalls on the free cells whose places
//! are the binary ones of `x`. The lowest six places are bits within a word; the others, its *high*
//! places, choose the word. Where `f < 6` the cube is one word, its upper bits unused and zero.
//!
//! A whole cube has `2^f` bits. Where few numbers of smalls are wanted, most words cannot hold a filling
//! with as many, and only the others are kept.

use crate::grid::Cells;
use crate::numbering::subsets::Binomials;
use bitvec::prelude::*;

/// Most free cells of a cube.
pub(super) const MOST_PLACES: usize = 28;

/// How the cubes of a class are laid out; all are alike.
#[derive(Debug)]
pub(super) struct Cube {
    places: u32,
    /// The high places of every word that is kept, ascending.
    highs: Vec<u32>,
    /// For every combination of high places its word, or [`ABSENT`].
    slots: Vec<u32>,
    /// The words over which a small can be lifted: they hold the fillings of the other smalls.
    highs_of_others: Vec<u32>,
    wanted: BitVec<u64, Lsb0>,
    /// The number of a filling among those with as many smalls is the sum of one number for its low
    /// places and one for its high places, which depends on how many smalls the low places hold.
    low_numbers: [u32; 64],
    high_numbers: Vec<[u32; 7]>,
}

const ABSENT: u32 = u32::MAX;

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

/// How many words of cubes over `places` free cells can hold one of the given numbers of smalls.
pub(super) fn words_needed(places: u32, smalls: &[u32]) -> u64 {
    let high_places = places.saturating_sub(6);
    let needed = |&high: &u32| holds_any(high, smalls);
    let words = |high| Binomials::new().choose(high_places, high);
    (0..=high_places).filter(needed).map(words).fold(0, u64::saturating_add)
}

/// Whether a word with so many smalls on its high places can hold one of the given numbers of smalls.
fn holds_any(high: u32, smalls: &[u32]) -> bool {
    smalls.iter().any(|&smalls| (high..=high + 6).contains(&smalls))
}

impl Cube {
    /// Cubes over `places` free cells for fillings with the given numbers of smalls.
    pub fn new(places: u32, smalls: &[u32]) -> Self {
        let combinations = 1u32 << places.saturating_sub(6);
        let highs: Vec<u32> =
            (0..combinations).filter(|high| holds_any(high.count_ones(), smalls)).collect();
        let mut slots = vec![ABSENT; combinations as usize];
        for (slot, &high) in (0..).zip(&highs) {
            slots[high as usize] = slot;
        }
        let others: Vec<u32> = smalls.iter().filter_map(|smalls| smalls.checked_sub(1)).collect();
        let highs_of_others =
            (0..combinations).filter(|high| holds_any(high.count_ones(), &others)).collect();
        let mut wanted = BitVec::repeat(false, highs.len() * 64);
        let bits = 1 << places.min(6);
        for (slot, high) in highs.iter().enumerate() {
            for low in 0..bits {
                let count = high.count_ones() + (low as u32).count_ones();
                wanted.set(slot * 64 + low, smalls.contains(&count));
            }
        }
        let binomials = Binomials::new();
        // Numbers of fillings that are not wanted may not fit; nobody asks for them.
        let number = |places: u64, from: u32| {
            let all = Cells::from_bits(places.into()).into_iter().zip(from + 1..);
            all.map(|(place, nth)| binomials.choose(place.into(), nth)).sum::<u64>() as u32
        };
        let low_numbers = std::array::from_fn(|low| number(low as u64, 0));
        let high_numbers = highs.iter().map(|&high| {
            std::array::from_fn(|low_smalls| number(u64::from(high) << 6, low_smalls as u32))
        });
        let high_numbers = high_numbers.collect();
        Self { places, highs, slots, highs_of_others, wanted, low_numbers, high_numbers }
    }

    /// Number of free cells.
    pub fn places(&self) -> u32 {
        self.places
    }

    /// Number of words kept.
    pub fn words(&self) -> usize {
        self.highs.len()
    }

    /// Whether all words are kept.
    #[inline(always)]
    pub fn is_whole(&self) -> bool {
        self.highs.len() == self.slots.len()
    }

    /// Whether all places are within a word.
    #[inline(always)]
    pub fn is_one_word(&self) -> bool {
        self.slots.len() == 1 && self.highs.len() == 1
    }

    /// The high places of every word.
    #[inline(always)]
    pub fn highs(&self) -> &[u32] {
        &self.highs
    }

    /// The high places of the words that hold fillings of all smalls but one.
    #[inline(always)]
    pub fn highs_of_others(&self) -> &[u32] {
        &self.highs_of_others
    }

    /// The word with the given high places, if it is kept.
    #[inline(always)]
    pub fn kept_slot(&self, high: u32) -> Option<usize> {
        let slot = self.slots[high as usize];
        (slot != ABSENT).then_some(slot as usize)
    }

    /// The word with the given high places, which has a filling in it.
    #[inline(always)]
    pub fn slot(&self, high: u32) -> usize {
        self.slots[high as usize] as usize
    }

    /// The fillings with a wanted number of smalls.
    pub fn wanted(&self) -> &BitSlice<u64, Lsb0> {
        &self.wanted
    }

    /// The words with the bits of the fillings that hold smalls on all `smalls` places.
    pub fn holding(&self, smalls: u32) -> impl Iterator<Item = (usize, u64)> {
        let (low, high) = (smalls & 63, smalls >> 6);
        let held = (0..6).filter(move |place| low >> place & 1 == 1);
        let bits = held.fold(u64::MAX, |bits, place| bits & !EMPTY_AT[1 << place]);
        let words = self.highs.iter().enumerate();
        words.filter(move |(_, word)| *word & high == high).map(move |(slot, _)| (slot, bits))
    }

    /// Exchanges two places, the lower one first, in all fillings of a cube. Fillings whose words are not kept are lost, and
    /// they are not wanted.
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
                let exchange = |without: &mut u64, with: &mut u64| {
                    let other = (*without >> low ^ *with) & empty;
                    *with ^= other;
                    *without ^= other << low;
                };
                if self.is_whole() {
                    for block in words.chunks_exact_mut(2 << high) {
                        let (without, with) = block.split_at_mut(1 << high);
                        without.iter_mut().zip(with).for_each(|(a, b)| exchange(a, b));
                    }
                } else {
                    for (slot, with) in self.pairs(1 << high) {
                        let [without, with] = words.get_disjoint_mut([slot, with]).expect("two");
                        exchange(without, with);
                    }
                }
            }
            (Some(low), Some(high)) if self.is_whole() => {
                for block in words.chunks_exact_mut(2 << high) {
                    let (without, with) = block.split_at_mut(1 << high);
                    let parts = without.chunks_exact_mut(2 << low);
                    for (without, with) in parts.zip(with.chunks_exact_mut(2 << low)) {
                        without[1 << low..].swap_with_slice(&mut with[..1 << low]);
                    }
                }
            }
            (Some(low), Some(high)) => {
                for (slot, &places) in self.highs.iter().enumerate() {
                    if places >> low & 1 == 1 && places >> high & 1 == 0 {
                        words.swap(slot, self.slot(places ^ (1 << low | 1 << high)));
                    }
                }
            }
        }
    }

    /// The words without a high place, each with the word that has it besides, if both are kept.
    fn pairs(&self, place: u32) -> impl Iterator<Item = (usize, usize)> + '_ {
        let without = self.highs.iter().enumerate().filter(move |(_, high)| *high & place == 0);
        without.filter_map(move |(slot, high)| Some((slot, self.kept_slot(high | place)?)))
    }

    /// How many smalls a filling has, and its number among those with as many.
    #[inline(always)]
    pub fn number(&self, slot: usize, bit: u32) -> (usize, usize) {
        let low_smalls = bit.count_ones();
        let number = self.high_numbers[slot][low_smalls as usize] + self.low_numbers[bit as usize];
        ((self.highs[slot].count_ones() + low_smalls) as usize, number as usize)
    }
}
