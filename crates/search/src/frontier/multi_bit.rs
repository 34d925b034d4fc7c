//! Bitmaps with a few bits per position, for spaces that fill a machine.
//!
//! One structure holds the seen positions, the frontier and the distances of the last levels. Each position has a
//! *code* of a few bits, one in each of several bitmaps, the *planes*. Code 0 means unseen. All ones mean that the
//! position is seen and its distance is written. The codes in between number levels. With `p` planes and the bitmap of
//! reached positions, a position takes `p + 1` bits. Edelkamp and Sulewski's two-bit search is the classic.

use super::bitmaps::{Bitmaps, Chunk, Fronts, Known, Plain, all_holding};
use crate::cluster::Exchange;
use crate::error::SearchError;
use crate::halo::Halo;
use crate::halo_exchange::HaloExchange;
use crate::messages::LevelReport;
use crate::skeleton::SkeletonId;
use rayon::prelude::*;
use std::sync::atomic::AtomicU64;

/// Smallest number of planes: one level per epoch.
pub const FEWEST_PLANES: u64 = 2;
/// Largest number of planes: 13 levels per epoch. More planes would hardly make a search faster.
pub const MOST_PLANES: u64 = 4;

/// The bitmaps of a search of one space, or of a part of one.
pub struct MultiBit {
    /// Number of words of a bitmap per skeleton.
    pub(super) words: usize,
    pub(super) planes: usize,
    /// The planes of each skeleton, one after another.
    pub(super) codes: Vec<u64>,
    /// The positions reached by moves, including those seen before.
    pub(super) next: Vec<AtomicU64>,
    /// For each skeleton, whether the last level has positions on it.
    pub(super) active: Vec<bool>,
    /// The code of the last level.
    pub(super) code: u64,
    pub(super) halo: Halo,
}

/// The positions of a word with a given code.
#[inline(always)]
pub(super) fn holding(planes: &[u64], words: usize, word: usize, code: u64) -> u64 {
    let planes = planes[word..].iter().step_by(words).enumerate();
    planes.fold(u64::MAX, |held, (nth, &plane)| {
        held & if code >> nth & 1 == 1 { plane } else { !plane }
    })
}

#[inline(always)]
pub(super) fn seen(planes: &[u64], words: usize, word: usize) -> u64 {
    planes[word..].iter().step_by(words).fold(0, |seen, &plane| seen | plane)
}

impl MultiBit {
    /// Makes bitmaps without seen positions.
    pub fn new(skeletons: usize, words: usize, planes: u64, halo: Halo) -> Self {
        let planes = planes as usize;
        let mut next: Vec<AtomicU64> = Vec::new();
        next.resize_with(skeletons * words, AtomicU64::default);
        let codes = vec![0; skeletons * planes * words];
        Self { words, planes, codes, next, active: vec![false; skeletons], code: 0, halo }
    }

    /// Whether the next level uses the last code.
    pub fn is_full(&self) -> bool {
        self.code + 1 == self.written()
    }

    /// Sends the frontier to the other parts, receives theirs, and returns the report of all parts.
    pub fn exchange_halo(
        &mut self,
        halo_exchange: &HaloExchange,
        exchange: &mut dyn Exchange,
        report: LevelReport,
    ) -> Result<LevelReport, SearchError> {
        let Self { words, planes, codes, active, code, halo, .. } = self;
        let len = *planes * *words;
        let front = |skeleton: SkeletonId, front: &mut [u64]| {
            let skeleton = skeleton as usize;
            if active[skeleton] {
                all_holding(&codes[skeleton * len..][..len], *code, front);
            }
            active[skeleton]
        };
        halo_exchange.run(exchange, halo, &front, report)
    }

    /// The code of seen positions with written distances.
    pub(super) fn written(&self) -> u64 {
        (1 << self.planes) - 1
    }
}

impl Bitmaps for MultiBit {
    type Known<'b> = MultiBitKnown<'b>;

    #[inline(always)]
    fn is_active(&self, skeleton: usize) -> bool {
        match skeleton.checked_sub(self.active.len()) {
            None => self.active[skeleton],
            Some(nth) => self.halo.is_active(nth),
        }
    }

    #[inline(always)]
    fn front(&self, skeleton: usize, front: &mut [u64]) {
        match skeleton.checked_sub(self.active.len()) {
            None => {
                let len = self.planes * self.words;
                all_holding(&self.codes[skeleton * len..][..len], self.code, front);
            }
            Some(nth) => self.halo.front(nth, front),
        }
    }

    #[inline(always)]
    fn plain(&self) -> Option<Plain<'_>> {
        None
    }

    #[inline(always)]
    fn next(&self, skeleton: usize) -> &[AtomicU64] {
        match skeleton < self.active.len() {
            true => &self.next[skeleton * self.words..][..self.words],
            false => &[],
        }
    }

    fn whole(&mut self) -> Chunk<'_, MultiBitKnown<'_>> {
        let Self { words, planes, code, .. } = *self;
        let known = MultiBitKnown { words, planes, code, codes: &mut self.codes };
        Chunk { next: &mut self.next, active: &mut self.active, known }
    }

    fn chunks(
        &mut self,
        skeletons: usize,
    ) -> impl IndexedParallelIterator<Item = Chunk<'_, MultiBitKnown<'_>>> {
        let Self { words, planes, code, .. } = *self;
        let codes = self.codes.par_chunks_mut(skeletons * words * planes);
        let next = self.next.par_chunks_mut(skeletons * words);
        let others = next.zip(self.active.par_chunks_mut(skeletons));
        codes.zip(others).map(move |(codes, (next, active))| Chunk {
            next,
            active,
            known: MultiBitKnown { words, planes, code, codes },
        })
    }
}

/// The codes of the positions on a range of skeletons.
pub struct MultiBitKnown<'b> {
    words: usize,
    planes: usize,
    /// The code of the last level.
    code: u64,
    codes: &'b mut [u64],
}

impl Known for MultiBitKnown<'_> {
    #[inline(always)]
    fn fronts(&self) -> Fronts<'_> {
        Fronts::Coded { planes: self.planes, code: self.code, codes: self.codes }
    }

    #[inline(always)]
    fn clear_front(&mut self, _: usize) {
        // The next level has another code, so nothing needs clearing.
    }

    #[inline(always)]
    fn settle(&mut self, nth: usize, next: &mut [u64], mut record: impl FnMut(usize, u64)) -> u64 {
        let (words, code) = (self.words, self.code + 1);
        let len = self.planes * words;
        let planes = &mut self.codes[nth * len..][..len];
        let mut found = 0;
        for (word, next) in next.iter_mut().enumerate() {
            if *next == 0 {
                continue;
            }
            let new = std::mem::take(next) & !seen(planes, words, word);
            found += u64::from(new.count_ones());
            for plane in 0..self.planes {
                if code >> plane & 1 == 1 {
                    planes[plane * words + word] |= new;
                }
            }
            record(word, new);
        }
        found
    }
}
