//! A search in parts: each finds the distances of a range of positions, and they tell one another what leads across.

use super::border::{Cut, Rim, Tally, agree, put_number, take_number};
use super::fillings::Fillings;
use super::graph::Graph;
use super::kernels::Kernels;
use super::lean::{self, LeanRun, histogram};
use super::plain::{self, for_each_bit};
use super::{Ledger, Memory, SearchError, SearchPlan, won};
use crate::cluster::Exchange;
use crate::effort::{Effort, Stopped};
use crate::sliding::rules::Metric;
use crate::sliding::space::Space;
use crate::table::{Checkpoint, Distances, EntryWidth, Histogram};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Most planes of one of so many parts of a search: of several with one fewer than a search has that is whole, which
/// makes up for most of what the rim and the steps of cut groups take.
fn most_planes(parts: usize) -> u64 {
    if parts == 1 { lean::MOST_PLANES } else { lean::MOST_PLANES - 1 }
}

impl SearchPlan {
    /// The indices of the positions of the only space that belong to each of so many parts of a search.
    ///
    /// # Panics
    ///
    /// Where there are several spaces, or no parts.
    pub fn parts(&self, parts: usize) -> Vec<Range<u64>> {
        let (cut, fillings) = (self.cut(parts), self.fillings());
        let range = |part| cut.range(part).start * fillings..cut.range(part).end * fillings;
        (0..parts).map(range).collect()
    }

    /// Things that belong to parts as a whole: skeletons, or positions.
    fn cut(&self, parts: usize) -> Cut {
        Cut::even(self.only_space().len() / self.fillings(), parts)
    }

    /// Positions of one such thing.
    fn fillings(&self) -> u64 {
        if self.fills { self.only_space().filling_count() } else { 1 }
    }

    fn only_space(&self) -> &Space {
        let [space] = &self.spaces[..] else { panic!("a search in parts is of one space") };
        space
    }

    /// How many positions each of so many parts tells others of where a search comes to all of them: a position as
    /// often as there are other parts that have its skeleton on their rims. `None` where positions are looked at one
    /// by one.
    ///
    /// # Panics
    ///
    /// Where there are several spaces, or no parts.
    pub fn told(&self, parts: usize, effort: Effort<'_>) -> Result<Option<Vec<u64>>, Stopped> {
        if !self.fills {
            return Ok(None);
        }
        let (space, cut) = (self.only_space(), self.cut(parts));
        let told = |part| {
            let graph = Graph::of_part(space.puzzle(), space.skeletons(), (&cut, part), effort);
            Ok(graph?.1.shown_len() as u64 * self.fillings())
        };
        Ok(Some((0..parts).map(told).collect::<Result<_, Stopped>>()?))
    }

    /// Finds the distances of the positions that belong to a part, that of `exchange`, to the goal, and writes them
    /// into a ledger; how many of them have each. All parts run at once, under the same metric. What they find
    /// together is what [`Search::run`](super::Search::run) finds. Where all of them have a checkpoint, they go on
    /// from the last level that all have.
    ///
    /// # Panics
    ///
    /// Where there are several spaces.
    pub fn run_part<L: Ledger>(
        &self,
        metric: Metric,
        ledger: &L,
        from: Option<&Checkpoint>,
        exchange: &mut dyn Exchange,
        effort: Effort<'_>,
    ) -> Result<Histogram, L::Error> {
        let space = self.only_space();
        let (cut, part) = (self.cut(exchange.parts()), exchange.part());
        if !self.fills {
            let owned = cut.range(part);
            let needed = Memory::plain(owned.end - owned.start).total();
            if needed > effort.memory {
                return Err(SearchError::Memory { needed, allowed: effort.memory }.into());
            }
            let run = PlainRun { space, metric, cut: &cut, owned, from, effort };
            return run.run(ledger, exchange);
        }
        let skeletons = cut.range(part);
        let memory = self.lean(skeletons.end - skeletons.start);
        let refused = |needed| SearchError::Memory { needed, allowed: effort.memory };
        if memory.memory(lean::FEWEST_PLANES) > effort.memory {
            return Err(refused(memory.memory(lean::FEWEST_PLANES)).into());
        }
        let graph = Graph::of_part(space.puzzle(), space.skeletons(), (&cut, part), effort);
        let (graph, mut border) = graph.map_err(SearchError::from)?;
        border.agree_on_rounds(exchange, self.fillings())?;
        let fillings = Fillings::new(space.free_cell_count(), space.small_count());
        let rim = border.rim_len() as u64 * Rim::most_bytes(self.fillings());
        let needed = |planes| memory.memory(planes) + rim;
        let mut planes = (lean::FEWEST_PLANES..=most_planes(exchange.parts())).rev();
        let planes = planes.find(|&planes| needed(planes) <= effort.memory);
        let planes = planes.ok_or_else(|| refused(needed(lean::FEWEST_PLANES)))?;
        let kernels = Kernels::default();
        let context = lean::Context { graph: &graph, fillings: &fillings, metric, kernels };
        let run = LeanRun { context, planes, skeletons, border: &border, from, effort };
        run.run(won(&graph, &fillings), ledger, exchange)
    }
}

