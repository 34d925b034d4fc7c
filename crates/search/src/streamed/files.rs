//! Files of levels, from which a search continues.
//!
//! A file has the codes of all windows, then the index, then a trailer. It appears under its name when it is complete.

use super::division::Division;
use super::error::LevelsError;
use super::level::{Draft, Index, Level, WindowCodes};
use huarong_core::effort::Effort;
use huarong_tables::record;
use huarong_tables::record::FixedLength;
use huarong_tables::storage::{Lock, Storage};
use std::collections::BTreeSet;
use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// A directory for the files of levels.
#[derive(Clone, Copy, Debug)]
pub struct LevelFiles<'s> {
    /// The storage. It should map files, because levels are read in parts.
    pub storage: &'s dyn Storage,
    /// The directory, which must exist.
    pub directory: &'s Path,
}

/// The files of one search.
pub struct SearchFiles<'s> {
    files: LevelFiles<'s>,
    division: Division,
    blocks: u64,
    /// Hash of the format, the puzzle, the metric and the division.
    work: u64,
    _lock: Lock,
}

/// The state of a search after a level.
pub struct Reached {
    /// Number of positions at each distance.
    pub counts: Vec<u64>,
    /// The last level, and the one before it.
    pub last: Level,
    pub earlier: Option<Level>,
}

const MAGIC: [u8; 8] = *b"HUARLVL\n";
/// Version of the format. Increase it if a file has another meaning than before.
const FORMAT: u32 = 1;
const UNFINISHED: &str = ".huarong-level-";

record! {
    /// The end of a file. The numbers of positions at each distance, the places of windows, their checksums and the ends of
    /// codes are before it.
    #[derive(Clone, Debug)]
    struct Trailer {
        magic: [u8; 8],
        format: u32,
        levels: u32,
        work: u64,
        windows: u64,
        chunks: u64,
        /// Where the index starts.
        codes: u64,
        /// XXH3-64 of the index and of the trailer, with zeros in this field.
        checksum: u64,
    }
}

/// The path of the lock file of a search.
fn lock_path(directory: &Path, work: u64) -> PathBuf {
    directory.join(format!("{work:016x}.lock"))
}

impl<'s> SearchFiles<'s> {
    /// Opens the files of a search, which `work` describes, and excludes other processes from them. `blocks` is the
    /// number of blocks.
    pub fn open(
        files: LevelFiles<'s>,
        work: &str,
        division: Division,
        blocks: u64,
    ) -> Result<Self, LevelsError> {
        let work = xxh3_64(format!("format {FORMAT}, {work}").as_bytes());
        let path = lock_path(files.directory, work);
        let lock = files.storage.try_lock(&path).map_err(|error| match error {
            TryLockError::WouldBlock => LevelsError::InUse(files.directory.to_owned()),
            TryLockError::Error(error) => LevelsError::at(&path)(error),
        })?;
        files.storage.clear_abandoned(files.directory, UNFINISHED);
        Ok(Self { files, division, blocks, work, _lock: lock })
    }

    /// The name of the file of a level.
    fn path(&self, level: usize) -> PathBuf {
        self.files.directory.join(format!("{:016x}-{level:05}.levels", self.work))
    }

    /// The state after the last level whose files are there and sound; `None` if there are none. Removes all other files
    /// of the search, which an interrupted one may have left.
    pub fn last_reached(&self, effort: Effort<'_>) -> Result<Option<Reached>, LevelsError> {
        let names = self.files.storage.names(self.files.directory);
        let names = names.map_err(LevelsError::at(self.files.directory))?;
        let prefix = format!("{:016x}-", self.work);
        let number = |name: &String| {
            name.strip_prefix(&prefix)?.strip_suffix(".levels")?.parse::<usize>().ok()
        };
        let levels: BTreeSet<usize> = names.iter().filter_map(number).collect();
        let mut reached = None;
        for &last in levels.iter().rev() {
            if last > 0 && !levels.contains(&(last - 1)) {
                continue;
            }
            match self.reached(last) {
                Err(LevelsError::Damaged(path)) => {
                    effort.notice(format_args!("{}: damaged, and not used", path.display()))?;
                }
                found => {
                    reached = Some((last, found?));
                    break;
                }
            }
        }
        let is_used = |level: &usize| {
            reached.as_ref().is_some_and(|&(last, _)| *level == last || *level + 1 == last)
        };
        let others = levels.iter().filter(|level| !is_used(level));
        others.into_iter().try_for_each(|&other| self.remove(other))?;
        match &reached {
            Some((last, _)) => effort.notice(format_args!("continuing from distance {last}"))?,
            None if !levels.is_empty() => {
                effort.notice("no earlier level can be used: starting anew")?
            }
            None => {}
        }
        Ok(reached.map(|(_, reached)| reached))
    }

    /// The state after a level, by its file and the one before it.
    fn reached(&self, level: usize) -> Result<Reached, LevelsError> {
        let (last, counts) = self.read(level)?;
        let earlier = level.checked_sub(1).map(|before| self.read(before)).transpose()?;
        Ok(Reached { counts, last, earlier: earlier.map(|(level, _)| level) })
    }

