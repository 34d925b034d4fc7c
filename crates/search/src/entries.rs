//! Distances in memory during a search: one entry per position, as wide as the largest distance requires.

use huarong_core::effort::{Cancelled, Effort};
use huarong_tables::table::{Distances, EntryWidth};
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};
use zerocopy::IntoBytes;

/// The distances of several spaces. Many threads may write them; only one thread writes each entry.
pub enum Entries {
    Narrow(Vec<Vec<AtomicU8>>),
    Wide(Vec<Vec<AtomicU16>>),
}

/// Number of entries that are made between two checks for cancellation.
const FILLED_AT_ONCE: usize = 1 << 24;

pub trait Entry: Sync {
    /// Writes a distance. [`Entries::widen_for`] must have made room for it.
    fn set(&self, level: u16);

    fn is_set(&self) -> bool;
}

impl Entry for AtomicU8 {
    #[inline(always)]
    fn set(&self, level: u16) {
        self.store(level as u8, Relaxed);
    }

    fn is_set(&self) -> bool {
        self.load(Relaxed) != u8::MAX
    }
}

/// Bytes are in the order of table files.
impl Entry for AtomicU16 {
    #[inline(always)]
    fn set(&self, level: u16) {
        self.store(level.to_le(), Relaxed);
    }

    fn is_set(&self) -> bool {
        self.load(Relaxed) != u16::MAX
    }
}

impl Entries {
    /// Makes `len` unreachable entries for every space.
    pub fn new(lens: impl Iterator<Item = u64>, effort: Effort<'_>) -> Result<Self, Cancelled> {
        let entries = |len| {
            let len = len as usize;
            let mut entries = Vec::with_capacity(len);
            while entries.len() < len {
                // The system provides the memory only now, which takes a second for some billions of entries.
                effort.check()?;
                let filled = len.min(entries.len() + FILLED_AT_ONCE);
                entries.resize_with(filled, || AtomicU8::new(u8::MAX));
            }
            Ok(entries)
        };
        Ok(Entries::Narrow(lens.map(entries).collect::<Result<_, _>>()?))
    }

    /// Widens the entries if necessary for distances up to `level`.
    pub fn widen_for(&mut self, level: u16) {
        if let Entries::Narrow(spaces) = self
            && level >= u16::from(u8::MAX)
        {
            let wide = |entry: &AtomicU8| match entry.load(Relaxed) {
                u8::MAX => AtomicU16::new(u16::MAX),
                level => AtomicU16::new(u16::from(level).to_le()),
            };
            *self = Entries::Wide(spaces.iter().map(|s| s.iter().map(wide).collect()).collect());
        }
    }

    /// Writes the distance of a position.
    pub fn set(&self, space: usize, index: u64, level: u16) {
        match self {
            Entries::Narrow(spaces) => spaces[space][index as usize].set(level),
            Entries::Wide(spaces) => spaces[space][index as usize].set(level),
        }
    }

    /// Writes a distance that may be too large, unless a smaller one is written.
    pub fn lower(&self, space: usize, index: u64, level: u16) {
        match self {
            Entries::Narrow(spaces) => {
                spaces[space][index as usize].fetch_min(level as u8, Relaxed);
            }
            Entries::Wide(spaces) => {
                let smaller = |entry| (level < u16::from_le(entry)).then_some(level.to_le());
                // It fails where a smaller distance is written.
                _ = spaces[space][index as usize].fetch_update(Relaxed, Relaxed, smaller);
            }
        }
    }

    /// The numbers of the entries of the first space that are a distance.
    pub fn at_level(&self, level: u16) -> Box<dyn Iterator<Item = u64> + '_> {
        fn at<E>(entries: &[E], is_it: impl Fn(&E) -> bool) -> impl Iterator<Item = u64> {
            (0..).zip(entries).filter(move |(_, entry)| is_it(entry)).map(|(index, _)| index)
        }
        match self {
            Entries::Narrow(spaces) => {
                Box::new(at(&spaces[0], move |entry| u16::from(entry.load(Relaxed)) == level))
            }
            Entries::Wide(spaces) => {
                Box::new(at(&spaces[0], move |entry| u16::from_le(entry.load(Relaxed)) == level))
            }
        }
    }

    /// Whether the distance of a position is known.
    pub fn is_found(&self, space: usize, index: u64) -> bool {
        match self {
            Entries::Narrow(spaces) => spaces[space][index as usize].is_set(),
            Entries::Wide(spaces) => spaces[space][index as usize].is_set(),
        }
    }

    pub fn of_space(&mut self, space: usize) -> Distances<&[u8]> {
        match self {
            Entries::Narrow(spaces) => {
                Distances::in_bytes(spaces[space].as_mut_bytes(), EntryWidth::One)
            }
            Entries::Wide(spaces) => {
                Distances::in_bytes(spaces[space].as_mut_bytes(), EntryWidth::Two)
            }
        }
    }

    /// Reorders the distances of a space within each block of `block` entries. The nth becomes the one that `order`
    /// gives for n.
    pub fn reorder(&mut self, space: usize, block: usize, order: impl Fn(usize) -> usize) {
        match self {
            Entries::Narrow(spaces) => reorder(&mut spaces[space], block, AtomicU8::get_mut, order),
            Entries::Wide(spaces) => reorder(&mut spaces[space], block, AtomicU16::get_mut, order),
        }
    }

    /// The final distances, by space.
    pub fn finish(self) -> Vec<Distances> {
        match self {
            Entries::Narrow(spaces) => {
                let narrow = |space: Vec<AtomicU8>| {
                    Distances::of_bytes(space.into_iter().map(AtomicU8::into_inner).collect())
                };
                spaces.into_iter().map(narrow).collect()
            }
            Entries::Wide(spaces) => {
                let native = |entry: AtomicU16| u16::from_le(entry.into_inner());
                let wide = |space: Vec<AtomicU16>| {
                    Distances::of_words(space.into_iter().map(native).collect())
                };
                spaces.into_iter().map(wide).collect()
            }
        }
    }
}

fn reorder<E, V: Copy>(
    entries: &mut [E],
    block: usize,
    value: impl Fn(&mut E) -> &mut V,
    order: impl Fn(usize) -> usize,
) {
    for block in entries.chunks_mut(block) {
        let before: Vec<V> = block.iter_mut().map(|entry| *value(entry)).collect();
        for (nth, entry) in block.iter_mut().enumerate() {
            *value(entry) = before[order(nth)];
        }
    }
}
