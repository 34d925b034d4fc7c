//! Iterative-deepening A*.

use super::patterns::{Patterns, Sums};
use crate::effort::{Cancelled, Effort};
use crate::sliding::search::component::Moves;
use rayon::prelude::*;
use smallvec::SmallVec;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed};

/// A search for a path from one position to another.
pub(super) struct Deepening<'a, const N: usize> {
    pub moves: &'a Moves<'a>,
    pub patterns: &'a Patterns,
    pub target: [u64; N],
}

/// One round of a search: paths of at most `most` moves.
struct Round<'a, 's, const N: usize> {
    search: &'s Deepening<'a, N>,
    most: u16,
    /// The smallest lower bound of the paths that were too long.
    next: AtomicU16,
    expanded: AtomicU64,
    is_cancelled: AtomicBool,
    effort: Effort<'s>,
}

/// The beginning of a path.
struct Beginning<const N: usize> {
    path: Vec<[u64; N]>,
    sums: Sums,
}

/// Number of beginnings that threads share.
const BEGINNINGS: usize = 256;

/// A thread reports after this many positions.
const REPORT: u64 = 1 << 16;

impl<const N: usize> Deepening<'_, N> {
    /// The positions of a shortest path from one position to the target, and the number of expanded positions. There
    /// must be a path. Reports progress in positions.
    pub fn path(
        &self,
        start: [u64; N],
        effort: Effort<'_>,
    ) -> Result<(Vec<[u64; N]>, u64), Cancelled> {
        let mut most = self.patterns.sums(&start).bound();
        let mut expanded = 0;
        loop {
            let round = Round {
                search: self,
                most,
                next: AtomicU16::new(u16::MAX),
                expanded: AtomicU64::new(0),
                is_cancelled: AtomicBool::new(false),
                effort,
            };
            let found = round.run(start);
            expanded += round.expanded.load(Relaxed);
            if round.is_cancelled.load(Relaxed) {
                effort.check()?;
            }
            if let Some(path) = found {
                return Ok((path, expanded));
            }
            most = round.next.load(Relaxed);
        }
    }
}

impl<const N: usize> Round<'_, '_, N> {
    /// The first path in the order of moves, if one is short enough.
    fn run(&self, start: [u64; N]) -> Option<Vec<[u64; N]>> {
        let sums = self.search.patterns.sums(&start);
        let mut beginnings = vec![Beginning { path: vec![start], sums }];
        while beginnings.len() < BEGINNINGS && !beginnings.is_empty() {
            if let Some(done) = beginnings.iter().position(|begun| self.is_target(begun)) {
                return Some(beginnings.swap_remove(done).path);
            }
            beginnings = beginnings.iter().flat_map(|begun| self.longer(begun)).collect();
        }
        beginnings.into_par_iter().find_map_first(|Beginning { mut path, sums }| {
            let mut unreported = 0;
            let is_found = self.extend(&mut path, sums, &mut unreported);
            self.report(&mut unreported);
            is_found.then_some(path)
        })
    }

    fn is_target(&self, begun: &Beginning<N>) -> bool {
        begun.path.last() == Some(&self.search.target)
    }

    fn longer(&self, begun: &Beginning<N>) -> Vec<Beginning<N>> {
        let longer = self.successors(&begun.path, begun.sums).into_iter();
        longer
            .map(|(after, sums)| {
                let path = begun.path.iter().copied().chain([after]).collect();
                Beginning { path, sums }
            })
            .collect()
    }

    /// The positions after the end of a path from which the target may be near enough, with their sums.
    #[inline]
    fn successors(&self, path: &[[u64; N]], sums: Sums) -> SmallVec<[([u64; N], Sums); 4]> {
        let mut successors = SmallVec::new();
        let at = &path[path.len() - 1];
        let before = path.len().checked_sub(2).map(|before| path[before]);
        let made = path.len() as u16;
        self.search.moves.each(at, |after| {
            if Some(after) == before {
                return;
            }
            let sums = self.search.patterns.sums_after(sums, at, &after);
            match made.saturating_add(sums.bound()) {
                length if length <= self.most => successors.push((after, sums)),
                length => {
                    self.next.fetch_min(length, Relaxed);
                }
            }
        });
        successors
    }

    /// Extends a path to the target; false if none is short enough.
    fn extend(&self, path: &mut Vec<[u64; N]>, sums: Sums, unreported: &mut u64) -> bool {
        if path[path.len() - 1] == self.search.target {
            return true;
        }
        *unreported += 1;
        if *unreported == REPORT {
            self.report(unreported);
        }
        if self.is_cancelled.load(Relaxed) {
            return false;
        }
        for (after, sums) in self.successors(path, sums) {
            path.push(after);
            if self.extend(path, sums, unreported) {
                return true;
            }
            path.pop();
        }
        false
    }

    fn report(&self, unreported: &mut u64) {
        self.expanded.fetch_add(*unreported, Relaxed);
        if self.effort.done(std::mem::take(unreported)).is_err() {
            self.is_cancelled.store(true, Relaxed);
        }
    }
}
