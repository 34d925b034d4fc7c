//! What a search asks of tables.

use super::contents::Contents;
use super::slides::Slide;
use crate::error::SearchError;
use huarong_core::effort::Effort;
use huarong_core::grid::{Board, Cell};
use std::borrow::Cow;

/// Lower bounds for the distances of positions from one target, by tables.
pub(super) trait LowerBounds: Sized + Send + Sync {
    /// What a search keeps of a position.
    type Known: Clone + Send;
    /// What a move changes there.
    type Change;
    /// Whether a move takes a line of tiles, or a single one.
    const MOVES_LINES: bool;

    /// The largest number of tiles that a table of a size treats alike or together, and its number of arrangements.
    fn size(board: &Board, size: TableSize) -> (usize, u64);

    /// Makes the tables for a target with an empty cell. Reports progress in arrangements.
    fn new(
        board: &Board,
        empty: Cell,
        size: TableSize,
        effort: Effort<'_>,
    ) -> Result<Self, SearchError>;

    /// For each table that a file holds, the number of the group of each tile, from 1. The empty cell, and tiles of no group,
    /// have 0.
    fn kept(board: &Board, empty: Cell) -> Vec<Vec<u8>>;

    /// The bytes of a table that a file holds.
    fn bytes_of(&self, table: usize) -> Cow<'_, [u8]>;

    /// The [kept](Self::kept) tables from their bytes, by the number of a table and its length.
    fn of_bytes<'b, E: From<SearchError> + Send>(
        board: &Board,
        empty: Cell,
        bytes_of: impl Fn(usize, u64) -> Result<Cow<'b, [u8]>, E> + Sync,
        effort: Effort<'_>,
    ) -> Result<Self, E>;

    /// Bytes of the tables.
    fn bytes(&self) -> u64;

    /// The groups of tiles.
    fn groups(&self) -> Vec<&[Cell]>;

    fn known(&self, board: &Board, position: &Contents) -> Self::Known;

    fn bound(known: &Self::Known) -> u16;

    /// What a move changes; or a lower bound for the distance after it, if that is more than `most`.
    fn change(
        &self,
        known: &Self::Known,
        position: &Contents,
        slide: &Slide,
        most: u16,
    ) -> Result<Self::Change, u16>;

    /// Makes a change, and returns the one that undoes it.
    fn make(known: &mut Self::Known, change: &Self::Change) -> Self::Change;
}

/// Sizes of the tables of a solver.
#[derive(Clone, Copy, Debug)]
pub(super) enum TableSize {
    /// Tables that take a fraction of a second. Those of the 15-puzzle have groups of six tiles, or of five for lines.
    Small,
    /// Tables that take seconds, for hard positions and for many. Those of the 15-puzzle have groups of seven tiles, or of
    /// four for lines.
    Large,
    /// Tables that are worth a file. Those of the 15-puzzle have groups of eight tiles, or of four for lines.
    Kept,
}

impl TableSize {
    /// Whether threads share the search of a table. A thread that makes small tables never waits for another one: it may
    /// have others wait for the tables.
    pub fn is_shared(self) -> bool {
        !matches!(self, Self::Small)
    }
}
