//! All optimal solutions of a position together: where they must pass, and where one can go wrong.

use crate::sliding::analysis::decimal::Decimal;
use crate::sliding::rules::Metric;
use crate::sliding::space::Space;
use crate::table::Distances;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// What the optimal solutions of a position have in common.
///
/// How hard a puzzle is for people has been measured, beside the length of its solution, by a model of a person's walk
/// through its positions, and by bottlenecks of these (P. Jarušek and R. Pelánek, "Difficulty Rating of Sokoban
/// Puzzle", 2010, and "Human Problem Solving: Sokoban Case Study", 2010). Here are plain counts in the same spirit: the
/// moves that lead astray on the way, and the positions that no optimal solution avoids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    /// Moves of each.
    pub distance: u16,
    /// How many there are, as sequences of positions.
    pub solutions: BigUint,
    /// Positions on any of them, first and last ones included.
    pub positions: u64,
    /// Positions that all of them pass, the first included, and the last where it is the only one.
    pub shared: u64,
    /// Moves that none of them avoids.
    pub forced: u64,
    /// The most such moves in a row.
    pub longest_forced: u64,
    /// Moves that lead no nearer, counted along a solution, on average over all of them.
    pub wrong_moves: Decimal,
}

/// A position on an optimal solution.
#[derive(Default)]
struct Passed {
    /// Ways to it from the start, and from it to the goal.
    before: BigUint,
    after: BigUint,
    /// The positions that come next.
    onward: Vec<u64>,
    /// Number of moves that lead to no such position.
    wrong: usize,
}

impl Ways {
    /// The ways from a position of a space by the distances to its goal under a metric; `None` where it cannot reach
    /// it.
    ///
    /// # Panics
    ///
    /// Where the space has no such position.
    pub fn new(
        space: &Space,
        metric: Metric,
        distances: Distances<&[u8]>,
        start: u64,
    ) -> Option<Self> {
        let distance = distances.get(start)?;
        let first = Passed { before: BigUint::from(1u8), ..Passed::default() };
        let mut levels = vec![BTreeMap::from([(start, first)])];
        for nearer in (0..distance).rev() {
            let mut next: BTreeMap<u64, Passed> = BTreeMap::new();
            let level = levels.last_mut().expect("there is one");
            for (&index, passed) in level.iter_mut() {
                space.for_each_neighbour_under(metric, index, |after| {
                    match distances.get(after) == Some(nearer) {
                        true => passed.onward.push(after),
                        false => passed.wrong += 1,
                    }
                });
                for &after in &passed.onward {
                    next.entry(after).or_default().before += &passed.before;
                }
            }
            levels.push(next);
        }
        for passed in levels.last_mut().expect("there is one").values_mut() {
            passed.after = BigUint::from(1u8);
        }
        for nearer in (1..levels.len()).rev() {
            let (before, after) = levels.split_at_mut(nearer);
            for passed in before[nearer - 1].values_mut() {
                passed.after = passed.onward.iter().map(|index| &after[0][index].after).sum();
            }
        }
        let solutions = levels[0][&start].after.clone();
        let wrong = |passed: &Passed| &passed.before * &passed.after * passed.wrong;
        let wrong: BigUint = levels.iter().flat_map(BTreeMap::values).map(wrong).sum();
        let is_shared: Vec<bool> = levels.iter().map(|level| level.len() == 1).collect();
        // Between two levels of one position each there is one move.
        let forced = |shared: &[bool]| shared.len().saturating_sub(1) as u64;
        let stretches = || is_shared.split(|shared| !shared);
        Some(Self {
            distance,
            positions: levels.iter().map(|level| level.len() as u64).sum(),
            shared: is_shared.iter().filter(|shared| **shared).count() as u64,
            forced: stretches().map(forced).sum(),
            longest_forced: stretches().map(forced).max().unwrap_or(0),
            wrong_moves: Decimal::ratio(wrong, solutions.clone())?,
            solutions,
        })
    }
}
