//! Skeletons and the steps of their pieces, worked out once and used at every level.
//!
//! Moving a piece larger than one cell leads from one skeleton to another; what it asks of the filling is only that
//! the cells it newly covers hold no small. A [`Group`] is what one piece can do while all other larger pieces stay:
//! its nodes are the skeletons with the piece at each anchor that it can reach, its edges the unit steps between them.
//! Every pair of skeleton and piece is in one group, so the groups together hold every step once. Of groups that are
//! images of one another only the first is kept, and its nodes are leaders or images of them.

use super::border::{Border, Cut};
use super::orbits::{Orbits, Pose};
use crate::effort::{Effort, Stopped};
use crate::grid::{Board, Cell, Cells, Direction};
use crate::numbering::Labelled;
use crate::sliding::rules::{Position, Puzzle, ShapeId};
use crate::sliding::space::skeletons_from;
use rayon::prelude::*;
use smallvec::SmallVec;
use std::ops::Range;

/// Number of a skeleton: 32 bits, which [`Search::new`](super::Search::new) sees to.
pub(super) type SkeletonId = u32;

/// The leaders among the skeletons of a class of piece sets and the groups of steps between them, in segments of
/// [`SEGMENT`] skeletons: a group is in the segment of its first node.
#[derive(Debug)]
pub(super) struct Graph {
    segments: Vec<Segment>,
    orbits: Orbits,
}

/// Segments that are looked at to say what all of them take.
const SAMPLES: usize = 32;

/// Skeletons of a segment, which one thread works out.
const SEGMENT: usize = 1 << 10;

/// The part of a graph that belongs to a range of skeletons. Numbers of nodes, edges and pairs count within it.
#[derive(Debug)]
pub(super) struct Segment {
    /// The first leader.
    first: usize,
    /// The leaders with won fillings, and the places that must hold smalls for that.
    goals: Box<[(SkeletonId, u32)]>,
    /// For every leader, the pairs of neighbouring free cells.
    pairs: Box<[Pair]>,
    pair_ends: Box<[u32]>,
    /// For every leader its images, one for each reflection.
    images: Box<[Image]>,
    exchanges: Box<[Exchange]>,
    /// The groups, and behind the last of them where one more would begin.
    groups: Box<[Group]>,
    nodes: Box<[SkeletonId]>,
    poses: Box<[Pose]>,
    edges: Box<[Edge]>,
    line_steps: Box<[LineStep]>,
}

/// Two neighbouring free cells, by their places among the free cells of a skeleton.
///
/// Pairs are listed line by line, all lines along rows and then all along columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub low: u8,
    pub high: u8,
    /// Whether the pair before ends, in the same line, where this one begins.
    pub chained: bool,
}

/// The image of a leader in a reflection.
#[derive(Clone, Copy, Debug)]
struct Image {
    /// Its number among all skeletons.
    number: SkeletonId,
    /// Where its exchanges end; they begin where those of the image before end.
    exchanges: u32,
}

/// Two places that change theirs.
pub(super) type Exchange = (u8, u8);

/// The image of a leader in a reflection, as it is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImageView<'g> {
    /// Its number among all skeletons.
    pub number: usize,
    /// What, done one after the other, makes the image's fillings of the leader's.
    pub exchanges: &'g [Exchange],
}

/// Where a group's nodes, edges and line steps begin; they end where the next group's begin.
#[derive(Clone, Copy, Debug)]
struct Group {
    node: u32,
    edge: u32,
}

/// A unit step between two nodes of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub a: u8,
    pub b: u8,
    /// Places, among a's free cells, of the cells that the piece newly covers at b: they must be empty.
    pub empty_a: u32,
    /// The same from b to a; the filling's other cells are the same ones, in the same order.
    pub empty_b: u32,
}

/// A unit step from one node of a group to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectedEdge {
    pub tail: u8,
    pub head: u8,
    /// Places of the tail's filling that must be empty.
    pub drop: u32,
    /// Places of the head's filling that are empty then.
    pub insert: u32,
}

