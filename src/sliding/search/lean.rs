//! The lean search: for spaces that fill a machine.
//!
//! It searches one piece set. Bitmaps are packed, and a cube is made of them only while pieces move
//! on it. What is seen, the frontier and the distances of the last levels are one thing: each position has a *code* of
//! a few bits, bit by bit in bitmaps of their own, the *planes*. Code 0 is unseen, all ones is seen and written, and
//! what is in between counts levels. When the codes are used up, the distances that they stand for are written where
//! they will stay, and the codes are given out anew: that is an *epoch*. With `p` planes and the bitmap of what moves
//! lead to, a position takes `p + 1` bits.

use super::border::{Border, Rim, Tally, agree};
use super::fillings::Fillings;
use super::graph::{Graph, GroupView, Segment};
use super::kernels::{self, Kernels, WordBits, WordWork};
use super::level::{Layout, MoveSmalls, Reach, WithSmalls, flood};
use super::orbits::Pose;
use super::{SearchError, SkeletonId};
use crate::cluster::Exchange;
use crate::effort::{Effort, Stopped};
use crate::sliding::rules::Metric;
use crate::table::{Checkpoint, Distances, EntryWidth, Histogram};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use zerocopy::{FromBytes, IntoBytes};

/// Where the distances of a space go that do not stay in memory: an entry for each position, by its index.
pub trait Ledger: Sync {
    /// Why entries cannot be read or written.
    type Error: From<SearchError> + Send;

    /// Bytes of an entry, so far.
    fn width(&self) -> EntryWidth;

    /// Distances as they were written.
    fn read(&self, first: u64, count: usize) -> Result<Distances, Self::Error>;

    /// Makes room for distances that a byte does not hold: what is read is two bytes an entry from now on.
    fn widen(&self) -> Result<(), Self::Error>;

    /// Writes the distances of the positions from an index on, in place of what was there.
    fn write(&self, first: u64, distances: Distances<&[u8]>) -> Result<(), Self::Error>;

    /// Whether it is time to write what is known, so that a search that is killed need not begin anew.
    fn is_due(&self) -> bool;

    /// All distances up to a level are written, and none that is larger: how many positions have each.
    fn reached(&self, checkpoint: &Checkpoint) -> Result<(), Self::Error>;
}

/// Fewest planes: one level an epoch.
pub(super) const FEWEST_PLANES: u64 = 2;
/// Most planes: 13 levels an epoch. More would hardly make a search faster.
pub(super) const MOST_PLANES: u64 = 4;

/// What a level needs to know besides the bitmaps.
#[derive(Clone, Copy)]
pub(super) struct Context<'g> {
    pub graph: &'g Graph,
    pub fillings: &'g Fillings,
    pub metric: Metric,
    pub kernels: Kernels,
}

/// The bitmaps of a lean search, or of a part of one.
pub(super) struct Packed {
    /// Words of a bitmap for each skeleton.
    words: usize,
    planes: usize,
    /// For each skeleton its planes, one after another.
    codes: Vec<u64>,
    /// What moves lead to, seen before or not.
    next: Vec<AtomicU64>,
    /// For each skeleton whether the last level has positions on it.
    active: Vec<bool>,
    /// The code of the last level.
    code: u64,
    /// Skeletons before the first.
    first: usize,
    rim: Rim,
}

/// The words of a skeleton that hold a code.
#[inline(always)]
fn holding(planes: &[u64], words: usize, word: usize, code: u64) -> u64 {
    let planes = planes[word..].iter().step_by(words).enumerate();
    planes.fold(u64::MAX, |held, (nth, &plane)| {
        held & if code >> nth & 1 == 1 { plane } else { !plane }
    })
}

/// All words of a skeleton that hold a code.
#[inline(always)]
fn all_holding(planes: &[u64], code: u64, held: &mut [u64]) {
    held.fill(u64::MAX);
    for (nth, plane) in planes.chunks_exact(held.len()).enumerate() {
        let flip = if code >> nth & 1 == 1 { 0 } else { u64::MAX };
        for (held, &bits) in held.iter_mut().zip(plane) {
            *held &= bits ^ flip;
        }
    }
}

/// The words of a skeleton that have any code.
#[inline(always)]
fn seen(planes: &[u64], words: usize, word: usize) -> u64 {
    planes[word..].iter().step_by(words).fold(0, |seen, &plane| seen | plane)
}

/// Words of bitmaps that one thread works on at a time.
const CHUNK_WORDS: usize = 1 << 12;

