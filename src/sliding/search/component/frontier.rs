//! The open end of a search: its last two levels, and the next.

use super::key_set::{KeySet, hash};
use super::levels::{Levels, PARTS, part_of};
use super::moves::Moves;
use super::packed::Packed;
use rayon::prelude::*;
use std::mem::take;
use std::ops::Range;

/// The last two levels of a search, and the next one.
///
/// Moves can be undone, so the neighbours of a level are in the level before it, in the level itself, or new. No other
/// level is needed to report which are new.
#[derive(Debug)]
pub(in crate::sliding::search) struct Frontier<const N: usize> {
    first: [u64; N],
    /// One part, or [`PARTS`] by hash.
    parts: Vec<Part<N>>,
    /// The last results of the threads by part, kept to reuse their memory.
    found: Vec<Vec<Vec<[u64; N]>>>,
}

/// The positions with some hashes.
#[derive(Debug)]
struct Part<const N: usize> {
    /// All positions of the three levels.
    known: KeySet<N>,
    /// The positions of the level before the last, of the last, and of the next.
    before: Vec<[u64; N]>,
    last: Vec<[u64; N]>,
    next: Vec<[u64; N]>,
}

/// A level of this width is divided into parts, and a level of the other width is put together again.
const WIDE: usize = 1 << 12;
const NARROW: usize = 1 << 9;

/// Number of words of the positions that are expanded in one block. After a block, the results are added and memory is
/// checked.
const BLOCK: usize = 1 << 16;

/// Number of tasks of a block that threads share, and smallest number of positions of a task.
const TASKS: usize = 64;
const SMALLEST_TASK: usize = 1 << 6;

impl<const N: usize> Frontier<N> {
    /// A search whose only level holds some positions, and its finished levels.
    pub fn new(mut firsts: Vec<[u64; N]>) -> Option<(Self, Levels<N>)> {
        firsts.sort_unstable();
        firsts.dedup();
        let first = *firsts.first()?;
        let mut frontier = Self { first, parts: vec![Part::new(first)], found: Vec::new() };
        frontier.parts[0].next = firsts;
        let mut levels = Levels::new();
        frontier.end_level(&mut levels);
        Some((frontier, levels))
    }

    /// Number of positions of the last level.
    pub fn width(&self) -> usize {
        self.parts.iter().map(|part| part.last.len()).sum()
    }

    /// Whether a position belongs to one of the last two levels.
    pub fn contains(&self, key: &[u64; N]) -> bool {
        self.parts[part_of(hash(key), self.parts.len())].known.contains(key)
    }

    /// The first position of the last level for which a condition holds.
    pub fn find(&self, is_it: impl Fn(&[u64; N]) -> bool + Sync) -> Option<[u64; N]> {
        let find = |part: &Part<N>| part.last.iter().find(|key| is_it(key)).copied();
        match &self.parts[..] {
            [one] => find(one),
            parts => parts.par_iter().find_map_first(find),
        }
    }

