//! A search that grows by one level after another, within an effort.

use super::error::ComponentError;
use super::frontier::{Condition, Frontier, Rank};
use super::levels::KeyLevels;
use super::moves::Moves;
use huarong_core::effort::{Cancelled, Effort};

/// A search: its finished levels and its open end.
#[derive(Debug)]
pub(crate) struct BreadthFirst<const N: usize> {
    pub levels: KeyLevels<N>,
    pub frontier: Frontier<N>,
    len: u64,
}

impl<const N: usize> BreadthFirst<N> {
    /// A search from some positions; `None` if there are none. `is_one_way` says whether some moves cannot be undone.
    pub fn new(firsts: Vec<[u64; N]>, is_one_way: bool) -> Option<Self> {
        let (frontier, levels) = Frontier::new(firsts, is_one_way)?;
        Some(Self { len: frontier.width() as u64, levels, frontier })
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn bytes(&self) -> u64 {
        self.levels.bytes() + self.frontier.bytes()
    }

    /// The number of the last level, if the search can continue.
    pub fn depth(&self) -> Result<u16, ComponentError> {
        match self.levels.count() - 1 {
            depth if depth < usize::from(u16::MAX) => Ok(depth as u16),
            _ => Err(ComponentError::TooDeep),
        }
    }

    /// Finds the next level. Reports progress in positions. `held` is the number of bytes that others hold.
    pub fn advance(
        &mut self,
        moves: &Moves<'_>,
        held: u64,
        effort: Effort<'_>,
    ) -> Result<(), ComponentError> {
        let (depth, held) = (self.depth()?, held + self.levels.bytes());
        let len = &mut self.len;
        self.frontier.expand(moves, effort, &mut |new, bytes| {
            *len += new;
            effort.done(new)?;
            fits(*len, depth + 1, bytes + held, effort)
        })?;
        Ok(self.frontier.end_level(&mut self.levels, effort)?)
    }

    /// Finds the next level, of which it keeps only the `most` positions with the smallest ranks. Positions without a
    /// rank are not kept.
    pub fn advance_to_best(
        &mut self,
        moves: &Moves<'_>,
        rank: &Rank<'_, N>,
        most: usize,
        held: u64,
        effort: Effort<'_>,
    ) -> Result<(), ComponentError> {
        let take_out = |frontier: &mut Frontier<N>| frontier.retain_best(rank, most, effort);
        self.advance_and(moves, &take_out, held, effort)
    }

    /// Finds the next level, of which it keeps only the positions for which a condition holds.
    pub fn advance_within(
        &mut self,
        moves: &Moves<'_>,
        is_within: &Condition<'_, N>,
        held: u64,
        effort: Effort<'_>,
    ) -> Result<(), ComponentError> {
        self.advance_and(moves, &|frontier| frontier.retain(is_within, effort), held, effort)
    }

    /// Finds the next level, and takes out some of its positions.
    fn advance_and(
        &mut self,
        moves: &Moves<'_>,
        take_out: &dyn Fn(&mut Frontier<N>) -> Result<(), Cancelled>,
        held: u64,
        effort: Effort<'_>,
    ) -> Result<(), ComponentError> {
        let (depth, held) = (self.depth()?, held + self.levels.bytes());
        let mut len = self.len;
        self.frontier.expand(moves, effort, &mut |new, bytes| {
            len += new;
            effort.check()?;
            fits(len, depth + 1, bytes + held, effort)
        })?;
        take_out(&mut self.frontier)?;
        self.frontier.end_level(&mut self.levels, effort)?;
        self.len += self.frontier.width() as u64;
        Ok(effort.done(self.frontier.width() as u64)?)
    }
}

/// Returns an error if a search uses more bytes than the limit. Counts the gaps that small blocks leave in the
/// allocator's heaps.
pub(super) fn fits(
    reached: u64,
    moves: u16,
    bytes: u64,
    effort: Effort<'_>,
) -> Result<(), ComponentError> {
    let bytes = bytes + bytes / 32;
    if bytes > effort.memory {
        return Err(ComponentError::Memory { reached, moves, allowed: effort.limit() });
    }
    Ok(())
}
