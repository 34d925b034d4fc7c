//! Numbering of all arrangements of given pieces on a board, by a counting automaton.

use super::placements::{FillState, Pieces, Placements, Tally};
use crate::effort::{Cancelled, Effort};
use crate::grid::{Board, Cell, Cells};
use crate::numerals::Amount;
use smallvec::SmallVec;
use thiserror::Error;

/// The anchors of the pieces of each kind.
pub type Anchors = SmallVec<[Cells; 4]>;

/// All arrangements of some pieces on a board, numbered `0..len` by a bijection.
///
/// The automaton reads the cells of the board in reading order. A node is a state: the later cells that pieces already
/// cover, and the number of pieces of each kind. An edge is the choice at the next cell: nothing or a piece of some
/// kind starts there. Each edge has an offset: the number of arrangements through the earlier edges of its node. The
/// index of an arrangement is the sum of the offsets along its path. Unranking starts at the root and follows, at each
/// node, the last edge whose offset is at most the remaining index.
///
/// Example: two horizontal dominoes on a board of three columns and two rows; `+` marks offsets. Cells at which nothing
/// can start have no nodes. Both placements of the upper domino lead to the same node.
///
/// ```text
/// cell 0             cell 1           cell 3             cell 4
///   ●───domino +2──────────────────────▶●───domino +1─────────────────────▶ end
///   └───nothing +0────▶●───domino +0───▶●
///                                       └───nothing +0────▶●───domino +0──▶ end
/// ```
///
/// So in arrangements 0 and 1 the upper domino is at cell 1, in 2 and 3 at cell 0.
///
/// ```
/// use huarong::puzzle::{Board, Cells, Polyomino};
/// use huarong_core::numbering::{Arrangements, Pieces};
///
/// let board = Board::new(3, 2, [])?;
/// let domino = Polyomino::new([(0, 0), (1, 0)]).expect("two cells");
/// let covered: Vec<Cells> =
///     board.cells().map(|cell| board.covered(&domino, cell).unwrap_or_default()).collect();
///
/// let arrangements = Arrangements::new(&board, &[Pieces { count: 2, covered: &covered }])?;
/// assert_eq!(arrangements.len(), 4);
/// let all: Vec<Cells> = arrangements.iter_from(0).map(|anchors| anchors[0]).collect();
/// assert_eq!(all, [[1, 4], [1, 3], [0, 4], [0, 3]].map(|cells| cells.into_iter().collect()));
/// assert_eq!(arrangements.rank(&all[2..3]), Some(2));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// C. L. Lucchesi and T. Kowaltowski introduced counts on the edges of an acyclic automaton as a numbering. Their article
/// is *Applications of finite automata representing large vocabularies*, Software: Practice and Experience 23 (1993).
/// Reading a board cell by cell, with the protruding cells as the state, is the transfer matrix method of statistical
/// physics. For decision diagrams it is the frontier method (D. E. Knuth, The Art of Computer Programming 4A, 7.1.4).
#[derive(Clone, Debug)]
pub struct Arrangements {
    /// The kinds that have pieces. Choice `c` of an edge is kind `kinds[c - 1]`; choice 0 is no piece.
    kinds: Vec<usize>,
    /// Number of pieces of each of these kinds.
    counts: Vec<u8>,
    /// Number of all kinds, including those without pieces.
    kind_count: usize,
    cells: Cell,
    edges: Vec<Edge>,
    root: Node,
    len: u64,
}

/// Error: the arrangements cannot be numbered.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum ArrangementsError {
    /// There are 2^64 arrangements or more.
    #[error("more than 2^64 arrangements: too many to number")]
    TooMany,
    /// There are more shapes than counters.
    #[error("{0} different shapes: at most 16 are supported")]
    Kinds(usize),
    /// The automaton has too many choices.
    #[error(
        "the numbering of the positions is too large, with more than 2^23 choices of a piece at a cell: use a smaller \
         board or fewer shapes"
    )]
    Nodes,
    /// The automaton exceeds the memory limit.
    #[error(
        "the numbering of the positions needs more than {} of memory, and the limit leaves {}: use a smaller board or \
         fewer shapes, or raise the memory limit",
        Amount(*.needed),
        Amount(*.allowed)
    )]
    Memory {
        /// Minimum number of bytes that it needs.
        needed: u64,
        /// Memory limit in bytes.
        allowed: u64,
    },
    /// The observer cancelled the work.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A node and the cell at which it chooses; at the end, the number of cells. Cells at which nothing can start have no
/// nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    number: u32,
    cell: Cell,
}

/// Target of a choice, and the number of arrangements through earlier choices.
#[derive(Clone, Copy, Debug)]
struct Edge {
    before: u64,
    to: Node,
}

/// Largest number of choices of an automaton. Building it takes seconds and hundreds of megabytes, and it numbers more
/// arrangements than a search can handle.
const MOST_CHOICES: usize = 1 << 23;

/// Target of a choice that no arrangement makes.
const NOWHERE: u32 = u32::MAX;

impl Edge {
    fn leads_somewhere(&self) -> bool {
        self.to.number != NOWHERE
    }
}

impl Arrangements {
    /// Numbers the arrangements of some pieces on a board.
    pub fn new(board: &Board, pieces: &[Pieces<'_>]) -> Result<Self, ArrangementsError> {
        Self::within(board, pieces, Effort::UNLIMITED)
    }

    /// Numbers the arrangements of some pieces on a board within an effort: construction ends with an error if the
    /// automaton exceeds the memory limit.
    pub fn within(
        board: &Board,
        pieces: &[Pieces<'_>],
        effort: Effort<'_>,
    ) -> Result<Self, ArrangementsError> {
        let kinds: Vec<usize> = (0..pieces.len()).filter(|&kind| pieces[kind].count > 0).collect();
        if kinds.len() > Tally::COUNTERS {
            return Err(ArrangementsError::Kinds(kinds.len()));
        }
        let placed: Vec<Pieces<'_>> = kinds.iter().map(|&kind| pieces[kind]).collect();
        let placements = Placements::of_pieces(board, &placed);

        let (choices, last) = choices_of_all(&placements, effort)?;
        let counts = last.iter().map(|state| u64::from(placements.is_complete(state))).collect();
        drop(last);
        let backwards = Backwards::new(kinds.len() + 1, &choices, effort);
        let (edges, root, len) = backwards.run(board, choices, counts)?;
        Ok(Self {
            counts: placed.iter().map(|pieces| pieces.count).collect(),
            kind_count: pieces.len(),
            kinds,
            cells: board.cell_count(),
            edges,
            root,
            len,
        })
    }

    /// Number of arrangements.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Number of bytes of memory that the automaton takes.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.edges[..]) as u64
    }

    /// Whether there is no arrangement.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The index of the arrangement with these anchors, one set of cells per kind. Kinds without pieces are ignored.
    /// `None` if the numbers of pieces differ, or if pieces overlap or do not fit.
    #[inline]
    pub fn rank(&self, anchors: &[Cells]) -> Option<u64> {
        let mut starts = Cells::NONE;
        for (&kind, &count) in self.kinds.iter().zip(&self.counts) {
            if anchors[kind].len() != u32::from(count) {
                return None;
            }
            starts |= anchors[kind];
        }
        if self.len == 0 || !starts.is_within(Cells::first_of_all(self.cells)) {
            return None;
        }
        let mut node = self.root;
        let mut index = 0;
        while node.cell < self.cells {
            let mut choice = 0;
            if starts.contains(node.cell) {
                let is_here = |&kind: &usize| anchors[kind].contains(node.cell);
                choice = 1 + self.kinds.iter().position(is_here)?;
            }
            let edge = self.edge(node, choice);
            if !edge.leads_somewhere() {
                return None;
            }
            index += edge.before;
            node = edge.to;
        }
        Some(index)
    }

    /// The anchors of the arrangement with an index.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`len`](Self::len).
    pub fn unrank(&self, index: u64) -> Anchors {
        let mut anchors = self.no_anchors();
        self.descend(index, |node, choice, _| self.choose(node, choice, &mut anchors));
        anchors
    }

    /// Walks to the arrangement with an index. Calls `visit` for each node, with the choice made there and the index
    /// that remains before it.
    #[inline]
    fn descend(&self, index: u64, mut visit: impl FnMut(Node, usize, u64)) {
        assert!(index < self.len, "index {index} of {} arrangements", self.len);
        let (mut node, mut left) = (self.root, index);
        while node.cell < self.cells {
            let choice = self.choice_holding(node, left);
            visit(node, choice, left);
            let edge = self.edge(node, choice);
            left -= edge.before;
            node = edge.to;
        }
    }

    /// The arrangement with an index, and its path through the automaton, which ranks arrangements that differ in one
    /// piece faster.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`len`](Self::len).
    pub(super) fn trail(&self, index: u64) -> (Anchors, Trail) {
        let mut anchors = self.no_anchors();
        let mut trail =
            Trail { index, visits: SmallVec::new(), choices: [0; Cells::MOST as usize] };
        self.descend(index, |node, choice, left| {
            self.choose(node, choice, &mut anchors);
            trail.visits.push((node, index - left));
            trail.choices[usize::from(node.cell)] = choice as u8;
        });
        (anchors, trail)
    }

    /// The index of the arrangement in which one piece of the trail's arrangement is moved; `None` if it does not fit.
    ///
    /// The paths agree before both cells and, after them, from the first shared node on.
    #[inline]
    pub(super) fn rank_moved(&self, trail: &Trail, from: Cell, to: Cell) -> Option<u64> {
        let (first, last) = (from.min(to), from.max(to));
        let moved = usize::from(trail.choices[usize::from(from)]);
        let mut at = trail.visits.partition_point(|(node, _)| node.cell < first);
        let (mut node, mut index) = trail.visits[at];
        while node.cell < self.cells {
            if node.cell > last {
                while trail.visits.get(at).is_some_and(|(other, _)| other.cell < node.cell) {
                    at += 1;
                }
                if let Some(&(same, before)) = trail.visits.get(at)
                    && same == node
                {
                    return Some(index + (trail.index - before));
                }
            }
            let choice = match node.cell {
                cell if cell == from => 0,
                cell if cell == to => moved,
                cell => trail.choices[usize::from(cell)].into(),
            };
            let edge = self.edge(node, choice);
            if !edge.leads_somewhere() {
                return None;
            }
            index += edge.before;
            node = edge.to;
        }
        Some(index)
    }

    fn no_anchors(&self) -> Anchors {
        Anchors::from_elem(Cells::NONE, self.kind_count)
    }

    /// Inserts the anchor of the piece that a choice places.
    fn choose(&self, node: Node, choice: usize, anchors: &mut Anchors) {
        if choice > 0 {
            anchors[self.kinds[choice - 1]].insert(node.cell);
        }
    }

    /// The anchors of all arrangements from index `start` on, in index order.
    pub fn iter_from(&self, start: u64) -> ArrangementIter<'_> {
        ArrangementIter::new(self, start)
    }

