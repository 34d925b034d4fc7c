//! The plan of a search: what it would take, before anything is computed.

use super::class::Class;
use super::error::SearchError;
use super::estimate::{self, Estimate, LowMemory, Memory};
use super::frontier::multi_bit::{FEWEST_PLANES, MOST_PLANES};
use super::halo_exchange::ROUND;
use super::layout::cube;
use super::skeleton::SkeletonId;
use super::steps::graph::Graph;
use crate::effort::Effort;
use crate::sliding::rules::Puzzle;
use crate::sliding::space::Space;
use std::sync::OnceLock;

/// A search before it is prepared. It knows what the search would take, and takes nothing of that yet.
#[derive(Clone, Debug)]
pub struct SearchPlan {
    pub(super) spaces: Vec<Space>,
    pub(super) layout: LayoutKind,
    skeletons: u64,
    /// Words of a skeleton's fillings.
    words: u64,
    /// Bytes that the steps of a representative take, once somebody asks.
    step_bytes: OnceLock<f64>,
    /// Most bytes of fillings that a part sends per round of a level.
    pub(super) round: u64,
}

/// The layouts of bitmaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayoutKind {
    /// A bit for every set of places of a skeleton.
    Cube,
    /// A bit for every filling of a skeleton with one number of small pieces.
    Fillings,
    /// A bit for every position.
    Explicit,
}

impl LayoutKind {
    /// The layout of a search of some spaces; with `fills`, small pieces are fillings of skeletons.
    fn of(spaces: &[Space], fills: bool) -> Self {
        match spaces {
            _ if !fills => Self::Explicit,
            // If the cube of a skeleton is one word, steps on it take less than on fillings.
            [space] if cube::words(space.free_cell_count()) > 1 => Self::Fillings,
            _ => Self::Cube,
        }
    }
}

/// Fewest positions of a search that is worth sharing out among threads.
const WORTH_SHARING: u64 = 1 << 20;

/// Fewest skeletons for which it pays to sample some, to say what the steps of all take.
const FEWEST_SAMPLED: u64 = 1 << 14;

impl SearchPlan {
    /// The plan of a class's search.
    pub fn new(puzzle: &Puzzle, class: &Class) -> Result<Self, SearchError> {
        Self::within(puzzle, class, Effort::UNLIMITED)
    }

    /// The plan of a class's search, whose positions are [numbered](Space::within) within an effort.
    pub fn within(puzzle: &Puzzle, class: &Class, effort: Effort<'_>) -> Result<Self, SearchError> {
        let sets = class.piece_sets();
        let first = Space::within(puzzle, &sets[0], effort)?;
        let sibling = |set| first.sibling(set).expect("a class has the same larger pieces");
        let spaces: Vec<Space> = sets.iter().map(sibling).collect::<Result<_, _>>()?;
        let skeletons = if class.fills() { first.skeletons().len() } else { 0 };
        if SkeletonId::try_from(skeletons).is_err() {
            return Err(SearchError::Skeletons(skeletons));
        }
        Ok(Self::with(spaces, class.fills(), skeletons, OnceLock::new()))
    }

    fn with(spaces: Vec<Space>, fills: bool, skeletons: u64, step_bytes: OnceLock<f64>) -> Self {
        let words = match &spaces[..] {
            _ if !fills => 0,
            [space] => space.filling_count().div_ceil(64),
            [space, ..] => cube::words(space.free_cell_count()),
            [] => unreachable!("a class has a piece set"),
        };
        let layout = LayoutKind::of(&spaces, fills);
        Self { spaces, layout, skeletons, words, step_bytes, round: ROUND }
    }

    /// The plan with smaller or larger rounds: at most `bytes` of fillings that a part sends per round of a level.
    pub fn with_rounds_of(self, bytes: u64) -> Self {
        Self { round: bytes, ..self }
    }

