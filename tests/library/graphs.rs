//! Graph analyses, against all pairs of nodes and the removal of every edge.

use huarong_core::drawing::layers;
use huarong_core::effort::Effort;
use huarong_core::graph::{Cuts, Graph, cuts, eccentricities, extremes};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Graphs without eccentricities are refused with the reason.
#[test]
#[should_panic = "the graph is connected"]
fn a_graph_in_two_pieces_has_no_eccentricities() {
    let pieces = Graph::new([vec![1], vec![0], vec![3], vec![2]]);
    let _ = eccentricities(&pieces, &[], Effort::UNLIMITED);
}

#[test]
#[should_panic = "an empty graph has no eccentricities"]
fn an_empty_graph_has_no_eccentricities() {
    let _ = extremes(&Graph::default(), &[], Effort::UNLIMITED);
}

/// Edges, each with its smaller node first.
type Edges = BTreeSet<(u32, u32)>;

fn graph(nodes: u32, edges: &Edges) -> Graph {
    let of = |node: u32| {
        let other =
            move |&(a, b): &(u32, u32)| (a == node).then_some(b).or((b == node).then_some(a));
        edges.iter().filter_map(other).collect::<Vec<u32>>()
    };
    Graph::new((0..nodes).map(of))
}

/// The distances of all pairs; `None` if there is no path (R. Floyd, 1962).
fn all_pairs(nodes: u32, edges: &Edges) -> Vec<Vec<Option<u32>>> {
    let nodes = nodes as usize;
    let mut far = vec![vec![None; nodes]; nodes];
    (0..nodes).for_each(|node| far[node][node] = Some(0));
    for &(a, b) in edges {
        far[a as usize][b as usize] = Some(1);
        far[b as usize][a as usize] = Some(1);
    }
    for by in 0..nodes {
        for a in 0..nodes {
            for b in 0..nodes {
                if let (Some(there), Some(on)) = (far[a][by], far[by][b]) {
                    far[a][b] = Some(far[a][b].map_or(there + on, |old: u32| old.min(there + on)));
                }
            }
        }
    }
    far
}

/// Number of connected pieces of a graph, optionally without a node.
fn pieces(nodes: u32, edges: &Edges, without: Option<u32>) -> usize {
    let mut of: Vec<u32> = (0..nodes).collect();
    for &(a, b) in edges.iter().filter(|(a, b)| ![*a, *b].map(Some).contains(&without)) {
        let (old, new) = (of[a as usize], of[b as usize]);
        of.iter_mut().filter(|piece| **piece == old).for_each(|piece| *piece = new);
    }
    let left = (0..nodes).filter(|&node| Some(node) != without);
    left.map(|node| of[node as usize]).collect::<BTreeSet<u32>>().len()
}

/// Checks a graph with known automorphisms.
fn check(nodes: u32, edges: &Edges, images: &[Vec<u32>]) {
    let built = graph(nodes, edges);
    assert_eq!(built.edges(), edges.len());
    let far = all_pairs(nodes, edges);
    let far = |a: u32, b: u32| far[a as usize][b as usize].expect("it hangs together");
    let wanted: Vec<u32> =
        (0..nodes).map(|a| (0..nodes).map(|b| far(a, b)).max().unwrap()).collect();
    for node in 0..nodes {
        let found = built.distances(&[node]);
        assert!((0..nodes).all(|other| found[other as usize] == far(node, other)));
    }

    let found = eccentricities(&built, images, Effort::UNLIMITED).unwrap();
    assert_eq!(found.of_nodes, wanted);
    let counts = found.counts();
    assert_eq!(counts.iter().sum::<u64>(), u64::from(nodes));
    for (value, count) in (found.extremes.radius..).zip(counts) {
        assert_eq!(wanted.iter().filter(|far| **far == value).count() as u64, count);
    }
    let (from, to) = found.extremes.ends;
    assert_eq!(far(from, to), found.extremes.diameter);
    assert_eq!(wanted[found.extremes.centre as usize], found.extremes.radius);

    let found = extremes(&built, images, Effort::UNLIMITED).unwrap();
    assert_eq!(Some(&found.diameter), wanted.iter().max());
    assert_eq!(Some(&found.radius), wanted.iter().min());
    assert_eq!(far(found.ends.0, found.ends.1), found.diameter);
    assert_eq!(wanted[found.centre as usize], found.radius);
    assert!(found.searches.iter().all(|&(node, far)| wanted[node as usize] == far));
    // The listed searches suffice to bound the eccentricity of every node, directly or by one of
    // its images.
    for node in 0..nodes {
        let alike = || images.iter().map(|image| image[node as usize]).chain([node]);
        let is_bounded = |node: u32| {
            found.searches.iter().any(|&(from, most)| most + far(from, node) <= found.diameter)
        };
        let is_within = far(found.centre, node) <= found.diameter / 2;
        assert!(is_within || alike().any(is_bounded), "node {node} may be farther");
        let is_as_far = |node: u32| {
            let mut searches = found.searches.iter();
            searches.any(|&(from, most)| {
                far(from, node) >= found.radius || most >= found.radius + far(from, node)
            })
        };
        assert!(alike().any(is_as_far), "node {node} may be nearer");
    }

    let without =
        |edge: &(u32, u32)| edges.iter().filter(|other| *other != edge).copied().collect();
    let is_bridge = |edge: &&(u32, u32)| pieces(nodes, &without(edge), None) > 1;
    let found = cuts(&built);
    let bridges: Vec<(u32, u32)> = edges.iter().filter(is_bridge).copied().collect();
    assert_eq!(found.bridges, bridges);
    let articulations = (0..nodes).filter(|&node| pieces(nodes, edges, Some(node)) > 1);
    assert_eq!(found.articulations, articulations.collect::<Vec<u32>>());
}

