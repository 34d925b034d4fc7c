//! Which positions are reached, in how many moves, and how a level leads to the next.

use super::moves::Moves;
use rayon::prelude::*;
use std::ops::Range;

/// Positions as words, with the moves in which each is reached, shared out among shards by their hash.
#[derive(Debug)]
pub(super) struct Reached<const N: usize> {
    shards: Vec<Shard<N>>,
    /// How many are reached in 0, 1, 2 … moves.
    levels: Vec<u64>,
    /// What threads found last, kept so that its memory is used again.
    found: Vec<Found<N>>,
}

/// An open-addressing table, its places in the order of hashes.
#[derive(Debug)]
struct Shard<const N: usize> {
    /// Each key as soon after the place that its hash says as there was room. An empty place holds the first of all
    /// positions, which so is found everywhere.
    keys: Vec<[u64; N]>,
    /// For each place the moves in which its key is reached: the lower byte, and the upper one from the first key on
    /// for which it is not zero.
    moves: Vec<u8>,
    more_moves: Vec<u8>,
    first: [u64; N],
    /// Places that are not empty.
    len: usize,
    /// The keys of the last level, `ended` of them, and behind them those of the next, in the order in which they
    /// were reached.
    recent: Vec<[u64; N]>,
    ended: usize,
    /// Bytes that were held beside others while they were copied, in the last block.
    copied: usize,
}

/// What some positions lead to, by shard.
type Found<const N: usize> = Vec<Vec<[u64; N]>>;

/// Number of shards, a power of two: enough for the threads of a large machine.
const SHARDS: usize = 128;

/// Fewest places of a shard. Each shard has a few more than the one before, so that they do not all grow at a time.
const FEWEST_PLACES: usize = 64;

/// A table that is fuller than `FULL` grows by a part of itself, one with fewer than `SMALL` places to twice as many.
const GROWTH: usize = 6;
const SMALL: usize = 512;
const FULL: (usize, usize) = (6, 7);

/// Positions of a level from which on several threads expand it: fewer are done before threads have started.
const MANY: usize = 1 << 10;

/// Words of the positions that are expanded before what they lead to is looked at, and memory is checked.
const BLOCK: usize = 1 << 16;

/// Keys in order of which one at a time is added to a table, and the others later.
const SPREAD: usize = 1 << 6;

/// Shards that are read at a time where keys are picked out of all of them.
const READ: usize = 32;

/// Into how many parts a block is cut for the threads, and the fewest positions of one.
const PARTS: usize = 64;
const SMALLEST_PART: usize = 1 << 6;

#[inline]
fn hash<const N: usize>(key: &[u64; N]) -> u64 {
    // The finisher of Steele, Lea and Flood's SplitMix (2014), a word after the other.
    key.iter().fold(0, |hash: u64, &word| {
        let mut mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ mixed >> 29
    })
}

/// The shard of a hash: by its low bits, as places go by the high ones.
#[inline]
fn shard_of(hash: u64) -> usize {
    hash as usize % SHARDS
}

impl<const N: usize> Shard<N> {
    fn new(number: usize, first: [u64; N]) -> Self {
        let places = FEWEST_PLACES + FEWEST_PLACES * number / (GROWTH * SHARDS);
        Self {
            keys: vec![first; places],
            moves: vec![0; places],
            more_moves: Vec::new(),
            first,
            len: 0,
            recent: Vec::new(),
            ended: 0,
            copied: 0,
        }
    }

