//! Reading a table: mapped, its head checked when it is opened, its data block by block when touched.

use super::TableError;
use super::format::{
    BLOCK, FORMAT_VERSION, FileHeader, GoalRecord, MAGIC, SectionRecord, ShapeRecord, aligned,
    metric_code, padded, unpadded,
};
use super::write::puzzle_records;
use crate::puzzle::{Family, Metric, PieceSet};
use memmap2::{Advice, Mmap};
use std::fs::{self, File};
use std::ops::{Deref, Range};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use xxhash_rust::xxh3::xxh3_64;
use zerocopy::{FromBytes, FromZeros, IntoBytes};

/// A table in a memory-mapped file, or in other bytes.
#[derive(Debug)]
pub struct Table<B = Mmap> {
    path: PathBuf,
    bytes: B,
    contents: Contents,
    /// Which blocks were found to be sound.
    sound: Vec<AtomicBool>,
}

/// The part of a table that belongs to one piece set.
#[derive(Clone, Debug)]
pub struct Section {
    /// The piece set.
    pub piece_set: PieceSet,
    /// Number of entries: the positions of the piece set's space.
    pub entries: u64,
    /// How many positions have each distance, from 0 to the largest.
    pub histogram: Vec<u64>,
    /// How many positions cannot reach the goal.
    pub unreachable: u64,
    offset: usize,
}

impl Section {
    /// The largest distance; `None` where no position can reach the goal.
    pub fn max_distance(&self) -> Option<u16> {
        self.histogram.len().checked_sub(1).map(|max| max as u16)
    }
}

impl Table<Mmap> {
    /// Opens a table of a family and checks that its head is sound and the file as long as it must be.
    pub fn open(path: &Path, family: &Family) -> Result<Self, TableError> {
        let failed = |source| TableError::io("read", path, source);
        // Asked before opening, which would wait for a writer where it is a pipe.
        let metadata = fs::metadata(path).map_err(failed)?;
        if !metadata.is_file() || metadata.len() < MAGIC.len() as u64 {
            return Err(TableError::NotATable { path: path.to_owned() });
        }
        let file = File::open(path).map_err(failed)?;
        // SAFETY: a mapping is undefined behaviour where the file is changed in place or cut while
        // mapped. Tables are never changed under their final name: they are replaced by renaming,
        // which leaves the file mapped here as it is. See ARCHITECTURE.md, "Promises".
        let map = unsafe { Mmap::map(&file) }.map_err(failed)?;
        Self::from_bytes(map, path, family)
    }

    /// Checks every block of the data.
    pub fn check_all(&self) -> Result<(), TableError> {
        // One pass from front to back: the system may read ahead. It may also decline.
        let _ = self.bytes.advise(Advice::Sequential);
        (0..self.contents.checksums.len()).try_for_each(|block| self.check_block(block))
    }
}

impl<B: Deref<Target = [u8]>> Table<B> {
    /// Reads a table from the bytes of a file, which errors call `path`, and checks that its head is sound
    /// and the bytes as many as there must be.
    pub fn from_bytes(bytes: B, path: &Path, family: &Family) -> Result<Self, TableError> {
        let contents = Head { path, bytes: &bytes, family }.read()?;
        let sound = contents.checksums.iter().map(|_| AtomicBool::new(false)).collect();
        Ok(Self { path: path.to_owned(), bytes, contents, sound })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The metric of all its distances.
    pub fn metric(&self) -> Metric {
        self.contents.metric
    }

    /// The version of the program that wrote it.
    pub fn tool_version(&self) -> &str {
        &self.contents.tool_version
    }

    /// The piece sets and where their entries are.
    pub fn sections(&self) -> &[Section] {
        &self.contents.sections
    }

    /// The section of a piece set, if the table has it.
    pub fn section(&self, set: &PieceSet) -> Option<&Section> {
        self.contents.sections.iter().find(|section| section.piece_set == *set)
    }

    /// Length of the file in bytes.
    pub fn file_len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The distance of the position with an index; `None` where it cannot reach the goal. The block that
    /// holds it is checked when it is first touched.
    ///
    /// # Panics
    ///
    /// Where `index` is not below the section's number of entries.
    #[inline]
    pub fn get(&self, section: &Section, index: u64) -> Result<Option<u16>, TableError> {
        assert!(index < section.entries, "entry {index} of {}", section.entries);
        let at = section.offset + index as usize * self.contents.entry_width;
        let block = (at - self.contents.data.start) / BLOCK;
        if !self.sound[block].load(Relaxed) {
            self.check_block(block)?;
        }
        Ok(if self.contents.entry_width == 1 {
            narrow(self.bytes[at])
        } else {
            wide([self.bytes[at], self.bytes[at + 1]])
        })
    }

    /// Where an entry stands, in bytes from the beginning of the file.
    pub fn entry_offset(&self, section: &Section, index: u64) -> u64 {
        section.offset as u64 + index * self.contents.entry_width as u64
    }

    /// All distances of a section in index order, after its blocks were checked.
    pub fn distances(&self, section: &Section) -> Result<DistanceIter<'_>, TableError> {
        let end = section.offset + section.entries as usize * self.contents.entry_width;
        if section.entries > 0 {
            let block = |at: usize| (at - self.contents.data.start) / BLOCK;
            for block in block(section.offset)..=block(end - 1) {
                self.check_block(block)?;
            }
        }
        Ok(DistanceIter {
            bytes: &self.bytes[section.offset..end],
            width: self.contents.entry_width,
        })
    }

