//! All positions of a puzzle whose pieces leave the board, one tier after another.
//!
//! A *tier* has the positions with the same pieces on the board. Within a tier, moves can be undone, and a search of a closed
//! board finds its distances. A move by which a piece leaves leads to a tier with fewer pieces, and never back. So the
//! tiers are searched from the last to the first. In each, the search starts from the goal positions, and from every position
//! that one such move takes to a position of a known distance.

use super::class::classes;
use super::error::SearchError;
use super::estimate::{Estimate, estimate};
use super::in_memory::{Search, Seeds};
use super::targets::Targets;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::{Cell, Cells, Direction};
use huarong_core::rules::{
    Arrangement, Exit, Metric, PieceSet, Puzzle, ShapeId, SinglePieceMetric,
};
use huarong_core::space::Space;
use huarong_tables::table::Distances;
use rayon::prelude::*;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The tiers of a puzzle, each with its positions.
#[derive(Debug)]
pub struct Tiers {
    puzzle: Puzzle,
    /// The tiers, those with the most pieces first.
    tiers: Vec<Tier>,
    by_set: HashMap<PieceSet, usize>,
}

/// The positions with the same pieces on the board.
#[derive(Debug)]
struct Tier {
    space: Space,
    /// The shapes whose pieces can leave next, each with the number of the tier after that.
    after: Vec<(ShapeId, usize)>,
}

/// Where the distances of tiers are kept, by the number of the tier.
pub trait KeepTiers: Sync {
    /// The error of a read or write.
    type Error: From<SearchError> + From<Cancelled> + Send;

    /// Whether it has a tier.
    fn has(&self, tier: usize) -> bool;

    /// The distances of a tier that it has, in index order.
    fn get(&self, tier: usize) -> Result<Distances<Cow<'_, [u8]>>, Self::Error>;

    /// Keeps the distances of a tier.
    fn put(&mut self, tier: usize, distances: Distances) -> Result<(), Self::Error>;

    /// Bytes of memory that it takes.
    fn bytes(&self) -> u64;
}

/// Distances of tiers in memory.
struct InMemory(Vec<Option<Distances>>);

impl KeepTiers for InMemory {
    type Error = SearchError;

    fn has(&self, tier: usize) -> bool {
        self.0[tier].is_some()
    }

    fn get(&self, tier: usize) -> Result<Distances<Cow<'_, [u8]>>, SearchError> {
        Ok(self.0[tier].as_ref().expect("the caller asks for what it has").to_cow())
    }

    fn put(&mut self, tier: usize, distances: Distances) -> Result<(), SearchError> {
        self.0[tier] = Some(distances);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.0.iter().flatten().map(|distances| distances.bytes().len() as u64).sum()
    }
}

/// Time of a search with the moves by which pieces leave, to that of the tiers as closed boards. Fitted to the row of
/// `reports/performance.md`.
const ENTRANCES: f64 = 1.4;

/// Number of positions between two checks for cancellation.
const CHUNK: u64 = 1 << 12;

impl Tiers {
    /// The tiers that can be reached from positions with some pieces, as far as nothing but their order is in the way.
    ///
    /// # Errors
    ///
    /// If the tiers are too many, if the positions of one cannot be numbered, or if the numbering needs too much memory.
    pub fn new(
        puzzle: &Puzzle,
        pieces: &PieceSet,
        effort: Effort<'_>,
    ) -> Result<Self, SearchError> {
        let sets = puzzle.sets_from(pieces).ok_or(SearchError::Tiers)?;
        Self::of_sets(puzzle, sets, effort)
    }

