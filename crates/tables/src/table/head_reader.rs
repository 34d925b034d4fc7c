//! Decoder of the header and tail of a table's file. It trusts nothing in them.

use super::distances::EntryWidth;
use super::error::TableError;
use super::format::{
    BLOCK, DATA, FORMAT_VERSION, FileHeader, MAGIC, METRICS, PACKED_BLOCK, PACKED_VERSION,
    SHARD_VERSION, SectionRange, SectionRecord, Shard, TableSubject, padded, padded_len, unpadded,
};
use super::head::{FileSection, Head};
use super::packed::Packed;
use crate::record::FixedLength;
use std::path::Path;
use xxhash_rust::xxh3::Xxh3Default;

/// Checks that header and tail of a file of `len` bytes are those of a table of a subject.
pub(super) fn check_head(
    path: &Path,
    file_len: u64,
    header: &[u8],
    tail: &[u8],
    subject: &TableSubject,
) -> Result<(), TableError> {
    HeadReader { path, len: file_len as usize, header, tail, subject }.read().map(drop)
}

/// Decoder of the header and tail of a file. It trusts nothing in them.
pub(super) struct HeadReader<'a> {
    path: &'a Path,
    /// Length of the file.
    len: usize,
    /// The first bytes: at most as many as a header has.
    header: &'a [u8],
    /// The last bytes: as many as the header demands, or none if the file is shorter.
    tail: &'a [u8],
    subject: &'a TableSubject,
}

impl<'a> HeadReader<'a> {
    /// Makes the decoder for a complete file.
    pub fn of(path: &'a Path, bytes: &'a [u8], subject: &'a TableSubject) -> Self {
        let header = &bytes[..bytes.len().min(DATA)];
        let tail_len = FileHeader::take(&mut { header }).map_or(0, |header| header.tail_len);
        let start = bytes.len().saturating_sub(tail_len as usize);
        Self { path, len: bytes.len(), header, tail: &bytes[start..], subject }
    }

    pub fn read(&self) -> Result<Head, TableError> {
        if !self.header.starts_with(&MAGIC) {
            // An empty file, or the beginning of a table, has nothing to lose: it is a damaged table.
            return Err(match MAGIC.starts_with(self.header) {
                true => self.damaged(self.len, "the file ends within its header"),
                false => TableError::NotATable { path: self.path.to_owned() },
            });
        }
        if let Some(version) = self.header.get(8..12) {
            let found = u32::from_le_bytes([version[0], version[1], version[2], version[3]]);
            if ![FORMAT_VERSION, PACKED_VERSION, SHARD_VERSION].contains(&found) {
                return Err(TableError::Version { path: self.path.to_owned(), found });
            }
        }
        let Some(header) = FileHeader::take(&mut { self.header }) else {
            return Err(self.damaged(self.len, "the file ends within its header"));
        };
        let file_len = header.file_len;
        if file_len != self.len as u64 {
            let what =
                format!("the file should be {file_len} bytes long and is {} bytes long", self.len);
            return Err(self.damaged(self.len.min(file_len as usize), what));
        }
        let tail_len = header.tail_len as usize;
        let Some(data_end) = self.len.checked_sub(tail_len).filter(|&end| end >= DATA) else {
            return Err(self.damaged(12, format!("a tail of {tail_len} bytes is impossible")));
        };
        let zeroed = FileHeader { checksum: 0, ..header.clone() };
        let mut hasher = Xxh3Default::new();
        hasher.update(&zeroed.to_bytes());
        hasher.update(self.tail);
        if hasher.digest() != header.checksum {
            return Err(self.damaged(24, "header and tail do not match their checksum"));
        }
        self.check_subject(&header)?;
        self.read_contents(&header, data_end)
    }

    /// Checks that the table is about the requested board, shapes and goals.
    fn check_subject(&self, header: &FileHeader) -> Result<(), TableError> {
        let foreign = |what: String| TableError::Foreign { path: self.path.to_owned(), what };
        let wanted = self.subject;
        if header.family != padded(&wanted.family) {
            let family = unpadded(&header.family);
            return Err(foreign(format!("the family {family:?}, not {:?}", wanted.family)));
        }
        let found = self.tail.get(..header.description_len as usize);
        let found = found.ok_or_else(|| self.ends_early())?;
        if found != wanted.description.as_bytes() {
            return Err(foreign(first_difference(&String::from_utf8_lossy(found), wanted)));
        }
        if header.description_hash != wanted.hash() {
            return Err(self.damaged(80, "the hash does not match the description"));
        }
        if header.shapes != wanted.shapes {
            return Err(foreign(format!("{} shapes, not {}", header.shapes, wanted.shapes)));
        }
        Ok(())
    }

