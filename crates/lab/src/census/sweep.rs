//! Search of a piece set, level by level, from all goal positions of all its marked sets at once.

use super::graph::{Graph, MarkedSet, numbers};
use super::trie::PIECES;
use huarong_core::rules::Metric;

/// Search of one marked set: its remaining starts and its result.
#[derive(Clone, Debug)]
pub(super) struct StartSearch {
    pub marked_set: MarkedSet,
    /// Number of starts that are not found yet. The search of the marked set is finished at 0.
    pub left: u32,
    pub found: u32,
    /// The distance of the hardest starts found, and their positions.
    pub moves: u16,
    pub hardest: Vec<u32>,
}

impl StartSearch {
    pub fn new(marked_set: MarkedSet) -> Self {
        Self { marked_set, left: 0, found: 0, moves: 0, hardest: Vec::new() }
    }

    /// Restarts the search, with `starts` starts to find.
    pub fn expect(&mut self, starts: u32) {
        self.left = starts;
        self.found = 0;
        self.moves = 0;
        self.hardest.clear();
    }

    pub fn is_solvable(&self) -> bool {
        self.found > 0
    }
}

/// Bits of a search for each position: pieces seen there, and pieces of the next level.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    seen: Vec<u32>,
    coming: Vec<u32>,
    /// The positions of a level with their new pieces, and the positions of the next level.
    frontier: Vec<(u32, u32)>,
    reached: Vec<u32>,
}

impl Sweep {
    /// Searches until all starts are found, or no new positions are.
    pub fn run(&mut self, graph: &Graph, metric: Metric, searches: &mut [StartSearch]) {
        let positions = graph.starts.len();
        self.seen.clear();
        self.seen.resize(positions, 0);
        self.coming.clear();
        self.coming.resize(positions, 0);
        self.frontier.clear();
        self.reached.clear();
        let mut search_of = [0; PIECES];
        let mut live = 0;
        for (number, search) in searches.iter().enumerate().filter(|(_, search)| search.left > 0) {
            search_of[search.marked_set.first] = number;
            live |= search.marked_set.bits();
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
                    let search = &mut searches[search_of[usize::from(first)]];
                    if search.moves != level {
                        search.moves = level;
                        search.hardest.clear();
                    }
                    search.hardest.push(position);
                    search.found += 1;
                    search.left -= 1;
                    if search.left == 0 {
                        live &= !search.marked_set.bits();
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
