//! Measures of boards whose pieces leave: lost positions, and the order of leaving.

use super::component_landscape::{LOST, Landscape};
use super::paths::OptimalPaths;
use huarong_core::graph::{Graph, UnionFind};
use huarong_core::rules::{Arrangement, Doors, PieceSet, ShapeId};
use huarong_oracle::analysis::Decimal;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Measures of a start on a board whose pieces leave.
///
/// A position is lost if no moves lead from it to the goal. It is freshly lost if one move leads to it from a position that is
/// not lost. Pieces that are interchangeable have one kind; all layers of a piece have its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeavingMeasures {
    /// Number of reachable positions that are lost.
    pub lost: u64,
    /// Their share of the reachable positions.
    pub lost_share: Decimal,
    /// Mean number, over the optimal solutions, of moves from its positions to lost positions.
    pub lost_moves: Decimal,
    /// The fewest moves from the start to a lost position; `None` if none is lost.
    pub soonest_loss: Option<u32>,
    /// Mean, over the freshly lost positions, of the fewest moves to a position after which no piece can ever leave. `None` if
    /// none is lost.
    pub mean_notice: Option<Decimal>,
    /// The largest of these numbers of moves.
    pub largest_notice: Option<u32>,
    /// The largest number of times that pieces can still pass doors from a freshly lost position.
    pub exits_after_loss: Option<u32>,
    /// The kinds of pieces that must leave before others in every solution, as `A<B C<D`. All pieces of the first kind are gone
    /// when one of the second leaves. Pairs that follow from others are left out.
    pub order: String,
    /// The same for every optimal solution.
    pub optimal_order: String,
    /// Number of orders of kinds in which the pieces leave in optimal solutions; `None` if they are too many to count.
    pub optimal_orders: Option<u64>,
    /// Mean number of moves of an optimal solution per piece that leaves; `None` if none leaves.
    pub mean_between_exits: Option<Decimal>,
    /// The largest number of consecutive moves of an optimal solution by which no piece leaves.
    pub longest_between_exits: u64,
}

/// The pieces that start as one shape: that shape, and those of the layers below.
struct PieceKind {
    signs: String,
    layers: Vec<ShapeId>,
    count: u32,
    must_leave: bool,
}

/// The positions of a landscape by the pieces on the board.
struct Tiers<'l> {
    landscape: &'l Landscape,
    of_node: Vec<u32>,
    tiers: Vec<PieceSet>,
    kinds: Vec<PieceKind>,
}

/// The most nodes of all sets of a count of [`Words`].
const MOST_OF_SETS: usize = 1 << 22;

impl LeavingMeasures {
    /// The measures of a start that can reach the goal; `None` if no pieces leave the board.
    pub(super) fn new(paths: &OptimalPaths<'_>, lost_moves: Decimal) -> Option<Self> {
        let landscape = paths.landscape;
        let doors = landscape.puzzle().doors()?;
        let tiers = Tiers::new(landscape, doors, landscape.position(paths.start));
        let graph = landscape.graph();
        let is_lost = |node: u32| landscape.distance(node) == LOST;
        let lost = graph.nodes().filter(|&node| is_lost(node)).count() as u64;
        let from_start = graph.distances(&[paths.start]);
        let soonest = graph.nodes().filter(|&node| is_lost(node));
        let soonest_loss = soonest.map(|node| from_start[node as usize]).min();
        let fresh: BTreeSet<u32> = graph
            .nodes()
            .filter(|&node| !is_lost(node))
            .flat_map(|node| graph.neighbours(node).iter().copied().filter(|&after| is_lost(after)))
            .collect();
        let notices = match fresh.is_empty() {
            true => Vec::new(),
            false => tiers.moves_until_nothing_leaves(&graph.reversed()),
        };
        let exits = if fresh.is_empty() { Vec::new() } else { tiers.exits_left() };
        let of_fresh = |all: &[u32]| fresh.iter().map(|&node| all[node as usize]).max();
        let sum: u64 = fresh.iter().map(|&node| u64::from(notices[node as usize])).sum();
        let solvable = graph.nodes().filter(|&node| !is_lost(node));
        let optimal = paths.descents.levels().iter().flat_map(BTreeMap::keys);
        let leaves = |from: u64, to: u64| u64::from(tiers.leaves(from as u32, to as u32).is_some());
        let moves = paths.descents.paths() * u32::from(paths.len());
        Some(Self {
            lost,
            lost_share: Decimal::ratio(lost.into(), landscape.positions().into())?,
            lost_moves,
            soonest_loss,
            mean_notice: Decimal::ratio(sum.into(), fresh.len().into()),
            largest_notice: of_fresh(&notices),
            exits_after_loss: of_fresh(&exits),
            order: tiers.order(solvable),
            optimal_order: tiers.order(optimal.map(|&node| node as u32)),
            optimal_orders: Words { tiers: &tiers, paths, known: HashMap::new(), held: 0 }.count(),
            mean_between_exits: Decimal::ratio(moves, paths.descents.total_of_edges(leaves)),
            longest_between_exits: tiers.longest_without_exit(paths),
        })
    }
}

