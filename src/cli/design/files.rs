//! The puzzles of a design as files.

use crate::cli::session::disk;
use anyhow::{Context, bail};
use huarong_core::rules::Metric;
use huarong_lab::design::Draft;
use huarong_tables::storage::Storage;
use std::path::PathBuf;

/// The directory of the puzzles.
pub(super) struct Folder {
    directory: PathBuf,
}

impl Folder {
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
    #[cfg(all(feature = "print", feature = "serve"))]
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

    /// Writes one puzzle file for each puzzle, given by its number of moves and its text. Returns the names of the files.
    pub fn write(
        &self,
        puzzles: impl ExactSizeIterator<Item = (u16, Draft)>,
        metric: Metric,
    ) -> anyhow::Result<Vec<String>> {
        let digits = puzzles.len().to_string().len();
        let write = |(number, (moves, draft)): (usize, (u16, Draft))| {
            let name = format!("{number:0digits$}-{moves}-moves.toml");
            self.write_file(&name, draft.text_with_result(moves, metric, BY).as_bytes())?;
            Ok(name)
        };
        (1..).zip(puzzles).map(write).collect()
    }
}

/// The source of a file, and of its number of moves.
pub(super) const BY: &str = "huarong design";

/// The beginning of the names of unfinished files.
const PREFIX: &str = ".design-";
