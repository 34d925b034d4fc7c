//! Fillings with one number of smalls: a bit each, in the order of their numbers.
//!
//! A cube has a bit for every set of places, and of those with nine smalls on sixteen places it is one in six. Here
//! only these have bits. Moving a piece keeps the order of the fillings: those in which some places are empty become
//! those in which other places are, first to first, second to second. So a step is a string of bits, gathered from
//! where the places that it needs are empty, and scattered to where those that it leaves are.

use super::cube;
use super::graph::Pair;
use super::kernels::{Smalls, WordBits};
use super::level::{Layout, MoveSmalls, WithSmalls};
use crate::grid::Cells;
use crate::numbering::subsets::Binomials;
use crate::sliding::rules::Metric;
use bitvec::prelude::*;
use smallvec::{SmallVec, smallvec};

/// All fillings of so many places with one number of smalls.
#[derive(Debug)]
pub(super) struct Fillings {
    places: u32,
    number: u32,
    len: usize,
    words: usize,
    /// All of them.
    wanted: BitVec<u64, Lsb0>,
    /// For every place the fillings in which it is empty.
    empty: Vec<u64>,
    smalls: SmallsBy,
}

/// How smalls are moved.
#[derive(Debug)]
enum SmallsBy {
    /// There are none.
    Nobody,
    /// On cubes, which are made of the fillings and made fillings again: where these are not too sparse in them.
    Cubes { parts: Vec<Part>, masks: [u64; 7] },
    /// Lifted over the fillings of the others, of which there is one small less.
    Others(Box<Fillings>),
}

/// The fillings that are bits of one word of a cube.
#[derive(Clone, Copy, Debug)]
struct Part {
    word: u32,
    /// Where they begin among all.
    at: u32,
    /// Smalls on the word's own places.
    smalls: u8,
    /// How many there are.
    len: u8,
}

/// Most places of a cube that smalls are moved on, and fewest fillings a word of it.
const MOST_CUBE_PLACES: u32 = 20;
const FEWEST_IN_A_WORD: usize = 6;

impl Fillings {
    /// All fillings of `places` with so many smalls.
    pub fn new(places: u32, smalls: u32) -> Self {
        let mut fillings = Self::without_moves(places, smalls);
        let cube_words = cube::words(places.min(MOST_CUBE_PLACES)) as usize;
        fillings.smalls = match smalls {
            0 => SmallsBy::Nobody,
            _ if places <= MOST_CUBE_PLACES && fillings.len >= FEWEST_IN_A_WORD * cube_words => {
                let bits = 1u64 << places.min(6);
                let mask = |smalls| {
                    (0..bits).filter(|low| low.count_ones() == smalls).map(|low| 1 << low).sum()
                };
                let masks = std::array::from_fn(|smalls| mask(smalls as u32));
                SmallsBy::Cubes { parts: parts(places, smalls, &masks), masks }
            }
            _ => SmallsBy::Others(Box::new(Self::without_moves(places, smalls - 1))),
        };
        fillings
    }

