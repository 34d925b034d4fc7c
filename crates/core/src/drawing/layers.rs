//! Layered graph drawing: orders the nodes of each layer so that few edges cross.

use crate::graph::Graph;

/// Number of passes over all layers, alternately forwards and backwards.
const PASSES: usize = 6;

/// Orders the nodes of each layer of a graph whose edges stay within a layer or lead to an adjacent one. Each layer is
/// a centred row of nodes one unit apart.
///
/// This is the barycentre method: each node moves to the mean position of its neighbours in the previous layer,
/// forwards and then backwards (K. Sugiyama, S. Tagawa and M. Toda, "Methods for Visual Understanding of Hierarchical
/// System Structures", IEEE Transactions on Systems, Man, and Cybernetics, 1981). Nodes without such neighbours stay in
/// place. Nodes with equal means keep their order, so the result is deterministic.
///
/// ```
/// use huarong_core::drawing::layers;
/// use huarong_core::graph::Graph;
///
/// // Two parallel paths, 0-2 and 1-3; the second layer is in the wrong order.
/// let graph = Graph::new([vec![2], vec![3], vec![0], vec![1]]);
/// let mut rows = [vec![0, 1], vec![3, 2]];
/// layers::untangle(&graph, &mut rows);
/// assert_eq!(rows, [vec![1, 0], vec![3, 2]]);
/// ```
pub fn untangle(graph: &Graph, layers: &mut [Vec<u32>]) {
    let mut row = Row { place: vec![0.0; graph.len()], layer: vec![0; graph.len()] };
    for (number, nodes) in layers.iter().enumerate() {
        nodes.iter().for_each(|&node| row.layer[node as usize] = number);
        row.put(nodes);
    }
    // Starts at the last layer, which is often the smallest and so determines the others best.
    for pass in 0..PASSES {
        let last = layers.len().saturating_sub(1);
        match pass % 2 {
            0 => (0..last).rev().for_each(|at| row.sort(graph, &mut layers[at], at + 1)),
            _ => (1..=last).for_each(|at| row.sort(graph, &mut layers[at], at - 1)),
        }
    }
}

/// Positions of nodes within their layers.
struct Row {
    place: Vec<f64>,
    layer: Vec<usize>,
}

impl Row {
    fn put(&mut self, nodes: &[u32]) {
        let middle = (nodes.len() as f64 - 1.0) / 2.0;
        for (nth, &node) in nodes.iter().enumerate() {
            self.place[node as usize] = nth as f64 - middle;
        }
    }

    /// Sorts a layer by the positions of its neighbours in another layer.
    fn sort(&mut self, graph: &Graph, nodes: &mut [u32], other: usize) {
        let mean = |&node: &u32| {
            let others = graph.neighbours(node).iter().map(|&neighbour| neighbour as usize);
            let others = others.filter(|&neighbour| self.layer[neighbour] == other);
            let (sum, count) = others.fold((0.0, 0u32), |(sum, count), neighbour| {
                (sum + self.place[neighbour], count + 1)
            });
            if count == 0 { self.place[node as usize] } else { sum / f64::from(count) }
        };
        let mut means: Vec<(f64, u32)> = nodes.iter().map(|node| (mean(node), *node)).collect();
        means.sort_by(|a, b| a.0.total_cmp(&b.0));
        nodes.iter_mut().zip(means).for_each(|(node, (_, sorted))| *node = sorted);
        self.put(nodes);
    }
}
