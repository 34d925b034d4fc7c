//! What a checkpoint records of an unfinished table: its blocks with all else left out, and the check that a file holds
//! what its record says.

use super::checkpoint::{Progress, Record};
use super::distances::{Distances, EntryWidth, Histogram};
use super::format::BLOCK;
use super::sections::{DraftSection, blocks, entries_of};
use rayon::prelude::*;
use std::io;
use std::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

/// The blocks of sections of which so much is known.
pub(super) struct BlocksOf<'a> {
    pub sections: &'a [DraftSection],
    pub progress: &'a [Progress],
    pub width: EntryWidth,
}

impl BlocksOf<'_> {
    /// What is known of the sections that have entries in a block, each with its number and which bytes of the block
    /// these entries are.
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

    /// Whether something that is written counts in all sections of a block.
    pub fn is_all_recorded(&self, block: usize) -> bool {
        self.of(block).all(|(_, progress, _)| progress.counts())
    }

    /// Whether something that is written counts in a block.
    pub fn is_any_recorded(&self, block: usize) -> bool {
        self.of(block).any(|(_, progress, _)| progress.counts())
    }

    /// Takes what does not count in the bytes of a block as unreachable.
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

    /// Adds the entries of a block to the histograms of the sections that they are of.
    fn count(&self, block: usize, bytes: &[u8], histograms: &mut [Histogram]) {
        for (section, _, range) in self.of(block) {
            let entries = Distances::in_bytes(&bytes[range], self.width);
            histograms[section].add(&entries.histogram());
        }
    }
}

/// Makes distances beyond a level unreachable, as they were when it was reached.
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

/// An unfinished file, as a record is checked against it.
pub(super) trait Blocks: Sync {
    /// The bytes of a block.
    fn read(&self, block: usize) -> io::Result<Vec<u8>>;

    /// Writes the bytes of a block.
    fn write(&self, block: usize, bytes: &[u8]) -> io::Result<()>;
}

/// Makes a file hold what its record says, and nothing else of the sections that have begun: entries beyond a section's
/// last level become unreachable.
///
/// # Errors
///
/// In words, where file or sections are not as the record says. What was recorded is trusted as far as this goes: the
/// blocks match their checksums, and the histograms are those of the entries. Whether the distances are right only
/// `verify` can say, once the table is finished.
pub(super) fn restore(
    file: &impl Blocks,
    sections: &[DraftSection],
    Record { width, progress, checksums, .. }: &Record,
) -> Result<(), String> {
    if progress.len() != sections.len() {
        let (found, right) = (progress.len(), sections.len());
        return Err(format!("it is of {found} sections, and the table has {right}"));
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
            return Err("what was written does not match its checksums".to_owned());
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
            return Err(format!(
                "the positions that it counts in section {number} are not those that were written"
            ));
        }
    }
    Ok(())
}

/// Whether what is known of a section is what its entries say; those beyond its last level are left out.
fn fits(progress: &Progress, found: &Histogram, width: EntryWidth) -> bool {
    match progress {
        Progress::Nothing => true,
        Progress::Reached(checkpoint) => {
            // A part of a search counts no positions at levels that only other parts reach.
            let last = checkpoint.counts.iter().rposition(|&count| count > 0);
            checkpoint.counts.len() <= width.distances()
                && checkpoint.counts[..last.map_or(0, |last| last + 1)] == found.counts
        }
        Progress::Whole(histogram) => histogram == found,
    }
}
