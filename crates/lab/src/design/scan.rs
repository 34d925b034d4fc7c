//! All starts of an order's piece sets and goals, by their distances.

use super::cases::Case;
use super::error::DesignError;
use super::forecast::{Done, Forecast};
use super::order::Order;
use super::outcome::{Ended, Excluded};
use huarong_core::effort::Effort;
use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::Goal;
use huarong_core::space::Space;
use huarong_oracle::analysis::{AllPositions, solution_counts, solution_counts_memory};
use huarong_search::{SearchError, SearchPlan, classes};
use huarong_tables::table::Distances;
use rayon::prelude::*;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::{Mutex, PoisonError};
use xxhash_rust::xxh3::xxh3_64_with_seed;

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
    /// Number of goals that were searched.
    pub goals: u64,
    /// Number of starts, each counted for every goal.
    pub starts: u64,
    /// Number of starts that satisfy the conditions.
    pub fitting: u64,
    /// Numbers of the others.
    pub excluded: Excluded,
    /// The cases that were not searched, because their spaces cannot be numbered or exceed the memory limit.
    pub large: Vec<u32>,
    /// The reason for the first of them.
    pub reason: Option<SearchError>,
    pub ended: Ended,
}

/// The starts of searches that are finished, and of one search while it adds them.
#[derive(Debug, Default)]
struct Kept {
    /// By number of moves, the first in random order.
    by_moves: BTreeMap<u16, BinaryHeap<Start>>,
    scan: Scan,
}

const POSITIONS_BETWEEN_CHECKS: u64 = 1 << 14;

impl Scan {
    /// Searches all cases that fit into memory. Keeps at most `most` starts with each number of moves. Reports progress in
    /// searches. If the time or the observer ends it, it has the starts of the finished searches.
    pub fn run(
        cases: &[Case],
        order: &Order<'_>,
        most: usize,
        effort: Effort<'_>,
    ) -> Result<Self, DesignError> {
        let kept = Mutex::new(Kept::default());
        let ended = Ended::of(order.search_until(), effort, |effort| {
            Ok(Self::run_cases(cases, order, most, &kept, effort)?)
        })?;
        let Kept { by_moves, scan } = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        let by_moves =
            by_moves.into_iter().map(|(moves, starts)| (moves, starts.into_sorted_vec()));
        let mut scan = Self { by_moves: by_moves.collect(), ended, ..scan };
        scan.large.sort_unstable();
        Ok(scan)
    }

