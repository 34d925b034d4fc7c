//! Structure of components: degrees, dead ends, bridges and articulation positions.

use super::space_graph::SpaceGraph;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::graph::cuts;
use huarong_core::rules::{Metric, PerMetric};
use rayon::prelude::*;

/// Size of the largest component that is searched for bridges and articulation positions.
pub const LARGEST_CUT: usize = 1_000_000;

/// Structure of a component under one metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    /// Number of pairs of positions that are one move apart.
    pub edges: u64,
    /// The least number of moves that a position has.
    pub fewest_moves: u64,
    /// The largest number of moves that a position has.
    pub most_moves: u64,
    /// Number of positions without a move: 1 for a component of one position, otherwise 0.
    pub stuck: u64,
    /// Number of dead ends, which are positions with one move.
    pub dead_ends: u64,
    /// Number of bridges, which are moves whose removal splits the component; `None` if it is [too large](LARGEST_CUT).
    pub bridges: Option<u64>,
    /// Number of articulation positions, whose removal splits the component; `None` if it is too large.
    pub articulations: Option<u64>,
}

/// Computes the structure of every component of a space under every metric. Reports progress in positions, each counted
/// once per metric.
pub fn structures(
    graph: &SpaceGraph<'_>,
    effort: Effort<'_>,
) -> Result<Vec<PerMetric<Structure>>, Cancelled> {
    let components = (0..graph.components()).into_par_iter();
    let structures = components.map(|component| match graph.mirror_of(component) {
        None => PerMetric::try_each(|metric| structure(graph, component, metric, effort)).map(Some),
        Some(_) => {
            effort
                .done((Metric::OF_SINGLE_PIECES.len() * graph.positions(component).len()) as u64)?;
            Ok(None)
        }
    });
    let own: Vec<Option<_>> = structures.collect::<Result<_, Cancelled>>()?;
    let of = |component: usize| {
        let first = graph.mirror_of(component).map_or(component, |mirror| mirror.component);
        own[first].expect("the first of several mirror images has figures of its own")
    };
    Ok((0..own.len()).map(of).collect())
}

fn structure(
    graph: &SpaceGraph<'_>,
    component: usize,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Structure, Cancelled> {
    let nodes = graph.graph(component, metric);
    let moves = || nodes.nodes().map(|node| nodes.neighbours(node).len() as u64);
    let with = |wanted: u64| moves().filter(|&moves| moves == wanted).count() as u64;
    let cuts = (nodes.len() <= LARGEST_CUT).then(|| cuts(&nodes));
    effort.done(nodes.len() as u64)?;
    Ok(Structure {
        edges: nodes.edges() as u64,
        fewest_moves: moves().min().unwrap_or(0),
        most_moves: moves().max().unwrap_or(0),
        stuck: with(0),
        dead_ends: with(1),
        bridges: cuts.as_ref().map(|cuts| cuts.bridges.len() as u64),
        articulations: cuts.as_ref().map(|cuts| cuts.articulations.len() as u64),
    })
}
