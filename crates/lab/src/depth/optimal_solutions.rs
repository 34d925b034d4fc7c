//! All optimal solutions of a position: where they coincide, and how many moves leave them.

use huarong_core::graph::Descents;
use huarong_core::rules::Metric;
use huarong_core::space::Space;
use huarong_oracle::analysis::decimal::Decimal;
use huarong_tables::table::Distances;
use num_bigint::BigUint;

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
        let descents = Descents::new(
            start,
            distance,
            |index| distances.get(index),
            |index, visit| space.for_each_neighbour_under(metric, index, visit),
        );
        let wrong = descents.total(|_, passed| passed.others.len() as u64);
        let stretches = descents.shared_stretches();
        let solutions = descents.paths();
        Some(Self {
            distance,
            positions: descents.nodes(),
            shared: descents.is_shared().into_iter().filter(|&shared| shared).count() as u64,
            forced: stretches.iter().sum(),
            longest_forced: stretches.into_iter().max().unwrap_or(0),
            wrong_moves: Decimal::ratio(wrong, solutions.clone())?,
            solutions,
        })
    }
}
