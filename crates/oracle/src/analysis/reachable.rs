//! All positions that are reachable from one, with the moves between them.

use huarong_core::effort::threads::*;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::graph::Graph;
use huarong_core::numerals::{Amount, counted};
use huarong_core::rules::{Arrangement, Metric, PieceSet, Puzzle, Symmetry};
use huarong_search::{Component, ComponentError, Until};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use thiserror::Error;

/// All positions that are reachable from one: its component. They are sorted, so all positions of a component have the
/// same list. A position's index in the list is its node in the [graphs](Self::graph) of moves.
///
/// ```
/// use huarong::analysis::Reachable;
/// use huarong::search::Effort;
/// use huarong::{Metric, Puzzle};
///
/// let puzzle = Puzzle::klotski();
/// let start = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let reachable = Reachable::explore(&puzzle, &start, u32::MAX, Effort::UNLIMITED)?;
/// assert_eq!(reachable.positions().len(), 25_955);
/// let graph = reachable.graph(Metric::Unit, Effort::UNLIMITED)?;
/// let node = reachable.node(&start).expect("it reaches itself");
/// assert_eq!(graph.neighbours(node).len(), puzzle.moves(&start, Metric::Unit).len());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reachable {
    puzzle: Puzzle,
    /// The pieces of the first position.
    pieces: PieceSet,
    positions: Vec<Arrangement>,
}

/// Reason why the positions of a component, or the moves between them, were not listed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReachableError {
    /// The observer cancelled the work.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The search failed.
    #[error(transparent)]
    Search(ComponentError),
    /// The list exceeds the memory limit.
    #[error("{} and their moves take more than {} of memory", counted(*.positions, "position"), Amount(*.allowed))]
    Memory {
        /// Number of positions.
        positions: u64,
        /// The memory limit in bytes.
        allowed: u64,
    },
    /// Pieces leave the board, so that moves cannot be undone.
    #[error(
        "pieces leave this board, so its moves cannot be undone: graphs are of boards without doors"
    )]
    Doors,
    /// The component has more positions than were asked for.
    #[error("the component has more than {}", counted((*.most).into(), "position"))]
    TooLarge {
        /// The largest permitted number of positions.
        most: u32,
    },
}

impl From<ComponentError> for ReachableError {
    fn from(error: ComponentError) -> Self {
        match error {
            ComponentError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            error => Self::Search(error),
        }
    }
}

impl ReachableError {
    /// Whether more memory would help.
    pub fn is_memory(&self) -> bool {
        let is_of_search = matches!(self, Self::Search(ComponentError::Memory { .. }));
        is_of_search || matches!(self, Self::Memory { .. })
    }
}

/// Number of positions whose moves one thread lists at a time.
const CHUNK: usize = 1 << 10;

