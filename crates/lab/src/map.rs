//! The component of a position as a layered graph for drawing.

use huarong_core::drawing::layers;
use huarong_core::effort::Effort;
use huarong_core::graph::Graph;
use huarong_core::rules::{Arrangement, Metric, Puzzle};
use huarong_oracle::analysis::{Reachable, ReachableError};

/// The component of a position under a metric, as a graph with an order for drawing. All positions of a component that
/// contains a goal position have the same map.
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
/// // One goal place of the big piece and sixteen places of the small one.
/// assert_eq!(map.levels()[0], 16);
/// let here = map.node(&start).expect("it is in its own component");
/// assert_eq!(map.distance(here), 1);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ComponentMap {
    positions: Vec<Arrangement>,
    /// The end of each level, which is the start of the next.
    ends: Vec<u32>,
    graph: Graph,
    is_solvable: bool,
}

impl ComponentMap {
    /// Makes the map of the component of a position, with at most `most` positions. Reports progress in positions.
    pub fn of(
        puzzle: &Puzzle,
        start: &Arrangement,
        metric: Metric,
        most: u32,
        effort: Effort<'_>,
    ) -> Result<Self, ReachableError> {
        let reachable = Reachable::explore(puzzle, start, most, effort)?;
        let (positions, graph) = (reachable.positions(), reachable.graph(metric, effort)?);
        let mut sources = reachable.goals();
        let is_solvable = !sources.is_empty();
        if !is_solvable {
            sources.extend(reachable.node(start));
        }
        let mut levels = levels(&graph, &sources);
        layers::untangle(&graph, &mut levels);
        // From here on, nodes are numbered in drawing order.
        let order: Vec<u32> = levels.concat();
        let graph = renumbered(&graph, &order);
        let positions = order.iter().map(|&node| positions[node as usize].clone()).collect();
        let ends = levels.iter().scan(0, |end, level| {
            *end += level.len() as u32;
            Some(*end)
        });
        Ok(Self { positions, ends: ends.collect(), graph, is_solvable })
    }

    /// Whether the component contains a goal position. If it does not, levels count moves from the given position.
    pub fn is_solvable(&self) -> bool {
        self.is_solvable
    }

    /// Number of positions that are 0, 1, 2 … moves from the nearest goal position.
    pub fn levels(&self) -> Vec<u32> {
        let begins = [0].iter().chain(&self.ends);
        self.ends.iter().zip(begins).map(|(end, begin)| end - begin).collect()
    }

    /// The positions, level by level and in drawing order within each. A position's index in this slice is its node.
    pub fn positions(&self) -> &[Arrangement] {
        &self.positions
    }

    /// The graph of moves. The neighbours of a node are sorted.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The node of a position; `None` if it lies in another component.
    pub fn node(&self, position: &Arrangement) -> Option<u32> {
        self.positions.iter().position(|other| other == position).map(|node| node as u32)
    }

    /// The level of a node.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    pub fn distance(&self, node: u32) -> u16 {
        assert!((node as usize) < self.positions.len(), "node {node} of {}", self.positions.len());
        self.ends.partition_point(|&end| end <= node) as u16
    }
}

/// The nodes by distance from the nearest source, sorted within each level.
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
