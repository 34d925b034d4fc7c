//! Breadth-first searches from many nodes at once: a bit each (M. Then et al., "The More the Merrier: Efficient
//! Multi-Source Graph Traversal", VLDB 2014).

use super::adjacency::Graph;

/// Room for searches from as many nodes of a graph as so many words have bits.
pub(super) struct Sweep<const LANES: usize> {
    reached: Vec<Reached<LANES>>,
    /// For each node the searches that have reached it in the last level.
    front: Vec<[u64; LANES]>,
    /// The nodes that the last level reached, ascending: so memory is gone through in order, which takes less than half
    /// the time.
    active: Vec<u32>,
    /// Of each node whether the next level reaches it.
    touched: Vec<u64>,
    /// The nodes that some search has not reached, and perhaps others.
    open: Vec<u32>,
    /// All searches.
    all: [u64; LANES],
}

/// The searches that have reached a node, and those that do in the next level: a bit each. They are looked at together,
/// for one node after another from all over memory.
#[derive(Clone, Copy)]
struct Reached<const LANES: usize> {
    seen: [u64; LANES],
    next: [u64; LANES],
}

/// Where the last level has more than one of so many nodes that are open, it is cheaper to come to those than to go on
/// from it: that reads memory all over and writes it in order (S. Beamer et al., "Direction-Optimizing Breadth-First
/// Search", 2012).
const PULL: usize = 4;

impl<const LANES: usize> Sweep<LANES> {
    /// Nodes that are searched from at once.
    pub const WIDTH: usize = LANES * 64;

    /// Bytes of a node.
    pub const NODE_BYTES: usize = 3 * size_of::<[u64; LANES]>() + 2 * size_of::<u32>() + 1;

    const NONE: [u64; LANES] = [0; LANES];
    const UNREACHED: Reached<LANES> = Reached { seen: Self::NONE, next: Self::NONE };

    /// Room for a graph of so many nodes.
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

    /// The greatest distance from each source, at most [`WIDTH`](Self::WIDTH) of them, to any node; and to each node
    /// from any of them, into `farthest`.
    pub fn run(&mut self, graph: &Graph, sources: &[u32], farthest: &mut [u32]) -> Vec<u32> {
        self.begin(graph, sources);
        farthest.fill(0);
        let mut greatest = vec![0; sources.len()];
        for level in 1.. {
            if self.active.len() > self.open.len() / PULL {
                self.open.retain(|&node| self.reached[node as usize].seen != self.all);
            }
            match self.active.len() > self.open.len() / PULL {
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

    /// Puts each search where it begins.
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

    /// Goes on from each node of the last level to its neighbours.
    fn push(&mut self, graph: &Graph) {
        let Self { reached, front, active, touched, .. } = self;
        for &node in &*active {
            let front = std::mem::replace(&mut front[node as usize], Self::NONE);
            for &other in graph.neighbours(node) {
                let Reached { seen, next } = &mut reached[other as usize];
                let new: [u64; LANES] = std::array::from_fn(|lane| front[lane] & !seen[lane]);
                // A comparison of arrays would be a call.
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

    /// Comes to each node that is open from its neighbours, with the same outcome.
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

    /// Makes the next level the last one, of which each node is so far from some source; the searches that it is of.
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