    /// Begins the file of a level.
    pub fn draft(&self, level: usize) -> Result<Draft, LevelsError> {
        let LevelFiles { storage, directory } = self.files;
        let file = storage.create(directory, UNFINISHED).map_err(LevelsError::at(directory))?;
        Ok(Draft::new(file, self.path(level)))
    }

    /// Completes the file of the last of some levels.
    pub fn finish(
        &self,
        draft: Draft,
        windows: &[WindowCodes],
        written: &[(u64, u64)],
        counts: &[u64],
    ) -> Result<Level, LevelsError> {
        let index = Index {
            windows: written.iter().map(|&(place, _)| place).collect(),
            checksums: written.iter().map(|&(_, checksum)| checksum).collect(),
            ends: windows.iter().flat_map(|window| window.ends.iter().copied()).collect(),
        };
        let codes = draft.len();
        let Draft { file, path, .. } = draft;
        let end = self.end_of_file(&index, codes, counts);
        file.write_at(codes, &end).map_err(LevelsError::at(&path))?;
        file.sync().map_err(LevelsError::at(&path))?;
        file.rename(&path).map_err(LevelsError::at(&path))?;
        let LevelFiles { storage, directory } = self.files;
        storage.sync_directory(directory).map_err(LevelsError::at(directory))?;
        let bytes = storage.open(&path).map_err(LevelsError::at(&path))?;
        Ok(Level::in_file(self.division, index, bytes, path))
    }

    /// Removes the file of a level, if it is there.
    pub fn remove(&self, level: usize) -> Result<(), LevelsError> {
        self.remove_file(&self.path(level))
    }

    fn remove_file(&self, path: &Path) -> Result<(), LevelsError> {
        match self.files.storage.remove(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(LevelsError::at(path)(error))
            }
            _ => Ok(()),
        }
    }

    /// Removes the files of all levels, of which there are so many.
    pub fn clear(&self, levels: usize) -> Result<(), LevelsError> {
        (levels.saturating_sub(2)..levels).try_for_each(|level| self.remove(level))?;
        self.remove_file(&lock_path(self.files.directory, self.work))
    }

    /// The part of a file after its codes.
    fn end_of_file(&self, index: &Index, codes: u64, counts: &[u64]) -> Vec<u8> {
        let numbers = [counts, &index.windows, &index.checksums];
        let mut bytes: Vec<u8> =
            numbers.into_iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
        bytes.extend(index.ends.iter().flat_map(|end| end.to_le_bytes()));
        let mut trailer = Trailer {
            magic: MAGIC,
            format: FORMAT,
            levels: counts.len() as u32,
            work: self.work,
            windows: index.windows.len() as u64,
            chunks: index.ends.len() as u64,
            codes,
            checksum: 0,
        };
        trailer.checksum = xxh3_64(&[&bytes[..], &trailer.to_bytes()].concat());
        trailer.put(&mut bytes);
        bytes
    }

    /// Reads and checks the file of a level. Returns it with the number of positions at each distance up to it.
    fn read(&self, level: usize) -> Result<(Level, Vec<u64>), LevelsError> {
        let path = self.path(level);
        let bytes = self.files.storage.open(&path).map_err(LevelsError::at(&path))?;
        bytes.expect_all();
        let Some((index, counts)) = self.parse(&bytes, level) else {
            return Err(LevelsError::Damaged(path));
        };
        let level = Level::in_file(self.division, index, bytes, path);
        level.check()?;
        Ok((level, counts))
    }

    /// The index and the counts at the end of a file; `None` if they are not those of a level of this search.
    fn parse(&self, bytes: &[u8], level: usize) -> Option<(Index, Vec<u64>)> {
        let (rest, mut trailer) = bytes.split_at(bytes.len().checked_sub(Trailer::LEN)?);
        let trailer = Trailer::take(&mut trailer)?;
        let windows = self.blocks * self.division.windows();
        let chunks = windows * self.division.chunks();
        let numbers = level as u64 + 1 + 2 * windows;
        let fits = trailer.magic == MAGIC
            && trailer.format == FORMAT
            && trailer.work == self.work
            && u64::from(trailer.levels) == level as u64 + 1
            && (trailer.windows, trailer.chunks) == (windows, chunks)
            && trailer.codes.checked_add(numbers * 8 + chunks * 4)? == rest.len() as u64;
        if !fits {
            return None;
        }
        let mut end = &rest[trailer.codes as usize..];
        let zeroed = Trailer { checksum: 0, ..trailer.clone() };
        if xxh3_64(&[end, &zeroed.to_bytes()].concat()) != trailer.checksum {
            return None;
        }
        let counts = u64::take_all(&mut end, level + 1)?;
        let places = u64::take_all(&mut end, windows as usize)?;
        let checksums = u64::take_all(&mut end, windows as usize)?;
        let ends = u32::take_all(&mut end, chunks as usize)?;
        Some((Index { windows: places, checksums, ends }, counts))
    }
}
