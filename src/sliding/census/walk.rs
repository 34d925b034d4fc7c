//! The walk through a part of the trie: which sets there are, which marks are passed over, what the others' searches find.

use super::error::CensusError;
use super::graph::{Graph, MOST_POSITIONS, Mark, POSITION_BYTES};
use super::ground::Ground;
use super::record::{Record, Records, text};
use super::scope::Scope;
use super::stencils::Stencil;
use super::sweep::{Hunt, Sweep};
use super::tally::{Fate, Tally};
use super::tasks::{Task, seconds};
use super::trie::Path;
use crate::effort::Effort;
use crate::sliding::rules::Metric;
use std::mem;

/// A form that a set may have one more piece of.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    form: u32,
    /// The marks of the set with that piece that cannot be won, each by the bit of the first piece of its form.
    dead: u32,
}

/// Most pieces of a set at which it is asked whether to go on; what follows from a larger one takes a moment.
const WATCHED: usize = 3;

/// One thread's walk.
#[derive(Debug)]
pub(super) struct Walk<'s> {
    scope: &'s Scope,
    stencils: &'s [Stencil],
    /// Whether marks that cannot be won in a smaller set, or for want of voids, are passed over.
    passes_over: bool,
    /// Bytes that a set may take.
    memory: u64,
    path: Path,
    graph: Graph,
    sweep: Sweep,
    /// Whether what is found counts, or is another share's.
    counts: bool,
    pub tally: Tally,
    pub records: Records,
}

impl<'s> Walk<'s> {
    pub fn new(scope: &'s Scope, stencils: &'s [Stencil], passes_over: bool, memory: u64) -> Self {
        let ground = Ground::new(scope.width, scope.height);
        Self {
            scope,
            stencils,
            passes_over,
            memory,
            path: Path::new(ground, stencils[0]),
            graph: Graph::default(),
            sweep: Sweep::default(),
            counts: true,
            tally: Tally::default(),
            records: Records::default(),
        }
    }

    /// Does a task.
    pub fn run(&mut self, task: Task, effort: Effort<'_>) -> Result<(), CensusError> {
        self.counts = task.share == 0;
        let judged = self.judge(task.form, 0)?;
        // A form has a place on the board that it is a form of.
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

    /// Judges all sets with one piece more, and goes on from each. `dead` are the marks of the set that cannot be won; of
    /// a task that is shared it goes on from its share alone.
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
            // One more piece and one more void are the least.
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
                    // Its piece, which came right behind those of this set, comes one later behind the candidate's.
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

    /// Goes to the set of some pieces, by the numbers of their forms in ascending order; whether it has a position.
    pub fn go_to(&mut self, forms: &[u32]) -> Result<bool, CensusError> {
        for &form in forms {
            let stencil = self.stencil(form);
            // One cell is left empty.
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

    /// How many positions the set has that the path leads to.
    pub fn positions(&self) -> u64 {
        self.path.levels()[self.path.pieces()].covered.len() as u64
    }

    /// The records of that set by its forms, each piece marked on its own.
    pub fn search_each(&mut self) -> Vec<Records> {
        let forms: Vec<(usize, usize)> = self.path.forms().collect();
        let mut found = Vec::with_capacity(forms.len());
        for &(first, last) in &forms {
            self.records = Records::default();
            if let Some(goal) = self.path.levels()[first + 1].stencil.goal {
                self.search(&mut [Hunt::new(Mark { first, last, goal })], forms.len());
            }
            found.push(mem::take(&mut self.records));
        }
        found
    }

    /// Checks that a set of so many positions can be searched.
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

    /// What is to be said of the set with one more piece, of whose marks some are known to be dead; all of its dead marks, or
    /// none where the set has no position.
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
        let mut fates = Vec::with_capacity(forms.len());
        let mut hunts = Vec::new();
        for &(first, last) in &forms {
            let stencil =
                if first == pieces { stencil } else { &self.path.levels()[first + 1].stencil };
            let fate = match stencil.goal {
                None => Fate::NoGoal,
                Some(_) if self.passes_over && stencil.step > voids => Fate::FewVoids,
                Some(_) if self.passes_over && known >> first & 1 == 1 => Fate::Smaller,
                Some(goal) => {
                    hunts.push((fates.len(), Hunt::new(Mark { first, last, goal })));
                    Fate::Unsolvable
                }
            };
            fates.push(fate);
        }
        if !hunts.is_empty() {
            self.path.push(form, stencil);
            let (numbers, mut hunts): (Vec<usize>, Vec<Hunt>) = hunts.into_iter().unzip();
            self.search(&mut hunts, forms.len());
            self.path.pop();
            for (number, hunt) in numbers.into_iter().zip(&hunts) {
                if hunt.can_win() {
                    fates[number] = Fate::Solved;
                }
            }
        }
        let mut dead = 0;
        for (&fate, &(first, last)) in fates.iter().zip(&forms) {
            if fate != Fate::Solved {
                dead |= 1 << first;
            }
            if self.counts {
                self.tally.add_mark(fate, positions * (last - first + 1) as u64);
            }
        }
        if self.counts {
            self.tally.add_set(positions);
        }
        Ok(Some(dead))
    }

    /// Searches the set that the path leads to, and keeps its records.
    fn search(&mut self, hunts: &mut [Hunt], forms: usize) {
        let marks: Vec<Mark> = hunts.iter().map(|hunt| hunt.mark).collect();
        let loosest = self.scope.metrics().next_back().unwrap_or(Metric::Finger);
        self.graph.build(&self.path, &marks, loosest);
        for hunt in hunts.iter_mut() {
            hunt.expect(self.graph.starts_of(&hunt.mark));
        }
        let sorts = [self.path.pieces(), usize::from(self.path.voids()), forms];
        // The loosest metric has the fewest levels; what it reaches, and no more, the others reach, too.
        for (turn, metric) in self.scope.metrics().rev().enumerate() {
            if turn > 0 {
                hunts.iter_mut().for_each(|hunt| hunt.expect(hunt.found));
            }
            self.sweep.run(&self.graph, metric, hunts);
            for hunt in hunts.iter_mut().filter(|hunt| hunt.can_win()) {
                if self.counts && self.records.wants(sorts, metric, hunt.moves) {
                    let starts =
                        hunt.hardest.iter().map(|&start| self.text(start, hunt.mark.first));
                    let (start, marked) = starts.min().expect("a mark that can win has a start");
                    self.records.offer(sorts, metric, &Record { moves: hunt.moves, start, marked });
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
