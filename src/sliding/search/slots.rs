//! Distances while they are being found: one entry a position, as wide as the largest asks for.

use crate::table::Distances;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

/// The distances of several spaces while they are being found, written by many threads, each entry by
/// one.
pub(super) enum Slots {
    Narrow(Vec<Vec<AtomicU8>>),
    Wide(Vec<Vec<AtomicU16>>),
}

/// An entry that is being found.
pub(super) trait Slot: Sync {
    /// Writes a distance, for which [`Slots::widen_for`] has made room.
    fn set(&self, level: u16);
}

impl Slot for AtomicU8 {
    #[inline(always)]
    fn set(&self, level: u16) {
        self.store(level as u8, Relaxed);
    }
}

impl Slot for AtomicU16 {
    #[inline(always)]
    fn set(&self, level: u16) {
        self.store(level, Relaxed);
    }
}

impl Slots {
    /// For every space `len` entries, all unreachable.
    pub fn new(lens: impl Iterator<Item = u64>) -> Self {
        let slots = |len| {
            let unreachable = std::iter::repeat_with(|| AtomicU8::new(u8::MAX));
            unreachable.take(len as usize).collect()
        };
        Slots::Narrow(lens.map(slots).collect())
    }

    /// Makes room for distances up to `level`.
    pub fn widen_for(&mut self, level: u16) {
        if let Slots::Narrow(spaces) = self
            && level >= u16::from(u8::MAX)
        {
            let wide = |entry: &AtomicU8| match entry.load(Relaxed) {
                u8::MAX => AtomicU16::new(u16::MAX),
                level => AtomicU16::new(level.into()),
            };
            *self = Slots::Wide(spaces.iter().map(|s| s.iter().map(wide).collect()).collect());
        }
    }

    /// Whether a distance is found: that of the position with an index in a space.
    pub fn is_found(&self, space: usize, index: u64) -> bool {
        match self {
            Slots::Narrow(spaces) => spaces[space][index as usize].load(Relaxed) != u8::MAX,
            Slots::Wide(spaces) => spaces[space][index as usize].load(Relaxed) != u16::MAX,
        }
    }

    /// The finished distances, space by space.
    pub fn finish(self) -> Vec<Distances> {
        match self {
            Slots::Narrow(spaces) => {
                let narrow = |space: Vec<AtomicU8>| {
                    Distances::of_bytes(space.into_iter().map(AtomicU8::into_inner).collect())
                };
                spaces.into_iter().map(narrow).collect()
            }
            Slots::Wide(spaces) => {
                let wide = |space: Vec<AtomicU16>| {
                    Distances::of_words(space.into_iter().map(AtomicU16::into_inner).collect())
                };
                spaces.into_iter().map(wide).collect()
            }
        }
    }
}
