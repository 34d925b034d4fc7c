//! Bridges and articulation points of a graph (J. Hopcroft and R. Tarjan, "Efficient Algorithms for Graph
//! Manipulation", 1973).

use super::adjacency::Graph;

/// Bridges and articulation points: the edges and nodes whose removal disconnects a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cuts {
    /// Bridges, each with its smaller node first, sorted.
    pub bridges: Vec<(u32, u32)>,
    /// Articulation points, sorted.
    pub articulations: Vec<u32>,
}

/// Finds the bridges and articulation points of a connected graph.
///
/// ```
/// use huarong::analysis::{Graph, cuts};
///
/// // A triangle with a tail.
/// let graph = Graph::new([vec![1, 2], vec![0, 2], vec![0, 1, 3], vec![2]]);
/// let cuts = cuts(&graph);
/// assert_eq!(cuts.bridges, [(2, 3)]);
/// assert_eq!(cuts.articulations, [2]);
/// ```
pub fn cuts(graph: &Graph) -> Cuts {
    const UNSEEN: u32 = u32::MAX;
    let mut cuts = Cuts::default();
    // For each node, when it was entered, and the earliest entry that an edge outside the tree reaches from its
    // subtree.
    let mut entered = vec![UNSEEN; graph.len()];
    let mut earliest = vec![UNSEEN; graph.len()];
    let mut is_articulation = vec![false; graph.len()];
    let mut clock = 0;
    let mut enter = |node: u32, entered: &mut [u32], earliest: &mut [u32]| {
        entered[node as usize] = clock;
        earliest[node as usize] = clock;
        clock += 1;
    };
    // The path from the root to the current node, with the number of neighbours of each that have been visited.
    let mut path: Vec<(u32, usize)> = Vec::new();
    let mut branches = 0;
    if !graph.is_empty() {
        enter(0, &mut entered, &mut earliest);
        path.push((0, 0));
    }
    while let Some(&mut (node, ref mut looked)) = path.last_mut() {
        if let Some(&other) = graph.neighbours(node).get(*looked) {
            *looked += 1;
            let above = path.len().checked_sub(2).map(|above| path[above].0);
            if entered[other as usize] == UNSEEN {
                branches += u32::from(node == 0);
                enter(other, &mut entered, &mut earliest);
                path.push((other, 0));
            } else if Some(other) != above {
                let back = entered[other as usize];
                let earliest = &mut earliest[node as usize];
                *earliest = back.min(*earliest);
            }
            continue;
        }
        path.pop();
        let Some(&(above, _)) = path.last() else { break };
        let below = earliest[node as usize];
        if below > entered[above as usize] {
            cuts.bridges.push((node.min(above), node.max(above)));
        }
        // The root is an articulation point if it has several subtrees.
        is_articulation[above as usize] |=
            if above == 0 { branches > 1 } else { below >= entered[above as usize] };
        let earliest = &mut earliest[above as usize];
        *earliest = below.min(*earliest);
    }
    cuts.bridges.sort_unstable();
    cuts.articulations = graph.nodes().filter(|&node| is_articulation[node as usize]).collect();
    cuts
}
