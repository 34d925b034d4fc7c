//! The tables of all positions with one target.

use super::bounds::{LowerBounds, TableSize};
use super::contents::Contents;
use super::deepening::{PathFound, shortest_path};
use crate::error::SearchError;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::{Board, Cell};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The tables for a board and the empty cell of the target. They do not depend on the names of the tiles.
///
/// Small tables are made at once. Large ones follow if searches take longer than making them.
pub(super) struct TileTables<B> {
    pub board: Board,
    pub empty: Cell,
    small: B,
    large: OnceLock<B>,
    /// Whether a thread makes the large tables, for which others do not wait, or there will be none.
    is_making: AtomicBool,
    /// Bytes that the large tables need at least.
    bytes_of_large: AtomicU64,
    /// Number of positions that were expanded with small tables before large ones are made.
    expanded_before_large: u64,
    /// Number of positions expanded so far.
    expanded: AtomicU64,
}

/// Tables for any kind of moves. Code that makes no tables for lines need not contain the search of lines.
pub(super) trait SolverTables: Send + Sync {
    /// Whether a move takes a line of tiles.
    fn moves_lines(&self) -> bool;

    /// The groups of tiles.
    fn groups(&self) -> Vec<&[Cell]>;

    /// A lower bound for the distance of a position.
    fn bound(&self, position: &Contents) -> u16;

    fn bytes(&self) -> u64;

    /// Makes the large tables, unless another thread does, or memory does not suffice.
    fn make_large(&self, effort: Effort<'_>) -> Result<(), Cancelled>;

    /// As [`shortest_path`].
    fn shortest_path(&self, start: &Contents, longest: u16, effort: Effort<'_>) -> PathFound;
}

/// Making large tables takes as long as expanding one position for every three arrangements of their groups.
const ARRANGEMENTS_PER_EXPANDED: u64 = 3;

impl<B: LowerBounds> TileTables<B> {
    pub fn new(board: &Board, empty: Cell, effort: Effort<'_>) -> Result<Self, SearchError> {
        let small = B::new(board, empty, TableSize::Small, effort)?;
        let (of_small, _) = B::size(board, TableSize::Small);
        let (of_large, arrangements) = B::size(board, TableSize::Large);
        Ok(Self {
            is_making: AtomicBool::new(of_large == of_small),
            bytes_of_large: AtomicU64::new(arrangements / 2),
            expanded_before_large: arrangements / ARRANGEMENTS_PER_EXPANDED,
            ..Self::of(board, empty, small)
        })
    }

    /// Tables that are not followed by larger ones.
    pub fn of(board: &Board, empty: Cell, bounds: B) -> Self {
        Self {
            board: board.clone(),
            empty,
            small: bounds,
            large: OnceLock::new(),
            is_making: AtomicBool::new(true),
            bytes_of_large: AtomicU64::new(0),
            expanded_before_large: 0,
            expanded: AtomicU64::new(0),
        }
    }

    /// The best bounds so far.
    pub fn bounds(&self) -> &B {
        self.large.get().unwrap_or(&self.small)
    }

    /// Number of positions that may be expanded before large tables are worth their time; `None` if there will be none.
    pub fn before_large(&self, memory: u64) -> Option<u64> {
        let can_be_made =
            !self.is_making.load(Relaxed) && self.bytes_of_large.load(Relaxed) <= memory;
        let left = self.expanded_before_large.saturating_sub(self.expanded.load(Relaxed));
        can_be_made.then_some(left)
    }

    /// Counts expanded positions.
    pub fn count(&self, positions: u64) {
        self.expanded.fetch_add(positions, Relaxed);
    }
}

impl<B: LowerBounds> SolverTables for TileTables<B> {
    fn moves_lines(&self) -> bool {
        B::MOVES_LINES
    }

    fn groups(&self) -> Vec<&[Cell]> {
        self.bounds().groups()
    }

    fn bound(&self, position: &Contents) -> u16 {
        B::bound(&self.bounds().known(&self.board, position))
    }

    fn bytes(&self) -> u64 {
        self.small.bytes() + self.large.get().map_or(0, B::bytes)
    }

    fn make_large(&self, effort: Effort<'_>) -> Result<(), Cancelled> {
        if self.is_making.swap(true, Relaxed) {
            return Ok(());
        }
        match B::new(&self.board, self.empty, TableSize::Large, effort) {
            Ok(bounds) => _ = self.large.set(bounds),
            Err(error) => {
                if let SearchError::Memory { needed, .. } = error {
                    let needed = needed.saturating_sub(effort.held);
                    self.bytes_of_large.store(needed.max(effort.memory.saturating_add(1)), Relaxed);
                }
                self.is_making.store(false, Relaxed);
                if let SearchError::Cancelled(cancelled) = error {
                    return Err(cancelled);
                }
            }
        }
        Ok(())
    }

    fn shortest_path(&self, start: &Contents, longest: u16, effort: Effort<'_>) -> PathFound {
        shortest_path(self, start, longest, effort)
    }
}