    fn without_moves(places: u32, smalls: u32) -> Self {
        let len = Binomials::new().choose(places, smalls) as usize;
        let words = len.div_ceil(64);
        let mut empty = vec![0u64; places as usize * words];
        let mut filling = (1u64 << smalls) - 1;
        for number in 0..len {
            for place in (0..places as usize).filter(|place| filling >> place & 1 == 0) {
                empty[place * words + number / 64] |= 1 << (number % 64);
            }
            filling = next_with_as_many(filling);
        }
        let mut wanted = BitVec::repeat(true, words * 64);
        wanted[len..].fill(false);
        Self { places, number: smalls, len, words, wanted, empty, smalls: SmallsBy::Nobody }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Of how many places.
    #[cfg(test)]
    pub fn places(&self) -> u32 {
        self.places
    }

    /// The fillings of a word in which some places are empty; with none of them, all.
    #[inline(always)]
    fn empty(&self, places: u32, word: usize) -> u64 {
        let mut mask = self.wanted.as_raw_slice()[word];
        let mut left = places;
        while left != 0 {
            mask &= self.empty[left.trailing_zeros() as usize * self.words + word];
            left &= left - 1;
        }
        mask
    }

    /// The fillings of a word that hold a small on a place.
    #[inline(always)]
    fn full(&self, place: usize, word: usize) -> u64 {
        self.empty(0, word) & !self.empty[place * self.words + word]
    }
}

/// Moves bits from where one mask has ones to where another has, in their order; the masks have as many. `emit` gets
/// every word that is not zero.
#[inline(always)]
fn stream(
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

impl Layout for Fillings {
    #[inline(always)]
    fn words(&self) -> usize {
        self.words
    }

    #[inline(always)]
    fn is_one_word(&self) -> bool {
        self.words == 1
    }

    #[inline(always)]
    fn transfer_word(&self, bits: impl WordBits, word: u64, drop: u32, insert: u32) -> u64 {
        bits.scatter(bits.gather(word, self.empty(drop, 0)), self.empty(insert, 0))
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
        if from.iter().all(|&word| word == 0) {
            return;
        }
        let (drop, insert) = (|word| self.empty(drop, word), |word| self.empty(insert, word));
        stream(bits, from, drop, self.words, insert, emit);
    }

    #[inline(always)]
    fn exchange(&self, bits: impl WordBits, words: &mut [u64], low: u8, high: u8) {
        let (low, high) = (usize::from(low), usize::from(high));
        let with = |full: usize, empty: usize| {
            let [full, empty] = [full, empty].map(|place| &self.empty[place * self.words..]);
            move |word: usize| !full[word] & empty[word]
        };
        let mut exchanged: SmallVec<[u64; 16]> = smallvec![0; self.words];
        for (from, to) in [(low, high), (high, low)] {
            let emit = |word: usize, moved| exchanged[word] |= moved;
            stream(bits, words, with(from, to), self.words, with(to, from), emit);
        }
        for (word, (bits, exchanged)) in words.iter_mut().zip(exchanged).enumerate() {
            let apart = self.empty[low * self.words + word] ^ self.empty[high * self.words + word];
            *bits = *bits & !apart | exchanged;
        }
    }

    #[inline(always)]
    fn with_smalls(&self, bits: impl WordBits, work: impl WithSmalls) -> u64 {
        match &self.smalls {
            SmallsBy::Nobody => work.with(NoSmalls),
            SmallsBy::Cubes { parts, masks } => {
                let words = cube::words(self.places) as usize;
                let room = || vec![0; words];
                macro_rules! on_cubes {
                    ($lanes:literal, $places:literal) => {{
                        let smalls = Smalls::<$lanes, $places>::new(self.places);
                        let (cube, reached) = (room(), room());
                        work.with(OnCubes { bits, parts, masks, smalls, cube, reached })
                    }};
                }
                match words {
                    1 => on_cubes!(1, 6),
                    2 => on_cubes!(2, 7),
                    4 => on_cubes!(4, 8),
                    8..=1024 => on_cubes!(8, 16),
                    _ => on_cubes!(8, 28),
                }
            }
            SmallsBy::Others(others) => match others.words {
                1 => work.with(OverOthers::<_, 1>::new(bits, self, others)),
                2 => work.with(OverOthers::<_, 2>::new(bits, self, others)),
                3..=4 => work.with(OverOthers::<_, 4>::new(bits, self, others)),
                _ => work.with(OverOthers::<_, 8>::new(bits, self, others)),
            },
        }
    }

    fn wanted(&self) -> &BitSlice<u64, Lsb0> {
        &self.wanted
    }

    fn holding(&self, smalls: u32) -> impl Iterator<Item = (usize, u64)> {
        (0..self.words).map(move |word| {
            let places = (0..self.places as usize).filter(|place| smalls >> place & 1 == 1);
            let held =
                places.fold(self.empty(0, word), |held, place| held & self.full(place, word));
            (word, held)
        })
    }

    #[inline(always)]
    fn number(&self, word: usize, bit: u32) -> (usize, usize) {
        (self.number as usize, word * 64 + bit as usize)
    }

    fn bit(&self, filling: u32) -> u32 {
        let places = Cells::from_bits(filling.into()).into_iter().zip(1..);
        let binomials = Binomials::new();
        places.map(|(place, nth)| binomials.choose(place.into(), nth)).sum::<u64>() as u32
    }

    fn fillings(&self) -> Vec<(u32, u32)> {
        let first = (1u64 << self.number) - 1;
        let all = std::iter::successors(Some(first), |&filling| Some(next_with_as_many(filling)));
        (0..self.len as u32).zip(all.map(|filling| filling as u32)).collect()
    }
}

/// The next larger number with as many binary ones.
fn next_with_as_many(number: u64) -> u64 {
    let lowest = number & number.wrapping_neg();
    match number.checked_add(lowest) {
        Some(carried) if lowest != 0 => carried | ((carried ^ number) / lowest) >> 2,
        _ => number,
    }
}

/// The parts of a cube's words with so many smalls.
fn parts(places: u32, smalls: u32, masks: &[u64; 7]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 0;
    for word in 0..cube::words(places) as u32 {
        let within = smalls.checked_sub(word.count_ones()).filter(|&within| within <= 6);
        let Some(within) = within.filter(|&within| masks[within as usize] != 0) else { continue };
        let len = masks[within as usize].count_ones();
        parts.push(Part { word, at, smalls: within as u8, len: len as u8 });
        at += len;
    }
    parts
}

/// Where there are no smalls.
struct NoSmalls;

impl MoveSmalls for NoSmalls {
    #[inline(always)]
    fn move_all(&mut self, _: Metric, _: &[u64], _: &[Pair], _: &mut [u64]) {}
}

/// Moves smalls on cubes made of fillings.
struct OnCubes<'f, B, const L: usize, const P: usize> {
    bits: B,
    parts: &'f [Part],
    masks: &'f [u64; 7],
    smalls: Smalls<L, P>,
    cube: Vec<u64>,
    reached: Vec<u64>,
}

impl<B: WordBits, const L: usize, const P: usize> MoveSmalls for OnCubes<'_, B, L, P> {
    #[inline(always)]
    fn move_all(&mut self, metric: Metric, front: &[u64], pairs: &[Pair], next: &mut [u64]) {
        for part in self.parts {
            let (word, shift) = (part.at as usize / 64, part.at % 64);
            // A part is 20 bits at most, and may be in two words.
            let mut string = front[word] >> shift;
            if shift + u32::from(part.len) > 64 {
                string |= front[word + 1] << (64 - shift);
            }
            let mask = self.masks[usize::from(part.smalls)];
            self.cube[part.word as usize] = self.bits.scatter(string, mask);
        }
        self.reached.fill(0);
        self.smalls.move_whole(metric, &self.cube, pairs, &mut self.reached);
        let (mut string, mut filled, mut word) = (0, 0, 0);
        for part in self.parts {
            let mask = self.masks[usize::from(part.smalls)];
            let more = self.bits.gather(self.reached[part.word as usize], mask);
            string |= more << filled;
            filled += u32::from(part.len);
            if filled >= 64 {
                next[word] |= string;
                word += 1;
                filled -= 64;
                string = more >> (u32::from(part.len) - filled);
            }
        }
        if filled > 0 {
            next[word] |= string;
        }
    }
}