prop_compose! {
    /// A tree with a few extra edges, so that removals can disconnect it.
    fn connected()(nodes in 1u32..60)(
        tree in prop::collection::vec(0.0..1.0, nodes as usize - 1),
        more in prop::collection::btree_set((0..nodes, 0..nodes), 0..=nodes as usize / 3),
        nodes in Just(nodes),
    ) -> (u32, Edges) {
        let tree = (1..nodes).zip(tree).map(|(node, to)| ((f64::from(node) * to) as u32, node));
        let more = more.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b)));
        (nodes, tree.chain(more).collect())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::common::cases(64)))]

    #[test]
    fn what_is_said_of_random_graphs_is_true((nodes, edges) in connected()) {
        check(nodes, &edges, &[]);
    }

    #[test]
    fn images_of_random_graphs_leave_it_true((nodes, edges) in connected()) {
        // A graph and its image, joined at their first nodes.
        let image = edges.iter().map(|&(a, b)| (a + nodes, b + nodes));
        let both = edges.iter().copied().chain(image).chain([(0, nodes)]).collect();
        let swap = (0..2 * nodes).map(|node| (node + nodes) % (2 * nodes)).collect();
        check(2 * nodes, &both, &[swap]);
    }
}

/// A grid with more nodes than one round of searches covers: its corner nodes are at the diameter.
#[test]
fn grids_have_their_corners_apart() {
    let (width, height) = (61u32, 50u32);
    let node = |x: u32, y: u32| y * width + x;
    let beside = |x: u32, y: u32| {
        let mut beside = Vec::new();
        beside.extend((x > 0).then(|| node(x - 1, y)));
        beside.extend((x + 1 < width).then(|| node(x + 1, y)));
        beside.extend((y > 0).then(|| node(x, y - 1)));
        beside.extend((y + 1 < height).then(|| node(x, y + 1)));
        beside
    };
    let cells = || (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let grid = Graph::new(cells().map(|(x, y)| beside(x, y)));
    let across: Vec<u32> = cells().map(|(x, y)| node(width - 1 - x, y)).collect();
    let down: Vec<u32> = cells().map(|(x, y)| node(x, height - 1 - y)).collect();
    let both: Vec<u32> = cells().map(|(x, y)| node(width - 1 - x, height - 1 - y)).collect();
    let wanted: Vec<u32> =
        cells().map(|(x, y)| x.max(width - 1 - x) + y.max(height - 1 - y)).collect();
    for images in [&[][..], &[across, down, both]] {
        let found = eccentricities(&grid, images, Effort::UNLIMITED).unwrap();
        assert_eq!(found.of_nodes, wanted);
        let found = extremes(&grid, images, Effort::UNLIMITED).unwrap();
        assert_eq!((found.diameter, found.radius), (60 + 49, 30 + 25));
    }
    assert_eq!(cuts(&grid), Cuts::default());
}

#[test]
fn a_node_alone_is_as_far_as_nothing() {
    check(1, &Edges::new(), &[]);
    assert_eq!(cuts(&Graph::default()), Cuts::default());
}

/// Number of crossing pairs of edges between neighbouring layers.
fn crossings(edges: &Edges, layers: &[Vec<u32>]) -> usize {
    let place = |node: u32| {
        let of = |layer: &Vec<u32>| layer.iter().position(|&other| other == node);
        let mut all = layers.iter().enumerate();
        all.find_map(|(layer, nodes)| Some((layer, of(nodes)?))).expect("each node has a place")
    };
    let ends = |&(a, b): &(u32, u32)| {
        if place(a) < place(b) { [place(a), place(b)] } else { [place(b), place(a)] }
    };
    let ends: Vec<_> = edges.iter().map(ends).collect();
    let cross = |[a, b]: &[(usize, usize); 2], [c, d]: &[(usize, usize); 2]| {
        a.0 == c.0 && b.0 == d.0 && a.1 < c.1 && b.1 > d.1
    };
    ends.iter().map(|one| ends.iter().filter(|other| cross(one, other)).count()).sum()
}

proptest! {
    /// Each layer keeps its nodes, and the edges of a layered tree do not cross.
    #[test]
    fn trees_in_layers_are_untangled(
        parents in prop::collection::vec(any::<prop::sample::Index>(), 1..40), roots in 1..4u32,
    ) {
        let mut rows: Vec<Vec<u32>> = vec![(0..roots).collect()];
        let mut depth = vec![0; roots as usize];
        let mut edges = Edges::new();
        for (node, parent) in (roots..).zip(&parents) {
            let parent = parent.index(depth.len());
            edges.insert((parent as u32, node));
            let layer: usize = depth[parent] + 1;
            depth.push(layer);
            if rows.len() <= layer {
                rows.push(Vec::new());
            }
            rows[layer].push(node);
        }
        let nodes = roots + parents.len() as u32;
        let before = rows.clone();
        layers::untangle(&graph(nodes, &edges), &mut rows);
        prop_assert_eq!(crossings(&edges, &rows), 0);
        for row in &mut rows {
            row.sort_unstable();
        }
        prop_assert_eq!(rows, before);
    }
}