impl Edge {
    /// The step from a to b, or the one back.
    #[inline(always)]
    pub fn directed(&self, forward: bool) -> DirectedEdge {
        let &Edge { a, b, empty_a, empty_b } = self;
        if forward {
            DirectedEdge { tail: a, head: b, drop: empty_a, insert: empty_b }
        } else {
            DirectedEdge { tail: b, head: a, drop: empty_b, insert: empty_a }
        }
    }
}

/// An edge as part of a line of steps to the right or downwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineStep {
    pub edge: u8,
    /// Whether the edge leads from a to b when followed to the right or downwards.
    pub forward: bool,
    /// Whether the step before ends, in the same line, where this one begins.
    pub chained: bool,
}

/// The nodes and edges of one group.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroupView<'g> {
    /// The leaders of the skeletons.
    pub nodes: &'g [SkeletonId],
    /// What each skeleton is of its leader.
    pub poses: &'g [Pose],
    /// The edges: first those of a spanning tree, each from a node nearer the first node (`a`) to one
    /// reached through it (`b`), in breadth-first order; then the others.
    pub edges: &'g [Edge],
    /// The edges line by line.
    pub lines: &'g [LineStep],
}

impl Graph {
    /// The graph of the leaders among all arrangements of the larger pieces, fewer than 2^32.
    pub fn new(
        puzzle: &Puzzle,
        skeletons: &Labelled,
        orbits: Orbits,
        effort: Effort<'_>,
    ) -> Result<Self, Stopped> {
        let count = skeletons.len() as usize;
        let segments = (0..count.div_ceil(SEGMENT)).into_par_iter().map(|segment| {
            // Work that breaks off here is neither counted nor named: preparing is part of the search.
            effort.done(0)?;
            let range = segment * SEGMENT..count.min((segment + 1) * SEGMENT);
            Ok(Builder::new(puzzle, skeletons, &orbits, 0..count).segment(range))
        });
        Ok(Self { segments: segments.collect::<Result<_, _>>()?, orbits })
    }

    /// The graph of the skeletons that belong to a part, and its border with the others. Skeletons are numbered from
    /// the part's first on, and behind them those on its rim.
    pub fn of_part(
        puzzle: &Puzzle,
        skeletons: &Labelled,
        (cut, part): (&Cut, usize),
        effort: Effort<'_>,
    ) -> Result<(Self, Border), Stopped> {
        let all = Orbits::trivial(skeletons.len());
        let owned = cut.range(part).start as usize..cut.range(part).end as usize;
        let segments = (0..owned.len().div_ceil(SEGMENT)).into_par_iter().map(|segment| {
            effort.done(0)?;
            let start = owned.start + segment * SEGMENT;
            let range = start..owned.end.min(start + SEGMENT);
            let segment = Builder::new(puzzle, skeletons, &all, owned.clone()).segment(range);
            let met = segment.met(cut, part);
            Ok((segment, met))
        });
        let segments: Vec<(Segment, Met)> = segments.collect::<Result<_, _>>()?;
        let (mut segments, met): (Vec<_>, Vec<_>) = segments.into_iter().unzip();
        let mut all_met = Met { shown: vec![Vec::new(); cut.parts()], rim: Vec::new() };
        for met in met {
            all_met.rim.extend(met.rim);
            all_met.shown.iter_mut().zip(met.shown).for_each(|(all, shown)| all.extend(shown));
        }
        all_met.tidy();
        let Met { shown, rim } = all_met;
        segments.par_iter_mut().for_each(|segment| {
            for node in &mut segment.nodes {
                *node = match owned.contains(&(*node as usize)) {
                    true => *node - owned.start as SkeletonId,
                    false => {
                        let nth = rim.binary_search(node).expect("the rim has all others");
                        (owned.len() + nth) as SkeletonId
                    }
                };
            }
        });
        let border = Border::new(cut, shown, &rim);
        Ok((Self { segments, orbits: Orbits::trivial(owned.len() as u64) }, border))
    }

