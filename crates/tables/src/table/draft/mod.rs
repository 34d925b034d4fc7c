//! Unfinished tables, beside their final names. The disk space is reserved first, and entries are written in any order.
//! Then the header and tail are written, and the file is synced and renamed.

mod file;
mod records;

use super::checkpoint::{Checkpoint, Progress};
use super::distances::{Distances, EntryWidth, Histogram};
use super::error::TableError;
use super::format::{BLOCK, DATA, Shard, TableSubject};
use super::head_writer::HeadWriter;
use super::names::TEMPORARY_PREFIX;
use super::sections::{BYTES_PER_CHUNK, DraftSection, Extent, Outline, blocks, drafts, entries_of};
use crate::storage::Storage;
use file::{DraftFile, remove_record};
use rayon::prelude::*;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard};
use xxhash_rust::xxh3::xxh3_64;

/// An unfinished table beside its final name, which any number of threads may write.
///
/// The disk has room for all entries before the first is written. An unfinished draft that is dropped leaves only its
/// last [record](Self::record).
#[derive(Debug)]
pub struct TableDraft<'d> {
    storage: &'d dyn Storage,
    path: PathBuf,
    subject: &'d TableSubject,
    metric: u8,
    /// The shard; `None` for a whole table.
    shard: Option<Shard>,
    sections: Vec<DraftSection>,
    file: RwLock<DraftFile>,
    known: Mutex<Known>,
}

/// State of the written entries.
#[derive(Debug)]
struct Known {
    /// State of each section.
    progress: Vec<Progress>,
    /// Checksums of the blocks; `None` if not computed.
    checksums: Vec<Option<u64>>,
}