    fn run_cases(
        cases: &[Case],
        order: &Order<'_>,
        most: usize,
        kept: &Mutex<Kept>,
        effort: Effort<'_>,
    ) -> Result<(), SearchError> {
        let total = cases.iter().map(|case| case.goals.len() as u64).sum();
        effort.total(total)?;
        let forecast = &Forecast::new(order);
        let threads = rayon::current_num_threads() as u64;
        let each = effort.at_most(effort.memory / threads);
        let numbered: Vec<(u32, &Case)> = (0..).zip(cases).collect();
        let large = numbered.into_par_iter().with_max_len(1).map(|(number, case)| {
            let of_case = OfCase { order, case: (number, case), most, kept, forecast, total };
            of_case.scan(false, each).or_else(|error| too_large(number, error))
        });
        let mut large: Vec<(u32, SearchError)> =
            large.collect::<Result<Vec<_>, SearchError>>()?.into_iter().flatten().collect();
        if threads > 1 {
            // A case that exceeds the share of a thread gets all memory, so the answer does not depend on the threads.
            for (number, _) in std::mem::take(&mut large) {
                let case = (number, &cases[number as usize]);
                let of_case = OfCase { order, case, most, kept, forecast, total };
                let found = of_case.scan(true, effort);
                large.extend(found.or_else(|error| too_large(number, error))?);
            }
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.scan.reason = large.first().map(|(_, error)| error.clone());
        kept.scan.large = large.into_iter().map(|(number, _)| number).collect();
        Ok(())
    }

    /// Whether all starts that satisfy the conditions are kept.
    pub fn is_whole(&self) -> bool {
        self.by_moves.values().map(|starts| starts.len() as u64).sum::<u64>() == self.fitting
    }
}

/// A case that was not searched, unless the observer cancelled the work.
fn too_large(case: u32, error: SearchError) -> Result<Option<(u32, SearchError)>, SearchError> {
    match error {
        SearchError::Cancelled(_) => Err(error),
        _ => Ok(Some((case, error))),
    }
}

impl Kept {
    /// Adds a start. Of too many with one number of moves, the first are kept.
    fn put(&mut self, moves: u16, start: Start, most: usize) {
        let starts = self.by_moves.entry(moves).or_default();
        if starts.len() < most {
            starts.push(start);
        } else if let Some(mut last) = starts.peek_mut()
            && start < *last
        {
            *last = start;
        }
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
        let OfCase { order, case: (number, case), most, .. } = of;
        let solutions = match &order.solutions {
            Some(_) => {
                let all = AllPositions::of_space(space, order.metric, distances.as_ref());
                Some(solution_counts(&all, effort)?)
            }
            None => None,
        };
        for (index, distance) in (0..).zip(distances.as_ref().iter()) {
            if index % POSITIONS_BETWEEN_CHECKS == 0 {
                effort.check()?;
            }
            let excluded = &mut self.scan.excluded;
            let Some(moves) = distance else {
                excluded.unsolvable += 1;
                continue;
            };
            let solutions = || solutions.as_ref().map(|counts| counts[index as usize]);
            if !order.admits(moves, solutions, excluded)
                || order.is_of_position() && !case.fits(order, &space.unrank(index), excluded)
            {
                continue;
            }
            self.scan.fitting += 1;
            let mut bytes = [0; 16];
            bytes[..4].copy_from_slice(&number.to_le_bytes());
            bytes[4..8].copy_from_slice(&goal.to_le_bytes());
            bytes[8..].copy_from_slice(&index.to_le_bytes());
            let key = xxh3_64_with_seed(&bytes, order.seed);
            self.put(moves, Start { key, case: number, goal, index }, most);
        }
        self.scan.starts += space.len();
        self.scan.goals += 1;
        Ok(())
    }

    fn merge(&mut self, other: Self, most: usize) {
        for (moves, starts) in other.by_moves {
            starts.into_iter().for_each(|start| self.put(moves, start, most));
        }
        self.scan.goals += other.scan.goals;
        self.scan.starts += other.scan.starts;
        self.scan.fitting += other.scan.fitting;
        self.scan.excluded.add(other.scan.excluded);
    }
}

#[derive(Clone, Copy)]
struct OfCase<'o> {
    order: &'o Order<'o>,
    case: (u32, &'o Case),
    most: usize,
    kept: &'o Mutex<Kept>,
    forecast: &'o Forecast<'o>,
    /// Number of goals of all cases.
    total: u64,
}

impl OfCase<'_> {
    /// Searches the case with each of its goals, one after another if the case is searched alone. Returns an error before any
    /// search if it exceeds the memory limit.
    fn scan<T>(self, is_alone: bool, each: Effort<'_>) -> Result<Option<T>, SearchError> {
        let Self { order, case: (_, case), most, kept, forecast, total } = self;
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
        let goals: Vec<Goal> = (0..case.goals.len()).map(|goal| case.goal(goal)).collect();
        let together = if is_alone { goals.len() } else { 1 };
        let goals = goals.par_iter().enumerate().with_min_len(together).with_max_len(together);
        goals.try_for_each(|(goal, of)| {
            let parallel = search.plan().is_worth_sharing();
            let mut found = Kept::default();
            each.quietly(|each| {
                let metric = order.metric;
                let distances =
                    search.run_to_other_goal(of, metric, parallel, each)?.swap_remove(0);
                found.add(space, &distances, self, goal as u32, each)
            })?;
            let done = {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.merge(found, most);
                let Scan { goals, fitting, starts, .. } = kept.scan;
                Done { units: goals, total, fitting, among: starts }
            };
            let (fitting, starts) = (grouped(done.fitting), counted(done.among, "start"));
            each.doing(format_args!("{fitting} of {starts} fit"))?;
            forecast.say(&done, ("goal", "start"), each)?;
            each.done(1)?;
            Ok::<_, SearchError>(())
        })?;
        Ok(None)
    }
}