    /// Bytes that the steps of a skeleton take, on average over some segments from all over the graph, were there no
    /// reflections.
    pub fn sample_bytes(puzzle: &Puzzle, skeletons: &Labelled) -> f64 {
        let count = skeletons.len() as usize;
        let orbits = Orbits::trivial(skeletons.len());
        let segments = count.div_ceil(SEGMENT);
        let sampled = (0..segments).step_by(segments.div_ceil(SAMPLES).max(1));
        let (mut bytes, mut seen) = (0, 0);
        for segment in sampled {
            let range = segment * SEGMENT..count.min((segment + 1) * SEGMENT);
            seen += range.len();
            bytes += Builder::new(puzzle, skeletons, &orbits, 0..count).segment(range).bytes();
        }
        bytes as f64 / seen.max(1) as f64
    }

    /// Who leads.
    pub fn orbits(&self) -> &Orbits {
        &self.orbits
    }

    /// The segments, which hold the groups.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The leaders with won fillings, and the places that must hold smalls for that.
    pub fn goals(&self) -> impl Iterator<Item = (SkeletonId, u32)> + '_ {
        self.segments.iter().flat_map(|segment| segment.goals.iter().copied())
    }

    /// The segment of a leader, and which it is there.
    #[inline]
    fn place_of(&self, leader: usize) -> (&Segment, usize) {
        let segment = &self.segments[self.orbits.number(leader) / SEGMENT];
        (segment, leader - segment.first)
    }

    /// The pairs of neighbouring free cells of a leader.
    #[inline]
    pub fn pairs(&self, leader: usize) -> &[Pair] {
        let (segment, nth) = self.place_of(leader);
        let first = if nth == 0 { 0 } else { segment.pair_ends[nth - 1] };
        &segment.pairs[first as usize..segment.pair_ends[nth] as usize]
    }

    /// The image of a leader in a reflection, by its number.
    #[inline]
    pub fn image(&self, leader: usize, reflection: usize) -> ImageView<'_> {
        let (segment, nth) = self.place_of(leader);
        let nth = nth * self.orbits.symmetries().len() + reflection;
        let Image { number, exchanges } = segment.images[nth];
        let first = if nth == 0 { 0 } else { segment.images[nth - 1].exchanges };
        let exchanges = &segment.exchanges[first as usize..exchanges as usize];
        ImageView { number: number as usize, exchanges }
    }
}

/// The skeletons at which a part meets others.
struct Met {
    /// For each part those that it has on its rim, counted from this part's first.
    shown: Vec<Vec<SkeletonId>>,
    /// Those of others, by their numbers among all.
    rim: Vec<SkeletonId>,
}

impl Met {
    /// Sorts them, and leaves each in once.
    fn tidy(&mut self) {
        for skeletons in self.shown.iter_mut().chain([&mut self.rim]) {
            skeletons.sort_unstable();
            skeletons.dedup();
            // Those of all segments are there at once.
            skeletons.shrink_to_fit();
        }
    }
}

impl Segment {
    /// Where its groups meet other parts, while its nodes have their numbers among all skeletons.
    fn met(&self, cut: &Cut, part: usize) -> Met {
        let mut met = Met { shown: vec![Vec::new(); cut.parts()], rim: Vec::new() };
        let owned = cut.range(part);
        for group in 0..self.group_count() {
            let nodes = self.nodes(group);
            let is_owned = |node: &&SkeletonId| owned.contains(&u64::from(**node));
            for &other in nodes.iter().filter(|node| !is_owned(node)) {
                met.rim.push(other);
                let shown = &mut met.shown[cut.owner(other.into())];
                let own = nodes.iter().filter(is_owned);
                shown.extend(own.map(|&node| node - owned.start as SkeletonId));
            }
        }
        met.tidy();
        met
    }

