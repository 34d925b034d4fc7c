//! The frontier of an explicit search: one bit per position, and moves computed position by position.
//!
//! It needs no graph of steps. Moves can be undone, so the positions that lead to a level are its neighbours, and these
//! form the next level. In a search in parts, positions are partitioned, and those of other parts are sent to them. In
//! a search of one part, positions that form [blocks](NumberedBlocks) move together.

use super::blocks::NumberedBlocks;
use super::{Frontier, InMemory, Seeded, Stored};
use crate::bits::for_each_one;
use crate::cluster::Exchange;
use crate::cluster::varint::{put_number, take_number};
use crate::entries::{Entries, Entry};
use crate::error::SearchError;
use crate::messages::malformed;
use crate::partition::Partition;
use crate::store::DistanceStore;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::rules::Metric;
use huarong_core::space::Space;
use huarong_tables::table::Distances;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The frontier of a search of one space, or of a part of one.
pub struct ExplicitFrontier<'s> {
    space: &'s Space,
    metric: Metric,
    /// Whether several threads share a level.
    parallel: bool,
    partition: Partition,
    /// The positions of this part. Bits and entries are numbered from its first, or in the order of blocks.
    owned: Range<u64>,
    blocks: Option<NumberedBlocks>,
    seen: Vec<u64>,
    front: Vec<u64>,
    next: Vec<AtomicU64>,
    entries: Entries,
}

/// Number of words that one thread processes at a time.
const CHUNK: usize = 1 << 8;
/// Number of entries that one thread writes at a time.
const CHUNK_ENTRIES: usize = 1 << 20;

impl<'s> ExplicitFrontier<'s> {
    /// Makes an empty frontier, before the first level.
    pub fn new(
        space: &'s Space,
        metric: Metric,
        parallel: bool,
        partition: Partition,
        part: usize,
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
        let owned = partition.range(part);
        let len = owned.end - owned.start;
        let words = len.div_ceil(64) as usize;
        let is_whole = partition.parts() == 1;
        Ok(Self {
            blocks: is_whole.then(|| NumberedBlocks::of(space, metric)).flatten(),
            space,
            metric,
            parallel,
            partition,
            owned,
            seen: vec![0; words],
            front: vec![0; words],
            next: std::iter::repeat_with(AtomicU64::default).take(words).collect(),
            entries: Entries::new(std::iter::once(len), effort)?,
        })
    }

    /// Adds a position of this part, given by its index in the space, to the first level.
    pub fn start_from(&mut self, index: u64) {
        let nth = self.nth(index);
        *self.next[nth as usize / 64].get_mut() |= 1 << (nth % 64);
    }

    /// The number of the bit and the entry of a position of this part.
    pub fn nth(&self, index: u64) -> u64 {
        match &self.blocks {
            Some(blocks) => blocks.bit(index),
            None => index - self.owned.start,
        }
    }

    /// The distances found, in the order of indices.
    pub fn into_entries(mut self) -> Entries {
        if let Some(blocks) = &self.blocks {
            let order = |nth| blocks.other_in_block(nth as u64) as usize;
            self.entries.reorder(0, blocks.size() as usize, order);
        }
        self.entries
    }

    fn expand_blocks(&self, blocks: &NumberedBlocks, effort: Effort<'_>) -> Result<(), Cancelled> {
        let expand = |block| {
            effort.done(0)?;
            blocks.for_each_reached(block, &self.front, |word, bits| {
                let new = bits & !self.seen[word];
                if new & !self.next[word].load(Relaxed) != 0 {
                    self.next[word].fetch_or(new, Relaxed);
                }
            });
            Ok(())
        };
        match self.parallel {
            true => (0..blocks.count()).into_par_iter().with_max_len(1).try_for_each(expand),
            false => (0..blocks.count()).try_for_each(expand),
        }
    }

