//! Reading a table: mapped, its header and tail checked when it is opened, its data block by block when touched, and
//! then unpacked where they are packed.

use super::format::{
    BLOCK, DATA, FORMAT_VERSION, FileHeader, MAGIC, METRICS, PACKED_BLOCK, PACKED_VERSION,
    SHARD_VERSION, SectionRange, SectionRecord, Shard, Subject, padded, padded_len, unpadded,
};
use super::packed::Packed;
use super::{Distances, EntryWidth, Histogram, TableError};
use crate::storage::Bytes;
use rayon::prelude::*;
use std::borrow::Cow;
use std::io;
use std::ops::{Deref, Range};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use xxhash_rust::xxh3::xxh3_64;
use zerocopy::little_endian::U32;
use zerocopy::{FromBytes, FromZeros, IntoBytes};

/// Entries that are counted at a time: a power of two of blocks, packed or not.
const COUNTED: usize = 16 * BLOCK;

/// A table in a memory-mapped file, or in other bytes; or in several, its shards.
#[derive(Debug)]
pub struct Table<B = Bytes> {
    /// One, or shards in their order.
    files: Vec<File<B>>,
    sections: Vec<Section>,
}

/// The part of a table that belongs to one piece set.
#[derive(Clone, Debug)]
pub struct Section {
    /// Number of pieces of each shape.
    pub counts: Box<[u8]>,
    /// Number of entries: the positions of the piece set's space.
    pub entries: u64,
    /// How many positions have each distance, from 0 to the largest; of those that are [held](Table::held).
    pub histogram: Vec<u64>,
    /// How many positions cannot reach the goal, of those that are [held](Table::held).
    pub unreachable: u64,
    /// Which it is in the table.
    number: usize,
}

impl Section {
    /// The largest distance; `None` where no position can reach the goal.
    pub fn max_distance(&self) -> Option<u16> {
        self.histogram.len().checked_sub(1).map(|max| max as u16)
    }
}

impl Table {
    /// Reads a table of a subject into memory, and checks that its head is sound and the file as long as it must
    /// be.
    pub fn read(path: &Path, subject: &Subject) -> Result<Self, TableError> {
        Self::from_file(Bytes::read(path), path, subject)
    }

    /// Maps a table of a subject into memory, and checks that its head is sound and the file as long as it must
    /// be.
    ///
    /// # Safety
    ///
    /// As for [`Bytes::map`]: nobody may change the file in place or cut it while the table lives. Tables are never
    /// changed under their final name, only replaced; see ARCHITECTURE.md, "Promises".
    #[cfg(feature = "disk")]
    pub unsafe fn map(path: &Path, subject: &Subject) -> Result<Self, TableError> {
        // SAFETY: the caller answers for the file.
        Self::from_file(unsafe { Bytes::map(path) }, path, subject)
    }

    pub(crate) fn from_file(
        bytes: io::Result<Bytes>,
        path: &Path,
        subject: &Subject,
    ) -> Result<Self, TableError> {
        match bytes {
            Ok(bytes) => Self::from_bytes(bytes, path, subject),
            // What is no regular file, or an empty one, is no table.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                Err(TableError::NotATable { path: path.to_owned() })
            }
            Err(error) => Err(TableError::io("read", path, error)),
        }
    }

    /// Keeps the last unpacked blocks in so many bytes, where the table is packed.
    pub(crate) fn keep_unpacked(&mut self, bytes: u64) {
        self.files
            .iter_mut()
            .filter_map(|file| file.head.packed.as_mut())
            .for_each(|packed| packed.keep(bytes));
    }

    /// Checks that no other program has cut a mapped file since it was opened. Reading an entry does not check that: it
    /// would take forty times as long.
    pub fn check_length(&self) -> Result<(), TableError> {
        self.files.iter().try_for_each(|file| {
            let left = file.bytes.bytes_left();
            let left = left.map_err(|source| TableError::io("read", &file.path, source))?;
            let len = file.bytes.len();
            if left == len as u64 {
                return Ok(());
            }
            let what = format!("the file was {len} bytes long and is {left} bytes long");
            Err(TableError::Damaged { path: file.path.clone(), offset: left, what })
        })
    }

    /// Checks every block of the data against its checksum, and the histograms against the entries.
    pub fn check_all(&self) -> Result<(), TableError> {
        self.files.iter().try_for_each(|file| {
            file.bytes.expect_all();
            (0..file.head.checksums.len())
                .try_for_each(|block| file.check_block(block).map(drop))?;
            (0..file.head.pieces.len()).try_for_each(|section| file.check_histogram(section))
        })
    }
}

