//! Numbering of the positions of a game of stones, tier by tier.

use super::stones::{Position, StoneGame, after_one_stone, each_cell};
use huarong_core::numbering::subsets::Binomials;
use num_bigint::BigUint;

/// All arrangements of stones of a game, by number of stones. A tier combines the occupied sets of cells with the
/// choices of the first side's stones among them.
///
/// Sets of cells are sorted as binary numbers; so are the first side's places among them. All positions on one set of
/// cells have consecutive indices.
#[derive(Clone, Debug)]
pub struct Tiers {
    /// For each number of stones, the sets of cells that they can occupy, sorted.
    supports: Vec<Vec<u64>>,
    binomials: Binomials,
}

/// Number of numbered positions of a game, reachable by play or not.
pub fn positions(game: &dyn StoneGame) -> BigUint {
    let (columns, rows) = game.board();
    let binomials = Binomials::new();
    let stones = 0..=u32::from(columns) * u32::from(rows);
    let of = |stones| game.supports(stones) * binomials.choose(stones, first_stones(stones));
    stones.map(of).sum()
}

impl Tiers {
    /// The tiers of a game. The error is its number of positions, if that is more than `most`.
    pub fn new(game: &dyn StoneGame, most: u64) -> Result<Self, BigUint> {
        let positions = positions(game);
        if positions > most.into() {
            return Err(positions);
        }
        let mut tiers = Self { supports: vec![vec![0]], binomials: Binomials::new() };
        while let Some(last) = tiers.supports.last() {
            let next = after_one_stone(last, |occupied| game.places(occupied));
            if next.is_empty() {
                break;
            }
            tiers.supports.push(next);
        }
        Ok(tiers)
    }

    /// Number of tiers: the largest number of stones plus one.
    pub fn count(&self) -> usize {
        self.supports.len()
    }

    /// Number of positions of all tiers.
    pub fn len(&self) -> u64 {
        (0..self.count()).map(|stones| self.tier_len(stones as u32)).sum()
    }

    /// Always false, because the empty board is a position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of positions of a tier.
    pub fn tier_len(&self, stones: u32) -> u64 {
        self.supports[stones as usize].len() as u64 * self.colourings(stones)
    }

    /// The sets of cells that a number of stones can occupy, sorted.
    pub fn supports(&self, stones: u32) -> &[u64] {
        &self.supports[stones as usize]
    }

    /// Index of a set of cells among those of its size.
    #[inline]
    pub(super) fn support_number(&self, occupied: u64) -> Option<usize> {
        self.supports.get(occupied.count_ones() as usize)?.binary_search(&occupied).ok()
    }

    /// Number of colourings of a set of cells.
    #[inline]
    pub fn colourings(&self, stones: u32) -> u64 {
        self.binomials.choose(stones, first_stones(stones))
    }

    /// Index of a position in its tier; `None` if it is not a position of the game.
    pub fn rank(&self, position: &Position) -> Option<u64> {
        let occupied = position.occupied();
        let stones = occupied.count_ones();
        let sides = (position.first.count_ones(), position.second.count_ones());
        if sides != (first_stones(stones), stones - first_stones(stones)) {
            return None;
        }
        let support = self.support_number(occupied)? as u64;
        let places =
            each_cell(occupied).zip(0u32..).filter(|(cell, _)| position.first >> cell & 1 == 1);
        let colouring =
            (1u32..).zip(places).map(|(nth, (_, place))| self.binomials.choose(place, nth));
        Some(support * self.colourings(stones) + colouring.sum::<u64>())
    }

    /// The position with an index in a tier.
    ///
    /// # Panics
    ///
    /// If the tier has fewer positions.
    pub fn unrank(&self, stones: u32, index: u64) -> Position {
        let colourings = self.colourings(stones);
        let occupied = self.supports[stones as usize][(index / colourings) as usize];
        let (mut left, mut number) = (first_stones(stones), index % colourings);
        let mut first = 0;
        let cells: Vec<u32> = each_cell(occupied).collect();
        for (place, cell) in (0..stones).zip(cells).rev() {
            let below = self.binomials.choose(place, left);
            if left > 0 && number >= below {
                number -= below;
                left -= 1;
                first |= 1 << cell;
            }
        }
        Position { first, second: occupied & !first }
    }

    /// Runs of colourings of `stones` stones when a stone is inserted after `place` of them.
    pub(super) fn runs(&self, stones: u32, place: u32) -> Vec<Run> {
        let is_first = stones.is_multiple_of(2);
        let (before, after) = (first_stones(stones), first_stones(stones + 1));
        let low =
            |firsts: Option<u32>| firsts.map_or(0, |firsts| self.binomials.choose(place, firsts));
        let mut runs: Vec<Run> = Vec::new();
        let (mut from, mut to) = (0u64, 0u64);
        // The stones above are the more significant part of an index. For each colouring of these, the colourings of
        // the stones below are consecutive, before and after the insertion.
        for above in 0..1u64 << (stones - place) {
            let above = above.count_ones();
            let len = low(before.checked_sub(above));
            let with_second = low(after.checked_sub(above));
            let with_first = low(after.checked_sub(above + 1));
            let start = if is_first { to + with_second } else { to };
            if len > 0 {
                match runs.last_mut() {
                    Some(last) if last.from + last.len == from && last.to + last.len == start => {
                        last.len += len;
                    }
                    _ => runs.push(Run { from, to: start, len }),
                }
            }
            from += len;
            to += with_second + with_first;
        }
        runs
    }
}

/// A run of consecutive colourings that a move maps to consecutive colourings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub from: u64,
    pub to: u64,
    pub len: u64,
}

/// Number of the first side's stones.
#[inline]
pub(super) fn first_stones(stones: u32) -> u32 {
    stones.div_ceil(2)
}
