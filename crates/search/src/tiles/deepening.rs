//! Iterative-deepening A*.

use super::contents::{Contents, Tiles};
use super::patterns::{Bounds, Change, Patterns};
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::Cell;
use rayon::prelude::*;
use smallvec::SmallVec;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed};

/// A path, and the position at its end.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub contents: Contents,
    pub bounds: Bounds,
    /// The cells that the empty cell passed, from the first to the last.
    pub path: Vec<Cell>,
}

/// One round of a search: paths of at most `most` moves.
struct Round<'a> {
    tiles: &'a Tiles,
    patterns: &'a Patterns,
    most: u16,
    /// The smallest lower bound of the paths that were too long.
    next: AtomicU16,
    expanded: AtomicU64,
    is_cancelled: AtomicBool,
    effort: Effort<'a>,
}

/// What a task of a round found since its last report.
struct Tally {
    /// The smallest lower bound of the paths that were too long.
    next: u16,
    expanded: u64,
}

impl Tally {
    const NONE: Self = Self { next: u16::MAX, expanded: 0 };
}

/// A move: the cell of the tile, and what it changes.
type Slide = (Cell, Change);

/// Number of beginnings of paths that threads share.
const BEGINNINGS: usize = 256;

/// A task reports after this many positions.
const REPORT: u64 = 1 << 16;

impl Walk {
    /// Whether the position at the end is the target.
    fn is_at_target(&self) -> bool {
        self.bounds.bound() == 0
    }

    /// Extends the path by a move. Returns what undoes it.
    #[inline]
    fn extend(&mut self, (from, change): &Slide) -> Slide {
        let undo = (self.contents.empty, self.bounds.make(change));
        self.contents.slide(*from);
        self.path.push(*from);
        undo
    }

    /// Takes the last move back.
    #[inline]
    fn take_back(&mut self, (from, change): &Slide) {
        self.bounds.make(change);
        self.contents.slide(*from);
        self.path.pop();
    }
}

/// The path of the empty cell along a shortest path to the target of at most `longest` moves, and the number of expanded
/// positions. There must be a path, which may be longer. An error has the number of moves that it has at least. Reports
/// progress in positions.
pub(super) fn shortest_path(
    tiles: &Tiles,
    patterns: &Patterns,
    start: &Walk,
    longest: u16,
    effort: Effort<'_>,
) -> Result<(Option<Vec<Cell>>, u64), (u16, Cancelled)> {
    let mut most = start.bounds.bound();
    let mut expanded = 0;
    while most <= longest {
        let round = Round {
            tiles,
            patterns,
            most,
            next: AtomicU16::new(u16::MAX),
            expanded: AtomicU64::new(0),
            is_cancelled: AtomicBool::new(false),
            effort,
        };
        let found = round.run(start);
        expanded += round.expanded.load(Relaxed);
        if round.is_cancelled.load(Relaxed) {
            effort.check().map_err(|cancelled| (most, cancelled))?;
        }
        if let Some(path) = found {
            return Ok((Some(path), expanded));
        }
        most = round.next.load(Relaxed);
    }
    Ok((None, expanded))
}

impl Round<'_> {
    /// The first path in the order of moves, if one is short enough.
    fn run(&self, start: &Walk) -> Option<Vec<Cell>> {
        let mut beginnings = vec![start.clone()];
        while beginnings.len() < BEGINNINGS && !beginnings.is_empty() {
            if let Some(done) = beginnings.iter().position(Walk::is_at_target) {
                return Some(beginnings.swap_remove(done).path);
            }
            beginnings = beginnings.iter().flat_map(|begun| self.longer(begun)).collect();
        }
        beginnings.into_par_iter().find_map_first(|mut walk| {
            let mut tally = Tally::NONE;
            let is_found = self.search(&mut walk, &mut tally);
            self.report(&mut tally);
            is_found.then_some(walk.path)
        })
    }

    /// The path extended by one move, in all ways.
    fn longer(&self, begun: &Walk) -> Vec<Walk> {
        let mut tally = Tally { expanded: 1, ..Tally::NONE };
        let slides = self.slides(begun, &mut tally);
        self.report(&mut tally);
        let longer = slides.iter().map(|slide| {
            let mut walk = begun.clone();
            walk.extend(slide);
            walk
        });
        longer.collect()
    }

    /// The moves after a path from which the target may be near enough.
    #[inline]
    fn slides(&self, walk: &Walk, tally: &mut Tally) -> SmallVec<[Slide; 4]> {
        let Walk { contents, bounds, path } = walk;
        let before = path.len().checked_sub(2).map(|before| path[before]);
        let made = path.len() as u16;
        let mut slides = SmallVec::new();
        for &from in &self.tiles.neighbours[usize::from(contents.empty)] {
            if Some(from) == before {
                continue;
            }
            let tile = contents.tiles[usize::from(from)];
            let change = self.patterns.change(bounds, tile, from, contents.empty);
            match made.saturating_add(change.bound()) {
                length if length <= self.most => slides.push((from, change)),
                length => tally.next = tally.next.min(length),
            }
        }
        slides
    }

    /// Extends a path to the target; false if none is short enough.
    fn search(&self, walk: &mut Walk, tally: &mut Tally) -> bool {
        if walk.is_at_target() {
            return true;
        }
        tally.expanded += 1;
        if tally.expanded == REPORT {
            self.report(tally);
        }
        if self.is_cancelled.load(Relaxed) {
            return false;
        }
        for slide in self.slides(walk, tally) {
            let undo = walk.extend(&slide);
            if self.search(walk, tally) {
                return true;
            }
            walk.take_back(&undo);
        }
        false
    }

    fn report(&self, tally: &mut Tally) {
        let Tally { next, expanded } = std::mem::replace(tally, Tally::NONE);
        self.next.fetch_min(next, Relaxed);
        self.expanded.fetch_add(expanded, Relaxed);
        if self.effort.done(expanded).is_err() {
            self.is_cancelled.store(true, Relaxed);
        }
    }
}