    /// The place where a key would be if it were alone.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.keys.len() as u128) >> 64) as usize
    }

    /// The place that holds a key, or the empty one where it belongs.
    #[inline]
    fn place(&self, hash: u64, key: &[u64; N]) -> usize {
        let places = self.keys.len();
        let mut at = self.home(hash);
        while self.keys[at] != *key && self.keys[at] != self.first {
            at = if at + 1 == places { 0 } else { at + 1 };
        }
        at
    }

    /// Adds a key to the next level, unless it is there.
    #[inline]
    fn insert(&mut self, hash: u64, key: [u64; N], moves: u16) {
        let at = self.place(hash, &key);
        if self.keys[at] != key {
            self.keys[at] = key;
            self.set_moves(at, moves);
            self.push(key);
            self.len += 1;
            if self.len * FULL.1 > self.keys.len() * FULL.0 {
                self.grow();
            }
        }
    }

    /// In how many moves the key of a place is reached.
    #[inline]
    fn moves(&self, at: usize) -> u16 {
        let more = self.more_moves.get(at).copied().unwrap_or(0);
        u16::from_le_bytes([self.moves[at], more])
    }

    #[inline]
    fn set_moves(&mut self, at: usize, moves: u16) {
        let [moves, more] = moves.to_le_bytes();
        self.moves[at] = moves;
        if more > 0 && self.more_moves.is_empty() {
            self.more_moves = vec![0; self.keys.len()];
        }
        if let Some(place) = self.more_moves.get_mut(at) {
            *place = more;
        }
    }

    /// Adds keys to the next level, unless they are there.
    fn insert_all(&mut self, keys: &[[u64; N]], moves: u16) {
        const AT_A_TIME: usize = 16;
        for keys in keys.chunks(AT_A_TIME) {
            // Looking where several are at home before any is looked for: memory answers them all at a time.
            let mut is_home = [false; AT_A_TIME];
            for (is_home, key) in is_home.iter_mut().zip(keys) {
                *is_home = self.keys[self.home(hash(key))] == *key;
            }
            for (&key, _) in keys.iter().zip(is_home).filter(|(_, is_home)| !is_home) {
                self.insert(hash(&key), key, moves);
            }
        }
    }

    /// Adds to the last positions reached.
    #[inline]
    fn push(&mut self, key: [u64; N]) {
        if self.recent.len() == self.recent.capacity() {
            self.copied += size_of_val(&self.recent[..]);
            // Doubling would leave half of it unused.
            self.recent.reserve_exact(self.recent.len() / 8 + 16);
        }
        self.recent.push(key);
    }

    /// Moves to a larger table, from its beginning to its end as the order is the same.
    fn grow(&mut self) {
        let places = self.keys.len();
        let places = places + if places < SMALL { places } else { places / GROWTH };
        self.copied += self.table_bytes();
        let keys = std::mem::replace(&mut self.keys, vec![self.first; places]);
        let moves = std::mem::replace(&mut self.moves, vec![0; places]);
        let more_moves = std::mem::take(&mut self.more_moves);
        let first = self.first;
        for (from, key) in keys.into_iter().enumerate().filter(|&(_, key)| key != first) {
            let at = self.place(hash(&key), &key);
            self.keys[at] = key;
            let more = more_moves.get(from).copied().unwrap_or(0);
            self.set_moves(at, u16::from_le_bytes([moves[from], more]));
        }
    }

    fn table_bytes(&self) -> usize {
        size_of_val(&self.keys[..]) + self.moves.len() + self.more_moves.len()
    }

    fn bytes(&self) -> usize {
        self.table_bytes() + self.recent.capacity() * size_of::<[u64; N]>()
    }
}

impl<const N: usize> Reached<N> {
    /// One position, reached in no moves.
    pub fn new(first: [u64; N]) -> Self {
        let mut shards: Vec<Shard<N>> =
            (0..SHARDS).map(|number| Shard::new(number, first)).collect();
        let shard = &mut shards[shard_of(hash(&first))];
        shard.push(first);
        shard.ended = 1;
        Self { shards, levels: vec![1], found: Vec::new() }
    }

    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    pub fn len(&self) -> u64 {
        self.levels.iter().sum()
    }

    /// Positions that are reached in no moves, from batches of them; `None` where there is no position. After each
    /// batch, `tell` hears how many positions there are, and how many bytes were in use at most.
    pub fn from_all<E>(
        batches: impl Iterator<Item = Vec<[u64; N]>>,
        mut tell: impl FnMut(u64, u64) -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        let mut reached: Option<Self> = None;
        for batch in batches {
            let (held, keys) = (size_of_val(&batch[..]) as u64, batch);
            let Some(&first) = keys.first() else { continue };
            let reached = reached.get_or_insert_with(|| Self::new(first));
            // In the order of their hashes, keys would crowd at the beginning of tables that grow.
            for from in 0..keys.len().min(SPREAD) {
                reached.add_firsts(keys[from..].iter().step_by(SPREAD).copied());
            }
            tell(reached.len(), reached.end_block() + held)?;
        }
        Ok(reached)
    }

    /// Adds positions that are reached in no moves. No level may have been reached yet.
    fn add_firsts(&mut self, keys: impl IntoIterator<Item = [u64; N]>) {
        for key in keys {
            let hash = hash(&key);
            self.shards[shard_of(hash)].insert(hash, key, 0);
        }
        for shard in &mut self.shards {
            shard.ended = shard.recent.len();
        }
        self.levels = vec![1 + self.shards_len()];
    }