    /// Moves from the positions of some words of the frontier, starting with word `first`. Returns the messages to
    /// other parts, with their numbers.
    fn expand_words(&self, first: usize, words: &[u64]) -> Vec<(usize, Vec<u8>)> {
        let Self { space, metric, partition, owned, seen, next, .. } = self;
        let mut across: Vec<Vec<u64>> = Vec::new();
        for (word, &bits) in (first..).zip(words) {
            for_each_one(word as u64 * 64, bits, |nth| {
                space.for_each_neighbour_under(*metric, owned.start + nth, |after| {
                    if !owned.contains(&after) {
                        across.resize_with(partition.parts(), Vec::new);
                        across[partition.owner(after)].push(after);
                        return;
                    }
                    let nth = after - owned.start;
                    let (word, bit) = (nth as usize / 64, 1 << (nth % 64));
                    if seen[word] & bit == 0 && next[word].load(Relaxed) & bit == 0 {
                        next[word].fetch_or(bit, Relaxed);
                    }
                });
            });
        }
        let across = across.into_iter().enumerate().filter(|(_, indices)| !indices.is_empty());
        across.map(|(to, indices)| (to, pack(indices, partition.range(to).start))).collect()
    }

    /// Adds positions that another part found; `None` if the message is invalid.
    fn take(&mut self, message: &[u8]) -> Option<()> {
        let len = self.owned.end - self.owned.start;
        let mut rest = message;
        let mut nth = 0u64;
        while !rest.is_empty() {
            nth = nth.checked_add(take_number(&mut rest)?).filter(|&nth| nth < len)?;
            *self.next[nth as usize / 64].get_mut() |= 1 << (nth % 64);
        }
        Some(())
    }

    /// Whether moves reached unseen positions.
    fn has_new(&mut self) -> bool {
        let words = self.next.iter_mut().zip(&self.seen);
        { words }.any(|(next, &seen)| *next.get_mut() & !seen != 0)
    }
}

impl Frontier for ExplicitFrontier<'_> {
    fn positions(&self) -> u64 {
        self.owned.end - self.owned.start
    }

    fn expand(
        &mut self,
        exchange: &mut dyn Exchange,
        effort: Effort<'_>,
    ) -> Result<(), SearchError> {
        let expand = |(chunk, words): (usize, &[u64])| {
            effort.done(0)?;
            Ok(self.expand_words(chunk * CHUNK, words))
        };
        let messages: Result<Vec<_>, Cancelled> = match (&self.blocks, self.parallel) {
            (Some(blocks), _) => self.expand_blocks(blocks, effort).map(|()| Vec::new()),
            (None, true) => self.front.par_chunks(CHUNK).enumerate().map(expand).collect(),
            (None, false) => self.front.chunks(CHUNK).enumerate().map(expand).collect(),
        };
        for (to, message) in messages?.into_iter().flatten() {
            exchange.send(to, message);
        }
        for (from, message) in exchange.end_round()? {
            self.take(&message).ok_or_else(|| malformed(from))?;
        }
        Ok(())
    }

    fn settle(&mut self, level: u16, effort: Effort<'_>) -> Result<u64, Cancelled> {
        // A last level without positions needs no wider entries.
        if level >= u16::from(u8::MAX) && self.has_new() {
            self.entries.widen_for(level);
        }
        let Self { seen, front, next, entries, parallel, .. } = self;
        match entries {
            Entries::Narrow(entries) => {
                settle(seen, front, next, &entries[0], level, *parallel, effort)
            }
            Entries::Wide(entries) => {
                settle(seen, front, next, &entries[0], level, *parallel, effort)
            }
        }
    }
}

impl InMemory for ExplicitFrontier<'_> {
    fn entries(&self) -> &Entries {
        &self.entries
    }
}

impl Seeded for ExplicitFrontier<'_> {
    fn make_room(&mut self, largest: u16) {
        self.entries.widen_for(largest);
    }

    fn entry_of(&self, index: u64) -> u64 {
        self.nth(index)
    }

    fn start_from_seeds(&mut self, level: u16) {
        for nth in self.entries.at_level(level) {
            *self.next[nth as usize / 64].get_mut() |= 1 << (nth % 64);
        }
    }
}

