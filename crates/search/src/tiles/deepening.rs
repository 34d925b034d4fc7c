//! Iterative-deepening A*.

use super::contents::Contents;
use super::patterns::{AdditivePatterns, Bounds, BoundsChange};
use super::tables::TileTables;
use crate::component::Unmet;
use huarong_core::effort::threads::*;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::{Board, Cell, Direction};
use smallvec::SmallVec;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed};

/// A path, and the position at its end.
#[derive(Clone, Debug)]
struct TilePath {
    contents: Contents,
    bounds: Bounds,
    /// The cells that the empty cell passed, from the first to the last.
    path: Vec<Cell>,
}

/// For each empty cell the cells beside it, and the direction in which a tile moves from there.
type Slides = Vec<SmallVec<[(Cell, Direction); 4]>>;

/// One round of a search: paths of at most `most` moves.
struct DeepeningRound<'a> {
    slides: &'a Slides,
    patterns: &'a AdditivePatterns,
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

/// A move: the cell of the tile, and what it changes.
type Slide = (Cell, BoundsChange);

/// Number of beginnings of paths that threads share.
const BEGINNINGS: usize = 256;

/// Number of positions between two reports of a task.
const REPORT_POSITIONS: u64 = 1 << 16;

impl TilePath {
    /// Whether the position at the end is the target.
    fn is_at_target(&self) -> bool {
        self.bounds.bound() == 0
    }

    /// The empty cell before the last move.
    #[inline]
    fn before(&self) -> Option<Cell> {
        self.path.len().checked_sub(2).map(|before| self.path[before])
    }

    /// Extends the path by a move. Returns what undoes it.
    #[inline]
    fn extend(&mut self, (from, change): &Slide) -> Slide {
        let undo = (self.contents.empty, self.bounds.make(change));
        self.contents.slide(*from);
        self.path.push(*from);
        undo
    }

    #[inline]
    fn take_back(&mut self, (from, change): &Slide) {
        self.bounds.make(change);
        self.contents.slide(*from);
        self.path.pop();
    }
}

/// The path of the empty cell along a shortest path to the target of at most `longest` moves, and the number of expanded
/// positions. There must be a path, which may be longer. Reports progress in positions.
pub(super) fn shortest_path(
    tables: &TileTables,
    start: &Contents,
    longest: u16,
    effort: Effort<'_>,
) -> Result<(Option<Vec<Cell>>, u64), Unmet> {
    let slides = slides(&tables.board);
    let (mut most, mut expanded) = (0, 0);
    let unmet = |at_least| move |cancelled: Cancelled| Unmet { at_least, reason: cancelled.into() };
    loop {
        let patterns = tables.patterns();
        let bounds = patterns.bounds(&tables.board, start);
        most = bounds.bound().max(most);
        if most > longest {
            return Ok((None, expanded));
        }
        let before_large = tables.before_large(effort.memory);
        let round = DeepeningRound {
            slides: &slides,
            patterns,
            most,
            most_expanded: before_large.unwrap_or(u64::MAX),
            next: AtomicU16::new(u16::MAX),
            expanded: AtomicU64::new(0),
            is_cancelled: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            effort,
        };
        let path = vec![start.empty];
        let found = round.run(&TilePath { contents: start.clone(), bounds, path });
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
            return Ok((Some(path), expanded));
        }
        most = round.next.load(Relaxed);
    }
}

fn slides(board: &Board) -> Slides {
    let beside = |cell| {
        let from = |side: Direction| Some((board.neighbour(cell, side)?, side.opposite()));
        Direction::ALL.into_iter().filter_map(from).collect()
    };
    board.cells().map(beside).collect()
}

impl DeepeningRound<'_> {
    /// The first path in the order of moves, if one is short enough.
    fn run(&self, start: &TilePath) -> Option<Vec<Cell>> {
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
    fn longer(&self, begun: &TilePath) -> Vec<TilePath> {
        let mut tally = Tally { expanded: 1, ..Tally::NONE };
        let slides = self.slides[usize::from(begun.contents.empty)].iter();
        let longer = slides.filter_map(|&(from, direction)| {
            let slide = self.slide(begun, from, direction, &mut tally)?;
            let mut here = begun.clone();
            here.extend(&slide);
            Some(here)
        });
        let longer = longer.collect();
        self.report(&mut tally);
        longer
    }

    /// The move of a tile after a path, unless it is the last move back, or the target is too far afterwards.
    #[inline]
    fn slide(
        &self,
        here: &TilePath,
        from: Cell,
        direction: Direction,
        tally: &mut Tally,
    ) -> Option<Slide> {
        if here.before() == Some(from) {
            return None;
        }
        // With the cell of the start, a path has as many cells as the longer path has moves.
        let made = here.path.len() as u16;
        let most = self.most.checked_sub(made)?;
        let tile = here.contents.tile(from);
        match self.patterns.change(&here.bounds, tile, direction, most) {
            Ok(change) => Some((from, change)),
            Err(bound) => {
                tally.next = tally.next.min(made.saturating_add(bound));
                None
            }
        }
    }

    /// Extends a path to the target; false if none is short enough.
    fn search(&self, here: &mut TilePath, tally: &mut Tally) -> bool {
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
        for &(from, direction) in &self.slides[usize::from(here.contents.empty)] {
            let Some(slide) = self.slide(here, from, direction, tally) else { continue };
            let undo = here.extend(&slide);
            if self.search(here, tally) {
                return true;
            }
            here.take_back(&undo);
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