impl<B: Deref<Target = [u8]> + Sync> Table<B> {
    /// Reads a table from the bytes of a file, which errors call `path`, and checks that its head is sound
    /// and the bytes as many as there must be. It may be a shard of a table.
    pub fn from_bytes(bytes: B, path: &Path, subject: &Subject) -> Result<Self, TableError> {
        let head = HeadReader::of(path, &bytes, subject).read()?;
        let sound = head.checksums.iter().map(|_| AtomicBool::new(false)).collect();
        let pieces = head.pieces.iter().enumerate();
        let sections = pieces.map(|(number, piece)| Section {
            counts: piece.counts.clone(),
            entries: piece.whole,
            histogram: piece.histogram.clone(),
            unreachable: piece.unreachable,
            number,
        });
        let sections = sections.collect();
        Ok(Self { files: vec![File { path: path.to_owned(), bytes, head, sound }], sections })
    }

    /// One table of shards that follow one another.
    ///
    /// Refused are those that do not: of other metrics, piece sets or numbers of entries, of another division, or with
    /// a gap between them.
    ///
    /// # Panics
    ///
    /// Where there is none.
    pub fn of_shards(shards: impl IntoIterator<Item = Self>) -> Result<Self, TableError> {
        let mut shards = shards.into_iter();
        let mut whole = shards.next().expect("a table has at least one shard");
        for shard in shards {
            whole.join(shard)?;
        }
        Ok(whole)
    }

    /// Adds the shard that follows.
    fn join(&mut self, next: Self) -> Result<(), TableError> {
        let last = self.files.last().expect("there is one");
        let [first] = &next.files[..] else { panic!("shards are joined one by one") };
        let foreign = |what: &str| {
            let other = last.path.display();
            let what = format!("{what}, which does not fit {other}");
            Err(TableError::Foreign { path: first.path.clone(), what })
        };
        let follows = |(last, first): (Shard, Shard)| {
            last.of() == first.of() && last.number() + 1 == first.number()
        };
        if !last.head.shard.zip(first.head.shard).is_some_and(follows) {
            return foreign("another shard than the next");
        }
        if last.head.metric != first.head.metric {
            return foreign("another metric");
        }
        let is_as_wide = last.head.entry_width == first.head.entry_width;
        if !is_as_wide {
            return foreign("entries of another width");
        }
        let continues = |(last, first): (&Piece, &Piece)| {
            last.counts == first.counts
                && last.whole == first.whole
                && last.range.end == first.range.start
        };
        let (pieces, next_pieces) = (&last.head.pieces, &first.head.pieces);
        if pieces.len() != next_pieces.len() || !pieces.iter().zip(next_pieces).all(continues) {
            return foreign("other piece sets or entries");
        }
        for (section, piece) in self.sections.iter_mut().zip(next_pieces) {
            let longest = section.histogram.len().max(piece.histogram.len());
            section.histogram.resize(longest, 0);
            section.histogram.iter_mut().zip(&piece.histogram).for_each(|(all, &n)| *all += n);
            section.unreachable += piece.unreachable;
        }
        self.files.extend(next.files);
        Ok(())
    }

    /// The file; of several, the first.
    pub fn path(&self) -> &Path {
        &self.files[0].path
    }

