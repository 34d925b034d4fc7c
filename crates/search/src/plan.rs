//! The plan of a search: its spaces, and its cost before anything is computed.

use super::class::Class;
use super::error::SearchError;
use super::estimate::{self, Estimate, Memory};
use super::frontier::multi_bit::{FEWEST_PLANES, MOST_PLANES};
use super::halo_exchange::ROUND_BYTES;
use super::layout::cube;
use super::skeleton::SkeletonId;
use super::steps::step_graph::StepGraph;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::rules::Puzzle;
use huarong_core::space::Space;
use std::sync::OnceLock;

/// A search before preparation. It can estimate the cost of the search, and takes no memory for it.
#[derive(Clone, Debug)]
pub struct SearchPlan {
    pub(super) spaces: Vec<Space>,
    /// Whether small pieces are fillings of skeletons. Otherwise the search is explicit.
    fills: bool,
    skeletons: u64,
    /// Number of words of a skeleton's fillings.
    words: u64,
    /// Number of bytes of a representative's steps, computed at the first request.
    step_bytes: OnceLock<f64>,
    /// Largest number of bytes of fillings that a part sends per round of a level.
    pub(super) round: u64,
}

/// Smallest number of positions of a search that gains from several threads.
const FEWEST_SHARED_POSITIONS: u64 = 1 << 20;

/// Smallest number of skeletons for which a sample estimates the memory of their steps.
const FEWEST_SAMPLED_SKELETONS: u64 = 1 << 14;

impl SearchPlan {
    /// Plans the search of a class.
    pub fn new(puzzle: &Puzzle, class: &Class) -> Result<Self, SearchError> {
        Self::within(puzzle, class, Effort::UNLIMITED)
    }

    /// Plans the search of a class, and [numbers](Space::within) its positions within an effort.
    pub fn within(puzzle: &Puzzle, class: &Class, effort: Effort<'_>) -> Result<Self, SearchError> {
        let sets = class.piece_sets();
        let first = Space::within(puzzle, &sets[0], effort)?;
        let sibling =
            |set| first.sibling(set).expect("piece sets of a class have the same larger pieces");
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
            [] => unreachable!("a class has at least one piece set"),
        };
        Self { spaces, fills, skeletons, words, step_bytes, round: ROUND_BYTES }
    }

    /// Limits the bytes of fillings that a part sends per round of a level.
    #[doc(hidden)]
    pub fn with_rounds_of(self, bytes: u64) -> Self {
        Self { round: bytes, ..self }
    }

    /// The spaces of the search, in the order of the class's piece sets.
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

    /// Whether the search gains from several threads. Then it should not run beside other searches.
    pub fn is_worth_sharing(&self) -> bool {
        self.len() >= FEWEST_SHARED_POSITIONS
    }

    /// Whether the search is explicit, that is, without skeleton graphs.
    pub fn is_explicit(&self) -> bool {
        !self.fills
    }

    /// Estimates the number of representatives.
    fn representatives(&self) -> u64 {
        let space = &self.spaces[0];
        estimate::representatives(space.puzzle(), space.piece_set(), self.skeletons)
    }

    /// Estimates the bytes of a representative's steps.
    fn step_bytes(&self) -> f64 {
        self.sample(Effort::UNLIMITED).expect("nothing cancels it")
    }

    /// As [`step_bytes`](Self::step_bytes), within an effort: a sample of the steps takes some time. Other estimates of
    /// memory use the result.
    fn sample(&self, effort: Effort<'_>) -> Result<f64, Cancelled> {
        if let Some(&bytes) = self.step_bytes.get() {
            return Ok(bytes);
        }
        let space = &self.spaces[0];
        let bytes = if self.skeletons < FEWEST_SAMPLED_SKELETONS {
            estimate::skeleton_bytes(space.puzzle())
        } else {
            let sampled = StepGraph::sample_bytes(space.puzzle(), space.skeletons(), effort)?;
            let reflections = self.skeletons.div_ceil(self.representatives().max(1)) - 1;
            sampled + reflections as f64 * estimate::IMAGE_BYTES
        };
        Ok(*self.step_bytes.get_or_init(|| bytes))
    }

    /// Estimates the memory of the search within an effort.
    pub fn memory_within(&self, effort: Effort<'_>) -> Result<Memory, Cancelled> {
        if !self.is_explicit() {
            self.sample(effort)?;
        }
        Ok(self.memory())
    }

    /// Estimates the seconds of the search under one metric.
    pub fn seconds(&self) -> f64 {
        match self.is_explicit() {
            false => {
                estimate::skeleton_seconds(self.len(), self.representatives() as f64, self.words)
            }
            true => estimate::explicit_seconds(&self.spaces[0]),
        }
    }

    /// Estimates the memory of the search.
    pub fn memory(&self) -> Memory {
        if self.is_explicit() {
            return estimate::explicit_memory(&self.spaces[0]);
        }
        Memory::of(self.len(), self.representatives(), self.words, self.step_bytes())
    }

    /// Estimates the time and memory of the search under one metric.
    pub fn estimate(&self) -> Estimate {
        let seconds = self.seconds();
        let bytes = match &self.spaces[..] {
            [_] if !self.is_explicit() && self.prefers_low_memory() => {
                self.low_memory(self.skeletons, MOST_PLANES)
            }
            _ => self.memory().total(),
        };
        Estimate { seconds, bytes: bytes as f64 }
    }

    /// The searches of the piece sets, one plan per set.
    pub fn apart(&self) -> impl Iterator<Item = Self> + '_ {
        self.spaces.iter().map(|space| {
            let spaces = vec![space.clone()];
            Self::with(spaces, self.fills, self.skeletons, self.step_bytes.clone())
        })
    }

    /// Estimates the least memory in bytes of a [low-memory search](Self::run_low_memory) of the only space; `None` if
    /// there are several spaces.
    pub fn least_memory(&self) -> Option<u64> {
        match &self.spaces[..] {
            [_] if self.is_explicit() => Some(self.memory().total()),
            [_] => Some(self.low_memory(self.skeletons, FEWEST_PLANES)),
            _ => None,
        }
    }

    /// Whether a [low-memory search](Self::run_low_memory) is preferable. It is as fast as a search in memory for one
    /// large space whose skeletons are all representatives. An explicit search keeps distances in memory in either
    /// case, but a low-memory search can continue from a checkpoint.
    pub fn prefers_low_memory(&self) -> bool {
        self.least_memory().is_some()
            && self.len() >= estimate::LOW_MEMORY_POSITIONS
            && self.representatives() == self.skeletons
    }

    /// Estimates the bytes of a low-memory search of some of the skeletons of the only space.
    pub(super) fn low_memory(&self, skeletons: u64, planes: u64) -> u64 {
        estimate::low_memory(skeletons, self.spaces[0].filling_count(), self.step_bytes(), planes)
    }

    /// Rejects a search whose bitmaps have 2^32 bits or more, because its components could not be numbered.
    pub fn check_components(&self) -> Result<(), SearchError> {
        let bits = match self.is_explicit() {
            false => self.skeletons.saturating_mul(self.words).saturating_mul(64),
            true => self.spaces[0].len(),
        };
        u32::try_from(bits).map(drop).map_err(|_| SearchError::Components(bits))
    }
}
