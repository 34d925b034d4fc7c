//! Layouts: the meaning of the bits of a skeleton's words.
//!
//! This file defines the interface. `cube` has a bit for every set of places. `fillings` has one for every filling with
//! one number of small pieces; it uses `place_masks` and `filling_moves`.

pub mod cube;
pub mod filling_moves;
pub mod fillings;
pub mod place_masks;

use super::kernels::WordBits;
use super::kernels::small_pieces::SmallPieces;
use super::skeleton::Pair;
use huarong_core::rules::SinglePieceMetric;

/// Positions of one skeleton: bits of one word of its fillings.
#[derive(Clone, Copy, Debug)]
pub struct SkeletonWord {
    pub skeleton: usize,
    pub word: usize,
    pub bits: u64,
}

#[derive(Clone, Copy, Debug)]
pub struct Filling {
    /// Its bit, numbered through all words of a skeleton.
    pub bit: u32,
    /// The places of the small pieces.
    pub places: u32,
}

/// A layout of bitmaps.
pub trait Layout: Sync {
    /// Number of words of a skeleton's fillings.
    fn words(&self) -> usize;

    /// Follows a step of a larger piece. It takes the fillings of `from` in which the places `drop` are empty. It emits
    /// them as fillings of the other skeleton, in which as many places, `insert`, are empty. `emit` gets the index and
    /// the value of every word that is not zero.
    fn transfer(
        &self,
        bits: impl WordBits,
        from: &[u64],
        drop: u32,
        insert: u32,
        emit: impl FnMut(usize, u64),
    );

    /// [`transfer`](Self::transfer) for fillings of `W` words, which is the number of words of a skeleton.
    fn transfer_words<const W: usize>(
        &self,
        bits: impl WordBits,
        from: [u64; W],
        drop: u32,
        insert: u32,
    ) -> [u64; W];

    /// Exchanges two places in all fillings. The lower place comes first.
    fn exchange(&self, bits: impl WordBits, words: &mut [u64], low: u8, high: u8);

    /// Runs some work with this layout's method of moving small pieces.
    fn with_small_pieces(&self, bits: impl WordBits, work: impl WithSmallPieces);

    /// The bits of the wanted fillings.
    fn wanted(&self) -> &[u64];

    /// The words that contain fillings with small pieces at all of `places`: their indices, and the bits of these
    /// fillings.
    fn holding(&self, places: u32) -> impl Iterator<Item = (usize, u64)>;

    /// The number of small pieces of a filling, and its number among the fillings with as many.
    fn number(&self, word: usize, bit: u32) -> (usize, usize);

    /// The bit of the filling with small pieces at `places`, numbered through all words.
    fn bit(&self, places: u32) -> u32;

    /// The wanted fillings.
    fn fillings(&self) -> Vec<Filling>;
}

/// Work that moves small pieces in any layout.
pub trait WithSmallPieces {
    fn with(self, small_pieces: impl MoveSmallPieces);
}

/// A method of moving the small pieces of a skeleton's fillings.
pub trait MoveSmallPieces {
    /// Adds to `next` the results of one move of any small piece from every filling of `front`.
    fn move_all(
        &mut self,
        metric: SinglePieceMetric,
        front: &[u64],
        pairs: &[Pair],
        next: &mut [u64],
    );
}

impl<const L: usize, const P: usize> MoveSmallPieces for SmallPieces<L, P> {
    #[inline(always)]
    fn move_all(
        &mut self,
        metric: SinglePieceMetric,
        front: &[u64],
        pairs: &[Pair],
        next: &mut [u64],
    ) {
        self.move_whole(metric, front, pairs, next);
    }
}
