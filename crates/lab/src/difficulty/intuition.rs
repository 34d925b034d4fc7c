//! Counterintuitive moves: away from the goal, or back to an earlier place.

use super::component_landscape::Landscape;
use super::paths::OptimalPaths;
use huarong_core::grid::{Cell, Direction};
use huarong_core::rules::{Arrangement, Exit, GONE, Puzzle, ShapeId};
use huarong_oracle::analysis::Decimal;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};

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

/// Number of moves of a path that return a piece to a place that it has left. The layers of a piece are one piece.
fn returns(landscape: &Landscape, path: &[u32]) -> u64 {
    // The places where the piece has been that is now on a place.
    let mut been: HashMap<(ShapeId, Cell), HashSet<Cell>> = HashMap::new();
    let mut returns = 0;
    for pair in path.windows(2) {
        let made = landscape.moves(pair[0]).find(|&(_, next)| next == pair[1]);
        let (made, _) = made.expect("the path goes along moves");
        let mut places = been.remove(&(made.shape, made.from)).unwrap_or_default();
        let (shape, to) = match made.followers.first() {
            Some(below) if made.to == GONE => (below.shape, below.to),
            _ => (made.shape, made.to),
        };
        // A layer can appear where the one above it was.
        returns += u64::from(to != made.from && places.contains(&to));
        places.insert(made.from);
        been.insert((shape, to), places);
    }
    returns
}

/// For each alternative of the goal and each piece that it names, the numbers of unit steps to its goal place. For the pieces
/// that must be gone, the numbers of unit moves until they are. Other pieces are ignored.
struct ToGoal {
    alternatives: Vec<Vec<(ShapeId, HashMap<Cell, u32>)>>,
    leaving: Vec<(ShapeId, HashMap<Cell, u32>)>,
}

impl ToGoal {
    fn new(puzzle: &Puzzle) -> Self {
        let goal = puzzle.goal();
        let alternatives = goal.alternatives().iter().map(|placements| {
            let steps = |&(shape, cell): &(ShapeId, Cell)| {
                (shape, steps_to(puzzle, shape, [(cell, 0)].into()))
            };
            placements.iter().map(steps).collect()
        });
        let leaving = goal.gone().iter().map(|&shape| (shape, moves_out(puzzle, shape)));
        Self { alternatives: alternatives.collect(), leaving: leaving.collect() }
    }

    /// The least sum of steps, over the alternatives; for each place the nearest piece of its shape counts.
    fn steps(&self, position: &Arrangement) -> u32 {
        let of = |(shape, steps): &(ShapeId, HashMap<Cell, u32>)| {
            let each = position.anchors_of(*shape).filter_map(|at| steps.get(&at).copied());
            each.min().unwrap_or(0)
        };
        let out = |(shape, moves): &(ShapeId, HashMap<Cell, u32>)| -> u32 {
            position.anchors_of(*shape).filter_map(|at| moves.get(&at)).sum()
        };
        let sums = self.alternatives.iter().map(|pieces| pieces.iter().map(of).sum());
        let out: u32 = self.leaving.iter().map(out).sum();
        sums.min().unwrap_or(0) + out
    }
}

/// Number of unit steps from each place of a piece to the nearest of some places, on the board without other pieces. Each of
/// these has a number of steps already.
fn steps_to(puzzle: &Puzzle, shape: ShapeId, mut steps: HashMap<Cell, u32>) -> HashMap<Cell, u32> {
    let nearest = |(&cell, &steps): (&Cell, &u32)| Reverse((steps, cell));
    let mut waiting: BinaryHeap<Reverse<(u32, Cell)>> = steps.iter().map(nearest).collect();
    while let Some(Reverse((here, at))) = waiting.pop() {
        for direction in Direction::ALL {
            // Steps can be taken back.
            if let Some(other) = puzzle.lone_step(shape, at, direction)
                && steps.get(&other).is_none_or(|&known| known > here + 1)
            {
                steps.insert(other, here + 1);
                waiting.push(Reverse((here + 1, other)));
            }
        }
    }
    steps
}

/// Number of unit moves from each place of a piece until it is gone with all its layers, after all other pieces have left.
fn moves_out(puzzle: &Puzzle, shape: ShapeId) -> HashMap<Cell, u32> {
    let Some(doors) = puzzle.doors() else { return HashMap::new() };
    let below = doors.layer_below(shape).map(|below| moves_out(puzzle, below));
    let mut out = HashMap::new();
    for at in puzzle.board().cells() {
        let mut alone = puzzle.empty_position();
        alone.put(shape, at);
        let left = puzzle.left(&alone.piece_set());
        // A door can open after more pieces than all others.
        let is_open = |exit: &&Exit| exit.gap == 0 && u32::from(exit.opens_after) <= left;
        let touching = doors.exits(shape, at).iter().filter(is_open);
        let after =
            |exit: &Exit| below.as_ref().map_or(Some(0), |below| below.get(&exit.to).copied());
        if let Some(after) = touching.filter_map(after).min() {
            out.insert(at, after + 1);
        }
    }
    steps_to(puzzle, shape, out)
}