    /// Every position reached of which something is true, in batches.
    pub fn all<'r, S>(
        &'r self,
        state: impl Fn() -> S + Sync + 'r,
        is_it: impl Fn(&mut S, &[u64; N]) -> bool + Sync + 'r,
    ) -> impl Iterator<Item = Vec<[u64; N]>> + 'r {
        let first = self.shards[0].first;
        let first = is_it(&mut state(), &first).then_some(vec![first]);
        let batch = move |shards: &[Shard<N>]| -> Vec<[u64; N]> {
            let of_shard = |shard: &Shard<N>| {
                let mut state = state();
                let kept = shard.keys.iter().filter(|&&key| key != shard.first);
                kept.copied().filter(|key| is_it(&mut state, key)).collect::<Vec<_>>()
            };
            match self.len() < MANY as u64 {
                true => shards.iter().flat_map(of_shard).collect(),
                false => shards.par_iter().map(of_shard).collect::<Vec<_>>().concat(),
            }
        };
        first.into_iter().chain(self.shards.chunks(READ).map(batch))
    }

    /// The moves of the last level.
    pub fn depth(&self) -> usize {
        self.levels.len() - 1
    }

    /// How many positions the last level has.
    pub fn width(&self) -> usize {
        self.shards.iter().map(|shard| shard.ended).sum()
    }

    /// In how many moves a position is reached.
    pub fn moves_to(&self, key: &[u64; N]) -> Option<u16> {
        let hash = hash(key);
        let shard = &self.shards[shard_of(hash)];
        let at = shard.place(hash, key);
        // An empty place is the first position's, and holds its 0.
        (shard.keys[at] == *key || *key == shard.first).then(|| shard.moves(at))
    }

    /// The first position of the last level of which something is true.
    pub fn find_last<S>(
        &self,
        state: impl Fn() -> S + Sync,
        is_it: impl Fn(&mut S, &[u64; N]) -> bool + Sync,
    ) -> Option<[u64; N]> {
        let find = |shard: &Shard<N>, state: &mut S| {
            shard.recent[..shard.ended].iter().find(|key| is_it(state, key)).copied()
        };
        if self.width() < MANY {
            let mut state = state();
            self.shards.iter().find_map(|shard| find(shard, &mut state))
        } else {
            self.shards.par_iter().find_map_first(|shard| find(shard, &mut state()))
        }
    }

    /// A part of the last level's positions.
    fn last(&self, range: Range<usize>) -> impl Iterator<Item = &[u64; N]> {
        let mut before = 0;
        self.shards.iter().flat_map(move |shard| {
            let within = |end: usize| end.saturating_sub(before).min(shard.ended);
            let part = within(range.start)..within(range.end);
            before += shard.ended;
            &shard.recent[part]
        })
    }

    /// Reaches the next level, which may be empty. After each block, `tell` hears how many positions are new and how
    /// many bytes were in use at most.
    pub fn advance<E>(
        &mut self,
        moves: &Moves<'_, N>,
        mut tell: impl FnMut(u64, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let (width, before) = (self.width(), self.shards_len());
        let mut known = before;
        if width < MANY {
            self.expand(moves);
            tell(self.shards_len() - known, self.end_block())?;
        } else {
            for from in (0..width).step_by(BLOCK / N) {
                self.expand_together(moves, from..width.min(from + BLOCK / N));
                let len = self.shards_len();
                tell(len - std::mem::replace(&mut known, len), self.end_block())?;
            }
        }
        for shard in &mut self.shards {
            shard.recent.drain(..shard.ended);
            shard.ended = shard.recent.len();
        }
        self.levels.push(self.shards_len() - before);
        Ok(())
    }

    /// Ends the search: a last level in which nothing is, and what only the next would need, are given up.
    pub fn finish(mut self) -> Self {
        self.levels.pop_if(|level| *level == 0);
        self.found = Vec::new();
        self.shards.iter_mut().for_each(|shard| shard.recent = Vec::new());
        self
    }

    /// Positions in the tables: all but the first.
    fn shards_len(&self) -> u64 {
        self.shards.iter().map(|shard| shard.len as u64).sum()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let found = self.found.iter().flatten().map(|keys| keys.capacity() * size_of::<[u64; N]>());
        (found.sum::<usize>() + self.shards.iter().map(Shard::bytes).sum::<usize>()) as u64
    }

    /// Most bytes that can have been in use at a time in the last block, which is ended.
    fn end_block(&mut self) -> u64 {
        let copied = self.shards.iter_mut().map(|shard| std::mem::take(&mut shard.copied));
        copied.sum::<usize>() as u64 + self.bytes()
    }

    /// Expands the last level, one position after the other.
    fn expand(&mut self, moves: &Moves<'_, N>) {
        let level = self.levels.len() as u16;
        let mut position = moves.position();
        for number in 0..SHARDS {
            for at in 0..self.shards[number].ended {
                let key = self.shards[number].recent[at];
                moves.each(&key, &mut position, |after| {
                    let hash = hash(&after);
                    self.shards[shard_of(hash)].insert(hash, after, level);
                });
            }
        }
    }

    /// Expands a part of the last level on all threads: what each of them finds is sorted by shard, and then each
    /// shard is one thread's. Positions are added to each shard in the same order as by one thread.
    fn expand_together(&mut self, moves: &Moves<'_, N>, range: Range<usize>) {
        let level = self.levels.len() as u16;
        let mut found = std::mem::take(&mut self.found);
        let part = range.len().div_ceil(PARTS).max(SMALLEST_PART);
        let parts = range.len().div_ceil(part);
        found.resize_with(found.len().max(parts), || vec![Vec::new(); SHARDS]);
        let found_now = &mut found[..parts];
        found_now.par_iter_mut().enumerate().for_each(|(number, found)| {
            let from = range.start + number * part;
            let mut position = moves.position();
            for key in self.last(from..range.end.min(from + part)) {
                moves.each(key, &mut position, |after| found[shard_of(hash(&after))].push(after));
            }
        });
        self.shards.par_iter_mut().enumerate().for_each(|(number, shard)| {
            found_now.iter().for_each(|found| shard.insert_all(&found[number], level));
        });
        found_now.iter_mut().flatten().for_each(Vec::clear);
        self.found = found;
    }
}
