//! The lean search: for spaces that fill a machine.
//!
//! It searches one piece set. Bitmaps are [packed](super::packing), and a cube is made of them only while pieces move on
//! it. What is seen, the frontier and the distances of the last levels are one thing: each position has a *code* of a
//! few bits, bit by bit in bitmaps of their own, the *planes*. Code 0 is unseen, all ones is seen and written, and what
//! is in between counts levels. When the codes are used up, the distances that they stand for are written where they
//! will stay, and the codes are given out anew: that is an *epoch*. With `p` planes and the bitmap of what moves lead
//! to, a position takes `p + 1` bits.

use super::cube::{Cube, words_needed};
use super::graph::{Graph, GroupView, Segment};
use super::kernels::{self, WordBits, WordWork};
use super::level::{Context, MoveSmalls, Reach, WithSmalls, flood, with_smalls};
use super::orbits::Pose;
use super::packing::Packing;
use super::{SearchError, SkeletonId};
use crate::effort::Effort;
use crate::sliding::rules::Metric;
use crate::table::{Distances, EntryWidth, Histogram};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use zerocopy::{FromBytes, IntoBytes};

/// Where the distances of a space go that do not stay in memory: an entry for each position, by its index.
pub trait Ledger: Sync {
    /// Why entries cannot be read or written.
    type Error: From<SearchError> + Send;

    /// Distances as they were written.
    fn read(&self, first: u64, count: usize) -> Result<Distances, Self::Error>;

    /// Makes room for distances that a byte does not hold: what is read is two bytes an entry from now on.
    fn widen(&self) -> Result<(), Self::Error>;

    /// Writes the distances of the positions from an index on, in place of what was there.
    fn write(&self, first: u64, distances: Distances<&[u8]>) -> Result<(), Self::Error>;

    /// All distances up to a level are written, and none that is larger.
    fn reached(&self, level: u16) -> Result<(), Self::Error>;
}

/// Fewest planes: one level an epoch.
pub(super) const FEWEST_PLANES: u64 = 2;
/// Most planes: with more, codes would take more room than distances.
pub(super) const MOST_PLANES: u64 = 8;

/// How cubes are laid out while pieces move on them.
pub(super) fn layout(places: u32, smalls: u32) -> Cube {
    let all: Vec<u32> = (0..=places).collect();
    let kept = words_needed(places, &[smalls]);
    // Kernels for whole cubes are three times as fast a word.
    match kept * 3 >= words_needed(places, &all) {
        true => Cube::new(places, &all),
        false => Cube::new(places, &[smalls]),
    }
}

/// The bitmaps of a lean search.
struct Packed<'s> {
    graph: &'s Graph,
    cube: &'s Cube,
    packing: Packing,
    planes: usize,
    /// For each skeleton its planes, one after another.
    codes: Vec<u64>,
    /// What moves lead to, seen before or not.
    next: Vec<AtomicU64>,
    /// For each skeleton whether the last level has positions on it.
    active: Vec<bool>,
    /// The code of the last level.
    code: u64,
}

/// The words of a packed cube that hold a code.
#[inline(always)]
fn holding(planes: &[u64], words: usize, word: usize, code: u64) -> u64 {
    let planes = planes[word..].iter().step_by(words).enumerate();
    planes.fold(u64::MAX, |held, (nth, &plane)| {
        held & if code >> nth & 1 == 1 { plane } else { !plane }
    })
}

/// The words of a packed cube that have any code.
#[inline(always)]
fn seen(planes: &[u64], words: usize, word: usize) -> u64 {
    planes[word..].iter().step_by(words).fold(0, |seen, &plane| seen | plane)
}

/// Skeletons that one thread works on at a time, by the words of their cubes.
const CHUNK_WORDS: usize = 1 << 14;

