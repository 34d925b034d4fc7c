//! The component of a position with what all its positions have in common.

use huarong_core::effort::Effort;
use huarong_core::graph::Graph;
use huarong_core::rules::{Arrangement, Metric, PerMetric, PieceMove, Puzzle};
use huarong_oracle::analysis::{Decimal, Reachable, ReachableError};

/// All positions that are reachable from one, with the moves between them under a metric and the distances to the goal.
///
/// Every position of a component has the same landscape, so one landscape serves many starts.
///
/// ```
/// use huarong::difficulty::Landscape;
/// use huarong::search::Effort;
/// use huarong::{Metric, Puzzle};
///
/// let puzzle = Puzzle::klotski();
/// let start = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let landscape = Landscape::explore(&puzzle, &start, Metric::Finger, Effort::UNLIMITED)?;
/// let difficulty = landscape.difficulty(&start, Effort::UNLIMITED)?.expect("it can reach the goal");
/// assert_eq!(difficulty.distance[Metric::Finger], 81);
/// assert_eq!(difficulty.reachable, 25_955);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Landscape {
    reachable: Reachable,
    metric: Metric,
    graph: Graph,
    goals: Vec<u32>,
    /// The distance of every position under each metric, or [`LOST`].
    distances: PerMetric<Vec<u16>>,
    /// For every position, the largest distance that is lost by moves that each lead one farther from the goal.
    climbs: Vec<u16>,
}

/// The distance of positions from which no moves lead to the goal.
pub(super) const LOST: u16 = u16::MAX;

/// A move that was made, and the choice that its position gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MadeMove {
    /// The distance before the move.
    pub distance: u16,
    /// The distance after it. On a board with doors it is [`u16::MAX`] if the position after it is lost.
    pub after: u16,
    /// Number of moves of the position before.
    pub mobility: u32,
    /// Number of best moves among them.
    pub best_moves: u32,
}

impl MadeMove {
    /// Whether the move is an error: it does not lead nearer to the goal. No move from a goal position is one.
    pub fn is_error(&self) -> bool {
        self.distance > 0 && self.after >= self.distance
    }

    /// Whether the position has both best and wrong moves, so that an error is possible.
    pub fn is_choice(&self) -> bool {
        self.distance > 0 && self.best_moves < self.mobility
    }
}

/// Bytes per position besides the position and its moves: distances, climbs, and lists during the searches.
const POSITION_BYTES: u64 = 3 * 2 + 2 + 8 + 8;

