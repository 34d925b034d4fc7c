//! A folder that a command fills with files.

use super::session::disk;
use anyhow::{Context, bail};
use huarong_tables::storage::{Storage, Unfinished};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of files. If nothing is written to it, it is removed in the end, unless it was there before.
pub(super) struct OutputFolder {
    directory: PathBuf,
    is_new: bool,
}

/// The beginning of the names of unfinished files.
const PREFIX: &str = ".huarong-output-";

impl OutputFolder {
    /// An empty directory, which is made if it is missing. So a search does not end with files that cannot be written, or
    /// with those of an earlier search among its own.
    pub fn new(directory: impl Into<PathBuf>) -> anyhow::Result<Self> {
        let directory = directory.into();
        let is_new = !directory.exists();
        let disk = disk();
        let storage: &dyn Storage = &disk;
        let made = storage.make_directories(&directory);
        made.with_context(|| format!("cannot make the directory {}", directory.display()))?;
        storage.clear_abandoned(&directory, PREFIX);
        let names = storage.names(&directory);
        let names = names.with_context(|| format!("cannot read {}", directory.display()))?;
        if !names.is_empty() {
            bail!("{} is not empty: name another directory, or empty it", directory.display());
        }
        Ok(Self { directory, is_new })
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.directory
    }

    /// A file that gets its name at its end.
    pub fn unfinished(&self) -> anyhow::Result<Box<dyn Unfinished>> {
        let disk = disk();
        let storage: &dyn Storage = &disk;
        let file = storage.create(&self.directory, PREFIX);
        file.with_context(|| format!("cannot write to {}", self.directory.display()))
    }

    /// A new folder in this one.
    #[cfg(feature = "serve")]
    pub fn folder(&self, name: &str) -> anyhow::Result<Self> {
        Self::new(self.directory.join(name))
    }

    /// Writes a file.
    pub fn write_file(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let disk = disk();
        let storage: &dyn Storage = &disk;
        let path = self.directory.join(name);
        let written = storage.write_whole(&path, PREFIX, |out| out.write_all(bytes));
        written.with_context(|| format!("cannot write {}", path.display()))
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        if self.is_new {
            // This fails if the folder has files.
            let _ = fs::remove_dir(&self.directory);
        }
    }
}