    #[inline]
    fn edge(&self, node: Node, choice: usize) -> Edge {
        self.edges[node.number as usize * (self.kinds.len() + 1) + choice]
    }

    /// The choice of a node that contains the arrangement with `index` among those of the node.
    fn choice_holding(&self, node: Node, index: u64) -> usize {
        (0..=self.kinds.len())
            .rev()
            .find(|&choice| {
                let edge = self.edge(node, choice);
                edge.leads_somewhere() && edge.before <= index
            })
            .expect("an index below the count leads along some edge")
    }

    /// The first choice from `least` on that has a target.
    fn choice_from(&self, node: Node, least: usize) -> Option<usize> {
        (least..=self.kinds.len()).find(|&choice| self.edge(node, choice).leads_somewhere())
    }
}

/// The path of an arrangement through the automaton.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    index: u64,
    /// The nodes, each with the sum of the offsets before it.
    visits: SmallVec<[(Node, u64); 32]>,
    /// The choice at each cell.
    choices: [u8; Cells::MOST as usize],
}

/// Number of a node or state as 32 bits; [`NOWHERE`] is reserved.
fn number(number: usize) -> Result<u32, ArrangementsError> {
    u32::try_from(number).ok().filter(|&n| n != NOWHERE).ok_or(ArrangementsError::Nodes)
}

const STATES_BETWEEN_CHECKS: usize = 1 << 14;

/// Memory limit for one growing vector.
#[derive(Clone, Copy)]
struct Room<'e> {
    effort: Effort<'e>,
    /// Bytes in use by everything else.
    held: u64,
}

