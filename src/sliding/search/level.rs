//! One level of the search: everything one move away from the frontier that was not seen before.
//!
//! First the larger pieces move, group by group, and put what they reach into `next`. Then, skeleton by
//! skeleton, the smalls move, and what is new becomes the frontier of the next level.

use super::cube::{Cube, MOST_PLACES};
use super::graph::{DirectedEdge, Exchange, Graph, GroupView, Pair, Segment, SkeletonId};
use super::kernels::{self, Kernels, Smalls, WordBits, WordWork, transfer, transfer_word};
use super::orbits::Pose;
use crate::sliding::rules::Metric;
use bitvec::prelude::*;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use zerocopy::{FromBytes, IntoBytes};

/// The bitmaps of a search, one cube a leader.
pub(super) struct Bitmaps {
    /// Positions of the last level.
    front: BitVec<u64, Lsb0>,
    /// Positions that no level has reached, of those that are wanted.
    unseen: BitVec<u64, Lsb0>,
    /// What moves lead to, seen before or not.
    next: Vec<AtomicU64>,
    /// For every leader, whether the last level has positions on it.
    active: Vec<bool>,
    words: usize,
}

/// Which bits of words stand for which fillings.
pub(super) trait Layout: Sync {
    /// Words of the fillings of a skeleton.
    fn words(&self) -> usize;

    /// Whether they are one word.
    fn is_one_word(&self) -> bool;

    /// Follows a step of a larger piece: the fillings of `from` in which the places `drop` are empty, as
    /// fillings of the other skeleton, in which the places `insert` are empty; as many as in `drop`.
    /// `emit` gets every word of them that is not zero, with its index.
    fn transfer(
        &self,
        bits: impl WordBits,
        from: &[u64],
        drop: u32,
        insert: u32,
        emit: impl FnMut(usize, u64),
    );

    /// The same where there is one word.
    fn transfer_word(&self, bits: impl WordBits, word: u64, drop: u32, insert: u32) -> u64;

    /// Exchanges two places, the lower one first, in all fillings.
    fn exchange(&self, bits: impl WordBits, words: &mut [u64], low: u8, high: u8);

    /// Does some work with who moves the smalls.
    fn with_smalls(&self, bits: impl WordBits, work: impl WithSmalls) -> u64;

    /// The fillings that are wanted.
    fn wanted(&self) -> &BitSlice<u64, Lsb0>;

    /// The words with the bits of the fillings that hold smalls on all of some places.
    fn holding(&self, smalls: u32) -> impl Iterator<Item = (usize, u64)>;

    /// How many smalls a filling has, and its number among those with as many.
    fn number(&self, word: usize, bit: u32) -> (usize, usize);

    /// The bit of a filling, counted through all words.
    fn bit(&self, filling: u32) -> u32;

    /// The wanted fillings with their bits.
    fn fillings(&self) -> Vec<(u32, u32)>;
}

impl Layout for Cube {
    #[inline(always)]
    fn words(&self) -> usize {
        self.words()
    }

    #[inline(always)]
    fn is_one_word(&self) -> bool {
        self.is_one_word()
    }

    #[inline(always)]
    fn transfer(
        &self,
        bits: impl WordBits,
        from: &[u64],
        drop: u32,
        insert: u32,
        emit: impl FnMut(usize, u64),
    ) {
        transfer(bits, self, from, drop, insert, emit);
    }

    #[inline(always)]
    fn transfer_word(&self, bits: impl WordBits, word: u64, drop: u32, insert: u32) -> u64 {
        transfer_word(bits, word, drop, insert)
    }

    #[inline(always)]
    fn exchange(&self, _: impl WordBits, words: &mut [u64], low: u8, high: u8) {
        self.exchange(words, low, high);
    }

