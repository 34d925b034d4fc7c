//! Distances in index order, in memory and in files.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// Distances of positions in index order, one entry per position.
///
/// The largest distance determines the width of all entries. The lower byte comes first. An entry with all bits set
/// means that the position cannot reach the goal. `B` owns or borrows the bytes. `Oracle::distances` answers with them.
///
/// ```
/// use huarong::search::Distances;
///
/// let distances = Distances::of_bytes(vec![0, 1, 2, 255, 1]);
/// assert_eq!(distances.get(2), Some(2));
/// assert_eq!(distances.get(3), None);
/// assert_eq!(distances.positions_at(1).collect::<Vec<_>>(), [1, 4]);
/// let histogram = distances.histogram();
/// assert_eq!((histogram.counts, histogram.unreachable), (vec![1, 2, 1], 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distances<B = Vec<u8>> {
    bytes: B,
    width: EntryWidth,
}

/// Number of bytes per entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryWidth {
    /// Distances up to 254; 255 means unreachable.
    One = 1,
    /// Distances up to 65534; 65535 means unreachable.
    Two = 2,
}

impl EntryWidth {
    /// The width with this number of bytes.
    pub(super) fn of(bytes: u32) -> Option<Self> {
        [Self::One, Self::Two].into_iter().find(|&width| width as u32 == bytes)
    }

    /// Number of distances that an entry can represent, from 0 on.
    pub(super) fn distances(self) -> usize {
        match self {
            Self::One => u8::MAX.into(),
            Self::Two => u16::MAX.into(),
        }
    }
}

impl fmt::Display for EntryWidth {
    /// `1 byte` or `2 bytes`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::One { "1 byte" } else { "2 bytes" })
    }
}

/// Number of positions at each distance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// Counts by distance, from 0 to the largest.
    pub counts: Vec<u64>,
    /// Number of positions that cannot reach the goal.
    pub unreachable: u64,
}

impl Histogram {
    /// Adds the counts of another histogram.
    #[doc(hidden)]
    pub fn add(&mut self, other: &Self) {
        let longest = self.counts.len().max(other.counts.len());
        self.counts.resize(longest, 0);
        self.counts.iter_mut().zip(&other.counts).for_each(|(all, &count)| *all += count);
        self.unreachable += other.unreachable;
    }
}

impl Distances {
    /// Makes distances from entries of one byte.
    pub fn of_bytes(entries: Vec<u8>) -> Self {
        Self { bytes: entries, width: EntryWidth::One }
    }

    /// Makes distances from entries of two bytes, without narrowing them.
    pub fn wide(entries: Vec<u16>) -> Self {
        let bytes = entries.iter().flat_map(|entry| entry.to_le_bytes()).collect();
        Self { bytes, width: EntryWidth::Two }
    }

    /// Makes distances from entries of two bytes, as narrow as possible.
    pub fn of_words(entries: Vec<u16>) -> Self {
        let reached = entries.iter().filter(|&&entry| entry != u16::MAX);
        if reached.max().is_some_and(|&max| max >= u16::from(u8::MAX)) {
            return Self::wide(entries);
        }
        // "Unreachable" loses its upper byte, and still has all bits set.
        Self::of_bytes(entries.into_iter().map(|entry| entry as u8).collect())
    }

    /// The same distances as a `Cow`, the type that tables return.
    #[doc(hidden)]
    pub fn into_cow(self) -> Distances<Cow<'static, [u8]>> {
        Distances { bytes: Cow::Owned(self.bytes), width: self.width }
    }
}

impl Distances<Cow<'_, [u8]>> {
    /// Bytes of memory that they take; 0 if they are borrowed.
    #[doc(hidden)]
    pub fn owned_bytes(&self) -> u64 {
        match &self.bytes {
            Cow::Borrowed(_) => 0,
            Cow::Owned(bytes) => bytes.len() as u64,
        }
    }
}