impl Packed {
    /// Nothing seen yet, and the targets about to be: skeletons with words of their fillings and bits. The graph may
    /// be of a part alone, with skeletons before it and on its rim.
    pub fn new(
        context: Context<'_>,
        planes: u64,
        (first, rim): (usize, usize),
        targets: impl IntoIterator<Item = (usize, usize, u64)>,
    ) -> Self {
        let (words, skeletons) = (context.fillings.words(), context.graph.orbits().len());
        let planes = planes as usize;
        let rim = Rim::new(rim, context.fillings.len());
        let mut next: Vec<AtomicU64> = Vec::new();
        next.resize_with(skeletons * words, AtomicU64::default);
        for (skeleton, word, bits) in targets {
            *next[skeleton * words + word].get_mut() |= bits;
        }
        let codes = vec![0; skeletons * planes * words];
        Self { words, planes, codes, next, active: vec![false; skeletons], code: 0, first, rim }
    }

    /// The frontier of other parts.
    pub fn rim(&mut self) -> &mut Rim {
        &mut self.rim
    }

    /// Whether the last level has positions on a skeleton.
    #[inline(always)]
    pub fn is_active(&self, skeleton: usize) -> bool {
        match skeleton.checked_sub(self.active.len()) {
            None => self.active[skeleton],
            Some(nth) => self.rim.is_active(nth),
        }
    }

    /// Whether the codes are used up by the next level.
    pub fn is_used_up(&self) -> bool {
        self.code + 1 == self.all()
    }

    /// The code that stands for seen and written.
    fn all(&self) -> u64 {
        (1 << self.planes) - 1
    }

    /// The frontier of a skeleton.
    #[inline(always)]
    pub fn front(&self, skeleton: usize, front: &mut [u64]) {
        if let Some(nth) = skeleton.checked_sub(self.active.len()) {
            return self.rim.front(nth, front);
        }
        let len = self.planes * self.words;
        all_holding(&self.codes[skeleton * len..][..len], self.code, front);
    }

    /// Skeletons, or groups, that one thread works on at a time.
    fn chunk(&self) -> usize {
        (CHUNK_WORDS / self.words).max(1)
    }

    /// Moves the larger pieces of the frontier; what they reach goes to `next`. A level of a large space takes long
    /// enough to be ended within.
    pub fn move_pieces(&self, context: Context<'_>, effort: Effort<'_>) -> Result<(), Stopped> {
        let chunk = self.chunk();
        let parts = context.graph.segments().par_iter().flat_map(|segment| {
            let groups = segment.group_count();
            let parts = (0..groups.div_ceil(chunk)).into_par_iter();
            parts.map(move |part| (segment, part * chunk..groups.min((part + 1) * chunk)))
        });
        parts.try_for_each_init(Room::default, |room, (segment, groups)| {
            effort.done(0)?;
            let work = MoveGroups { packed: self, context, segment, groups, room };
            kernels::run(context.kernels, work);
            Ok(())
        })
    }

    /// Moves the smalls of the frontier, then makes what is new the frontier; how many positions that is.
    pub fn settle(&mut self, context: Context<'_>) -> u64 {
        let (words, planes, code, chunk) = (self.words, self.planes, self.code, self.chunk());
        let codes = self.codes.par_chunks_mut(chunk * words * planes);
        let chunks = codes.zip(self.next.par_chunks_mut(chunk * words));
        let chunks = chunks.zip(self.active.par_chunks_mut(chunk)).enumerate();
        let settled = chunks.map(|(nth, ((codes, next), active))| {
            let first = nth * chunk;
            let part = SettlePart { planes, first, code, codes, next, active, context };
            kernels::run(context.kernels, part)
        });
        let settled = settled.sum();
        self.code += 1;
        settled
    }
}

/// Room to move larger pieces in.
#[derive(Default)]
struct Room {
    /// The frontier of a group's skeletons, and what moves lead to.
    front: Vec<u64>,
    next: Vec<AtomicU64>,
    nodes: Vec<SkeletonId>,
    poses: Vec<Pose>,
    active: Vec<bool>,
    carried: Vec<u64>,
}

/// The larger pieces of some groups, to be moved by one thread.
struct MoveGroups<'b, 'c> {
    packed: &'b Packed,
    context: Context<'b>,
    segment: &'b Segment,
    groups: Range<usize>,
    room: &'c mut Room,
}

impl WordWork for MoveGroups<'_, '_> {
    type Done = ();