impl Room<'_> {
    /// Reserves space for more elements, at least a quarter of the current length, unless that exceeds the memory
    /// limit.
    #[inline]
    fn grow<T>(&self, elements: &mut Vec<T>, more: usize) -> Result<(), ArrangementsError> {
        if elements.capacity() - elements.len() >= more {
            return Ok(());
        }
        let more = more.max(elements.len() / 4);
        // Counts the elements twice: growth may copy them.
        let bytes = (2 * elements.len() + more) * size_of::<T>();
        let (needed, allowed) = (self.held + bytes as u64, self.effort.memory);
        if needed > allowed {
            return Err(ArrangementsError::Memory { needed, allowed });
        }
        elements.reserve_exact(more);
        Ok(())
    }
}

/// For each cell, the choices of its states as [`numbered`] gives them; and the states after the last cell.
fn choices_of_all(
    placements: &Placements,
    effort: Effort<'_>,
) -> Result<(Vec<Vec<u32>>, Vec<FillState>), ArrangementsError> {
    let mut states = vec![placements.start()];
    let mut choices = Vec::with_capacity(placements.cells());
    let mut choice_count = 0;
    for cell in 0..placements.cells() {
        choice_count += states.len() * (placements.kind_count() + 1);
        if choice_count > MOST_CHOICES {
            return Err(ArrangementsError::Nodes);
        }
        effort.check()?;
        let room = Room { effort, held: (choice_count * size_of::<u32>()) as u64 };
        let next = next_layer(placements, cell, &states, room)?;
        choices.push(numbered(placements, cell, &states, &next, effort)?);
        states = next;
    }
    Ok((choices, states))
}

/// The second pass of the construction, from the last cell to the first: counts the arrangements below each state and
/// makes the edges.
struct Backwards<'e> {
    /// Choices per state.
    stride: usize,
    effort: Effort<'e>,
    edges: Vec<Edge>,
    /// Bytes of the choices that have not been turned into edges.
    choice_bytes: u64,
}

/// How many arrangements a state leads to, and its node.
type Counted = (u64, Node);

impl<'e> Backwards<'e> {
    fn new(stride: usize, choices: &[Vec<u32>], effort: Effort<'e>) -> Self {
        let choice_bytes = choices.iter().map(|layer| size_of_val(&layer[..]) as u64).sum();
        Self { stride, effort, edges: Vec::new(), choice_bytes }
    }

    /// The edges, the root and the number of arrangements. `counts` has 1 for each last state that is complete, and
    /// 0 for the others.
    fn run(
        mut self,
        board: &Board,
        mut choices: Vec<Vec<u32>>,
        counts: Vec<u64>,
    ) -> Result<(Vec<Edge>, Node, u64), ArrangementsError> {
        let end = Node { number: 0, cell: board.cell_count() };
        let mut below: Vec<Counted> = counts.into_iter().map(|count| (count, end)).collect();
        for cell in board.cells().rev() {
            let targets = choices.pop().expect("there are choices for each cell");
            below = self.layer(cell, &targets, &below)?;
            self.choice_bytes -= size_of_val(&targets[..]) as u64;
        }
        let (len, root) = below[0];
        self.edges.shrink_to_fit();
        Ok((self.edges, root, len))
    }

    /// Counts the states at one cell from those `below`, at the next cell.
    fn layer(
        &mut self,
        cell: Cell,
        targets: &[u32],
        below: &[Counted],
    ) -> Result<Vec<Counted>, ArrangementsError> {
        let mut layer = Vec::with_capacity(targets.len() / self.stride);
        let layers = size_of_val(below) + layer.capacity() * size_of::<Counted>();
        let room = Room { effort: self.effort, held: self.choice_bytes + layers as u64 };
        for (nth, targets) in targets.chunks(self.stride).enumerate() {
            room.grow(&mut self.edges, self.stride)?;
            if nth % STATES_BETWEEN_CHECKS == STATES_BETWEEN_CHECKS - 1 {
                self.effort.check()?;
            }
            layer.push(self.state(cell, targets, below)?);
        }
        Ok(layer)
    }

