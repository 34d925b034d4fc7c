//! The distances of one group of tiles.

use super::covers::Covers;
use super::orders::Orders;
use crate::error::SearchError;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::{Board, Cell};
use std::sync::Arc;

/// The arrangements of groups with a number of tiles: a cover and an order each.
#[derive(Debug)]
pub(super) struct Arrangements {
    pub orders: Orders,
    pub covers: Covers,
}

/// An arrangement of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GroupArrangement {
    pub cover: u32,
    pub order: u16,
}

/// The distance of each arrangement of a group from its arrangement in the target. A move of the empty cell is free, as
/// it moves a tile of another group.
///
/// A move changes a distance by one, and cells have the colours of a chequered board. So the colours of the tiles' cells
/// say whether a distance is even, and one further bit distinguishes a nearer arrangement from a farther one.
#[derive(Debug)]
pub(super) struct GroupTable {
    arrangements: Arc<Arrangements>,
    target: GroupArrangement,
    /// For each arrangement, the second-lowest bit of its distance. The orders of a cover take whole words.
    halves: Vec<u64>,
    /// Number of words of a cover.
    words: usize,
}

/// A set of arrangements, and which covers have some.
struct Level {
    bits: Vec<u64>,
    words: usize,
    covers: Vec<bool>,
}

impl Arrangements {
    pub fn new(board: &Board, tiles: usize, effort: Effort<'_>) -> Result<Self, SearchError> {
        let covers = Covers::new(board, tiles, effort.without(Orders::bytes(tiles)))?;
        Ok(Self { orders: Orders::new(tiles), covers })
    }

    pub fn bytes(&self) -> u64 {
        Orders::bytes(self.orders.tiles()) + self.covers.bytes()
    }

    /// The arrangement with tiles on some cells.
    pub fn of(&self, cells: &[Cell], empty: Cell) -> GroupArrangement {
        let cover = self.covers.of(cells.iter().copied().collect(), empty);
        GroupArrangement { cover, order: self.orders.of(cells) }
    }

    /// The arrangement after a move of a tile.
    #[inline]
    pub fn after(&self, from: GroupArrangement, tile: u8, direction: usize) -> GroupArrangement {
        let place = self.orders.place(from.order, tile);
        let after = self.covers.after(from.cover, place, direction);
        let (cover, to) = after.expect("the empty cell is there");
        let order = match place == to {
            true => from.order,
            false => self.orders.after(from.order, place, to),
        };
        GroupArrangement { cover, order }
    }

    /// The arrangements that moves lead to.
    fn neighbours(&self, from: GroupArrangement) -> impl Iterator<Item = GroupArrangement> + '_ {
        self.covers.moves(from.cover).map(move |(place, cover, to)| {
            let order = self.orders.after(from.order, place, to);
            GroupArrangement { cover, order }
        })
    }

    /// Words of the bits of a cover's orders.
    fn words(&self) -> usize {
        self.orders.len().div_ceil(64)
    }

    /// Bytes of a bit for each arrangement.
    pub fn bytes_of_bits(&self) -> u64 {
        8 * (self.covers.len() * self.words()) as u64
    }
}

impl GroupTable {
    /// Number of bits of an arrangement during a search, in addition to the bit of the table.
    pub const BITS_OF_SEARCH: u64 = 3;

    /// Searches breadth first from the arrangement with each tile on its cell in the target. Reports progress in
    /// arrangements.
    pub fn new(
        arrangements: Arc<Arrangements>,
        target: &[Cell],
        empty: Cell,
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
        let target = arrangements.of(target, empty);
        let words = arrangements.words();
        let mut halves = Level::new(&arrangements);
        let mut reached = Level::new(&arrangements);
        let mut level = Level::new(&arrangements);
        reached.insert(target);
        level.insert(target);
        let (mut next, mut listed) = (Level::new(&arrangements), Vec::new());
        for distance in 1u32.. {
            for cover in level.take_covers() {
                list(level.of(cover), &mut listed);
                for (place, after, to) in arrangements.covers.moves(cover as u32) {
                    let after = after as usize;
                    let (reached, next_bits) = (reached.of_mut(after), next.of_mut(after));
                    let is_new = match place == to {
                        true => add_all(level.of(cover), reached, next_bits),
                        false => {
                            let moved = arrangements.orders.moved(place, to);
                            add_moved(&listed, moved, reached, next_bits)
                        }
                    };
                    next.covers[after] |= is_new;
                }
                level.of_mut(cover).fill(0);
            }
            let mut found = 0;
            for cover in (0..next.covers.len()).filter(|&cover| next.covers[cover]) {
                let bits = next.of(cover);
                found += bits.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
                if distance & 2 != 0 {
                    halves.of_mut(cover).iter_mut().zip(bits).for_each(|(half, new)| *half |= new);
                }
            }
            effort.done(found)?;
            if found == 0 {
                break;
            }
            std::mem::swap(&mut level, &mut next);
        }
        Ok(Self { arrangements, target, halves: halves.bits, words })
    }

