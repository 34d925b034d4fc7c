//! The choice of puzzles that satisfy an order, and differ from one another.

use super::error::DesignError;
use super::forecast::{Done, Forecast};
use super::order::{Designed, Order};
use super::outcome::{Checked, Ended, Excluded};
use super::taken::{Alike, Taken};
use huarong_core::effort::Effort;
use huarong_core::numerals::{counted, grouped};
use rayon::prelude::*;
use std::collections::{BTreeMap, VecDeque};

/// Puzzles to choose from.
pub(super) trait CandidatePuzzles<C> {
    /// The puzzle of a candidate with its number of moves; `None` if there is no time to make it.
    fn designed(
        &self,
        candidate: &C,
        moves: u16,
        effort: Effort<'_>,
    ) -> Result<Option<Designed>, DesignError>;

    /// Whether a candidate can be reached from one that was taken.
    fn is_reached(&self, candidate: &C) -> bool;

    fn take(&mut self, candidate: &C, effort: Effort<'_>) -> Result<(), DesignError>;
}

#[derive(Debug, Default)]
pub(super) struct Selection {
    /// Fewer than ordered if there are no more.
    pub found: Vec<Designed>,
    /// Number of candidates whose check exceeded the memory limit.
    pub undecided: u64,
    /// Numbers of candidates that the choice left out.
    pub excluded: Excluded,
    pub ended: Ended,
    /// Number of candidates that may still be looked at.
    pub left: u64,
}

/// Candidates that are looked at after the work was cancelled, and the memory for each: that takes a moment.
const MOST_LOOKED_AT_AFTER_CANCELLATION: u64 = 256;
const BYTES_AFTER_CANCELLATION: u64 = 16 << 20;

/// Tries puzzles at random, of which an earlier search tried `before`, until `tries` were tried or a graded set is complete. `advance` tries some puzzles of those that
/// are left, and returns the number of all that were tried, and of those that may be chosen. From time to time, `choose` chooses among the results: for the
/// first time after `first` puzzles. It gets to know whether the search was cut short.
pub(super) fn select_at_random<A>(
    search: &mut A,
    order: &Order<'_>,
    (before, first, tries): (u64, u64, u64),
    effort: Effort<'_>,
    mut advance: impl FnMut(&mut A, u64, Effort<'_>) -> Result<(u64, u64), DesignError>,
    mut choose: impl FnMut(&A, Ended) -> Result<Selection, DesignError>,
) -> Result<Selection, DesignError> {
    let until = order.search_until();
    let (mut tried, mut next, mut found) = (before, first, 0);
    let forecast = Forecast::new(order);
    loop {
        // A choice takes time, too, so there are few of them. Only a graded set can be complete before the end.
        let is_due = |tried| tried >= tries || order.graded.is_some() && tried >= next;
        let ended = Ended::of(until, effort, |effort| {
            if tried == before {
                effort.total(tries - before)?;
            }
            let wanted = counted(order.count as u64, "puzzle");
            effort.doing(format_args!("search at random, {} of {wanted} found", grouped(found)))?;
            let fitting;
            (tried, fitting) = advance(search, tries - tried, effort)?;
            let (units, total) = (tried - before, tries - before);
            let done = Done { units, total, fitting, among: tried };
            forecast.say(&done, ("random puzzle", "random puzzle"), effort)?;
            if is_due(tried) {
                effort.doing("choice among the puzzles that were found")?;
            }
            Ok(())
        })?;
        if ended.is_cut_short() {
            return Ok(Selection { ended, ..choose(search, ended)? });
        }
        if is_due(tried) {
            let is_last = tried >= tries;
            next = tried + first.max(tried / 4);
            let selection = choose(search, Ended::Complete)?;
            if is_last || selection.found.len() >= order.count {
                return Ok(selection);
            }
            found = selection.found.len() as u64;
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
///
/// `searched` says how the search of the candidates ended. If it was cancelled, few of them are looked at, and none is
/// checked. If the time or the observer ends the choice, it has the puzzles that were chosen before.
pub(super) fn select<C: Sync, S: CandidatePuzzles<C> + Sync>(
    by_moves: &BTreeMap<u16, Vec<C>>,
    order: &Order<'_>,
    source: &mut S,
    searched: Ended,
    effort: Effort<'_>,
) -> Result<Selection, DesignError> {
    let is_hasty = searched == Ended::Cancelled;
    let left = if is_hasty { MOST_LOOKED_AT_AFTER_CANCELLATION } else { u64::MAX };
    let mut selection = Selection { ended: searched, left, ..Selection::default() };
    if is_hasty && order.has_checks() {
        return Ok(selection);
    }
    let (until, effort) = match is_hasty {
        true => (None, Effort::UNLIMITED.at_most(BYTES_AFTER_CANCELLATION)),
        false => (order.until, effort),
    };
    let mut queues: BTreeMap<u16, Queue<'_, C>> = { by_moves.iter() }
        .map(|(&moves, starts)| (moves, Queue { left: starts.iter(), checked: VecDeque::new() }))
        .collect();
    let longest: Vec<u16> = by_moves.keys().rev().copied().collect();
    let grades = order.grades();
    let grades: Vec<&[u16]> = match order.graded {
        Some(_) => grades.iter().map(Vec::as_slice).collect(),
        None => vec![&longest; order.count],
    };
    // Rare lengths first: a puzzle of a common one must not keep them out because it resembles them.
    let mut grades: Vec<(usize, &[u16])> = grades.into_iter().enumerate().collect();
    let candidates = |lengths: &[u16]| -> usize {
        lengths.iter().filter_map(|moves| by_moves.get(moves)).map(Vec::len).sum()
    };
    grades.sort_by_cached_key(|(grade, lengths)| (candidates(lengths), *grade));
    let mut order_of_grades = Vec::new();
    let mut taken = order.taken.cloned();
    let ended = Ended::of(until, effort, |effort| {
        for (grade, lengths) in grades {
            let found = selection.found.len();
            for &moves in lengths {
                let Some(queue) = queues.get_mut(&moves) else { continue };
                let next = next(moves, queue, order, source, (&mut selection, &mut taken), effort)?;
                let Some((candidate, designed)) = next else { continue };
                selection.found.push(designed);
                order_of_grades.push(grade);
                if !order.same_component && selection.found.len() < order.count {
                    source.take(candidate, effort)?;
                }
                break;
            }
            // The others have the same lengths.
            if order.graded.is_none() && selection.found.len() == found {
                break;
            }
        }
        Ok(())
    })?;
    selection.ended = selection.ended.or(ended);
    let mut found: Vec<(usize, Designed)> =
        order_of_grades.into_iter().zip(selection.found).collect();
    found.sort_by_key(|(grade, _)| *grade);
    Ok(Selection { found: found.into_iter().map(|(_, designed)| designed).collect(), ..selection })
}

/// The next candidate of a queue that satisfies the order and differs from those that were taken.
fn next<'c, C: Sync, S: CandidatePuzzles<C> + Sync>(
    moves: u16,
    queue: &mut Queue<'c, C>,
    order: &Order<'_>,
    source: &mut S,
    (selection, taken): (&mut Selection, &mut Option<Taken>),
    effort: Effort<'_>,
) -> Result<Option<(&'c C, Designed)>, DesignError> {
    loop {
        while let Some((candidate, designed)) = queue.checked.pop_front() {
            if !order.same_component && source.is_reached(candidate) {
                selection.excluded.reachable += 1;
            } else if selection.found.iter().any(|other| designed.resembles(other)) {
                selection.excluded.similar += 1;
            } else if let Some(why) = taken.as_mut().map(|taken| taken.take(&designed, effort)) {
                match why? {
                    None => return Ok(Some((candidate, designed))),
                    Some(Alike::Cluster) => selection.excluded.reachable += 1,
                    Some(Alike::Pieces) => selection.excluded.similar += 1,
                }
            } else {
                return Ok(Some((candidate, designed)));
            }
        }
        effort.check()?;
        let at_once = if order.has_checks() { rayon::current_num_threads() } else { 1 };
        let most = at_once.min(selection.left.try_into().unwrap_or(usize::MAX));
        let batch: Vec<&'c C> = queue.left.by_ref().take(most).collect();
        if batch.is_empty() {
            return Ok(None);
        }
        let each = effort.at_most(effort.memory / at_once as u64);
        let shared = &*source;
        let checked: Vec<(Option<Designed>, Checked)> = batch
            .par_iter()
            .map(|candidate| {
                if !order.same_component && shared.is_reached(candidate) {
                    return Ok((None, Checked::Reachable));
                }
                let Some(designed) = shared.designed(candidate, moves, each)? else {
                    return Ok((None, Checked::Undecided));
                };
                let checked = each.quietly(|each| order.check(&designed, each))?;
                Ok((Some(designed), checked))
            })
            .collect::<Result<_, DesignError>>()?;
        for (candidate, (designed, checked)) in batch.into_iter().zip(checked) {
            selection.left -= u64::from(checked != Checked::Reachable);
            match checked {
                Checked::Fits => queue.checked.extend(designed.map(|made| (candidate, made))),
                Checked::Fails(check) => *selection.excluded.by_check(check) += 1,
                Checked::Undecided => selection.undecided += 1,
                Checked::Reachable => selection.excluded.reachable += 1,
            }
        }
    }
}
