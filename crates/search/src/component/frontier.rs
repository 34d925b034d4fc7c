//! The open end of a search: its last two levels, and the next.

use super::error::ComponentError;
use super::key_map::{KeySet, hash};
use super::levels::{HASH_PARTS, KeyLevels, part_of};
use super::moves::Moves;
use super::packed_keys::PackedKeys;
use huarong_core::effort::threads::*;
use huarong_core::effort::{Cancelled, Effort};
use std::mem::{swap, take};
use std::ops::Range;

/// The last two levels of a search, and the next one.
///
/// Moves can be undone, so the neighbours of a level are in the level before it, in the level itself, or new. No other
/// level is needed to report which are new. Where pieces leave the board, moves can lead to any level, and all are kept.
#[derive(Debug)]
pub(crate) struct Frontier<const N: usize> {
    first: [u64; N],
    /// One part, or [`HASH_PARTS`] by hash.
    parts: Vec<HashPart<N>>,
    /// The last results of the threads by part, kept to reuse their memory.
    found: Vec<Vec<Vec<[u64; N]>>>,
    /// Number of moves per position of the last block.
    moves: usize,
}

/// A condition on positions. It and [`Rank`] are values of one type for all searches, which are compiled once for each
/// number of words.
pub(crate) type Condition<'a, const N: usize> = dyn Fn(&[u64; N]) -> bool + Sync + 'a;

pub(crate) type Rank<'a, const N: usize> = dyn Fn(&[u64; N]) -> Option<u64> + Sync + 'a;

/// The positions with some hashes.
#[derive(Debug)]
struct HashPart<const N: usize> {
    /// All positions of the three levels, or of all levels if moves can lead to them.
    known: KeySet<N>,
    is_one_way: bool,
    /// The positions of the level before the last, unless all are known, of the last, and of the next.
    before: Vec<[u64; N]>,
    last: Vec<[u64; N]>,
    next: Vec<[u64; N]>,
}

/// A level of the first width is divided into parts, and a level below the second is put together again. These widths
/// are for positions with at most [`USUAL_MOVES`]; with more of them, the next level is wider.
const WIDTH_TO_DIVIDE: usize = 1 << 12;
const WIDTH_TO_JOIN: usize = 1 << 9;
const USUAL_MOVES: usize = 1 << 5;

/// If a level is as wide, it pays to [prepare](Moves::expect_many) for the following ones.
pub(super) const WIDTH_OF_MANY: usize = 1 << 7;

/// Whether there are threads to share parts. WebAssembly has one, so its levels stay whole.
const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Number of words of the positions that are expanded in one block, and approximate number of words of the results.
/// After a block, the results are added and memory is checked.
const BLOCK_WORDS: usize = 1 << 16;
const RESULT_WORDS: usize = 1 << 21;

/// Number of tasks of a block that threads share.
const TASKS: usize = 64;
/// Smallest number of positions of a task. If they have many moves, a task has fewer positions.
const FEWEST_TASK_POSITIONS: usize = 1 << 6;
const FEWEST_TASK_MOVES: usize = 1 << 10;

impl<const N: usize> Frontier<N> {
    /// A search whose only level holds some positions, and its finished levels. `is_one_way` says whether some moves cannot
    /// be undone.
    pub fn new(mut firsts: Vec<[u64; N]>, is_one_way: bool) -> Option<(Self, KeyLevels<N>)> {
        firsts.sort_unstable();
        firsts.dedup();
        let first = *firsts.first()?;
        let mut part = HashPart::new(first, is_one_way);
        part.known.insert_all(&firsts, |_| ());
        part.next = firsts;
        let mut levels = KeyLevels::new();
        levels.push(vec![part.end_level(&mut Vec::new())]);
        Some((Self { first, parts: vec![part], found: Vec::new(), moves: 0 }, levels))
    }

    /// Number of positions of the last level.
    pub fn width(&self) -> usize {
        self.parts.iter().map(|part| part.last.len()).sum()
    }

    /// Number of moves per position of the last block that was expanded.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Whether a position belongs to one of the last two levels, or to any level if all are known.
    pub fn contains(&self, key: &[u64; N]) -> bool {
        self.parts[part_of(hash(key), self.parts.len())].known.contains(key)
    }