impl<'s> Packed<'s> {
    /// Nothing seen yet, and the targets about to be: skeletons with words of their cubes and bits.
    fn new(
        graph: &'s Graph,
        cube: &'s Cube,
        smalls: u32,
        planes: u64,
        targets: impl IntoIterator<Item = (usize, usize, u64)>,
    ) -> Self {
        let packing = Packing::new(cube, smalls);
        let (words, skeletons) = (packing.words(), graph.orbits().len());
        let planes = planes as usize;
        let mut next: Vec<AtomicU64> = Vec::new();
        next.resize_with(skeletons * words, AtomicU64::default);
        for (skeleton, slot, bits) in targets {
            for bit in (0..64).filter(|bit| bits >> bit & 1 == 1) {
                if let Some(number) = packing.number(slot, bit) {
                    *next[skeleton * words + number / 64].get_mut() |= 1 << (number % 64);
                }
            }
        }
        Self {
            graph,
            cube,
            planes,
            codes: vec![0; skeletons * planes * words],
            next,
            active: vec![false; skeletons],
            code: 0,
            packing,
        }
    }

    /// The code that stands for seen and written.
    fn all(&self) -> u64 {
        (1 << self.planes) - 1
    }

    fn planes(&self, skeleton: usize) -> &[u64] {
        let len = self.planes * self.packing.words();
        &self.codes[skeleton * len..][..len]
    }

    /// The frontier of a skeleton as a cube.
    #[inline(always)]
    fn expand(&self, bits: impl WordBits, skeleton: usize, room: &mut Vec<u64>, cube: &mut [u64]) {
        let (words, planes) = (self.packing.words(), self.planes(skeleton));
        room.clear();
        room.extend((0..words).map(|word| holding(planes, words, word, self.code)));
        room.push(0);
        self.packing.expand(bits, room, cube);
    }

    /// Moves the larger pieces of the frontier; what they reach goes to `next`.
    fn move_pieces(&self, context: Context<'_>) {
        let chunk = (CHUNK_WORDS / self.cube.words()).max(1);
        let parts = self.graph.segments().par_iter().flat_map(|segment| {
            let groups = segment.group_count();
            let parts = (0..groups.div_ceil(chunk)).into_par_iter();
            parts.map(move |part| (segment, part * chunk..groups.min((part + 1) * chunk)))
        });
        parts.for_each_init(Default::default, |room, (segment, groups)| {
            let work = MoveGroups { packed: self, context, segment, groups, room };
            kernels::run(context.kernels, work);
        });
    }

    /// Moves the smalls of the frontier, then makes what is new the frontier; how many positions that is.
    fn settle(&mut self, context: Context<'_>) -> u64 {
        let (words, planes, code) = (self.packing.words(), self.planes, self.code);
        let chunk = (CHUNK_WORDS / self.cube.words()).max(1);
        let (graph, packing) = (self.graph, &self.packing);
        let codes = self.codes.par_chunks_mut(chunk * words * planes);
        let chunks = codes.zip(self.next.par_chunks_mut(chunk * words));
        let chunks = chunks.zip(self.active.par_chunks_mut(chunk)).enumerate();
        let settled = chunks.map(|(nth, ((codes, next), active))| {
            let first = nth * chunk;
            let part =
                SettlePart { graph, packing, planes, first, code, codes, next, active, context };
            kernels::run(context.kernels, part)
        });
        let settled = settled.sum();
        self.code += 1;
        settled
    }
}

/// Room to move larger pieces in.
#[derive(Default)]
struct Cubes {
    packed: Vec<u64>,
    cubes: Vec<u64>,
    next: Vec<AtomicU64>,
    nodes: Vec<SkeletonId>,
    poses: Vec<Pose>,
    active: Vec<bool>,
    room: Vec<u64>,
}

/// The larger pieces of some groups, to be moved by one thread.
struct MoveGroups<'b, 'c> {
    packed: &'b Packed<'b>,
    context: Context<'c>,
    segment: &'b Segment,
    groups: Range<usize>,
    room: &'c mut Cubes,
}

impl WordWork for MoveGroups<'_, '_> {
    type Done = ();

