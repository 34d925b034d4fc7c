//! The plain search: a bit for each position, which is looked at one by one.
//!
//! It needs no graph of steps. What leads to a position is what it leads to, since moves can be taken back: so the
//! neighbours of a level are the next.

use super::SearchError;
use super::slots::Slot;
use super::unite::Forest;
use crate::grid::Cell;
use crate::sliding::rules::{Metric, Position, ShapeId};
use crate::sliding::space::Space;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Positions as bits, found level by level.
pub(super) struct Bits<'s> {
    space: &'s Space,
    seen: Vec<u64>,
    frontier: Vec<u64>,
    next: Vec<AtomicU64>,
}

/// Words that one thread takes at a time.
const CHUNK: usize = 1 << 8;

impl<'s> Bits<'s> {
    /// Those of a space of which some positions, by their indices, are found and new.
    pub fn new(space: &'s Space, targets: impl IntoIterator<Item = u64>) -> Self {
        let words = space.len().div_ceil(64) as usize;
        let mut bits = Self {
            space,
            seen: vec![0; words],
            frontier: vec![0; words],
            next: std::iter::repeat_with(AtomicU64::default).take(words).collect(),
        };
        for index in targets {
            *bits.next[index as usize / 64].get_mut() |= 1 << (index % 64);
        }
        bits
    }

    /// Finds what one move leads to from what is new.
    pub fn move_pieces(&mut self, metric: Metric, parallel: bool) {
        let Self { space, seen, frontier, next } = self;
        let expand = |(chunk, words): (usize, &[u64])| {
            for (word, &bits) in (chunk * CHUNK..).zip(words) {
                for_each_bit(word, bits, |index| {
                    space.for_each_neighbour_under(metric, index, |after| {
                        let (word, bit) = (after as usize / 64, 1 << (after % 64));
                        if seen[word] & bit == 0 && next[word].load(Relaxed) & bit == 0 {
                            next[word].fetch_or(bit, Relaxed);
                        }
                    });
                });
            }
        };
        match parallel {
            true => frontier.par_chunks(CHUNK).enumerate().for_each(expand),
            false => frontier.chunks(CHUNK).enumerate().for_each(expand),
        }
    }

    /// Makes what was found the frontier and writes its distances; how many positions that is.
    pub fn settle<S: Slot>(&mut self, slots: &[S], level: u16, parallel: bool) -> u64 {
        let Self { seen, frontier, next, .. } = self;
        let settle = |(chunk, ((seen, frontier), next)): Chunk<'_>| {
            let mut found = 0;
            let words = seen.iter_mut().zip(frontier).zip(next);
            for (word, ((seen, frontier), next)) in (chunk * CHUNK..).zip(words) {
                *frontier = std::mem::take(next.get_mut()) & !*seen;
                *seen |= *frontier;
                found += u64::from(frontier.count_ones());
                for_each_bit(word, *frontier, |index| slots[index as usize].set(level));
            }
            found
        };
        let chunks = (seen.par_chunks_mut(CHUNK), frontier.par_chunks_mut(CHUNK));
        let chunks = chunks.into_par_iter().zip(next.par_chunks_mut(CHUNK)).enumerate();
        match parallel {
            true => chunks.map(settle).sum(),
            false => {
                let chunks = seen.chunks_mut(CHUNK).zip(frontier.chunks_mut(CHUNK));
                chunks.zip(next.chunks_mut(CHUNK)).enumerate().map(settle).sum()
            }
        }
    }
}

/// The words of a chunk: what is seen, the frontier, and what is found.
type Chunk<'w> = (usize, ((&'w mut [u64], &'w mut [u64]), &'w mut [AtomicU64]));

/// Calls `visit` with the index of every bit of a word.
#[inline]
pub(super) fn for_each_bit(word: usize, mut bits: u64, mut visit: impl FnMut(u64)) {
    while bits != 0 {
        visit(word as u64 * 64 + u64::from(bits.trailing_zeros()));
        bits &= bits - 1;
    }
}

/// The indices of the won positions of a space, of those in a range.
pub(super) fn goals(space: &Space, range: Range<u64>) -> Vec<u64> {
    let goal = space.puzzle().goal();
    let whole = |alternative: &Vec<(ShapeId, Cell)>| {
        let mut position = Position::empty(space.puzzle().shapes().len());
        alternative.iter().for_each(|&(shape, cell)| position.put(shape, cell));
        // Where the goal names every piece there is one won position, or none.
        (position.piece_set() == *space.piece_set()).then(|| space.rank(&position))
    };
    if let Some(indices) = goal.alternatives().iter().map(whole).collect::<Option<Vec<_>>>() {
        return indices.into_iter().flatten().filter(|index| range.contains(index)).collect();
    }
    let won = space.par_range(range).filter(|(_, position)| goal.is_won(position));
    won.map(|(index, _)| index).collect()
}

/// Calls `visit` for every component of a space with its size and whether it has a won position.
pub(super) fn for_each_component(
    space: &Space,
    mut visit: impl FnMut(u64, bool),
) -> Result<(), SearchError> {
    let len = u32::try_from(space.len()).map_err(|_| SearchError::Components(space.len()))?;
    let mut forest = Forest::new(len);
    for index in 0..len {
        space.for_each_neighbour_under(Metric::Unit, index.into(), |after| {
            forest.unite(index, after as u32);
        });
    }
    let mut sizes = vec![0u32; len as usize];
    (0..len).for_each(|index| sizes[forest.root(index) as usize] += 1);
    let mut with_goal = vec![false; len as usize];
    goals(space, 0..space.len())
        .iter()
        .for_each(|&won| with_goal[forest.root(won as u32) as usize] = true);
    for (size, with_goal) in sizes.into_iter().zip(with_goal).filter(|(size, _)| *size > 0) {
        visit(size.into(), with_goal);
    }
    Ok(())
}
