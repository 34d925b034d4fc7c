//! All starts of an order's piece sets and goals, by their distances.

use super::cases::Case;
use super::order::Order;
use crate::effort::Effort;
use crate::sliding::analysis::{SolutionRange, solution_counts};
use crate::sliding::rules::Goal;
use crate::sliding::search::{Search, SearchError, classes};
use crate::sliding::space::Space;
use crate::table::Distances;
use rayon::prelude::*;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// A start with a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Start {
    /// Its place in the random order.
    key: u64,
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
}

impl Scan {
    /// Searches all cases. Keeps at most `most` starts with each number of moves. Reports progress in searches.
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
            let class = classes(&case.puzzle, std::slice::from_ref(&case.set)).remove(0);
            let search = each.quietly(|each| {
                let search = Search::new(&case.puzzle, &class, each)?;
                search.prepare_for_any_goal(each)?;
                Ok::<_, SearchError>(search)
            })?;
            let space = &search.spaces()[0];
            let goals: Vec<(u32, &Goal)> = (0..).zip(&case.goals).collect();
            let scans = goals.into_par_iter().with_max_len(1).map(|(goal, of)| {
                let parallel = search.plan().is_worth_sharing();
                let mut scan = Self::default();
                each.quietly(|each| {
                    let metric = order.metric;
                    let mut found = search.run_to_other_goal(of, metric, parallel, each)?;
                    let distances = found.swap_remove(0);
                    let of_goal = OfGoal { order, case: (number, case), goal, most };
                    scan.add(space, &distances, of_goal, each)
                })?;
                effort.done(1)?;
                Ok(scan)
            });
            scans.try_reduce(Self::default, |one, other| Ok(one.merge(other, most)))
        });
        scans.try_reduce(Self::default, |one, other| Ok(one.merge(other, most))).map(
            |mut scan: Self| {
                scan.by_moves.values_mut().for_each(|starts| cut(starts, most));
                scan
            },
        )
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
        of: OfGoal<'_>,
        effort: Effort<'_>,
    ) -> Result<(), SearchError> {
        let OfGoal { order, case: (number, case), goal, most } = of;
        let solutions = match &order.solutions {
            Some(range) => {
                let counts = solution_counts(space, order.metric, distances.as_ref(), effort)?;
                Some((range, counts))
            }
            None => None,
        };
        self.starts += space.len();
        let is_of_position = order.symmetric || !order.fixed.is_empty();
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

/// What the starts of a search have in common.
#[derive(Clone, Copy)]
struct OfGoal<'o> {
    order: &'o Order<'o>,
    /// The case with its number.
    case: (u32, &'o Case),
    goal: u32,
    most: usize,
}

/// Sorts starts, and keeps the first.
fn cut(starts: &mut Vec<Start>, most: usize) {
    starts.sort_unstable();
    starts.truncate(most);
}