    #[inline(always)]
    fn with_smalls(&self, _: impl WordBits, work: impl WithSmalls) -> u64 {
        let places = self.places();
        // As many words at once as a cube has, up to a vector register full.
        match self.words() {
            1 => work.with(Smalls::<1, 6>::new(places)),
            2 => work.with(Smalls::<2, 7>::new(places)),
            4 => work.with(Smalls::<4, 8>::new(places)),
            8..=1024 => work.with(Smalls::<8, 16>::new(places)),
            _ => work.with(Smalls::<8, MOST_PLACES>::new(places)),
        }
    }

    fn wanted(&self) -> &BitSlice<u64, Lsb0> {
        self.wanted()
    }

    fn holding(&self, smalls: u32) -> impl Iterator<Item = (usize, u64)> {
        self.holding(smalls)
    }

    #[inline(always)]
    fn number(&self, word: usize, bit: u32) -> (usize, usize) {
        self.number(word, bit)
    }

    fn bit(&self, filling: u32) -> u32 {
        filling
    }

    fn fillings(&self) -> Vec<(u32, u32)> {
        self.wanted().iter_ones().map(|bit| (bit as u32, bit as u32)).collect()
    }
}

/// What is done by who moves the smalls of all fillings of a layout.
pub(super) trait WithSmalls {
    fn with(self, smalls: impl MoveSmalls) -> u64;
}

/// What a level needs to know besides the bitmaps.
pub(super) struct Context<'g, Y> {
    pub graph: &'g Graph,
    pub layout: &'g Y,
    pub metric: Metric,
    pub kernels: Kernels,
    /// Whether to share one level out among threads.
    pub parallel: bool,
}

impl<Y> Clone for Context<'_, Y> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<Y> Copy for Context<'_, Y> {}

impl Bitmaps {
    /// Nothing seen yet, and the targets about to be: leaders with words of their cubes and bits.
    pub fn new(
        graph: &Graph,
        layout: &impl Layout,
        targets: impl IntoIterator<Item = (usize, usize, u64)>,
    ) -> Self {
        let words = layout.words();
        let skeletons = graph.orbits().len();
        let mut bitmaps = Self {
            front: BitVec::repeat(false, skeletons * words * 64),
            unseen: layout.wanted().repeat(skeletons),
            next: std::iter::repeat_with(|| AtomicU64::new(0)).take(skeletons * words).collect(),
            active: vec![false; skeletons],
            words,
        };
        for (skeleton, word, bits) in targets {
            *bitmaps.next[skeleton * words + word].get_mut() |= bits;
        }
        bitmaps
    }

    /// Moves the larger pieces of the frontier; what they reach goes to `next`.
    pub fn move_pieces(&mut self, context: Context<'_, impl Layout>) {
        let chunk = (CHUNK_WORDS / self.words).max(1);
        let reach = Reach {
            front: self.front.as_raw_slice(),
            active: &self.active,
            next: &self.next,
            layout: context.layout,
            words: self.words,
            shared: context.parallel,
        };
        let segments = context.graph.segments();
        if context.parallel {
            let parts = segments.par_iter().flat_map(|segment| {
                let groups = segment.group_count();
                let parts = (0..groups.div_ceil(chunk)).into_par_iter();
                parts.map(move |part| (segment, part * chunk..groups.min((part + 1) * chunk)))
            });
            parts.for_each_init(Room::default, |room, (segment, groups)| {
                kernels::run(context.kernels, MoveGroups { reach, context, segment, groups, room });
            });
        } else {
            let mut room = Room::default();
            for segment in segments {
                let (groups, room) = (0..segment.group_count(), &mut room);
                kernels::run(context.kernels, MoveGroups { reach, context, segment, groups, room });
            }
        }
    }

