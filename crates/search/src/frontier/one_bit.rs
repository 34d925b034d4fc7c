//! The frontier as bitmaps with one bit per filling, and distances in memory.

use super::bitmaps::{Bitmaps, Chunk, Context, Fronts, Known, Plain};
use super::{Frontier, InMemory, Seeded, large_pieces, settle};
use crate::cluster::Exchange;
use crate::entries::{Entries, Entry};
use crate::error::SearchError;
use crate::layout::{Layout, SkeletonWord};
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::space::Space;
use rayon::prelude::*;
use std::sync::atomic::AtomicU64;

/// Bitmaps with one bit per filling of every representative.
struct OneBit {
    words: usize,
    /// Positions of the last level.
    front: Vec<u64>,
    /// Wanted positions that no level has reached.
    unseen: Vec<u64>,
    /// The positions reached by moves, including those seen before.
    next: Vec<AtomicU64>,
    /// For every representative, whether the last level has positions on it.
    active: Vec<bool>,
}

impl OneBit {
    /// Makes bitmaps without seen positions.
    fn new(skeletons: usize, layout: &impl Layout) -> Self {
        let words = layout.words();
        Self {
            words,
            front: vec![0; skeletons * words],
            unseen: layout.wanted().repeat(skeletons),
            next: std::iter::repeat_with(|| AtomicU64::new(0)).take(skeletons * words).collect(),
            active: vec![false; skeletons],
        }
    }
}

impl Bitmaps for OneBit {
    type Known<'b> = OneBitKnown<'b>;

    #[inline(always)]
    fn is_active(&self, skeleton: usize) -> bool {
        self.active[skeleton]
    }

    #[inline(always)]
    fn front(&self, skeleton: usize, front: &mut [u64]) {
        front.copy_from_slice(&self.front[skeleton * self.words..][..self.words]);
    }

    #[inline(always)]
    fn plain(&self) -> Option<Plain<'_>> {
        Some(Plain { front: &self.front, active: &self.active, next: &self.next })
    }

    #[inline(always)]
    fn next(&self, skeleton: usize) -> &[AtomicU64] {
        &self.next[skeleton * self.words..][..self.words]
    }

    fn whole(&mut self) -> Chunk<'_, OneBitKnown<'_>> {
        let Self { words, front, unseen, .. } = self;
        let known = OneBitKnown { words: *words, front, unseen };
        Chunk { next: &mut self.next, active: &mut self.active, known }
    }

    fn chunks(
        &mut self,
        skeletons: usize,
    ) -> impl IndexedParallelIterator<Item = Chunk<'_, OneBitKnown<'_>>> {
        let (words, len) = (self.words, skeletons * self.words);
        let front = self.front.par_chunks_mut(len);
        let known = front.zip(self.unseen.par_chunks_mut(len));
        let others = self.next.par_chunks_mut(len).zip(self.active.par_chunks_mut(skeletons));
        known.zip(others).map(move |((front, unseen), (next, active))| Chunk {
            next,
            active,
            known: OneBitKnown { words, front, unseen },
        })
    }
}

/// The frontier and the unseen positions on a range of skeletons.
struct OneBitKnown<'b> {
    words: usize,
    front: &'b mut [u64],
    unseen: &'b mut [u64],
}

impl Known for OneBitKnown<'_> {
    #[inline(always)]
    fn fronts(&self) -> Fronts<'_> {
        Fronts::Plain(self.front)
    }

    #[inline(always)]
    fn clear_front(&mut self, nth: usize) {
        self.front[nth * self.words..][..self.words].fill(0);
    }

    #[inline(always)]
    fn settle(&mut self, nth: usize, next: &mut [u64], mut record: impl FnMut(usize, u64)) -> u64 {
        let front = &mut self.front[nth * self.words..][..self.words];
        let unseen = &mut self.unseen[nth * self.words..][..self.words];
        let mut found = 0;
        for (word, next) in next.iter_mut().enumerate() {
            let new = std::mem::take(next) & unseen[word];
            unseen[word] ^= new;
            front[word] = new;
            if new != 0 {
                found += u64::from(new.count_ones());
                record(word, new);
            }
        }
        found
    }
}