    /// The first position of the last level for which a condition holds.
    pub fn find(&self, is_it: &Condition<'_, N>) -> Option<[u64; N]> {
        let find = |part: &HashPart<N>| part.last.iter().find(|key| is_it(key)).copied();
        match &self.parts[..] {
            [one] => find(one),
            parts => parts.par_iter().find_map_first(find),
        }
    }

    /// Finds the positions of the next level. After each block, `report` receives the number of new positions and the
    /// number of bytes in use. The effort can end the work between blocks and within them.
    pub fn expand(
        &mut self,
        moves: &Moves<'_>,
        effort: Effort<'_>,
        report: &mut dyn FnMut(u64, u64) -> Result<(), ComponentError>,
    ) -> Result<(), ComponentError> {
        let width = self.width();
        if width >= WIDTH_OF_MANY {
            moves.expect_many();
        }
        let (mut from, mut known) = (0, 0);
        while from < width {
            let most = RESULT_WORDS / N / self.moves.max(1);
            let to = width.min(from + most.clamp(FEWEST_TASK_POSITIONS, BLOCK_WORDS / N));
            let made = match self.parts.len() {
                parts if HAS_THREADS && parts > 1 => {
                    self.expand_together(moves, from..to, effort)?
                }
                _ => self.expand_alone(moves, from..to),
            };
            self.moves = made.div_ceil(to - from);
            from = to;
            let new = self.parts.iter().map(|part| part.next.len() as u64).sum::<u64>();
            report(new - known, self.bytes())?;
            known = new;
        }
        Ok(())
    }

    /// Expands some positions of the only part. Returns the number of moves.
    fn expand_alone(&mut self, moves: &Moves<'_>, range: Range<usize>) -> usize {
        let HashPart { known, last, next, .. } = &mut self.parts[0];
        let mut made = 0;
        for key in &last[range] {
            moves.each(key, |after| {
                made += 1;
                if known.insert(after, ()).is_none() {
                    next.push(after);
                }
            });
        }
        made
    }

    /// Expands some positions of the last level on all threads. First the results are sorted by part, then each part is
    /// updated by one thread. Returns the number of moves.
    fn expand_together(
        &mut self,
        moves: &Moves<'_>,
        range: Range<usize>,
        effort: Effort<'_>,
    ) -> Result<usize, Cancelled> {
        let mut found = take(&mut self.found);
        let fewest = (FEWEST_TASK_MOVES / self.moves.max(1)).clamp(1, FEWEST_TASK_POSITIONS);
        let task = range.len().div_ceil(TASKS).max(fewest);
        let tasks = range.len().div_ceil(task);
        found.resize_with(found.len().max(tasks), || vec![Vec::new(); HASH_PARTS]);
        let found_now = &mut found[..tasks];
        found_now.par_iter_mut().enumerate().try_for_each(|(number, found)| {
            effort.check()?;
            let from = range.start + number * task;
            for key in self.last(from..range.end.min(from + task)) {
                moves.each(key, |after| found[part_of(hash(&after), HASH_PARTS)].push(after));
            }
            Ok(())
        })?;
        self.parts.par_iter_mut().enumerate().try_for_each(|(number, part)| {
            effort.check()?;
            let HashPart { known, next, .. } = part;
            for found in &*found_now {
                known.insert_all(&found[number], |key| push(next, key));
            }
            Ok(())
        })?;
        let made = found_now.iter().flatten().map(Vec::len).sum();
        found_now.iter_mut().flatten().for_each(Vec::clear);
        self.found = found;
        Ok(made)
    }

    pub fn positions(&self) -> impl Iterator<Item = &[u64; N]> {
        self.parts.iter().flat_map(|part| &part.last)
    }

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
    pub fn retain(
        &mut self,
        is_it: &Condition<'_, N>,
        effort: Effort<'_>,
    ) -> Result<(), Cancelled> {
        let retain = |part: &mut HashPart<N>| {
            let HashPart { known, is_one_way, next, .. } = part;
            next.retain(|key| {
                let is_kept = is_it(key);
                if *is_one_way && !is_kept {
                    known.remove(key);
                }
                is_kept
            });
            effort.check()
        };
        match &mut self.parts[..] {
            // Other threads would take longer to wake than a narrow level takes.
            [one] => retain(one),
            parts => parts.par_iter_mut().try_for_each(retain),
        }
    }