    /// Moves the smalls of the frontier, then makes what is new the frontier. `record` is told of
    /// every word with new positions, images included: skeleton, word within the cube, bits.
    pub fn settle(
        &mut self,
        context: Context<'_, impl Layout>,
        record: &(impl Fn(usize, usize, u64) + Sync),
    ) -> u64 {
        let words = self.words;
        let part = |first, front, unseen, next, active| {
            let part = SettlePart { first, words, front, unseen, next, active, context, record };
            kernels::run(context.kernels, part)
        };
        let front = self.front.as_raw_mut_slice();
        let unseen = self.unseen.as_raw_mut_slice();
        if !context.parallel {
            return part(0, front, unseen, &mut self.next, &mut self.active);
        }
        let chunk = (CHUNK_WORDS / words).max(1);
        let length = chunk * words;
        front
            .par_chunks_mut(length)
            .zip(unseen.par_chunks_mut(length))
            .zip(self.next.par_chunks_mut(length))
            .zip(self.active.par_chunks_mut(chunk))
            .enumerate()
            .map(|(index, (((front, unseen), next), active))| {
                part(index * chunk, front, unseen, next, active)
            })
            .sum()
    }
}

/// Words of cubes that one thread works on at a time.
const CHUNK_WORDS: usize = 1 << 12;

/// Room to move larger pieces in.
#[derive(Default)]
pub(super) struct Room {
    cubes: Vec<u64>,
    /// Where the nodes of a group are not all leaders: the skeletons as they stand, and what moves lead to, which is
    /// zero between groups.
    front: Vec<u64>,
    active: Vec<bool>,
    next: Vec<AtomicU64>,
}

/// The nodes of a group by their numbers in it, which are bytes.
static NUMBERS: [SkeletonId; 256] = {
    let mut numbers = [0; 256];
    let mut number = 0;
    while number < numbers.len() {
        numbers[number] = number as SkeletonId;
        number += 1;
    }
    numbers
};

/// What the moves of larger pieces read and write.
pub(super) struct Reach<'b, Y> {
    pub front: &'b [u64],
    pub active: &'b [bool],
    pub next: &'b [AtomicU64],
    pub layout: &'b Y,
    pub words: usize,
    pub shared: bool,
}

impl<Y> Clone for Reach<'_, Y> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<Y> Copy for Reach<'_, Y> {}

/// The larger pieces of some groups, to be moved by one thread.
struct MoveGroups<'b, 'c, Y> {
    reach: Reach<'b, Y>,
    context: Context<'c, Y>,
    segment: &'c Segment,
    groups: Range<usize>,
    room: &'c mut Room,
}

impl<Y: Layout> WordWork for MoveGroups<'_, '_, Y> {
    type Done = ();

    #[inline(always)]
    fn run(self, bits: impl WordBits) {
        let Self { reach, context, segment, groups, room } = self;
        for index in groups {
            if !reach.any_active(segment.nodes(index)) {
                continue;
            }
            let group = segment.group(index);
            match group.poses.iter().all(|&pose| pose == Pose::LEADER) {
                true => reach.group(bits, context.metric, group, &mut room.cubes),
                false => reach.posed(bits, context, group, room),
            }
        }
    }
}

impl<'b, Y: Layout> Reach<'b, Y> {
    #[inline(always)]
    pub fn group(
        self,
        bits: impl WordBits,
        metric: Metric,
        group: GroupView<'_>,
        cubes: &mut Vec<u64>,
    ) {
        match metric {
            Metric::Unit => self.steps(bits, group),
            Metric::Straight => self.lines(bits, group, cubes),
            Metric::Finger => self.closure(bits, group, cubes),
        }
    }

