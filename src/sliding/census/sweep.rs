//! The search of a piece set: from all won positions of all its marks at once, level by level.

use super::graph::{Graph, Mark, numbers};
use super::trie::PIECES;
use crate::sliding::rules::Metric;

/// What is searched for a mark, and what is found.
#[derive(Clone, Debug)]
pub(super) struct Hunt {
    pub mark: Mark,
    /// How many of its starts are still to be found; the search is done with the mark when there are none.
    pub left: u32,
    /// How many starts were found.
    pub found: u32,
    /// The distance of the farthest of them, and which positions they are.
    pub moves: u16,
    pub hardest: Vec<u32>,
}

impl Hunt {
    /// A mark of which nothing is known.
    pub fn new(mark: Mark) -> Self {
        Self { mark, left: 0, found: 0, moves: 0, hardest: Vec::new() }
    }

    /// Begins anew, with so many starts to be found.
    pub fn expect(&mut self, starts: u32) {
        self.left = starts;
        self.found = 0;
        self.moves = 0;
        self.hardest.clear();
    }

    /// Whether a start was found in this search.
    pub fn can_win(&self) -> bool {
        self.found > 0
    }
}

/// A search's bits: for each position those of pieces that were seen there, and that come with the next level.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    seen: Vec<u32>,
    coming: Vec<u32>,
    /// The positions of a level with what is new at them, and those of the next.
    frontier: Vec<(u32, u32)>,
    reached: Vec<u32>,
}

impl Sweep {
    /// Searches until all starts that are left are found, or nothing is new.
    pub fn run(&mut self, graph: &Graph, metric: Metric, hunts: &mut [Hunt]) {
        let positions = graph.starts.len();
        self.seen.clear();
        self.seen.resize(positions, 0);
        self.coming.clear();
        self.coming.resize(positions, 0);
        self.frontier.clear();
        self.reached.clear();
        let mut hunt_of = [0; PIECES];
        let mut live = 0;
        for (number, hunt) in hunts.iter().enumerate().filter(|(_, hunt)| hunt.left > 0) {
            hunt_of[hunt.mark.first] = number;
            live |= hunt.mark.bits();
        }
        for &(position, bit) in graph.goals.iter().filter(|(_, bit)| bit & live != 0) {
            self.seen[position as usize] |= bit;
            self.coming[position as usize] = bit;
            self.reached.push(position);
        }
        let mut level = 0;
        while !self.reached.is_empty() {
            self.frontier.clear();
            for &position in &self.reached {
                let new = std::mem::take(&mut self.coming[position as usize]);
                self.frontier.push((position, new));
                for first in numbers(new & graph.starts[position as usize]) {
                    let hunt = &mut hunts[hunt_of[usize::from(first)]];
                    if hunt.moves != level {
                        hunt.moves = level;
                        hunt.hardest.clear();
                    }
                    hunt.hardest.push(position);
                    hunt.found += 1;
                    hunt.left -= 1;
                    if hunt.left == 0 {
                        live &= !hunt.mark.bits();
                    }
                }
            }
            self.reached.clear();
            if live == 0 {
                return;
            }
            self.expand(graph, metric, live);
            level += 1;
        }
    }

    /// Makes all moves from the frontier.
    fn expand(&mut self, graph: &Graph, metric: Metric, live: u32) {
        let [seen, coming] = [&mut self.seen[..], &mut self.coming[..]];
        for &(position, new) in &self.frontier {
            let new = new & live;
            if new == 0 {
                continue;
            }
            for edge in graph.moves(position, metric) {
                let to = edge.position();
                let fresh = edge.carry(new) & !seen[to];
                if fresh != 0 {
                    seen[to] |= fresh;
                    if coming[to] == 0 {
                        self.reached.push(to as u32);
                    }
                    coming[to] |= fresh;
                }
            }
        }
    }
}