    #[inline(always)]
    fn run(self, bits: impl WordBits) {
        let Self { packed, context, segment, groups, room } = self;
        let words = packed.cube.words();
        for group in groups.map(|index| segment.group(index)) {
            if !group.nodes.iter().any(|&node| packed.active[node as usize]) {
                continue;
            }
            let count = group.nodes.len();
            room.cubes.resize(room.cubes.len().max(count * words), 0);
            room.active.clear();
            for (&node, cube) in group.nodes.iter().zip(room.cubes.chunks_exact_mut(words)) {
                let is_active = packed.active[node as usize];
                room.active.push(is_active);
                match is_active {
                    true => packed.expand(bits, node as usize, &mut room.packed, cube),
                    false => cube.fill(0),
                }
            }
            let cubes = &mut room.cubes[..count * words];
            if context.metric == Metric::Finger {
                match packed.cube.is_one_word() {
                    true => flood::<true>(bits, packed.cube, group, cubes),
                    false => flood::<false>(bits, packed.cube, group, cubes),
                }
                for (&node, cube) in group.nodes.iter().zip(cubes.chunks_exact(words)) {
                    packed.join(bits, node as usize, cube, &mut room.packed);
                }
                continue;
            }
            room.next.resize_with(room.next.len().max(count * words), AtomicU64::default);
            room.nodes.clear();
            room.nodes.extend(0..count as SkeletonId);
            room.poses.clear();
            room.poses.resize(count, Pose::LEADER);
            let next = &mut room.next[..count * words];
            let reach = Reach {
                front: cubes,
                active: &room.active,
                next,
                layout: packed.cube,
                words,
                shared: false,
            };
            let view = GroupView { nodes: &room.nodes, poses: &room.poses, ..group };
            reach.group(bits, context.metric, view, &mut room.room);
            let next = <[u64]>::mut_from_bytes(next.as_mut_bytes());
            let next = next.expect("an atomic word is laid out as a word");
            for (&node, cube) in group.nodes.iter().zip(next.chunks_exact_mut(words)) {
                packed.join(bits, node as usize, cube, &mut room.packed);
                cube.fill(0);
            }
        }
    }
}

impl Packed<'_> {
    /// Adds a cube to what moves lead to.
    #[inline(always)]
    fn join(&self, bits: impl WordBits, skeleton: usize, cube: &[u64], packed: &mut Vec<u64>) {
        let words = self.packing.words();
        packed.clear();
        packed.resize(words, 0);
        self.packing.pack(bits, cube, packed);
        for (next, &found) in self.next[skeleton * words..].iter().zip(&*packed) {
            if found & !next.load(Relaxed) != 0 {
                next.fetch_or(found, Relaxed);
            }
        }
    }
}

/// The bitmaps of a range of skeletons, to be settled by one thread; done, it says how many positions are new.
struct SettlePart<'b> {
    graph: &'b Graph,
    packing: &'b Packing,
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
        with_smalls(self.context.cube, SettleWith { part: self, bits })
    }
}

struct SettleWith<'b, B> {
    part: SettlePart<'b>,
    bits: B,
}

