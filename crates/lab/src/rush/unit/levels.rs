//! The search of all boards of a scope, one level after another from all goal positions.
//!
//! A position takes two bits. None are set before it is found, and then they give its level modulo 3. Edelkamp and Sulewski's
//! two-bit search is the classic.

use super::blocks::{BlockMove, Blocks};
use super::clusters::UnitClusters;
use super::index_bits::{Exchange, IN_WORD};
use super::scope::UnitScope;
use crate::rush::error::RushError;
use huarong_core::effort::{Cancelled, Effort};
use rayon::prelude::*;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Release};

/// The numbers of unit boards by their distance from the goal, in moves of one car by one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnitLevels {
    /// The number of all boards: of all places of the red car, of the empty cells and of the directions of the other cars.
    pub boards: u64,
    /// Number of boards whose red car can be brought to the exit in 0, 1, 2 … moves and not in fewer.
    pub levels: Vec<u64>,
    /// Some boards with the most moves, with `/` between their rows.
    pub hardest: Vec<String>,
    /// The clusters of the boards that can reach the goal, if they were [counted](UnitScope::search_clusters).
    pub clusters: Option<UnitClusters>,
}

/// Most boards that are listed.
const MOST_LISTED: usize = 16;
/// Number of words of a block that are searched at a time.
const CHUNK: usize = 1 << 12;

/// The levels of positions modulo 3, in two bits: 01, 11, 10. A position that is found never looks like one of the level
/// before, whichever of its two bits another thread sees first.
struct Planes {
    words: usize,
    low: Vec<AtomicU64>,
    high: Vec<AtomicU64>,
}

impl UnitScope {
    /// Searches all boards. Reports progress in boards.
    ///
    /// ```
    /// use huarong::rush::UnitScope;
    /// use huarong::search::Effort;
    ///
    /// let found = UnitScope::new(3, 3)?.search(Effort::UNLIMITED)?;
    /// assert_eq!(found.levels.len() - 1, 12);
    /// assert_eq!(found.hardest.len(), 1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the boards take more memory than the limit, at two bits each, or if the observer cancels the work.
    pub fn search(&self, effort: Effort<'_>) -> Result<UnitLevels, RushError> {
        self.search_planes(effort).map(|(found, ..)| found)
    }

    /// As [`search`](Self::search), and counts the clusters. This visits the boards one by one, which takes three to four times
    /// as long.
    ///
    /// # Errors
    ///
    /// As [`search`](Self::search).
    pub fn search_clusters(&self, effort: Effort<'_>) -> Result<UnitLevels, RushError> {
        let (mut found, blocks, planes) = self.search_planes(effort)?;
        let words = planes.words;
        // The search has reported these boards once.
        effort.total(2 * found.levels.iter().sum::<u64>())?;
        let bytes = self.bytes().unwrap_or(u64::MAX);
        let room = effort.memory.saturating_sub(bytes);
        let too_large = |more: u64| self.too_large(bytes.checked_add(more), effort);
        let mut left = planes.found();
        let clusters = UnitClusters::visit(&blocks, words, &mut left, room, too_large, effort)?;
        found.clusters = Some(clusters);
        Ok(found)
    }

    fn too_large(&self, needed: Option<u64>, effort: Effort<'_>) -> RushError {
        let &Self { width, height, .. } = self;
        RushError::UnitMemory { width, height, needed, allowed: effort.memory }
    }

    /// The levels of all boards, and the boards that they have.
    fn search_planes(&self, effort: Effort<'_>) -> Result<(UnitLevels, Blocks, Planes), RushError> {
        let needed = self.bytes();
        let fits = needed.is_some_and(|needed| needed <= effort.memory);
        let (Some(boards), true) = (self.boards(), fits) else {
            return Err(self.too_large(needed, effort));
        };
        effort.total(boards)?;
        let blocks = Blocks::new(self);
        let planes = Planes::new(&blocks);
        let goals = blocks.blocks.iter().filter(|block| block.is_goal).count() as u64;
        let mut levels = vec![goals << blocks.bits];
        effort.done(levels[0])?;
        let mut is_active: Vec<bool> = blocks.blocks.iter().map(|block| block.is_goal).collect();
        let mut last: Vec<(usize, u64)> = Vec::new();
        loop {
            let level = levels.len() - 1;
            let find = |number: usize| planes.find(&blocks, number, level, &is_active, effort);
            let found: Vec<Found> = (0..blocks.blocks.len())
                .into_par_iter()
                .map(find)
                .collect::<Result<_, Cancelled>>()?;
            let sum: u64 = found.iter().map(|found| found.count).sum();
            if sum == 0 {
                break;
            }
            levels.push(sum);
            is_active = found.iter().map(|found| found.count > 0).collect();
            let listed = (0..).zip(&found);
            let listed = listed
                .flat_map(|(block, found)| found.some.iter().map(move |&index| (block, index)));
            last = listed.take(MOST_LISTED).collect();
        }
        let text = |(block, index): (usize, u64)| blocks.text(self, &blocks.blocks[block], index);
        let hardest = last.into_iter().map(text).collect();
        Ok((UnitLevels { boards, levels, hardest, clusters: None }, blocks, planes))
    }
}

