//! Distances of every position of a space, one entry each, as wide as the largest asks for.

use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

/// The distances of a space under one metric, in index order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Distances {
    /// One byte a position; 255 stands for unreachable.
    Narrow(Vec<u8>),
    /// Two bytes a position; 65535 stands for unreachable.
    Wide(Vec<u16>),
}

impl Distances {
    /// Number of positions.
    pub fn len(&self) -> usize {
        match self {
            Distances::Narrow(entries) => entries.len(),
            Distances::Wide(entries) => entries.len(),
        }
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The distance of the position with an index, in moves; `None` where it cannot reach the goal.
    pub fn get(&self, index: usize) -> Option<u16> {
        match self {
            Distances::Narrow(entries) => {
                Some(entries[index]).filter(|&entry| entry != u8::MAX).map(u16::from)
            }
            Distances::Wide(entries) => Some(entries[index]).filter(|&entry| entry != u16::MAX),
        }
    }
}

/// Distances while they are being found, written by many threads, each entry by one.
pub(super) enum Slots {
    Narrow(Vec<AtomicU8>),
    Wide(Vec<AtomicU16>),
}

impl Slots {
    /// `len` entries, all unreachable.
    pub fn new(len: usize) -> Self {
        Slots::Narrow(std::iter::repeat_with(|| AtomicU8::new(u8::MAX)).take(len).collect())
    }

    /// Writes one distance, for which [`widen_for`](Self::widen_for) has made room.
    #[inline(always)]
    pub fn set(&self, index: usize, level: u16) {
        match self {
            Slots::Narrow(entries) => entries[index].store(level as u8, Relaxed),
            Slots::Wide(entries) => entries[index].store(level, Relaxed),
        }
    }

    /// Makes room for distances up to `level`.
    pub fn widen_for(&mut self, level: u16) {
        if let Slots::Narrow(entries) = self
            && level >= u16::from(u8::MAX)
        {
            let wide = |entry: &AtomicU8| match entry.load(Relaxed) {
                u8::MAX => AtomicU16::new(u16::MAX),
                level => AtomicU16::new(level.into()),
            };
            *self = Slots::Wide(entries.iter().map(wide).collect());
        }
    }

    /// The finished distances.
    pub fn finish(self) -> Distances {
        match self {
            Slots::Narrow(entries) => {
                Distances::Narrow(entries.into_iter().map(AtomicU8::into_inner).collect())
            }
            Slots::Wide(entries) => {
                Distances::Wide(entries.into_iter().map(AtomicU16::into_inner).collect())
            }
        }
    }
}