    /// Bytes that it takes.
    fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&*self.goals)
            + size_of_val(&*self.pairs)
            + size_of_val(&*self.pair_ends)
            + size_of_val(&*self.images)
            + size_of_val(&*self.exchanges)
            + size_of_val(&*self.groups)
            + size_of_val(&*self.nodes)
            + size_of_val(&*self.poses)
            + size_of_val(&*self.edges)
            + size_of_val(&*self.line_steps)
    }

    /// Number of groups.
    pub fn group_count(&self) -> usize {
        self.groups.len() - 1
    }

    /// The nodes of a group.
    #[inline(always)]
    pub fn nodes(&self, index: usize) -> &[SkeletonId] {
        let [first, end] = [index, index + 1].map(|index| self.groups[index].node as usize);
        &self.nodes[first..end]
    }

    /// One group.
    #[inline(always)]
    pub fn group(&self, index: usize) -> GroupView<'_> {
        let [first, end] = [index, index + 1].map(|index| self.groups[index]);
        let edges = first.edge as usize..end.edge as usize;
        GroupView {
            nodes: self.nodes(index),
            poses: &self.poses[first.node as usize..end.node as usize],
            edges: &self.edges[edges.clone()],
            lines: &self.line_steps[edges],
        }
    }
}

/// Works out a segment.
struct Builder<'a> {
    puzzle: &'a Puzzle,
    skeletons: &'a Labelled,
    orbits: &'a Orbits,
    /// The skeletons whose groups are wanted.
    owned: Range<usize>,
    goals: Vec<(SkeletonId, u32)>,
    pairs: Vec<Pair>,
    pair_ends: Vec<u32>,
    images: Vec<Image>,
    exchanges: Vec<Exchange>,
    groups: Vec<Group>,
    nodes: Vec<SkeletonId>,
    poses: Vec<Pose>,
    edges: Vec<Edge>,
    line_steps: Vec<LineStep>,
}

impl<'a> Builder<'a> {
    fn new(
        puzzle: &'a Puzzle,
        skeletons: &'a Labelled,
        orbits: &'a Orbits,
        owned: Range<usize>,
    ) -> Self {
        Self {
            puzzle,
            skeletons,
            orbits,
            owned,
            goals: Vec::new(),
            pairs: Vec::new(),
            pair_ends: Vec::new(),
            images: Vec::new(),
            exchanges: Vec::new(),
            groups: Vec::new(),
            nodes: Vec::new(),
            poses: Vec::new(),
            edges: Vec::new(),
            line_steps: Vec::new(),
        }
    }

    /// The segment of a range of skeletons.
    fn segment(mut self, range: Range<usize>) -> Segment {
        let (puzzle, numbers) = (self.puzzle, range.clone());
        let skeletons = skeletons_from(self.skeletons, range.start as u64);
        let lines = lines(puzzle.board());
        let first = self.orbits.nth_leader(range.start) - self.owned.start;
        let mut leader = first;
        for (number, mut skeleton) in numbers.zip(skeletons) {
            let free = puzzle.free_cells(&skeleton);
            if self.orbits.leads(number) {
                self.pairs.extend(neighbour_pairs(&lines, free));
                self.pair_ends.push(self.pairs.len() as u32);
                for goal in puzzle.goal().alternatives() {
                    if let Some(smalls) = goal_smalls(puzzle, goal, &skeleton, free) {
                        self.goals.push((leader as SkeletonId, smalls));
                    }
                }
                self.add_images(&skeleton, free);
                leader += 1;
            }
            for shape in 0..puzzle.shapes().len() {
                for anchor in skeleton.anchors(shape) {
                    self.add_group(&mut skeleton, free, shape, anchor);
                }
            }
        }
        self.begin_group();
        Segment {
            first,
            images: self.images.into(),
            exchanges: self.exchanges.into(),
            poses: self.poses.into(),
            goals: self.goals.into(),
            pairs: self.pairs.into(),
            pair_ends: self.pair_ends.into(),
            groups: self.groups.into(),
            nodes: self.nodes.into(),
            edges: self.edges.into(),
            line_steps: self.line_steps.into(),
        }
    }

    /// Adds the images of a leader.
    fn add_images(&mut self, skeleton: &Position, free: Cells) {
        for symmetry in self.orbits.symmetries() {
            let image = symmetry.image(skeleton);
            let number = self.number(&image);
            let cells = free.into_iter().map(|cell| symmetry.cell(cell));
            let free: Cells = cells.clone().collect();
            // Whose fillings stand on each place of the image, and where they have come to so far.
            let mut standing: SmallVec<[u8; 32]> = cells.map(|c| free.place_of(c) as u8).collect();
            for place in 0..standing.len() {
                let from = standing.iter().position(|&to| usize::from(to) == place);
                let from = from.expect("every place of the image has a place of the leader");
                if from != place {
                    standing.swap(from, place);
                    self.exchanges.push((place as u8, from as u8));
                }
            }
            self.images.push(Image { number, exchanges: self.exchanges.len() as u32 });
        }
    }

