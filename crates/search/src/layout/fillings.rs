//! Fillings with one number of small pieces: one bit each, in the order of their numbers.
//!
//! A cube has a bit for every set of places. One in six of the sets of sixteen places has nine members. This layout has
//! bits only for these fillings.

use super::filling_moves::FillingMoves;
use super::place_masks::{PlaceMasks, stream};
use super::{Filling, Layout, WithSmallPieces};
use crate::kernels::WordBits;
use huarong_core::grid::Cells;
use huarong_core::numbering::subsets::{Binomials, next_of_size};
use smallvec::{SmallVec, smallvec};

/// All fillings with one number of places and one number of small pieces.
#[derive(Debug)]
pub struct Fillings {
    masks: PlaceMasks,
    moves: FillingMoves,
}

impl Fillings {
    pub fn new(places: u32, small_pieces: u32) -> Self {
        let masks = PlaceMasks::new(places, small_pieces);
        let moves = FillingMoves::new(&masks);
        Self { masks, moves }
    }

    pub fn count(&self) -> usize {
        self.masks.len
    }

    pub fn places(&self) -> u32 {
        self.masks.places
    }
}

impl Layout for Fillings {
    #[inline(always)]
    fn words(&self) -> usize {
        self.masks.words
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
        let (drop, insert) = (self.masks.empty(drop), self.masks.empty(insert));
        stream(bits, &from, drop, W, insert, |word, found| moved[word] = found);
        moved
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
        let (drop, insert) = (self.masks.empty(drop), self.masks.empty(insert));
        stream(bits, from, drop, self.masks.words, insert, emit);
    }

    #[inline(always)]
    fn exchange(&self, bits: impl WordBits, words: &mut [u64], low: u8, high: u8) {
        let [low, high] = [low, high].map(u32::from);
        let lower = self.masks.full_and_empty(low, high);
        let higher = self.masks.full_and_empty(high, low);
        let mut exchanged: SmallVec<[u64; 16]> = smallvec![0; self.masks.words];
        for (from, to) in [(lower, higher), (higher, lower)] {
            let emit = |word: usize, moved| exchanged[word] |= moved;
            stream(bits, words, from, self.masks.words, to, emit);
        }
        for (word, (bits, exchanged)) in words.iter_mut().zip(exchanged).enumerate() {
            let apart = lower.word(word) | higher.word(word);
            *bits = *bits & !apart | exchanged;
        }
    }

    #[inline(always)]
    fn with_small_pieces(&self, bits: impl WordBits, work: impl WithSmallPieces) {
        self.moves.with(bits, &self.masks, work);
    }

    fn wanted(&self) -> &[u64] {
        &self.masks.wanted
    }

    fn holding(&self, asked: u32) -> impl Iterator<Item = (usize, u64)> {
        (0..self.masks.words).map(move |word| {
            let places = (0..self.masks.places).filter(|place| asked >> place & 1 == 1);
            let held = places.fold(self.masks.wanted[word], |held, place| {
                held & self.masks.full(place).word(word)
            });
            (word, held)
        })
    }

    #[inline(always)]
    fn number(&self, word: usize, bit: u32) -> (usize, usize) {
        (self.masks.small_pieces as usize, word * 64 + bit as usize)
    }

    fn bit(&self, places: u32) -> u32 {
        let places = Cells::from_bits(places.into()).into_iter().zip(1..);
        let binomials = Binomials::new();
        places.map(|(place, nth)| binomials.choose(place.into(), nth)).sum::<u64>() as u32
    }

    fn fillings(&self) -> Vec<Filling> {
        let first = (1u64 << self.masks.small_pieces) - 1;
        let all = std::iter::successors(Some(first), |&places| Some(next_of_size(places)));
        let filling = |(bit, places)| Filling { bit, places: places as u32 };
        (0..self.masks.len as u32).zip(all).map(filling).collect()
    }
}
