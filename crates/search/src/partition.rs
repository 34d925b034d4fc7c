//! Partition of a search: the skeletons that each part owns.
//!
//! An explicit search partitions positions instead.

use std::ops::Range;

/// Ranges of skeletons, or of positions, one per part.
#[derive(Clone, Debug)]
pub struct Partition {
    /// Start of each part's range, and the end of the last.
    bounds: Vec<u64>,
}

impl Partition {
    /// Divides `items` as evenly as possible. Some parts are empty if there are fewer items than parts.
    pub fn even(items: u64, parts: usize) -> Self {
        let bound = |part| (u128::from(items) * part as u128 / parts as u128) as u64;
        Self { bounds: (0..=parts).map(bound).collect() }
    }

    pub fn range(&self, part: usize) -> Range<u64> {
        self.bounds[part]..self.bounds[part + 1]
    }

    #[inline]
    pub fn owner(&self, item: u64) -> usize {
        self.bounds.partition_point(|&bound| bound <= item) - 1
    }

    pub fn parts(&self) -> usize {
        self.bounds.len() - 1
    }

    /// For each part, the end of its items in an ascending list of items. The first element is 0.
    pub fn ends_in(&self, items: &[u32]) -> Vec<usize> {
        let begin = |&bound: &u64| items.partition_point(|&item| u64::from(item) < bound);
        self.bounds.iter().map(begin).collect()
    }
}
