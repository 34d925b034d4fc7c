//! The walk through a part of the trie: it classifies the marked sets of each piece set, and searches those that need
//! it.

use super::error::CensusError;
use super::graph::{Graph, MOST_POSITIONS, MarkedSet, POSITION_BYTES};
use super::ground::Ground;
use super::record::{Record, Records, text};
use super::scope::Scope;
use super::stencils::Stencil;
use super::sweep::{StartSearch, Sweep};
use super::tally::{Outcome, Tally};
use super::tasks::{Task, seconds};
use super::trie::Path;
use huarong_core::effort::Effort;
use huarong_core::rules::Metric;
use std::mem;

/// A shape that may be added to a set.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    shape: u32,
    /// The unsolvable marked sets of the extended set. Each is the bit of the first piece of its shape.
    dead: u32,
}

/// Largest number of pieces of a set at which the walk checks for cancellation. The descendants of larger sets take
/// little time.
const MOST_PIECES_OF_WATCHED_SETS: usize = 3;

#[derive(Debug)]
pub struct Walk<'s> {
    scope: &'s Scope,
    stencils: &'s [Stencil],
    /// Whether marked sets that are unsolvable in a smaller set, or for lack of empty cells, are not searched.
    skips_unsolvable: bool,
    /// Number of bytes that a set may use.
    memory: u64,
    path: Path,
    graph: Graph,
    sweep: Sweep,
    /// Whether results count. They do not if another share has them.
    counts: bool,
    pub tally: Tally,
    pub records: Records,
}

impl<'s> Walk<'s> {
    pub(super) fn new(
        scope: &'s Scope,
        stencils: &'s [Stencil],
        skips_unsolvable: bool,
        memory: u64,
    ) -> Self {
        let ground = Ground::new(scope.width, scope.height);
        Self {
            scope,
            stencils,
            skips_unsolvable,
            memory,
            path: Path::new(ground, stencils[0]),
            graph: Graph::default(),
            sweep: Sweep::default(),
            counts: true,
            tally: Tally::default(),
            records: Records::default(),
        }
    }

    pub(super) fn run(&mut self, task: Task, effort: Effort<'_>) -> Result<(), CensusError> {
        self.counts = task.share == 0;
        let judged = self.judge(task.shape, 0)?;
        // A single piece fits on its board, so the set has a position.
        let dead = judged.unwrap_or_default();
        let seconds = seconds(&self.path.ground, self.stencils, task.shape) as u32;
        let shapes = seconds..self.stencils.len() as u32;
        let candidates: Vec<Candidate> = shapes.map(|shape| Candidate { shape, dead: 0 }).collect();
        self.path.push(task.shape, self.stencil(task.shape));
        let done = self.visit(&candidates, dead, Some(task), effort);
        self.path.pop();
        done
    }

