//! How far the farthest node is from each: by searches from some nodes, which bound what is not searched.
//!
//! A search from s finds its eccentricity e(s), and how far each node v is from it, d(s, v). Then that of v is at least
//! d(s, v) and e(s) - d(s, v), and at most e(s) + d(s, v) (F. W. Takes and W. A. Kosters, "Determining the Diameter of
//! Small World Networks", CIKM 2011, and "Computing the Eccentricity Distribution of Large Graphs", Algorithms 2013).
//! Searches go on from where the bounds are widest until they meet where it matters.

use super::Graph;
use super::sweep::{Sweep, WIDTH};
use crate::effort::{Effort, Stopped};
use rayon::prelude::*;

/// The greatest and the least eccentricity of a graph, and why they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extremes {
    /// The greatest distance between two nodes.
    pub diameter: u32,
    /// The least that any node is from the one farthest from it.
    pub radius: u32,
    /// Two nodes that are as far apart as any: the first of those searched from, and the first as far from it.
    pub ends: (u32, u32),
    /// A node from which none is farther than the radius.
    pub centre: u32,
    /// The searches that prove it, sorted: from which node, and how far the farthest is from it.
    ///
    /// Every node v has one from a node s for which this plus the distance between s and v is at most the diameter, and
    /// is from one of these nodes as far as the radius, or has one for which this less the distance is as much.
    pub searches: Vec<(u32, u32)>,
}

/// The eccentricity of every node: how far the node is that is farthest from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Eccentricities(Vec<u32>);

impl Eccentricities {
    /// That of every node.
    pub fn of_nodes(&self) -> &[u32] {
        &self.0
    }

    /// How many nodes have each, from the radius to the diameter.
    pub fn histogram(&self) -> Vec<(u32, u64)> {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u64)).collect()
    }
}

/// Sweeps of a round, which run side by side.
const ROUND: usize = 4;

/// About the bytes that searches of a graph take, besides the graph.
pub fn sweep_memory(nodes: u64) -> u64 {
    let sweeps = ROUND.min(rayon::current_num_threads()) as u64;
    let farthest = ROUND * size_of::<u32>() + 2 * size_of::<u32>();
    nodes.saturating_mul(sweeps * Sweep::NODE_BYTES as u64 + farthest as u64)
}

/// The diameter and the radius of a graph that is not empty, whose automorphisms `images` are, each node's image being
/// listed: what is true of a node is true of its images.
///
/// ```
/// use huarong::effort::Effort;
/// use huarong::graph::{Graph, extremes};
///
/// let path = Graph::new([vec![1], vec![0, 2], vec![1, 3], vec![2]]);
/// let found = extremes(&path, &[], Effort::UNLIMITED)?;
/// assert_eq!((found.diameter, found.radius), (3, 2));
/// # Ok::<_, huarong::effort::Stopped>(())
/// ```
pub fn extremes(
    graph: &Graph,
    images: &[Vec<u32>],
    effort: Effort<'_>,
) -> Result<Extremes, Stopped> {
    let mut bounds = Bounds::new(graph, images);
    bounds.search(&bounds.spread(WIDTH), effort)?;
    loop {
        let diameter =
            bounds.searches.iter().map(|search| search.1).max().expect("it is not empty");
        let radius = bounds.searches.iter().map(|search| search.1).min().expect("it is not empty");
        let far = bounds.open(|bounds, node| bounds.high[node] > diameter);
        let near = bounds.open(|bounds, node| bounds.low[node] < radius);
        if far.is_empty() && near.is_empty() {
            return Ok(bounds.extremes(diameter, radius));
        }
        let mut sources = highest(far, |node| bounds.high[node as usize]);
        sources.extend(highest(near, |node| u32::MAX - bounds.low[node as usize]));
        sources.sort_unstable();
        sources.dedup();
        bounds.search(&sources, effort)?;
    }
}

/// The eccentricity of every node of a graph, of which automorphisms are known as for [`extremes`].
pub fn eccentricities(
    graph: &Graph,
    images: &[Vec<u32>],
    effort: Effort<'_>,
) -> Result<Eccentricities, Stopped> {
    let mut bounds = Bounds::new(graph, images);
    bounds.search(&bounds.spread(WIDTH), effort)?;
    loop {
        // Nodes with numbers that follow one another are near one another, and so are then the searches from them.
        let mut open = bounds.open(|bounds, node| bounds.low[node] < bounds.high[node]);
        if open.is_empty() {
            return Ok(Eccentricities(bounds.low));
        }
        open.truncate(ROUND * WIDTH);
        bounds.search(&open, effort)?;
    }
}

/// Some of the nodes for which `of` is greatest, from all over the graph: half of what a sweep takes.
fn highest(mut nodes: Vec<u32>, of: impl Fn(u32) -> u32) -> Vec<u32> {
    let Some(greatest) = nodes.iter().map(|&node| of(node)).max() else { return nodes };
    nodes.retain(|&node| of(node) == greatest);
    evenly(&nodes, WIDTH / 2)
}

