//! Finished levels of a search, packed.

use super::frontier::Condition;
use super::key_map::{KeySet, hash};
use super::packed_keys::PackedKeys;
use huarong_core::effort::threads::*;

/// Positions by their distance. Each level is in one part, or in [`HASH_PARTS`] by hash.
#[derive(Debug)]
pub(crate) struct KeyLevels<const N: usize> {
    levels: Vec<PackedLevel>,
    bytes: usize,
}

#[derive(Debug)]
struct PackedLevel {
    parts: Vec<PackedKeys>,
    len: u64,
}

/// Number of parts of a wide level, a power of two: enough for the threads of a large machine.
pub(super) const HASH_PARTS: usize = 128;

/// The part of a hash among a number of parts: its low bits. Places in a set are chosen by the high bits.
#[inline]
pub(super) fn part_of(hash: u64, parts: usize) -> usize {
    hash as usize % parts
}

impl<const N: usize> KeyLevels<N> {
    pub fn new() -> Self {
        Self { levels: Vec::new(), bytes: 0 }
    }

    /// Adds the next level, from its parts.
    pub fn push(&mut self, parts: Vec<PackedKeys>) {
        self.bytes += size_of::<PackedLevel>() + parts.iter().map(PackedKeys::bytes).sum::<usize>();
        let len = parts.iter().map(|part| part.len() as u64).sum();
        self.levels.push(PackedLevel { parts, len });
    }

    /// Removes an empty last level.
    pub fn finish(&mut self) {
        self.levels.pop_if(|level| level.len == 0);
    }

    pub fn count(&self) -> usize {
        self.levels.len()
    }

    pub fn widths(&self) -> impl Iterator<Item = u64> + '_ {
        self.levels.iter().map(|level| level.len)
    }

    pub fn bytes(&self) -> u64 {
        self.bytes as u64
    }

    pub fn contains(&self, level: usize, key: &[u64; N]) -> bool {
        let parts = &self.levels[level].parts;
        let part = &parts[part_of(hash(key), parts.len())];
        part.keys::<N>().take_while(|found| found <= key).any(|found| found == *key)
    }

    /// The level of a position; `None` if it was not reached. Reads the levels one after another up to that one.
    pub fn level_of(&self, key: &[u64; N]) -> Option<usize> {
        (0..self.count()).find(|&level| self.contains(level, key))
    }

    /// The positions of a level for which a condition holds.
    pub fn filter(&self, level: usize, is_it: &Condition<'_, N>) -> Vec<[u64; N]> {
        let parts = &self.levels[level].parts;
        let of_part = |part: &PackedKeys| part.keys().filter(is_it).collect::<Vec<_>>();
        match &parts[..] {
            [one] => of_part(one),
            _ => parts.par_iter().map(of_part).collect::<Vec<_>>().concat(),
        }
    }

    /// A level as a set; `None` if it is empty.
    pub fn set(&self, level: usize) -> Option<KeySet<N>> {
        let PackedLevel { parts, len } = &self.levels[level];
        let mut keys = parts.iter().flat_map(PackedKeys::keys::<N>);
        let mut set = KeySet::new(keys.next()?, ());
        set.clear(*len as usize);
        for key in keys {
            set.insert(key, ());
        }
        Some(set)
    }

    /// All positions as a set.
    pub fn all(&self) -> KeySet<N> {
        let mut keys = self.levels.iter().flat_map(|level| &level.parts).flat_map(PackedKeys::keys);
        let mut set = KeySet::new(keys.next().expect("there is a first position"), ());
        set.clear(self.widths().sum::<u64>() as usize);
        keys.for_each(|key| _ = set.insert(key, ()));
        set
    }

    /// Numbers of positions by part, as if all levels were divided.
    pub fn sizes(&self) -> [usize; HASH_PARTS] {
        let mut sizes = [0; HASH_PARTS];
        for level in &self.levels {
            match &level.parts[..] {
                [one] => {
                    one.keys::<N>().for_each(|key| sizes[part_of(hash(&key), HASH_PARTS)] += 1)
                }
                parts => sizes.iter_mut().zip(parts).for_each(|(size, part)| *size += part.len()),
            }
        }
        sizes
    }

    /// Takes out one part of all divided levels: the number of each level and the keys.
    pub fn take_part(&mut self, part: usize) -> Vec<(usize, PackedKeys)> {
        let wide = self.levels.iter_mut().enumerate().filter(|(_, level)| level.parts.len() > 1);
        wide.map(|(number, level)| (number, std::mem::take(&mut level.parts[part]))).collect()
    }

    /// The positions of the levels that are not divided, with their level.
    pub fn narrow(&self) -> impl Iterator<Item = (usize, [u64; N])> + '_ {
        let narrow = self.levels.iter().enumerate().filter(|(_, level)| level.parts.len() == 1);
        narrow.flat_map(|(number, level)| level.parts[0].keys().map(move |key| (number, key)))
    }
}