    /// The files in which it lies: one, or shards in their order.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|file| &*file.path)
    }

    /// Which shard it is, where it is one alone.
    pub fn shard(&self) -> Option<Shard> {
        match &self.files[..] {
            [file] => file.head.shard,
            _ => None,
        }
    }

    /// Whether it lies in shards.
    pub fn is_sharded(&self) -> bool {
        self.files[0].head.shard.is_some()
    }

    /// The indices of a section whose entries are there: all, but of some shards alone.
    pub fn held(&self, section: &Section) -> Range<u64> {
        let [first, last] = [self.files.first(), self.files.last()]
            .map(|file| &file.expect("there is one").head.pieces[section.number].range);
        first.start..last.end
    }

    /// The code of the metric of all its distances: 0, 1 or 2.
    pub fn metric(&self) -> u8 {
        self.files[0].head.metric
    }

    /// The version of the program that wrote it.
    pub fn tool_version(&self) -> &str {
        &self.files[0].head.tool_version
    }

    /// The piece sets and what is said of their entries.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The section of a piece set, by its number of pieces of each shape, if the table has it.
    pub fn section(&self, counts: &[u8]) -> Option<&Section> {
        self.sections.iter().find(|section| *section.counts == *counts)
    }

    /// Whether its entries are packed.
    pub fn is_packed(&self) -> bool {
        self.files[0].head.packed.is_some()
    }

    /// Bytes of an entry.
    pub fn width(&self) -> EntryWidth {
        self.files[0].head.entry_width
    }

    /// Length of the file in bytes, or of all files together.
    pub fn file_len(&self) -> u64 {
        self.files.iter().map(|file| file.bytes.len() as u64).sum()
    }

    /// The file that holds an entry.
    #[inline]
    fn file_of(&self, section: &Section, index: u64) -> &File<B> {
        match &self.files[..] {
            [file] => file,
            files => {
                let before = |file: &File<B>| file.head.pieces[section.number].range.end <= index;
                &files[files.partition_point(before).min(files.len() - 1)]
            }
        }
    }

    /// The distance of the position with an index; `None` where it cannot reach the goal. The block that
    /// holds it is checked when it is first touched.
    ///
    /// # Panics
    ///
    /// Where `index` is not among those that are [held](Self::held).
    #[inline]
    pub fn get(&self, section: &Section, index: u64) -> Result<Option<u16>, TableError> {
        self.file_of(section, index).get(section.number, index)
    }

    /// Where an entry stands, in bytes from the beginning of its file; where that is packed, where the block begins
    /// that holds it.
    pub fn entry_offset(&self, section: &Section, index: u64) -> u64 {
        self.file_of(section, index).entry_offset(section.number, index)
    }

    /// The file of an entry.
    pub fn entry_path(&self, section: &Section, index: u64) -> &Path {
        &self.file_of(section, index).path
    }

    /// All distances of a section in index order, after its blocks were checked; where they are packed or in several
    /// shards, copied into memory.
    pub fn distances(&self, section: &Section) -> Result<Distances<Cow<'_, [u8]>>, TableError> {
        self.some_distances(section, 0..section.entries)
    }

    /// The distances of the entries of a section in a range, as [`distances`](Self::distances) gives all of them.
    ///
    /// # Panics
    ///
    /// Where the range is not within those that are [held](Self::held).
    pub fn some_distances(
        &self,
        section: &Section,
        range: Range<u64>,
    ) -> Result<Distances<Cow<'_, [u8]>>, TableError> {
        let held = self.held(section);
        let is_held = range.start >= held.start && range.end <= held.end;
        assert!(range.start <= range.end && is_held, "{range:?} of {held:?}");
        let width = self.width();
        let within = |file: &File<B>| {
            let piece = &file.head.pieces[section.number].range;
            range.start.max(piece.start)..range.end.min(piece.end)
        };
        let parts = self.files.iter().map(|file| (file, within(file)));
        let mut parts = parts.filter(|(_, part)| part.start < part.end);
        let bytes = match (parts.next(), parts.next()) {
            (None, _) => Cow::Borrowed(&[][..]),
            (Some((file, part)), None) => file.some_bytes(section.number, part)?,
            (Some(first), Some(second)) => {
                let mut bytes =
                    Vec::with_capacity((range.end - range.start) as usize * width as usize);
                for (file, part) in [first, second].into_iter().chain(parts) {
                    bytes.extend_from_slice(&file.some_bytes(section.number, part)?);
                }
                Cow::Owned(bytes)
            }
        };
        Ok(Distances::in_bytes(bytes, width))
    }
}

/// One file of a table.
#[derive(Debug)]
struct File<B> {
    path: PathBuf,
    bytes: B,
    head: Head,
    /// Which blocks were found to be sound.
    sound: Vec<AtomicBool>,
}

impl<B: Deref<Target = [u8]> + Sync> File<B> {
    /// Where an entry of a section stands, in bytes from the beginning of the data before they were packed.
    #[inline]
    fn place(&self, section: usize, index: u64) -> usize {
        let piece = &self.head.pieces[section];
        assert!(piece.range.contains(&index), "entry {index} of {:?}", piece.range);
        piece.offset - DATA + (index - piece.range.start) as usize * self.head.entry_width as usize
    }

