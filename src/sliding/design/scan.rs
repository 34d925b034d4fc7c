//! All starts of an order's piece sets and goals, by their distances.

use super::cases::Case;
use super::order::Order;
use crate::effort::Effort;
use crate::sliding::analysis::{SolutionRange, solution_counts, solution_counts_memory};
use crate::sliding::rules::Goal;
use crate::sliding::search::{SearchError, SearchPlan, classes};
use crate::sliding::space::Space;
use crate::table::Distances;
use rayon::prelude::*;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// A start with a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Start {
    /// Its place in the random order.
    pub key: u64,
    pub case: u32,
    pub goal: u32,
    pub index: u64,
}

/// The starts that satisfy the conditions on distances and numbers of solutions.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// By number of moves, in random order. Of too many, the first are kept.
    pub by_moves: BTreeMap<u16, Vec<Start>>,
    /// Number of starts, each counted for every goal.
    pub starts: u64,
    /// Number of starts that satisfy the conditions.
    pub fitting: u64,
    /// The cases that were not searched, because their spaces cannot be numbered or exceed the memory limit.
    pub large: Vec<u32>,
    /// The reason for the first of them.
    pub reason: Option<SearchError>,
}

impl Scan {
    /// Searches all cases that fit into memory. Keeps at most `most` starts with each number of moves. Reports progress in
    /// searches.
    pub fn run(
        cases: &[Case],
        order: &Order<'_>,
        most: usize,
        effort: Effort<'_>,
    ) -> Result<Self, SearchError> {
        effort.total(cases.iter().map(|case| case.goals.len() as u64).sum())?;
        let threads = rayon::current_num_threads() as u64;
        let each = effort.at_most(effort.memory / threads);
        let numbered: Vec<(u32, &Case)> = (0..).zip(cases).collect();
        let scans = numbered.into_par_iter().with_max_len(1).map(|(number, case)| {
            let of_case = OfCase { order, case: (number, case), most };
            of_case.scan(false, each).or_else(|error| Self::without(number, error))
        });
        let merge = |one: Self, other| Ok(one.merge(other, most));
        let mut scan = scans.try_reduce(Self::default, merge)?;
        if threads > 1 {
            // A case that exceeds the share of a thread gets all memory, so the answer does not depend on the threads.
            scan.reason = None;
            for number in std::mem::take(&mut scan.large) {
                let of_case = OfCase { order, case: (number, &cases[number as usize]), most };
                let found = of_case.scan(true, effort);
                let found = found.or_else(|error| Self::without(number, error))?;
                scan = scan.merge(found, most);
            }
        }
        scan.by_moves.values_mut().for_each(|starts| cut(starts, most));
        Ok(scan)
    }

    /// The scan of a case that was not searched, unless the observer cancelled the work.
    fn without(case: u32, error: SearchError) -> Result<Self, SearchError> {
        match error {
            SearchError::Cancelled(_) => Err(error),
            _ => Ok(Self { large: vec![case], reason: Some(error), ..Self::default() }),
        }
    }

    /// Whether all starts that satisfy the conditions are kept.
    pub fn is_whole(&self) -> bool {
        self.by_moves.values().map(|starts| starts.len() as u64).sum::<u64>() == self.fitting
    }

    /// Adds the starts of a case with one of its goals.
    fn add(
        &mut self,
        space: &Space,
        distances: &Distances,
        of: OfCase<'_>,
        goal: u32,
        effort: Effort<'_>,
    ) -> Result<(), SearchError> {
        let OfCase { order, case: (number, case), most } = of;
        let solutions = match &order.solutions {
            Some(range) => {
                let counts = solution_counts(space, order.metric, distances.as_ref(), effort)?;
                Some((range, counts))
            }
            None => None,
        };
        self.starts += space.len();
        let is_of_position = order.is_of_position();
        for (index, distance) in (0..).zip(distances.as_ref().iter()) {
            let Some(moves) = distance.filter(|&moves| order.wants(moves)) else {
                continue;
            };
            let is_counted = |(range, counts): &(&SolutionRange, Vec<u64>)| {
                range.contains(counts[index as usize])
            };
            if solutions.as_ref().is_some_and(|solutions| !is_counted(solutions))
                || is_of_position && !case.fits(order, &space.unrank(index))
            {
                continue;
            }
            self.fitting += 1;
            let mut bytes = [0; 16];
            bytes[..4].copy_from_slice(&number.to_le_bytes());
            bytes[4..8].copy_from_slice(&goal.to_le_bytes());
            bytes[8..].copy_from_slice(&index.to_le_bytes());
            let key = xxh3_64_with_seed(&bytes, order.seed);
            let starts = self.by_moves.entry(moves).or_default();
            starts.push(Start { key, case: number, goal, index });
            if starts.len() > 2 * most {
                cut(starts, most);
            }
        }
        Ok(())
    }

    /// Both scans.
    fn merge(mut self, other: Self, most: usize) -> Self {
        self.starts += other.starts;
        self.fitting += other.fitting;
        self.large.extend(other.large);
        self.reason = self.reason.or(other.reason);
        for (moves, more) in other.by_moves {
            let starts = self.by_moves.entry(moves).or_default();
            starts.extend(more);
            if starts.len() > 2 * most {
                cut(starts, most);
            }
        }
        self
    }
}

/// The scan of a case.
#[derive(Clone, Copy)]
struct OfCase<'o> {
    order: &'o Order<'o>,
    /// The case with its number.
    case: (u32, &'o Case),
    most: usize,
}

impl OfCase<'_> {
    /// Searches the case with each of its goals, one after another if the case is searched alone. Returns an error before any
    /// search if it exceeds the memory limit.
    fn scan(self, is_alone: bool, each: Effort<'_>) -> Result<Scan, SearchError> {
        let Self { order, case: (_, case), most } = self;
        let class = classes(&case.puzzle, std::slice::from_ref(&case.set)).remove(0);
        let search = each.quietly(|each| {
            let plan = SearchPlan::within(&case.puzzle, &class, each)?;
            let needed = order.solutions.as_ref().map_or(0, |_| solution_counts_memory(plan.len()));
            if needed > each.memory {
                return Err(SearchError::Memory { needed, allowed: each.memory });
            }
            let search = plan.start(each)?;
            search.prepare_for_any_goal(each)?;
            Ok(search)
        })?;
        let space = &search.spaces()[0];
        let goals: Vec<(u32, &Goal)> = (0..).zip(&case.goals).collect();
        let together = if is_alone { goals.len() } else { 1 };
        let goals = goals.into_par_iter().with_min_len(together).with_max_len(together);
        let scans = goals.map(|(goal, of)| {
            let parallel = search.plan().is_worth_sharing();
            let mut scan = Scan::default();
            each.quietly(|each| {
                let metric = order.metric;
                let mut found = search.run_to_other_goal(of, metric, parallel, each)?;
                let distances = found.swap_remove(0);
                scan.add(space, &distances, self, goal, each)
            })?;
            each.done(1)?;
            Ok(scan)
        });
        scans.try_reduce(Scan::default, |one, other| Ok(one.merge(other, most)))
    }
}

/// Sorts starts, and keeps the first.
fn cut(starts: &mut Vec<Start>, most: usize) {
    starts.sort_unstable();
    starts.truncate(most);
}