/// The frontier of a search of several spaces that share their skeletons.
pub struct OneBitFrontier<'s, Y> {
    context: Context<'s, Y>,
    spaces: &'s [Space],
    bitmaps: OneBit,
    entries: Entries,
}

impl<'s, Y: Layout> OneBitFrontier<'s, Y> {
    /// Makes an empty frontier, before the first level.
    pub fn new(
        context: Context<'s, Y>,
        spaces: &'s [Space],
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
        let bitmaps = OneBit::new(context.graph.orbits().len(), context.layout);
        let entries = Entries::new(spaces.iter().map(Space::len), effort)?;
        Ok(Self { context, spaces, bitmaps, entries })
    }

    /// Adds positions to the first level.
    pub fn start_from(&mut self, SkeletonWord { skeleton, word, bits }: SkeletonWord) {
        *self.bitmaps.next[skeleton * self.bitmaps.words + word].get_mut() |= bits;
    }

    /// The distances found.
    pub fn into_entries(self) -> Entries {
        self.entries
    }
}

impl<Y: Layout> Frontier for OneBitFrontier<'_, Y> {
    fn positions(&self) -> u64 {
        self.spaces.iter().map(Space::len).sum()
    }

    fn expand(&mut self, _: &mut dyn Exchange, effort: Effort<'_>) -> Result<(), SearchError> {
        Ok(large_pieces::expand(self.context, &self.bitmaps, effort)?)
    }

    fn settle(&mut self, level: u16, effort: Effort<'_>) -> Result<u64, Cancelled> {
        let Self { context, spaces, bitmaps, entries } = self;
        entries.widen_for(level);
        match entries {
            Entries::Narrow(entries) => {
                settle_into(*context, bitmaps, spaces, entries, level, effort)
            }
            Entries::Wide(entries) => {
                settle_into(*context, bitmaps, spaces, entries, level, effort)
            }
        }
    }
}

impl<Y: Layout> InMemory for OneBitFrontier<'_, Y> {
    fn entries(&self) -> &Entries {
        &self.entries
    }
}

impl<Y: Layout> Seeded for OneBitFrontier<'_, Y> {
    fn make_room(&mut self, largest: u16) {
        self.entries.widen_for(largest);
    }

    fn entry_of(&self, index: u64) -> u64 {
        index
    }

    fn start_from_seeds(&mut self, level: u16) {
        let (layout, words) = (self.context.layout, self.bitmaps.words);
        let fillings = self.spaces[0].filling_count() as usize;
        let mut bits = vec![0; fillings];
        for filling in layout.fillings() {
            bits[layout.number(filling.bit as usize / 64, filling.bit % 64).1] = filling.bit;
        }
        for index in self.entries.at_level(level) {
            let (skeleton, number) = (index as usize / fillings, index as usize % fillings);
            let (word, bit) = (bits[number] as usize / 64, bits[number] % 64);
            *self.bitmaps.next[skeleton * words + word].get_mut() |= 1 << bit;
        }
    }
}

/// The entries of a space, and their number per skeleton.
struct SpaceEntries<'e, E> {
    entries: &'e [E],
    fillings: usize,
}

/// Settles a level, and writes it to the entries of the new positions.
fn settle_into<E: Entry>(
    context: Context<'_, impl Layout>,
    bitmaps: &mut OneBit,
    spaces: &[Space],
    entries: &[Vec<E>],
    level: u16,
    effort: Effort<'_>,
) -> Result<u64, Cancelled> {
    // Indexed by the number of small pieces.
    let none = || SpaceEntries::<E> { entries: &[], fillings: 0 };
    let mut by_number: Vec<_> = std::iter::repeat_with(none).take(65).collect();
    for (space, entries) in spaces.iter().zip(entries) {
        let fillings = space.filling_count() as usize;
        by_number[space.small_count() as usize] = SpaceEntries { entries, fillings };
    }
    let layout = context.layout;
    let record = |SkeletonWord { skeleton, word, mut bits }| {
        while bits != 0 {
            let (small_pieces, number) = layout.number(word, bits.trailing_zeros());
            bits &= bits - 1;
            let SpaceEntries { entries, fillings } = &by_number[small_pieces];
            entries[skeleton * fillings + number].set(level);
        }
    };
    settle::settle(context, bitmaps, &record, effort)
}
