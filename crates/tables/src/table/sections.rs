//! Sections of an unfinished table: their entries and offsets.

use super::distances::EntryWidth;
use super::error::TableError;
use super::format::{BLOCK, Shard, TableSubject};
use std::ops::Range;
use std::path::Path;

/// Description of a table, or of a shard of one, before it is written.
#[derive(Clone, Debug)]
pub struct Outline<'o> {
    /// What the table is about.
    pub subject: &'o TableSubject,
    /// Code of the metric.
    pub metric: u8,
    /// The shard; `None` for a whole table.
    pub shard: Option<Shard>,
    /// The sections, in the order of the file.
    pub sections: Vec<Extent<'o>>,
}

/// Range of a section's entries that a file holds.
#[derive(Clone, Debug)]
pub struct Extent<'c> {
    /// Number of pieces of each shape.
    pub counts: &'c [u8],
    /// Indices of the entries.
    pub range: Range<u64>,
    /// Number of entries of the whole section.
    pub whole: u64,
}

impl<'c> Extent<'c> {
    /// The complete section.
    pub fn whole(counts: &'c [u8], entries: u64) -> Self {
        Self { counts, range: 0..entries, whole: entries }
    }
}

/// A section of an unfinished table.
#[derive(Debug)]
pub(super) struct DraftSection {
    pub counts: Box<[u8]>,
    pub range: Range<u64>,
    pub whole: u64,
    /// Number of entries of all earlier sections in this file.
    pub first: u64,
}

impl DraftSection {
    pub fn entries(&self) -> u64 {
        self.range.end - self.range.start
    }

    /// The number of an entry within the file.
    pub fn place(&self, index: u64) -> u64 {
        self.first + index - self.range.start
    }
}

/// Number of entries of all sections together.
pub(super) fn entries_of(sections: &[DraftSection]) -> u64 {
    sections.last().map_or(0, |last| last.first + last.entries())
}

/// Number of blocks of `entries` entries.
pub(super) fn blocks(entries: u64, width: EntryWidth) -> usize {
    (entries * width as u64).div_ceil(BLOCK as u64) as usize
}

/// A chunk of whole blocks is widened at a time.
pub(super) const BYTES_PER_CHUNK: usize = 16 * BLOCK;

/// Places sections one after another.
pub(super) fn drafts<'c>(
    path: &Path,
    subject: &TableSubject,
    sections: impl IntoIterator<Item = Extent<'c>>,
) -> Result<Vec<DraftSection>, TableError> {
    let too_large =
        |what: &str| TableError::TooLarge { path: path.to_owned(), what: what.to_owned() };
    let mut drafts = Vec::new();
    let mut first = 0u64;
    for Extent { counts, range, whole } in sections {
        assert!(range.start <= range.end && range.end <= whole, "{range:?} of {whole}");
        let entries = range.end - range.start;
        if counts.len() != usize::from(subject.shapes) {
            return Err(too_large("a piece set has counts for another number of shapes"));
        }
        drafts.push(DraftSection { counts: counts.into(), range, whole, first });
        first = first
            .checked_add(entries)
            .filter(|&entries| entries < i64::MAX as u64 / 2 - BYTES_PER_CHUNK as u64)
            .ok_or_else(|| too_large("the file would be too long"))?;
    }
    Ok(drafts)
}

/// Bytes that identify the sections of a file: their counts and, for a shard, their ranges.
pub(super) fn sections_id(shard: Option<Shard>, sections: &[DraftSection]) -> Vec<u8> {
    let mut id = Vec::new();
    for DraftSection { counts, range, whole, .. } in sections {
        id.extend_from_slice(counts);
        let shard = shard.map_or([0; 2], |shard| [shard.number().into(), shard.of().into()]);
        let numbers = [shard[0], shard[1], range.start, range.end, *whole];
        id.extend(numbers.iter().flat_map(|number: &u64| number.to_le_bytes()));
    }
    id
}
