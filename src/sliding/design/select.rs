//! The choice of puzzles that satisfy an order, and differ from one another.

use super::order::{Designed, Order};
use crate::effort::Effort;
use rayon::prelude::*;
use std::collections::{BTreeMap, VecDeque};

/// Puzzles to choose from.
pub(super) trait Source<C> {
    /// Reason why a puzzle cannot be made.
    type Error: From<crate::effort::Cancelled> + Send;

    /// The puzzle of a candidate with so many moves.
    fn designed(&self, candidate: &C, moves: u16) -> Result<Designed, Self::Error>;

    /// Whether a candidate can be reached from one that was taken.
    fn is_reached(&self, candidate: &C) -> bool;

    /// Takes a candidate.
    fn take(&mut self, candidate: &C) -> Result<(), Self::Error>;
}

/// The puzzles that were chosen.
#[derive(Debug)]
pub(super) struct Selection {
    /// Fewer than ordered if there are no more.
    pub found: Vec<Designed>,
    /// Number of candidates whose check exceeded the memory limit.
    pub undecided: u64,
}

/// Tries puzzles at random, until `tries` were tried or a graded set is complete. `advance` tries some puzzles of those that
/// are left, and returns the number of all that were tried. From time to time, `choose` chooses among the results: for the
/// first time after `first` puzzles.
pub(super) fn select_at_random<A, E>(
    search: &mut A,
    order: &Order<'_>,
    (first, tries): (u64, u64),
    mut advance: impl FnMut(&mut A, u64) -> Result<u64, E>,
    mut choose: impl FnMut(&A) -> Result<Selection, E>,
) -> Result<Selection, E> {
    let (mut tried, mut next) = (0, first);
    loop {
        tried = advance(search, tries - tried)?;
        let is_last = tried >= tries;
        // A choice takes time, too, so there are few of them. Only a graded set can be complete before the end.
        if is_last || order.graded.is_some() && tried >= next {
            next = tried + first.max(tried / 4);
            let selection = choose(search)?;
            if is_last || selection.found.len() >= order.count {
                return Ok(selection);
            }
        }
    }
}

/// The candidates with one number of moves.
struct Queue<'c, C> {
    left: std::slice::Iter<'c, C>,
    /// Candidates that satisfy the order, unless a taken one is too near.
    checked: VecDeque<(&'c C, Designed)>,
}

/// Chooses puzzles. Of the candidates with one number of moves, those that come first are preferred.
pub(super) fn select<C: Sync, S: Source<C> + Sync>(
    by_moves: &BTreeMap<u16, Vec<C>>,
    order: &Order<'_>,
    source: &mut S,
    effort: Effort<'_>,
) -> Result<Selection, S::Error> {
    let mut queues: BTreeMap<u16, Queue<'_, C>> = { by_moves.iter() }
        .map(|(&moves, starts)| (moves, Queue { left: starts.iter(), checked: VecDeque::new() }))
        .collect();
    let longest: Vec<u16> = by_moves.keys().rev().copied().collect();
    let grades = match order.graded {
        Some(_) => order.grades(),
        None => vec![longest; order.count],
    };
    let mut selection = Selection { found: Vec::new(), undecided: 0 };
    // Rare lengths first: a puzzle of a common one must not keep them out because it resembles them.
    let mut grades: Vec<(usize, Vec<u16>)> = grades.into_iter().enumerate().collect();
    let candidates = |lengths: &[u16]| -> usize {
        lengths.iter().filter_map(|moves| by_moves.get(moves)).map(Vec::len).sum()
    };
    grades.sort_by_key(|(grade, lengths)| (candidates(lengths), *grade));
    let mut order_of_grades = Vec::new();
    for (grade, lengths) in grades {
        for moves in lengths {
            let Some(queue) = queues.get_mut(&moves) else { continue };
            if let Some(designed) = next(moves, queue, order, source, &mut selection, effort)? {
                selection.found.push(designed);
                order_of_grades.push(grade);
                break;
            }
        }
    }
    let mut found: Vec<(usize, Designed)> =
        order_of_grades.into_iter().zip(selection.found).collect();
    found.sort_by_key(|(grade, _)| *grade);
    Ok(Selection { found: found.into_iter().map(|(_, designed)| designed).collect(), ..selection })
}

/// The next candidate of a queue that satisfies the order and differs from those that were taken.
fn next<'c, C: Sync, S: Source<C> + Sync>(
    moves: u16,
    queue: &mut Queue<'c, C>,
    order: &Order<'_>,
    source: &mut S,
    selection: &mut Selection,
    effort: Effort<'_>,
) -> Result<Option<Designed>, S::Error> {
    loop {
        while let Some((candidate, designed)) = queue.checked.pop_front() {
            let is_reached = !order.same_component && source.is_reached(candidate);
            let resembles = |other: &Designed| designed.resembles(other);
            if !is_reached && !selection.found.iter().any(resembles) {
                source.take(candidate)?;
                return Ok(Some(designed));
            }
        }
        effort.check()?;
        let at_once = if order.has_checks() { rayon::current_num_threads() } else { 1 };
        let batch: Vec<&'c C> = queue.left.by_ref().take(at_once).collect();
        if batch.is_empty() {
            return Ok(None);
        }
        let each = effort.at_most(effort.memory / at_once as u64);
        let shared = &*source;
        let checked: Vec<(Designed, Option<bool>)> = batch
            .par_iter()
            .map(|candidate| {
                let designed = shared.designed(candidate, moves)?;
                let is_reached = !order.same_component && shared.is_reached(candidate);
                let check = match is_reached {
                    true => Some(false),
                    false => each.quietly(|each| order.check(&designed, each))?,
                };
                Ok((designed, check))
            })
            .collect::<Result<_, S::Error>>()?;
        for (candidate, (designed, check)) in batch.into_iter().zip(checked) {
            match check {
                Some(true) => queue.checked.push_back((candidate, designed)),
                Some(false) => {}
                None => selection.undecided += 1,
            }
        }
    }
}
