//! The component of a position as a graph that can be drawn: levels from the win to the hardest positions.

use crate::drawing::layers;
use crate::effort::{Effort, Stopped};
use crate::graph::Graph;
use crate::numerals::Amount;
use crate::sliding::rules::{Arrangement, Metric, Puzzle};
use std::collections::HashMap;
use thiserror::Error;

/// The component of a position under a metric: which positions one move leads to from each, and in which order to draw
/// them. It is the same for all positions of a component that can be won.
///
/// ```
/// use huarong::search::Effort;
/// use huarong::analysis::ComponentMap;
/// use huarong::{Metric, Puzzle};
///
/// let puzzle = Puzzle::klotski();
/// let start = puzzle.parse_position("S.../BB../BB../..../....")?;
/// let map = ComponentMap::of(&puzzle, &start, Metric::Finger, 1_000, Effort::UNLIMITED)?;
/// assert!(map.is_solvable());
/// // One won place of the big piece and sixteen of the small one.
/// assert_eq!(map.levels()[0], 16);
/// let here = map.node(&start).expect("it is in its own component");
/// assert_eq!(map.distance(here), 1);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ComponentMap {
    positions: Vec<Arrangement>,
    /// Where each level ends; it begins where the one before ends.
    ends: Vec<u32>,
    graph: Graph,
    is_solvable: bool,
}

/// Why there is no map of a component.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum MapError {
    /// The watcher asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// More memory than may be used.
    #[error("the map takes more than {} of memory", Amount(*.allowed))]
    Memory {
        /// Bytes that may be used.
        allowed: u64,
    },
    /// A component of more positions than the map may have.
    #[error("more than {most} positions can be reached, which is as many as a map may have")]
    TooLarge {
        /// How many it may have.
        most: usize,
    },
}

impl ComponentMap {
    /// The map of the component of a position, which may have so many positions at most. The effort is told of them.
    pub fn of(
        puzzle: &Puzzle,
        start: &Arrangement,
        metric: Metric,
        most: usize,
        effort: Effort<'_>,
    ) -> Result<Self, MapError> {
        let (positions, graph) = explore(puzzle, start, metric, most, effort)?;
        let is_won = |node: &u32| puzzle.goal().is_won(&positions[*node as usize]);
        let mut sources: Vec<u32> = graph.nodes().filter(is_won).collect();
        let is_solvable = !sources.is_empty();
        if !is_solvable {
            sources.extend(positions.iter().position(|other| other == start).map(|at| at as u32));
        }
        let mut levels = levels(&graph, &sources);
        layers::untangle(&graph, &mut levels);
        // From here on nodes are numbered as they are drawn.
        let order: Vec<u32> = levels.concat();
        let graph = renumbered(&graph, &order);
        let positions = order.iter().map(|&node| positions[node as usize].clone()).collect();
        let ends = levels.iter().scan(0, |end, level| {
            *end += level.len() as u32;
            Some(*end)
        });
        Ok(Self { positions, ends: ends.collect(), graph, is_solvable })
    }

    /// Whether it can be won. Where it cannot, levels are counted from the position of which it is the component.
    pub fn is_solvable(&self) -> bool {
        self.is_solvable
    }

    /// How many positions are 0, 1, 2 … moves from the nearest won one.
    pub fn levels(&self) -> Vec<u32> {
        let begins = [0].iter().chain(&self.ends);
        self.ends.iter().zip(begins).map(|(end, begin)| end - begin).collect()
    }

    /// The positions, level by level and in each as they stand side by side. Their places here are their nodes.
    pub fn positions(&self) -> &[Arrangement] {
        &self.positions
    }

    /// The moves: which nodes are a move apart. Neighbours are in order.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The node of a position; `None` where it is of another component.
    pub fn node(&self, position: &Arrangement) -> Option<u32> {
        self.positions.iter().position(|other| other == position).map(|node| node as u32)
    }

    /// In which level a node is.
    ///
    /// # Panics
    ///
    /// Where there is no such node.
    pub fn distance(&self, node: u32) -> u16 {
        assert!((node as usize) < self.positions.len(), "node {node} of {}", self.positions.len());
        self.ends.partition_point(|&end| end <= node) as u16
    }
}

/// All that can be reached from a position, in an order that does not depend on it, and what one move leads to.
fn explore(
    puzzle: &Puzzle,
    start: &Arrangement,
    metric: Metric,
    most: usize,
    effort: Effort<'_>,
) -> Result<(Vec<Arrangement>, Graph), MapError> {
    let mut numbers = HashMap::from([(start.clone(), 0)]);
    let mut positions = vec![start.clone()];
    let mut lists: Vec<Vec<u32>> = Vec::new();
    let mut moves = 0;
    while let Some(position) = positions.get(lists.len()).cloned() {
        let mut list = Vec::new();
        let mut after = position.clone();
        puzzle.for_each_move_under(metric, &position, |made| {
            made.apply_to(&mut after);
            let number = *numbers.entry(after.clone()).or_insert_with(|| {
                positions.push(after.clone());
                positions.len() as u32 - 1
            });
            list.push(number);
            made.undo_on(&mut after);
        });
        moves += list.capacity() as u64;
        lists.push(list);
        if positions.len() > most {
            return Err(MapError::TooLarge { most });
        }
        if bytes(&positions, moves) > effort.memory {
            return Err(MapError::Memory { allowed: effort.memory });
        }
        if lists.len().is_multiple_of(CHUNK) {
            effort.done(CHUNK as u64)?;
        }
    }
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    let anchors = |node: u32| positions[node as usize].all_anchors();
    order.sort_unstable_by(|&a, &b| anchors(a).cmp(anchors(b)));
    let graph = renumbered(&Graph::new(lists), &order);
    Ok((order.iter().map(|&node| positions[node as usize].clone()).collect(), graph))
}

/// About the most bytes that a map takes while it is made: positions in two orders and by their numbers, moves in two
/// graphs beside the lists that they are made of.
fn bytes(positions: &[Arrangement], moves: u64) -> u64 {
    const OF_MOVE: u64 = 3 * size_of::<u32>() as u64;
    let of_position =
        positions.first().map_or(0, Arrangement::bytes) + 3 * size_of::<Vec<u32>>() as u64;
    4 * positions.len() as u64 * of_position + OF_MOVE * moves
}

/// Positions after which somebody is told.
const CHUNK: usize = 1 << 10;

/// The nodes by how far they are from the nearest of some; in each level by number.
fn levels(graph: &Graph, sources: &[u32]) -> Vec<Vec<u32>> {
    let mut levels: Vec<Vec<u32>> = Vec::new();
    for (node, distance) in graph.nodes().zip(graph.distances(sources)) {
        let level = distance as usize;
        if levels.len() <= level {
            levels.resize(level + 1, Vec::new());
        }
        levels[level].push(node);
    }
    levels
}

/// The same graph, with its nodes in another order.
fn renumbered(graph: &Graph, order: &[u32]) -> Graph {
    let mut new = vec![0; order.len()];
    order.iter().zip(0..).for_each(|(&node, number)| new[node as usize] = number);
    Graph::new(order.iter().map(|&node| {
        let neighbours = graph.neighbours(node).iter();
        let mut list: Vec<u32> = neighbours.map(|&other| new[other as usize]).collect();
        list.sort_unstable();
        list
    }))
}
