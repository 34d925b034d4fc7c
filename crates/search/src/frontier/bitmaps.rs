//! The common interface of bitmaps of fillings with different numbers of bits per position.

use crate::kernels::{Kernels, WordBits};
use crate::layout::Layout;
use crate::steps::Swap;
use crate::steps::step_graph::StepGraph;
use huarong_core::rules::SinglePieceMetric;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use zerocopy::{FromBytes, IntoBytes};

/// What a level needs besides the bitmaps.
pub struct Context<'g, Y> {
    pub graph: &'g StepGraph,
    pub layout: &'g Y,
    pub metric: SinglePieceMetric,
    pub kernels: Kernels,
    /// Whether several threads share a level.
    pub parallel: bool,
}

impl<Y> Clone for Context<'_, Y> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<Y> Copy for Context<'_, Y> {}

impl<Y: Layout> Context<'_, Y> {
    /// Number of skeletons or groups that one thread processes at a time.
    pub fn chunk(&self) -> usize {
        (CHUNK_WORDS / self.layout.words()).max(1)
    }
}

/// Number of words of a bitmap that one thread processes at a time.
const CHUNK_WORDS: usize = 1 << 12;

/// The bitmaps of a search, or of a part of one.
pub trait Bitmaps: Sync {
    /// The bitmaps of a range of skeletons.
    type Known<'b>: Known + Send
    where
        Self: 'b;

    /// Whether the last level has positions on a skeleton.
    fn is_active(&self, skeleton: usize) -> bool;

    fn front(&self, skeleton: usize, front: &mut [u64]);

    /// The bitmaps of all skeletons, if their frontier needs no decoding.
    fn plain(&self) -> Option<Plain<'_>>;

    /// The positions reached by moves on a skeleton. Empty if the skeleton belongs to another part, which finds them
    /// itself.
    fn next(&self, skeleton: usize) -> &[AtomicU64];

    /// All skeletons of the part, as one chunk.
    fn whole(&mut self) -> Chunk<'_, Self::Known<'_>>;

    /// All skeletons of the part, in chunks of `skeletons` skeletons.
    fn chunks(
        &mut self,
        skeletons: usize,
    ) -> impl IndexedParallelIterator<Item = Chunk<'_, Self::Known<'_>>>;
}

/// Bitmaps of skeletons with one bit per filling.
#[derive(Clone, Copy)]
pub struct Plain<'b> {
    pub front: &'b [u64],
    pub active: &'b [bool],
    pub next: &'b [AtomicU64],
}

/// The bitmaps of a range of skeletons.
pub struct Chunk<'b, K> {
    /// The positions reached by moves, including those seen before.
    pub next: &'b mut [AtomicU64],
    /// For each skeleton, whether the last level has positions on it.
    pub active: &'b mut [bool],
    pub known: K,
}

/// The frontier on a range of skeletons. It is one type for all bitmaps, so that the moves of small pieces, which take
/// long to compile, are compiled once.
#[derive(Clone, Copy)]
pub enum Fronts<'b> {
    /// The words of each skeleton, one after another.
    Plain(&'b [u64]),
    /// The positions with one of the codes in several planes.
    Coded { planes: usize, code: u64, codes: &'b [u64] },
}

impl<'b> Fronts<'b> {
    /// The frontier on a skeleton, given by its number in the range. `room` has space for it.
    #[inline(always)]
    pub fn of<'a>(self, nth: usize, room: &'a mut [u64]) -> &'a [u64]
    where
        'b: 'a,
    {
        match self {
            Self::Plain(front) => &front[nth * room.len()..][..room.len()],
            Self::Coded { planes, code, codes } => {
                let len = planes * room.len();
                all_holding(&codes[nth * len..][..len], code, room);
                room
            }
        }
    }
}

/// The positions of all words with a given code.
#[inline(always)]
pub fn all_holding(planes: &[u64], code: u64, held: &mut [u64]) {
    let flip = |nth: usize| if code >> nth & 1 == 1 { 0 } else { u64::MAX };
    if let [first, second] = held {
        // Two words stay in registers.
        let planes = planes.as_chunks::<2>().0.iter().enumerate();
        [*first, *second] = planes.fold([u64::MAX; 2], |held, (nth, plane)| {
            [held[0] & (plane[0] ^ flip(nth)), held[1] & (plane[1] ^ flip(nth))]
        });
        return;
    }
    held.fill(u64::MAX);
    for (nth, plane) in planes.chunks_exact(held.len()).enumerate() {
        let flip = flip(nth);
        for (held, &bits) in held.iter_mut().zip(plane) {
            *held &= bits ^ flip;
        }
    }
}

/// The seen positions and the frontier on a range of skeletons.
pub trait Known {
    fn fronts(&self) -> Fronts<'_>;

    /// Records that a level found nothing new on an active skeleton.
    fn clear_front(&mut self, nth: usize);

    /// Makes the new positions of `next` the frontier, clears `next`, and returns the number of new positions. `record`
    /// gets every word with new positions.
    fn settle(&mut self, nth: usize, next: &mut [u64], record: impl FnMut(usize, u64)) -> u64;
}

/// Swaps pairs of places in all fillings of a skeleton, one pair after another.
#[inline(always)]
pub fn rearrange<'s>(
    bits: impl WordBits,
    layout: &impl Layout,
    words: &mut [u64],
    swaps: impl Iterator<Item = &'s Swap>,
) {
    for &Swap { low, high } in swaps {
        layout.exchange(bits, words, low, high);
    }
}

/// Access of the owning thread to atomic words as plain ones.
#[inline(always)]
pub fn owned(next: &mut [AtomicU64]) -> &mut [u64] {
    let words = <[u64]>::mut_from_bytes(next.as_mut_bytes());
    words.expect("atomic words have the layout of plain ones")
}

/// Adds positions to a word of reached positions. With `shared`, other threads may do so at the same time.
#[inline(always)]
pub fn join(next: &AtomicU64, found: u64, shared: bool) {
    let before = next.load(Relaxed);
    if shared {
        if found & !before != 0 {
            next.fetch_or(found, Relaxed);
        }
    } else {
        next.store(before | found, Relaxed);
    }
}