    /// The tiers of some sets of pieces on the board, among them all that follow one of them.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn of_sets(
        puzzle: &Puzzle,
        mut sets: Vec<PieceSet>,
        effort: Effort<'_>,
    ) -> Result<Self, SearchError> {
        // Each leaving takes one away.
        sets.sort_by_key(|set| Reverse(puzzle.leavings(set)));
        let by_set: HashMap<PieceSet, usize> = sets.iter().cloned().zip(0..).collect();
        let mut tiers: Vec<Tier> = Vec::with_capacity(sets.len());
        let mut held = 0;
        for set in &sets {
            let space = Space::within(&puzzle.tier(set), set, effort.without(held))?;
            held += space.bytes();
            let number = |(shape, set)| Ok((shape, *by_set.get(&set).ok_or(SearchError::Tiers)?));
            let after = puzzle.sets_after(set).into_iter().map(number);
            tiers.push(Tier { space, after: after.collect::<Result<_, SearchError>>()? });
        }
        Ok(Self { puzzle: puzzle.clone(), tiers, by_set })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The spaces of the tiers, those with the most pieces first.
    pub fn spaces(&self) -> impl ExactSizeIterator<Item = &Space> {
        self.tiers.iter().map(|tier| &tier.space)
    }

    /// The space of the tier with a number, from 0.
    pub fn space(&self, number: usize) -> &Space {
        &self.tiers[number].space
    }

    /// The number of the tier with these pieces on the board.
    pub fn number(&self, on_board: &PieceSet) -> Option<usize> {
        self.by_set.get(on_board).copied()
    }

    /// Number of positions of all tiers together.
    pub fn len(&self) -> u64 {
        self.spaces().map(Space::len).fold(0, u64::saturating_add)
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory that the numberings take.
    fn bytes(&self) -> u64 {
        self.spaces().map(Space::bytes).sum()
    }

    /// Estimates the time and memory of a search of all tiers under one metric, on one thread.
    pub fn estimate(&self) -> Estimate {
        let of_tier = |space: &Space| estimate(space.puzzle(), space.piece_set(), space.len());
        let each: Vec<Estimate> = self.spaces().map(of_tier).collect();
        Estimate {
            seconds: ENTRANCES * each.iter().map(|tier| tier.seconds).sum::<f64>(),
            bytes: self.bytes() as f64 + each.iter().map(|tier| tier.bytes).fold(0.0, f64::max),
        }
    }

    /// Finds the distance of every position to the goal under a metric, tier by tier. Positions that cannot reach the goal
    /// have none. Reports progress in positions.
    ///
    /// # Errors
    ///
    /// If the metric is [multi](Metric::Multi), under which pieces do not leave, or if time or memory ends.
    pub fn run(&self, metric: Metric, effort: Effort<'_>) -> Result<Vec<Distances>, SearchError> {
        effort.total(self.len())?;
        let mut found = InMemory(self.tiers.iter().map(|_| None).collect());
        self.run_in(metric, &mut found, effort)?;
        Ok(found.0.into_iter().flatten().collect())
    }

    /// As [`run`](Self::run), without the tiers that are there already. What is kept is read again for the tiers before it.
    pub fn run_in<K: KeepTiers>(
        &self,
        metric: Metric,
        kept: &mut K,
        effort: Effort<'_>,
    ) -> Result<(), K::Error> {
        let metric = metric.of_single_pieces().ok_or(SearchError::MultiWithDoors)?;
        for (number, tier) in self.tiers.iter().enumerate().rev() {
            if kept.has(number) {
                effort.done(tier.space.len())?;
                continue;
            }
            let left = effort.without(self.bytes() + kept.bytes());
            let distances = self.search(tier, metric, kept, left)?;
            kept.put(number, distances)?;
        }
        Ok(())
    }

    /// Searches a tier after those that follow it.
    fn search<K: KeepTiers>(
        &self,
        Tier { space, after }: &Tier,
        metric: SinglePieceMetric,
        kept: &K,
        effort: Effort<'_>,
    ) -> Result<Distances, K::Error> {
        let distances_after = |&(shape, next): &(ShapeId, usize)| {
            kept.get(next).map(|distances| (shape, &self.tiers[next].space, distances))
        };
        let after: Vec<_> = after.iter().map(distances_after).collect::<Result<_, _>>()?;
        let read = after.iter().map(|(.., distances)| distances.owned_bytes());
        let effort = effort.without(read.sum());
        let class = classes(space.puzzle(), &[space.piece_set().clone()]).remove(0);
        let search = Search::new(space.puzzle(), &class, effort)?;
        let levels_after = |(.., distances): &(ShapeId, &Space, Distances<Cow<'_, [u8]>>)| {
            let counts = (1..).zip(distances.histogram().counts);
            counts.filter(|&(_, count)| count > 0).map(|(level, _)| level)
        };
        let seeds = Seeds {
            levels: after.iter().flat_map(levels_after).chain([0]).collect(),
            write: &|lower| {
                for (shape, next, distances) in &after {
                    let entrance = Entrance::new(&self.puzzle, space, *shape, metric);
                    entrance.write(space, next, distances.as_ref(), lower, effort)?;
                }
                // A goal position needs no move, even if one leads to another goal position.
                Targets::Goal.indices(space, effort)?.into_iter().for_each(|index| lower(index, 0));
                Ok(())
            },
        };
        let parallel = search.plan().is_worth_sharing();
        Ok(search.run_from_seeds(metric, parallel, seeds, effort)?)
    }
}

/// The ways by which a piece of a shape comes back into a tier.
struct Entrance<'p> {
    puzzle: &'p Puzzle,
    shape: ShapeId,
    below: Option<ShapeId>,
    metric: SinglePieceMetric,
    doorsteps: Vec<Doorstep>,
}