impl<B: WordBits> WithSmalls for SettleWith<'_, B> {
    #[inline(always)]
    fn with(self, mut smalls: impl MoveSmalls) -> u64 {
        let Self { part, bits } = self;
        let (words, cube_words) = (part.packing.words(), part.context.cube.words());
        let next = <[u64]>::mut_from_bytes(part.next.as_mut_bytes());
        let next = next.expect("an atomic word is laid out as a word");
        let codes = part.codes.chunks_exact_mut(words * part.planes);
        let mut packed = vec![0; words + 1];
        let (mut cube, mut reached) = (vec![0; cube_words], vec![0; cube_words]);
        let mut settled = 0;
        let skeletons = codes.zip(next.chunks_exact_mut(words)).zip(part.active);
        for (skeleton, ((planes, next), active)) in (part.first..).zip(skeletons) {
            if *active {
                for (word, packed) in packed[..words].iter_mut().enumerate() {
                    *packed = holding(planes, words, word, part.code);
                }
                part.packing.expand(bits, &packed, &mut cube);
                reached.fill(0);
                smalls.move_all(part.context, &cube, part.graph.pairs(skeleton), &mut reached);
                part.packing.pack(bits, &reached, &mut packed);
                next.iter_mut().zip(&packed).for_each(|(next, found)| *next |= found);
                packed[words] = 0;
            }
            let mut found = 0;
            for (word, next) in next.iter_mut().enumerate().filter(|(_, next)| **next != 0) {
                let new = std::mem::take(next) & !seen(planes, words, word);
                found += u64::from(new.count_ones());
                let code = part.code + 1;
                for plane in (0..part.planes).filter(|plane| code >> plane & 1 == 1) {
                    planes[plane * words + word] |= new;
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
const CHUNK_ENTRIES: usize = 1 << 22;

impl Packed<'_> {
    /// Writes the distances that codes stand for, code 1 being the level `base`, and gives the codes out anew: the last
    /// level's becomes code 1. `first` says that nothing was written before.
    fn write<L: Ledger>(
        &mut self,
        ledger: &L,
        base: u16,
        width: EntryWidth,
        first: bool,
        effort: Effort<'_>,
    ) -> Result<(), L::Error> {
        let (words, fillings, planes) = (self.packing.words(), self.packing.fillings(), self.planes);
        let (last, all) = (self.code, self.all());
        let chunk = (CHUNK_ENTRIES / fillings).max(1);
        let chunks = self.codes.par_chunks_mut(chunk * planes * words).enumerate();
        chunks.try_for_each(|(nth, codes)| {
            effort.done(0).map_err(SearchError::from)?;
            let skeletons = codes.len() / (planes * words);
            let (index, count) = ((nth * chunk * fillings) as u64, skeletons * fillings);
            let in_use = |planes: &[u64], word| {
                seen(planes, words, word) & !holding(planes, words, word, all)
            };
            let mut each = codes.chunks_exact(planes * words);
            if first || each.any(|planes| (0..words).any(|word| in_use(planes, word) != 0)) {
                let entry = fillings * width as usize;
                let unreachable = || Distances::in_bytes(vec![u8::MAX; skeletons * entry], width);
                let mut distances = if first { unreachable() } else { ledger.read(index, count)? };
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
}

/// Writes the distances of codes of a skeleton into entries of a byte, eight at a time.
fn write_bytes(planes: &[u64], words: usize, all: u64, base: u16, entries: &mut [u8]) {
    let start = (base as u64).wrapping_sub(1) & 0xff;
    for (word, entries) in entries.chunks_mut(64).enumerate() {
        let written = seen(planes, words, word) & !holding(planes, words, word, all);
        if written == 0 {
            continue;
        }
        for (byte, entries) in entries.chunks_mut(8).enumerate() {
            let of = |bits: u64| SPREAD[usize::from((bits >> (8 * byte)) as u8)];
            let mask = of(written) * 0xff;
            if mask == 0 {
                continue;
            }
            let planes = planes[word..].iter().step_by(words).enumerate();
            let codes = planes.fold(0, |codes, (nth, &plane)| codes | of(plane) << nth);
            // No byte overflows but where it is masked out.
            let levels = sum_bytes(codes, ONES * start);
            let mut before = [0; 8];
            before[..entries.len()].copy_from_slice(entries);
            let after = u64::from_le_bytes(before) & !mask | levels & mask;
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
        if code != 0 && code != all {
            entry.copy_from_slice(&(base + code as u16 - 1).to_le_bytes());
        }
    }
}

/// What a lean search is of.
pub(super) struct LeanRun<'s> {
    pub context: Context<'s>,
    pub smalls: u32,
    /// Bits of a code.
    pub planes: u64,
    pub positions: u64,
    pub effort: Effort<'s>,
}

impl LeanRun<'_> {
    /// Finds the distances of all positions to the nearest of some, and how many have each.
    pub fn run<L: Ledger>(
        self,
        targets: impl IntoIterator<Item = (usize, usize, u64)>,
        ledger: &L,
    ) -> Result<Histogram, L::Error> {
        let Self { context, smalls, planes, positions, effort } = self;
        let mut packed = Packed::new(context.graph, context.cube, smalls, planes, targets);
        let mut counts = Vec::new();
        let mut left = positions;
        let (mut base, mut width, mut first) = (0, EntryWidth::One, true);
        loop {
            let level = counts.len() as u16;
            if level > 0 {
                packed.move_pieces(context);
            }
            let found = packed.settle(context);
            if found == 0 {
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
                width = EntryWidth::Two;
            }
            if packed.code + 1 == packed.all() {
                packed.write(ledger, base, width, first, effort)?;
                ledger.reached(level)?;
                (base, first) = (level, false);
            }
        }
        packed.write(ledger, base, width, first, effort)?;
        effort.done(left).map_err(SearchError::from)?;
        Ok(Histogram { counts, unreachable: left })
    }
}
