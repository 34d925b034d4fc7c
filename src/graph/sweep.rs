//! Breadth-first searches from many nodes at once: a bit each (M. Then et al., "The More the Merrier: Efficient
//! Multi-Source Graph Traversal", VLDB 2014).

use super::Graph;

/// Words of a node.
const LANES: usize = 8;
/// Nodes that are searched from at once.
pub(super) const WIDTH: usize = LANES * 64;

/// A bit for each search.
type Bits = [u64; LANES];
const NONE: Bits = [0; LANES];

/// Room for searches from [`WIDTH`] nodes of a graph.
pub(super) struct Sweep {
    /// For each node the searches that have reached it, those that have in the last level, and those that do in the next.
    seen: Vec<Bits>,
    front: Vec<Bits>,
    next: Vec<Bits>,
    /// The nodes that the last level reached, and those that the next does.
    active: Vec<u32>,
    touched: Vec<u32>,
}

impl Sweep {
    /// Bytes of a node.
    pub const NODE_BYTES: usize = 3 * size_of::<Bits>() + 2 * size_of::<u32>();

    /// Room for a graph of so many nodes.
    pub fn new(nodes: usize) -> Self {
        let none = || vec![NONE; nodes];
        let (active, touched) = (Vec::new(), Vec::new());
        Self { seen: none(), front: none(), next: none(), active, touched }
    }

    /// The greatest distance from each source, at most [`WIDTH`] of them, to any node; and to each node from any of
    /// them, into `farthest`.
    pub fn run(&mut self, graph: &Graph, sources: &[u32], farthest: &mut [u32]) -> Vec<u32> {
        let Self { seen, front, next, active, touched } = self;
        seen.fill(NONE);
        farthest.fill(0);
        for (bit, &source) in sources.iter().enumerate() {
            let node = source as usize;
            if front[node] == NONE {
                active.push(source);
            }
            front[node][bit / 64] |= 1 << (bit % 64);
            seen[node] = front[node];
        }
        let mut greatest = vec![0; sources.len()];
        for level in 1.. {
            for &node in &*active {
                let front = std::mem::replace(&mut front[node as usize], NONE);
                for &other in graph.neighbours(node) {
                    let (seen, next) = (&seen[other as usize], &mut next[other as usize]);
                    let new: Bits = std::array::from_fn(|lane| front[lane] & !seen[lane]);
                    if new == NONE {
                        continue;
                    }
                    if *next == NONE {
                        touched.push(other);
                    }
                    for lane in 0..LANES {
                        next[lane] |= new[lane];
                    }
                }
            }
            active.clear();
            if touched.is_empty() {
                break;
            }
            let mut arrived = NONE;
            for &node in &*touched {
                farthest[node as usize] = level;
                let node = node as usize;
                front[node] = std::mem::replace(&mut next[node], NONE);
                for lane in 0..LANES {
                    seen[node][lane] |= front[node][lane];
                    arrived[lane] |= front[node][lane];
                }
            }
            std::mem::swap(active, touched);
            for (bit, greatest) in greatest.iter_mut().enumerate() {
                if arrived[bit / 64] >> (bit % 64) & 1 == 1 {
                    *greatest = level;
                }
            }
        }
        greatest
    }
}