    /// Keeps only the `most` new positions with the smallest ranks, and none without a rank.
    pub fn retain_best(
        &mut self,
        rank: &Rank<'_, N>,
        most: usize,
        effort: Effort<'_>,
    ) -> Result<(), Cancelled> {
        let ranks = self.parts.par_iter().map(|part| {
            effort.check()?;
            Ok(part.next.iter().filter_map(rank).collect::<Vec<u64>>())
        });
        let mut ranks = ranks.collect::<Result<Vec<_>, Cancelled>>()?.concat();
        let last = if ranks.len() > most { *ranks.select_nth_unstable(most).1 } else { u64::MAX };
        self.retain(&|key| rank(key).is_some_and(|rank| rank < last), effort)
    }

    /// Adds the next level, which may be empty, to the finished ones, and makes it the last one.
    pub fn end_level(
        &mut self,
        levels: &mut KeyLevels<N>,
        effort: Effort<'_>,
    ) -> Result<(), Cancelled> {
        self.divide();
        let end = |buffer: &mut Vec<u8>, part: &mut HashPart<N>| {
            effort.check()?;
            part.next.sort_unstable();
            effort.check()?;
            Ok(part.end_level(buffer))
        };
        levels.push(match &mut self.parts[..] {
            [one] => vec![end(&mut Vec::new(), one)?],
            parts => {
                parts.par_iter_mut().map_init(Vec::new, end).collect::<Result<_, Cancelled>>()?
            }
        });
        Ok(())
    }

    /// Divides a wide level into parts, or puts a narrow one together.
    fn divide(&mut self) {
        if !HAS_THREADS {
            return;
        }
        let width: usize = self.parts.iter().map(|part| part.next.len()).sum();
        let width = width * (self.moves / USUAL_MOVES).max(1);
        let wanted = match self.parts.len() {
            1 if width >= WIDTH_TO_DIVIDE => HASH_PARTS,
            // Older levels are moved once only.
            HASH_PARTS if width < WIDTH_TO_JOIN && !self.parts[0].is_one_way => 1,
            same => same,
        };
        if wanted == self.parts.len() {
            return;
        }
        let is_one_way = self.parts[0].is_one_way;
        let part = |_| HashPart::new(self.first, is_one_way);
        let mut parts: Vec<HashPart<N>> = (0..wanted).map(part).collect();
        for part in take(&mut self.parts) {
            for key in part.known.keys().filter(|_| is_one_way) {
                parts[part_of(hash(&key), wanted)].known.insert(key, ());
            }
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

impl<const N: usize> HashPart<N> {
    fn new(first: [u64; N], is_one_way: bool) -> Self {
        let mut known = KeySet::new(first, ());
        known.clear(0);
        Self { known, is_one_way, before: Vec::new(), last: Vec::new(), next: Vec::new() }
    }

    /// Packs the next level, which is sorted, and makes it the last one.
    fn end_level(&mut self, buffer: &mut Vec<u8>) -> PackedKeys {
        let packed = PackedKeys::new(&self.next, buffer);
        let mut next = take(&mut self.last);
        self.last = take(&mut self.next);
        if !self.is_one_way {
            swap(&mut self.before, &mut next);
            // A level is seldom much wider than the one before it.
            let room = self.before.len() + self.last.len() * 5 / 2;
            self.known.clear(room);
            self.known.insert_all(&self.before, |_| ());
            self.known.insert_all(&self.last, |_| ());
        }
        next.clear();
        if next.capacity() > 4 * self.last.len() {
            next = Vec::new();
        }
        self.next = next;
        packed
    }
}

/// Appends a key. Doubling would leave half of the memory unused.
fn push<const N: usize>(keys: &mut Vec<[u64; N]>, key: [u64; N]) {
    if keys.len() == keys.capacity() {
        keys.reserve_exact(keys.len() / 8 + 16);
    }
    keys.push(key);
}