    /// A group with images of leaders among its nodes: their cubes are made of the leaders', and what moves lead to is
    /// made theirs again.
    #[inline(always)]
    fn posed(
        self,
        bits: impl WordBits,
        context: Context<'_, Y>,
        group: GroupView<'_>,
        room: &mut Room,
    ) {
        let Room { cubes, front, active, next } = room;
        let (words, nodes) = (self.words, &NUMBERS[..group.nodes.len()]);
        active.clear();
        front.clear();
        if next.len() < nodes.len() * words {
            next.resize_with(nodes.len() * words, AtomicU64::default);
        }
        let exchanges = |nth: usize| {
            let reflection = group.poses[nth].reflection()?;
            Some(context.graph.image(group.nodes[nth] as usize, reflection).exchanges)
        };
        for (nth, &node) in group.nodes.iter().enumerate() {
            front.extend_from_slice(self.cube(node));
            active.push(self.is_active(node));
            if active[nth]
                && let Some(exchanges) = exchanges(nth)
            {
                rearrange(bits, self.layout, &mut front[nth * words..], exchanges.iter());
            }
        }
        let alone = Reach { front, active, next, shared: false, ..self };
        alone.group(bits, context.metric, GroupView { nodes, ..group }, cubes);
        let next = <[u64]>::mut_from_bytes(next.as_mut_bytes());
        let next = next.expect("an atomic word is laid out as a word");
        for (nth, &node) in group.nodes.iter().enumerate() {
            let reached = &mut next[nth * words..][..words];
            if reached.iter().all(|&word| word == 0) {
                continue;
            }
            if let Some(exchanges) = exchanges(nth) {
                rearrange(bits, self.layout, reached, exchanges.iter().rev());
            }
            for (word, found) in reached.iter_mut().enumerate() {
                if *found != 0 {
                    self.join(node, word, std::mem::take(found));
                }
            }
        }
    }

    /// Unit: every edge, once each way.
    #[inline(always)]
    fn steps(self, bits: impl WordBits, group: GroupView<'_>) {
        for edge in group.edges {
            let (a, b) = (group.nodes[usize::from(edge.a)], group.nodes[usize::from(edge.b)]);
            if self.is_active(a) {
                let from = self.cube(a);
                let emit = |word, found| self.join(b, word, found);
                self.layout.transfer(bits, from, edge.empty_a, edge.empty_b, emit);
            }
            if self.is_active(b) {
                let from = self.cube(b);
                let emit = |word, found| self.join(a, word, found);
                self.layout.transfer(bits, from, edge.empty_b, edge.empty_a, emit);
            }
        }
    }

    /// Straight: along every line, once each way, taking up the frontier on the way.
    #[inline(always)]
    fn lines(self, bits: impl WordBits, group: GroupView<'_>, room: &mut Vec<u64>) {
        room.clear();
        room.resize(2 * self.words, 0);
        let (carried, moved) = room.split_at_mut(self.words);
        for step in group.lines {
            let edge = &group.edges[usize::from(step.edge)];
            if !step.chained {
                carried.fill(0);
            }
            self.travel(bits, group.nodes, edge.directed(step.forward), carried, moved);
        }
        let mut goes_on = false;
        for step in group.lines.iter().rev() {
            let edge = &group.edges[usize::from(step.edge)];
            if !goes_on {
                carried.fill(0);
            }
            self.travel(bits, group.nodes, edge.directed(!step.forward), carried, moved);
            goes_on = step.chained;
        }
    }

    /// One step along a line: what is carried and the frontier at the tail, moved to the head.
    #[inline(always)]
    fn travel(
        self,
        bits: impl WordBits,
        nodes: &[SkeletonId],
        step: DirectedEdge,
        carried: &mut [u64],
        moved: &mut [u64],
    ) {
        let (tail, head) = (nodes[usize::from(step.tail)], nodes[usize::from(step.head)]);
        if self.is_active(tail) {
            for (carried, front) in carried.iter_mut().zip(self.cube(tail)) {
                *carried |= front;
            }
        }
        moved.fill(0);
        self.layout.transfer(bits, carried, step.drop, step.insert, |word, found| {
            moved[word] |= found;
            self.join(head, word, found);
        });
        carried.copy_from_slice(moved);
    }

