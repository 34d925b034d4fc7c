//! The backward search: from all goal positions at once, breadth first.
//!
//! Piece sets that differ only in the number of smalls share their skeletons and are searched together:
//! a bitmap holds one cube of fillings for every skeleton, and a level moves 64 fillings at a time.

mod cube;
mod distances;
mod estimate;
mod graph;
mod kernels;
mod level;
#[cfg(test)]
mod tests;
mod unite;

pub use distances::Distances;
pub use estimate::{Estimate, estimate};
pub use level::Kernels;

use crate::puzzle::{Metric, PieceSet, Position, Puzzle, filling_shape};
use crate::space::fillings::Binomials;
use crate::space::{self, Arrangements, Space, SpaceError};
use cube::Cube;
use distances::{Slot, Slots};
use graph::Graph;
use level::{Bitmaps, Rules};
use std::ops::ControlFlow;
use thiserror::Error;

/// Why a search ended without distances.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// The watcher asked to stop.
    #[error("the search was stopped before its end")]
    Stopped,
    /// A distance beyond what an entry holds.
    #[error("the search went past {} levels, the most that a table holds", u16::MAX - 1)]
    TooDeep,
}

/// How far a search is.
#[derive(Clone, Copy, Debug)]
pub struct LevelDone {
    /// The level just finished: the distance of the positions that it found.
    pub level: u16,
    /// How many positions it found.
    pub found: u64,
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
}

/// Sorts piece sets into classes, in the order of their first sets; a set named twice is in one of them.
///
/// Where cubes would take more than a word for every position of a skeleton, each set is a class of its own
/// and its smalls are pieces like any other.
pub fn classes(puzzle: &Puzzle, sets: &[PieceSet]) -> Vec<Class> {
    let Some(shape) = filling_shape(puzzle.shapes()) else {
        let alone = |set: &PieceSet| Class { sets: vec![set.clone()], fills: false };
        return sets.iter().map(alone).collect();
    };
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
        let open = puzzle.board().open_cells().count_ones();
        let free = open.saturating_sub(puzzle.area(&larger));
        let smalls: Vec<u32> = group.iter().map(|set| set.counts()[shape].into()).collect();
        let fillings = smalls.iter().map(|&smalls| Binomials::new().choose(free, smalls));
        let wanted = fillings.fold(0, u64::saturating_add);
        let words = cube::words_needed(free, &smalls);
        if free as usize <= cube::MOST_PLACES && (1..=wanted).contains(&words) {
            classes.push(Class { sets: group, fills: true });
        } else {
            classes.extend(group.into_iter().map(|set| Class { sets: vec![set], fills: false }));
        }
    }
    classes
}

/// What a search knows before it starts: the skeletons and steps of a class of piece sets.
///
/// It can be run any number of times, under each metric.
#[derive(Debug)]
pub struct Search<'p> {
    spaces: Vec<Space<'p>>,
    graph: Graph,
    cube: Cube,
    /// Where smalls are pieces like any other, the index of every position.
    indices: Option<Vec<u64>>,
    kernels: Kernels,
}

