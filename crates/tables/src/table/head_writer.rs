//! Encoder of the header and tail of a table's file.

use super::distances::{EntryWidth, Histogram};
use super::error::TableError;
use super::format::{
    BLOCK, DATA, FORMAT_VERSION, FileHeader, MAGIC, PACKED_BLOCK, PACKED_VERSION, SHARD_VERSION,
    SectionRange, SectionRecord, Shard, TableSubject, pad, padded,
};
use super::head_reader::check_head;
use super::sections::DraftSection;
use crate::record::FixedLength;
use crate::storage::{Storage, Unfinished};
use std::io;
use std::path::Path;
use xxhash_rust::xxh3::Xxh3Default;

/// Encoder of a table's header and tail.
pub(super) struct HeadWriter<'a> {
    pub subject: &'a TableSubject,
    pub metric: u8,
    pub width: EntryWidth,
    pub shard: Option<Shard>,
    pub sections: &'a [DraftSection],
    pub histograms: Vec<Histogram>,
    pub checksums: Vec<u64>,
    /// Lengths of the packed blocks; `None` for a plain table.
    pub packed: Option<Vec<u32>>,
}

impl HeadWriter<'_> {
    /// Writes header and tail around the entries, syncs the file, renames it to its final name, and returns its length.
    ///
    /// Before the renaming, the beginning and the end of the file are read back and checked like those of any table.
    pub fn complete(
        &self,
        storage: &dyn Storage,
        path: &Path,
        file: &mut Option<Box<dyn Unfinished>>,
    ) -> Result<u64, TableError> {
        let too_long = || TableError::TooLarge {
            path: path.to_owned(),
            what: "its tail would be longer than 4 GiB".to_owned(),
        };
        let tail = self.tail().ok_or_else(too_long)?;
        let header = self.header(&tail).ok_or_else(too_long)?;
        let data_end = header.file_len - tail.len() as u64;
        let mut write = || {
            let unfinished = file.as_ref().expect("the file is open until it is renamed");
            unfinished.write_at(data_end, &tail)?;
            unfinished.write_at(0, &header.to_bytes())?;
            unfinished.cut(header.file_len)?;
            unfinished.sync()?;
            let (mut first, mut last) = ([0; DATA], vec![0; tail.len()]);
            unfinished.read_at(0, &mut first)?;
            unfinished.read_at(data_end, &mut last)?;
            check_head(path, header.file_len, &first, &last, self.subject)
                .map_err(|unsound| io::Error::new(io::ErrorKind::InvalidData, unsound))?;
            file.take().expect("the file is open until it is renamed").rename(path)?;
            storage.sync_directory(path.parent().unwrap_or(Path::new("")))
        };
        write().map_err(|source| TableError::io("write", path, source))?;
        Ok(header.file_len)
    }

    /// Encodes the tail; `None` if it exceeds a limit of the format.
    fn tail(&self) -> Option<Vec<u8>> {
        let mut tail = self.subject.description.clone().into_bytes();
        pad(&mut tail);
        self.records()?.iter().for_each(|record| record.put(&mut tail));
        tail.extend(self.sections.iter().flat_map(|section| &section.counts));
        pad(&mut tail);
        let histograms = self.histograms.iter().flat_map(|histogram| &histogram.counts);
        let numbers = histograms.chain(&self.checksums);
        tail.extend(numbers.flat_map(|number| number.to_le_bytes()));
        tail.extend(self.packed.iter().flatten().flat_map(|length| length.to_le_bytes()));
        pad(&mut tail);
        if self.shard.is_some() {
            for section in self.sections {
                SectionRange { first: section.range.start, whole: section.whole }.put(&mut tail);
            }
        }
        Some(tail)
    }

    fn records(&self) -> Option<Vec<SectionRecord>> {
        let record = |(section, histogram): (&DraftSection, &Histogram)| {
            let histogram_len = u32::try_from(histogram.counts.len()).ok()?;
            Some(SectionRecord {
                entries: section.entries(),
                offset: DATA as u64 + section.first * self.width as u64,
                unreachable: histogram.unreachable,
                max_distance: histogram_len.wrapping_sub(1),
                histogram_len,
            })
        };
        self.sections.iter().zip(&self.histograms).map(record).collect()
    }

    /// Encodes the header.
    fn header(&self, tail: &[u8]) -> Option<FileHeader> {
        let subject = self.subject;
        let entries: u64 = self.sections.iter().map(DraftSection::entries).sum();
        let (version, block_len, data_len) = match &self.packed {
            None => {
                let version = if self.shard.is_some() { SHARD_VERSION } else { FORMAT_VERSION };
                (version, BLOCK, entries * self.width as u64)
            }
            Some(lengths) => {
                (PACKED_VERSION, PACKED_BLOCK, lengths.iter().map(|&len| u64::from(len)).sum())
            }
        };
        let mut header = FileHeader {
            magic: MAGIC,
            version,
            tail_len: u32::try_from(tail.len()).ok()?,
            file_len: DATA as u64 + data_len + tail.len() as u64,
            checksum: 0,
            tool_version: padded(env!("CARGO_PKG_VERSION")),
            family: padded(&subject.family),
            description_hash: subject.hash(),
            entries,
            shapes: subject.shapes,
            metric: self.metric,
            entry_width: self.width as u8,
            description_len: u32::try_from(subject.description.len()).ok()?,
            sections: u32::try_from(self.sections.len()).ok()?,
            block_len: block_len as u32,
            shard: self.shard.map_or(0, Shard::number),
            shards: self.shard.map_or(0, Shard::of),
            reserved: [0; 8],
        };
        let mut hasher = Xxh3Default::new();
        hasher.update(&header.to_bytes());
        hasher.update(tail);
        header.checksum = hasher.digest();
        Some(header)
    }
}
