//! Layouts: which bits of words stand for which fillings of a skeleton.
//!
//! This file defines what a layout does. `cube` has a bit for every set of places and `fillings` one for every filling
//! with one number of small pieces; `place_masks` and `filling_moves` are what `fillings` is made of.

pub mod cube;
pub mod filling_moves;
pub mod fillings;
pub mod place_masks;

use super::kernels::WordBits;
use super::kernels::small_pieces::SmallPieces;
use super::skeleton::Pair;
use crate::sliding::rules::Metric;
use bitvec::prelude::*;

/// Positions of one skeleton: bits of one word of its fillings.
#[derive(Clone, Copy, Debug)]
pub struct SkeletonWord {
    pub skeleton: usize,
    pub word: usize,
    pub bits: u64,
}

/// Which bits of words stand for which fillings.
pub trait Layout: Sync {
    /// Words of the fillings of a skeleton.
    fn words(&self) -> usize;

    /// Whether they are one word.
    fn is_one_word(&self) -> bool;

    /// Follows a step of a larger piece: the fillings of `from` in which the places `drop` are empty, as
    /// fillings of the other skeleton, in which the places `insert` are empty; as many as in `drop`.
    /// `emit` gets every word of them that is not zero, with its index.
    fn transfer(
        &self,
        bits: impl WordBits,
        from: &[u64],
        drop: u32,
        insert: u32,
        emit: impl FnMut(usize, u64),
    );

    /// The same where there is one word.
    fn transfer_word(&self, bits: impl WordBits, word: u64, drop: u32, insert: u32) -> u64;

    /// Exchanges two places, the lower one first, in all fillings.
    fn exchange(&self, bits: impl WordBits, words: &mut [u64], low: u8, high: u8);

    /// Gives some work what moves the small pieces in this layout.
    fn with_small_pieces(&self, bits: impl WordBits, work: impl WithSmallPieces) -> u64;

    /// The fillings that are wanted.
    fn wanted(&self) -> &BitSlice<u64, Lsb0>;

    /// The words with the bits of the fillings that hold small pieces on all of some places.
    fn holding(&self, places: u32) -> impl Iterator<Item = (usize, u64)>;

    /// How many small pieces a filling has, and its number among those with as many.
    fn number(&self, word: usize, bit: u32) -> (usize, usize);

    /// The bit of a filling, counted through all words.
    fn bit(&self, filling: u32) -> u32;

    /// The wanted fillings with their bits.
    fn fillings(&self) -> Vec<(u32, u32)>;
}

/// Work that moves small pieces in any layout.
pub trait WithSmallPieces {
    fn with(self, small_pieces: impl MoveSmallPieces) -> u64;
}

/// What moves the small pieces of a skeleton's fillings.
pub trait MoveSmallPieces {
    /// Adds to `next` one move of any small piece from every filling of `front`.
    fn move_all(&mut self, metric: Metric, front: &[u64], pairs: &[Pair], next: &mut [u64]);
}

impl<const L: usize, const P: usize> MoveSmallPieces for SmallPieces<L, P> {
    #[inline(always)]
    fn move_all(&mut self, metric: Metric, front: &[u64], pairs: &[Pair], next: &mut [u64]) {
        self.move_whole(metric, front, pairs, next);
    }
}