    #[inline]
    fn get(&self, section: usize, index: u64) -> Result<Option<u16>, TableError> {
        let (width, at) = (self.head.entry_width, self.place(section, index));
        if let Some(packed) = &self.head.packed {
            let block = at / PACKED_BLOCK;
            let entry = (at % PACKED_BLOCK / width as usize) as u64;
            let get = |entries: &[u8]| Distances::in_bytes(entries, width).get(entry);
            return packed.with_block(block, || self.unpacked_block(packed, block), get);
        }
        let block = at / BLOCK;
        if !self.sound[block].load(Relaxed) {
            self.check_block(block)?;
        }
        Ok(Distances::in_bytes(&self.bytes[DATA + at..], width).get(0))
    }

    fn entry_offset(&self, section: usize, index: u64) -> u64 {
        let at = self.place(section, index);
        match &self.head.packed {
            None => (DATA + at) as u64,
            Some(packed) => packed.range(at / PACKED_BLOCK).start as u64,
        }
    }

    /// The bytes of the entries of a section in a range that is not empty.
    fn some_bytes(&self, section: usize, range: Range<u64>) -> Result<Cow<'_, [u8]>, TableError> {
        let last = self.place(section, range.end - 1);
        let bytes = self.place(section, range.start)..last + self.head.entry_width as usize;
        if let Some(packed) = &self.head.packed {
            return Ok(Cow::Owned(self.unpacked(packed, bytes)?));
        }
        for block in bytes.start / BLOCK..=(bytes.end - 1) / BLOCK {
            self.check_block(block)?;
        }
        Ok(Cow::Borrowed(&self.bytes[DATA + bytes.start..DATA + bytes.end]))
    }

    /// A range of the entries' bytes that is not empty, unpacked.
    fn unpacked(&self, packed: &Packed, range: Range<usize>) -> Result<Vec<u8>, TableError> {
        let mut bytes = vec![0; range.len()];
        let (first, skipped) = (range.start / PACKED_BLOCK, range.start % PACKED_BLOCK);
        let (head, rest) = bytes.split_at_mut(range.len().min(PACKED_BLOCK - skipped));
        let parts = rayon::iter::once(head).chain(rest.par_chunks_mut(PACKED_BLOCK));
        parts.enumerate().try_for_each(|(nth, part)| {
            let entries = self.unpacked_block(packed, first + nth)?;
            let from = if nth == 0 { skipped } else { 0 };
            part.copy_from_slice(&entries[from..][..part.len()]);
            Ok(())
        })?;
        Ok(bytes)
    }

    /// Checks that the entries of a section have the distances that its histogram counts.
    fn check_histogram(&self, section: usize) -> Result<(), TableError> {
        let piece = &self.head.pieces[section];
        let mut found = Histogram::default();
        for first in piece.range.clone().step_by(COUNTED) {
            let part = first..piece.range.end.min(first + COUNTED as u64);
            let bytes = self.some_bytes(section, part)?;
            found.add(&Distances::in_bytes(bytes, self.head.entry_width).histogram());
        }
        if (&found.counts, found.unreachable) == (&piece.histogram, piece.unreachable) {
            return Ok(());
        }
        Err(TableError::Damaged {
            path: self.path.clone(),
            offset: piece.record_at as u64,
            what: format!("the histogram of section {section} is not that of its entries"),
        })
    }

    #[cold]
    #[inline(never)]
    fn unpacked_block(&self, packed: &Packed, block: usize) -> Result<Vec<u8>, TableError> {
        let bytes = self.check_block(block)?;
        packed.unpacked(block, bytes).ok_or_else(|| TableError::Damaged {
            path: self.path.clone(),
            offset: packed.range(block).start as u64,
            what: format!("the {} bytes from here on cannot be unpacked", bytes.len()),
        })
    }

    /// The bytes of a block, which match their checksum.
    #[cold]
    #[inline(never)]
    fn check_block(&self, block: usize) -> Result<&[u8], TableError> {
        let range = match &self.head.packed {
            Some(packed) => packed.range(block),
            None => {
                let start = DATA + block * BLOCK;
                start..self.head.data_end.min(start + BLOCK)
            }
        };
        let bytes = &self.bytes[range.clone()];
        if self.sound[block].load(Relaxed) {
            return Ok(bytes);
        }
        if xxh3_64(bytes) != self.head.checksums[block] {
            return Err(TableError::Damaged {
                path: self.path.clone(),
                offset: range.start as u64,
                what: format!("the {} bytes from here on do not match their checksum", bytes.len()),
            });
        }
        self.sound[block].store(true, Relaxed);
        Ok(bytes)
    }
}

