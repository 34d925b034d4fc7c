//! All shortest paths from one node down to the nearest sources.

use num_bigint::BigUint;
use std::collections::BTreeMap;

/// All shortest paths from a node to the nearest sources of a graph, by the distances of its nodes. Together they are a
/// graph whose edges lead from each level to the next.
///
/// ```
/// use huarong_core::graph::{Descents, Graph};
///
/// // A square with a tail. The source is node 0, and the start is the end of the tail.
/// let graph = Graph::new([vec![1, 2], vec![0, 3], vec![0, 3], vec![1, 2, 4], vec![3]]);
/// let distances = graph.distances(&[0]);
/// let distance = |node: u64| Some(distances[node as usize] as u16);
/// let descents = Descents::new(4, 3, distance, |node, visit| {
///     graph.neighbours(node as u32).iter().for_each(|&other| visit(other.into()));
/// });
/// assert_eq!(descents.paths(), 2u8.into());
/// assert_eq!(descents.is_shared(), [true, true, false, true]);
/// ```
#[derive(Clone, Debug)]
pub struct Descents {
    levels: Vec<BTreeMap<u64, Passed>>,
}

/// A node on a shortest path.
#[derive(Clone, Debug, Default)]
pub struct Passed {
    /// Number of paths from the start to this node.
    pub before: BigUint,
    /// Number of paths from this node to a source.
    pub after: BigUint,
    /// The next nodes of the paths, in the order of the neighbours.
    pub onward: Vec<u64>,
    /// The other neighbours, in order; none for a source, where a path ends.
    pub others: Vec<u64>,
}

impl Passed {
    /// Number of paths through this node.
    pub fn paths(&self) -> BigUint {
        &self.before * &self.after
    }
}

impl Descents {
    /// The paths from `start`, which has the distance `length`. `for_each_neighbour` calls its argument with each
    /// neighbour of a node.
    pub fn new(
        start: u64,
        length: u16,
        distance: impl Fn(u64) -> Option<u16>,
        for_each_neighbour: impl Fn(u64, &mut dyn FnMut(u64)),
    ) -> Self {
        let first = Passed { before: BigUint::from(1u8), ..Passed::default() };
        let mut levels = vec![BTreeMap::from([(start, first)])];
        for nearer in (0..length).rev() {
            let mut next: BTreeMap<u64, Passed> = BTreeMap::new();
            let level = levels.last_mut().expect("there is a first level");
            for (&node, passed) in level.iter_mut() {
                for_each_neighbour(node, &mut |other| match distance(other) == Some(nearer) {
                    true => passed.onward.push(other),
                    false => passed.others.push(other),
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
                passed.after = passed.onward.iter().map(|node| &after[0][node].after).sum();
            }
        }
        Self { levels }
    }

    /// The nodes of each level, from the start to the sources.
    pub fn levels(&self) -> &[BTreeMap<u64, Passed>] {
        &self.levels
    }

    /// Number of paths.
    pub fn paths(&self) -> BigUint {
        self.levels[0].values().map(|start| &start.after).sum()
    }

    /// Number of nodes on at least one path.
    pub fn nodes(&self) -> u64 {
        self.levels.iter().map(|level| level.len() as u64).sum()
    }

    /// The sum, over all paths, of a number of each node on the path. Divided by the number of paths it is a mean.
    pub fn total(&self, of: impl Fn(u64, &Passed) -> u64) -> BigUint {
        let passed = self.levels.iter().flatten();
        passed.map(|(&node, passed)| passed.paths() * of(node, passed)).sum()
    }

    /// The sum, over all paths, of a number of each edge on the path.
    pub fn total_of_edges(&self, of: impl Fn(u64, u64) -> u64) -> BigUint {
        let pairs = self.levels.iter().zip(self.levels.iter().skip(1));
        let edges = pairs.flat_map(|(level, next)| {
            level.iter().flat_map(move |(&node, passed)| {
                let after = |&other: &u64| (other, &passed.before * &next[&other].after);
                passed.onward.iter().map(after).map(move |(other, paths)| (node, other, paths))
            })
        });
        edges.map(|(node, other, paths)| paths * of(node, other)).sum()
    }

    /// The least sum, over all paths, of a number of each edge on the path.
    pub fn least_of_edges(&self, of: impl Fn(u64, u64) -> u64) -> u64 {
        let mut least: BTreeMap<u64, u64> = BTreeMap::new();
        for level in self.levels.iter().rev() {
            let from = |(&node, passed): (&u64, &Passed)| {
                let sums = passed.onward.iter().map(|other| of(node, *other) + least[other]);
                (node, sums.min().unwrap_or(0))
            };
            least = level.iter().map(from).collect();
        }
        least.into_values().min().unwrap_or(0)
    }

    /// For each level, whether all paths pass through the same node.
    pub fn is_shared(&self) -> Vec<bool> {
        self.levels.iter().map(|level| level.len() == 1).collect()
    }

    /// The lengths of the stretches of edges that all paths share.
    pub fn shared_stretches(&self) -> Vec<u64> {
        // If two consecutive levels have one node each, all paths share the edge between them.
        let edges = |shared: &[bool]| shared.len().saturating_sub(1) as u64;
        self.is_shared().split(|shared| !shared).map(edges).collect()
    }
}