    #[cold]
    #[inline(never)]
    fn check_block(&self, block: usize) -> Result<(), TableError> {
        if self.sound[block].load(Relaxed) {
            return Ok(());
        }
        let start = self.contents.data.start + block * BLOCK;
        let end = self.contents.data.end.min(start + BLOCK);
        if xxh3_64(&self.bytes[start..end]) != self.contents.checksums[block] {
            return Err(TableError::Damaged {
                path: self.path.clone(),
                offset: start as u64,
                what: format!("the {} bytes from here on do not match their checksum", end - start),
            });
        }
        self.sound[block].store(true, Relaxed);
        Ok(())
    }
}

/// The distance in an entry of one byte.
#[inline]
fn narrow(entry: u8) -> Option<u16> {
    (entry != u8::MAX).then_some(entry.into())
}

/// The distance in an entry of two bytes.
#[inline]
fn wide(entry: [u8; 2]) -> Option<u16> {
    let entry = u16::from_le_bytes(entry);
    (entry != u16::MAX).then_some(entry)
}

/// Distances of a section in index order.
#[derive(Clone, Copy, Debug)]
pub struct DistanceIter<'t> {
    bytes: &'t [u8],
    width: usize,
}

impl DistanceIter<'_> {
    /// The distance of the position with an index.
    #[inline]
    pub fn get(&self, index: usize) -> Option<u16> {
        if self.width == 1 {
            narrow(self.bytes[index])
        } else {
            wide([self.bytes[2 * index], self.bytes[2 * index + 1]])
        }
    }

    /// Number of distances.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The indices of all positions with a distance.
    pub fn positions_at(&self, distance: u16) -> impl Iterator<Item = u64> + '_ {
        (0..self.len()).filter(move |&index| self.get(index) == Some(distance)).map(|i| i as u64)
    }
}

/// The head of a file while it is being read: nothing in it is trusted.
struct Head<'a> {
    path: &'a Path,
    bytes: &'a [u8],
    family: &'a Family,
}

/// What a sound head says.
#[derive(Debug)]
struct Contents {
    metric: Metric,
    entry_width: usize,
    tool_version: String,
    sections: Vec<Section>,
    data: Range<usize>,
    checksums: Vec<u64>,
}

