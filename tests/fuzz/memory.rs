//! Files in memory, for what is tried thousands of times.

use huarong::storage::{Bytes, Lock, Storage, Unfinished};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

/// Files by their names. All directories are there, and nobody else is.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: Arc<Mutex<BTreeMap<PathBuf, Vec<u8>>>>,
    /// Those that are being written.
    begun: Arc<Mutex<BTreeSet<PathBuf>>>,
}

impl Memory {
    pub fn files(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Vec<u8>>> {
        self.files.lock().expect("nobody panicked with it")
    }

    fn begin(&self, path: PathBuf) -> io::Result<Box<dyn Unfinished>> {
        match self.begun.lock().expect("nobody panicked with it").insert(path.clone()) {
            true => Ok(Box::new(Begun { memory: self.clone(), path, is_kept: false })),
            false => Err(io::ErrorKind::WouldBlock.into()),
        }
    }

    /// The bytes of a file that is there.
    pub fn bytes(&self, path: &Path) -> Vec<u8> {
        self.files()[path].clone()
    }
}

impl Storage for Memory {
    fn names(&self, directory: &Path) -> io::Result<Vec<String>> {
        let files = self.files();
        let here = files.keys().filter(|path| path.parent() == Some(directory));
        let name = |path: &PathBuf| Some(path.file_name()?.to_str()?.to_owned());
        Ok(here.filter_map(name).collect())
    }

    fn open(&self, path: &Path) -> io::Result<Bytes> {
        let files = self.files();
        files.get(path).cloned().map(Bytes::Read).ok_or(io::ErrorKind::NotFound.into())
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
        let mut files = self.files();
        let mut names = (0..).map(|number| directory.join(format!("{prefix}{number}")));
        let path = names.find(|path| !files.contains_key(path)).expect("there are as many names");
        files.insert(path.clone(), Vec::new());
        self.begin(path)
    }

    fn reopen(&self, path: &Path) -> io::Result<Box<dyn Unfinished>> {
        match self.files().contains_key(path) {
            true => self.begin(path.to_owned()),
            false => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.files().remove(path).map(drop).ok_or(io::ErrorKind::NotFound.into())
    }

    fn sync_directory(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// A file that is being written.
#[derive(Debug)]
struct Begun {
    memory: Memory,
    path: PathBuf,
    is_kept: bool,
}

impl Begun {
    fn with<T>(&self, of: impl FnOnce(&mut Vec<u8>) -> T) -> T {
        of(self.memory.files().get_mut(&self.path).expect("it is there until it is renamed"))
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        if !self.is_kept {
            self.memory.files().remove(&self.path);
        }
        self.memory.begun.lock().expect("nobody panicked with it").remove(&self.path);
    }
}

impl Unfinished for Begun {
    fn reserve(&self, length: u64) -> io::Result<()> {
        self.with(|bytes| bytes.resize(bytes.len().max(length as usize), 0));
        Ok(())
    }

    fn cut(&self, length: u64) -> io::Result<()> {
        self.with(|bytes| bytes.truncate(length as usize));
        Ok(())
    }

    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.with(|there| {
            let there = there.get(offset as usize..).and_then(|there| there.get(..bytes.len()));
            bytes.copy_from_slice(there.ok_or(io::ErrorKind::UnexpectedEof)?);
            Ok(())
        })
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let (start, end) = (offset as usize, offset as usize + bytes.len());
        self.with(|there| {
            there.resize(there.len().max(end), 0);
            there[start..end].copy_from_slice(bytes);
        });
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    fn name(&self) -> String {
        self.path.file_name().expect("it has one").to_str().expect("it is text").to_owned()
    }

    fn rename(mut self: Box<Self>, path: &Path) -> io::Result<()> {
        self.is_kept = true;
        let mut files = self.memory.files();
        let bytes = files.remove(&self.path).expect("it is there until it is renamed");
        files.insert(path.to_owned(), bytes);
        Ok(())
    }

    fn keep(mut self: Box<Self>) -> io::Result<()> {
        self.is_kept = true;
        Ok(())
    }
}