    fn number(&self, skeleton: &Position) -> SkeletonId {
        let number = self.skeletons.rank(skeleton.all_anchors());
        number.expect("a moved piece keeps the set, and so does a reflection") as SkeletonId
    }

    /// Adds the group of a piece, if the piece can move at all and stands at the group's first anchor of those where
    /// the skeleton is a wanted one, and no image of the group comes first.
    fn add_group(&mut self, skeleton: &mut Position, free: Cells, shape: ShapeId, anchor: Cell) {
        let puzzle = self.puzzle;
        if !free.meets(puzzle.rim(shape, anchor)) {
            return;
        }
        skeleton.take(shape, anchor);
        let orbits = self.orbits;
        if let Some(ties) = orbits.ties(skeleton, shape) {
            let lifted = free | puzzle.covered(shape, anchor);
            let is_whole = self.owned.len() as u64 == self.skeletons.len();
            let comes_first = |to: Cell| {
                to < anchor
                    && (is_whole || {
                        skeleton.put(shape, to);
                        let number = self.number(skeleton);
                        skeleton.take(shape, to);
                        self.owned.contains(&(number as usize))
                    })
            };
            let walk = Walk::of(puzzle, lifted, shape, anchor, comes_first);
            if let Some(walk) = walk.filter(|walk| ties.is_first(orbits, shape, &walk.anchors)) {
                self.add_nodes(skeleton, shape, &walk.anchors);
                self.add_edges(shape, lifted, &walk.anchors, &walk.steps);
            }
        }
        skeleton.put(shape, anchor);
    }

    /// Says where the next group begins.
    fn begin_group(&mut self) {
        self.groups.push(Group { node: self.nodes.len() as u32, edge: self.edges.len() as u32 });
    }

    fn add_nodes(&mut self, others: &mut Position, shape: ShapeId, anchors: &[Cell]) {
        self.begin_group();
        for &to in anchors {
            others.put(shape, to);
            let pose = self.orbits.pose(others);
            let number = match self.orbits.reflection(pose) {
                None => self.number(others),
                Some(reflection) => self.number(&reflection.image(others)),
            };
            self.nodes.push(self.orbits.nth_leader(number as usize) as SkeletonId);
            self.poses.push(pose);
            others.take(shape, to);
        }
    }

    fn add_edges(&mut self, shape: ShapeId, lifted: Cells, anchors: &[Cell], steps: &[(u8, u8)]) {
        let puzzle = self.puzzle;
        let covered = |node: u8| puzzle.covered(shape, anchors[usize::from(node)]);
        for &(a, b) in steps {
            let empty = |here: u8, there: u8| {
                places(covered(there) - covered(here), lifted - covered(here))
            };
            self.edges.push(Edge { a, b, empty_a: empty(a, b), empty_b: empty(b, a) });
        }
        self.add_lines(puzzle.board(), anchors, steps);
    }

    /// Lists a group's edges line by line, all lines along rows and then all along columns.
    fn add_lines(&mut self, board: &Board, anchors: &[Cell], steps: &[(u8, u8)]) {
        let anchor = |node: u8| anchors[usize::from(node)];
        let mut ordered: Vec<_> = (0u8..)
            .zip(steps)
            .map(|(edge, &(a, b))| {
                let (tail, head) = (anchor(a).min(anchor(b)), anchor(a).max(anchor(b)));
                let upright = board.column(tail) == board.column(head);
                let (line, place) = match upright {
                    true => (board.column(tail), board.row(tail)),
                    false => (board.row(tail), board.column(tail)),
                };
                ((upright, line, place), edge, tail == anchor(a))
            })
            .collect();
        ordered.sort_unstable();
        let mut before = None;
        for ((upright, line, place), edge, forward) in ordered {
            let chained = place > 0 && before == Some((upright, line, place - 1));
            self.line_steps.push(LineStep { edge, forward, chained });
            before = Some((upright, line, place));
        }
    }
}

