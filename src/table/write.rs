//! Writing a table: room is reserved beside its final name, entries are written in any order, and what is said of them
//! behind them; then it is synced and renamed. A finished table can be written again, packed or unpacked.

use super::checkpoint::{Checkpoint, Progress, Record, record_path, unfinished_of, whose};
use super::format::{
    BLOCK, DATA, FORMAT_VERSION, FileHeader, MAGIC, PACKED_BLOCK, PACKED_VERSION, SHARD_VERSION,
    SectionRange, SectionRecord, Shard, Subject, pad, padded,
};
use super::read::check_head;
use super::recorded::{Blocks, BlocksOf, DraftSection, blocks, entries_of, restore};
use super::{Distances, EntryWidth, Histogram, Section, Table, TableError, packed};
use crate::effort::{Effort, Stopped};
use crate::storage::{Storage, Unfinished};
use rayon::prelude::*;
use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};
use zerocopy::IntoBytes;

/// Names of files that are being written begin with this; one that is left over is of no use.
pub const TEMPORARY_PREFIX: &str = ".huarong-unfinished-";

/// Names of records that are being written begin with this. None of it is the name of an unfinished table: one that a
/// checkpoint names has no living writer, but must not be removed when the next record is written.
const RECORD_PREFIX: &str = ".huarong-unfinished-record-";

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
    let lens = sections.iter().map(|(counts, distances)| (counts.as_ref(), distances.len()));
    let draft = Draft::new(storage, path, subject, metric, lens)?;
    for (section, (_, distances)) in sections.iter().enumerate() {
        draft.put(section, distances)?;
    }
    draft.finish()
}

/// A table that is being written beside its final name, by any number of threads.
///
/// The disk has room for all entries before the first is written. What is dropped unfinished leaves nothing behind but
/// its last [record](Self::record).
#[derive(Debug)]
pub struct Draft<'d> {
    storage: &'d dyn Storage,
    path: PathBuf,
    subject: &'d Subject,
    metric: u8,
    /// Where it is one of a table.
    shard: Option<Shard>,
    sections: Vec<DraftSection>,
    file: RwLock<DraftFile>,
    known: Mutex<Known>,
}

/// Which entries of a section a table has, or a shard of it.
#[derive(Clone, Debug)]
pub struct Extent<'c> {
    /// Number of pieces of each shape.
    pub counts: &'c [u8],
    /// The indices of the entries.
    pub range: Range<u64>,
    /// Entries of the whole section.
    pub whole: u64,
}

impl<'c> From<(&'c [u8], u64)> for Extent<'c> {
    /// A whole section.
    fn from((counts, entries): (&'c [u8], u64)) -> Self {
        Self { counts, range: 0..entries, whole: entries }
    }
}

/// The file, and how wide its entries are: who changes that holds it alone.
#[derive(Debug)]
struct DraftFile {
    /// There until it is finished.
    file: Option<Box<dyn Unfinished>>,
    width: EntryWidth,
    /// Whether a record says that there is something to go on with.
    is_recorded: bool,
}

impl Drop for DraftFile {
    fn drop(&mut self) {
        if let Some(file) = self.file.take_if(|_| self.is_recorded) {
            // Where it cannot be kept, the next build begins anew.
            let _ = file.keep();
        }
    }
}

/// What is known of what was written.
#[derive(Debug)]
struct Known {
    /// Of each section.
    progress: Vec<Progress>,
    /// Of blocks of the data.
    checksums: Vec<Option<u64>>,
}

/// Bytes that are read or widened at a time: whole blocks.
const CHUNK: usize = 16 * BLOCK;

impl<'d> Draft<'d> {
    /// A table of sections, each with its number of pieces of every shape and of entries; `metric` is the code of
    /// their distances' metric.
    pub fn new<'c>(
        storage: &'d dyn Storage,
        path: &Path,
        subject: &'d Subject,
        metric: u8,
        sections: impl IntoIterator<Item = (&'c [u8], u64)>,
    ) -> Result<Self, TableError> {
        let sections = sections.into_iter().map(Extent::from);
        Self::new_shard(storage, path, subject, metric, None, sections)
    }

