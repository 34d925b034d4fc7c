//! The backward search: from all goal positions at once, breadth first.
//!
//! Piece sets that differ only in the number of smalls share their skeletons and are searched together:
//! a bitmap holds one cube of fillings for every skeleton, and a level moves 64 fillings at a time.

mod border;
mod component;
mod cube;
mod estimate;
mod fillings;
mod graph;
mod kernels;
mod lean;
mod level;
mod orbits;
mod part;
mod plain;
mod slots;
#[cfg(test)]
mod tests;
mod unite;

pub use component::{Component, ComponentError, Until, meet};
pub use estimate::{Estimate, Memory, estimate};
pub use kernels::Kernels;
pub use lean::Ledger;

use super::rules::{Goal, Metric, PieceSet, Position, Puzzle};
use super::space::{self, Located, Space, SpaceError};
use crate::cluster::{Alone, Gone};
use crate::effort::{Amount, Effort, Stopped};
use crate::numbering::subsets::Binomials;
use crate::table::{Checkpoint, Distances, Histogram};
use cube::Cube;
use fillings::Fillings;
use graph::{Graph, SkeletonId};
use level::{Bitmaps, Context, Layout};
use orbits::Orbits;
use slots::{Slot, Slots};
use smallvec::SmallVec;
use std::sync::OnceLock;
use thiserror::Error;

/// Why a search cannot be made, or ended without distances.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// A space could not be numbered.
    #[error(transparent)]
    Space(SpaceError),
    /// The watcher asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A distance beyond what an entry holds.
    #[error("the search went past {} levels, the most that a table holds", u16::MAX - 1)]
    TooDeep,
    /// More arrangements of larger pieces than a search tells apart.
    #[error("{0} arrangements of the larger pieces: a search tells at most 2^32 apart")]
    Skeletons(u64),
    /// More bits than the components of a search are told apart by.
    #[error("the bitmaps have {0} bits: components are told apart up to 2^32")]
    Components(u64),
    /// More parts than a search can have.
    #[error("{0} parts: a search has at most 65536")]
    Parts(usize),
    /// Another part of a search is gone.
    #[error(transparent)]
    Gone(#[from] Gone),
    /// Another part of a search sent what no part sends.
    #[error("part {0} of the search sent what no part sends")]
    Parcel(usize),
    /// More memory than the search may use.
    #[error("it would need about {} of memory, and may use {}", Amount(*.needed), Amount(*.allowed))]
    Memory {
        /// About so many bytes.
        needed: u64,
        /// Bytes that it may use.
        allowed: u64,
    },
}

impl From<SpaceError> for SearchError {
    fn from(error: SpaceError) -> Self {
        match error {
            SpaceError::Stopped(stopped) => Self::Stopped(stopped),
            error => Self::Space(error),
        }
    }
}

/// Piece sets that are searched together: they differ only in the number of smalls.
#[derive(Clone, Debug)]
pub struct Class {
    sets: Vec<PieceSet>,
    /// Whether smalls are fillings of skeletons, and not pieces like any other.
    fills: bool,
}

impl Class {
    /// The piece sets.
    pub fn piece_sets(&self) -> &[PieceSet] {
        &self.sets
    }

    /// The first and the last piece set, in words.
    pub(crate) fn text(&self, puzzle: &Puzzle) -> String {
        let text = |set| puzzle.piece_set_text(set);
        match &self.sets[..] {
            [first, .., last] => format!("{} to {}", text(first), text(last)),
            sets => sets.iter().map(text).collect(),
        }
    }
}

/// Fillings of a skeleton from which on the steps pay that are kept for it.
const FEWEST_FILLINGS: u64 = 4;
/// Positions of a space from which on it is searched [lean](SearchPlan::is_better_lean) where that is as fast.
const LARGE: u64 = 1 << 24;
/// Skeletons from which on it pays to look at some, to say what the steps of all take.
const FEWEST_SAMPLED: u64 = 1 << 14;
/// Bits of a cube for each that is wanted, up to which cubes pay.
const MOST_BITS: u64 = 8;

