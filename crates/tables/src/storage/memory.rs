//! Files in memory.

use super::bytes::Bytes;
use super::traits::{Lock, Storage, Unfinished};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A storage in memory. Its files vanish when it and all its clones are dropped. Clones share their files. Every
/// directory exists, and locking always succeeds.
///
/// ```
/// use huarong_tables::storage::{Memory, Storage};
/// use std::path::Path;
///
/// let (memory, directory) = (Memory::default(), Path::new(""));
/// let unfinished = memory.create(directory, ".unfinished-")?;
/// unfinished.reserve(3)?;
/// unfinished.write_at(0, b"abc")?;
/// unfinished.rename(Path::new("table"))?;
/// assert_eq!(memory.clone().names(directory)?, ["table"]);
/// assert_eq!(&memory.open(Path::new("table"))?[..], b"abc");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// Finished and unfinished files by their paths.
    files: BTreeMap<PathBuf, Vec<u8>>,
    /// The files that are open for writing.
    begun: BTreeSet<PathBuf>,
    /// Number of files created so far, which gives the next file its name.
    number: u64,
}

impl From<BTreeMap<PathBuf, Vec<u8>>> for Memory {
    /// Makes a storage of files, given by their paths.
    fn from(files: BTreeMap<PathBuf, Vec<u8>>) -> Self {
        Self { state: Arc::new(Mutex::new(State { files, ..State::default() })) }
    }
}

impl Memory {
    /// Copies all files, by their paths. This includes unfinished files, under their temporary names.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        self.state().files.clone()
    }

    /// Adds a file, in place of one at the same path.
    pub fn put(&self, path: PathBuf, bytes: Vec<u8>) {
        self.state().files.insert(path, bytes);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens an existing file for writing.
    fn begin(&self, path: PathBuf) -> io::Result<Box<dyn Unfinished>> {
        match self.state().begun.insert(path.clone()) {
            true => Ok(Box::new(InMemory { memory: self.clone(), path, is_kept: false })),
            false => Err(io::ErrorKind::WouldBlock.into()),
        }
    }
}

fn missing() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl Storage for Memory {
    fn names(&self, directory: &Path) -> io::Result<Vec<String>> {
        let state = self.state();
        let there = state.files.keys().filter(|path| path.parent() == Some(directory));
        Ok(there.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect())
    }

    fn open(&self, path: &Path) -> io::Result<Bytes> {
        self.state().files.get(path).cloned().map(Bytes::Read).ok_or_else(missing)
    }

    fn is_directory(&self, _: &Path) -> bool {
        true
    }

    fn make_directory(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn try_lock(&self, _: &Path) -> Result<Lock, TryLockError> {
        Ok(Box::new(()))
    }

    fn try_share(&self, _: &Path) -> Result<Lock, TryLockError> {
        Ok(Box::new(()))
    }

    fn create(&self, directory: &Path, prefix: &str) -> io::Result<Box<dyn Unfinished>> {
        let mut state = self.state();
        let path = loop {
            let path = directory.join(format!("{prefix}{}", state.number));
            state.number += 1;
            if !state.files.contains_key(&path) {
                break path;
            }
        };
        state.files.insert(path.clone(), Vec::new());
        drop(state);
        self.begin(path)
    }

    fn reopen(&self, path: &Path) -> io::Result<Box<dyn Unfinished>> {
        if !self.state().files.contains_key(path) {
            return Err(missing());
        }
        self.begin(path.to_owned())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.state().files.remove(path).map(drop).ok_or_else(missing)
    }

    fn sync_directory(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// An unfinished file. Dropping it removes it, unless it was renamed or kept.
#[derive(Debug)]
struct InMemory {
    memory: Memory,
    path: PathBuf,
    is_kept: bool,
}

impl InMemory {
    fn with<T>(&self, act: impl FnOnce(&mut Vec<u8>) -> T) -> io::Result<T> {
        self.memory.state().files.get_mut(&self.path).map(act).ok_or_else(missing)
    }
}

impl Drop for InMemory {
    fn drop(&mut self) {
        let mut state = self.memory.state();
        if !self.is_kept {
            state.files.remove(&self.path);
        }
        state.begun.remove(&self.path);
    }
}

impl Unfinished for InMemory {
    fn reserve(&self, length: u64) -> io::Result<()> {
        self.with(|bytes| bytes.resize(bytes.len().max(length as usize), 0))
    }

    fn cut(&self, length: u64) -> io::Result<()> {
        self.with(|bytes| bytes.truncate(length as usize))
    }

    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.with(|file| {
            let there = file.get(offset as usize..).and_then(|file| file.get(..bytes.len()));
            bytes.copy_from_slice(there.ok_or(io::ErrorKind::UnexpectedEof)?);
            Ok(())
        })?
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.with(|file| {
            let (start, end) = (offset as usize, offset as usize + bytes.len());
            file.resize(file.len().max(end), 0);
            file[start..end].copy_from_slice(bytes);
        })
    }

    fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn rename(mut self: Box<Self>, path: &Path) -> io::Result<()> {
        self.is_kept = true;
        let mut state = self.memory.state();
        let bytes = state.files.remove(&self.path).ok_or_else(missing)?;
        state.files.insert(path.to_owned(), bytes);
        Ok(())
    }

    fn keep(mut self: Box<Self>) -> io::Result<()> {
        self.is_kept = true;
        Ok(())
    }
}