/// What is found in a block.
struct Found {
    count: u64,
    /// The indices of the first positions.
    some: Vec<u64>,
}

impl Planes {
    /// The goal positions have level 0, and others none.
    fn new(blocks: &Blocks) -> Self {
        let words = 1 << blocks.bits.saturating_sub(IN_WORD);
        let bits = 1_u32.checked_shl(blocks.bits.into()).unwrap_or(64).min(64);
        let all = u64::MAX >> (64 - bits);
        let plane = |value: &dyn Fn(bool) -> u64| {
            let each =
                blocks.blocks.iter().flat_map(|block| std::iter::repeat_n(block.is_goal, words));
            each.map(|is_goal| AtomicU64::new(value(is_goal))).collect()
        };
        Self { words, low: plane(&|is_goal| if is_goal { all } else { 0 }), high: plane(&|_| 0) }
    }

    /// All positions that are found.
    fn found(self) -> Vec<u64> {
        let words = self.low.into_iter().zip(self.high);
        words.map(|(low, high)| low.into_inner() | high.into_inner()).collect()
    }

    /// The positions of a level, in a word of a block.
    #[inline(always)]
    fn of_level(&self, level: usize, block: usize, word: usize) -> u64 {
        let at = block * self.words + word;
        // In this order: see `Planes`.
        let low = self.low[at].load(Acquire);
        let high = self.high[at].load(Acquire);
        match level % 3 {
            0 => low & !high,
            1 => low & high,
            _ => high & !low,
        }
    }

    /// Finds the positions of a block in the next level.
    fn find(
        &self,
        blocks: &Blocks,
        number: usize,
        level: usize,
        is_active: &[bool],
        effort: Effort<'_>,
    ) -> Result<Found, Cancelled> {
        let mut found = Found { count: 0, some: Vec::new() };
        let moves = blocks.blocks[number].moves.iter().filter(|made| is_active[made.before]);
        let moves: Vec<&BlockMove> = moves.collect();
        if moves.is_empty() {
            return Ok(found);
        }
        let mut reached = vec![0; CHUNK.min(self.words)];
        for first in (0..self.words).step_by(reached.len()) {
            effort.check()?;
            reached.fill(0);
            for made in &moves {
                self.add(made, level, first, &mut reached);
            }
            for (word, &reached) in (first..).zip(&reached) {
                let at = number * self.words + word;
                let (low, high) = (self.low[at].load(Acquire), self.high[at].load(Acquire));
                let new = reached & !(low | high);
                if new == 0 {
                    continue;
                }
                // Only this thread writes the words of this block.
                if !(level + 1).is_multiple_of(3) {
                    self.high[at].store(high | new, Release);
                }
                if (level + 1) % 3 != 2 {
                    self.low[at].store(low | new, Release);
                }
                found.count += u64::from(new.count_ones());
                let mut left = new;
                while left != 0 && found.some.len() < MOST_LISTED {
                    found.some.push((word as u64) << IN_WORD | u64::from(left.trailing_zeros()));
                    left &= left - 1;
                }
            }
        }
        effort.done(found.count)?;
        Ok(found)
    }

    /// Adds the positions after moves of the positions of a level.
    fn add(&self, made: &BlockMove, level: usize, first: usize, reached: &mut [u64]) {
        let before = |word: usize| {
            let all = self.of_level(level, made.before, word);
            made.direction.map_or(all, |direction| all & direction.of_word(word))
        };
        match made.exchanges[..] {
            [] => (first..).zip(reached).for_each(|(word, reached)| *reached |= before(word)),
            [one] => (first..)
                .zip(reached)
                .for_each(|(word, reached)| *reached |= one.word(word, before)),
            [one, next] => (first..).zip(reached).for_each(|(word, reached)| {
                *reached |= next.word(word, |word| one.word(word, before))
            }),
            ref several => (first..).zip(reached).for_each(|(word, reached)| {
                *reached |= after_all(several, word, &before);
            }),
        }
    }
}

/// A word after some exchanges.
fn after_all(exchanges: &[Exchange], word: usize, before: &dyn Fn(usize) -> u64) -> u64 {
    match exchanges.split_last() {
        None => before(word),
        Some((last, others)) => last.word(word, |word| after_all(others, word, before)),
    }
}