/// Sorts piece sets into classes, in the order of their first sets; a set named twice is in one of them.
///
/// Where most bits of common cubes would not be wanted, each set is a class of its own. So is a set with counts for
/// another number of shapes than the puzzle has, which no search takes.
pub fn classes(puzzle: &Puzzle, sets: &[PieceSet]) -> Vec<Class> {
    let alone = |set: &PieceSet| Class { sets: vec![set.clone()], fills: false };
    let Some(shape) = puzzle.filling_shape() else {
        return sets.iter().map(alone).collect();
    };
    let is_of_puzzle = |set: &&PieceSet| set.counts().len() == puzzle.shapes().len();
    let (sets, foreign): (Vec<&PieceSet>, Vec<&PieceSet>) = sets.iter().partition(is_of_puzzle);
    let mut groups: Vec<(PieceSet, Vec<PieceSet>)> = Vec::new();
    for set in sets {
        let larger = space::larger_pieces(puzzle, set);
        match groups.iter_mut().find(|(key, _)| *key == larger) {
            Some((_, group)) if group.contains(set) => {}
            Some((_, group)) => group.push(set.clone()),
            None => groups.push((larger, vec![set.clone()])),
        }
    }
    let mut classes = Vec::new();
    for (larger, group) in groups {
        let open = puzzle.board().open_cells().len();
        let free = open.saturating_sub(puzzle.area(&larger));
        let has_bits = free as usize <= cube::MOST_PLACES;
        let fillings = |set: &PieceSet| Binomials::new().choose(free, set.counts()[shape].into());
        let wanted = group.iter().map(fillings).fold(0, u64::saturating_add);
        let pays = group.len() > 1 && cube::words(free).saturating_mul(64) / MOST_BITS <= wanted;
        if has_bits && pays {
            classes.push(Class { sets: group, fills: true });
        } else {
            classes.extend(group.into_iter().map(|set| {
                let fills = has_bits && fillings(&set) >= FEWEST_FILLINGS;
                Class { sets: vec![set], fills }
            }));
        }
    }
    classes.extend(foreign.into_iter().map(alone));
    classes
}

/// What a search knows before it starts: the skeletons and steps of a class of piece sets.
///
/// It can be run any number of times, under each metric.
///
/// ```
/// use huarong::effort::Effort;
/// use huarong::sliding::klotski;
/// use huarong::sliding::rules::Metric;
/// use huarong::sliding::search::{Search, classes};
///
/// let puzzle = klotski::puzzle();
/// let set = puzzle.parse_piece_set("0h0v2s")?;
/// let class = &classes(&puzzle, &[set])[0];
/// let search = Search::new(&puzzle, class, Effort::UNLIMITED)?;
/// let distances = &search.run(Metric::Unit, false, Effort::UNLIMITED)?[0];
///
/// let start = puzzle.parse_position("BB../BB../..../.SS./....")?;
/// let index = search.spaces()[0].rank(&start).expect("it is of the piece set");
/// assert_eq!(distances.get(index), Some(6), "down three times, right once, and the smalls out of the way");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Search<'p> {
    spaces: Vec<Space<'p>>,
    way: Way,
    kernels: Kernels,
}

/// How far a search runs, and with what.
#[derive(Clone, Copy)]
struct Run<'w> {
    metric: Metric,
    parallel: bool,
    /// Spaces and indices of positions, of which the nearest is the last whose distance is asked for.
    last: &'w [(usize, u64)],
    effort: Effort<'w>,
}

/// How a search goes about it.
#[derive(Debug)]
enum Way {
    /// A cube of fillings for every skeleton, and the steps between skeletons.
    Cubes { steps: Box<Steps>, cube: Box<Cube> },
    /// The same of the only space, of whose fillings each has a bit.
    Fillings { steps: Box<Steps>, fillings: Box<Fillings> },
    /// A bit for every position of the only space.
    Plain,
}

/// The steps between skeletons, worked out when they are first needed.
#[derive(Debug, Default)]
struct Steps {
    /// Between leaders, where the puzzle is its own image.
    leaders: OnceLock<Graph>,
    whole: OnceLock<Graph>,
}