    /// Finger: the piece is lifted and may go wherever the frontier's fillings let it. A flood does not
    /// stop at positions seen before: beyond them may lie new ones.
    #[inline(always)]
    fn closure(self, bits: impl WordBits, group: GroupView<'_>, room: &mut Vec<u64>) {
        let words = self.words;
        room.clear();
        if self.layout.is_one_word() {
            room.extend(group.nodes.iter().map(|&node| self.front[node as usize]));
            flood::<true>(bits, self.layout, group, room);
            for (&node, &found) in group.nodes.iter().zip(&*room) {
                if found != self.front[node as usize] {
                    self.join(node, 0, found);
                }
            }
            return;
        }
        for &node in group.nodes {
            room.extend_from_slice(self.cube(node));
        }
        flood::<false>(bits, self.layout, group, room);
        for (&node, reached) in group.nodes.iter().zip(room.chunks_exact(words)) {
            for (word, (&found, &front)) in reached.iter().zip(self.cube(node)).enumerate() {
                if found != front {
                    self.join(node, word, found);
                }
            }
        }
    }

    #[inline(always)]
    fn is_active(self, skeleton: SkeletonId) -> bool {
        self.active[skeleton as usize]
    }

    #[inline(always)]
    fn any_active(self, nodes: &[SkeletonId]) -> bool {
        nodes.iter().any(|&node| self.is_active(node))
    }

    #[inline(always)]
    fn cube(self, skeleton: SkeletonId) -> &'b [u64] {
        &self.front[skeleton as usize * self.words..][..self.words]
    }

    /// Adds positions to `next`.
    #[inline(always)]
    fn join(self, skeleton: SkeletonId, word: usize, found: u64) {
        let next = &self.next[skeleton as usize * self.words + word];
        let before = next.load(Relaxed);
        if self.shared {
            if found & !before != 0 {
                next.fetch_or(found, Relaxed);
            }
        } else {
            next.store(before | found, Relaxed);
        }
    }
}

/// Exchanges places in all fillings of a cube, one pair after the other.
#[inline(always)]
pub(super) fn rearrange<'e>(
    bits: impl WordBits,
    layout: &impl Layout,
    words: &mut [u64],
    exchanges: impl Iterator<Item = &'e Exchange>,
) {
    for &(low, high) in exchanges {
        layout.exchange(bits, words, low, high);
    }
}

/// Moves a piece to and fro among the nodes of a group until nothing is added to their cubes in `room`.
#[inline(always)]
pub(super) fn flood<const ONE_WORD: bool>(
    bits: impl WordBits,
    layout: &impl Layout,
    group: GroupView<'_>,
    room: &mut [u64],
) {
    // On a tree, one pass to the root and one back reach everything; with more edges, passes are
    // repeated until nothing grows.
    let is_tree = group.edges.len() + 1 == group.nodes.len();
    loop {
        let mut grown = 0;
        for edge in group.edges.iter().rev() {
            grown |= flow::<ONE_WORD>(bits, layout, room, edge.directed(false));
        }
        for edge in group.edges {
            grown |= flow::<ONE_WORD>(bits, layout, room, edge.directed(true));
        }
        if is_tree || grown == 0 {
            return;
        }
    }
}

/// Adds to one node's cube in `room` what a step leads to from another's; the bits that this added.
#[inline(always)]
fn flow<const ONE_WORD: bool>(
    bits: impl WordBits,
    layout: &impl Layout,
    room: &mut [u64],
    step: DirectedEdge,
) -> u64 {
    let (tail, head) = (usize::from(step.tail), usize::from(step.head));
    if ONE_WORD {
        let found = layout.transfer_word(bits, room[tail], step.drop, step.insert) & !room[head];
        room[head] |= found;
        return found;
    }
    let words = layout.words();
    let (from, to) = (tail * words, head * words);
    let (source, target) = if from < to {
        let (low, high) = room.split_at_mut(to);
        (&low[from..from + words], &mut high[..words])
    } else {
        let (low, high) = room.split_at_mut(from);
        (&high[..words], &mut low[to..to + words])
    };
    let mut grown = 0;
    layout.transfer(bits, source, step.drop, step.insert, |word, found| {
        grown |= found & !target[word];
        target[word] |= found;
    });
    grown
}

