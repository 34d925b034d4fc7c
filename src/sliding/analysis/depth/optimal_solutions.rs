//! All optimal solutions of a position: where they coincide, and how many moves leave them.

use crate::sliding::analysis::decimal::Decimal;
use crate::sliding::rules::Metric;
use crate::sliding::space::Space;
use crate::table::Distances;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// What all optimal solutions of a position have in common.
///
/// The literature estimates difficulty for people by a model of a person's walk through the positions, and by
/// bottlenecks (P. Jarušek and R. Pelánek, "Difficulty Rating of Sokoban Puzzle", 2010, and "Human Problem Solving:
/// Sokoban Case Study", 2010). This type has simple counts of the same kind: moves that leave the optimal solutions,
/// and positions that no optimal solution avoids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptimalSolutions {
    /// Number of moves of each solution.
    pub distance: u16,
    /// Number of solutions, counted as sequences of positions.
    pub solutions: BigUint,
    /// Number of positions on at least one solution, including start and goal positions.
    pub positions: u64,
    /// Number of positions on every solution. It includes the start, and the goal position if there is only one.
    pub shared: u64,
    /// Number of moves that are in every solution.
    pub forced: u64,
    /// The largest number of consecutive such moves.
    pub longest_forced: u64,
    /// Mean number, over all solutions, of moves from positions of the solution that do not lead nearer to the goal.
    pub wrong_moves: Decimal,
}

/// A position on an optimal solution.
#[derive(Default)]
struct Passed {
    /// Number of paths from the start to this position, and from this position to the goal.
    before: BigUint,
    after: BigUint,
    /// The next positions on optimal solutions.
    onward: Vec<u64>,
    /// Number of moves to other positions.
    wrong: usize,
}

impl OptimalSolutions {
    /// Analyses the optimal solutions of a position by the distances to the goal; `None` if the position cannot reach
    /// it.
    ///
    /// # Panics
    ///
    /// Panics if the space has no position `start`.
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
            let level = levels.last_mut().expect("there is a first level");
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
        for passed in levels.last_mut().expect("there is a first level").values_mut() {
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
        // If two consecutive levels have one position each, all solutions share the move between them.
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
