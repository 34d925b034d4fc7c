//! Eccentricities of nodes, bounded by breadth-first searches from a few of them.
//!
//! A search from s finds its eccentricity e(s) and the distance d(s, v) of each node v. Then e(v) is at least d(s, v)
//! and e(s) - d(s, v), and at most e(s) + d(s, v) (F. W. Takes and W. A. Kosters, "Determining the Diameter of Small
//! World Networks", CIKM 2011, and "Computing the Eccentricity Distribution of Large Graphs", Algorithms 2013). Two
//! nodes within half the diameter of a third are at most the diameter apart (P. Crescenzi et al., "On Computing the
//! Diameter of Real-World Undirected Graphs", Theoretical Computer Science 2013). Searches continue until the bounds
//! that matter meet.

use super::adjacency::Graph;
use super::sweep::Sweep;
use crate::effort::{Cancelled, Effort};
use rayon::prelude::*;
use std::collections::VecDeque;

/// Diameter and radius of a graph, with nodes and searches that prove them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Extremes {
    /// The diameter: the greatest distance between two nodes.
    pub diameter: u32,
    /// The radius: the least eccentricity of a node.
    pub radius: u32,
    /// Two nodes at the distance of the diameter: the first such source of a search, and the first node farthest from
    /// it.
    pub ends: (u32, u32),
    /// A centre: a node whose eccentricity is the radius.
    pub centre: u32,
    /// The searches that prove both values, sorted: each source with its eccentricity.
    ///
    /// The radius is no less: each node, or an image of it, is at some distance d from some source s. Either d or e(s) - d
    /// is at least the radius. The diameter is no more: nodes within half the diameter of the centre
    /// are at most the diameter apart. For each other node or an image of it, some source has e(s) + d of at most the
    /// diameter.
    pub searches: Vec<(u32, u32)>,
}

/// Eccentricities of all nodes of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Eccentricities {
    /// The eccentricity of each node.
    pub of_nodes: Vec<u32>,
    /// The diameter and the radius.
    pub extremes: Extremes,
}

impl Eccentricities {
    /// Number of nodes with each eccentricity, from the radius to the diameter.
    pub fn counts(&self) -> Vec<u64> {
        let Extremes { diameter, radius, .. } = self.extremes;
        let mut counts = vec![0; (diameter - radius) as usize + 1];
        self.of_nodes.iter().for_each(|far| counts[(far - radius) as usize] += 1);
        counts
    }
}

/// Sources of a wide sweep, and of a narrow one.
type Wide = Sweep<8>;
type Narrow = Sweep<1>;

/// A wide sweep takes about as long as this number of narrow ones.
const NARROW_PER_WIDE: usize = 3;

/// The sweeps of a round run in parallel.
const SWEEPS_PER_ROUND: usize = 4;

/// Bytes per node in the bounds, and in the lists from which sources are chosen.
const BOUNDS_BYTES: usize = 32;

/// Approximate bytes that the searches of a graph need, without the graph itself.
pub fn sweep_memory(nodes: u64) -> u64 {
    let sweep = Wide::NODE_BYTES + size_of::<u32>();
    nodes.saturating_mul((SWEEPS_PER_ROUND * sweep + BOUNDS_BYTES) as u64)
}

/// The diameter and the radius of a connected graph. `images` are automorphisms of the graph, each as a list of the image
/// of every node, as `Reachable::reflections` lists them. A value found for a node holds for its images.
///
/// ```
/// use huarong::analysis::{Graph, extremes};
/// use huarong::search::Effort;
///
/// let path = Graph::new([vec![1], vec![0, 2], vec![1, 3], vec![2]]);
/// let found = extremes(&path, &[], Effort::UNLIMITED)?;
/// assert_eq!((found.diameter, found.radius), (3, 2));
/// # Ok::<_, huarong::search::Cancelled>(())
/// ```
///
/// # Panics
///
/// If the graph is empty or not connected.
pub fn extremes(
    graph: &Graph,
    images: &[Vec<u32>],
    effort: Effort<'_>,
) -> Result<Extremes, Cancelled> {
    Bounds::new(graph, images).settle_extremes(effort)
}