    /// As [`new`](Self::new) a shard of a table, or with none the whole, with so much of each section.
    pub fn new_shard<'c>(
        storage: &'d dyn Storage,
        path: &Path,
        subject: &'d Subject,
        metric: u8,
        shard: Option<Shard>,
        sections: impl IntoIterator<Item = Extent<'c>>,
    ) -> Result<Self, TableError> {
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

    /// The table of some sections, or a shard of it, as it was when it was last [recorded](Self::record); `None` where
    /// it never was. One that cannot be used is told to `unusable`, in words, and removed: where its checksums are wrong,
    /// or its sections, blocks or counts are not those of the table and of the unfinished file.
    pub fn resume<'c>(
        storage: &'d dyn Storage,
        path: &Path,
        subject: &'d Subject,
        metric: u8,
        (shard, sections): (Option<Shard>, impl IntoIterator<Item = Extent<'c>>),
        unusable: impl FnOnce(&str),
    ) -> Result<Option<Self>, TableError> {
        let record = record_path(path);
        let io = |source| TableError::io("read", &record, source);
        let bytes = match storage.open(&record) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes.map_err(io)?,
        };
        let sections = drafts(path, subject, sections)?;
        let entries = entries_of(&sections);
        let usable = || -> Result<_, String> {
            let whose = whose(subject, metric, &whose_sections(shard, &sections));
            let record = Record::read(&bytes, whose, entries)?;
            let file = storage.reopen(&path.with_file_name(&record.file));
            let file = file.map_err(|error| format!("{}: {error}", record.file))?;
            Ok((record, file))
        };
        let checked = usable().and_then(|(record, file)| {
            let mut file = DraftFile { file: Some(file), width: record.width, is_recorded: false };
            restore(&BlocksIn { file: &file, entries }, &sections, &record)?;
            file.fit(entries).map_err(|error| error.to_string())?;
            let Record { progress, checksums, .. } = record;
            let of = BlocksOf { sections: &sections, progress: &progress, width: file.width };
            let known = |(block, checksum)| of.is_all_recorded(block).then_some(checksum);
            let checksums = checksums.into_iter().enumerate().map(known).collect();
            file.is_recorded = true;
            Ok((file, Known { progress, checksums }))
        });
        let (file, known) = match checked {
            Ok(sound) => sound,
            Err(what) => {
                unusable(&what);
                if let Some(file) = unfinished_of(&bytes) {
                    // It may be gone.
                    let _ = storage.remove(&path.with_file_name(file));
                }
                remove_record(storage, path)?;
                return Ok(None);
            }
        };
        let (file, known) = (RwLock::new(file), Mutex::new(known));
        let path = path.to_owned();
        Ok(Some(Self { storage, path, subject, metric, shard, sections, file, known }))
    }

    /// Makes all that is written last, and a record that says how far the table is: which sections are
    /// [counted](Self::count), and which have [reached](Self::reached) some level.
    pub fn record(&self) -> Result<(), TableError> {
        let mut file = self.file.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        let progress = self.known().progress.clone();
        let of = BlocksOf { sections: &self.sections, progress: &progress, width: file.width };
        let mut known = self.known().checksums.clone();
        let checksum = |(block, known): (usize, &mut Option<u64>)| {
            let is_all = of.is_all_recorded(block);
            if let Some(checksum) = known.filter(|_| is_all) {
                return Ok(checksum);
            }
            let checksum = match of.is_any_recorded(block) {
                true => {
                    let mut bytes = file.block(block, self.entries())?;
                    of.leave_out(block, &mut bytes);
                    xxh3_64(&bytes)
                }
                false => 0,
            };
            // Of other blocks it is not that of what they hold.
            if is_all {
                *known = Some(checksum);
            }
            Ok(checksum)
        };
        let checksums = known.par_iter_mut().enumerate().map(checksum);
        let checksums: Vec<u64> =
            checksums.collect::<io::Result<_>>().map_err(|source| self.io("read", source))?;
        self.known().checksums = known;
        let whose = whose(self.subject, self.metric, &whose_sections(self.shard, &self.sections));
        let record = Record { file: file.file().name(), width: file.width, progress, checksums };
        let bytes = record.bytes(whose, self.entries());
        file.file().sync().map_err(|source| self.io("write", source))?;
        let path = record_path(&self.path);
        self.storage
            .write_whole(&path, RECORD_PREFIX, |out| out.write_all(&bytes))
            .map_err(|source| TableError::io("write", path, source))?;
        file.is_recorded = true;
        Ok(())
    }

    /// Writes all distances of a section.
    ///
    /// # Panics
    ///
    /// Where they are not as many as the section has entries.
    pub fn put(&self, section: usize, distances: &Distances) -> Result<(), TableError> {
        let range = self.sections[section].range.clone();
        assert_eq!(distances.len(), range.end - range.start, "a distance for every entry");
        // Until it is counted, others may record the table.
        self.known().progress[section] = Progress::Nothing;
        self.write(section, range.start, distances.as_ref())?;
        self.count(section, distances.histogram());
        Ok(())
    }

    /// Says that a section is written, and how many of its entries have each distance.
    pub fn count(&self, section: usize, histogram: Histogram) {
        self.known().progress[section] = Progress::Whole(histogram);
    }

    /// Says that all distances of a section up to a level are written, and none that is larger.
    pub fn reached(&self, section: usize, checkpoint: Checkpoint) {
        let DraftSection { first, .. } = self.sections[section];
        let end = first + self.sections[section].entries();
        // Held to the end, so that no record or settling, which take checksums, is under way.
        let file = self.file();
        let width = file.width as u64;
        let mut known = self.known();
        let is_back = match &known.progress[section] {
            Progress::Nothing => false,
            Progress::Reached(before) => before.level() > checkpoint.level(),
            Progress::Whole(_) => true,
        };
        if is_back {
            // Of a search that goes on from an earlier level than was written, larger distances do not count any more.
            let blocks = first * width / BLOCK as u64..(end * width).div_ceil(BLOCK as u64);
            blocks.for_each(|block| known.checksums[block as usize] = None);
        }
        known.progress[section] = Progress::Reached(checkpoint);
    }

    /// Whether a section is written and counted.
    pub fn is_whole(&self, section: usize) -> bool {
        matches!(self.known().progress[section], Progress::Whole(_))
    }

    /// How many sections are written and counted.
    pub fn whole(&self) -> usize {
        let is_whole = |progress: &&Progress| matches!(progress, Progress::Whole(_));
        self.known().progress.iter().filter(is_whole).count()
    }

    /// Whether all of them are.
    pub fn is_complete(&self) -> bool {
        self.whole() == self.sections.len()
    }

    /// How far a section is; `None` where nothing is known of it.
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

    /// Bytes of an entry, so far.
    pub fn width(&self) -> EntryWidth {
        self.file().width
    }

    /// The distances of `count` entries of a section from the one with index `first` on, as they were written.
    pub fn read(&self, section: usize, first: u64, count: usize) -> Result<Distances, TableError> {
        let file = self.file();
        let at = self.sections[section].place(first) * file.width as u64;
        let mut bytes = vec![0; count * file.width as usize];
        file.read(at, &mut bytes).map_err(|source| self.io("read", source))?;
        Ok(Distances::in_bytes(bytes, file.width))
    }

    /// Writes the distances of entries of a section from the one with index `first` on.
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

    /// Makes all entries two bytes wide.
    pub fn widen(&self) -> Result<(), TableError> {
        let mut file = self.file.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        if file.width == EntryWidth::Two {
            return Ok(());
        }
        if file.is_recorded {
            // What the record says does not hold while entries move.
            remove_record(self.storage, &self.path)?;
            file.is_recorded = false;
        }
        let entries = self.entries();
        let widened = || -> io::Result<()> {
            file.file().reserve(DATA as u64 + 2 * entries)?;
            // From the end, since every entry moves away from the beginning.
            let chunks = 0..entries.div_ceil(CHUNK as u64);
            for chunk in chunks.rev().map(|chunk| chunk * CHUNK as u64) {
                let mut narrow = vec![0; (entries - chunk).min(CHUNK as u64) as usize];
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

    /// Makes all entries last, so that little is left to be done once it is [finished](Self::finish).
    pub fn settle(&self) -> Result<(), TableError> {
        self.check_all_blocks().map_err(|source| self.io("read", source))?;
        self.file().file().sync().map_err(|source| self.io("write", source))
    }

    /// Writes what is said of the entries, makes all of it last and gives the table its name; its length in bytes.
    ///
    /// # Panics
    ///
    /// Where a section was neither [put](Self::put) nor [counted](Self::count).
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
        let said = Said {
            subject,
            metric,
            width,
            shard,
            sections: &sections,
            histograms: known.progress.into_iter().map(histogram).collect(),
            checksums: known.checksums.into_iter().flatten().collect(),
            packed: None,
        };
        let length = said.complete(storage, &path, &mut draft.file)?;
        if is_recorded {
            remove_record(storage, &path)?;
        }
        Ok(length)
    }

    /// Takes the checksums that are missing from the file, while nobody writes to it.
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

impl DraftFile {
    fn file(&self) -> &dyn Unfinished {
        &**self.file.as_ref().expect("it is there until it is finished")
    }

    /// Reads bytes of the data.
    fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.file().read_at(DATA as u64 + at, bytes)
    }

    /// A block of the data, of which there are so many entries.
    fn block(&self, block: usize, entries: u64) -> io::Result<Vec<u8>> {
        let data_len = (entries * self.width as u64) as usize;
        let mut bytes = vec![0; BLOCK.min(data_len - block * BLOCK)];
        self.read((block * BLOCK) as u64, &mut bytes)?;
        Ok(bytes)
    }
}

impl DraftFile {
    /// Makes the file as long as one is whose entries are all there and nothing behind them.
    fn fit(&self, entries: u64) -> io::Result<()> {
        let length = DATA as u64 + entries * self.width as u64;
        self.file().reserve(length)?;
        self.file().cut(length)
    }
}

/// The blocks of a file with so many entries.
struct BlocksIn<'f> {
    file: &'f DraftFile,
    entries: u64,
}