impl<B> Distances<B> {
    /// Interprets bytes as entries of a width. The number of bytes must be a multiple of it.
    #[inline(always)]
    #[doc(hidden)]
    pub fn in_bytes(bytes: B, width: EntryWidth) -> Self {
        Self { bytes, width }
    }
}

impl<B: Deref<Target = [u8]>> Distances<B> {
    /// Borrows the distances.
    #[inline(always)]
    pub fn as_ref(&self) -> Distances<&[u8]> {
        Distances { bytes: &self.bytes, width: self.width }
    }

    /// Borrows the distances as a `Cow`, the type that tables return.
    #[doc(hidden)]
    pub fn to_cow(&self) -> Distances<Cow<'_, [u8]>> {
        Distances { bytes: Cow::Borrowed(&self.bytes), width: self.width }
    }

    /// The entries as in a file, for changing them.
    #[doc(hidden)]
    pub fn bytes_mut(&mut self) -> &mut [u8]
    where
        B: DerefMut,
    {
        &mut self.bytes
    }

    /// The entries as in a file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The entries as in a file, with their owner.
    pub fn into_bytes(self) -> B {
        self.bytes
    }

    /// Number of bytes per entry.
    pub fn width(&self) -> EntryWidth {
        self.width
    }

    /// Number of positions.
    #[inline]
    pub fn len(&self) -> u64 {
        (self.bytes.len() / self.width as usize) as u64
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The distance of the position `index`, in moves; `None` if it cannot reach the goal.
    ///
    /// # Panics
    ///
    /// Panics if `index` is not below [`len`](Self::len).
    #[inline(always)]
    pub fn get(&self, index: u64) -> Option<u16> {
        let index = index as usize;
        match self.width {
            EntryWidth::One => {
                let entry = self.bytes[index];
                (entry != u8::MAX).then_some(entry.into())
            }
            EntryWidth::Two => {
                let entry = u16::from_le_bytes([self.bytes[2 * index], self.bytes[2 * index + 1]]);
                (entry != u16::MAX).then_some(entry)
            }
        }
    }

    /// All distances in index order.
    pub fn iter(&self) -> impl Iterator<Item = Option<u16>> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The indices of all positions at a distance.
    pub fn positions_at(&self, distance: u16) -> impl Iterator<Item = u64> + '_ {
        (0..self.len()).filter(move |&index| self.get(index) == Some(distance))
    }

    /// Counts the positions at each distance.
    pub fn histogram(&self) -> Histogram {
        let (mut counts, unreachable) = match self.width {
            EntryWidth::One => {
                // Four histograms take turns, so that equal adjacent entries do not wait for one another's counter.
                let mut turns = [[0u64; 256]; 4];
                for (index, &entry) in self.bytes.iter().enumerate() {
                    turns[index % 4][usize::from(entry)] += 1;
                }
                let mut counts: Vec<u64> =
                    (0..256).map(|entry| turns.iter().map(|turn| turn[entry]).sum()).collect();
                let unreachable = counts.pop().unwrap_or(0);
                (counts, unreachable)
            }
            EntryWidth::Two => {
                let (mut counts, mut unreachable) = (Vec::new(), 0);
                for distance in self.iter() {
                    let Some(distance) = distance.map(usize::from) else {
                        unreachable += 1;
                        continue;
                    };
                    if distance >= counts.len() {
                        counts.resize(distance + 1, 0);
                    }
                    counts[distance] += 1;
                }
                (counts, unreachable)
            }
        };
        let used = counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        counts.truncate(used);
        // Tables store one histogram per section, so spare capacity would add up.
        counts.shrink_to_fit();
        Histogram { counts, unreachable }
    }
}

impl Distances<&[u8]> {
    /// The entries in a width that is at least their own.
    pub(super) fn bytes_of(&self, width: EntryWidth) -> Cow<'_, [u8]> {
        if self.width() == width {
            return Cow::Borrowed(self.bytes());
        }
        self.iter().flat_map(|entry| entry.unwrap_or(u16::MAX).to_le_bytes()).collect()
    }
}
