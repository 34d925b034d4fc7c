//! How far the farthest node is from each: by searches from some nodes, which bound what is not searched.
//!
//! A search from s finds its eccentricity e(s), and how far each node v is from it, d(s, v). Then that of v is at
//! least d(s, v) and e(s) - d(s, v), and at most e(s) + d(s, v) (F. W. Takes and W. A. Kosters, "Determining the
//! Diameter of Small World Networks", CIKM 2011, and "Computing the Eccentricity Distribution of Large Graphs",
//! Algorithms 2013). And two nodes within half the diameter of a third are no farther apart than the diameter (P.
//! Crescenzi et al., "On Computing the Diameter of Real-World Undirected Graphs", Theoretical Computer Science 2013).
//! Searches go on until the bounds meet where it matters.

use super::adjacency::Graph;
use super::sweep::Sweep;
use crate::effort::{Effort, Stopped};
use rayon::prelude::*;
use std::collections::VecDeque;

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
    /// Every node, or one of its images, is as far as the radius from one of these nodes, or one of them is farther
    /// from its own farthest than from that node, by the radius: so the radius is no less. Every node that is farther
    /// from the centre than half the diameter has, itself or an image, one whose own greatest distance plus that
    /// between them is at most the diameter, and two that are not farther from the centre are no farther apart: so the
    /// diameter is no more.
    pub searches: Vec<(u32, u32)>,
}

/// How far the farthest is from every node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Eccentricities {
    /// That of each.
    pub of_nodes: Vec<u32>,
    /// The greatest and the least of them.
    pub extremes: Extremes,
}

impl Eccentricities {
    /// How many nodes have each, from the radius to the diameter.
    pub fn counts(&self) -> Vec<u64> {
        let Extremes { diameter, radius, .. } = self.extremes;
        let mut counts = vec![0; (diameter - radius) as usize + 1];
        self.of_nodes.iter().for_each(|far| counts[(far - radius) as usize] += 1);
        counts
    }
}

/// Many searches at once, and some.
type Wide = Sweep<8>;
type Narrow = Sweep<1>;

/// A wide sweep takes about as long as so many narrow ones.
const FEW: usize = 3;

/// Sweeps of a round, which run side by side.
const ROUND: usize = 4;

/// Bytes of a node in the bounds, and in the lists of nodes that they are found by.
const BOUNDS_BYTES: usize = 32;

/// About the bytes that searches of a graph take, besides the graph.
pub fn sweep_memory(nodes: u64) -> u64 {
    let sweep = Wide::NODE_BYTES + size_of::<u32>();
    nodes.saturating_mul((ROUND * sweep + BOUNDS_BYTES) as u64)
}

/// The diameter and the radius of a graph that is not empty, whose automorphisms `images` are, each node's image being
/// listed: what is true of a node is true of its images.
///
/// ```
/// use huarong::search::Effort;
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
    Bounds::new(graph, images).settle_extremes(effort)
}

/// The eccentricity of every node of a graph, of which automorphisms are known as for [`extremes`].
pub fn eccentricities(
    graph: &Graph,
    images: &[Vec<u32>],
    effort: Effort<'_>,
) -> Result<Eccentricities, Stopped> {
    let mut bounds = Bounds::new(graph, images);
    let extremes = bounds.settle_extremes(effort)?;
    loop {
        let hollows = bounds.hollows();
        if hollows.is_empty() {
            return Ok(Eccentricities { of_nodes: bounds.low, extremes });
        }
        bounds.search(&hollows, effort)?;
    }
}

