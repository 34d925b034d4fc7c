//! A folder that a command fills with files.

use super::session::disk;
use anyhow::{Context, bail};
use huarong_tables::storage::Storage;
use std::path::PathBuf;

/// A folder of files.
pub(super) struct OutputFolder {
    directory: PathBuf,
}

/// The beginning of the names of unfinished files.
const PREFIX: &str = ".design-";

impl OutputFolder {
    /// An empty directory, which is made if it is missing. So a search does not end with files that cannot be written, or
    /// with those of an earlier search among its own.
    pub fn new(directory: impl Into<PathBuf>) -> anyhow::Result<Self> {
        let directory = directory.into();
        let disk = disk();
        let storage: &dyn Storage = &disk;
        let made = storage.make_directories(&directory);
        made.with_context(|| format!("cannot make the directory {}", directory.display()))?;
        let names = storage.names(&directory);
        let names = names.with_context(|| format!("cannot read {}", directory.display()))?;
        if names.iter().any(|name| !name.starts_with(PREFIX)) {
            bail!("{} is not empty: name another directory, or empty it", directory.display());
        }
        Ok(Self { directory })
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
