//! Membership of positions in the components of a space, in a few bits per position.

use crate::effort::Effort;
use crate::sliding::search::{SearchError, flood};
use crate::sliding::space::Space;
use bitvec::bitbox;
use bitvec::boxed::BitBox;
use std::cmp::Reverse;

/// Set of the positions of one component.
#[derive(Clone, Debug)]
pub struct Members {
    bits: BitBox,
    len: u64,
}

/// Components of a space in order: largest first, then by first position.
#[derive(Clone, Debug)]
pub struct ComponentList {
    /// Size and first position of each component.
    components: Vec<(u64, u64)>,
}

impl Members {
    /// The component of the position `index`. Reports progress in positions.
    ///
    /// # Panics
    ///
    /// Panics if the space has no such position.
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

    /// Always false, because a component has at least one position.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the position `index` is in the component.
    ///
    /// # Panics
    ///
    /// Panics if the space has no such position.
    #[inline]
    pub fn contains(&self, index: u64) -> bool {
        self.bits[index as usize]
    }
}

impl ComponentList {
    /// Finds the components of a space. Reports progress in positions.
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

    /// Whether there are no components: the space has no positions.
    pub fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// The index of the first position of component `number`, counted from 1; `None` if there is no such component.
    pub fn first_position(&self, number: usize) -> Option<u64> {
        let component = self.components.get(number.checked_sub(1)?);
        component.map(|&(_, first)| first)
    }
}

/// Rejects a space for which the memory limit is too low. A search takes two bits per position and, at worst, an entry
/// of the queue or of the list of components per position. A growing vector takes up to twice its length.
fn check_memory(space: &Space, more: usize, effort: Effort<'_>) -> Result<(), SearchError> {
    let each = 2 * size_of::<u64>().max(more) as u64;
    let needed = space.len().saturating_mul(each).saturating_add(space.len() / 4);
    if needed > effort.memory {
        return Err(SearchError::Memory { needed, allowed: effort.memory });
    }
    Ok(())
}