/// Which skeletons are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// One for all its images: where these are as far from what is searched from.
    Leaders,
    Whole,
}

/// A search before it is prepared: what it would take is known, and nothing of that is taken yet.
#[derive(Clone, Debug)]
pub struct SearchPlan<'p> {
    spaces: Vec<Space<'p>>,
    fills: bool,
    skeletons: u64,
    /// Words of a skeleton's fillings.
    words: u64,
    /// Bytes that the steps of a leader take, once somebody asks.
    steps: OnceLock<f64>,
}

impl<'p> SearchPlan<'p> {
    /// The plan of a class's search.
    pub fn new(puzzle: &'p Puzzle, class: &Class) -> Result<Self, SearchError> {
        Self::within(puzzle, class, Effort::UNLIMITED)
    }

    /// The plan of a class's search, whose positions are [numbered](Space::within) within an effort.
    pub fn within(
        puzzle: &'p Puzzle,
        class: &Class,
        effort: Effort<'_>,
    ) -> Result<Self, SearchError> {
        let first = Space::within(puzzle, &class.sets[0], effort)?;
        let sibling = |set| first.sibling(set).expect("a class has the same larger pieces");
        let spaces: Vec<Space<'p>> = class.sets.iter().map(sibling).collect::<Result<_, _>>()?;
        let (skeletons, words) = match class.fills {
            true => (first.skeletons().len(), words(&spaces)),
            false => (0, 0),
        };
        if SkeletonId::try_from(skeletons).is_err() {
            return Err(SearchError::Skeletons(skeletons));
        }
        Ok(Self { spaces, fills: class.fills, skeletons, words, steps: OnceLock::new() })
    }

    /// The spaces to be searched, in the order of the class's piece sets.
    pub fn spaces(&self) -> &[Space<'p>] {
        &self.spaces
    }

    /// Number of positions of all spaces together.
    pub fn len(&self) -> u64 {
        self.spaces.iter().map(Space::len).sum()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the search looks at every position on its own.
    pub fn is_plain(&self) -> bool {
        !self.fills
    }

    /// About how many skeletons are searched for all.
    fn leaders(&self) -> u64 {
        let space = &self.spaces[0];
        estimate::leaders(space.puzzle(), space.piece_set(), self.skeletons)
    }

    /// About the bytes that the steps of a leader take.
    fn step_bytes(&self) -> f64 {
        *self.steps.get_or_init(|| {
            let space = &self.spaces[0];
            if self.skeletons < FEWEST_SAMPLED {
                return estimate::skeleton_bytes(space.puzzle());
            }
            let sampled = Graph::sample_bytes(space.puzzle(), space.skeletons());
            let reflections = self.skeletons.div_ceil(self.leaders().max(1)) - 1;
            sampled + reflections as f64 * estimate::IMAGE_BYTES
        })
    }

    /// About the memory that the search takes.
    pub fn memory(&self) -> Memory {
        match self.fills {
            true => Memory::of(self.len(), self.leaders(), self.words, self.step_bytes()),
            false => Memory::plain(self.len()),
        }
    }

    /// About what the search takes under one metric.
    pub fn estimate(&self) -> Estimate {
        let seconds = match self.fills {
            true => estimate::cube_seconds(self.len(), self.leaders() as f64, self.words),
            false => estimate::plain_seconds(self.len(), estimate::mean_moves(&self.spaces[0])),
        };
        let bytes = match &self.spaces[..] {
            [_] if self.fills && self.is_better_lean() => {
                self.lean(self.skeletons).memory(lean::MOST_PLANES)
            }
            _ => self.memory().total(),
        };
        Estimate { seconds, bytes: bytes as f64 }
    }

    /// The searches of the piece sets, each on its own.
    pub fn apart(&self) -> impl Iterator<Item = Self> + '_ {
        self.spaces.iter().map(|space| {
            let (fills, skeletons) = (self.fills, self.skeletons);
            let spaces = vec![space.clone()];
            let words = if fills { words(&spaces) } else { 0 };
            Self { spaces, fills, skeletons, words, steps: self.steps.clone() }
        })
    }

