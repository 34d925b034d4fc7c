//! The positions of a game of stones, numbered tier by tier.

use super::stones::{Position, StoneGame, each};
use crate::numbering::subsets::Binomials;
use num_bigint::BigUint;

/// All arrangements of stones that a game may have, by their number: a tier is what cells can be occupied times which
/// of them are the first side's.
///
/// Sets of cells are numbered as binary numbers are; so are the first side's places among them. All positions on one
/// set of cells have numbers in a row.
///
/// ```
/// use huarong::games::{Position, Tiers, lines::Lines};
///
/// let game: Lines = "3,3,3".parse()?;
/// let tiers = Tiers::new(&game, u64::MAX).expect("they are few");
/// assert_eq!((tiers.count(), tiers.len(), tiers.tier_len(2)), (10, 6_046, 72));
/// let position = tiers.unrank(2, 50);
/// assert_eq!(tiers.rank(&position), Some(50));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tiers {
    /// For each number of stones the sets of cells that they can occupy, sorted.
    supports: Vec<Vec<u64>>,
    binomials: Binomials,
}

/// How many positions a game has: numbered ones, whether play can reach them or not.
pub fn positions(game: &dyn StoneGame) -> BigUint {
    let (columns, rows) = game.board();
    let binomials = Binomials::new();
    let stones = 0..=u32::from(columns) * u32::from(rows);
    let of = |stones| game.supports(stones) * binomials.choose(stones, first_stones(stones));
    stones.map(of).sum()
}

impl Tiers {
    /// The tiers of a game; how many positions it has where they are more than `most`.
    pub fn new(game: &dyn StoneGame, most: u64) -> Result<Self, BigUint> {
        let positions = positions(game);
        if positions > most.into() {
            return Err(positions);
        }
        let mut tiers = Self { supports: vec![vec![0]], binomials: Binomials::new() };
        while let Some(last) = tiers.supports.last() {
            let after =
                |&occupied: &u64| each(game.places(occupied)).map(move |cell| occupied | 1 << cell);
            let mut next: Vec<u64> = last.iter().flat_map(after).collect();
            if next.is_empty() {
                break;
            }
            next.sort_unstable();
            next.dedup();
            tiers.supports.push(next);
        }
        Ok(tiers)
    }

    /// Number of tiers: one more than there can be stones.
    pub fn count(&self) -> usize {
        self.supports.len()
    }

    /// Number of positions of all tiers.
    pub fn len(&self) -> u64 {
        (0..self.count()).map(|stones| self.tier_len(stones as u32)).sum()
    }

    /// Never: nothing is on the board at first.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of positions with so many stones.
    pub fn tier_len(&self, stones: u32) -> u64 {
        self.supports[stones as usize].len() as u64 * self.colourings(stones)
    }

    /// The sets of cells that so many stones can occupy, in the order of their numbers.
    pub fn supports(&self, stones: u32) -> &[u64] {
        &self.supports[stones as usize]
    }

    /// The number of a set of cells among those of its size.
    #[inline]
    pub(super) fn support_number(&self, occupied: u64) -> Option<usize> {
        self.supports.get(occupied.count_ones() as usize)?.binary_search(&occupied).ok()
    }

    /// In how many ways the stones on a set of cells can be of both sides.
    #[inline]
    pub fn colourings(&self, stones: u32) -> u64 {
        self.binomials.choose(stones, first_stones(stones))
    }

    /// The number of a position among those with as many stones; `None` where it is none of the game's.
    pub fn rank(&self, position: &Position) -> Option<u64> {
        let occupied = position.occupied();
        let stones = occupied.count_ones();
        let sides = (position.first.count_ones(), position.second.count_ones());
        if sides != (first_stones(stones), stones - first_stones(stones)) {
            return None;
        }
        let support = self.support_number(occupied)? as u64;
        let places = each(occupied).zip(0u32..).filter(|(cell, _)| position.first >> cell & 1 == 1);
        let colouring =
            (1u32..).zip(places).map(|(nth, (_, place))| self.binomials.choose(place, nth));
        Some(support * self.colourings(stones) + colouring.sum::<u64>())
    }

    /// The position with a number among those with so many stones.
    ///
    /// # Panics
    ///
    /// Where there are fewer.
    pub fn unrank(&self, stones: u32, index: u64) -> Position {
        let colourings = self.colourings(stones);
        let occupied = self.supports[stones as usize][(index / colourings) as usize];
        let (mut left, mut number) = (first_stones(stones), index % colourings);
        let mut first = 0;
        let cells: Vec<u32> = each(occupied).collect();
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

    /// How colourings of so many stones go on when a stone is put between them, after `place` of them.
    pub(super) fn runs(&self, stones: u32, place: u32) -> Vec<Run> {
        let is_first = stones.is_multiple_of(2);
        let (before, after) = (first_stones(stones), first_stones(stones + 1));
        let low =
            |firsts: Option<u32>| firsts.map_or(0, |firsts| self.binomials.choose(place, firsts));
        let mut runs: Vec<Run> = Vec::new();
        let (mut from, mut to) = (0u64, 0u64);
        // Numbers go by the stones above first: for each colouring of these, those below are numbers in a row, before
        // and after; so are those after with a stone of the other side in between.
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

/// Colourings with numbers in a row that a move takes to numbers in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub from: u64,
    pub to: u64,
    pub len: u64,
}

/// How many of so many stones are the first side's.
#[inline]
pub(super) fn first_stones(stones: u32) -> u32 {
    stones.div_ceil(2)
}