    /// Decodes the sections and the checksums of the data. The data end where the tail starts.
    fn read_contents(&self, header: &FileHeader, data_end: usize) -> Result<Head, TableError> {
        if header.metric >= METRICS {
            return Err(self.damaged(98, "the metric is unknown"));
        }
        let bytes = header.entry_width;
        let entry_width = EntryWidth::of(bytes.into())
            .ok_or_else(|| self.damaged(99, format!("entries of {bytes} bytes")))?;
        let is_packed = header.version == PACKED_VERSION;
        let block_len = if is_packed { PACKED_BLOCK } else { BLOCK };
        if header.block_len as usize != block_len {
            return Err(self.damaged(108, "the length of blocks is invalid"));
        }
        let entry_bytes = header.entries.checked_mul(entry_width as u64);
        let entry_bytes = entry_bytes.and_then(|bytes| usize::try_from(bytes).ok());
        let entry_bytes = entry_bytes.filter(|bytes| bytes.checked_add(DATA).is_some());
        let too_many = || self.damaged(88, "more entries than a file can hold");
        let entry_bytes = entry_bytes.ok_or_else(too_many)?;
        if !is_packed && DATA + entry_bytes != data_end {
            return Err(
                self.damaged(88, "the length of the data does not match the number of entries")
            );
        }
        let (mut sections, mut rest) =
            self.read_sections(header, DATA + entry_bytes, entry_width)?;
        let ends_early = || self.ends_early();
        let blocks = entry_bytes.div_ceil(block_len);
        let checksums = u64::take_all(&mut rest, blocks).ok_or_else(ends_early)?;
        let mut packed = None;
        if is_packed {
            let (found, after) = self.read_lengths(rest, entry_bytes, data_end)?;
            (packed, rest) = (Some(found), after);
        }
        let (number, of) = (header.shard, header.shards);
        let mut shard = None;
        if header.version == SHARD_VERSION {
            let impossible = || self.damaged(112, format!("shard {number} of {of} is impossible"));
            shard = Some(Shard::new(number, of).ok_or_else(impossible)?);
            rest = self.read_ranges(&mut sections, rest)?;
        } else if (number, of) != (0, 0) {
            return Err(self.damaged(112, "a table that is not a shard has a shard number"));
        }
        if !rest.is_empty() {
            let at = self.len - rest.len();
            return Err(self.damaged(at, "the tail is too long"));
        }
        let tool_version = unpadded(&header.tool_version);
        let metric = header.metric;
        Ok(Head { metric, entry_width, tool_version, sections, data_end, checksums, packed, shard })
    }

    /// Decodes the sections, which follow one another without gaps up to `entries_end`. Also returns the bytes after
    /// their histograms.
    fn read_sections(
        &self,
        header: &FileHeader,
        entries_end: usize,
        entry_width: EntryWidth,
    ) -> Result<(Vec<FileSection>, &[u8]), TableError> {
        let shapes = usize::from(header.shapes);
        let first = padded_len(header.description_len as usize);
        let ends_early = || self.ends_early();
        let mut rest = self.tail.get(first..).ok_or_else(ends_early)?;
        let first = self.len - self.tail.len() + first;
        let count = header.sections as usize;
        let records = SectionRecord::take_all(&mut rest, count).ok_or_else(ends_early)?;
        let counts_len = count.checked_mul(shapes).ok_or_else(ends_early)?;
        let (counts, mut numbers) =
            rest.split_at_checked(padded_len(counts_len)).ok_or_else(ends_early)?;
        let mut sections = Vec::with_capacity(count);
        let mut offset = DATA as u64;
        for (index, record) in records.iter().enumerate() {
            let at = first + index * SectionRecord::LEN;
            let histogram_len = record.histogram_len as usize;
            let histogram = u64::take_all(&mut numbers, histogram_len).ok_or_else(ends_early)?;
            let counts = counts[index * shapes..(index + 1) * shapes].into();
            let section = self.read_section(record, at, offset, entry_width, histogram, counts)?;
            let length = section.whole.checked_mul(entry_width as u64);
            let end = length.and_then(|length| offset.checked_add(length));
            let end = end.filter(|&end| end <= entries_end as u64);
            offset = end.ok_or_else(|| self.damaged(at, "more entries than the file holds"))?;
            sections.push(section);
        }
        if offset != entries_end as u64 {
            return Err(self.damaged(88, "the sections do not add up to the number of entries"));
        }
        Ok((sections, numbers))
    }

