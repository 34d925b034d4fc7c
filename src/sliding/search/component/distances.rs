//! Distances of reached positions, by position.

use super::key_set::{hash, place};
use super::levels::{Levels, PARTS, part_of};
use rayon::prelude::*;

/// A map from positions to their levels.
#[derive(Debug)]
pub(super) struct Table<const N: usize> {
    first: [u64; N],
    parts: Vec<TablePart<N>>,
    len: u64,
}

/// The positions with some hashes: an open-addressing table of exactly the size needed.
#[derive(Debug, Default)]
struct TablePart<const N: usize> {
    /// The keys. An empty place holds the first position, whose level is 0.
    keys: Vec<[u64; N]>,
    /// The level of each key: the lower bytes, and the upper bytes if any is not zero.
    levels: Vec<u8>,
    more_levels: Vec<u8>,
}

/// A table has this share of its places filled.
const FULL: (usize, usize) = (7, 8);

impl<const N: usize> Table<N> {
    /// Number of bytes of the table of some levels.
    pub fn bytes_of(levels: &Levels<N>) -> u64 {
        let key = size_of::<[u64; N]>() + 1 + usize::from(levels.count() > 256);
        let len: u64 = levels.widths().sum();
        let places = len * FULL.1 as u64 / FULL.0 as u64 + PARTS as u64;
        places * key as u64
    }

    /// Makes the table of some levels. Each part of the levels is freed when its part of the table exists.
    pub fn new(mut levels: Levels<N>) -> Self {
        let first = levels.filter(0, |_| true)[0];
        let is_deep = levels.count() > 256;
        let len = levels.widths().sum();
        let mut parts: Vec<TablePart<N>> = Vec::with_capacity(PARTS);
        let sizes = levels.sizes();
        for (from, sizes) in sizes.chunks(rayon::current_num_threads()).enumerate() {
            let from = from * rayon::current_num_threads();
            let taken: Vec<_> =
                (from..from + sizes.len()).map(|part| levels.take_part(part)).collect();
            let made = taken.into_par_iter().zip(sizes).map(|(taken, &size)| {
                let mut part = TablePart::new(size, first, is_deep);
                for (level, packed) in taken {
                    packed.keys().for_each(|key| part.insert(&first, key, level));
                }
                part
            });
            parts.extend(made.collect::<Vec<_>>());
        }
        for (level, key) in levels.narrow() {
            parts[part_of(hash(&key), PARTS)].insert(&first, key, level);
        }
        Self { first, parts, len }
    }

    /// The level of a position.
    pub fn level(&self, key: &[u64; N]) -> Option<u16> {
        if *key == self.first {
            return Some(0);
        }
        let hash = hash(key);
        let part = &self.parts[part_of(hash, PARTS)];
        let at = place(&part.keys, &self.first, hash, key);
        (part.keys[at] == *key).then(|| part.level(at))
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    /// Number of positions of each level.
    pub fn widths(&self) -> Vec<u64> {
        // Empty places hold the first position.
        let mut widths = vec![1];
        for part in &self.parts {
            for (at, _) in part.keys.iter().enumerate().filter(|(_, key)| **key != self.first) {
                let level = usize::from(part.level(at));
                if widths.len() <= level {
                    widths.resize(level + 1, 0);
                }
                widths[level] += 1;
            }
        }
        widths
    }

    pub fn bytes(&self) -> u64 {
        self.parts.iter().map(TablePart::bytes).sum()
    }
}

impl<const N: usize> TablePart<N> {
    fn new(size: usize, first: [u64; N], is_deep: bool) -> Self {
        let places = size * FULL.1 / FULL.0 + 1;
        let more_levels = if is_deep { vec![0; places] } else { Vec::new() };
        Self { keys: vec![first; places], levels: vec![0; places], more_levels }
    }

    /// Adds a key that it does not have.
    fn insert(&mut self, first: &[u64; N], key: [u64; N], level: usize) {
        if key == *first {
            return;
        }
        let at = place(&self.keys, first, hash(&key), &key);
        self.keys[at] = key;
        self.levels[at] = level as u8;
        if let Some(more) = self.more_levels.get_mut(at) {
            *more = (level >> 8) as u8;
        }
    }

    fn level(&self, at: usize) -> u16 {
        let more = self.more_levels.get(at).copied().unwrap_or(0);
        u16::from_le_bytes([self.levels[at], more])
    }

    fn bytes(&self) -> u64 {
        let places = size_of_val(&self.keys[..]) + self.levels.len() + self.more_levels.len();
        places as u64
    }
}
