//! Undirected graphs as lists of neighbours.

use std::collections::VecDeque;

/// A connected undirected graph. Nodes are numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// End of each node's neighbours in the list; they start at the end of the node before.
    ends: Vec<usize>,
    neighbours: Vec<u32>,
}

impl Graph {
    /// The graph in which each node, in order, has these neighbours. Every edge must be in both its nodes' lists.
    ///
    /// ```
    /// use huarong_core::graph::Graph;
    ///
    /// let path = Graph::new([vec![1], vec![0, 2], vec![1]]);
    /// assert_eq!(path.len(), 3);
    /// assert_eq!(path.neighbours(1), [0, 2]);
    /// assert_eq!(path.distances(&[0]), [0, 1, 2]);
    /// ```
    pub fn new<L: IntoIterator<Item = u32>>(lists: impl IntoIterator<Item = L>) -> Self {
        let mut graph = Self::default();
        for list in lists {
            graph.neighbours.extend(list);
            graph.ends.push(graph.neighbours.len());
        }
        graph
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Number of edges.
    pub fn edges(&self) -> usize {
        self.neighbours.len() / 2
    }

    /// Number of neighbours of all nodes together. If edges lead one way, this is their number.
    #[doc(hidden)]
    pub fn arcs(&self) -> usize {
        self.neighbours.len()
    }

    /// The graph whose edges lead the other way.
    #[doc(hidden)]
    pub fn reversed(&self) -> Self {
        let mut ends = vec![0; self.len()];
        self.neighbours.iter().for_each(|&other| ends[other as usize] += 1);
        let mut sum = 0;
        ends.iter_mut().for_each(|end| sum = std::mem::replace(end, sum) + sum);
        let mut neighbours = vec![0; self.arcs()];
        for node in self.nodes() {
            for &other in self.neighbours(node) {
                let end = &mut ends[other as usize];
                neighbours[*end] = node;
                *end += 1;
            }
        }
        Self { neighbours, ends }
    }

    /// The neighbours of a node.
    #[inline]
    pub fn neighbours(&self, node: u32) -> &[u32] {
        let node = node as usize;
        let first = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.neighbours[first..self.ends[node]]
    }

    /// The nodes.
    pub fn nodes(&self) -> std::ops::Range<u32> {
        0..self.len() as u32
    }

    /// Distance of each node from the nearest source.
    ///
    /// # Panics
    ///
    /// If a source is not a node of the graph.
    pub fn distances(&self, sources: &[u32]) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.len()];
        let mut queue = VecDeque::from(sources.to_vec());
        sources.iter().for_each(|&source| distances[source as usize] = 0);
        while let Some(node) = queue.pop_front() {
            let next = distances[node as usize] + 1;
            for &other in self.neighbours(node) {
                if distances[other as usize] == u32::MAX {
                    distances[other as usize] = next;
                    queue.push_back(other);
                }
            }
        }
        distances
    }
}
