//! Checkpoint records of an unfinished table: which entries count, and the check that a file agrees with its record.

use super::checkpoint::{Progress, Record};
use super::distances::{Distances, EntryWidth, Histogram};
use super::format::BLOCK;
use super::sections::{DraftSection, blocks, entries_of};
use rayon::prelude::*;
use std::io;
use std::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

/// The blocks of sections with known states.
pub(super) struct BlocksOf<'a> {
    pub sections: &'a [DraftSection],
    pub progress: &'a [Progress],
    pub width: EntryWidth,
}

impl BlocksOf<'_> {
    /// The sections that have entries in a block: number, state, and range of their bytes in the block.
    fn of(&self, block: usize) -> impl Iterator<Item = (usize, &Progress, Range<usize>)> {
        let (start, width) = ((block * BLOCK) as u64, self.width as u64);
        let end = move |section: &DraftSection| (section.first + section.entries()) * width;
        let first = self.sections.partition_point(move |section| end(section) <= start);
        let sections = (first..).zip(self.sections[first..].iter().zip(&self.progress[first..]));
        let sections = sections
            .take_while(move |(_, (section, _))| section.first * width < start + BLOCK as u64);
        sections.map(move |(number, (section, progress))| {
            let from = (section.first * width).saturating_sub(start) as usize;
            (number, progress, from..((end(section) - start) as usize).min(BLOCK))
        })
    }

    /// Whether all sections of a block have entries that count.
    pub fn is_all_recorded(&self, block: usize) -> bool {
        self.of(block).all(|(_, progress, _)| progress.counts())
    }

    /// Whether any section of a block has entries that count.
    pub fn is_any_recorded(&self, block: usize) -> bool {
        self.of(block).any(|(_, progress, _)| progress.counts())
    }

    /// Makes the entries of a block that do not count unreachable.
    pub fn leave_out(&self, block: usize, bytes: &mut [u8]) {
        for (_, progress, range) in self.of(block) {
            match progress {
                Progress::Nothing => bytes[range].fill(u8::MAX),
                Progress::Reached(checkpoint) => {
                    leave_out_beyond(checkpoint.level(), self.width, &mut bytes[range]);
                }
                Progress::Whole(_) => {}
            }
        }
    }

    /// Adds the entries of a block to the histograms of their sections.
    fn count(&self, block: usize, bytes: &[u8], histograms: &mut [Histogram]) {
        for (section, _, range) in self.of(block) {
            let entries = Distances::in_bytes(&bytes[range], self.width);
            histograms[section].add(&entries.histogram());
        }
    }
}

/// Makes distances beyond a level unreachable, which restores the state at that level.
fn leave_out_beyond(level: u16, width: EntryWidth, bytes: &mut [u8]) {
    match width {
        EntryWidth::One => {
            for entry in bytes.iter_mut().filter(|entry| u16::from(**entry) > level) {
                *entry = u8::MAX;
            }
        }
        EntryWidth::Two => {
            for entry in bytes.chunks_exact_mut(2) {
                if u16::from_le_bytes([entry[0], entry[1]]) > level {
                    entry.fill(u8::MAX);
                }
            }
        }
    }
}

/// Access to the blocks of an unfinished file.
pub(super) trait Blocks: Sync {
    /// Reads a block.
    fn read(&self, block: usize) -> io::Result<Vec<u8>>;

    /// Writes a block.
    fn write(&self, block: usize, bytes: &[u8]) -> io::Result<()>;
}

/// Makes a file agree with its record. Entries beyond the last level of a started section become unreachable.
///
/// # Errors
///
/// The error says in words how file or sections differ from the record. The function checks that blocks match their
/// checksums, and that histograms match the entries. Whether the distances are correct is checked by `verify`, after
/// the table is finished.
pub(super) fn restore(
    file: &impl Blocks,
    sections: &[DraftSection],
    Record { width, progress, checksums, .. }: &Record,
) -> Result<(), String> {
    if progress.len() != sections.len() {
        let (found, right) = (progress.len(), sections.len());
        return Err(format!("it has {found} sections, and the table has {right}"));
    }
    let right = blocks(entries_of(sections), *width);
    if checksums.len() != right {
        return Err(format!("it has checksums of {} blocks, not {right}", checksums.len()));
    }
    let of = BlocksOf { sections, progress, width: *width };
    let none = || vec![Histogram::default(); sections.len()];
    let recorded = checksums.par_iter().enumerate().filter(|(block, _)| of.is_any_recorded(*block));
    let counted = recorded.try_fold(none, |mut histograms, (block, &checksum)| {
        let said = |error: io::Error| error.to_string();
        let there = file.read(block).map_err(said)?;
        let mut bytes = there.clone();
        of.leave_out(block, &mut bytes);
        if xxh3_64(&bytes) != checksum {
            return Err("the unfinished table does not match the checksums".to_owned());
        }
        of.count(block, &bytes, &mut histograms);
        if bytes != there {
            file.write(block, &bytes).map_err(said)?;
        }
        Ok(histograms)
    });
    let counted = counted.try_reduce(none, |mut histograms, others| {
        histograms.iter_mut().zip(&others).for_each(|(all, other)| all.add(other));
        Ok(histograms)
    })?;
    for (number, (progress, found)) in progress.iter().zip(counted).enumerate() {
        if !fits(progress, &found, *width) {
            return Err(format!("its counts of section {number} differ from the entries"));
        }
    }
    Ok(())
}

/// Whether the state of a section agrees with its entries. Entries beyond its last level are ignored.
fn fits(progress: &Progress, found: &Histogram, width: EntryWidth) -> bool {
    match progress {
        Progress::Nothing => true,
        Progress::Reached(checkpoint) => {
            // A part has no positions at levels that only other parts reach.
            let last = checkpoint.counts.iter().rposition(|&count| count > 0);
            checkpoint.counts.len() <= width.distances()
                && checkpoint.counts[..last.map_or(0, |last| last + 1)] == found.counts
        }
        Progress::Whole(histogram) => histogram == found,
    }
}