/// A part of a search that looks at positions one by one.
struct PlainRun<'s> {
    space: &'s Space,
    metric: Metric,
    cut: &'s Cut,
    owned: Range<u64>,
    from: Option<&'s Checkpoint>,
    effort: Effort<'s>,
}

/// Words of positions that one thread takes at a time, and entries that are written at a time.
const CHUNK: usize = 1 << 8;
const ENTRIES: usize = 1 << 20;

/// What a part knows of its positions, from its first on.
struct Bits {
    seen: Vec<u64>,
    frontier: Vec<u64>,
    next: Vec<AtomicU64>,
    /// An entry for each, and bytes of one; all bits set stands for unseen.
    entries: Vec<u8>,
    width: EntryWidth,
}

impl PlainRun<'_> {
    fn run<L: Ledger>(
        self,
        ledger: &L,
        exchange: &mut dyn Exchange,
    ) -> Result<Histogram, L::Error> {
        let Self { space, effort, from, .. } = self;
        let len = self.owned.end - self.owned.start;
        let words = len.div_ceil(64) as usize;
        let mut bits = Bits {
            seen: vec![0; words],
            frontier: vec![0; words],
            next: std::iter::repeat_with(AtomicU64::default).take(words).collect(),
            entries: vec![u8::MAX; len as usize],
            width: EntryWidth::One,
        };
        let mut counts: Vec<u64> = Vec::new();
        match agree(exchange, from.map(Checkpoint::level))? {
            None => {
                for index in plain::goals(space, self.owned.clone()) {
                    let nth = index - self.owned.start;
                    *bits.next[nth as usize / 64].get_mut() |= 1 << (nth % 64);
                }
            }
            Some(level) => {
                let from = from.expect("no part has it where one has not");
                counts = from.counts[..=usize::from(level)].to_vec();
                self.restore(&mut bits, ledger, level)?;
            }
        }
        let mut left = len - counts.iter().sum::<u64>();
        effort.done(len - left).map_err(SearchError::from)?;
        loop {
            if !counts.is_empty() {
                self.move_pieces(&mut bits, exchange)?;
            }
            let level = counts.len() as u16;
            let found = bits.settle(level);
            let is_due = exchange.part() == 0 && ledger.is_due();
            let tally = Tally { found, is_due }.of_all(exchange)?;
            if tally.found == 0 {
                break;
            }
            if level == u16::MAX {
                return Err(SearchError::TooDeep.into());
            }
            counts.push(found);
            left -= found;
            effort.done(found).map_err(SearchError::from)?;
            if level == u16::from(u8::MAX) {
                ledger.widen()?;
            }
            if tally.is_due {
                self.write(&bits, ledger)?;
                ledger.reached(&Checkpoint { counts: counts.clone() })?;
            }
        }
        self.write(&bits, ledger)?;
        effort.done(left).map_err(SearchError::from)?;
        Ok(histogram(counts, left))
    }

    /// Finds what one move leads to from what is new, in all parts.
    fn move_pieces(&self, bits: &mut Bits, exchange: &mut dyn Exchange) -> Result<(), SearchError> {
        let Self { space, metric, cut, owned, effort, .. } = self;
        let Bits { seen, frontier, next, .. } = bits;
        let chunks = frontier.par_chunks(CHUNK).enumerate();
        let parcels = chunks.map(|(chunk, words)| {
            effort.done(0)?;
            let mut across: Vec<Vec<u64>> = vec![Vec::new(); cut.parts()];
            for (word, &bits) in (chunk * CHUNK..).zip(words) {
                for_each_bit(word, bits, |nth| {
                    space.for_each_neighbour_under(*metric, owned.start + nth, |after| {
                        if !owned.contains(&after) {
                            across[cut.owner(after)].push(after);
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
            let packed = across.map(|(to, indices)| (to, pack(indices, cut.range(to).start)));
            Ok(packed.collect::<Vec<_>>())
        });
        let parcels = parcels.collect::<Result<Vec<_>, Stopped>>()?;
        for (to, parcel) in parcels.into_iter().flatten() {
            exchange.send(to, parcel);
        }
        for (from, parcel) in exchange.end_round()? {
            let mut rest = &parcel[..];
            let mut nth = 0u64;
            while !rest.is_empty() {
                let ahead = take_number(&mut rest).and_then(|passed| nth.checked_add(passed));
                nth = ahead
                    .filter(|nth| *nth < owned.end - owned.start)
                    .ok_or(SearchError::Parcel(from))?;
                *next[nth as usize / 64].get_mut() |= 1 << (nth % 64);
            }
        }
        Ok(())
    }

    /// Writes all distances that are known.
    fn write<L: Ledger>(&self, bits: &Bits, ledger: &L) -> Result<(), L::Error> {
        let chunks = bits.entries.par_chunks(ENTRIES * bits.width as usize).enumerate();
        chunks.try_for_each(|(nth, entries)| {
            self.effort.done(0).map_err(SearchError::from)?;
            let first = self.owned.start + (nth * ENTRIES) as u64;
            ledger.write(first, Distances::in_bytes(entries, bits.width))
        })
    }

    /// Goes on from a level up to which all distances are written.
    fn restore<L: Ledger>(&self, bits: &mut Bits, ledger: &L, level: u16) -> Result<(), L::Error> {
        bits.widen_for(level);
        let width = bits.width as usize;
        for first in self.owned.clone().step_by(ENTRIES) {
            let count = (self.owned.end - first).min(ENTRIES as u64);
            let written = ledger.read(first, count as usize)?;
            for (index, distance) in (first..).zip(written.iter()) {
                let Some(distance) = distance.filter(|&distance| distance <= level) else {
                    continue;
                };
                let nth = index - self.owned.start;
                let (word, bit) = (nth as usize / 64, 1 << (nth % 64));
                bits.seen[word] |= bit;
                if distance == level {
                    bits.frontier[word] |= bit;
                }
                let entry = &mut bits.entries[nth as usize * width..][..width];
                entry.copy_from_slice(&distance.to_le_bytes()[..width]);
            }
        }
        Ok(())
    }
}

impl Bits {
    /// Makes room for distances up to a level.
    fn widen_for(&mut self, level: u16) {
        if level >= u16::from(u8::MAX) && self.width == EntryWidth::One {
            let wide = |&entry: &u8| match entry {
                u8::MAX => [u8::MAX; 2],
                level => [level, 0],
            };
            self.entries = self.entries.iter().flat_map(wide).collect();
            self.width = EntryWidth::Two;
        }
    }

    /// Makes what was found the frontier and keeps its distances; how many positions that is.
    fn settle(&mut self, level: u16) -> u64 {
        self.widen_for(level);
        let Self { seen, frontier, next, entries, width } = self;
        let width = *width as usize;
        let chunks = seen.par_chunks_mut(CHUNK).zip(frontier.par_chunks_mut(CHUNK));
        let chunks = chunks.zip(next.par_chunks_mut(CHUNK));
        let chunks = chunks.zip(entries.par_chunks_mut(64 * CHUNK * width));
        let settled = chunks.map(|(((seen, frontier), next), entries)| {
            let mut found = 0;
            for (word, ((seen, frontier), next)) in
                seen.iter_mut().zip(frontier).zip(next).enumerate()
            {
                *frontier = std::mem::take(next.get_mut()) & !*seen;
                *seen |= *frontier;
                found += u64::from(frontier.count_ones());
                for_each_bit(word, *frontier, |nth| {
                    let entry = &mut entries[nth as usize * width..][..width];
                    entry.copy_from_slice(&level.to_le_bytes()[..width]);
                });
            }
            found
        });
        settled.sum()
    }
}

/// Indices of positions of a part, each once and ascending: how many are passed over from the part's first, or from
/// the one before.
fn pack(mut indices: Vec<u64>, first: u64) -> Vec<u8> {
    indices.sort_unstable();
    indices.dedup();
    let mut parcel = Vec::new();
    let mut before = first;
    for index in indices {
        put_number(&mut parcel, index - before);
        before = index;
    }
    parcel
}
