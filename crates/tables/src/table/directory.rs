//! Directories of tables: their lock, and the removal of abandoned files.

use super::checkpoint::unfinished_of;
use super::error::TableError;
use super::format::Shard;
use super::names::{CHECKPOINT_PREFIX, TEMPORARY_PREFIX, record_path};
use crate::storage::{Lock, Storage};
use huarong_core::effort::{Cancelled, Effort};
use std::collections::BTreeSet;
use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Name of the file that the owner of a directory locks.
const LOCK_NAME: &str = ".huarong-lock";
/// Time between two attempts to take the lock.
const LOCK_POLL: Duration = Duration::from_millis(50);
/// Number of attempts before the user gets a message.
const SILENT_TRIES: u32 = 2;

/// A directory of tables of any puzzles and games.
///
/// Only its owner writes tables there: one process, or the parts of one build together. Reading needs no lock. A new
/// owner removes what killed owners left: unfinished tables without a checkpoint, and checkpoints that cannot be used.
#[derive(Clone, Copy, Debug)]
pub struct Directory<'d> {
    storage: &'d dyn Storage,
    path: &'d Path,
}

impl<'d> Directory<'d> {
    /// A directory, which need not exist.
    pub fn new(storage: &'d dyn Storage, path: &'d Path) -> Self {
        Self { storage, path }
    }

    /// Creates the directory and locks it until the lock is dropped. If it has another owner, the user gets a message,
    /// and the observer can cancel the waiting. Removes checkpoints of the tables at `present`, which are finished.
    pub fn own<E: From<TableError> + From<Cancelled>>(
        &self,
        present: &[PathBuf],
        effort: Effort<'_>,
    ) -> Result<Lock, E> {
        let lock = self.wait_for::<E>(LOCK_NAME, effort, |path| self.storage.try_lock(path))?;
        self.remove(&self.abandoned(present)?)?;
        Ok(lock)
    }

    /// Creates the directory and locks it like [`own`](Self::own), but together with the parts of the same build that
    /// write other shards. The first part removes abandoned files.
    pub fn own_for_shard<E: From<TableError> + From<Cancelled>>(
        &self,
        shard: Shard,
        effort: Effort<'_>,
    ) -> Result<[Lock; 2], E> {
        let name = format!("{LOCK_NAME}-{shard}");
        let own = self.wait_for::<E>(&name, effort, |path| self.storage.try_lock(path))?;
        if let Ok(_alone) = self.storage.try_lock(&self.path.join(LOCK_NAME)) {
            self.remove(&self.abandoned(&[])?)?;
        }
        let shared = self.wait_for::<E>(LOCK_NAME, effort, |path| self.storage.try_share(path))?;
        Ok([own, shared])
    }

    /// Creates the directory, and takes a lock in it as soon as no other owner has it.
    fn wait_for<E: From<TableError> + From<Cancelled>>(
        &self,
        name: &str,
        effort: Effort<'_>,
        take: impl Fn(&Path) -> Result<Lock, TryLockError>,
    ) -> Result<Lock, E> {
        self.storage
            .make_directories(self.path)
            .map_err(|source| TableError::io("make the directory", self.path, source))?;
        let path = self.path.join(name);
        let mut tries = 0;
        loop {
            match take(&path) {
                Ok(lock) => return Ok(lock),
                Err(TryLockError::WouldBlock) => {
                    tries += 1;
                    effort.done(0)?;
                }
                Err(TryLockError::Error(source)) => {
                    return Err(TableError::io("lock", path, source).into());
                }
            }
            if tries == SILENT_TRIES {
                let directory = self.path.display();
                effort.notice(format_args!("waiting for another build in {directory}"))?;
            }
            thread::sleep(LOCK_POLL);
        }
    }

    /// The abandoned files of killed owners that no build can use. The tables at `present` are finished.
    pub fn abandoned(&self, present: &[PathBuf]) -> Result<Vec<PathBuf>, TableError> {
        let mut abandoned = Vec::new();
        let mut recorded = BTreeSet::new();
        let names = self.names()?;
        for name in names.iter().filter(|name| name.starts_with(CHECKPOINT_PREFIX)) {
            let path = self.path.join(name);
            let bytes = match self.storage.open(&path) {
                // The file was renamed after the names were read.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                bytes => bytes.map_err(|source| TableError::io("read", &path, source))?,
            };
            let is_present = present.iter().any(|table| record_path(table) == path);
            match unfinished_of(&bytes).filter(|file| names.contains(file) && !is_present) {
                Some(file) => drop(recorded.insert(file)),
                None => abandoned.push(path),
            }
        }
        let unfinished = names.iter().filter(|name| name.starts_with(TEMPORARY_PREFIX));
        let unfinished = unfinished.filter(|name| !recorded.contains(*name));
        let paths = unfinished.map(|name| self.path.join(name));
        abandoned.extend(paths.filter(|path| !self.is_being_written(path)));
        Ok(abandoned)
    }

    /// Whether the writer of an unfinished table is alive.
    fn is_being_written(&self, path: &Path) -> bool {
        match self.storage.reopen(path).and_then(|file| file.keep()) {
            Err(error) => matches!(
                error.kind(),
                io::ErrorKind::WouldBlock | io::ErrorKind::NotFound // finished
            ),
            Ok(()) => false,
        }
    }

    /// The names in the directory; empty if it does not exist.
    pub fn names(&self) -> Result<Vec<String>, TableError> {
        match self.storage.names(self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            names => names.map_err(|source| TableError::io("read", self.path, source)),
        }
    }

    /// Removes files durably, after earlier changes of the directory were made durable: their replacement may come from
    /// a build that was killed before it synced. Only the owner may call this.
    pub fn remove(&self, paths: &[PathBuf]) -> Result<(), TableError> {
        if paths.is_empty() {
            return Ok(());
        }
        let sync = || {
            let synced = self.storage.sync_directory(self.path);
            synced.map_err(|source| TableError::io("sync", self.path, source))
        };
        sync()?;
        for path in paths {
            match self.storage.remove(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(TableError::io("remove", path, error));
                }
                _ => {}
            }
        }
        sync()
    }
}
