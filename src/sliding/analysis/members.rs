//! One component of a space, position by position; in a few bits a position.

use crate::effort::Effort;
use crate::sliding::search::{SearchError, flood};
use crate::sliding::space::Space;
use bitvec::bitbox;
use bitvec::boxed::BitBox;
use std::cmp::Reverse;

/// The positions of a component.
#[derive(Clone, Debug)]
pub struct Members {
    bits: BitBox,
    len: u64,
}

/// The components of a space, by number: the largest first, and of those that are equally large the one that has the
/// first position.
#[derive(Clone, Debug)]
pub struct ComponentList {
    /// Positions of each, and the first of them.
    components: Vec<(u64, u64)>,
}

impl Members {
    /// The positions that can be reached from the one with an index, that one too. The effort is told of positions.
    ///
    /// # Panics
    ///
    /// Where the space has no such position.
    pub fn of(space: &Space, index: u64, effort: Effort<'_>) -> Result<Self, SearchError> {
        check_memory(space, 0, effort)?;
        let mut bits = bitbox![0; space.len() as usize];
        let len = flood(space, index, &mut bits, |_| (), effort)?;
        Ok(Self { bits, len })
    }

    /// Number of positions.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are none, which is never so.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the position with an index is one of them.
    ///
    /// # Panics
    ///
    /// Where the space has no such position.
    #[inline]
    pub fn contains(&self, index: u64) -> bool {
        self.bits[index as usize]
    }
}

impl ComponentList {
    /// The components of a space. The effort is told of positions.
    pub fn new(space: &Space, effort: Effort<'_>) -> Result<Self, SearchError> {
        check_memory(space, size_of::<(u64, u64)>(), effort)?;
        effort.total(space.len())?;
        let mut seen = bitbox![0; space.len() as usize];
        let mut components = Vec::new();
        for first in 0..space.len() {
            if !seen[first as usize] {
                components.push((flood(space, first, &mut seen, |_| (), effort)?, first));
            }
        }
        components.sort_unstable_by_key(|&(size, first)| (Reverse(size), first));
        Ok(Self { components })
    }

    /// Number of components.
    pub fn len(&self) -> usize {
        self.components.len()
    }

    /// Whether there are none: the space has no position then.
    pub fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// The index of the first position of the component with a number, from 1; `None` where there is none.
    pub fn first_position(&self, number: usize) -> Option<u64> {
        let component = self.components.get(number.checked_sub(1)?);
        component.map(|&(_, first)| first)
    }
}

/// Refuses a space for which there is no memory: a bit a position here and one in a list, and at worst all of them
/// waiting to be looked at, or of each a few bytes more. What grows takes up to twice its length.
fn check_memory(space: &Space, more: usize, effort: Effort<'_>) -> Result<(), SearchError> {
    let each = 2 * size_of::<u64>().max(more) as u64;
    let needed = space.len().saturating_mul(each).saturating_add(space.len() / 4);
    if needed > effort.memory {
        return Err(SearchError::Memory { needed, allowed: effort.memory });
    }
    Ok(())
}
