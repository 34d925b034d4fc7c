//! Reading a table from one file or from several shards.

use super::distances::{Distances, EntryWidth};
use super::error::TableError;
use super::file::File;
use super::format::{Shard, TableSubject};
use super::head::FileSection;
use super::head_reader::HeadReader;
use crate::storage::Bytes;
use std::borrow::Cow;
use std::io;
use std::ops::{Deref, Range};
use std::path::Path;

/// A table, in one file or in shards, mapped or in memory.
#[derive(Debug)]
pub struct Table<B = Bytes> {
    /// One file, or the shards in order.
    files: Vec<File<B>>,
    sections: Vec<Section>,
}

/// The part of a table for one piece set.
#[derive(Clone, Debug)]
pub struct Section {
    /// Number of pieces of each shape.
    pub counts: Box<[u8]>,
    /// Number of entries, which is the number of positions of the piece set's space.
    pub entries: u64,
    /// Number of [held](Table::held) positions at each distance, from 0 to the largest.
    pub histogram: Vec<u64>,
    /// Number of [held](Table::held) positions that cannot reach the goal.
    pub unreachable: u64,
    /// Number of the section in the table.
    number: usize,
}

impl Section {
    /// The largest distance; `None` if no position can reach the goal.
    pub fn max_distance(&self) -> Option<u16> {
        self.histogram.len().checked_sub(1).map(|max| max as u16)
    }
}

impl Table {
    /// Reads a table of a subject into memory. Checks its header, its tail and its length.
    pub fn read(path: &Path, subject: &TableSubject) -> Result<Self, TableError> {
        Self::from_file(Bytes::read(path), path, subject)
    }

    /// Maps a table of a subject into memory. Checks its header, its tail and its length.
    ///
    /// # Safety
    ///
    /// As for [`Bytes::map`]: while the table lives, no process may change or truncate the file in place. This library
    /// replaces tables, and never changes them under their final names; see docs/explanation/durability.md.
    #[cfg(feature = "disk")]
    pub unsafe fn map(path: &Path, subject: &TableSubject) -> Result<Self, TableError> {
        // SAFETY: the caller guarantees that the file does not change.
        Self::from_file(unsafe { Bytes::map(path) }, path, subject)
    }

    #[doc(hidden)]
    pub fn from_file(
        bytes: io::Result<Bytes>,
        path: &Path,
        subject: &TableSubject,
    ) -> Result<Self, TableError> {
        match bytes {
            Ok(bytes) => Self::from_bytes(bytes, path, subject),
            // Anything but a regular file is not a table.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                Err(TableError::NotATable { path: path.to_owned() })
            }
            Err(error) => Err(TableError::io("read", path, error)),
        }
    }

    /// Limits the cache of unpacked blocks of a packed table to `bytes`.
    pub fn keep_unpacked(&mut self, bytes: u64) {
        self.files
            .iter_mut()
            .filter_map(|file| file.head.packed.as_mut())
            .for_each(|packed| packed.keep(bytes));
    }

    /// Checks that no other program has truncated a mapped file since it was opened. Reading an entry does not check
    /// this, because it would take forty times as long.
    pub fn check_length(&self) -> Result<(), TableError> {
        self.files.iter().try_for_each(|file| {
            let left = file.bytes.bytes_left();
            let left = left.map_err(|source| TableError::io("read", &file.path, source))?;
            let len = file.bytes.len();
            if left == len as u64 {
                return Ok(());
            }
            let what = format!("the file had {len} bytes when it was opened, and now has {left}");
            Err(TableError::Damaged { path: file.path.clone(), offset: left, what })
        })
    }

    /// Checks every block against its checksum, and the histograms against the entries.
    pub fn check_all(&self) -> Result<(), TableError> {
        self.files.iter().try_for_each(|file| {
            file.bytes.expect_all();
            (0..file.head.checksums.len())
                .try_for_each(|block| file.check_block(block).map(drop))?;
            (0..file.head.sections.len()).try_for_each(|section| file.check_histogram(section))
        })
    }
}

impl<B: Deref<Target = [u8]> + Sync> Table<B> {
    /// Reads a table, or one shard, from the bytes of a file. Checks its header, its tail and its length. Errors name
    /// `path`.
    pub fn from_bytes(bytes: B, path: &Path, subject: &TableSubject) -> Result<Self, TableError> {
        let head = HeadReader::of(path, &bytes, subject).read()?;
        let sections = head.sections.iter().enumerate().map(|(number, held)| Section {
            counts: held.counts.clone(),
            entries: held.whole,
            histogram: held.histogram.clone(),
            unreachable: held.unreachable,
            number,
        });
        let sections = sections.collect();
        Ok(Self { files: vec![File::new(path.to_owned(), bytes, head)], sections })
    }

    /// Joins consecutive shards into one table.
    ///
    /// Returns an error if the shards have different metrics, piece sets, numbers of entries or divisions, or do not
    /// follow one another.
    ///
    /// # Panics
    ///
    /// Panics if `shards` is empty.
    pub fn of_shards(shards: impl IntoIterator<Item = Self>) -> Result<Self, TableError> {
        let mut shards = shards.into_iter();
        let mut whole = shards.next().expect("a table has at least one shard");
        for shard in shards {
            whole.join(shard)?;
        }
        Ok(whole)
    }

