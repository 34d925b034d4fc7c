//! The reached positions and their distances.

use super::hash_table::{HashTable, TABLES, hash, table_of};
use rayon::prelude::*;
use std::ops::Range;

/// Encoded positions with their distances, distributed over hash tables.
#[derive(Debug)]
pub(super) struct Reached<const N: usize> {
    pub(super) tables: Vec<HashTable<N>>,
    /// Number of positions reached in 0, 1, 2 … moves.
    pub(super) levels: Vec<u64>,
    /// The last results of the threads, kept to reuse their memory.
    pub(super) found: Vec<Found<N>>,
}

/// The results of some positions, by table.
type Found<const N: usize> = Vec<Vec<[u64; N]>>;

/// Smallest number of positions of a level that several threads expand. Fewer are done before threads start.
pub(super) const MANY: usize = 1 << 10;

/// Stride in which keys are first added to a table.
const SPREAD: usize = 1 << 6;

/// Number of tables that are read at a time when keys are collected from all.
const READ: usize = 32;

impl<const N: usize> Reached<N> {
    /// Makes a set of one position at distance 0.
    pub fn new(first: [u64; N]) -> Self {
        let mut tables: Vec<HashTable<N>> =
            (0..TABLES).map(|number| HashTable::new(number, first)).collect();
        let table = &mut tables[table_of(hash(&first))];
        table.push(first);
        table.ended = 1;
        Self { tables, levels: vec![1], found: Vec::new() }
    }

    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    pub fn len(&self) -> u64 {
        self.levels.iter().sum()
    }

    /// Makes a set of positions at distance 0, from batches; `None` if there are none. After each batch, `tell`
    /// receives the number of positions and the largest number of bytes in use.
    pub fn from_all<E>(
        batches: impl Iterator<Item = Vec<[u64; N]>>,
        mut tell: impl FnMut(u64, u64) -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        let mut reached: Option<Self> = None;
        for batch in batches {
            let (held, keys) = (size_of_val(&batch[..]) as u64, batch);
            let Some(&first) = keys.first() else { continue };
            let reached = reached.get_or_insert_with(|| Self::new(first));
            // In the order of their hashes, keys would crowd at the beginning of growing tables.
            for from in 0..keys.len().min(SPREAD) {
                reached.add_firsts(keys[from..].iter().step_by(SPREAD).copied());
            }
            tell(reached.len(), reached.end_block() + held)?;
        }
        Ok(reached)
    }

    /// Adds positions at distance 0. No further level may exist.
    fn add_firsts(&mut self, keys: impl IntoIterator<Item = [u64; N]>) {
        for key in keys {
            let hash = hash(&key);
            self.tables[table_of(hash)].insert(hash, key, 0);
        }
        for table in &mut self.tables {
            table.ended = table.recent.len();
        }
        self.levels = vec![1 + self.tables_len()];
    }

    /// All reached positions for which a condition holds, in batches.
    pub fn all<'r, S>(
        &'r self,
        state: impl Fn() -> S + Sync + 'r,
        is_it: impl Fn(&mut S, &[u64; N]) -> bool + Sync + 'r,
    ) -> impl Iterator<Item = Vec<[u64; N]>> + 'r {
        let first = self.tables[0].first;
        let first = is_it(&mut state(), &first).then_some(vec![first]);
        let batch = move |tables: &[HashTable<N>]| -> Vec<[u64; N]> {
            let of_shard = |table: &HashTable<N>| {
                let mut state = state();
                let kept = table.keys.iter().filter(|&&key| key != table.first);
                kept.copied().filter(|key| is_it(&mut state, key)).collect::<Vec<_>>()
            };
            match self.len() < MANY as u64 {
                true => tables.iter().flat_map(of_shard).collect(),
                false => tables.par_iter().map(of_shard).collect::<Vec<_>>().concat(),
            }
        };
        first.into_iter().chain(self.tables.chunks(READ).map(batch))
    }

    /// The distance of the last level.
    pub fn depth(&self) -> usize {
        self.levels.len() - 1
    }

    /// Number of positions of the last level.
    pub fn width(&self) -> usize {
        self.tables.iter().map(|table| table.ended).sum()
    }

    /// The distance of a position; `None` if it was not reached.
    pub fn moves_to(&self, key: &[u64; N]) -> Option<u16> {
        let hash = hash(key);
        let table = &self.tables[table_of(hash)];
        let at = table.place(hash, key);
        // An empty place holds the first position and its distance 0.
        (table.keys[at] == *key || *key == table.first).then(|| table.moves(at))
    }

    /// The first position of the last level for which a condition holds.
    pub fn find_last<S>(
        &self,
        state: impl Fn() -> S + Sync,
        is_it: impl Fn(&mut S, &[u64; N]) -> bool + Sync,
    ) -> Option<[u64; N]> {
        let find = |table: &HashTable<N>, state: &mut S| {
            table.recent[..table.ended].iter().find(|key| is_it(state, key)).copied()
        };
        if self.width() < MANY {
            let mut state = state();
            self.tables.iter().find_map(|table| find(table, &mut state))
        } else {
            self.tables.par_iter().find_map_first(|table| find(table, &mut state()))
        }
    }

    /// A range of the last level's positions.
    pub(super) fn last(&self, range: Range<usize>) -> impl Iterator<Item = &[u64; N]> {
        let mut before = 0;
        self.tables.iter().flat_map(move |table| {
            let within = |end: usize| end.saturating_sub(before).min(table.ended);
            let part = within(range.start)..within(range.end);
            before += table.ended;
            &table.recent[part]
        })
    }

    /// Ends the search: removes an empty last level, and frees memory that only the next level would need.
    pub fn finish(mut self) -> Self {
        self.levels.pop_if(|level| *level == 0);
        self.found = Vec::new();
        self.tables.iter_mut().for_each(|table| table.recent = Vec::new());
        self
    }

    /// Number of positions in the tables: all but the first.
    pub(super) fn tables_len(&self) -> u64 {
        self.tables.iter().map(|table| table.len as u64).sum()
    }

    /// Number of bytes in use.
    pub fn bytes(&self) -> u64 {
        let found = self.found.iter().flatten().map(|keys| keys.capacity() * size_of::<[u64; N]>());
        (found.sum::<usize>() + self.tables.iter().map(HashTable::bytes).sum::<usize>()) as u64
    }

    /// Ends a block. Returns the largest number of bytes that may have been in use during it.
    pub(super) fn end_block(&mut self) -> u64 {
        let copied = self.tables.iter_mut().map(|table| std::mem::take(&mut table.copied));
        copied.sum::<usize>() as u64 + self.bytes()
    }
}