impl<'d> TableDraft<'d> {
    /// Makes a draft of sections, each given by its counts of pieces by shape and its number of entries. `metric` is
    /// the code of the metric.
    pub fn new(
        storage: &'d dyn Storage,
        path: &Path,
        subject: &'d TableSubject,
        metric: u8,
        sections: impl IntoIterator<Item = (&'d [u8], u64)>,
    ) -> Result<Self, TableError> {
        let sections = sections.into_iter().map(|(counts, entries)| Extent::whole(counts, entries));
        let outline = Outline { subject, metric, shard: None, sections: sections.collect() };
        Self::begin(storage, path, outline)
    }

    /// Makes a draft of the table or shard that an outline describes.
    pub fn begin(
        storage: &'d dyn Storage,
        path: &Path,
        outline: Outline<'d>,
    ) -> Result<Self, TableError> {
        let Outline { subject, metric, shard, sections } = outline;
        let sections = drafts(path, subject, sections)?;
        let entries = entries_of(&sections);
        let directory = path.parent().unwrap_or(Path::new(""));
        let io = |source| TableError::io("write", path, source);
        let file = storage.create(directory, TEMPORARY_PREFIX).map_err(io)?;
        file.reserve(DATA as u64 + entries).map_err(io)?;
        let known = Known {
            progress: vec![Progress::Nothing; sections.len()],
            checksums: vec![None; blocks(entries, EntryWidth::One)],
        };
        let file = DraftFile { file: Some(file), width: EntryWidth::One, is_recorded: false };
        let (file, known) = (RwLock::new(file), Mutex::new(known));
        Ok(Self { storage, path: path.to_owned(), subject, metric, shard, sections, file, known })
    }

    /// Writes all distances of a section.
    ///
    /// # Panics
    ///
    /// Panics if their number is not that of the section's entries.
    pub fn put(&self, section: usize, distances: &Distances) -> Result<(), TableError> {
        let range = self.sections[section].range.clone();
        assert_eq!(distances.len(), range.end - range.start, "a distance for every entry");
        // Another thread may write a checkpoint before the section is counted.
        self.known().progress[section] = Progress::Nothing;
        self.write(section, range.start, distances.as_ref())?;
        self.count(section, distances.histogram());
        Ok(())
    }

    /// Declares a section complete, with its histogram.
    pub fn count(&self, section: usize, histogram: Histogram) {
        self.known().progress[section] = Progress::Whole(histogram);
    }

    /// Declares that all distances of a section up to a level are written, and no larger ones.
    pub fn reached(&self, section: usize, checkpoint: Checkpoint) {
        let DraftSection { first, .. } = self.sections[section];
        let end = first + self.sections[section].entries();
        // The lock excludes records and settling, which compute checksums.
        let file = self.file();
        let width = file.width as u64;
        let mut known = self.known();
        let is_back = match &known.progress[section] {
            Progress::Nothing => false,
            Progress::Reached(before) => before.level() > checkpoint.level(),
            Progress::Whole(_) => true,
        };
        if is_back {
            // If a search continues from an earlier level than was written, larger distances no longer count.
            let blocks = first * width / BLOCK as u64..(end * width).div_ceil(BLOCK as u64);
            blocks.for_each(|block| known.checksums[block as usize] = None);
        }
        known.progress[section] = Progress::Reached(checkpoint);
    }

    /// Whether a section is complete.
    pub fn is_whole(&self, section: usize) -> bool {
        matches!(self.known().progress[section], Progress::Whole(_))
    }

    /// Number of complete sections.
    pub fn whole(&self) -> usize {
        let is_whole = |progress: &&Progress| matches!(progress, Progress::Whole(_));
        self.known().progress.iter().filter(is_whole).count()
    }

    /// Whether all sections are complete.
    pub fn is_complete(&self) -> bool {
        self.whole() == self.sections.len()
    }

    /// The level that a section has reached; `None` if it has reached none or is complete.
    pub fn checkpoint(&self, section: usize) -> Option<Checkpoint> {
        match &self.known().progress[section] {
            Progress::Nothing => None,
            Progress::Reached(checkpoint) => Some(checkpoint.clone()),
            Progress::Whole(histogram) if histogram.counts.is_empty() => {
                Some(Checkpoint { counts: vec![0] })
            }
            Progress::Whole(histogram) => Some(Checkpoint { counts: histogram.counts.clone() }),
        }
    }

    /// Current number of bytes per entry.
    pub fn width(&self) -> EntryWidth {
        self.file().width
    }

    /// Reads `count` distances of a section, from the entry `first` on.
    pub fn read(&self, section: usize, first: u64, count: usize) -> Result<Distances, TableError> {
        let file = self.file();
        let at = self.sections[section].place(first) * file.width as u64;
        let mut bytes = vec![0; count * file.width as usize];
        file.read(at, &mut bytes).map_err(|source| self.io("read", source))?;
        Ok(Distances::in_bytes(bytes, file.width))
    }

    /// Writes distances of a section, from the entry `first` on.
    pub fn write(
        &self,
        section: usize,
        first: u64,
        distances: Distances<&[u8]>,
    ) -> Result<(), TableError> {
        if distances.width() > self.width() {
            self.widen()?;
        }
        let file = self.file();
        let bytes = distances.bytes_of(file.width);
        let at = self.sections[section].place(first) * file.width as u64;
        file.file()
            .write_at(DATA as u64 + at, &bytes)
            .map_err(|source| self.io("write", source))?;
        let at = at as usize;
        let end = at + bytes.len();
        let checksums = (at / BLOCK..end.div_ceil(BLOCK)).map(|block| {
            let start = block * BLOCK;
            let whole = start >= at && start + BLOCK <= end;
            (block, whole.then(|| xxh3_64(&bytes[start - at..][..BLOCK])))
        });
        let checksums: Vec<_> = checksums.collect();
        let mut known = self.known();
        for (block, checksum) in checksums {
            known.checksums[block] = checksum;
        }
        Ok(())
    }

    /// Widens all entries to two bytes.
    pub fn widen(&self) -> Result<(), TableError> {
        let mut file = self.file.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        if file.width == EntryWidth::Two {
            return Ok(());
        }
        if file.is_recorded {
            // The record is invalid while entries move.
            remove_record(self.storage, &self.path)?;
            file.is_recorded = false;
        }
        let entries = self.entries();
        let widened = || -> io::Result<()> {
            file.file().reserve(DATA as u64 + 2 * entries)?;
            // Goes from the end to the beginning, because every entry moves towards the end.
            let chunks = 0..entries.div_ceil(BYTES_PER_CHUNK as u64);
            for chunk in chunks.rev().map(|chunk| chunk * BYTES_PER_CHUNK as u64) {
                let mut narrow = vec![0; (entries - chunk).min(BYTES_PER_CHUNK as u64) as usize];
                file.read(chunk, &mut narrow)?;
                let narrow = Distances::of_bytes(narrow);
                file.file().write_at(
                    DATA as u64 + 2 * chunk,
                    &narrow.as_ref().bytes_of(EntryWidth::Two),
                )?;
            }
            Ok(())
        };
        widened().map_err(|source| self.io("write", source))?;
        file.width = EntryWidth::Two;
        self.known().checksums = vec![None; blocks(entries, EntryWidth::Two)];
        Ok(())
    }

    /// Makes all entries durable, so that [`finish`](Self::finish) takes little time.
    pub fn settle(&self) -> Result<(), TableError> {
        self.check_all_blocks().map_err(|source| self.io("read", source))?;
        self.file().file().sync().map_err(|source| self.io("write", source))
    }

    /// Writes header and tail, makes the file durable and renames it. Returns its length in bytes.
    ///
    /// # Panics
    ///
    /// Panics if a section was neither [put](Self::put) nor [counted](Self::count).
    pub fn finish(self) -> Result<u64, TableError> {
        let path = self.path.clone();
        let io = |source| TableError::io("write", &path, source);
        self.check_all_blocks().map_err(io)?;
        let Self { storage, subject, metric, shard, sections, file, known, .. } = self;
        let mut draft = file.into_inner().unwrap_or_else(|p| p.into_inner());
        let (width, is_recorded) = (draft.width, draft.is_recorded);
        let known = known.into_inner().unwrap_or_else(|p| p.into_inner());
        let histogram = |progress| match progress {
            Progress::Whole(histogram) => histogram,
            _ => panic!("every section is counted"),
        };
        let head = HeadWriter {
            subject,
            metric,
            width,
            shard,
            sections: &sections,
            histograms: known.progress.into_iter().map(histogram).collect(),
            checksums: known.checksums.into_iter().flatten().collect(),
            packed: None,
        };
        let length = head.complete(storage, &path, &mut draft.file)?;
        if is_recorded {
            remove_record(storage, &path)?;
        }
        Ok(length)
    }

    /// Computes the missing checksums from the file. Requires that no thread writes to it.
    fn check_all_blocks(&self) -> io::Result<()> {
        let file = self.file.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        let entries = self.entries();
        let missing = self.known().checksums.clone().into_iter().enumerate();
        let missing: Vec<usize> =
            missing.filter(|(_, checksum)| checksum.is_none()).map(|(block, _)| block).collect();
        let checksum = |&block: &usize| Ok((block, xxh3_64(&file.block(block, entries)?)));
        let found: Vec<(usize, u64)> =
            missing.par_iter().map(checksum).collect::<io::Result<_>>()?;
        let mut known = self.known();
        for (block, checksum) in found {
            known.checksums[block] = Some(checksum);
        }
        Ok(())
    }

    /// Number of entries of all sections together.
    fn entries(&self) -> u64 {
        entries_of(&self.sections)
    }

    fn file(&self) -> RwLockReadGuard<'_, DraftFile> {
        self.file.read().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn io(&self, action: &'static str, source: io::Error) -> TableError {
        TableError::io(action, &self.path, source)
    }
}