    #[inline(always)]
    fn run(self, bits: impl WordBits) {
        let Self { packed, context, segment, groups, room } = self;
        let (words, fillings) = (packed.words, context.fillings);
        for group in groups.map(|index| segment.group(index)) {
            if !group.nodes.iter().any(|&node| packed.is_active(node as usize)) {
                continue;
            }
            let count = group.nodes.len();
            room.front.resize(count * words, 0);
            room.active.clear();
            for (&node, front) in group.nodes.iter().zip(room.front.chunks_exact_mut(words)) {
                let is_active = packed.is_active(node as usize);
                room.active.push(is_active);
                match is_active {
                    true => packed.front(node as usize, front),
                    false => front.fill(0),
                }
            }
            if context.metric == Metric::Finger {
                match words {
                    1 => flood::<true>(bits, fillings, group, &mut room.front),
                    _ => flood::<false>(bits, fillings, group, &mut room.front),
                }
                for (&node, found) in group.nodes.iter().zip(room.front.chunks_exact(words)) {
                    packed.join(node as usize, found);
                }
                continue;
            }
            room.next.resize_with(count * words, AtomicU64::default);
            room.nodes.clear();
            room.nodes.extend(0..count as SkeletonId);
            room.poses.clear();
            room.poses.resize(count, Pose::LEADER);
            let reach = Reach {
                front: &room.front,
                active: &room.active,
                next: &room.next,
                layout: fillings,
                words,
                shared: false,
            };
            let view = GroupView { nodes: &room.nodes, poses: &room.poses, ..group };
            reach.group(bits, context.metric, view, &mut room.carried);
            let next = <[u64]>::mut_from_bytes(room.next.as_mut_bytes());
            let next = next.expect("an atomic word is laid out as a word");
            for (&node, found) in group.nodes.iter().zip(next.chunks_exact_mut(words)) {
                packed.join(node as usize, found);
                found.fill(0);
            }
        }
    }
}

impl Packed {
    /// Adds positions of a skeleton to what moves lead to.
    #[inline(always)]
    fn join(&self, skeleton: usize, found: &[u64]) {
        // What is on the rim its own part finds.
        if skeleton >= self.active.len() {
            return;
        }
        for (next, &found) in self.next[skeleton * self.words..].iter().zip(found) {
            if found & !next.load(Relaxed) != 0 {
                next.fetch_or(found, Relaxed);
            }
        }
    }
}

/// The bitmaps of a range of skeletons, to be settled by one thread; done, it says how many positions are new.
struct SettlePart<'b> {
    planes: usize,
    first: usize,
    code: u64,
    codes: &'b mut [u64],
    next: &'b mut [AtomicU64],
    active: &'b mut [bool],
    context: Context<'b>,
}

impl WordWork for SettlePart<'_> {
    type Done = u64;

    #[inline(always)]
    fn run(self, bits: impl WordBits) -> u64 {
        self.context.fillings.with_smalls(bits, self)
    }
}

impl WithSmalls for SettlePart<'_> {
    #[inline(always)]
    fn with(self, mut smalls: impl MoveSmalls) -> u64 {
        let Context { graph, fillings, metric, .. } = self.context;
        let words = fillings.words();
        let next = <[u64]>::mut_from_bytes(self.next.as_mut_bytes());
        let next = next.expect("an atomic word is laid out as a word");
        let codes = self.codes.chunks_exact_mut(words * self.planes);
        let mut front = vec![0; words];
        let mut settled = 0;
        let skeletons = codes.zip(next.chunks_exact_mut(words)).zip(self.active);
        for (skeleton, ((planes, next), active)) in (self.first..).zip(skeletons) {
            if *active {
                all_holding(planes, self.code, &mut front);
                smalls.move_all(metric, &front, graph.pairs(skeleton), next);
            }
            let mut found = 0;
            for (word, next) in next.iter_mut().enumerate() {
                if *next == 0 {
                    continue;
                }
                let new = std::mem::take(next) & !seen(planes, words, word);
                found += u64::from(new.count_ones());
                let code = self.code + 1;
                for plane in 0..self.planes {
                    if code >> plane & 1 == 1 {
                        planes[plane * words + word] |= new;
                    }
                }
            }
            *active = found != 0;
            settled += found;
        }
        settled
    }
}

/// A byte's bits, each in a byte of its own.
static SPREAD: [u64; 256] = spread();

const fn spread() -> [u64; 256] {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
}

/// A byte of ones in each byte of a word.
const ONES: u64 = u64::MAX / 255;

/// Entries that one thread writes at a time.
const CHUNK_ENTRIES: usize = 1 << 20;