    /// Adds the next shard.
    fn join(&mut self, next: Self) -> Result<(), TableError> {
        let last = self.files.last().expect("a table has at least one file");
        let [first] = &next.files[..] else { panic!("shards are joined one by one") };
        let foreign = |what: &str| {
            let other = last.path.display();
            let what = format!("{what} {other}");
            Err(TableError::Foreign { path: first.path.clone(), what })
        };
        let follows = |(last, first): (Shard, Shard)| {
            last.of() == first.of() && last.number() + 1 == first.number()
        };
        if !last.head.shard.zip(first.head.shard).is_some_and(follows) {
            return foreign("not the shard after");
        }
        if last.head.metric != first.head.metric {
            return foreign("another metric than that of");
        }
        let is_as_wide = last.head.entry_width == first.head.entry_width;
        if !is_as_wide {
            return foreign("entries of another width than those of");
        }
        let continues = |(last, first): (&FileSection, &FileSection)| {
            last.counts == first.counts
                && last.whole == first.whole
                && last.range.end == first.range.start
        };
        let (held, next_held) = (&last.head.sections, &first.head.sections);
        if held.len() != next_held.len() || !held.iter().zip(next_held).all(continues) {
            return foreign("other piece sets or entries than those of");
        }
        for (section, held) in self.sections.iter_mut().zip(next_held) {
            let longest = section.histogram.len().max(held.histogram.len());
            section.histogram.resize(longest, 0);
            section.histogram.iter_mut().zip(&held.histogram).for_each(|(all, &n)| *all += n);
            section.unreachable += held.unreachable;
        }
        self.files.extend(next.files);
        Ok(())
    }

    /// The path of the file, or of the first shard.
    pub fn path(&self) -> &Path {
        &self.files[0].path
    }

    /// The paths of the file or of all shards, in order.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|file| &*file.path)
    }

    /// The shard, if this is a single shard.
    pub fn shard(&self) -> Option<Shard> {
        match &self.files[..] {
            [file] => file.head.shard,
            _ => None,
        }
    }

    /// Whether the table consists of shards.
    pub fn is_sharded(&self) -> bool {
        self.files[0].head.shard.is_some()
    }

    /// The range of a section's entries that is present: all, unless some shards are missing.
    pub fn held(&self, section: &Section) -> Range<u64> {
        let [first, last] = [self.files.first(), self.files.last()].map(|file| {
            &file.expect("a table has at least one file").head.sections[section.number].range
        });
        first.start..last.end
    }

    /// The code of the metric: 0, 1 or 2.
    pub fn metric(&self) -> u8 {
        self.files[0].head.metric
    }

    /// The version of the program that wrote the table.
    pub fn tool_version(&self) -> &str {
        &self.files[0].head.tool_version
    }

    /// The sections, one per piece set.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The section with these counts of pieces by shape, if the table has it.
    pub fn section(&self, counts: &[u8]) -> Option<&Section> {
        self.sections.iter().find(|section| *section.counts == *counts)
    }

    /// Whether the entries are packed.
    pub fn is_packed(&self) -> bool {
        self.files[0].head.packed.is_some()
    }

    /// Number of bytes per entry.
    pub fn width(&self) -> EntryWidth {
        self.files[0].head.entry_width
    }

    /// Total length of the files in bytes.
    pub fn file_len(&self) -> u64 {
        self.files.iter().map(|file| file.bytes.len() as u64).sum()
    }

    /// The file that holds an entry.
    #[inline]
    fn file_of(&self, section: &Section, index: u64) -> &File<B> {
        match &self.files[..] {
            [file] => file,
            files => {
                let before = |file: &File<B>| file.head.sections[section.number].range.end <= index;
                &files[files.partition_point(before).min(files.len() - 1)]
            }
        }
    }

    /// The distance of the position `index`; `None` if it cannot reach the goal. The first read of a block checks it.
    ///
    /// # Panics
    ///
    /// Panics if `index` is not [held](Self::held).
    #[inline]
    pub fn get(&self, section: &Section, index: u64) -> Result<Option<u16>, TableError> {
        self.file_of(section, index).get(section.number, index)
    }

    /// Offset of an entry in its file; in a packed file, the offset of its block.
    pub fn entry_offset(&self, section: &Section, index: u64) -> u64 {
        self.file_of(section, index).entry_offset(section.number, index)
    }

    /// The path of the file that holds an entry.
    pub fn entry_path(&self, section: &Section, index: u64) -> &Path {
        &self.file_of(section, index).path
    }

    /// All distances of a section in index order, after their blocks were checked. They are copied into memory if they
    /// are packed or in several shards.
    pub fn distances(&self, section: &Section) -> Result<Distances<Cow<'_, [u8]>>, TableError> {
        self.some_distances(section, 0..section.entries)
    }

    /// The distances of a range of a section, like [`distances`](Self::distances).
    ///
    /// # Panics
    ///
    /// Panics if the range is not [held](Self::held).
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
            let held = &file.head.sections[section.number].range;
            range.start.max(held.start)..range.end.min(held.end)
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