impl Stored for ExplicitFrontier<'_> {
    fn write<S: DistanceStore>(&mut self, store: &S, effort: Effort<'_>) -> Result<(), S::Error> {
        let first = self.owned.start;
        let distances = self.entries.of_space(0);
        let (width, bytes) = (distances.width(), distances.bytes());
        let entry = width as usize;
        if let Some(blocks) = &self.blocks {
            // In the order of blocks, the entries of a block belong to its positions, but not in the order of indices.
            for (nth, block) in bytes.chunks(blocks.size() as usize * entry).enumerate() {
                effort.done(0).map_err(SearchError::from)?;
                let ordered = (0..blocks.size()).into_par_iter().flat_map_iter(|index| {
                    let nth = blocks.other_in_block(index) as usize;
                    block[nth * entry..(nth + 1) * entry].iter().copied()
                });
                let ordered: Vec<u8> = ordered.collect();
                store.write(nth as u64 * blocks.size(), Distances::in_bytes(&ordered, width))?;
            }
            return Ok(());
        }
        bytes.par_chunks(CHUNK_ENTRIES * entry).enumerate().try_for_each(|(nth, entries)| {
            effort.done(0).map_err(SearchError::from)?;
            let index = first + (nth * CHUNK_ENTRIES) as u64;
            store.write(index, Distances::in_bytes(entries, width))
        })
    }

    fn resume<S: DistanceStore>(
        &mut self,
        store: &S,
        level: u16,
        _: &mut dyn Exchange,
    ) -> Result<(), S::Error> {
        self.entries.widen_for(level);
        for first in self.owned.clone().step_by(CHUNK_ENTRIES) {
            let count = (self.owned.end - first).min(CHUNK_ENTRIES as u64);
            let written = store.read(first, count as usize)?;
            for (index, distance) in (first..).zip(written.iter()) {
                let Some(distance) = distance.filter(|&distance| distance <= level) else {
                    continue;
                };
                let nth = self.nth(index);
                let (word, bit) = (nth as usize / 64, 1 << (nth % 64));
                self.seen[word] |= bit;
                if distance == level {
                    self.front[word] |= bit;
                }
                self.entries.set(0, nth, distance);
            }
        }
        Ok(())
    }
}

/// Makes new positions the frontier and writes their distances. Returns their number.
fn settle<E: Entry>(
    seen: &mut [u64],
    front: &mut [u64],
    next: &mut [AtomicU64],
    entries: &[E],
    level: u16,
    parallel: bool,
    effort: Effort<'_>,
) -> Result<u64, Cancelled> {
    let settle = |(chunk, ((seen, front), next)): NumberedChunk<'_>| {
        effort.check()?;
        let mut found = 0;
        let words = seen.iter_mut().zip(front).zip(next);
        for (word, ((seen, front), next)) in (chunk * CHUNK..).zip(words) {
            *front = std::mem::take(next.get_mut()) & !*seen;
            *seen |= *front;
            found += u64::from(front.count_ones());
            for_each_one(word as u64 * 64, *front, |nth| entries[nth as usize].set(level));
        }
        Ok(found)
    };
    match parallel {
        true => {
            let chunks = seen.par_chunks_mut(CHUNK).zip(front.par_chunks_mut(CHUNK));
            chunks.zip(next.par_chunks_mut(CHUNK)).enumerate().map(settle).sum()
        }
        false => {
            let chunks = seen.chunks_mut(CHUNK).zip(front.chunks_mut(CHUNK));
            chunks.zip(next.chunks_mut(CHUNK)).enumerate().map(settle).sum()
        }
    }
}

/// A chunk of words with its number: seen positions, the frontier, and reached positions.
type NumberedChunk<'w> = (usize, ((&'w mut [u64], &'w mut [u64]), &'w mut [AtomicU64]));

/// Encodes indices of positions of a part, sorted and without duplicates. Each is encoded as its difference from the
/// previous one, or from the part's first.
fn pack(mut indices: Vec<u64>, first: u64) -> Vec<u8> {
    indices.sort_unstable();
    indices.dedup();
    let mut message = Vec::new();
    let mut before = first;
    for index in indices {
        put_number(&mut message, index - before);
        before = index;
    }
    message
}