/// What a sound head says.
#[derive(Debug)]
struct Head {
    metric: u8,
    entry_width: EntryWidth,
    tool_version: String,
    pieces: Vec<Piece>,
    data_end: usize,
    checksums: Vec<u64>,
    /// Where it is packed.
    packed: Option<Packed>,
    /// Where it is one.
    shard: Option<Shard>,
}

/// What a file has of a section.
#[derive(Debug)]
struct Piece {
    counts: Box<[u8]>,
    /// The indices of its entries.
    range: Range<u64>,
    /// Entries of the whole section.
    whole: u64,
    histogram: Vec<u64>,
    unreachable: u64,
    /// Where they begin, in bytes from the beginning of the file before it was packed.
    offset: usize,
    /// Where the section's record is, in bytes from the beginning of the file.
    record_at: usize,
}

/// Checks that a file of so many bytes, of which the header and the tail are given, can be read as a table of a subject.
pub(super) fn check_head(
    path: &Path,
    file_len: u64,
    header: &[u8],
    tail: &[u8],
    subject: &Subject,
) -> Result<(), TableError> {
    HeadReader { path, len: file_len as usize, header, tail, subject }.read().map(drop)
}

/// Reads the head of a file: nothing in it is trusted.
struct HeadReader<'a> {
    path: &'a Path,
    /// Bytes of the file.
    len: usize,
    /// The first bytes, as many as a header has where there are as many.
    header: &'a [u8],
    /// The last bytes, as many as the header says where there are as many; or none.
    tail: &'a [u8],
    subject: &'a Subject,
}

impl<'a> HeadReader<'a> {
    /// The reader of the head of a file with some bytes.
    fn of(path: &'a Path, bytes: &'a [u8], subject: &'a Subject) -> Self {
        let header = &bytes[..bytes.len().min(DATA)];
        let tail_len = FileHeader::ref_from_bytes(header).map_or(0, |header| header.tail_len.get());
        let start = bytes.len().saturating_sub(tail_len as usize);
        Self { path, len: bytes.len(), header, tail: &bytes[start..], subject }
    }

    fn read(&self) -> Result<Head, TableError> {
        if !self.header.starts_with(&MAGIC) {
            return Err(TableError::NotATable { path: self.path.to_owned() });
        }
        if let Some(version) = self.header.get(8..12) {
            let found = u32::from_le_bytes([version[0], version[1], version[2], version[3]]);
            if ![FORMAT_VERSION, PACKED_VERSION, SHARD_VERSION].contains(&found) {
                return Err(TableError::Version { path: self.path.to_owned(), found });
            }
        }
        let Ok(header) = FileHeader::read_from_bytes(self.header) else {
            return Err(self.damaged(self.len, "the file ends within its header"));
        };
        let file_len = header.file_len.get();
        if file_len != self.len as u64 {
            let what =
                format!("the file should be {file_len} bytes long and is {} bytes long", self.len);
            return Err(self.damaged(self.len.min(file_len as usize), what));
        }
        let tail_len = header.tail_len.get() as usize;
        let Some(data_end) = self.len.checked_sub(tail_len).filter(|&end| end >= DATA) else {
            return Err(self.damaged(12, format!("a tail of {tail_len} bytes is impossible")));
        };
        let mut zeroed = header.clone();
        zeroed.checksum.zero();
        let mut hasher = xxhash_rust::xxh3::Xxh3Default::new();
        hasher.update(zeroed.as_bytes());
        hasher.update(self.tail);
        if hasher.digest() != header.checksum.get() {
            return Err(self.damaged(24, "header and tail do not match their checksum"));
        }
        self.check_subject(&header)?;
        self.read_contents(&header, data_end)
    }