/// What moves the smalls of a cube.
pub(super) trait MoveSmalls {
    fn move_all(&mut self, metric: Metric, front: &[u64], pairs: &[Pair], next: &mut [u64]);
}

impl<const L: usize, const P: usize> MoveSmalls for Smalls<L, P> {
    #[inline(always)]
    fn move_all(&mut self, metric: Metric, front: &[u64], pairs: &[Pair], next: &mut [u64]) {
        self.move_whole(metric, front, pairs, next);
    }
}

/// The bitmaps of a range of leaders, to be settled by one thread; done, it says how many positions are new.
struct SettlePart<'b, Y, R> {
    first: usize,
    words: usize,
    front: &'b mut [u64],
    unseen: &'b mut [u64],
    next: &'b mut [AtomicU64],
    active: &'b mut [bool],
    context: Context<'b, Y>,
    record: &'b R,
}

impl<Y: Layout, R: Fn(usize, usize, u64)> WordWork for SettlePart<'_, Y, R> {
    type Done = u64;

    #[inline(always)]
    fn run(self, bits: impl WordBits) -> u64 {
        let layout = self.context.layout;
        layout.with_smalls(bits, SettleWith { part: self, bits })
    }
}

struct SettleWith<'b, Y, R, B> {
    part: SettlePart<'b, Y, R>,
    bits: B,
}

impl<Y: Layout, R: Fn(usize, usize, u64), B: WordBits> WithSmalls for SettleWith<'_, Y, R, B> {
    /// Settles every leader with its images, `smalls` adding what those of its frontier reach to `next`.
    #[inline(always)]
    fn with(self, mut smalls: impl MoveSmalls) -> u64 {
        let Self { part, bits } = self;
        let (words, context, record) = (part.words, part.context, part.record);
        let (graph, layout) = (context.graph, context.layout);
        let orbits = graph.orbits();
        let next = <[u64]>::mut_from_bytes(part.next.as_mut_bytes());
        let next = next.expect("an atomic word is laid out as a word");
        let mut image = vec![0; words];
        let mut settled = 0;
        for (index, active) in part.active.iter_mut().enumerate() {
            let range = index * words..(index + 1) * words;
            let next = &mut next[range.clone()];
            if !*active && next.iter().all(|&word| word == 0) {
                continue;
            }
            let leader = part.first + index;
            let front = &mut part.front[range.clone()];
            if *active {
                smalls.move_all(context.metric, front, graph.pairs(leader), next);
                if next.iter().all(|&word| word == 0) {
                    *active = false;
                    front.fill(0);
                    continue;
                }
            }
            let number = orbits.number(leader);
            let unseen = &mut part.unseen[range];
            let reflections = 0..orbits.symmetries().len();
            let images = reflections.map(|reflection| graph.image(leader, reflection));
            // Of a leader that is its own image only one of each two walks was followed.
            for own in images.clone().filter(|image| image.number == number) {
                image.copy_from_slice(next);
                rearrange(bits, layout, &mut image, own.exchanges.iter());
                next.iter_mut().zip(&image).for_each(|(next, image)| *next |= image);
            }
            let mut found = 0;
            for (word, next) in next.iter_mut().enumerate() {
                let new = std::mem::take(next) & unseen[word];
                unseen[word] ^= new;
                front[word] = new;
                if new != 0 {
                    found += u64::from(new.count_ones());
                    record(number, word, new);
                }
            }
            *active = found != 0;
            settled += found;
            if found == 0 {
                continue;
            }
            let mut told = [number; 4];
            for (nth, other) in (1..).zip(images) {
                if told[..nth].contains(&other.number) {
                    continue;
                }
                told[nth] = other.number;
                settled += found;
                image.copy_from_slice(front);
                rearrange(bits, layout, &mut image, other.exchanges.iter());
                for (word, &new) in image.iter().enumerate().filter(|(_, new)| **new != 0) {
                    record(other.number, word, new);
                }
            }
        }
        settled
    }
}
