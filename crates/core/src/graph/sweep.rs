//! Breadth-first searches from many sources at once, one bit per search (M. Then et al., "The More the Merrier:
//! Efficient Multi-Source Graph Traversal", VLDB 2014).

use super::adjacency::Graph;

/// Working memory for simultaneous searches, one per bit of `LANES` words.
pub(super) struct Sweep<const LANES: usize> {
    reached: Vec<Reached<LANES>>,
    /// For each node, the searches that reached it in the last level.
    front: Vec<[u64; LANES]>,
    /// The nodes that the last level reached, in ascending order. Reading memory in order more than halves the time.
    active: Vec<u32>,
    /// For each node, whether the next level reaches it.
    touched: Vec<u64>,
    /// All nodes that some search has not reached, and possibly others.
    open: Vec<u32>,
    /// The bits of all searches.
    all: [u64; LANES],
}

/// The searches that have reached a node, and those that reach it in the next level, one bit each. Both are read
/// together, for nodes scattered over memory.
#[derive(Clone, Copy)]
struct Reached<const LANES: usize> {
    seen: [u64; LANES],
    next: [u64; LANES],
}

/// If more than one in this many open nodes are in the last level, pulling into open nodes is cheaper than pushing from
/// the level. Pulling reads scattered memory but writes in order (S. Beamer et al., "Direction-Optimizing Breadth-First
/// Search", 2012).
const OPEN_NODES_PER_ACTIVE: usize = 4;

impl<const LANES: usize> Sweep<LANES> {
    /// Number of simultaneous searches.
    pub const WIDTH: usize = LANES * 64;

    /// Bytes per node.
    pub const NODE_BYTES: usize = 3 * size_of::<[u64; LANES]>() + 2 * size_of::<u32>() + 1;

    const NONE: [u64; LANES] = [0; LANES];
    const UNREACHED: Reached<LANES> = Reached { seen: Self::NONE, next: Self::NONE };

    /// Working memory for a graph with this number of nodes.
    pub fn new(nodes: usize) -> Self {
        Self {
            reached: vec![Self::UNREACHED; nodes],
            front: vec![Self::NONE; nodes],
            active: Vec::new(),
            touched: vec![0; nodes.div_ceil(64)],
            open: Vec::new(),
            all: Self::NONE,
        }
    }

    /// Returns the eccentricity of each source, at most [`WIDTH`](Self::WIDTH) of them. Raises the entries of
    /// `farthest` to each node's distance from its farthest source.
    pub fn run(&mut self, graph: &Graph, sources: &[u32], farthest: &mut [u32]) -> Vec<u32> {
        self.begin(graph, sources);
        farthest.fill(0);
        let mut greatest = vec![0; sources.len()];
        for level in 1.. {
            if self.active.len() > self.open.len() / OPEN_NODES_PER_ACTIVE {
                self.open.retain(|&node| self.reached[node as usize].seen != self.all);
            }
            match self.active.len() > self.open.len() / OPEN_NODES_PER_ACTIVE {
                true => self.pull(graph),
                false => self.push(graph),
            }
            let arrived = self.settle(level, farthest);
            if self.active.is_empty() {
                break;
            }
            for (bit, greatest) in greatest.iter_mut().enumerate() {
                if arrived[bit / 64] >> (bit % 64) & 1 == 1 {
                    *greatest = level;
                }
            }
        }
        greatest
    }

    /// Starts each search at its source.
    fn begin(&mut self, graph: &Graph, sources: &[u32]) {
        let Self { reached, front, active, open, all, .. } = self;
        reached.fill(Self::UNREACHED);
        *all = Self::NONE;
        for (bit, &source) in sources.iter().enumerate() {
            let node = source as usize;
            if front[node] == Self::NONE {
                active.push(source);
            }
            front[node][bit / 64] |= 1 << (bit % 64);
            all[bit / 64] |= 1 << (bit % 64);
            reached[node].seen = front[node];
        }
        active.sort_unstable();
        open.clear();
        open.extend(graph.nodes());
    }

    /// Extends each search from the nodes of the last level to their neighbours.
    fn push(&mut self, graph: &Graph) {
        let Self { reached, front, active, touched, .. } = self;
        for &node in &*active {
            let front = std::mem::replace(&mut front[node as usize], Self::NONE);
            for &other in graph.neighbours(node) {
                let Reached { seen, next } = &mut reached[other as usize];
                let new: [u64; LANES] = std::array::from_fn(|lane| front[lane] & !seen[lane]);
                // The loop avoids a function call for the comparison of arrays.
                if new.iter().fold(0, |all, lane| all | lane) == 0 {
                    continue;
                }
                touched[other as usize / 64] |= 1 << (other % 64);
                for lane in 0..LANES {
                    next[lane] |= new[lane];
                }
            }
        }
    }

    /// Extends the searches into each open node from its neighbours, with the same result as [`push`](Self::push).
    fn pull(&mut self, graph: &Graph) {
        let Self { reached, front, active, open, touched, .. } = self;
        for &node in &*open {
            let mut new = Self::NONE;
            for &other in graph.neighbours(node) {
                for lane in 0..LANES {
                    new[lane] |= front[other as usize][lane];
                }
            }
            let Reached { seen, next } = &mut reached[node as usize];
            *next = std::array::from_fn(|lane| new[lane] & !seen[lane]);
            let is_new = next.iter().fold(0, |all, lane| all | lane) != 0;
            touched[node as usize / 64] |= u64::from(is_new) << (node % 64);
        }
        active.iter().for_each(|&node| front[node as usize] = Self::NONE);
    }

    /// Makes the next level the last one and updates `farthest`. Returns the searches that reached a node in it.
    fn settle(&mut self, level: u32, farthest: &mut [u32]) -> [u64; LANES] {
        let Self { reached, front, active, touched, .. } = self;
        active.clear();
        let mut arrived = Self::NONE;
        for (word, touched) in touched.iter_mut().enumerate() {
            let mut bits = std::mem::take(touched);
            while bits != 0 {
                let node = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                active.push(node as u32);
                farthest[node] = level;
                let Reached { seen, next } = &mut reached[node];
                front[node] = std::mem::replace(next, Self::NONE);
                for lane in 0..LANES {
                    seen[lane] |= front[node][lane];
                    arrived[lane] |= front[node][lane];
                }
            }
        }
        arrived
    }
}
