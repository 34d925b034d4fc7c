//! Expansion of a level into the next.

use super::hash_table::{TABLES, hash, table_of};
use super::moves::Moves;
use super::reached::{MANY, Reached};
use rayon::prelude::*;
use std::ops::Range;

/// Number of words of the positions that are expanded in one block. After a block, the results are added and memory is
/// checked.
const BLOCK: usize = 1 << 16;

/// Number of parts of a block that threads share, and smallest number of positions of a part.
const PARTS: usize = 64;
const SMALLEST_PART: usize = 1 << 6;

impl<const N: usize> Reached<N> {
    /// Finds the next level, which may be empty. After each block, `tell` receives the number of new positions and the
    /// largest number of bytes in use.
    pub fn advance<E>(
        &mut self,
        moves: &Moves<'_, N>,
        mut tell: impl FnMut(u64, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let (width, before) = (self.width(), self.tables_len());
        let mut known = before;
        if width < MANY {
            self.expand(moves);
            tell(self.tables_len() - known, self.end_block())?;
        } else {
            for from in (0..width).step_by(BLOCK / N) {
                self.expand_together(moves, from..width.min(from + BLOCK / N));
                let len = self.tables_len();
                tell(len - std::mem::replace(&mut known, len), self.end_block())?;
            }
        }
        for table in &mut self.tables {
            table.recent.drain(..table.ended);
            table.ended = table.recent.len();
        }
        self.levels.push(self.tables_len() - before);
        Ok(())
    }

    /// Expands the last level, one position after another.
    fn expand(&mut self, moves: &Moves<'_, N>) {
        let level = self.levels.len() as u16;
        let mut position = moves.position();
        for number in 0..TABLES {
            for at in 0..self.tables[number].ended {
                let key = self.tables[number].recent[at];
                moves.each(&key, &mut position, |after| {
                    let hash = hash(&after);
                    self.tables[table_of(hash)].insert(hash, after, level);
                });
            }
        }
    }

    /// Expands a part of the last level on all threads. First the results are sorted by table, then each table is
    /// updated by one thread. Positions are added to each table in the same order as by a single thread.
    fn expand_together(&mut self, moves: &Moves<'_, N>, range: Range<usize>) {
        let level = self.levels.len() as u16;
        let mut found = std::mem::take(&mut self.found);
        let part = range.len().div_ceil(PARTS).max(SMALLEST_PART);
        let parts = range.len().div_ceil(part);
        found.resize_with(found.len().max(parts), || vec![Vec::new(); TABLES]);
        let found_now = &mut found[..parts];
        found_now.par_iter_mut().enumerate().for_each(|(number, found)| {
            let from = range.start + number * part;
            let mut position = moves.position();
            for key in self.last(from..range.end.min(from + part)) {
                moves.each(key, &mut position, |after| found[table_of(hash(&after))].push(after));
            }
        });
        self.tables.par_iter_mut().enumerate().for_each(|(number, table)| {
            found_now.iter().for_each(|found| table.insert_all(&found[number], level));
        });
        found_now.iter_mut().flatten().for_each(Vec::clear);
        self.found = found;
    }
}
