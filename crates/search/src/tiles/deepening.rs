//! Iterative-deepening A*.

use super::bounds::LowerBounds;
use super::contents::Contents;
use super::slides::{Slide, slides};
use super::tables::{SolverTables, TileTables};
use crate::component::Unmet;
use huarong_core::effort::threads::*;
use huarong_core::effort::{Cancelled, Effort};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed};

/// A path, and the position at its end.
struct TilePath<'a, B: LowerBounds> {
    contents: Contents,
    known: B::Known,
    path: Vec<&'a Slide>,
}

/// The moves of a path, if there is one, and the number of expanded positions.
pub(super) type PathFound = Result<(Option<Vec<Slide>>, u64), Unmet>;

/// One round of a search: paths of at most `most` moves.
struct DeepeningRound<'a, B> {
    /// For each empty cell, the moves from there.
    slides: &'a [Vec<Slide>],
    bounds: &'a B,
    most: u16,
    /// Number of positions to expand before the round ends without a result.
    most_expanded: u64,
    /// The smallest lower bound of the paths that were too long.
    next: AtomicU16,
    expanded: AtomicU64,
    is_cancelled: AtomicBool,
    /// Whether the round ends without a result.
    is_over: AtomicBool,
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

/// Number of beginnings of paths that threads share.
const BEGINNINGS: usize = 256;

/// Number of positions between two reports of a task.
const REPORT_POSITIONS: u64 = 1 << 16;

impl<'a, B: LowerBounds> TilePath<'a, B> {
    /// Whether the position at the end is the target.
    fn is_at_target(&self) -> bool {
        B::bound(&self.known) == 0 && self.contents.is_target()
    }

    /// Extends the path by a move. Returns what undoes its change.
    #[inline]
    fn extend(&mut self, slide: &'a Slide, change: &B::Change) -> B::Change {
        self.contents.slide(slide, B::MOVES_LINES);
        self.path.push(slide);
        B::make(&mut self.known, change)
    }

    #[inline]
    fn take_back(&mut self, slide: &Slide, undo: &B::Change) {
        B::make(&mut self.known, undo);
        self.contents.slide_back(slide, B::MOVES_LINES);
        self.path.pop();
    }
}

impl<B: LowerBounds> Clone for TilePath<'_, B> {
    fn clone(&self) -> Self {
        let Self { contents, known, path } = self;
        Self { contents: contents.clone(), known: known.clone(), path: path.clone() }
    }
}

/// The moves of a shortest path to the target of at most `longest` moves, and the number of expanded positions. There must
/// be a path, which may be longer. Reports progress in positions.
pub(super) fn shortest_path<B: LowerBounds>(
    tables: &TileTables<B>,
    start: &Contents,
    longest: u16,
    effort: Effort<'_>,
) -> PathFound {
    let slides = slides(&tables.board, B::MOVES_LINES);
    let (mut most, mut expanded) = (0, 0);
    let unmet = |at_least| move |cancelled: Cancelled| Unmet { at_least, reason: cancelled.into() };
    loop {
        let bounds = tables.bounds();
        let known = bounds.known(&tables.board, start);
        most = B::bound(&known).max(most);
        if most > longest {
            return Ok((None, expanded));
        }
        let before_large = tables.before_large(effort.memory);
        let round = DeepeningRound {
            slides: &slides,
            bounds,
            most,
            most_expanded: before_large.unwrap_or(u64::MAX),
            next: AtomicU16::new(u16::MAX),
            expanded: AtomicU64::new(0),
            is_cancelled: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            effort,
        };
        let found = round.run(&TilePath { contents: start.clone(), known, path: Vec::new() });
        let of_round = round.expanded.load(Relaxed);
        expanded += of_round;
        tables.count(of_round);
        if round.is_cancelled.load(Relaxed) {
            return Err(unmet(most)(Cancelled));
        }
        if round.is_over.load(Relaxed) {
            tables.make_large(effort).map_err(unmet(most))?;
            continue;
        }
        if let Some(path) = found {
            return Ok((Some(path.into_iter().cloned().collect()), expanded));
        }
        most = round.next.load(Relaxed);
    }
}

impl<'a, B: LowerBounds> DeepeningRound<'a, B> {
    /// The first path in the order of moves, if one is short enough.
    fn run(&self, start: &TilePath<'a, B>) -> Option<Vec<&'a Slide>> {
        let mut beginnings = vec![start.clone()];
        while beginnings.len() < BEGINNINGS && !beginnings.is_empty() {
            if let Some(done) = beginnings.iter().position(TilePath::is_at_target) {
                return Some(beginnings.swap_remove(done).path);
            }
            beginnings = beginnings.iter().flat_map(|begun| self.longer(begun)).collect();
        }
        beginnings.into_par_iter().find_map_first(|mut here| {
            let mut tally = Tally::NONE;
            let is_found = self.search(&mut here, &mut tally);
            self.report(&mut tally);
            is_found.then_some(here.path)
        })
    }

    /// The path extended by one move, in all ways.
    fn longer(&self, begun: &TilePath<'a, B>) -> Vec<TilePath<'a, B>> {
        let mut tally = Tally { expanded: 1, ..Tally::NONE };
        let slides = self.slides[usize::from(begun.contents.empty)].iter();
        let longer = slides.filter_map(|slide| {
            let change = self.change(begun, slide, &mut tally)?;
            let mut here = begun.clone();
            here.extend(slide, &change);
            Some(here)
        });
        let longer = longer.collect();
        self.report(&mut tally);
        longer
    }

    /// What a move after a path changes, unless it is idle, or the target is too far afterwards.
    #[inline]
    fn change(
        &self,
        here: &TilePath<'a, B>,
        slide: &Slide,
        tally: &mut Tally,
    ) -> Option<B::Change> {
        if here.path.last().is_some_and(|last| slide.is_idle_after(last, B::MOVES_LINES)) {
            return None;
        }
        let made = here.path.len() as u16 + 1;
        // Only tables of a damaged file bound other positions than the target by 0.
        let Some(most) = self.most.checked_sub(made) else {
            tally.next = tally.next.min(made);
            return None;
        };
        match self.bounds.change(&here.known, &here.contents, slide, most) {
            Ok(change) => Some(change),
            Err(bound) => {
                tally.next = tally.next.min(made.saturating_add(bound));
                None
            }
        }
    }

    /// Extends a path to the target; false if none is short enough.
    fn search(&self, here: &mut TilePath<'a, B>, tally: &mut Tally) -> bool {
        if here.is_at_target() {
            return true;
        }
        tally.expanded += 1;
        if tally.expanded == REPORT_POSITIONS {
            self.report(tally);
        }
        if self.is_over.load(Relaxed) {
            return false;
        }
        for slide in &self.slides[usize::from(here.contents.empty)] {
            let Some(change) = self.change(here, slide, tally) else { continue };
            let undo = here.extend(slide, &change);
            if self.search(here, tally) {
                return true;
            }
            here.take_back(slide, &undo);
        }
        false
    }

    fn report(&self, tally: &mut Tally) {
        let Tally { next, expanded } = std::mem::replace(tally, Tally::NONE);
        self.next.fetch_min(next, Relaxed);
        let before = self.expanded.fetch_add(expanded, Relaxed);
        if self.effort.done(expanded).is_err() {
            self.is_cancelled.store(true, Relaxed);
            self.is_over.store(true, Relaxed);
        }
        if before + expanded > self.most_expanded {
            self.is_over.store(true, Relaxed);
        }
    }
}
