//! Sets of positions of a space, in a few bits per position: components and corridors.

use bitvec::bitbox;
use bitvec::boxed::BitBox;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::graph::flood;
use huarong_core::rules::Metric;
use huarong_core::space::Space;
use huarong_search::{SearchError, flood as flood_component};
use huarong_tables::table::Distances;
use std::cmp::Reverse;

/// Set of positions of a space.
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
        let len = flood_component(space, index, &mut bits, |_| (), effort)?;
        Ok(Self { bits, len })
    }

    /// The positions on the optimal solutions of the position `index`, including its own; `None` if it cannot reach the
    /// goal. The distances are those under the metric.
    ///
    /// # Panics
    ///
    /// Panics if the space has no such position.
    pub fn on_optimal_solutions(
        space: &Space,
        metric: Metric,
        distances: Distances<&[u8]>,
        index: u64,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, SearchError> {
        check_memory(space, 0, effort)?;
        let Some(distance) = distances.get(index) else { return Ok(None) };
        let mut bits = bitbox![0; space.len() as usize];
        bits.set(index as usize, true);
        let mut waiting = vec![(index, distance)];
        let len = flood(&mut waiting, |(index, distance), waiting| {
            effort.done(1)?;
            let Some(nearer) = u16::checked_sub(distance, 1) else { return Ok(()) };
            space.for_each_neighbour_under(metric, index, |after| {
                if distances.get(after) == Some(nearer) && !bits.replace(after as usize, true) {
                    waiting.push((after, nearer));
                }
            });
            Ok::<_, Cancelled>(())
        })?;
        Ok(Some(Self { bits, len }))
    }

    /// Number of positions.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Always false, because it has at least one position.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether it has the position `index`.
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
                let len = flood_component(space, first, &mut seen, |_| (), effort)?;
                components.push((len, first));
            }
        }
        components.sort_unstable_by_key(|&(size, first)| (Reverse(size), first));
        Ok(Self { components })
    }

    /// The number of the component of every position, in index order, counted from 1. Reports progress in positions.
    pub fn numbers(&self, space: &Space, effort: Effort<'_>) -> Result<Vec<u64>, SearchError> {
        check_memory(space, size_of::<u64>(), effort)?;
        effort.total(space.len())?;
        let mut seen = bitbox![0; space.len() as usize];
        let mut numbers = vec![0; space.len() as usize];
        for (number, &(_, first)) in (1..).zip(&self.components) {
            let visit = |index: u64| numbers[index as usize] = number;
            flood_component(space, first, &mut seen, visit, effort)?;
        }
        Ok(numbers)
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
