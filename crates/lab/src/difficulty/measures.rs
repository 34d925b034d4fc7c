//! All measures of the difficulty of a start.

use super::bottlenecks::unavoidable_positions;
use super::classes::solution_classes;
use super::component_landscape::{LOST, Landscape};
use super::detours::{Detours, NextBest};
use super::error_model::ExpectedMoves;
use super::intuition::Counterintuitive;
use super::leaving::LeavingMeasures;
use super::obstacles::Obstacles;
use super::paths::OptimalPaths;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, PerMetric};
use huarong_oracle::analysis::{Decimal, ReachableError};
use num_bigint::BigUint;

/// Measures of the difficulty of a start under one metric.
///
/// The page "Difficulty for people" of the book defines each by an example and names the studies that used it. Means over
/// the optimal solutions give every solution the same weight.
///
/// As a value of serde, it is an object with the keys of `huarong difficulty --format json`. It reads such a line, too.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        into = "super::serde_object::DifficultyObject",
        try_from = "super::serde_object::DifficultyObject"
    )
)]
#[non_exhaustive]
pub struct Difficulty {
    /// Number of moves of the optimal solutions under each metric.
    pub distance: PerMetric<u16>,
    /// Number of optimal solutions, as sequences of positions.
    pub solution_count: BigUint,
    /// Number of optimal solutions up to the order of independent moves; `None` if there are too many.
    pub solution_classes: Option<u64>,
    /// Number of reachable positions, including the start.
    pub reachable: u64,
    /// Number of goal positions among them.
    pub reachable_goals: u64,
    /// Mean number of moves of a reachable position.
    pub mean_mobility: Decimal,
    /// Number of reachable positions with at most one move, the dead ends of the graph. On a board without doors they are not
    /// lost: every move can be undone, so each reachable position of a solvable start can be solved.
    pub dead_ends: u64,
    /// Number of moves of the start.
    pub mobility: u64,
    /// Mean number of moves of the positions of the optimal solutions, without the last ones; `None` for a goal position.
    pub solution_mobility: Option<Decimal>,
    /// Mean number, over the optimal solutions, of wrong moves: moves from its positions that do not lead nearer to the
    /// goal.
    pub wrong_moves: Decimal,
    /// Mean depth of these wrong moves: the distance that is lost if each move leads farther, until none does. Moves that lead
    /// to lost positions have no depth. `None` if no wrong move has one.
    pub mean_detour: Option<Decimal>,
    /// The largest depth of such a wrong move.
    pub largest_detour: u16,
    /// The next best solutions; `None` if there are none.
    pub next_best: Option<NextBest>,
    /// Mean number of moves of an optimal solution that take the goal pieces farther from their goal.
    pub away: Decimal,
    /// The least number of such moves.
    pub fewest_away: u64,
    /// Number of moves of the first optimal solution that return a piece to a place that it has left.
    pub returns: u64,
    /// Number of positions that all optimal solutions pass, between start and goal.
    pub shared_positions: u64,
    /// Number of moves that all optimal solutions make.
    pub forced_moves: u64,
    /// The largest number of consecutive such moves.
    pub longest_forced: u64,
    /// Share of the moves of an optimal solution that all optimal solutions make; `None` for a goal position.
    pub forced_share: Option<Decimal>,
    /// Number of positions that all solutions pass, between start and goal, optimal or not.
    pub unavoidable_positions: u64,
    /// The tree of obstacles; `None` if the goal piece has no straight path to its goal, or if pieces leave the board.
    pub obstacles: Option<Obstacles>,
    /// Lost positions, and the order of leaving; `None` if no pieces leave the board.
    pub leaving: Option<LeavingMeasures>,
}

impl Landscape {
    /// Measures the difficulty of a start; `None` if it cannot reach the goal. Explores the landscape of the start first, if this
    /// one is not [that of the start](Self::contains).
    ///
    /// # Errors
    ///
    /// Returns an error if the measures exceed the memory limit, or if the observer cancels the work.
    ///
    /// # Panics
    ///
    /// Panics if the start is not a position of the landscape.
    pub fn difficulty(
        &self,
        start: &Arrangement,
        effort: Effort<'_>,
    ) -> Result<Option<Difficulty>, ReachableError> {
        let node = self.node(start).expect("the start is a position of the landscape");
        if self.distance(node) == LOST {
            return Ok(None);
        }
        if !self.contains(start) {
            let own = Self::explore(self.puzzle(), start, self.metric(), effort)?;
            return own.difficulty(start, effort.without(own.bytes()));
        }
        let paths = OptimalPaths::new(self, node);
        let detours = Detours::new(&paths);
        let counterintuitive = Counterintuitive::new(&paths);
        let descents = &paths.descents;
        let mobility = |node: u64| self.graph().neighbours(node as u32).len() as u64;
        let before_goal = |node| if self.distance(node as u32) > 0 { mobility(node) } else { 0 };
        let on_solutions = descents.total(|node, _| before_goal(node));
        let moves_of_all = descents.paths() * u32::from(paths.len());
        let stretches = descents.shared_stretches();
        let shared = descents.is_shared();
        let forced_moves: u64 = stretches.iter().sum();
        let between = shared.get(1..shared.len() - 1).unwrap_or_default();
        Ok(Some(Difficulty {
            distance: self.distances(node),
            solution_count: descents.paths(),
            solution_classes: solution_classes(&paths, effort)?,
            reachable: self.positions(),
            reachable_goals: self.goal_positions(),
            mean_mobility: self.mean_mobility(),
            dead_ends: self.dead_ends(),
            mobility: mobility(node.into()),
            solution_mobility: Decimal::ratio(on_solutions, moves_of_all),
            wrong_moves: detours.wrong_moves,
            mean_detour: detours.mean_depth,
            largest_detour: detours.largest_depth,
            next_best: NextBest::new(&paths, effort)?,
            away: counterintuitive.away,
            fewest_away: counterintuitive.fewest_away,
            returns: counterintuitive.returns,
            shared_positions: between.iter().filter(|&&shared| shared).count() as u64,
            forced_moves,
            longest_forced: stretches.into_iter().max().unwrap_or(0),
            forced_share: Decimal::ratio(forced_moves.into(), paths.len().into()),
            unavoidable_positions: unavoidable_positions(&paths),
            obstacles: Obstacles::new(self.puzzle(), start),
            leaving: LeavingMeasures::new(&paths, detours.lost_moves),
        }))
    }

    /// The expected number of moves of a model from a start that can reach the goal.
    ///
    /// # Panics
    ///
    /// Panics if the start is not a position of the landscape.
    pub fn expected_moves(&self, expected: &ExpectedMoves, start: &Arrangement) -> f64 {
        expected.from(self.node(start).expect("the start is a position of the landscape"))
    }
}