/// The eccentricity of every node of a connected graph: its greatest distance to another. `images` are as for [`extremes`].
///
/// # Panics
///
/// If the graph is empty or not connected.
pub fn eccentricities(
    graph: &Graph,
    images: &[Vec<u32>],
    effort: Effort<'_>,
) -> Result<Eccentricities, Cancelled> {
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

/// The nodes with the least value of `of`, at most `most` of them.
fn lowest(mut nodes: Vec<u32>, most: usize, of: impl Fn(u32) -> u32) -> Vec<u32> {
    if nodes.len() > most {
        nodes.select_nth_unstable_by_key(most, |&node| (of(node), node));
        nodes.truncate(most);
    }
    nodes
}

/// Bounds on the eccentricities of all nodes.
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

    /// Searches until the bounds determine the diameter and the radius.
    fn settle_extremes(&mut self, effort: Effort<'_>) -> Result<Extremes, Cancelled> {
        assert!(!self.graph.is_empty(), "an empty graph has no eccentricities");
        let mut centre = 0;
        let mut within = self.graph.distances(&[centre]);
        assert!(!within.contains(&u32::MAX), "the graph is connected");
        self.search(&[0], effort)?;
        // The first searches tighten the bounds most; later rounds have more searches, each of which costs less.
        let mut most = 1;
        loop {
            let ends = self.searches.iter().map(|&(node, far)| (far, node));
            let (radius, nearest) = ends.clone().min().expect("it is not empty");
            let (diameter, _) = ends.max().expect("it is not empty");
            if self.high[centre as usize] > radius {
                centre = nearest;
                within = self.graph.distances(&[centre]);
            }
            // Two nodes within half the diameter of the centre are at most the diameter apart.
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

    /// At most `most` sources whose searches show, if the lower bounds are exact, that some nodes have an eccentricity
    /// of at most the diameter.
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
            // Goes down to a node with no neighbour of lower eccentricity: a search from there covers most nodes.
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

    /// The sources that are needed if the lower bounds are exact: nodes whose bounds differ and that have no neighbour
    /// with a smaller lower bound. If there are none, everything is known. Descending from neighbour to neighbour, each
    /// other node reaches a node whose bounds are equal, which fixes all nodes on the path.
    fn hollows(&self) -> Vec<u32> {
        self.open(|bounds, node| {
            let low = bounds.low[node];
            let mut neighbours = self.graph.neighbours(node as u32).iter();
            low < bounds.high[node] && neighbours.all(|&other| bounds.low[other as usize] >= low)
        })
    }

    /// The nodes for which a condition holds, one per orbit. It is the first node of the orbit, even if the condition
    /// holds for another one only.
    fn open(&self, is_open: impl Fn(&Self, usize) -> bool) -> Vec<u32> {
        let open = self.graph.nodes().filter(|&node| is_open(self, node as usize));
        let images = |node: u32| self.images.iter().map(move |image| image[node as usize]);
        let mut first: Vec<u32> = open.map(|node| images(node).fold(node, u32::min)).collect();
        first.sort_unstable();
        first.dedup();
        first
    }

    /// Searches from some nodes and tightens the bounds.
    fn search(&mut self, sources: &[u32], effort: Effort<'_>) -> Result<(), Cancelled> {
        let sources = &self.gathered(sources);
        for round in sources.chunks(SWEEPS_PER_ROUND * Wide::WIDTH) {
            effort.done(0)?;
            match round.len().div_ceil(Narrow::WIDTH) {
                0..=NARROW_PER_WIDE => self.sweep::<1>(round),
                _ => self.sweep::<8>(round),
            }
            let first = self.searches.len() - round.len();
            self.raise(first);
            self.lower(first);
            self.reflect();
        }
        Ok(())
    }

    /// The nodes in an order that keeps close nodes together. A sweep from close sources reaches each node in few
    /// levels.
    fn gathered(&self, nodes: &[u32]) -> Vec<u32> {
        let mut is_wanted = vec![false; self.graph.len()];
        nodes.iter().for_each(|&node| is_wanted[node as usize] = true);
        let mut gathered = Vec::with_capacity(nodes.len());
        let mut seen = vec![false; self.graph.len()];
        for &first in nodes {
            if !is_wanted[first as usize] {
                continue;
            }
            // Collects a ball around each node that is in no ball yet, until the ball holds enough nodes for one sweep.
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

    /// Raises the lower bounds around the searches from number `first` on: eccentricities of neighbours differ by at
    /// most 1.
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

    /// Lowers the upper bounds in the same manner.
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

    /// Copies the bounds of each node to its images.
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

    /// The result, once the bounds determine the diameter and the radius.
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