impl Packed {
    /// Writes the distances that codes stand for, and gives the codes out anew: the last level's becomes code 1.
    pub fn write<L: Ledger>(
        &mut self,
        ledger: &L,
        fillings: usize,
        Epoch { base, width, is_first: first }: Epoch,
        effort: Effort<'_>,
    ) -> Result<(), L::Error> {
        let (words, planes) = (self.words, self.planes);
        let (last, all, skipped) = (self.code, self.all(), self.first * fillings);
        let chunk = (CHUNK_ENTRIES / fillings).max(1);
        let chunks = self.codes.par_chunks_mut(chunk * planes * words).enumerate();
        chunks.try_for_each(|(nth, codes)| {
            effort.done(0).map_err(SearchError::from)?;
            let skeletons = codes.len() / (planes * words);
            let index = (skipped + nth * chunk * fillings) as u64;
            let count = skeletons * fillings;
            let in_use = |planes: &[u64], word| {
                seen(planes, words, word) & !holding(planes, words, word, all)
            };
            let mut each = codes.chunks_exact(planes * words);
            if first || each.any(|planes| (0..words).any(|word| in_use(planes, word) != 0)) {
                let entry = fillings * width as usize;
                let unreachable = || Distances::in_bytes(vec![u8::MAX; skeletons * entry], width);
                let mut distances =
                    if first { unreachable() } else { ledger.read(index, count)? };
                let entries = distances.bytes_mut().chunks_exact_mut(entry);
                for (planes, entries) in codes.chunks_exact(planes * words).zip(entries) {
                    match width {
                        EntryWidth::One => write_bytes(planes, words, all, base, entries),
                        EntryWidth::Two => write_words(planes, words, all, base, entries),
                    }
                }
                ledger.write(index, distances.as_ref())?;
            }
            for planes in codes.chunks_exact_mut(planes * words) {
                for word in 0..words {
                    let front = holding(planes, words, word, last);
                    let seen = seen(planes, words, word);
                    let planes = planes[word..].iter_mut().step_by(words);
                    for (plane, bits) in planes.enumerate() {
                        *bits = if plane == 0 { seen } else { seen & !front };
                    }
                }
            }
            Ok::<_, L::Error>(())
        })?;
        self.code = 1;
        Ok(())
    }

    /// Goes on from a level up to which all distances are written.
    pub fn restore<L: Ledger>(
        &mut self,
        ledger: &L,
        fillings: usize,
        level: u16,
    ) -> Result<(), L::Error> {
        let (words, planes, skipped) = (self.words, self.planes, self.first * fillings);
        self.next.iter_mut().for_each(|next| *next.get_mut() = 0);
        self.code = 1;
        let chunk = (CHUNK_ENTRIES / fillings).max(1);
        let chunks = self.codes.par_chunks_mut(chunk * planes * words);
        let chunks = chunks.zip(self.active.par_chunks_mut(chunk)).enumerate();
        chunks.try_for_each(|(nth, (codes, active))| {
            let first = (skipped + nth * chunk * fillings) as u64;
            let distances = ledger.read(first, active.len() * fillings)?;
            let codes = codes.chunks_exact_mut(planes * words);
            for (skeleton, (planes, active)) in codes.zip(active).enumerate() {
                for filling in 0..fillings {
                    let found = distances.get((skeleton * fillings + filling) as u64);
                    let Some(distance) = found.filter(|&distance| distance <= level) else {
                        continue;
                    };
                    let (word, bit) = (filling / 64, 1 << (filling % 64));
                    *active |= distance == level;
                    planes[word] |= bit;
                    if distance < level {
                        let others = planes[word..].iter_mut().step_by(words).skip(1);
                        others.for_each(|plane| *plane |= bit);
                    }
                }
            }
            Ok(())
        })
    }
}

/// What codes stand for while they last.
#[derive(Clone, Copy)]
pub(super) struct Epoch {
    /// The level of code 1.
    pub base: u16,
    /// Bytes of an entry.
    pub width: EntryWidth,
    /// Whether nothing was written before.
    pub is_first: bool,
}

/// Writes the distances of codes of a skeleton into entries of a byte, eight at a time. What is unseen is unreachable,
/// though a search that was killed may have found it.
fn write_bytes(planes: &[u64], words: usize, all: u64, base: u16, entries: &mut [u8]) {
    let start = (base as u64).wrapping_sub(1) & 0xff;
    for (word, entries) in entries.chunks_mut(64).enumerate() {
        let seen = seen(planes, words, word);
        let written = seen & !holding(planes, words, word, all);
        for (byte, entries) in entries.chunks_mut(8).enumerate() {
            let of = |bits: u64| SPREAD[usize::from((bits >> (8 * byte)) as u8)];
            let (mask, unseen) = (of(written) * 0xff, of(!seen) * 0xff);
            let planes = planes[word..].iter().step_by(words).enumerate();
            let codes = planes.fold(0, |codes, (nth, &plane)| codes | of(plane) << nth);
            // No byte overflows but where it is masked out.
            let levels = sum_bytes(codes, ONES * start);
            let mut before = [0; 8];
            before[..entries.len()].copy_from_slice(entries);
            let after = u64::from_le_bytes(before) & !mask | levels & mask | unseen;
            entries.copy_from_slice(&after.to_le_bytes()[..entries.len()]);
        }
    }
}