    fn stencil(&self, shape: u32) -> &'s Stencil {
        &self.stencils[shape as usize]
    }

    /// Classifies all sets with one more piece, and continues from each. `dead` are the unsolvable marked sets of the
    /// current set. In a divided task, it continues only from the sets of its share.
    fn visit(
        &mut self,
        candidates: &[Candidate],
        dead: u32,
        share: Option<Task>,
        effort: Effort<'_>,
    ) -> Result<(), CensusError> {
        let pieces = self.path.pieces();
        if pieces <= MOST_PIECES_OF_WATCHED_SETS {
            effort.done(0)?;
        }
        if self.scope.most_pieces.is_some_and(|most| pieces >= usize::from(most)) {
            return Ok(());
        }
        let is_full =
            self.scope.most_shapes.is_some_and(|most| self.path.shapes().count() >= most.into());
        let empty_cells = self.path.empty_cells();
        let mut found: Vec<Candidate> = Vec::new();
        for candidate in candidates {
            let fits = self.stencil(candidate.shape).area < empty_cells;
            if fits && (!is_full || self.path.ends_with(candidate.shape)) {
                let judged = self.judge(candidate.shape, dead | candidate.dead)?;
                found.extend(judged.map(|dead| Candidate { dead, ..*candidate }));
            }
        }
        let (dealt, left) = match share {
            Some(task) if task.dealt > pieces => (None, share),
            share => (share, None),
        };
        let counts = self.counts;
        self.counts |= left.is_none();
        for (number, candidate) in found.iter().enumerate() {
            let stencil = self.stencil(candidate.shape);
            let is_ours = dealt.is_none_or(|task| number as u32 % task.of == task.share);
            // A descendant needs at least one cell for a piece and one empty cell.
            if !is_ours || empty_cells - stencil.area < 2 {
                continue;
            }
            let largest = empty_cells - stencil.area - 1;
            let smaller =
                found[number..].partition_point(|after| self.stencil(after.shape).area > largest);
            let candidates: Vec<Candidate> = found[number + smaller..]
                .iter()
                .map(|after| match after.shape == candidate.shape {
                    true => Candidate { dead: 0, ..*after },
                    // The piece comes after those of the candidate's set, so its bit moves up by one.
                    false => Candidate {
                        dead: after.dead & ((1 << pieces) - 1)
                            | (after.dead >> pieces & 1) << (pieces + 1),
                        ..*after
                    },
                })
                .collect();
            self.path.push(candidate.shape, stencil);
            self.visit(&candidates, candidate.dead, left, effort)?;
            self.path.pop();
        }
        self.counts = counts;
        Ok(())
    }

    /// Extends the path by the pieces of a set, given by their shapes in ascending order. Returns whether the set has a
    /// position.
    pub fn go_to(&mut self, shapes: &[u32]) -> Result<bool, CensusError> {
        for &shape in shapes {
            let stencil = self.stencil(shape);
            // One cell stays empty.
            let fits = stencil.area < self.path.empty_cells();
            let positions = if fits { self.path.count_with(shape, stencil) } else { 0 };
            if positions == 0 {
                return Ok(false);
            }
            self.check(positions)?;
            self.path.push(shape, stencil);
        }
        Ok(!shapes.is_empty())
    }

    pub fn positions(&self) -> u64 {
        self.path.nodes()[self.path.pieces()].covered.len() as u64
    }

    /// Searches the current set for each shape alone, and returns the records of each.
    pub fn search_each(&mut self) -> Vec<Records> {
        let shapes: Vec<(usize, usize)> = self.path.shapes().collect();
        let mut found = Vec::with_capacity(shapes.len());
        for &(first, last) in &shapes {
            self.records = Records::default();
            if let Some(goal) = self.path.nodes()[first + 1].stencil.goal {
                self.search(&mut [StartSearch::new(MarkedSet { first, last, goal })], shapes.len());
            }
            found.push(mem::take(&mut self.records));
        }
        found
    }

    /// Checks that a set of `positions` positions can be searched.
    fn check(&self, positions: u64) -> Result<(), CensusError> {
        if positions > MOST_POSITIONS {
            return Err(CensusError::Set(positions));
        }
        let needed = positions * POSITION_BYTES;
        if needed > self.memory {
            return Err(CensusError::Memory { positions, needed, available: self.memory });
        }
        Ok(())
    }

    /// Classifies the marked sets of the set with one more piece. `known` are marked sets known to be unsolvable.
    /// Returns all its unsolvable marked sets; `None` if the set has no position.
    fn judge(&mut self, shape: u32, known: u32) -> Result<Option<u32>, CensusError> {
        let stencil = self.stencil(shape);
        let positions = self.path.count_with(shape, stencil);
        if positions == 0 {
            return Ok(None);
        }
        self.check(positions)?;
        let pieces = self.path.pieces();
        let empty_cells = self.path.empty_cells() - stencil.area;
        let mut shapes: Vec<(usize, usize)> = self.path.shapes().collect();
        match shapes.last_mut() {
            Some(last) if self.path.ends_with(shape) => last.1 = pieces,
            _ => shapes.push((pieces, pieces)),
        }
        let mut outcomes = Vec::with_capacity(shapes.len());
        let mut searches = Vec::new();
        for &(first, last) in &shapes {
            let stencil =
                if first == pieces { stencil } else { &self.path.nodes()[first + 1].stencil };
            let outcome = match stencil.goal {
                None => Outcome::NoGoal,
                Some(_) if self.skips_unsolvable && stencil.step > empty_cells => {
                    Outcome::FewEmptyCells
                }
                Some(_) if self.skips_unsolvable && known >> first & 1 == 1 => Outcome::Smaller,
                Some(goal) => {
                    searches
                        .push((outcomes.len(), StartSearch::new(MarkedSet { first, last, goal })));
                    Outcome::Unsolvable
                }
            };
            outcomes.push(outcome);
        }
        if !searches.is_empty() {
            self.path.push(shape, stencil);
            let (numbers, mut searches): (Vec<usize>, Vec<StartSearch>) =
                searches.into_iter().unzip();
            self.search(&mut searches, shapes.len());
            self.path.pop();
            for (number, search) in numbers.into_iter().zip(&searches) {
                if search.is_solvable() {
                    outcomes[number] = Outcome::Solved;
                }
            }
        }
        let mut dead = 0;
        for (&outcome, &(first, last)) in outcomes.iter().zip(&shapes) {
            if outcome != Outcome::Solved {
                dead |= 1 << first;
            }
            if self.counts {
                self.tally.add_marked_set(outcome, positions * (last - first + 1) as u64);
            }
        }
        if self.counts {
            self.tally.add_set(positions);
        }
        Ok(Some(dead))
    }

    /// Searches the current set, and stores its records.
    fn search(&mut self, searches: &mut [StartSearch], shapes: usize) {
        let marked_sets: Vec<MarkedSet> = searches.iter().map(|search| search.marked_set).collect();
        let loosest = self.scope.metrics().next_back().unwrap_or(Metric::Finger);
        self.graph.build(&self.path, &marked_sets, loosest);
        for search in searches.iter_mut() {
            search.expect(self.graph.starts_of(&search.marked_set));
        }
        let sorts = [self.path.pieces(), usize::from(self.path.empty_cells()), shapes];
        // The loosest metric has the fewest levels, and its starts are exactly those that the other metrics reach.
        for (turn, metric) in self.scope.metrics().rev().enumerate() {
            if turn > 0 {
                searches.iter_mut().for_each(|search| search.expect(search.found));
            }
            self.sweep.run(&self.graph, metric, searches);
            for search in searches.iter_mut().filter(|search| search.is_solvable()) {
                if self.counts && self.records.wants(sorts, metric, search.moves) {
                    let starts = search
                        .hardest
                        .iter()
                        .map(|&start| self.text(start, search.marked_set.first));
                    let (start, marked) = starts.min().expect("a solvable marked set has a start");
                    self.records.offer(
                        sorts,
                        metric,
                        &Record { distance: search.moves, start, marked },
                    );
                }
            }
        }
    }

    fn text(&self, position: u32, piece: usize) -> (String, char) {
        let anchors = self.path.anchors_of(position);
        let stencils = self.path.nodes()[1..].iter().map(|node| &node.stencil);
        text(&self.path.ground, stencils.zip(anchors), piece)
    }
}
