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
use crate::effort::Effort;
use crate::sliding::rules::Metric;
use std::mem;

/// A shape that may be added to a set.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    form: u32,
    /// The unsolvable marked sets of the extended set. Each is the bit of the first piece of its shape.
    dead: u32,
}

/// Largest number of pieces of a set at which the walk checks for cancellation. The descendants of larger sets take
/// little time.
const WATCHED: usize = 3;

/// The walk of one thread.
#[derive(Debug)]
pub(super) struct Walk<'s> {
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
    pub fn new(
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

    /// Runs a task.
    pub fn run(&mut self, task: Task, effort: Effort<'_>) -> Result<(), CensusError> {
        self.counts = task.share == 0;
        let judged = self.judge(task.form, 0)?;
        // A single piece fits on its board, so the set has a position.
        let dead = judged.unwrap_or_default();
        let seconds = seconds(&self.path.ground, self.stencils, task.form) as u32;
        let forms = seconds..self.stencils.len() as u32;
        let candidates: Vec<Candidate> = forms.map(|form| Candidate { form, dead: 0 }).collect();
        self.path.push(task.form, self.stencil(task.form));
        let done = self.visit(&candidates, dead, Some(task), effort);
        self.path.pop();
        done
    }

    fn stencil(&self, form: u32) -> &'s Stencil {
        &self.stencils[form as usize]
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
        if pieces <= WATCHED {
            effort.done(0)?;
        }
        if self.scope.most_pieces.is_some_and(|most| pieces >= usize::from(most)) {
            return Ok(());
        }
        let is_full =
            self.scope.most_forms.is_some_and(|most| self.path.forms().count() >= most.into());
        let voids = self.path.voids();
        let mut found: Vec<Candidate> = Vec::new();
        for candidate in candidates {
            let fits = self.stencil(candidate.form).area < voids;
            if fits && (!is_full || self.path.ends_with(candidate.form)) {
                let judged = self.judge(candidate.form, dead | candidate.dead)?;
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
            let stencil = self.stencil(candidate.form);
            let is_ours = dealt.is_none_or(|task| number as u32 % task.of == task.share);
            // A descendant needs at least one cell for a piece and one empty cell.
            if !is_ours || voids - stencil.area < 2 {
                continue;
            }
            let largest = voids - stencil.area - 1;
            let smaller =
                found[number..].partition_point(|after| self.stencil(after.form).area > largest);
            let candidates: Vec<Candidate> = found[number + smaller..]
                .iter()
                .map(|after| match after.form == candidate.form {
                    true => Candidate { dead: 0, ..*after },
                    // The piece comes after those of the candidate's set, so its bit moves up by one.
                    false => Candidate {
                        dead: after.dead & ((1 << pieces) - 1)
                            | (after.dead >> pieces & 1) << (pieces + 1),
                        ..*after
                    },
                })
                .collect();
            self.path.push(candidate.form, stencil);
            self.visit(&candidates, candidate.dead, left, effort)?;
            self.path.pop();
        }
        self.counts = counts;
        Ok(())
    }

    /// Extends the path by the pieces of a set, given by their shapes in ascending order. Returns whether the set has a
    /// position.
    pub fn go_to(&mut self, forms: &[u32]) -> Result<bool, CensusError> {
        for &form in forms {
            let stencil = self.stencil(form);
            // One cell stays empty.
            let fits = stencil.area < self.path.voids();
            let positions = if fits { self.path.count_with(form, stencil) } else { 0 };
            if positions == 0 {
                return Ok(false);
            }
            self.check(positions)?;
            self.path.push(form, stencil);
        }
        Ok(!forms.is_empty())
    }

    /// Number of positions of the current set.
    pub fn positions(&self) -> u64 {
        self.path.levels()[self.path.pieces()].covered.len() as u64
    }

    /// Searches the current set for each shape alone, and returns the records of each.
    pub fn search_each(&mut self) -> Vec<Records> {
        let forms: Vec<(usize, usize)> = self.path.forms().collect();
        let mut found = Vec::with_capacity(forms.len());
        for &(first, last) in &forms {
            self.records = Records::default();
            if let Some(goal) = self.path.levels()[first + 1].stencil.goal {
                self.search(&mut [StartSearch::new(MarkedSet { first, last, goal })], forms.len());
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
    fn judge(&mut self, form: u32, known: u32) -> Result<Option<u32>, CensusError> {
        let stencil = self.stencil(form);
        let positions = self.path.count_with(form, stencil);
        if positions == 0 {
            return Ok(None);
        }
        self.check(positions)?;
        let pieces = self.path.pieces();
        let voids = self.path.voids() - stencil.area;
        let mut forms: Vec<(usize, usize)> = self.path.forms().collect();
        match forms.last_mut() {
            Some(last) if self.path.ends_with(form) => last.1 = pieces,
            _ => forms.push((pieces, pieces)),
        }
        let mut outcomes = Vec::with_capacity(forms.len());
        let mut searches = Vec::new();
        for &(first, last) in &forms {
            let stencil =
                if first == pieces { stencil } else { &self.path.levels()[first + 1].stencil };
            let outcome = match stencil.goal {
                None => Outcome::NoGoal,
                Some(_) if self.skips_unsolvable && stencil.step > voids => Outcome::FewVoids,
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
            self.path.push(form, stencil);
            let (numbers, mut searches): (Vec<usize>, Vec<StartSearch>) =
                searches.into_iter().unzip();
            self.search(&mut searches, forms.len());
            self.path.pop();
            for (number, search) in numbers.into_iter().zip(&searches) {
                if search.can_win() {
                    outcomes[number] = Outcome::Solved;
                }
            }
        }
        let mut dead = 0;
        for (&outcome, &(first, last)) in outcomes.iter().zip(&forms) {
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
    fn search(&mut self, searches: &mut [StartSearch], forms: usize) {
        let marked_sets: Vec<MarkedSet> = searches.iter().map(|search| search.marked_set).collect();
        let loosest = self.scope.metrics().next_back().unwrap_or(Metric::Finger);
        self.graph.build(&self.path, &marked_sets, loosest);
        for search in searches.iter_mut() {
            search.expect(self.graph.starts_of(&search.marked_set));
        }
        let sorts = [self.path.pieces(), usize::from(self.path.voids()), forms];
        // The loosest metric has the fewest levels, and its starts are exactly those that the other metrics reach.
        for (turn, metric) in self.scope.metrics().rev().enumerate() {
            if turn > 0 {
                searches.iter_mut().for_each(|search| search.expect(search.found));
            }
            self.sweep.run(&self.graph, metric, searches);
            for search in searches.iter_mut().filter(|search| search.can_win()) {
                if self.counts && self.records.wants(sorts, metric, search.moves) {
                    let starts = search
                        .hardest
                        .iter()
                        .map(|&start| self.text(start, search.marked_set.first));
                    let (start, marked) = starts.min().expect("a solvable marked set has a start");
                    self.records.offer(
                        sorts,
                        metric,
                        &Record { moves: search.moves, start, marked },
                    );
                }
            }
        }
    }

    /// The text of a position and the letter of a piece.
    fn text(&self, position: u32, piece: usize) -> (String, char) {
        let anchors = self.path.anchors_of(position);
        let stencils = self.path.levels()[1..].iter().map(|level| &level.stencil);
        text(&self.path.ground, stencils.zip(anchors), piece)
    }
}
