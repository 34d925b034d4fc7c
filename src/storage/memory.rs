//! Files that are in memory alone.

use super::bytes::Bytes;
use super::traits::{Lock, Storage, Unfinished};
use std::collections::BTreeMap;
use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A place for files in memory: nothing of them is left once it is dropped. Every directory is there, and its locks are
/// always free.
///
/// ```
/// use huarong::effort::Effort;
/// use huarong::games::{GameTable, Position, lines::Lines};
/// use huarong::storage::{Memory, Storage};
/// use std::path::Path;
///
/// let (memory, directory) = (Memory::default(), Path::new(""));
/// let game: Lines = "4,3,3".parse()?;
/// GameTable::build(&memory, directory, &game, Effort::UNLIMITED)?;
/// let table = GameTable::open(&memory, directory, game)?;
/// assert_eq!(table.verdict(&Position::default())?.to_string(), "win in 7");
/// assert_eq!(memory.names(directory)?.len(), 1, "nothing unfinished is left beside the table");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Memory {
    files: Arc<Mutex<Files>>,
    /// How many files were begun, which names the next.
    begun: AtomicU64,
}

type Files = BTreeMap<PathBuf, Vec<u8>>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn missing() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl Memory {
    fn unfinished(&self, path: PathBuf, bytes: Vec<u8>) -> Box<dyn Unfinished> {
        Box::new(InMemory { files: self.files.clone(), path, bytes: Mutex::new(bytes) })
    }
}

impl Storage for Memory {
    fn names(&self, directory: &Path) -> io::Result<Vec<String>> {
        let files = lock(&self.files);
        let there = files.keys().filter(|path| path.parent() == Some(directory));
        Ok(there.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect())
    }

    fn open(&self, path: &Path) -> io::Result<Bytes> {
        lock(&self.files).get(path).cloned().map(Bytes::Read).ok_or_else(missing)
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
        let number = self.begun.fetch_add(1, Relaxed);
        Ok(self.unfinished(directory.join(format!("{prefix}{number}")), Vec::new()))
    }

    fn reopen(&self, path: &Path) -> io::Result<Box<dyn Unfinished>> {
        let bytes = lock(&self.files).remove(path).ok_or_else(missing)?;
        Ok(self.unfinished(path.to_owned(), bytes))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        lock(&self.files).remove(path).map(drop).ok_or_else(missing)
    }

    fn sync_directory(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// A file that no name leads to yet.
#[derive(Debug)]
struct InMemory {
    files: Arc<Mutex<Files>>,
    path: PathBuf,
    bytes: Mutex<Vec<u8>>,
}

impl Unfinished for InMemory {
    fn reserve(&self, length: u64) -> io::Result<()> {
        let (mut bytes, length) = (lock(&self.bytes), length as usize);
        if bytes.len() < length {
            bytes.resize(length, 0);
        }
        Ok(())
    }

    fn cut(&self, length: u64) -> io::Result<()> {
        lock(&self.bytes).truncate(length as usize);
        Ok(())
    }

    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let (from, file) = (offset as usize, lock(&self.bytes));
        let there = file.get(from..from + bytes.len());
        bytes.copy_from_slice(there.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.reserve(offset + bytes.len() as u64)?;
        lock(&self.bytes)[offset as usize..][..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn rename(self: Box<Self>, path: &Path) -> io::Result<()> {
        lock(&self.files).insert(path.to_owned(), std::mem::take(&mut lock(&self.bytes)));
        Ok(())
    }

    fn keep(self: Box<Self>) -> io::Result<()> {
        let path = self.path.clone();
        self.rename(&path)
    }
}