/// The nodes for which `of` is least, so many at most.
fn lowest(mut nodes: Vec<u32>, most: usize, of: impl Fn(u32) -> u32) -> Vec<u32> {
    if nodes.len() > most {
        nodes.select_nth_unstable_by_key(most, |&node| (of(node), node));
        nodes.truncate(most);
    }
    nodes
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

    /// Searches until the bounds leave diameter and radius no room.
    fn settle_extremes(&mut self, effort: Effort<'_>) -> Result<Extremes, Stopped> {
        self.search(&[0], effort)?;
        let mut centre = 0;
        let mut within = self.graph.distances(&[centre]);
        // Few searches tell much at first, and the more of them there are, the less each costs.
        let mut most = 1;
        loop {
            let ends = self.searches.iter().map(|&(node, far)| (far, node));
            let (radius, nearest) = ends.clone().min().expect("it is not empty");
            let (diameter, _) = ends.max().expect("it is not empty");
            if self.high[centre as usize] > radius {
                centre = nearest;
                within = self.graph.distances(&[centre]);
            }
            // Two nodes within half the diameter of the centre are no farther apart.
            let far = self
                .open(|bounds, node| bounds.high[node] > diameter && within[node] > diameter / 2);
            let near = self.open(|bounds, node| bounds.low[node] < radius);
            if far.is_empty() && near.is_empty() {
                return Ok(self.extremes(centre, [diameter, radius]));
            }
            let mut sources = self.covering(&far, diameter, 4 * most);
            sources.extend(lowest(far, most, |node| u32::MAX - self.low[node as usize]));
            sources.extend(lowest(near, most, |node| self.low[node as usize]));
            sources.sort_unstable();
            sources.dedup();
            self.search(&sources, effort)?;
            most = (2 * most).min(Wide::WIDTH);
        }
    }

    /// Nodes, so many at most, from which searches show of some that they are no farther from any than the diameter,
    /// where the low bounds are right.
    fn covering(&self, far: &[u32], diameter: u32, most: usize) -> Vec<u32> {
        let mut high = self.high.clone();
        let mut sources = Vec::new();
        for &node in far {
            if high[node as usize] <= diameter {
                continue;
            }
            if sources.len() == most {
                break;
            }
            // Down to where no neighbour is nearer to all others: from there the most is shown.
            let mut lowest = node;
            let lower = |of: u32| {
                let below = |other: &&u32| self.low[**other as usize] < self.low[of as usize];
                self.graph.neighbours(of).iter().find(below)
            };
            while let Some(&other) = lower(lowest) {
                lowest = other;
            }
            sources.push(lowest);
            let mut queue = VecDeque::from([(lowest, self.low[lowest as usize])]);
            high[lowest as usize] = self.low[lowest as usize];
            while let Some((node, bound)) = queue.pop_front() {
                if bound == diameter {
                    break;
                }
                for &other in self.graph.neighbours(node) {
                    if high[other as usize] > bound + 1 {
                        high[other as usize] = bound + 1;
                        queue.push_back((other, bound + 1));
                    }
                }
            }
        }
        sources
    }

    /// The nodes that must be searched from where the low bounds are right: whose bounds differ, and of whose
    /// neighbours none has a lower one. Where there is none, all is known: down from neighbour to neighbour every
    /// other node comes to a node whose bounds are equal, and so are those of the nodes on the way.
    fn hollows(&self) -> Vec<u32> {
        self.open(|bounds, node| {
            let low = bounds.low[node];
            let mut neighbours = self.graph.neighbours(node as u32).iter();
            low < bounds.high[node] && neighbours.all(|&other| bounds.low[other as usize] >= low)
        })
    }

    /// The nodes of which something is true: of those that are images of one another the first, even where it is true
    /// of another alone.
    fn open(&self, is_open: impl Fn(&Self, usize) -> bool) -> Vec<u32> {
        let open = self.graph.nodes().filter(|&node| is_open(self, node as usize));
        let images = |node: u32| self.images.iter().map(move |image| image[node as usize]);
        let mut first: Vec<u32> = open.map(|node| images(node).fold(node, u32::min)).collect();
        first.sort_unstable();
        first.dedup();
        first
    }

    /// Searches from some nodes, and knows what follows from it.
    fn search(&mut self, sources: &[u32], effort: Effort<'_>) -> Result<(), Stopped> {
        let sources = &self.gathered(sources);
        for round in sources.chunks(ROUND * Wide::WIDTH) {
            effort.done(0)?;
            match round.len().div_ceil(Narrow::WIDTH) {
                0..=FEW => self.sweep::<1>(round),
                _ => self.sweep::<8>(round),
            }
            let first = self.searches.len() - round.len();
            self.raise(first);
            self.lower(first);
            self.reflect();
        }
        Ok(())
    }

    /// Some nodes in an order in which those that are near one another stand together: a sweep from such nodes has each
    /// node in few levels.
    fn gathered(&self, nodes: &[u32]) -> Vec<u32> {
        let mut is_wanted = vec![false; self.graph.len()];
        nodes.iter().for_each(|&node| is_wanted[node as usize] = true);
        let mut gathered = Vec::with_capacity(nodes.len());
        let mut seen = vec![false; self.graph.len()];
        for &first in nodes {
            if !is_wanted[first as usize] {
                continue;
            }
            // A ball around each that is in none yet, until it holds as many as a sweep takes.
            let end = gathered.len() + Wide::WIDTH;
            let mut ball = VecDeque::from([first]);
            while let Some(node) = ball.pop_front().filter(|_| gathered.len() < end) {
                if std::mem::take(&mut is_wanted[node as usize]) {
                    gathered.push(node);
                }
                for &other in self.graph.neighbours(node) {
                    if !std::mem::replace(&mut seen[other as usize], true) {
                        ball.push_back(other);
                    }
                }
            }
        }
        gathered
    }

    fn sweep<const LANES: usize>(&mut self, sources: &[u32]) {
        let nodes = self.graph.len();
        let sweep = |sweep: &mut Sweep<LANES>, sources: &[u32]| {
            let mut farthest = vec![0; nodes];
            (sweep.run(self.graph, sources, &mut farthest), farthest)
        };
        let found: Vec<_> = { sources.par_chunks(Sweep::<LANES>::WIDTH) }
            .map_init(|| Sweep::new(nodes), sweep)
            .collect();
        for (_, farthest) in &found {
            for (low, far) in self.low.iter_mut().zip(farthest) {
                *low = (*far).max(*low);
            }
        }
        let greatest = found.into_iter().flat_map(|(greatest, _)| greatest);
        self.searches.extend(sources.iter().copied().zip(greatest));
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

    /// What is known when the bounds leave the extremes no room.
    fn extremes(&self, centre: u32, [diameter, radius]: [u32; 2]) -> Extremes {
        let mut searches = self.searches.clone();
        searches.sort_unstable();
        let from = searches.iter().find(|search| search.1 == diameter);
        let (from, _) = *from.expect("a search found it");
        let distances = self.graph.distances(&[from]);
        let to = distances.iter().position(|&far| far == diameter).expect("it is as far") as u32;
        Extremes { diameter, radius, ends: (from, to), centre, searches }
    }
}
