//! Writing a table: in memory first, then beside its final name, then renamed.

use super::format::{
    BLOCK, FORMAT_VERSION, FileHeader, MAGIC, SectionRecord, Subject, aligned, pad, padded,
    padded_len,
};
use super::{Distances, EntryWidth, Histogram, TableError};
use crate::storage::Storage;
use std::borrow::Cow;
use std::io::Write;
use std::path::Path;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};
use zerocopy::IntoBytes;

/// Names of files that are being written begin with this; one that is left over is of no use.
pub const TEMPORARY_PREFIX: &str = ".huarong-unfinished-";

/// Writes a table to `path`, whole or not at all, and returns its length in bytes.
///
/// The sections, each with its number of pieces of every shape, stand in the file in the order given; `metric` is
/// the code of their distances' metric. The file appears under its name only once it and the directory entry are on
/// the disk. What was there before is replaced; who has it mapped keeps the old one.
pub fn write<C: AsRef<[u8]>>(
    storage: &dyn Storage,
    path: &Path,
    subject: &Subject,
    metric: u8,
    sections: &[(C, Distances)],
) -> Result<u64, TableError> {
    let width = sections.iter().map(|(_, distances)| distances.width()).max();
    let width = width.unwrap_or(EntryWidth::One);
    let data: Vec<Cow<'_, [u8]>> =
        sections.iter().map(|(_, distances)| entry_bytes(distances, width)).collect();
    let head = Head { subject, metric, width };
    let head = head.bytes(sections, &data).ok_or_else(|| TableError::TooLarge {
        path: path.to_owned(),
        what: "its head would be longer than 4 GiB, or a piece set counts other shapes".to_owned(),
    })?;
    let write = |out: &mut dyn Write| {
        out.write_all(&head)?;
        data.iter().try_for_each(|bytes| out.write_all(bytes))
    };
    storage
        .write_whole(path, TEMPORARY_PREFIX, write)
        .map_err(|source| TableError::io("write", path, source))?;
    Ok(head.len() as u64 + data.iter().map(|bytes| bytes.len() as u64).sum::<u64>())
}

/// Distances as they stand in the file.
fn entry_bytes(distances: &Distances, width: EntryWidth) -> Cow<'_, [u8]> {
    if distances.width() == width {
        return Cow::Borrowed(distances.bytes());
    }
    distances.iter().flat_map(|entry| entry.unwrap_or(u16::MAX).to_le_bytes()).collect()
}

/// All that stands before the data.
struct Head<'a> {
    subject: &'a Subject,
    metric: u8,
    width: EntryWidth,
}

impl Head<'_> {
    /// The bytes of the head; `None` where the format has no room for them.
    fn bytes<C: AsRef<[u8]>>(
        &self,
        sections: &[(C, Distances)],
        data: &[Cow<'_, [u8]>],
    ) -> Option<Vec<u8>> {
        let histograms: Vec<Histogram> = sections.iter().map(|(_, d)| d.histogram()).collect();
        let checksums = block_checksums(data);
        let distances: usize = histograms.iter().map(|histogram| histogram.counts.len()).sum();
        let mut body = self.subject.description.clone().into_bytes();
        pad(&mut body);
        let mut counts: Vec<u8> = Vec::new();
        for (pieces, _) in sections {
            let pieces = pieces.as_ref();
            counts.extend((pieces.len() == usize::from(self.subject.shapes)).then_some(pieces)?);
        }
        let head_len = aligned(
            size_of::<FileHeader>()
                + body.len()
                + size_of::<SectionRecord>() * sections.len()
                + padded_len(counts.len())
                + 8 * (distances + checksums.len()),
        );
        let records = section_records(histograms.iter().zip(data), head_len)?;
        body.extend_from_slice(records.as_bytes());
        body.append(&mut counts);
        pad(&mut body);
        let numbers = histograms.iter().flat_map(|histogram| &histogram.counts).chain(&checksums);
        body.extend(numbers.flat_map(|number| number.to_le_bytes()));
        let entries = sections.iter().map(|(_, distances)| distances.len()).sum();
        let data_len: u64 = data.iter().map(|bytes| bytes.len() as u64).sum();
        let mut header = self.header(head_len, data_len, entries, sections.len())?;
        let assemble = |header: &FileHeader| {
            let mut head = [header.as_bytes(), &body].concat();
            head.resize(head_len, 0);
            head
        };
        header.head_checksum = xxh3_64(&assemble(&header)).into();
        Some(assemble(&header))
    }

    /// The header, its checksum still zeros.
    fn header(
        &self,
        head_len: usize,
        data_len: u64,
        entries: u64,
        sections: usize,
    ) -> Option<FileHeader> {
        let subject = self.subject;
        Some(FileHeader {
            magic: MAGIC,
            version: FORMAT_VERSION.into(),
            head_len: u32::try_from(head_len).ok()?.into(),
            file_len: (head_len as u64 + data_len).into(),
            head_checksum: 0.into(),
            tool_version: padded(env!("CARGO_PKG_VERSION")),
            family: padded(&subject.family),
            description_hash: subject.hash().into(),
            entries: entries.into(),
            shapes: subject.shapes.into(),
            metric: self.metric,
            entry_width: self.width as u8,
            description_len: u32::try_from(subject.description.len()).ok()?.into(),
            sections: u32::try_from(sections).ok()?.into(),
            block_len: (BLOCK as u32).into(),
            reserved: [0; 16],
        })
    }
}

/// The records of sections with these histograms and data, after a head of so many bytes.
fn section_records<'s>(
    sections: impl Iterator<Item = (&'s Histogram, &'s Cow<'s, [u8]>)>,
    head_len: usize,
) -> Option<Vec<SectionRecord>> {
    let mut offset = head_len as u64;
    let record = |(histogram, bytes): (&Histogram, &Cow<'_, [u8]>)| {
        let histogram_len = u32::try_from(histogram.counts.len()).ok()?;
        let entries = histogram.counts.iter().sum::<u64>() + histogram.unreachable;
        let record = SectionRecord {
            entries: entries.into(),
            offset: offset.into(),
            unreachable: histogram.unreachable.into(),
            max_distance: histogram_len.wrapping_sub(1).into(),
            histogram_len: histogram_len.into(),
        };
        offset += bytes.len() as u64;
        Some(record)
    };
    sections.map(record).collect()
}

/// XXH3-64 of every block of the data, which stands in one piece in the file.
fn block_checksums(data: &[Cow<'_, [u8]>]) -> Vec<u64> {
    let mut checksums = Vec::new();
    let mut hasher = Xxh3Default::new();
    let mut filled = 0;
    for bytes in data {
        let mut rest: &[u8] = bytes;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(BLOCK - filled));
            hasher.update(now);
            filled += now.len();
            rest = later;
            if filled == BLOCK {
                checksums.push(hasher.digest());
                hasher.reset();
                filled = 0;
            }
        }
    }
    if filled > 0 {
        checksums.push(hasher.digest());
    }
    checksums
}