/// Moves smalls over the fillings of the others, `L` words of them at a time.
struct OverOthers<'f, B, const L: usize> {
    bits: B,
    fillings: &'f Fillings,
    others: &'f Fillings,
    /// For every place the others' fillings for which the small stands there, or can go there; whole blocks.
    lifted: Vec<[u64; L]>,
    found: Vec<[u64; L]>,
    empty: Vec<[u64; L]>,
    blocks: usize,
    /// What is found for one place.
    string: Vec<u64>,
}

impl<'f, B: WordBits, const L: usize> OverOthers<'f, B, L> {
    #[inline(always)]
    fn new(bits: B, fillings: &'f Fillings, others: &'f Fillings) -> Self {
        let blocks = others.words.div_ceil(L);
        let places = fillings.places as usize;
        let room = vec![[0; L]; blocks * places];
        let mut empty = room.clone();
        for place in 0..places {
            for word in 0..others.words {
                empty[word / L * places + place][word % L] =
                    others.empty[place * others.words + word];
            }
        }
        let string = vec![0; others.words];
        Self { bits, fillings, others, lifted: room.clone(), found: room, empty, blocks, string }
    }
}

impl<B: WordBits, const L: usize> MoveSmalls for OverOthers<'_, B, L> {
    #[inline(always)]
    fn move_all(&mut self, metric: Metric, front: &[u64], pairs: &[Pair], next: &mut [u64]) {
        let Self { bits, fillings, others, lifted, found, empty, blocks, string } = self;
        let places = fillings.places as usize;
        lifted.fill([0; L]);
        for place in 0..places {
            let full = |word| fillings.full(place, word);
            let without = |word| others.empty(1 << place, word);
            stream(*bits, front, full, others.words, without, |word, moved| {
                lifted[word / L * places + place][word % L] = moved;
            });
        }
        for block in 0..*blocks {
            let range = block * places..(block + 1) * places;
            let lifted = &lifted[range.clone()];
            let found = &mut found[range.clone()];
            match lifted.iter().all(|of| *of == [0; L]) {
                true => found.fill([0; L]),
                false => super::kernels::walk(metric, lifted, &empty[range], pairs, found),
            }
        }
        // One block after another is one place's words with the other places' in between.
        for place in 0..places {
            for (word, bits) in string.iter_mut().enumerate() {
                *bits = found[word / L * places + place][word % L];
            }
            let full = |word| fillings.full(place, word);
            let without = |word| others.empty(1 << place, word);
            stream(*bits, string, without, fillings.words, full, |word, moved| next[word] |= moved);
        }
    }
}