    /// Decodes the packed blocks from their lengths. Also returns the bytes after the lengths.
    fn read_lengths<'b>(
        &self,
        mut bytes: &'b [u8],
        entry_bytes: usize,
        data_end: usize,
    ) -> Result<(Packed, &'b [u8]), TableError> {
        let blocks = entry_bytes.div_ceil(PACKED_BLOCK);
        let lengths = u32::take_all(&mut bytes, blocks).ok_or_else(|| self.ends_early())?;
        let packed = Packed::new(entry_bytes, lengths.iter().map(|&len| len as usize));
        if packed.end() != data_end {
            return Err(self.damaged(data_end, "the packed blocks do not end at the tail"));
        }
        let padding = padded_len(blocks * u32::LEN) - blocks * u32::LEN;
        Ok((packed, bytes.get(padding..).ok_or_else(|| self.ends_early())?))
    }

    /// Decodes the ranges of a shard's sections. Also returns the bytes after them.
    fn read_ranges<'b>(
        &self,
        sections: &mut [FileSection],
        bytes: &'b [u8],
    ) -> Result<&'b [u8], TableError> {
        let mut rest = bytes;
        let ranges = SectionRange::take_all(&mut rest, sections.len());
        let ranges = ranges.ok_or_else(|| self.ends_early())?;
        for (section, range) in sections.iter_mut().zip(ranges) {
            let (first, whole) = (range.first, range.whole);
            let end = first.checked_add(section.whole).filter(|&end| end <= whole);
            let end = end.ok_or_else(|| {
                let at = self.len - bytes.len();
                self.damaged(at, "the range of a shard exceeds its section")
            })?;
            (section.range, section.whole) = (first..end, whole);
        }
        Ok(rest)
    }

    /// Decodes the section whose record is at `at`. Its entries must start at the given offset.
    fn read_section(
        &self,
        record: &SectionRecord,
        at: usize,
        offset: u64,
        width: EntryWidth,
        histogram: Vec<u64>,
        counts: Box<[u8]>,
    ) -> Result<FileSection, TableError> {
        if record.offset != offset {
            return Err(self.damaged(at + 8, "the offset of a section is wrong"));
        }
        let (entries, unreachable) = (record.entries, record.unreachable);
        let counted = histogram.iter().try_fold(unreachable, |sum, &count| sum.checked_add(count));
        let max = record.max_distance;
        if counted != Some(entries) || max.wrapping_add(1) as usize != histogram.len() {
            return Err(self.damaged(at + 16, "a histogram does not fit its section"));
        }
        if histogram.len() > width.distances() {
            let what = format!("a largest distance of {max}, too large for entries of {width}");
            return Err(self.damaged(at + 24, what));
        }
        if histogram.last() == Some(&0) {
            return Err(self.damaged(at + 24, "no position has the largest distance"));
        }
        Ok(FileSection {
            counts,
            range: 0..entries,
            whole: entries,
            histogram,
            unreachable,
            offset: offset as usize,
            record_at: at,
        })
    }

    fn ends_early(&self) -> TableError {
        self.damaged(self.len, "the tail is too short")
    }

    fn damaged(&self, offset: usize, what: impl Into<String>) -> TableError {
        TableError::Damaged { path: self.path.to_owned(), offset: offset as u64, what: what.into() }
    }
}

/// Describes the first difference between a description and the requested one.
fn first_difference(found: &str, wanted: &TableSubject) -> String {
    let mut wanted = wanted.description.lines();
    for (number, line) in (1..).zip(found.lines()) {
        match wanted.next() {
            Some(same) if same == line => {}
            Some(other) => {
                return format!("its description has {line:?} in line {number}, not {other:?}");
            }
            None => return format!("its description has a line {number}: {line:?}"),
        }
    }
    format!("its description ends before {:?}", wanted.next().unwrap_or_default())
}