    /// The table with these [bytes](Self::to_bytes).
    pub fn of_bytes(
        arrangements: Arc<Arrangements>,
        target: &[Cell],
        empty: Cell,
        bytes: &[u8],
    ) -> Self {
        let (target, words) = (arrangements.of(target, empty), arrangements.words());
        let (halves, _) = bytes.as_chunks();
        let halves = halves.iter().copied().map(u64::from_le_bytes).collect();
        Self { arrangements, target, halves, words }
    }

    /// The second-lowest bits of all distances: 64-bit words, the lower byte first.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.halves.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    pub fn arrangements(&self) -> &Arrangements {
        &self.arrangements
    }

    /// The distance of an arrangement that is even or odd; `None` if it is not reachable. Follows a shortest path to the
    /// target.
    pub fn distance(&self, mut at: GroupArrangement, is_odd: bool) -> Option<u16> {
        // The distances modulo 4 along the path.
        let mut last_bits = u16::from(self.half(at)) << 1 | u16::from(is_odd);
        let mut distance = 0;
        while at != self.target {
            last_bits = (last_bits + 3) % 4;
            let is_nearer = |next: &GroupArrangement| u16::from(self.half(*next)) == last_bits >> 1;
            at = self.arrangements.neighbours(at).find(is_nearer)?;
            distance += 1;
        }
        Some(distance)
    }

    /// The distance of an arrangement one move from another with a distance.
    #[inline]
    pub fn distance_beside(&self, at: GroupArrangement, distance: u16) -> u16 {
        let farther = distance + 1;
        if (farther & 2 != 0) == self.half(at) { farther } else { farther - 2 }
    }

    /// The second-lowest bit of a distance.
    #[inline]
    fn half(&self, at: GroupArrangement) -> bool {
        let word = at.cover as usize * self.words + usize::from(at.order) / 64;
        self.halves[word] >> (at.order % 64) & 1 == 1
    }
}

impl Level {
    fn new(arrangements: &Arrangements) -> Self {
        let (covers, words) = (arrangements.covers.len(), arrangements.words());
        Self { bits: vec![0; covers * words], words, covers: vec![false; covers] }
    }

    fn of(&self, cover: usize) -> &[u64] {
        &self.bits[cover * self.words..][..self.words]
    }

    fn of_mut(&mut self, cover: usize) -> &mut [u64] {
        &mut self.bits[cover * self.words..][..self.words]
    }

    fn insert(&mut self, at: GroupArrangement) {
        let (cover, order) = (at.cover as usize, usize::from(at.order));
        self.covers[cover] = true;
        self.of_mut(cover)[order / 64] |= 1 << (order % 64);
    }

    /// The covers that have arrangements. They have none afterwards.
    fn take_covers(&mut self) -> Vec<usize> {
        let covers = self.covers.iter_mut().enumerate();
        covers.filter_map(|(cover, has_some)| std::mem::take(has_some).then_some(cover)).collect()
    }
}

/// The numbers of the ones among some bits.
fn list(bits: &[u64], ones: &mut Vec<u16>) {
    ones.clear();
    for (number, &word) in (0u16..).zip(bits) {
        let mut left = word;
        while left != 0 {
            ones.push(number * 64 + left.trailing_zeros() as u16);
            left &= left - 1;
        }
    }
}

/// Adds the orders of a level to another cover, if they are not reached. Returns whether there were any.
fn add_all(level: &[u64], reached: &mut [u64], next: &mut [u64]) -> bool {
    let mut any = 0;
    for ((level, reached), next) in level.iter().zip(reached).zip(next) {
        let new = level & !*reached;
        *reached |= new;
        *next |= new;
        any |= new;
    }
    any != 0
}

/// As [`add_all`], for listed orders that a move changes.
fn add_moved(listed: &[u16], moved: &[u16], reached: &mut [u64], next: &mut [u64]) -> bool {
    let mut any = 0;
    for &order in listed {
        let after = usize::from(moved[usize::from(order)]);
        let new = 1 << (after % 64) & !reached[after / 64];
        reached[after / 64] |= new;
        next[after / 64] |= new;
        any |= new;
    }
    any != 0
}