/// The sums of the bytes of two words, each within its byte.
fn sum_bytes(a: u64, b: u64) -> u64 {
    let low = ONES * 0x7f;
    ((a & low) + (b & low)) ^ ((a ^ b) & !low)
}

/// The same for entries of two bytes.
fn write_words(planes: &[u64], words: usize, all: u64, base: u16, entries: &mut [u8]) {
    for (number, entry) in entries.chunks_exact_mut(2).enumerate() {
        let planes = planes[number / 64..].iter().step_by(words).enumerate();
        let code = planes.fold(0, |code, (nth, &plane)| code | (plane >> (number % 64) & 1) << nth);
        match code {
            0 => entry.fill(u8::MAX),
            code if code != all => {
                entry.copy_from_slice(&(base + code as u16 - 1).to_le_bytes());
            }
            _ => {}
        }
    }
}

/// What a lean search is of.
pub(super) struct LeanRun<'s> {
    pub context: Context<'s>,
    /// Bits of a code.
    pub planes: u64,
    /// The skeletons of this part, and how it meets the others.
    pub skeletons: Range<u64>,
    pub border: &'s Border,
    /// What an earlier search left.
    pub from: Option<&'s Checkpoint>,
    pub effort: Effort<'s>,
}

impl LeanRun<'_> {
    /// Finds the distances of all positions of this part to the nearest of some, skeletons with words of their
    /// fillings and bits, and how many have each.
    pub fn run<L: Ledger>(
        self,
        targets: impl IntoIterator<Item = (usize, usize, u64)>,
        ledger: &L,
        exchange: &mut dyn Exchange,
    ) -> Result<Histogram, L::Error> {
        let Self { context, planes, skeletons, border, from, effort } = self;
        let fillings = context.fillings.len();
        let rim = (skeletons.start as usize, border.rim_len());
        let mut packed = Packed::new(context, planes, rim, targets);
        let mut reached = Checkpoint { counts: Vec::new() };
        let mut epoch = Epoch { base: 0, width: ledger.width(), is_first: true };
        if let Some(level) = agree(exchange, from.map(Checkpoint::level))? {
            let from = from.expect("no part has it where one has not");
            epoch.base = level;
            packed.restore(ledger, fillings, level)?;
            epoch.is_first = false;
            reached.counts = from.counts[..=usize::from(level)].to_vec();
            border.exchange(exchange, &mut packed, fillings, Tally::default())?;
        }
        let positions = (skeletons.end - skeletons.start) * fillings as u64;
        let mut left = positions - reached.counts.iter().sum::<u64>();
        effort.done(positions - left).map_err(SearchError::from)?;
        loop {
            let level = reached.counts.len() as u16;
            if level > 0 {
                packed.move_pieces(context, effort).map_err(SearchError::from)?;
            }
            let found = packed.settle(context);
            let tally = Tally { found, is_due: exchange.part() == 0 && ledger.is_due() };
            let tally = border.exchange(exchange, &mut packed, fillings, tally)?;
            if tally.found == 0 {
                break;
            }
            if level == u16::MAX {
                return Err(SearchError::TooDeep.into());
            }
            reached.counts.push(found);
            left -= found;
            effort.done(found).map_err(SearchError::from)?;
            if level == u16::from(u8::MAX) {
                ledger.widen()?;
                epoch.width = EntryWidth::Two;
            }
            if tally.is_due || packed.is_used_up() {
                packed.write(ledger, fillings, epoch, effort)?;
                epoch = Epoch { base: level, is_first: false, ..epoch };
            }
            if tally.is_due {
                ledger.reached(&reached)?;
            }
        }
        packed.write(ledger, fillings, epoch, effort)?;
        effort.done(left).map_err(SearchError::from)?;
        Ok(histogram(reached.counts, left))
    }
}

/// How many positions have each distance, up to the last that one has.
pub(super) fn histogram(mut counts: Vec<u64>, unreachable: u64) -> Histogram {
    let last = counts.iter().rposition(|&count| count > 0);
    counts.truncate(last.map_or(0, |last| last + 1));
    Histogram { counts, unreachable }
}