    /// Adds the edges of one state, unless nothing can start at its cell: such a state shares the node that follows it.
    fn state(
        &mut self,
        cell: Cell,
        targets: &[u32],
        below: &[Counted],
    ) -> Result<Counted, ArrangementsError> {
        let follow = |&target: &u32| match below.get(target as usize) {
            Some(&(count, node)) if count > 0 => (count, node),
            _ => (0, Node { number: NOWHERE, cell: 0 }),
        };
        let first = self.edges.len();
        let mut count = 0u64;
        for (after, to) in targets.iter().map(follow) {
            self.edges.push(Edge { before: count, to });
            count = count.checked_add(after).ok_or(ArrangementsError::TooMany)?;
        }
        let (passed, node) = follow(&targets[0]);
        if passed == count {
            self.edges.truncate(first);
            return Ok((count, node));
        }
        Ok((count, Node { number: number(first / self.stride)?, cell }))
    }
}

/// The states after one more cell, sorted.
fn next_layer(
    placements: &Placements,
    cell: usize,
    states: &[FillState],
    mut room: Room<'_>,
) -> Result<Vec<FillState>, ArrangementsError> {
    room.held += size_of_val(states) as u64;
    let mut next = Vec::new();
    for (nth, state) in states.iter().enumerate() {
        room.grow(&mut next, placements.kind_count() + 1)?;
        placements.follow(cell, state, |_, after| next.push(after));
        if nth % STATES_BETWEEN_CHECKS == STATES_BETWEEN_CHECKS - 1 {
            room.effort.check()?;
        }
    }
    next.sort_unstable();
    next.dedup();
    next.shrink_to_fit();
    number(next.len())?;
    Ok(next)
}

/// For every state and choice at a cell, the number of the next state among the sorted ones.
fn numbered(
    placements: &Placements,
    cell: usize,
    states: &[FillState],
    next: &[FillState],
    effort: Effort<'_>,
) -> Result<Vec<u32>, ArrangementsError> {
    let stride = placements.kind_count() + 1;
    let mut numbers = vec![NOWHERE; states.len() * stride];
    for (nth, (state, numbers)) in states.iter().zip(numbers.chunks_mut(stride)).enumerate() {
        placements.follow(cell, state, |kind, after| {
            let number = next.binary_search(&after).expect("the state is one of those that follow");
            numbers[kind.map_or(0, |kind| kind + 1)] = number as u32;
        });
        if nth % STATES_BETWEEN_CHECKS == STATES_BETWEEN_CHECKS - 1 {
            effort.check()?;
        }
    }
    Ok(numbers)
}

/// Iterator over arrangements in index order.
#[derive(Clone, Debug)]
pub struct ArrangementIter<'a> {
    arrangements: &'a Arrangements,
    /// The nodes on the path to the next arrangement, each with its choice.
    path: Vec<(Node, usize)>,
    next: Option<Anchors>,
}

impl<'a> ArrangementIter<'a> {
    fn new(arrangements: &'a Arrangements, index: u64) -> Self {
        let mut path = Vec::with_capacity(arrangements.cells.into());
        let next = (index < arrangements.len).then(|| {
            let mut anchors = arrangements.no_anchors();
            arrangements.descend(index, |node, choice, _| {
                arrangements.choose(node, choice, &mut anchors);
                path.push((node, choice));
            });
            anchors
        });
        Self { arrangements, path, next }
    }

    /// Advances to the next arrangement: the last node with a later choice takes it, and all nodes after it take their
    /// first choice.
    fn advance(&mut self, mut anchors: Anchors) -> Option<Anchors> {
        let arrangements = self.arrangements;
        let mut node = loop {
            let (node, choice) = self.path.pop()?;
            if choice > 0 {
                anchors[arrangements.kinds[choice - 1]].remove(node.cell);
            }
            if let Some(later) = arrangements.choice_from(node, choice + 1) {
                arrangements.choose(node, later, &mut anchors);
                self.path.push((node, later));
                break arrangements.edge(node, later).to;
            }
        };
        while node.cell < arrangements.cells {
            let choice = arrangements.choice_from(node, 0)?;
            arrangements.choose(node, choice, &mut anchors);
            self.path.push((node, choice));
            node = arrangements.edge(node, choice).to;
        }
        Some(anchors)
    }
}

impl Iterator for ArrangementIter<'_> {
    type Item = Anchors;

    fn next(&mut self) -> Option<Anchors> {
        let anchors = self.next.take()?;
        self.next = self.advance(anchors.clone());
        Some(anchors)
    }
}