/// Where a piece can go while all others stay.
struct Walk {
    /// The anchors that it can reach, in breadth-first order from the first.
    anchors: Vec<Cell>,
    /// The unit steps between them, by their numbers: first those by which each was found, then the others.
    steps: Vec<(u8, u8)>,
}

impl Walk {
    /// The walk of a piece over the `lifted` cells, which are free or its own; `None` where it can go nowhere, or to
    /// an anchor that comes first, where the walk begins then.
    fn of(
        puzzle: &Puzzle,
        lifted: Cells,
        shape: ShapeId,
        anchor: Cell,
        mut comes_first: impl FnMut(Cell) -> bool,
    ) -> Option<Self> {
        let fits = |&to: &Cell| puzzle.covered(shape, to).is_within(lifted);
        let mut anchors = vec![anchor];
        let mut seen = Cells::of(anchor);
        let mut steps = Vec::new();
        let mut others = Vec::new();
        let mut at = 0;
        while at < anchors.len() {
            let here = anchors[at];
            let beside = Direction::ALL.into_iter();
            let beside = beside.filter_map(|side| puzzle.lone_step(shape, here, side));
            for to in beside.filter(fits) {
                if comes_first(to) {
                    return None;
                }
                if !seen.contains(to) {
                    seen.insert(to);
                    steps.push((at as u8, anchors.len() as u8));
                    anchors.push(to);
                } else if let Some(b) = anchors[at + 1..].iter().position(|&cell| cell == to) {
                    others.push((at as u8, (at + 1 + b) as u8));
                }
            }
            at += 1;
        }
        steps.append(&mut others);
        (anchors.len() > 1).then_some(Self { anchors, steps })
    }
}

/// All pairs of neighbouring cells with the direction from the first to the second, line by line: all lines along
/// rows and then all along columns.
pub(super) fn lines(board: &Board) -> Vec<(Direction, Cell, Cell)> {
    let columns = (0..board.width()).flat_map(|c| (0..board.height()).map(move |r| (c, r)));
    let along_rows = board.cells().map(|cell| (Direction::Right, cell));
    let along_columns = columns.filter_map(|(c, r)| Some((Direction::Down, board.cell(c, r)?)));
    along_rows
        .chain(along_columns)
        .filter_map(|(side, cell)| Some((side, cell, board.neighbour(cell, side)?)))
        .collect()
}

/// The pairs of neighbouring free cells, from all pairs of neighbouring cells line by line.
pub(super) fn neighbour_pairs(
    lines: &[(Direction, Cell, Cell)],
    free: Cells,
) -> impl Iterator<Item = Pair> + '_ {
    let mut before = None;
    let both_free =
        lines.iter().filter(move |&&(_, low, high)| free.contains(low) && free.contains(high));
    both_free.map(move |&(direction, low, high)| {
        let chained = before == Some((direction, low));
        before = Some((direction, high));
        let place = |cell| free.place_of(cell) as u8;
        Pair { low: place(low), high: place(high), chained }
    })
}

/// The places that must hold smalls for a filling of a skeleton to be won in one way; `None` where none can be.
pub(super) fn goal_smalls(
    puzzle: &Puzzle,
    goal: &[(ShapeId, Cell)],
    skeleton: &Position,
    free: Cells,
) -> Option<u32> {
    let filling = puzzle.filling_shape();
    let mut cells = Cells::NONE;
    for &(shape, cell) in goal {
        if Some(shape) == filling {
            cells.insert(cell);
        } else if !skeleton.anchors(shape).contains(cell) {
            return None;
        }
    }
    cells.is_within(free).then(|| places(cells, free))
}

/// The places of some cells among the free ones.
fn places(cells: Cells, free: Cells) -> u32 {
    cells.into_iter().fold(0, |places, cell| places | 1 << free.place_of(cell))
}
