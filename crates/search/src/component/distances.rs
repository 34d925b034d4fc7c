//! Distances of reached positions, by position.

use super::breadth_first::fits;
use super::error::ComponentError;
use super::key_map::{hash, place};
use super::levels::{HASH_PARTS, KeyLevels, part_of};
use super::packed_keys::PackedKeys;
use huarong_core::effort::threads::*;
use huarong_core::effort::{Cancelled, Effort};
use std::sync::Arc;

/// A map from positions to their levels.
#[derive(Debug)]
pub(super) struct DistanceTable<const N: usize> {
    first: [u64; N],
    /// The keys by part. An empty place holds the first position, whose level is 0.
    keys: Arc<[Vec<[u64; N]>]>,
    /// The level of each key, by part.
    levels: Box<[PlaceLevels]>,
    len: u64,
    /// Whether the keys count as the memory of another table.
    is_second: bool,
}

/// The positions with some hashes: an open-addressing table of exactly the size needed.
struct DistanceTablePart<const N: usize> {
    keys: Vec<[u64; N]>,
    levels: PlaceLevels,
}

/// The level at each place: the lower bytes, and the upper bytes if any is not zero.
#[derive(Debug)]
struct PlaceLevels {
    lower: Vec<u8>,
    upper: Vec<u8>,
}

/// Number of keys between two checks for cancellation.
const BLOCK: usize = 1 << 12;

/// Share of its places that a table fills.
const FILLED: (usize, usize) = (7, 8);

/// Largest number of levels of which each fits into one byte.
const MOST_ONE_BYTE_LEVELS: usize = 1 << u8::BITS;

impl<const N: usize> DistanceTable<N> {
    pub fn bytes_of(levels: &KeyLevels<N>) -> u64 {
        let key = size_of::<[u64; N]>() + 1 + usize::from(levels.count() > MOST_ONE_BYTE_LEVELS);
        let len: u64 = levels.widths().sum();
        let places = len * FILLED.1 as u64 / FILLED.0 as u64 + HASH_PARTS as u64;
        places * key as u64
    }

    /// Makes the table of some levels. Each part of the levels is freed when its part of the table exists.
    pub fn new(mut levels: KeyLevels<N>, effort: Effort<'_>) -> Result<Self, Cancelled> {
        let first = levels.filter(0, &|_| true)[0];
        let is_deep = levels.count() > MOST_ONE_BYTE_LEVELS;
        let len = levels.widths().sum();
        let mut parts: Vec<DistanceTablePart<N>> = Vec::with_capacity(HASH_PARTS);
        let sizes = levels.sizes();
        for (from, sizes) in sizes.chunks(current_num_threads()).enumerate() {
            let from = from * current_num_threads();
            let taken: Vec<_> =
                (from..from + sizes.len()).map(|part| levels.take_part(part)).collect();
            let make = |(taken, &size): (Vec<(usize, PackedKeys)>, &usize)| {
                let mut part = DistanceTablePart::new(size, first, is_deep);
                for (level, packed) in taken {
                    effort.check()?;
                    packed.keys().for_each(|key| part.insert(&first, key, level));
                }
                Ok(part)
            };
            let made: Result<Vec<_>, Cancelled> = match taken.iter().all(Vec::is_empty) {
                // Narrow levels follow below. Threads would take longer to wake than this takes.
                true => taken.into_iter().zip(sizes).map(make).collect(),
                false => taken.into_par_iter().zip(sizes).map(make).collect(),
            };
            parts.extend(made?);
        }
        for (level, key) in levels.narrow() {
            parts[part_of(hash(&key), HASH_PARTS)].insert(&first, key, level);
        }
        let (keys, levels): (Vec<_>, Vec<_>) =
            parts.into_iter().map(|part| (part.keys, part.levels)).unzip();
        Ok(Self { first, keys: keys.into(), levels: levels.into(), len, is_second: false })
    }