    /// Finds the positions of the next level. After each block, `report` receives the number of new positions and the
    /// number of bytes in use.
    pub fn expand<E>(
        &mut self,
        moves: &Moves<'_>,
        mut report: impl FnMut(u64, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        if let [Part { known, last, next, .. }] = &mut self.parts[..] {
            for key in &last[..] {
                moves.each(key, |after| {
                    if known.insert(after) {
                        next.push(after);
                    }
                });
            }
            let new = next.len();
            return report(new as u64, self.bytes());
        }
        let width = self.width();
        let mut known = 0;
        for from in (0..width).step_by(BLOCK / N) {
            self.expand_together(moves, from..width.min(from + BLOCK / N));
            let new = self.parts.iter().map(|part| part.next.len() as u64).sum::<u64>();
            report(new - known, self.bytes())?;
            known = new;
        }
        Ok(())
    }

    /// Expands some positions of the last level on all threads. First the results are sorted by part, then each part is
    /// updated by one thread.
    fn expand_together(&mut self, moves: &Moves<'_>, range: Range<usize>) {
        let mut found = take(&mut self.found);
        let task = range.len().div_ceil(TASKS).max(SMALLEST_TASK);
        let tasks = range.len().div_ceil(task);
        found.resize_with(found.len().max(tasks), || vec![Vec::new(); PARTS]);
        let found_now = &mut found[..tasks];
        found_now.par_iter_mut().enumerate().for_each(|(number, found)| {
            let from = range.start + number * task;
            for key in self.last(from..range.end.min(from + task)) {
                moves.each(key, |after| found[part_of(hash(&after), PARTS)].push(after));
            }
        });
        self.parts.par_iter_mut().enumerate().for_each(|(number, part)| {
            let Part { known, next, .. } = part;
            for found in &*found_now {
                known.insert_all(&found[number], |key| push(next, key));
            }
        });
        found_now.iter_mut().flatten().for_each(Vec::clear);
        self.found = found;
    }

    /// The positions of the last level.
    pub fn positions(&self) -> impl Iterator<Item = &[u64; N]> {
        self.parts.iter().flat_map(|part| &part.last)
    }

    /// A range of the last level's positions.
    fn last(&self, range: Range<usize>) -> impl Iterator<Item = &[u64; N]> {
        let mut before = 0;
        self.parts.iter().flat_map(move |part| {
            let within = |end: usize| end.saturating_sub(before).min(part.last.len());
            let positions = within(range.start)..within(range.end);
            before += part.last.len();
            &part.last[positions]
        })
    }

    /// Keeps only the new positions for which a condition holds.
    pub fn retain(&mut self, is_it: impl Fn(&[u64; N]) -> bool + Sync) {
        self.parts.par_iter_mut().for_each(|part| part.next.retain(|key| is_it(key)));
    }

    /// Keeps only the `most` new positions with the smallest ranks, and none without a rank.
    pub fn retain_best(&mut self, rank: impl Fn(&[u64; N]) -> Option<u64> + Sync, most: usize) {
        let ranks = self.parts.par_iter().flat_map_iter(|part| part.next.iter().filter_map(&rank));
        let mut ranks: Vec<u64> = ranks.collect();
        let last = if ranks.len() > most { *ranks.select_nth_unstable(most).1 } else { u64::MAX };
        self.retain(|key| rank(key).is_some_and(|rank| rank < last));
    }

    /// Adds the next level, which may be empty, to the finished ones, and makes it the last one.
    pub fn end_level(&mut self, levels: &mut Levels<N>) {
        self.divide();
        let end = |part: &mut Part<N>, buffer: &mut Vec<u8>| {
            part.next.sort_unstable();
            let packed = Packed::new(&part.next, buffer);
            part.advance();
            packed
        };
        levels.push(match &mut self.parts[..] {
            [one] => vec![end(one, &mut Vec::new())],
            parts => {
                parts.par_iter_mut().map_init(Vec::new, |buffer, part| end(part, buffer)).collect()
            }
        });
    }

    /// Divides a wide level into parts, or puts a narrow one together.
    fn divide(&mut self) {
        let width: usize = self.parts.iter().map(|part| part.next.len()).sum();
        let wanted = match self.parts.len() {
            1 if width >= WIDE => PARTS,
            PARTS if width < NARROW => 1,
            same => same,
        };
        if wanted == self.parts.len() {
            return;
        }
        let mut parts: Vec<Part<N>> = (0..wanted).map(|_| Part::new(self.first)).collect();
        for part in take(&mut self.parts) {
            // The level before the last is not needed any more.
            for key in part.last {
                parts[part_of(hash(&key), wanted)].last.push(key);
            }
            for key in part.next {
                parts[part_of(hash(&key), wanted)].next.push(key);
            }
        }
        self.parts = parts;
    }

    /// Number of bytes in use.
    pub fn bytes(&self) -> u64 {
        let key = size_of::<[u64; N]>();
        let found = self.found.iter().flatten().map(|keys| keys.capacity() * key).sum::<usize>();
        let parts = self.parts.iter().map(|part| {
            let keys = [&part.before, &part.last, &part.next];
            part.known.bytes() + keys.map(|keys| keys.capacity() * key).iter().sum::<usize>()
        });
        (found + parts.sum::<usize>()) as u64
    }
}

impl<const N: usize> Part<N> {
    fn new(first: [u64; N]) -> Self {
        Self { known: KeySet::new(first), before: Vec::new(), last: Vec::new(), next: Vec::new() }
    }

    /// Makes the next level the last one.
    fn advance(&mut self) {
        let mut next = take(&mut self.before);
        next.clear();
        self.before = take(&mut self.last);
        self.last = take(&mut self.next);
        // A level is seldom much wider than the one before it.
        let room = self.before.len() + self.last.len() * 5 / 2;
        self.known.clear(room);
        self.known.insert_all(&self.before, |_| ());
        self.known.insert_all(&self.last, |_| ());
        if next.capacity() > 4 * self.last.len() {
            next = Vec::new();
        }
        self.next = next;
    }
}

/// Appends a key. Doubling would leave half of the memory unused.
fn push<const N: usize>(keys: &mut Vec<[u64; N]>, key: [u64; N]) {
    if keys.len() == keys.capacity() {
        keys.reserve_exact(keys.len() / 8 + 16);
    }
    keys.push(key);
}