/// At most so many of some nodes, evenly spread.
fn evenly(nodes: &[u32], count: usize) -> Vec<u32> {
    let count = count.min(nodes.len());
    (0..count).map(|nth| nodes[nth * nodes.len() / count]).collect()
}

/// What is known of the eccentricities of all nodes.
struct Bounds<'g> {
    graph: &'g Graph,
    images: &'g [Vec<u32>],
    low: Vec<u32>,
    high: Vec<u32>,
    searches: Vec<(u32, u32)>,
}

impl<'g> Bounds<'g> {
    fn new(graph: &'g Graph, images: &'g [Vec<u32>]) -> Self {
        let (low, high) = (vec![0; graph.len()], vec![u32::MAX; graph.len()]);
        Self { graph, images, low, high, searches: Vec::new() }
    }

    /// Whether a node is the first of its images.
    fn leads(&self, node: u32) -> bool {
        self.images.iter().all(|image| image[node as usize] >= node)
    }

    /// The nodes of which something is true, one for all its images.
    fn open(&self, is_open: impl Fn(&Self, usize) -> bool) -> Vec<u32> {
        let is_open = |&node: &u32| is_open(self, node as usize) && self.leads(node);
        self.graph.nodes().filter(is_open).collect()
    }

    /// Some nodes from all over the graph.
    fn spread(&self, count: usize) -> Vec<u32> {
        evenly(&self.open(|_, _| true), count)
    }

    /// Searches from some nodes, and knows what follows from it.
    fn search(&mut self, sources: &[u32], effort: Effort<'_>) -> Result<(), Stopped> {
        let nodes = self.graph.len();
        for round in sources.chunks(ROUND * WIDTH) {
            effort.done(0)?;
            let sweep = |sweep: &mut Sweep, sources: &[u32]| {
                let mut farthest = vec![0; nodes];
                (sweep.run(self.graph, sources, &mut farthest), farthest)
            };
            let found: Vec<_> =
                round.par_chunks(WIDTH).map_init(|| Sweep::new(nodes), sweep).collect();
            for (sources, (greatest, farthest)) in round.chunks(WIDTH).zip(found) {
                for (low, far) in self.low.iter_mut().zip(farthest) {
                    *low = far.max(*low);
                }
                self.searches.extend(sources.iter().copied().zip(greatest));
            }
            let first = self.searches.len() - round.len();
            self.raise(first);
            self.lower(first);
            self.reflect();
        }
        Ok(())
    }

    /// Of two neighbours neither is by more than one farther from anything: so the low bounds are lifted around the
    /// searches from the given one on.
    fn raise(&mut self, first: usize) {
        let greatest = self.searches[first..].iter().map(|search| search.1).max().unwrap_or(0);
        let mut levels = vec![Vec::new(); greatest as usize + 1];
        for &(node, far) in &self.searches[first..] {
            self.low[node as usize] = far;
            levels[far as usize].push(node);
        }
        for level in (1..levels.len()).rev() {
            for node in std::mem::take(&mut levels[level]) {
                for &other in self.graph.neighbours(node) {
                    let low = &mut self.low[other as usize];
                    if *low < level as u32 - 1 {
                        *low = level as u32 - 1;
                        levels[level - 1].push(other);
                    }
                }
            }
        }
    }

    /// The same of the high bounds.
    fn lower(&mut self, first: usize) {
        let mut levels: Vec<Vec<u32>> = Vec::new();
        let put = |levels: &mut Vec<Vec<u32>>, node, level: u32| {
            let level = level as usize;
            if levels.len() <= level {
                levels.resize_with(level + 1, Vec::new);
            }
            levels[level].push(node);
        };
        for &(node, far) in &self.searches[first..] {
            self.high[node as usize] = far;
            put(&mut levels, node, far);
        }
        let mut level = 0;
        while level < levels.len() {
            for node in std::mem::take(&mut levels[level]) {
                for &other in self.graph.neighbours(node) {
                    let high = &mut self.high[other as usize];
                    if *high > level as u32 + 1 {
                        *high = level as u32 + 1;
                        put(&mut levels, other, level as u32 + 1);
                    }
                }
            }
            level += 1;
        }
    }

    /// What is known of a node is known of its images.
    fn reflect(&mut self) {
        for image in self.images {
            for (node, &image) in image.iter().enumerate() {
                let image = image as usize;
                let (low, high) =
                    (self.low[node].max(self.low[image]), self.high[node].min(self.high[image]));
                (self.low[node], self.low[image]) = (low, low);
                (self.high[node], self.high[image]) = (high, high);
            }
        }
    }

    fn extremes(mut self, diameter: u32, radius: u32) -> Extremes {
        self.searches.sort_unstable();
        let with = |wanted| {
            let mut searches = self.searches.iter();
            searches.find(|search| search.1 == wanted).expect("a search found it").0
        };
        let (from, centre) = (with(diameter), with(radius));
        let distances = self.graph.distances(from);
        let to = distances.iter().position(|&far| far == diameter).expect("it is as far") as u32;
        Extremes { diameter, radius, ends: (from, to), centre, searches: self.searches }
    }
}