/// A place from which a piece leaves.
struct Doorstep {
    anchor: Cell,
    covered: Cells,
    /// The cells that must be free on the ways out, and where the next layer stays.
    exits: Vec<(Cells, Cell)>,
}

impl<'p> Entrance<'p> {
    /// The entrance to the tier of a space.
    fn new(puzzle: &'p Puzzle, space: &Space, shape: ShapeId, metric: SinglePieceMetric) -> Self {
        let doors = puzzle.doors().expect("pieces leave through doors");
        let left = puzzle.left(space.piece_set());
        let is_way = |exit: &&Exit| {
            u32::from(exit.opens_after) <= left
                && (exit.gap == 0 || metric != SinglePieceMetric::Unit)
        };
        let doorstep = |anchor| {
            let exits = doors.exits(shape, anchor).iter().filter(is_way);
            let exits = exits.map(|exit| (exit.cells(), exit.to)).collect();
            Doorstep { anchor, covered: puzzle.covered(shape, anchor), exits }
        };
        let doorsteps = puzzle.board().cells().map(doorstep);
        Self {
            puzzle,
            shape,
            below: doors.layer_below(shape),
            metric,
            doorsteps: doorsteps.filter(|doorstep| !doorstep.exits.is_empty()).collect(),
        }
    }

    /// Gives `lower` the positions of a tier that one leaving takes to a position of the next with a distance, each with
    /// one more.
    fn write(
        &self,
        space: &Space,
        next: &Space,
        distances: Distances<&[u8]>,
        lower: &(dyn Fn(u64, u16) + Sync),
        effort: Effort<'_>,
    ) -> Result<(), Cancelled> {
        next.par_iter().try_for_each(|(index, position)| {
            if index.is_multiple_of(CHUNK) {
                effort.check()?;
            }
            if let Some(distance) = distances.get(index) {
                self.each_before(position, |before| {
                    let index = space.rank(before).expect("the piece is back on the board");
                    lower(index, distance + 1);
                });
            }
            Ok(())
        })
    }

    /// Calls `visit` with each position from which the piece leaves by one move, so that a position results.
    fn each_before(&self, mut position: Arrangement, mut visit: impl FnMut(&Arrangement)) {
        let free = self.puzzle.free_cells(&position);
        let mut enter = |position: &mut Arrangement, to, free| {
            self.each_anchor(to, free, |anchor| {
                position.put(self.shape, anchor);
                visit(position);
                position.take(self.shape, anchor);
            });
        };
        let Some(below) = self.below else { return enter(&mut position, None, free) };
        for at in position.anchors(below) {
            position.take(below, at);
            enter(&mut position, Some(at), free | self.puzzle.covered(below, at));
            position.put(below, at);
        }
    }

    /// Calls `visit` with each anchor from which the piece leaves by one move and then, if it has a next layer, stays at
    /// `to`.
    fn each_anchor(&self, to: Option<Cell>, free: Cells, visit: impl FnMut(Cell)) {
        let mut reached = Cells::NONE;
        for Doorstep { anchor, covered, exits } in &self.doorsteps {
            let leads = |&(needs, end): &(Cells, Cell)| {
                to.is_none_or(|to| to == end) && needs.is_within(free)
            };
            if covered.is_within(free) && exits.iter().any(leads) && !reached.contains(*anchor) {
                reached.insert(*anchor);
                if self.metric == SinglePieceMetric::Finger {
                    self.flood(*anchor, free, &mut reached);
                }
            }
        }
        reached.into_iter().for_each(visit);
    }

    /// Adds the anchors that the piece reaches over free cells.
    fn flood(&self, from: Cell, free: Cells, reached: &mut Cells) {
        let mut fresh = Cells::NONE;
        fresh.insert(from);
        while let Some(at) = fresh.first() {
            fresh.remove(at);
            for side in Direction::ALL {
                if let Some(step) = self.puzzle.step(self.shape, at, side)
                    && step.needs.is_within(free)
                    && !reached.contains(step.to)
                {
                    reached.insert(step.to);
                    fresh.insert(step.to);
                }
            }
        }
    }
}