    /// Makes tables of the same keys, which they share: each with the level of every key. `first` is the number of a
    /// key whose level is 0 in all tables.
    pub fn of_several(
        all: Vec<[u64; N]>,
        first: usize,
        levels: Vec<Vec<u16>>,
        effort: Effort<'_>,
    ) -> Result<Vec<Self>, ComponentError> {
        let (len, first) = (all.len() as u64, all[first]);
        let key = size_of::<[u64; N]>();
        let of_each = levels.iter().map(|levels| 1 + usize::from(is_deep(levels)));
        let each_made = key + of_each.sum::<usize>();
        let each_given = key + size_of::<u16>() * levels.len();
        let needed = all.len() * each_given + places_for(all.len()) * each_made;
        fits(len, 0, needed as u64, effort)?;
        let mut keys = vec![first; places_for(all.len())];
        let mut by_place: Vec<PlaceLevels> =
            { levels.iter() }.map(|levels| PlaceLevels::new(keys.len(), is_deep(levels))).collect();
        for (number, key) in all.into_iter().enumerate().filter(|(_, key)| *key != first) {
            if number.is_multiple_of(BLOCK) {
                effort.check()?;
            }
            let at = place(keys.len(), |at| &keys[at], &first, &key);
            keys[at] = key;
            for (by_place, levels) in by_place.iter_mut().zip(&levels) {
                by_place.set(at, levels[number]);
            }
        }
        let keys: Arc<[_]> = Arc::new([keys]);
        let table = |(number, levels)| {
            let (keys, levels) = (keys.clone(), Box::new([levels]));
            Self { first, keys, levels, len, is_second: number > 0 }
        };
        Ok(by_place.into_iter().enumerate().map(table).collect())
    }

    pub fn level(&self, key: &[u64; N]) -> Option<u16> {
        if *key == self.first {
            return Some(0);
        }
        let part = part_of(hash(key), self.keys.len());
        let keys = &self.keys[part];
        let at = place(keys.len(), |at| &keys[at], &self.first, key);
        (keys[at] == *key).then(|| self.levels[part].get(at))
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    /// All keys by their level, sorted within each level.
    pub fn by_level(&self) -> Vec<Vec<[u64; N]>> {
        // Empty places hold the first position.
        let mut by_level = vec![vec![self.first]];
        for (keys, levels) in self.keys.iter().zip(&self.levels) {
            for (at, key) in keys.iter().enumerate().filter(|(_, key)| **key != self.first) {
                let level = usize::from(levels.get(at));
                if by_level.len() <= level {
                    by_level.resize_with(level + 1, Vec::new);
                }
                by_level[level].push(*key);
            }
        }
        by_level.iter_mut().for_each(|keys| keys.sort_unstable());
        by_level
    }

    /// Number of positions of each level.
    pub fn widths(&self) -> Vec<u64> {
        // Empty places hold the first position.
        let mut widths = vec![1];
        for (keys, levels) in self.keys.iter().zip(&self.levels) {
            for (at, _) in keys.iter().enumerate().filter(|(_, key)| **key != self.first) {
                let level = usize::from(levels.get(at));
                if widths.len() <= level {
                    widths.resize(level + 1, 0);
                }
                widths[level] += 1;
            }
        }
        widths
    }

    /// Number of bytes. Those of shared keys count in one of the tables.
    pub fn bytes(&self) -> u64 {
        let keys: usize = self.keys.iter().map(|keys| size_of_val(&keys[..])).sum();
        let levels = self.levels.iter().map(|levels| levels.lower.len() + levels.upper.len());
        (if self.is_second { 0 } else { keys } + levels.sum::<usize>()) as u64
    }
}

fn places_for(len: usize) -> usize {
    len * FILLED.1 / FILLED.0 + 1
}

/// Whether levels need two bytes.
fn is_deep(levels: &[u16]) -> bool {
    levels.iter().any(|&level| usize::from(level) >= MOST_ONE_BYTE_LEVELS)
}

impl<const N: usize> DistanceTablePart<N> {
    fn new(size: usize, first: [u64; N], is_deep: bool) -> Self {
        let places = places_for(size);
        Self { keys: vec![first; places], levels: PlaceLevels::new(places, is_deep) }
    }

    fn insert(&mut self, first: &[u64; N], key: [u64; N], level: usize) {
        if key == *first {
            return;
        }
        let at = place(self.keys.len(), |at| &self.keys[at], first, &key);
        self.keys[at] = key;
        self.levels.set(at, level as u16);
    }
}

impl PlaceLevels {
    fn new(places: usize, is_deep: bool) -> Self {
        Self { lower: vec![0; places], upper: vec![0; if is_deep { places } else { 0 }] }
    }

    fn set(&mut self, at: usize, level: u16) {
        self.lower[at] = level as u8;
        if let Some(upper) = self.upper.get_mut(at) {
            *upper = (level >> 8) as u8;
        }
    }

    fn get(&self, at: usize) -> u16 {
        let upper = self.upper.get(at).copied().unwrap_or(0);
        u16::from_le_bytes([self.lower[at], upper])
    }
}