impl Landscape {
    /// Explores the component of a position, or all positions that it reaches where pieces leave the board. Reports progress
    /// in positions.
    ///
    /// # Errors
    ///
    /// Returns an error if the component exceeds the memory limit, or if the observer cancels the
    /// work.
    ///
    /// # Panics
    ///
    /// Panics for the multi metric: the measures are those of moves of single pieces.
    pub fn explore(
        puzzle: &Puzzle,
        start: &Arrangement,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Self, ReachableError> {
        Self::new(Reachable::explore(puzzle, start, u32::MAX - 1, effort)?, metric, effort)
    }

    /// Finds the moves and the distances of positions that are known. Reports progress in positions.
    ///
    /// # Errors
    ///
    /// Returns an error if the landscape exceeds the memory limit, or if the observer cancels the work.
    ///
    /// # Panics
    ///
    /// Panics for the multi metric.
    pub fn new(
        reachable: Reachable,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Self, ReachableError> {
        let positions = reachable.positions().len() as u64;
        let own = positions.saturating_mul(POSITION_BYTES);
        if own > effort.memory {
            return Err(ReachableError::Memory { positions, allowed: effort.memory });
        }
        let left = effort.without(own);
        let goals = reachable.goals();
        let graph = reachable.directed_graph(metric, left)?;
        let distances = PerMetric::try_each(|other| {
            let found = match other == metric {
                true => reachable.distances_to(&goals, &graph),
                false => reachable.distances_to(&goals, &reachable.directed_graph(other, left)?),
            };
            // A node without a distance becomes lost.
            let found: Vec<u16> = found.into_iter().map(|distance| distance as u16).collect();
            Ok::<_, ReachableError>(found)
        })?;
        let climbs = if goals.is_empty() { vec![] } else { climbs(&graph, &distances[metric]) };
        Ok(Self { reachable, metric, graph, goals, distances, climbs })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        self.reachable.puzzle()
    }

    /// The metric of the moves.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Number of positions.
    pub fn positions(&self) -> u64 {
        self.graph.len() as u64
    }

    /// Number of goal positions.
    pub fn goal_positions(&self) -> u64 {
        self.goals.len() as u64
    }

    /// Whether the landscape is that of a position. Where pieces leave, the position must have all pieces of the one that was
    /// explored.
    pub fn contains(&self, position: &Arrangement) -> bool {
        self.reachable.are_of(position)
    }

    /// Mean number of moves of a position: its mobility.
    pub fn mean_mobility(&self) -> Decimal {
        let moves = self.graph.arcs() as u64;
        Decimal::ratio(moves.into(), self.positions().into()).expect("there is a position")
    }

    /// Number of positions with at most one move. On a board without doors they are not lost, because every move can be
    /// undone.
    pub fn dead_ends(&self) -> u64 {
        let is_end = |&node: &u32| self.graph.neighbours(node).len() <= 1;
        self.graph.nodes().filter(is_end).count() as u64
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        let each = self.position(0).bytes() + POSITION_BYTES;
        self.positions() * each + self.graph.arcs() as u64 * size_of::<u32>() as u64
    }

    /// The number of a position in the landscape; `None` if the landscape does not have it.
    pub fn node(&self, position: &Arrangement) -> Option<u32> {
        self.reachable.node(position)
    }

    /// The move from one position to another, by their numbers. `None` if it is not one move under the metric, or if the
    /// first position cannot reach the goal.
    ///
    /// # Panics
    ///
    /// Panics if the landscape has no position with a number.
    pub fn made_move(&self, from: u32, to: u32) -> Option<MadeMove> {
        let after = self.graph.neighbours(from);
        let distance = self.distance(from);
        if distance == LOST || !after.contains(&to) {
            return None;
        }
        let is_best = |&&other: &&u32| self.distance(other) < distance;
        Some(MadeMove {
            distance,
            after: self.distance(to),
            mobility: after.len() as u32,
            best_moves: after.iter().filter(is_best).count() as u32,
        })
    }

    /// The position with a number.
    ///
    /// # Panics
    ///
    /// Panics if the landscape has no position with this number.
    pub fn position(&self, node: u32) -> &Arrangement {
        &self.reachable.positions()[node as usize]
    }

    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Whether a goal position is reachable.
    pub fn is_solvable(&self) -> bool {
        !self.goals.is_empty()
    }

    /// The distance of a position, by its number, under the metric of the landscape: [`u16::MAX`] if it cannot reach the goal.
    ///
    /// # Panics
    ///
    /// Panics if the landscape has no position with this number.
    pub fn distance(&self, node: u32) -> u16 {
        self.distances[self.metric][node as usize]
    }

    pub(super) fn distances(&self, node: u32) -> PerMetric<u16> {
        PerMetric::each(|metric| self.distances[metric][node as usize])
    }

    pub(super) fn climb(&self, node: u32) -> u16 {
        self.climbs[node as usize]
    }

    /// The moves of a position with the nodes after them, in the order of [`Puzzle::moves`].
    pub(super) fn moves(&self, node: u32) -> impl Iterator<Item = (PieceMove, u32)> {
        let moves = self.puzzle().moves(self.position(node), self.metric);
        moves.into_iter().zip(self.graph.neighbours(node).iter().copied())
    }
}

/// For every node, the largest distance that is lost by moves that each lead farther from the goal. Moves that lead to lost
/// positions do not count.
fn climbs(graph: &Graph, distances: &[u16]) -> Vec<u16> {
    let far = |node: u32| distances[node as usize];
    let mut farthest_first: Vec<u32> = graph.nodes().filter(|&node| far(node) != LOST).collect();
    farthest_first.sort_by_key(|&node| std::cmp::Reverse(far(node)));
    let mut climbs = vec![0; graph.len()];
    for node in farthest_first {
        let farther = graph.neighbours(node).iter().copied();
        let farther = farther.filter(|&other| far(other) > far(node) && far(other) != LOST);
        let climb = farther.map(|other| far(other) - far(node) + climbs[other as usize]);
        climbs[node as usize] = climb.max().unwrap_or(0);
    }
    climbs
}