impl Blocks for BlocksIn<'_> {
    fn read(&self, block: usize) -> io::Result<Vec<u8>> {
        self.file.block(block, self.entries)
    }

    fn write(&self, block: usize, bytes: &[u8]) -> io::Result<()> {
        self.file.file().write_at((DATA + block * BLOCK) as u64, bytes)
    }
}

/// Removes the record of a table for good.
fn remove_record(storage: &dyn Storage, table: &Path) -> Result<(), TableError> {
    let record = record_path(table);
    let removed = || {
        storage.remove(&record)?;
        storage.sync_directory(table.parent().unwrap_or(Path::new("")))
    };
    removed().map_err(|source| TableError::io("remove", record.clone(), source))
}

/// What tells the sections of a file from others: their counts, and what a shard has of them.
fn whose_sections(shard: Option<Shard>, sections: &[DraftSection]) -> Vec<u8> {
    let mut whose = Vec::new();
    for DraftSection { counts, range, whole, .. } in sections {
        whose.extend_from_slice(counts);
        let shard = shard.map_or([0; 2], |shard| [shard.number().into(), shard.of().into()]);
        let numbers = [shard[0], shard[1], range.start, range.end, *whole];
        whose.extend(numbers.iter().flat_map(|number: &u64| number.to_le_bytes()));
    }
    whose
}