impl<'l> Tiers<'l> {
    fn new(landscape: &'l Landscape, doors: &Doors, start: &Arrangement) -> Self {
        let (mut tiers, mut numbers) = (Vec::new(), HashMap::new());
        let of_node = landscape.graph().nodes().map(|node| {
            let set = landscape.position(node).piece_set();
            *numbers.entry(set).or_insert_with_key(|set| {
                tiers.push(set.clone());
                tiers.len() as u32 - 1
            })
        });
        let of_node = of_node.collect();
        let puzzle = landscape.puzzle();
        let kind = |shape: ShapeId| {
            let layers: Vec<ShapeId> = doors.layers_from(shape).collect();
            let gone = puzzle.goal().gone();
            PieceKind {
                signs: start.anchors_of(shape).map(|at| puzzle.sign_of(start, shape, at)).collect(),
                must_leave: layers.iter().all(|layer| gone.contains(layer)),
                layers,
                count: start.count(shape),
            }
        };
        let shapes = (0..puzzle.shapes().len()).filter(|&shape| start.count(shape) > 0);
        Self { landscape, of_node, tiers, kinds: shapes.map(kind).collect() }
    }

    fn tier(&self, node: u32) -> &PieceSet {
        &self.tiers[self.of_node[node as usize] as usize]
    }

    fn is_same(&self, one: u32, other: u32) -> bool {
        self.of_node[one as usize] == self.of_node[other as usize]
    }

    fn on_board(&self, kind: &PieceKind, tier: &PieceSet) -> u32 {
        kind.layers.iter().map(|&layer| u32::from(tier.counts()[layer])).sum()
    }

    /// The kind of the piece that is gone after a move from one node to another.
    fn leaves(&self, from: u32, to: u32) -> Option<usize> {
        if self.is_same(from, to) {
            return None;
        }
        let (before, after) = (self.tier(from), self.tier(to));
        self.kinds.iter().position(|kind| self.on_board(kind, before) > self.on_board(kind, after))
    }

    /// For every node, the fewest moves to one from which no piece can ever pass a door.
    fn moves_until_nothing_leaves(&self, back: &Graph) -> Vec<u32> {
        let graph = self.landscape.graph();
        let passes =
            |&node: &u32| graph.neighbours(node).iter().any(|&after| !self.is_same(node, after));
        let passing: Vec<u32> = graph.nodes().filter(passes).collect();
        let to_pass = back.distances(&passing);
        let never = graph.nodes().filter(|&node| to_pass[node as usize] == u32::MAX);
        back.distances(&never.collect::<Vec<u32>>())
    }

    /// For every node, the largest number of times that pieces can still pass doors.
    fn exits_left(&self) -> Vec<u32> {
        let graph = self.landscape.graph();
        // Within a tier, moves can be undone.
        let mut sets = UnionFind::new(graph.len() as u32);
        for node in graph.nodes() {
            for &after in graph.neighbours(node) {
                if self.is_same(node, after) {
                    sets.join(node, after);
                }
            }
        }
        let puzzle = self.landscape.puzzle();
        let of_tier: Vec<usize> = self.tiers.iter().map(|tier| puzzle.leavings(tier)).collect();
        let mut nodes: Vec<u32> = graph.nodes().collect();
        nodes.sort_by_key(|&node| of_tier[self.of_node[node as usize] as usize]);
        let mut most = vec![0; graph.len()];
        for node in nodes {
            let root = sets.root(node);
            for &after in graph.neighbours(node).iter().filter(|&&after| !self.is_same(node, after))
            {
                let next = 1 + most[sets.root(after) as usize];
                most[root as usize] = next.max(most[root as usize]);
            }
        }
        graph.nodes().map(|node| most[sets.root(node) as usize]).collect()
    }