impl Reachable {
    /// Finds all positions that are reachable from `start`, if there are at most `most`. Reports progress in positions.
    pub fn explore(
        puzzle: &Puzzle,
        start: &Arrangement,
        most: u32,
        effort: Effort<'_>,
    ) -> Result<Self, ReachableError> {
        let until = Until::Reached(u64::from(most) + 1);
        // All metrics have the same components. Levels of the unit metric are the narrowest.
        let found = Component::explore(puzzle, start, Metric::Unit, until, effort)?;
        if found.len() > most.into() {
            return Err(ReachableError::TooLarge { most });
        }
        let needed = found.len().saturating_mul(start.bytes()).saturating_add(found.bytes());
        if needed > effort.memory {
            let (positions, allowed) = (found.len(), effort.memory);
            return Err(ReachableError::Memory { positions, allowed });
        }
        let mut positions = found.positions();
        positions.par_sort_unstable_by(Arrangement::compare);
        Ok(Self { puzzle: puzzle.clone(), pieces: start.piece_set(), positions })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Whether the same positions are reachable from another one. Where pieces leave, that one must have all pieces of the
    /// first.
    #[doc(hidden)]
    pub fn are_of(&self, position: &Arrangement) -> bool {
        self.node(position).is_some()
            && (self.puzzle.doors().is_none() || position.piece_set() == self.pieces)
    }

    /// The positions, sorted by the anchors of their pieces, shape by shape.
    pub fn positions(&self) -> &[Arrangement] {
        &self.positions
    }

    /// The node of a position; `None` if it lies in another component.
    pub fn node(&self, position: &Arrangement) -> Option<u32> {
        let found = self.positions.binary_search_by(|other| other.compare(position));
        found.ok().map(|node| node as u32)
    }

    /// The nodes of the goal positions.
    pub fn goals(&self) -> Vec<u32> {
        let goal = self.puzzle.goal();
        let nodes = (0..).zip(&self.positions);
        nodes.filter(|(_, position)| goal.is_satisfied_by(position)).map(|(node, _)| node).collect()
    }

    /// The number of moves from each node to the nearest of some nodes, by the graph of moves under a metric. It is `u32::MAX` if
    /// no moves lead there.
    pub fn distances_to(&self, targets: &[u32], graph: &Graph) -> Vec<u32> {
        match self.puzzle.doors() {
            None => graph.distances(targets),
            // Moves by which pieces leave lead one way.
            Some(_) => graph.reversed().distances(targets),
        }
    }

    /// The graph of moves under a metric. The neighbours of a node are in the order of [`Puzzle::moves`]. Reports progress
    /// in positions.
    ///
    /// # Errors
    ///
    /// If pieces leave the board, if the graph exceeds the memory limit, or if the observer cancels the work.
    pub fn graph(&self, metric: Metric, effort: Effort<'_>) -> Result<Graph, ReachableError> {
        match self.puzzle.doors() {
            None => self.directed_graph(metric, effort),
            Some(_) => Err(ReachableError::Doors),
        }
    }

    /// The same graph, also if pieces leave the board. The moves by which they leave then lead one way.
    ///
    /// # Errors
    ///
    /// If the graph exceeds the memory limit, or if the observer cancels the work.
    pub fn directed_graph(
        &self,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Graph, ReachableError> {
        let nodes: HashMap<&Arrangement, u32> = self.positions.iter().zip(0..).collect();
        let moves = AtomicU64::new(0);
        let lists = self.positions.par_chunks(CHUNK).map(|positions| {
            let lists: Vec<Vec<u32>> = positions
                .iter()
                .map(|position| self.neighbours(metric, position, &nodes))
                .collect();
            let found = lists.iter().map(|list| list.capacity() as u64).sum();
            let found = moves.fetch_add(found, Relaxed) + found;
            if self.bytes(found) > effort.memory {
                let (positions, allowed) = (self.positions.len() as u64, effort.memory);
                return Err(ReachableError::Memory { positions, allowed });
            }
            effort.done(positions.len() as u64)?;
            Ok(lists)
        });
        let lists: Vec<Vec<Vec<u32>>> = lists.collect::<Result<_, _>>()?;
        Ok(Graph::new(lists.into_iter().flatten()))
    }

    /// The images of all nodes under each reflection that maps the component to itself.
    pub fn reflections(&self) -> Vec<Vec<u32>> {
        let Some(first) = self.positions.first() else { return Vec::new() };
        let keeps = |reflection: &Symmetry| {
            reflection.keeps(&first.piece_set()) && self.node(&reflection.image(first)).is_some()
        };
        let reflections = self.puzzle.reflections().into_iter().filter(keeps);
        let images = |reflection: Symmetry| {
            let image = |position| self.node(&reflection.image(position));
            let images = self.positions.par_iter().map(image);
            images.map(|node| node.expect("a reflection maps components to components")).collect()
        };
        reflections.map(images).collect()
    }

    fn neighbours(
        &self,
        metric: Metric,
        position: &Arrangement,
        nodes: &HashMap<&Arrangement, u32>,
    ) -> Vec<u32> {
        let mut neighbours = Vec::new();
        let mut after = position.clone();
        self.puzzle.for_each_move_under(metric, position, |made| {
            made.apply_to(&mut after);
            neighbours.push(*nodes.get(&after).expect("moves stay in the component"));
            made.undo_on(&mut after);
        });
        neighbours
    }

    /// Bytes of the positions with their nodes, and of a number of moves in lists and in a graph.
    fn bytes(&self, moves: u64) -> u64 {
        let each = self.positions.first().map_or(0, Arrangement::bytes);
        // A hash map fills between 7/16 and 7/8 of its entries.
        let node = 2 * size_of::<(&Arrangement, u32)>();
        let each = each + (node + size_of::<Vec<u32>>() + size_of::<usize>()) as u64;
        self.positions.len() as u64 * each + moves * 2 * size_of::<u32>() as u64
    }
}
