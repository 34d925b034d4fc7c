//! Writing of whole tables, from distances in memory or from another table.

use super::distances::{Distances, EntryWidth, Histogram};
use super::draft::TableDraft;
use super::error::TableError;
use super::format::{DATA, PACKED_BLOCK, TableSubject};
use super::head_writer::HeadWriter;
use super::names::TEMPORARY_PREFIX;
use super::packed;
use super::read::{Section, Table};
use super::sections::{Extent, drafts};
use crate::storage::Storage;
use huarong_core::effort::{Cancelled, Effort};
use rayon::prelude::*;
use std::io;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Writes a table to `path` and returns its length in bytes. The table appears completely or not at all.
///
/// The sections, each given by its counts of pieces by shape, are stored in the given order. `metric` is the code of
/// the metric. The file appears under its name only after it and its directory entry are durable. It replaces an
/// earlier file; processes that have mapped the earlier file keep it.
pub fn write<C: AsRef<[u8]>>(
    storage: &dyn Storage,
    path: &Path,
    subject: &TableSubject,
    metric: u8,
    sections: &[(C, Distances)],
) -> Result<u64, TableError> {
    let lens = sections.iter().map(|(counts, distances)| (counts.as_ref(), distances.len()));
    let draft = TableDraft::new(storage, path, subject, metric, lens)?;
    for (section, (_, distances)) in sections.iter().enumerate() {
        draft.put(section, distances)?;
    }
    draft.finish()
}

/// Number of packed blocks that all threads make at a time.
const PACKED_TOGETHER: usize = 1 << 10;

/// Writes a packed copy of a table, in its own place or elsewhere, and returns its length in bytes.
///
/// The copy appears completely or not at all, as with [`write()`]. Reports progress in entries.
pub fn pack<E: From<TableError> + From<Cancelled>>(
    storage: &dyn Storage,
    table: &Table,
    path: &Path,
    subject: &TableSubject,
    effort: Effort<'_>,
) -> Result<u64, E> {
    let io = |source| TableError::io("write", path, source);
    let directory = path.parent().unwrap_or(Path::new(""));
    let file = storage.create(directory, TEMPORARY_PREFIX).map_err(io)?;
    let width = table.width() as u64;
    let mut at = DATA as u64;
    let (mut checksums, mut lengths) = (Vec::new(), Vec::new());
    let mut entries = Vec::with_capacity(PACKED_TOGETHER * PACKED_BLOCK);
    let mut put = |entries: &mut Vec<u8>| -> io::Result<()> {
        let blocks = entries.par_chunks(PACKED_BLOCK).map(|block| {
            let packed = packed::pack(block);
            (xxh3_64(&packed), packed)
        });
        for (checksum, packed) in blocks.collect::<Vec<_>>() {
            file.write_at(at, &packed)?;
            at += packed.len() as u64;
            checksums.push(checksum);
            lengths.push(packed.len() as u32);
        }
        entries.clear();
        Ok(())
    };
    for section in table.sections() {
        let mut first = 0;
        while first < section.entries {
            let room = (entries.capacity() - entries.len()) as u64 / width;
            let end = section.entries.min(first + room);
            effort.done(end - first)?;
            entries.extend_from_slice(table.some_distances(section, first..end)?.bytes());
            if entries.len() == entries.capacity() {
                put(&mut entries).map_err(io)?;
            }
            first = end;
        }
    }
    put(&mut entries).map_err(io)?;
    let sections = drafts(
        path,
        subject,
        sections_of(table).map(|(counts, entries)| Extent::whole(counts, entries)),
    )?;
    let head = HeadWriter {
        subject,
        metric: table.metric(),
        width: table.width(),
        shard: None,
        sections: &sections,
        histograms: table.sections().iter().map(histogram_of).collect(),
        checksums,
        packed: Some(lengths),
    };
    Ok(head.complete(storage, path, &mut Some(file))?)
}

/// Writes a plain copy of a table, with the same guarantees as [`pack`].
pub fn unpack<E: From<TableError> + From<Cancelled>>(
    storage: &dyn Storage,
    table: &Table,
    path: &Path,
    subject: &TableSubject,
    effort: Effort<'_>,
) -> Result<u64, E> {
    let draft = TableDraft::new(storage, path, subject, table.metric(), sections_of(table))?;
    if table.width() == EntryWidth::Two {
        draft.widen()?;
    }
    for (number, section) in table.sections().iter().enumerate() {
        let mut first = 0;
        while first < section.entries {
            let end = section.entries.min(first + (PACKED_TOGETHER * PACKED_BLOCK) as u64);
            effort.done(end - first)?;
            let distances = table.some_distances(section, first..end)?;
            draft.write(number, first, distances.as_ref())?;
            first = end;
        }
        draft.count(number, histogram_of(section));
    }
    Ok(draft.finish()?)
}

/// The counts and numbers of entries of a table's sections.
fn sections_of(table: &Table) -> impl Iterator<Item = (&[u8], u64)> {
    table.sections().iter().map(|section| (&*section.counts, section.entries))
}

fn histogram_of(section: &Section) -> Histogram {
    Histogram { counts: section.histogram.clone(), unreachable: section.unreachable }
}