    /// The file must be of the board, shapes and goals that are asked for.
    fn check_subject(&self, header: &FileHeader) -> Result<(), TableError> {
        let foreign = |what: String| TableError::Foreign { path: self.path.to_owned(), what };
        let wanted = self.subject;
        if header.family != padded(&wanted.family) {
            let family = unpadded(&header.family);
            return Err(foreign(format!("the family {family:?}, not {:?}", wanted.family)));
        }
        let found = self.tail.get(..header.description_len.get() as usize);
        let found = found.ok_or_else(|| self.ends_early())?;
        if found != wanted.description.as_bytes() {
            return Err(foreign(first_difference(&String::from_utf8_lossy(found), wanted)));
        }
        if header.description_hash.get() != wanted.hash() {
            return Err(self.damaged(80, "the hash of the description is another"));
        }
        if header.shapes.get() != wanted.shapes {
            return Err(foreign(format!("{} shapes, not {}", header.shapes, wanted.shapes)));
        }
        Ok(())
    }

    /// The sections and the checksums of the data, which end where the tail begins.
    fn read_contents(&self, header: &FileHeader, data_end: usize) -> Result<Head, TableError> {
        if header.metric >= METRICS {
            return Err(self.damaged(98, "the metric is unknown"));
        }
        let entry_width = match header.entry_width {
            1 => EntryWidth::One,
            2 => EntryWidth::Two,
            other => return Err(self.damaged(99, format!("entries of {other} bytes"))),
        };
        let is_packed = header.version.get() == PACKED_VERSION;
        let block_len = if is_packed { PACKED_BLOCK } else { BLOCK };
        if header.block_len.get() as usize != block_len {
            return Err(self.damaged(108, "blocks of another length"));
        }
        let entry_bytes = header.entries.get().checked_mul(entry_width as u64);
        let entry_bytes = entry_bytes.and_then(|bytes| usize::try_from(bytes).ok());
        let entry_bytes = entry_bytes.filter(|bytes| bytes.checked_add(DATA).is_some());
        let too_many = || self.damaged(88, "more entries than any file holds");
        let entry_bytes = entry_bytes.ok_or_else(too_many)?;
        if !is_packed && DATA + entry_bytes != data_end {
            return Err(self.damaged(88, "the file has room for another number of entries"));
        }
        let (mut pieces, numbers) = self.read_sections(header, DATA + entry_bytes, entry_width)?;
        let ends_early = || self.ends_early();
        let blocks = entry_bytes.div_ceil(block_len);
        let (checksums, mut rest) = split_numbers(numbers, blocks).ok_or_else(ends_early)?;
        let mut packed = None;
        if is_packed {
            let (lengths, after) =
                <[U32]>::ref_from_prefix_with_elems(rest, blocks).map_err(|_| ends_early())?;
            let blocks = Packed::new(entry_bytes, lengths.iter().map(|len| len.get() as usize));
            if blocks.end() != data_end {
                return Err(self.damaged(data_end, "the packed blocks do not end here"));
            }
            rest = after
                .get(padded_len(size_of_val(lengths)) - size_of_val(lengths)..)
                .ok_or_else(ends_early)?;
            packed = Some(blocks);
        }
        let (number, of) = (header.shard.get(), header.shards.get());
        let mut shard = None;
        if header.version.get() == SHARD_VERSION {
            let impossible = || self.damaged(112, format!("shard {number} of {of} is impossible"));
            shard = Some(Shard::new(number, of).ok_or_else(impossible)?);
            rest = self.read_ranges(&mut pieces, rest)?;
        } else if (number, of) != (0, 0) {
            return Err(self.damaged(112, "what is no shard says that it is one"));
        }
        if !rest.is_empty() {
            let at = self.len - rest.len();
            return Err(self.damaged(at, "the tail is longer than it should be"));
        }
        let tool_version = unpadded(&header.tool_version);
        let metric = header.metric;
        Ok(Head { metric, entry_width, tool_version, pieces, data_end, checksums, packed, shard })
    }