    /// The pairs of kinds of which one is gone before the other leaves, in all of some nodes.
    fn order(&self, nodes: impl Iterator<Item = u32>) -> String {
        let tiers: BTreeSet<u32> = nodes.map(|node| self.of_node[node as usize]).collect();
        let kinds: Vec<&PieceKind> = self.kinds.iter().filter(|kind| kind.must_leave).collect();
        let is_before = |first: usize, second: usize| {
            first != second
                && tiers.iter().map(|&tier| &self.tiers[tier as usize]).all(|tier| {
                    self.on_board(kinds[first], tier) == 0
                        || self.on_board(kinds[second], tier) == kinds[second].count
                })
        };
        let mut pairs = Vec::new();
        for first in 0..kinds.len() {
            for second in (0..kinds.len()).filter(|&second| is_before(first, second)) {
                let follows = (0..kinds.len())
                    .any(|other| is_before(first, other) && is_before(other, second));
                if !follows {
                    pairs.push(format!("{}<{}", kinds[first].signs, kinds[second].signs));
                }
            }
        }
        pairs.sort();
        pairs.join(" ")
    }

    /// The largest number of consecutive moves of an optimal solution by which no piece leaves.
    fn longest_without_exit(&self, paths: &OptimalPaths<'_>) -> u64 {
        let mut runs: HashMap<u64, u64> = HashMap::from([(paths.start.into(), 0)]);
        let mut longest = 0;
        for level in paths.descents.levels() {
            let mut next: HashMap<u64, u64> = HashMap::new();
            for (&node, passed) in level {
                for &after in &passed.onward {
                    let run = match self.leaves(node as u32, after as u32) {
                        Some(_) => 0,
                        None => runs[&node] + 1,
                    };
                    longest = run.max(longest);
                    let known = next.entry(after).or_default();
                    *known = run.max(*known);
                }
            }
            runs = next;
        }
        longest
    }
}

/// A count of the orders in which pieces leave: of the words of an automaton whose states are sets of nodes.
struct Words<'t> {
    tiers: &'t Tiers<'t>,
    paths: &'t OptimalPaths<'t>,
    /// The number of words from each set of nodes.
    known: HashMap<Vec<u64>, Option<u64>>,
    /// Number of nodes of all these sets.
    held: usize,
}

impl Words<'_> {
    fn count(mut self) -> Option<u64> {
        self.from(vec![self.paths.start.into()])
    }

    /// The number of words from some nodes, which are sorted: of the orders in which pieces leave after them.
    fn from(&mut self, nodes: Vec<u64>) -> Option<u64> {
        if let Some(&known) = self.known.get(&nodes) {
            return known;
        }
        let levels = self.paths.descents.levels();
        let level =
            |node: u64| levels.len() - 1 - usize::from(self.tiers.landscape.distance(node as u32));
        let mut seen: HashSet<u64> = nodes.iter().copied().collect();
        let mut waiting = nodes.clone();
        let (mut next, mut is_end) = (BTreeMap::<usize, BTreeSet<u64>>::new(), false);
        while let Some(node) = waiting.pop() {
            let passed = &levels[level(node)][&node];
            is_end |= self.tiers.landscape.distance(node as u32) == 0;
            for &after in &passed.onward {
                match self.tiers.leaves(node as u32, after as u32) {
                    Some(kind) => drop(next.entry(kind).or_default().insert(after)),
                    None if seen.insert(after) => waiting.push(after),
                    None => {}
                }
            }
        }
        self.held += nodes.len() + seen.len();
        let mut words = (self.held <= MOST_OF_SETS).then_some(u64::from(is_end));
        for after in next.into_values() {
            if words.is_some() {
                let more = self.from(after.into_iter().collect());
                words = words.zip(more).and_then(|(words, more)| words.checked_add(more));
            }
        }
        self.known.insert(nodes, words);
        words
    }
}