    /// About the least memory that a [lean](Self::run_lean) search of the only space takes; `None` where there are
    /// several spaces.
    pub fn lean_memory(&self) -> Option<u64> {
        match (self.fills, &self.spaces[..]) {
            (true, [_]) => Some(self.lean(self.skeletons).memory(lean::FEWEST_PLANES)),
            (false, [_]) => Some(self.memory().total()),
            _ => None,
        }
    }

    /// Whether a [lean](Self::run_lean) search is as fast as one that keeps distances in memory: of one large space, of
    /// whose skeletons none is searched for another. One that looks at every position on its own keeps them in any
    /// case, but goes on where it was stopped.
    pub fn is_better_lean(&self) -> bool {
        self.lean_memory().is_some() && self.len() >= LARGE && self.leaders() == self.skeletons
    }

    /// A lean search of so many of the skeletons of the only space.
    fn lean(&self, skeletons: u64) -> estimate::Lean {
        estimate::Lean::new(skeletons, self.spaces[0].filling_count(), self.step_bytes())
    }

    /// Finds the distance of every position of the only space to the goal in as little memory as the effort allows, and
    /// writes them into a ledger; how many positions have each. What it finds is what [`Search::run`] finds. It goes on
    /// `from` what an earlier one left in the ledger.
    ///
    /// # Panics
    ///
    /// Where there is [no such search](Self::lean_memory).
    pub fn run_lean<L: Ledger>(
        &self,
        metric: Metric,
        ledger: &L,
        from: Option<&Checkpoint>,
        effort: Effort<'_>,
    ) -> Result<Histogram, L::Error> {
        assert!(self.lean_memory().is_some(), "a lean search is of one space");
        self.run_part(metric, ledger, from, &mut Alone, effort)
    }

    /// Refuses a search whose bitmaps have 2^32 bits or more, since its components could not be told apart.
    pub fn check_components(&self) -> Result<(), SearchError> {
        let bits = match self.fills {
            true => self.skeletons.saturating_mul(self.words).saturating_mul(64),
            false => self.spaces[0].len(),
        };
        u32::try_from(bits).map(drop).map_err(|_| SearchError::Components(bits))
    }

    /// The search, with the steps between skeletons worked out that [`Search::run`] needs. Where the search takes more
    /// memory than the effort allows, nothing is begun.
    pub fn prepare(self, effort: Effort<'_>) -> Result<Search<'p>, SearchError> {
        let search = self.start(effort)?;
        search.prepare(effort)?;
        Ok(search)
    }

    /// The search, with nothing worked out before it is asked for. Where the search takes more memory than the effort
    /// allows, it is refused.
    pub fn start(self, effort: Effort<'_>) -> Result<Search<'p>, SearchError> {
        let needed = self.memory().total();
        if needed > effort.memory {
            return Err(SearchError::Memory { needed, allowed: effort.memory });
        }
        let Self { spaces, fills, .. } = self;
        let places = spaces[0].free_cell_count();
        let way = match &spaces[..] {
            // A word has a bit for every filling of so few places, and steps on it take less than on their string.
            [space] if fills && cube::words(places) > 1 => {
                let fillings = Box::new(Fillings::new(places, space.small_count()));
                Way::Fillings { steps: Box::default(), fillings }
            }
            spaces if fills => {
                let smalls: Vec<u32> = spaces.iter().map(Space::small_count).collect();
                Way::Cubes { steps: Box::default(), cube: Box::new(Cube::new(places, &smalls)) }
            }
            _ => Way::Plain,
        };
        Ok(Search { spaces, way, kernels: Kernels::default() })
    }
}

/// Words of the fillings of a skeleton of some spaces, which are searched together.
fn words(spaces: &[Space<'_>]) -> u64 {
    match spaces {
        [space] => space.filling_count().div_ceil(64),
        spaces => cube::words(spaces[0].free_cell_count()),
    }
}

/// The won positions: leaders with words of their fillings and bits.
fn won<'g>(
    graph: &'g Graph,
    layout: &'g impl Layout,
) -> impl Iterator<Item = (usize, usize, u64)> + 'g {
    graph.goals().flat_map(|(skeleton, smalls)| {
        layout.holding(smalls).map(move |(word, bits)| (skeleton as usize, word, bits))
    })
}

impl<'p> Search<'p> {
    /// Plans and [starts](SearchPlan::start) the search of a class.
    pub fn new(puzzle: &'p Puzzle, class: &Class, effort: Effort<'_>) -> Result<Self, SearchError> {
        SearchPlan::within(puzzle, class, effort)?.start(effort)
    }