/// Sections, one after another.
fn drafts<'c>(
    path: &Path,
    subject: &Subject,
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
            return Err(too_large("a piece set counts other shapes"));
        }
        drafts.push(DraftSection { counts: counts.into(), range, whole, first });
        first = first
            .checked_add(entries)
            .filter(|&entries| entries < i64::MAX as u64 / 2 - CHUNK as u64)
            .ok_or_else(|| too_large("no file is as long"))?;
    }
    Ok(drafts)
}

/// Packed blocks that are made at a time, by all threads.
const PACKED_TOGETHER: usize = 1 << 10;

/// Writes a table of a subject again with its entries packed, in its own place or elsewhere; the length of that in
/// bytes.
///
/// It appears whole or not at all, as with [`write()`]. The effort is told of entries.
pub fn pack<E: From<TableError> + From<Stopped>>(
    storage: &dyn Storage,
    table: &Table,
    path: &Path,
    subject: &Subject,
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
    let sections = drafts(path, subject, sections_of(table).map(Extent::from))?;
    let said = Said {
        subject,
        metric: table.metric(),
        width: table.width(),
        shard: None,
        sections: &sections,
        histograms: table.sections().iter().map(histogram_of).collect(),
        checksums,
        packed: Some(lengths),
    };
    Ok(said.complete(storage, path, &mut Some(file))?)
}

/// Writes a table of a subject again with its entries as they are built, as [`pack`] writes it packed.
pub fn unpack<E: From<TableError> + From<Stopped>>(
    storage: &dyn Storage,
    table: &Table,
    path: &Path,
    subject: &Subject,
    effort: Effort<'_>,
) -> Result<u64, E> {
    let draft = Draft::new(storage, path, subject, table.metric(), sections_of(table))?;
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

/// The sections of a table with their counts and numbers of entries.
fn sections_of(table: &Table) -> impl Iterator<Item = (&[u8], u64)> {
    table.sections().iter().map(|section| (&*section.counts, section.entries))
}

fn histogram_of(section: &Section) -> Histogram {
    Histogram { counts: section.histogram.clone(), unreachable: section.unreachable }
}

/// What is said of the entries.
struct Said<'a> {
    subject: &'a Subject,
    metric: u8,
    width: EntryWidth,
    shard: Option<Shard>,
    sections: &'a [DraftSection],
    histograms: Vec<Histogram>,
    checksums: Vec<u64>,
    /// Lengths of the packed blocks, where they are packed.
    packed: Option<Vec<u32>>,
}