impl<'p> Search<'p> {
    /// Prepares the search of a class.
    pub fn new(puzzle: &'p Puzzle, class: &Class) -> Result<Self, SpaceError> {
        let first = Space::new(puzzle, &class.sets[0])?;
        let sibling = |set| first.sibling(set).expect("a class has the same larger pieces");
        let spaces: Vec<Space<'p>> = class.sets.iter().map(sibling).collect::<Result<_, _>>()?;
        let kernels = Kernels::default();
        if class.fills {
            let smalls: Vec<u32> = spaces.iter().map(Space::small_count).collect();
            let cube = Cube::new(first.free_cell_count(), &smalls);
            let graph = Graph::new(puzzle, first.skeletons(), true);
            return Ok(Self { spaces, graph, cube, indices: None, kernels });
        }
        let positions =
            Arrangements::new(puzzle, first.piece_set()).ok_or_else(|| first.too_large())?;
        let index = |position| first.rank(&position).expect("it is of this piece set");
        let indices = Some(positions.iter_from(0).map(index).collect());
        let graph = Graph::new(puzzle, &positions, false);
        Ok(Self { spaces, graph, cube: Cube::new(0, &[0]), indices, kernels })
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
    /// `parallel` shares every level out among the threads of the current rayon pool; without it one
    /// thread does it all. `watch` is called after every level, and ends the search by breaking.
    pub fn run(
        &self,
        metric: Metric,
        parallel: bool,
        watch: impl FnMut(LevelDone) -> ControlFlow<()>,
    ) -> Result<Vec<Distances>, SearchError> {
        let goals = self.graph.goals.iter().flat_map(|&(skeleton, smalls)| {
            self.cube.holding(smalls).map(move |(word, bits)| (skeleton as usize, word, bits))
        });
        self.run_from(goals, metric, parallel, watch)
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
        watch: impl FnMut(LevelDone) -> ControlFlow<()>,
    ) -> Result<Vec<Distances>, SearchError> {
        self.run_from([self.bit_of(target)], metric, parallel, watch)
    }

    /// Where the bit of a position is: skeleton, word of its cube, and the word with that bit.
    fn bit_of(&self, position: &Position) -> (usize, usize, u64) {
        let place = self.spaces.iter().find_map(|space| Some((space, space.locate(position)?)));
        let (space, place) = place.expect("the position is of one of the spaces");
        if let Some(indices) = &self.indices {
            let skeleton = indices.iter().position(|&index| index == place.index);
            return (skeleton.expect("every index has a skeleton"), 0, 1);
        }
        let (skeleton, filling) = space.skeleton_and_filling(&place, position);
        (skeleton as usize, self.cube.slot(filling >> 6), 1 << (filling & 63))
    }

    /// Finds the distance of every position to the nearest of some: skeletons with words of their cubes
    /// and bits.
    fn run_from(
        &self,
        targets: impl IntoIterator<Item = (usize, usize, u64)>,
        metric: Metric,
        parallel: bool,
        mut watch: impl FnMut(LevelDone) -> ControlFlow<()>,
    ) -> Result<Vec<Distances>, SearchError> {
        let rules = Rules {
            graph: &self.graph,
            cube: &self.cube,
            metric,
            kernels: self.kernels,
            parallel: parallel && rayon::current_num_threads() > 1,
        };
        let mut slots = Slots::new(self.spaces.iter().map(Space::len));
        let mut bitmaps = Bitmaps::new(&self.graph, &self.cube, targets);
        for level in 0..u16::MAX {
            if level > 0 {
                bitmaps.move_pieces(rules);
            }
            slots.widen_for(level);
            let found = match &slots {
                Slots::Narrow(slots) => self.settle(&mut bitmaps, rules, slots, level),
                Slots::Wide(slots) => self.settle(&mut bitmaps, rules, slots, level),
            };
            if found == 0 {
                return Ok(slots.finish());
            }
            if watch(LevelDone { level, found }).is_break() {
                return Err(SearchError::Stopped);
            }
        }
        Err(SearchError::TooDeep)
    }

    /// Makes what is new the frontier and writes its distances; how many positions that is.
    fn settle<S: Slot>(
        &self,
        bitmaps: &mut Bitmaps,
        rules: Rules<'_>,
        slots: &[Vec<S>],
        level: u16,
    ) -> u64 {
        if let Some(indices) = &self.indices {
            return bitmaps.settle(rules, &|skeleton, _, _| {
                slots[0][indices[skeleton] as usize].set(level);
            });
        }
        // The entries of each number of smalls, and how many each skeleton has of them.
        let mut entries: Vec<(&[S], usize)> = vec![(&[], 0); 65];
        for (space, slots) in self.spaces.iter().zip(slots) {
            entries[space.small_count() as usize] = (slots, space.filling_count() as usize);
        }
        bitmaps.settle(rules, &|skeleton, word, mut bits: u64| {
            while bits != 0 {
                let (smalls, number) = self.cube.number(word, bits.trailing_zeros());
                bits &= bits - 1;
                let (entries, fillings) = entries[smalls];
                entries[skeleton * fillings + number].set(level);
            }
        })
    }

    /// The number, among [`spaces`](Self::spaces), of the space with so many smalls as fillings.
    fn space_with(&self, smalls: u32) -> Option<usize> {
        match self.indices {
            Some(_) => Some(0),
            None => self.spaces.iter().position(|space| space.small_count() == smalls),
        }
    }
}