impl Head<'_> {
    fn read(&self) -> Result<Contents, TableError> {
        if !self.bytes.starts_with(&MAGIC) {
            return Err(TableError::NotATable { path: self.path.to_owned() });
        }
        if let Some(version) = self.bytes.get(8..12) {
            let found = u32::from_le_bytes([version[0], version[1], version[2], version[3]]);
            if found != FORMAT_VERSION {
                return Err(TableError::Version { path: self.path.to_owned(), found });
            }
        }
        let Ok((header, _)) = FileHeader::read_from_prefix(self.bytes) else {
            return Err(self.damaged(self.bytes.len(), "the file ends within its header"));
        };
        let file_len = header.file_len.get();
        if file_len != self.bytes.len() as u64 {
            let what = format!(
                "the file should be {file_len} bytes long and is {} bytes long",
                self.bytes.len()
            );
            return Err(self.damaged(self.bytes.len().min(file_len as usize), what));
        }
        let head_len = header.head_len.get() as usize;
        if head_len < size_of::<FileHeader>() || head_len > self.bytes.len() {
            return Err(self.damaged(12, format!("a head of {head_len} bytes is impossible")));
        }
        let mut zeroed = header.clone();
        zeroed.head_checksum.zero();
        let rest = &self.bytes[size_of::<FileHeader>()..head_len];
        let mut hasher = xxhash_rust::xxh3::Xxh3Default::new();
        hasher.update(zeroed.as_bytes());
        hasher.update(rest);
        if hasher.digest() != header.head_checksum.get() {
            return Err(self.damaged(24, "the head does not match its checksum"));
        }
        self.check_puzzle(&header, rest)?;
        self.read_sections(&header, head_len)
    }

    /// The file must be of the board, shapes and goal that are asked for.
    fn check_puzzle(&self, header: &FileHeader, rest: &[u8]) -> Result<(), TableError> {
        let foreign = |what: String| TableError::Foreign { path: self.path.to_owned(), what };
        if header.family != padded(self.family.name()) {
            let family = unpadded(&header.family);
            return Err(foreign(format!("the family {family:?}, not {:?}", self.family.name())));
        }
        let board = self.family.puzzle().board();
        if (header.width, header.height, header.walls.get())
            != (board.width(), board.height(), board.walls())
        {
            return Err(foreign(format!("a board of {}x{}", header.width, header.height)));
        }
        let (shapes, goals) = puzzle_records(self.family.puzzle());
        let counts = (usize::from(header.shapes.get()), usize::from(header.goals.get()));
        let same_shapes = || {
            let (found, rest) = <[ShapeRecord]>::ref_from_prefix_with_elems(rest, counts.0).ok()?;
            let (goal, _) = <[GoalRecord]>::ref_from_prefix_with_elems(rest, counts.1).ok()?;
            Some((found == &shapes[..], goal == &goals[..]))
        };
        match same_shapes() {
            Some((true, true)) => Ok(()),
            Some((true, false)) => Err(foreign("another goal".to_owned())),
            _ => Err(foreign("other shapes".to_owned())),
        }
    }

    /// The sections, each where the one before ends, and the checksums of the data.
    fn read_sections(&self, header: &FileHeader, head_len: usize) -> Result<Contents, TableError> {
        let metric = Metric::ALL.into_iter().find(|&m| metric_code(m) == header.metric);
        let metric = metric.ok_or_else(|| self.damaged(98, "the metric is unknown"))?;
        let entry_width = usize::from(header.entry_width);
        if !(1..=2).contains(&entry_width) {
            return Err(self.damaged(99, format!("entries of {entry_width} bytes")));
        }
        if header.block_len.get() as usize != BLOCK {
            return Err(self.damaged(108, "blocks of another length"));
        }
        let first = size_of::<FileHeader>()
            + size_of::<ShapeRecord>() * usize::from(header.shapes.get())
            + size_of::<GoalRecord>() * usize::from(header.goals.get());
        let head = &self.bytes[..head_len];
        let ends_early = || self.damaged(head_len, "the head is shorter than what it describes");
        let records = head.get(first..).ok_or_else(ends_early)?;
        let count = header.sections.get() as usize;
        let (records, mut numbers) = <[SectionRecord]>::ref_from_prefix_with_elems(records, count)
            .map_err(|_| ends_early())?;

        let shapes = usize::from(header.shapes.get());
        let mut sections = Vec::with_capacity(count);
        let mut offset = head_len as u64;
        for (index, record) in records.iter().enumerate() {
            let at = first + index * size_of::<SectionRecord>();
            let histogram_len = record.histogram_len.get() as usize;
            let (histogram, rest) = split_numbers(numbers, histogram_len).ok_or_else(ends_early)?;
            numbers = rest;
            let entries = record.entries.get();
            let length = entries.checked_mul(entry_width as u64);
            let end = length.and_then(|length| offset.checked_add(length));
            let end = end.filter(|&end| end <= self.bytes.len() as u64);
            let end =
                end.ok_or_else(|| self.damaged(at + 16, "more entries than the file holds"))?;
            if record.offset.get() != offset {
                return Err(self.damaged(at + 24, "a section is not where it should be"));
            }
            let counted = histogram
                .iter()
                .try_fold(record.unreachable.get(), |sum, &count| sum.checked_add(count));
            let max = record.max_distance.get();
            if counted != Some(entries) || max.wrapping_add(1) as usize != histogram_len {
                return Err(self.damaged(at + 32, "a histogram does not fit its section"));
            }
            sections.push(Section {
                piece_set: PieceSet::new(record.counts[..shapes].iter().copied()),
                entries,
                histogram,
                unreachable: record.unreachable.get(),
                offset: offset as usize,
            });
            offset = end;
        }
        let entries: u64 = sections.iter().map(|section| section.entries).sum();
        if entries != header.entries.get() {
            return Err(self.damaged(88, "the sections have another number of entries together"));
        }
        if offset != self.bytes.len() as u64 {
            return Err(self.damaged(offset as usize, "data that belongs to no section"));
        }
        let data = head_len..self.bytes.len();
        let (checksums, rest) =
            split_numbers(numbers, data.len().div_ceil(BLOCK)).ok_or_else(ends_early)?;
        if aligned(head_len - rest.len()) != head_len {
            return Err(self.damaged(head_len - rest.len(), "the head is longer than it should be"));
        }
        let tool_version = unpadded(&header.tool_version);
        Ok(Contents { metric, entry_width, tool_version, sections, data, checksums })
    }

    fn damaged(&self, offset: usize, what: impl Into<String>) -> TableError {
        TableError::Damaged { path: self.path.to_owned(), offset: offset as u64, what: what.into() }
    }
}

/// The first `count` numbers of some bytes, and the bytes after them.
fn split_numbers(bytes: &[u8], count: usize) -> Option<(Vec<u64>, &[u8])> {
    let (numbers, rest) = bytes.split_at_checked(count.checked_mul(8)?)?;
    let read = |number: &[u8]| number.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte));
    Some((numbers.chunks_exact(8).map(read).collect(), rest))
}