impl Said<'_> {
    /// Writes what is said around the entries of a file, makes all of it last and gives it its name; its length.
    ///
    /// The file gets its name only once it can be read: its beginning and its end are read back and checked as those of
    /// any table.
    fn complete(
        &self,
        storage: &dyn Storage,
        path: &Path,
        file: &mut Option<Box<dyn Unfinished>>,
    ) -> Result<u64, TableError> {
        let too_long = || TableError::TooLarge {
            path: path.to_owned(),
            what: "what is said of its entries would be longer than 4 GiB".to_owned(),
        };
        let tail = self.tail().ok_or_else(too_long)?;
        let header = self.header(&tail).ok_or_else(too_long)?;
        let data_end = header.file_len.get() - tail.len() as u64;
        let mut write = || {
            let unfinished = file.as_ref().expect("it is there until now");
            unfinished.write_at(data_end, &tail)?;
            unfinished.write_at(0, header.as_bytes())?;
            unfinished.cut(header.file_len.get())?;
            unfinished.sync()?;
            let (mut first, mut last) = ([0; DATA], vec![0; tail.len()]);
            unfinished.read_at(0, &mut first)?;
            unfinished.read_at(data_end, &mut last)?;
            check_head(path, header.file_len.get(), &first, &last, self.subject)
                .map_err(|unsound| io::Error::new(io::ErrorKind::InvalidData, unsound))?;
            file.take().expect("it is there until now").rename(path)?;
            storage.sync_directory(path.parent().unwrap_or(Path::new("")))
        };
        write().map_err(|source| TableError::io("write", path, source))?;
        Ok(header.file_len.get())
    }

    /// The bytes behind the data; `None` where the format has no room for them.
    fn tail(&self) -> Option<Vec<u8>> {
        let mut tail = self.subject.description.clone().into_bytes();
        pad(&mut tail);
        tail.extend_from_slice(self.records()?.as_bytes());
        tail.extend(self.sections.iter().flat_map(|section| &section.counts));
        pad(&mut tail);
        let histograms = self.histograms.iter().flat_map(|histogram| &histogram.counts);
        let numbers = histograms.chain(&self.checksums);
        tail.extend(numbers.flat_map(|number| number.to_le_bytes()));
        tail.extend(self.packed.iter().flatten().flat_map(|length| length.to_le_bytes()));
        pad(&mut tail);
        if self.shard.is_some() {
            let range = |section: &DraftSection| SectionRange {
                first: section.range.start.into(),
                whole: section.whole.into(),
            };
            let ranges: Vec<SectionRange> = self.sections.iter().map(range).collect();
            tail.extend_from_slice(ranges.as_bytes());
        }
        Some(tail)
    }

    fn records(&self) -> Option<Vec<SectionRecord>> {
        let record = |(section, histogram): (&DraftSection, &Histogram)| {
            let histogram_len = u32::try_from(histogram.counts.len()).ok()?;
            Some(SectionRecord {
                entries: section.entries().into(),
                offset: (DATA as u64 + section.first * self.width as u64).into(),
                unreachable: histogram.unreachable.into(),
                max_distance: histogram_len.wrapping_sub(1).into(),
                histogram_len: histogram_len.into(),
            })
        };
        self.sections.iter().zip(&self.histograms).map(record).collect()
    }

    /// The header before the data.
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
            version: version.into(),
            tail_len: u32::try_from(tail.len()).ok()?.into(),
            file_len: (DATA as u64 + data_len + tail.len() as u64).into(),
            checksum: 0.into(),
            tool_version: padded(env!("CARGO_PKG_VERSION")),
            family: padded(&subject.family),
            description_hash: subject.hash().into(),
            entries: entries.into(),
            shapes: subject.shapes.into(),
            metric: self.metric,
            entry_width: self.width as u8,
            description_len: u32::try_from(subject.description.len()).ok()?.into(),
            sections: u32::try_from(self.sections.len()).ok()?.into(),
            block_len: (block_len as u32).into(),
            shard: self.shard.map_or(0, Shard::number).into(),
            shards: self.shard.map_or(0, Shard::of).into(),
            reserved: [0; 8],
        };
        let mut hasher = Xxh3Default::new();
        hasher.update(header.as_bytes());
        hasher.update(tail);
        header.checksum = hasher.digest().into();
        Some(header)
    }
}

impl Distances<&[u8]> {
    /// The entries in a width that is not less than theirs.
    fn bytes_of(&self, width: EntryWidth) -> Cow<'_, [u8]> {
        if self.width() == width {
            return Cow::Borrowed(self.bytes());
        }
        self.iter().flat_map(|entry| entry.unwrap_or(u16::MAX).to_le_bytes()).collect()
    }
}