    /// The spaces to be searched, in the order of the class's piece sets.
    pub fn spaces(&self) -> &[Space] {
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

    /// Whether the search is large enough to gain from several threads, so that it is better run alone than beside others.
    pub fn is_worth_sharing(&self) -> bool {
        self.len() >= WORTH_SHARING
    }

    /// Whether the search looks at positions one by one.
    pub fn is_explicit(&self) -> bool {
        self.layout == LayoutKind::Explicit
    }

    /// About how many skeletons are representatives.
    fn representatives(&self) -> u64 {
        let space = &self.spaces[0];
        estimate::representatives(space.puzzle(), space.piece_set(), self.skeletons)
    }

    /// About the bytes that the steps of a representative take.
    fn step_bytes(&self) -> f64 {
        *self.step_bytes.get_or_init(|| {
            let space = &self.spaces[0];
            if self.skeletons < FEWEST_SAMPLED {
                return estimate::skeleton_bytes(space.puzzle());
            }
            let sampled = Graph::sample_bytes(space.puzzle(), space.skeletons());
            let reflections = self.skeletons.div_ceil(self.representatives().max(1)) - 1;
            sampled + reflections as f64 * estimate::IMAGE_BYTES
        })
    }

    /// About the memory that the search takes.
    pub fn memory(&self) -> Memory {
        if self.is_explicit() {
            return Memory::explicit(self.len());
        }
        Memory::of(self.len(), self.representatives(), self.words, self.step_bytes())
    }

    /// About what the search takes under one metric.
    pub fn estimate(&self) -> Estimate {
        let seconds = match self.is_explicit() {
            false => {
                estimate::skeleton_seconds(self.len(), self.representatives() as f64, self.words)
            }
            true => estimate::explicit_seconds(self.len(), estimate::mean_moves(&self.spaces[0])),
        };
        let bytes = match &self.spaces[..] {
            [_] if !self.is_explicit() && self.prefers_low_memory() => {
                self.low_memory_of(self.skeletons).memory(MOST_PLANES)
            }
            _ => self.memory().total(),
        };
        Estimate { seconds, bytes: bytes as f64 }
    }

    /// The searches of the piece sets, each on its own.
    pub fn apart(&self) -> impl Iterator<Item = Self> + '_ {
        self.spaces.iter().map(|space| {
            let spaces = vec![space.clone()];
            Self::with(spaces, !self.is_explicit(), self.skeletons, self.step_bytes.clone())
        })
    }

    /// About the least memory that a [low-memory search](Self::run_low_memory) of the only space takes, in bytes;
    /// `None` if there are several spaces.
    pub fn least_memory(&self) -> Option<u64> {
        match &self.spaces[..] {
            [_] if self.is_explicit() => Some(self.memory().total()),
            [_] => Some(self.low_memory_of(self.skeletons).memory(FEWEST_PLANES)),
            _ => None,
        }
    }

    /// Whether a [low-memory search](Self::run_low_memory) is as fast as one that keeps distances in memory: of one
    /// large space whose skeletons are all representatives. A search that looks at positions one by one keeps distances
    /// in memory either way, but a low-memory search can resume.
    pub fn prefers_low_memory(&self) -> bool {
        self.least_memory().is_some()
            && self.len() >= estimate::LARGE
            && self.representatives() == self.skeletons
    }

    /// The size of a low-memory search of so many of the skeletons of the only space.
    pub(super) fn low_memory_of(&self, skeletons: u64) -> LowMemory {
        LowMemory::new(skeletons, self.spaces[0].filling_count(), self.step_bytes())
    }

    /// Refuses a search whose bitmaps have 2^32 bits or more, since its components could not be numbered.
    pub fn check_components(&self) -> Result<(), SearchError> {
        let bits = match self.is_explicit() {
            false => self.skeletons.saturating_mul(self.words).saturating_mul(64),
            true => self.spaces[0].len(),
        };
        u32::try_from(bits).map(drop).map_err(|_| SearchError::Components(bits))
    }
}
