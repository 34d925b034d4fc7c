//! Counterintuitive moves: away from the goal, or back to an earlier place.

use super::component_landscape::Landscape;
use super::paths::OptimalPaths;
use huarong_core::grid::{Cell, Direction};
use huarong_core::rules::{Arrangement, Puzzle, ShapeId};
use huarong_oracle::analysis::Decimal;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

/// Counterintuitive moves of the optimal solutions.
pub(super) struct Counterintuitive {
    /// Mean and least number of moves that take the goal pieces farther from their goal.
    pub away: Decimal,
    pub fewest_away: u64,
    /// Number of moves of the first optimal solution that return a piece to a place that it has left.
    pub returns: u64,
}

impl Counterintuitive {
    pub fn new(paths: &OptimalPaths<'_>) -> Self {
        let landscape = paths.landscape;
        let to_goal = ToGoal::new(landscape.puzzle());
        let far: HashMap<u64, u32> = { paths.descents.levels().iter().flat_map(BTreeMap::keys) }
            .map(|&node| (node, to_goal.steps(landscape.position(node as u32))))
            .collect();
        let is_away = |from: u64, to: u64| u64::from(far[&to] > far[&from]);
        Self {
            away: paths.mean(paths.descents.total_of_edges(is_away)),
            fewest_away: paths.descents.least_of_edges(is_away),
            returns: returns(landscape, &paths.first()),
        }
    }
}

/// Number of moves of a path that return a piece to a place that it has left.
fn returns(landscape: &Landscape, path: &[u32]) -> u64 {
    // The places where the piece has been that is now on a place.
    let mut been: HashMap<(ShapeId, Cell), HashSet<Cell>> = HashMap::new();
    let mut returns = 0;
    for pair in path.windows(2) {
        let made = landscape.moves(pair[0]).find(|&(_, next)| next == pair[1]);
        let (made, _) = made.expect("the path goes along moves");
        let mut places = been.remove(&(made.shape, made.from)).unwrap_or_default();
        returns += u64::from(places.contains(&made.to));
        places.insert(made.from);
        been.insert((made.shape, made.to), places);
    }
    returns
}

/// For each alternative of the goal and each piece that it names, the numbers of unit steps to its goal place. Other pieces
/// are ignored.
struct ToGoal {
    alternatives: Vec<Vec<(ShapeId, HashMap<Cell, u32>)>>,
}

impl ToGoal {
    fn new(puzzle: &Puzzle) -> Self {
        let alternatives = puzzle.goal().alternatives().iter().map(|placements| {
            let steps = |&(shape, cell): &(ShapeId, Cell)| (shape, steps_to(puzzle, shape, cell));
            placements.iter().map(steps).collect()
        });
        Self { alternatives: alternatives.collect() }
    }

    /// The least sum of steps, over the alternatives; for each place the nearest piece of its shape counts.
    fn steps(&self, position: &Arrangement) -> u32 {
        let of = |(shape, steps): &(ShapeId, HashMap<Cell, u32>)| {
            let each = position.anchors_of(*shape).filter_map(|at| steps.get(&at).copied());
            each.min().unwrap_or(0)
        };
        let sums = self.alternatives.iter().map(|pieces| pieces.iter().map(of).sum());
        sums.min().unwrap_or(0)
    }
}

/// Number of unit steps from each place of a piece to one place, on the board without other pieces.
fn steps_to(puzzle: &Puzzle, shape: ShapeId, goal: Cell) -> HashMap<Cell, u32> {
    let mut steps = HashMap::from([(goal, 0)]);
    let mut waiting = VecDeque::from([goal]);
    while let Some(at) = waiting.pop_front() {
        let next = steps[&at] + 1;
        for direction in Direction::ALL {
            // Steps can be taken back.
            if let Some(other) = puzzle.lone_step(shape, at, direction)
                && !steps.contains_key(&other)
            {
                steps.insert(other, next);
                waiting.push_back(other);
            }
        }
    }
    steps
}