    /// The sections, each where the one before ends and the last at `entries_end`, and the bytes of the tail after
    /// their histograms.
    fn read_sections(
        &self,
        header: &FileHeader,
        entries_end: usize,
        entry_width: EntryWidth,
    ) -> Result<(Vec<Piece>, &[u8]), TableError> {
        let shapes = usize::from(header.shapes.get());
        let first = padded_len(header.description_len.get() as usize);
        let ends_early = || self.ends_early();
        let records = self.tail.get(first..).ok_or_else(ends_early)?;
        let first = self.len - self.tail.len() + first;
        let count = header.sections.get() as usize;
        let (records, rest) = <[SectionRecord]>::ref_from_prefix_with_elems(records, count)
            .map_err(|_| ends_early())?;
        let counts_len = count.checked_mul(shapes).ok_or_else(ends_early)?;
        let (counts, mut numbers) =
            rest.split_at_checked(padded_len(counts_len)).ok_or_else(ends_early)?;
        let mut sections = Vec::with_capacity(count);
        let mut offset = DATA as u64;
        for (index, record) in records.iter().enumerate() {
            let at = first + index * size_of::<SectionRecord>();
            let histogram_len = record.histogram_len.get() as usize;
            let (histogram, rest) = split_numbers(numbers, histogram_len).ok_or_else(ends_early)?;
            numbers = rest;
            let counts = counts[index * shapes..(index + 1) * shapes].into();
            let widths = (offset, entry_width);
            let section = self.read_section(record, at, widths, histogram, counts)?;
            let length = section.whole.checked_mul(entry_width as u64);
            let end = length.and_then(|length| offset.checked_add(length));
            let end = end.filter(|&end| end <= entries_end as u64);
            offset = end.ok_or_else(|| self.damaged(at, "more entries than the file holds"))?;
            sections.push(section);
        }
        if offset != entries_end as u64 {
            return Err(self.damaged(88, "the sections have another number of entries together"));
        }
        Ok((sections, numbers))
    }

    /// Which entries of the sections a shard has, from the first of some bytes; the bytes behind.
    fn read_ranges<'b>(
        &self,
        pieces: &mut [Piece],
        bytes: &'b [u8],
    ) -> Result<&'b [u8], TableError> {
        let (ranges, rest) = <[SectionRange]>::ref_from_prefix_with_elems(bytes, pieces.len())
            .map_err(|_| self.ends_early())?;
        for (piece, range) in pieces.iter_mut().zip(ranges) {
            let (first, whole) = (range.first.get(), range.whole.get());
            let end = first.checked_add(piece.whole).filter(|&end| end <= whole);
            let end = end.ok_or_else(|| {
                let at = self.len - bytes.len();
                self.damaged(at, "a shard has other entries than there are")
            })?;
            (piece.range, piece.whole) = (first..end, whole);
        }
        Ok(rest)
    }

    /// The section of a record that stands `at` in the file, whose entries must begin at an offset and are of a width.
    fn read_section(
        &self,
        record: &SectionRecord,
        at: usize,
        (offset, width): (u64, EntryWidth),
        histogram: Vec<u64>,
        counts: Box<[u8]>,
    ) -> Result<Piece, TableError> {
        if record.offset.get() != offset {
            return Err(self.damaged(at + 8, "a section is not where it should be"));
        }
        let (entries, unreachable) = (record.entries.get(), record.unreachable.get());
        let counted = histogram.iter().try_fold(unreachable, |sum, &count| sum.checked_add(count));
        let max = record.max_distance.get();
        if counted != Some(entries) || max.wrapping_add(1) as usize != histogram.len() {
            return Err(self.damaged(at + 16, "a histogram does not fit its section"));
        }
        if histogram.len() > width.distances() {
            let what = format!("a largest distance of {max}, which no entry of {width} holds");
            return Err(self.damaged(at + 24, what));
        }
        if histogram.last() == Some(&0) {
            return Err(self.damaged(at + 24, "no position has the largest distance"));
        }
        Ok(Piece {
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
        self.damaged(self.len, "the tail is shorter than what it describes")
    }

    fn damaged(&self, offset: usize, what: impl Into<String>) -> TableError {
        TableError::Damaged { path: self.path.to_owned(), offset: offset as u64, what: what.into() }
    }
}

/// How a description differs from the one that is wanted.
fn first_difference(found: &str, wanted: &Subject) -> String {
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

/// The first `count` numbers of some bytes, and the bytes after them.
fn split_numbers(bytes: &[u8], count: usize) -> Option<(Vec<u64>, &[u8])> {
    let (numbers, rest) = bytes.split_at_checked(count.checked_mul(8)?)?;
    let read = |number: &[u8]| number.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte));
    Some((numbers.chunks_exact(8).map(read).collect(), rest))
}