    /// Works out what [`run`](Self::run) needs, if it has not been.
    pub fn prepare(&self, effort: Effort<'_>) -> Result<(), Stopped> {
        match &self.way {
            Way::Cubes { steps, .. } | Way::Fillings { steps, .. } => {
                self.graph(steps, Extent::Leaders, effort).map(drop)
            }
            Way::Plain => Ok(()),
        }
    }

    /// Works out what [`run_to_other_goal`](Self::run_to_other_goal) needs, if it has not been.
    pub fn prepare_for_any_goal(&self, effort: Effort<'_>) -> Result<(), Stopped> {
        match &self.way {
            Way::Cubes { steps, .. } | Way::Fillings { steps, .. } => {
                self.graph(steps, Extent::Whole, effort).map(drop)
            }
            Way::Plain => Ok(()),
        }
    }

    /// The steps between some skeletons.
    fn graph<'s>(
        &'s self,
        steps: &'s Steps,
        extent: Extent,
        effort: Effort<'_>,
    ) -> Result<&'s Graph, Stopped> {
        let space = &self.spaces[0];
        let (puzzle, skeletons) = (space.puzzle(), space.skeletons());
        let larger = space::larger_pieces(puzzle, space.piece_set());
        let is_whole = extent == Extent::Whole || orbits::symmetries(puzzle, &larger).is_empty();
        let kept = if is_whole { &steps.whole } else { &steps.leaders };
        if let Some(graph) = kept.get() {
            return Ok(graph);
        }
        let orbits = match is_whole {
            true => Orbits::trivial(skeletons.len()),
            false => Orbits::new(puzzle, &larger, skeletons, effort)?,
        };
        let graph = Graph::new(puzzle, skeletons, orbits, effort)?;
        Ok(kept.get_or_init(|| graph))
    }

    /// The same search, run with the given kernels.
    pub fn with_kernels(mut self, kernels: Kernels) -> Self {
        self.kernels = kernels;
        self
    }

    /// The spaces searched, in the order of the class's piece sets.
    pub fn spaces(&self) -> &[Space<'p>] {
        &self.spaces
    }

    /// Number of positions of all spaces together.
    pub fn len(&self) -> u64 {
        self.spaces.iter().map(Space::len).sum()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Finds the distance of every position to the goal under a metric; for each space, in order, its
    /// distances.
    ///
    /// `parallel` shares every level out among the threads of the current rayon pool; without it one thread does it
    /// all. The effort is told of the positions that each level found, and of those out of reach at the end.
    pub fn run(
        &self,
        metric: Metric,
        parallel: bool,
        effort: Effort<'_>,
    ) -> Result<Vec<Distances>, SearchError> {
        self.run_to_goal(Run { metric, parallel, last: &[], effort })
    }

    /// As [`run`](Self::run), but only until the distance of one of some positions is found: those that are larger are
    /// left as if the goal could not be reached.
    ///
    /// # Panics
    ///
    /// Where one of the positions is of none of the spaces.
    pub fn run_until(
        &self,
        positions: &[Position],
        metric: Metric,
        parallel: bool,
        effort: Effort<'_>,
    ) -> Result<Vec<Distances>, SearchError> {
        let locate = |position| {
            let (space, located) = self.locate(position);
            (space, located.index)
        };
        let last: Vec<_> = positions.iter().map(locate).collect();
        self.run_to_goal(Run { metric, parallel, last: &last, effort })
    }

    /// The space of a position, by its number, and where in it the position is.
    fn locate(&self, position: &Position) -> (usize, Located) {
        let mut spaces = self.spaces.iter().enumerate();
        let located = spaces.find_map(|(number, space)| Some((number, space.locate(position)?)));
        located.expect("the position is of one of the spaces")
    }

    fn run_to_goal(&self, run: Run<'_>) -> Result<Vec<Distances>, SearchError> {
        match &self.way {
            Way::Cubes { steps, cube } => {
                let graph = self.graph(steps, Extent::Leaders, run.effort)?;
                self.run_bitmaps(graph, &**cube, won(graph, &**cube), run)
            }
            Way::Fillings { steps, fillings } => {
                let graph = self.graph(steps, Extent::Leaders, run.effort)?;
                self.run_bitmaps(graph, &**fillings, won(graph, &**fillings), run)
            }
            Way::Plain => {
                self.run_plain(plain::goals(&self.spaces[0], 0..self.spaces[0].len()), run)
            }
        }
    }

    /// Finds the distance of every position to one position instead of the goal.
    ///
    /// # Panics
    ///
    /// Where the position is of none of the spaces.
    pub fn run_towards(
        &self,
        target: &Position,
        metric: Metric,
        parallel: bool,
        effort: Effort<'_>,
    ) -> Result<Vec<Distances>, SearchError> {
        let (space, located) = self.locate(target);
        let run = Run { metric, parallel, last: &[], effort };
        let place = |layout: &dyn Fn(u32) -> u32| {
            let (skeleton, filling) = self.spaces[space].skeleton_and_filling(&located, target);
            let bit = layout(filling);
            [(skeleton as usize, bit as usize / 64, 1 << (bit % 64))]
        };
        match &self.way {
            Way::Cubes { steps, cube } => {
                let graph = self.graph(steps, Extent::Whole, effort)?;
                self.run_bitmaps(graph, &**cube, place(&|filling| cube.bit(filling)), run)
            }
            Way::Fillings { steps, fillings } => {
                let graph = self.graph(steps, Extent::Whole, effort)?;
                self.run_bitmaps(graph, &**fillings, place(&|filling| fillings.bit(filling)), run)
            }
            Way::Plain => self.run_plain([located.index], run),
        }
    }

    /// Finds the distance of every position to the nearest in which another goal is reached.
    pub fn run_to_other_goal(
        &self,
        goal: &Goal,
        metric: Metric,
        parallel: bool,
        effort: Effort<'_>,
    ) -> Result<Vec<Distances>, SearchError> {
        let run = Run { metric, parallel, last: &[], effort };
        match &self.way {
            Way::Cubes { steps, cube } => {
                let graph = self.graph(steps, Extent::Whole, effort)?;
                self.run_bitmaps(graph, &**cube, self.reached(goal, &**cube), run)
            }
            Way::Fillings { steps, fillings } => {
                let graph = self.graph(steps, Extent::Whole, effort)?;
                self.run_bitmaps(graph, &**fillings, self.reached(goal, &**fillings), run)
            }
            Way::Plain => {
                let positions = (0..).zip(self.spaces[0].iter());
                let reached = positions.filter(|(_, position)| goal.is_won(position));
                self.run_plain(reached.map(|(index, _)| index), run)
            }
        }
    }

    /// The positions in which a goal is reached: skeletons with words of their fillings and bits.
    fn reached<'s>(
        &'s self,
        goal: &'s Goal,
        layout: &'s impl Layout,
    ) -> impl Iterator<Item = (usize, usize, u64)> + 's {
        let space = &self.spaces[0];
        let puzzle = space.puzzle();
        let skeletons = space::skeletons_from(space.skeletons(), 0).enumerate();
        skeletons.flat_map(move |(number, skeleton)| {
            let free = puzzle.free_cells(&skeleton);
            let alternatives = goal.alternatives().iter();
            let smalls: SmallVec<[u32; 1]> = alternatives
                .filter_map(|way| graph::goal_smalls(puzzle, way, &skeleton, free))
                .collect();
            smalls.into_iter().flat_map(move |smalls| {
                layout.holding(smalls).map(move |(word, bits)| (number, word, bits))
            })
        })
    }

    /// Finds the distance of every position to the nearest of some: skeletons with words of their fillings
    /// and bits.
    fn run_bitmaps(
        &self,
        graph: &Graph,
        layout: &impl Layout,
        targets: impl IntoIterator<Item = (usize, usize, u64)>,
        run: Run<'_>,
    ) -> Result<Vec<Distances>, SearchError> {
        let Run { metric, .. } = run;
        let parallel = run.parallel && rayon::current_num_threads() > 1;
        let context = Context { graph, layout, metric, kernels: self.kernels, parallel };
        let mut bitmaps = Bitmaps::new(graph, layout, targets);
        self.run_levels(run, |level, slots| {
            if level > 0 {
                bitmaps.move_pieces(context);
            }
            match slots {
                Slots::Narrow(slots) => self.settle(&mut bitmaps, context, slots, level),
                Slots::Wide(slots) => self.settle(&mut bitmaps, context, slots, level),
            }
        })
    }

    /// Finds the distance of every position of the only space to the nearest of some, by their indices.
    fn run_plain(
        &self,
        targets: impl IntoIterator<Item = u64>,
        run: Run<'_>,
    ) -> Result<Vec<Distances>, SearchError> {
        let Run { metric, .. } = run;
        let parallel = run.parallel && rayon::current_num_threads() > 1;
        let mut bits = plain::Bits::new(&self.spaces[0], targets);
        self.run_levels(run, |level, slots| {
            if level > 0 {
                bits.move_pieces(metric, parallel);
            }
            match slots {
                Slots::Narrow(slots) => bits.settle(&slots[0], level, parallel),
                Slots::Wide(slots) => bits.settle(&slots[0], level, parallel),
            }
        })
    }

    /// Finds level after level, until one of the last positions is found, if there are any: each writes its distances
    /// and says how many positions it has.
    fn run_levels(
        &self,
        Run { last, effort, .. }: Run<'_>,
        mut find: impl FnMut(u16, &Slots) -> u64,
    ) -> Result<Vec<Distances>, SearchError> {
        let mut slots = Slots::new(self.spaces.iter().map(Space::len));
        let mut left = self.len();
        for level in 0..u16::MAX {
            slots.widen_for(level);
            let found = find(level, &slots);
            let is_last = last.iter().any(|&(space, index)| slots.is_found(space, index));
            if found == 0 || is_last {
                // What no level has found is out of reach, or not asked for, and done.
                effort.done(left)?;
                return Ok(slots.finish());
            }
            left -= found;
            effort.done(found)?;
        }
        Err(SearchError::TooDeep)
    }

    /// Makes what is new the frontier and writes its distances; how many positions that is.
    fn settle<S: Slot>(
        &self,
        bitmaps: &mut Bitmaps,
        context: Context<'_, impl Layout>,
        slots: &[Vec<S>],
        level: u16,
    ) -> u64 {
        // The entries of each number of smalls, and how many each skeleton has of them.
        let mut entries: Vec<(&[S], usize)> = vec![(&[], 0); 65];
        for (space, slots) in self.spaces.iter().zip(slots) {
            entries[space.small_count() as usize] = (slots, space.filling_count() as usize);
        }
        let layout = context.layout;
        bitmaps.settle(context, &|skeleton, word, mut bits: u64| {
            while bits != 0 {
                let (smalls, number) = layout.number(word, bits.trailing_zeros());
                bits &= bits - 1;
                let (entries, fillings) = entries[smalls];
                entries[skeleton * fillings + number].set(level);
            }
        })
    }

    /// The number, among [`spaces`](Self::spaces), of the space with so many smalls as fillings.
    fn space_with(&self, smalls: u32) -> Option<usize> {
        self.spaces.iter().position(|space| space.small_count() == smalls)
    }
}
