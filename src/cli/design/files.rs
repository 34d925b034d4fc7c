//! The puzzles of a design as files.

use crate::cli::session::disk;
use anyhow::{Context, bail};
use huarong_core::rules::Metric;
use huarong_lab::design::Draft;
use huarong_tables::storage::Storage;
use std::path::Path;

/// The directory of the puzzles.
pub(super) struct Folder<'d> {
    directory: &'d Path,
}

impl<'d> Folder<'d> {
    /// An empty directory, which is made if it is missing. So a search does not end with files that cannot be written, or
    /// with those of an earlier search among its own.
    pub fn new(directory: &'d Path) -> anyhow::Result<Self> {
        let disk = disk();
        let storage: &dyn Storage = &disk;
        let made = storage.make_directories(directory);
        made.with_context(|| format!("cannot make the directory {}", directory.display()))?;
        let names = storage.names(directory);
        let names = names.with_context(|| format!("cannot read {}", directory.display()))?;
        if names.iter().any(|name| !name.starts_with(PREFIX)) {
            bail!("{} is not empty: name another directory, or empty it", directory.display());
        }
        Ok(Self { directory })
    }

    /// Writes one puzzle file for each puzzle, given by its number of moves and its text.
    pub fn write(
        &self,
        puzzles: impl ExactSizeIterator<Item = (u16, Draft)>,
        metric: Metric,
    ) -> anyhow::Result<()> {
        let disk = disk();
        let storage: &dyn Storage = &disk;
        let digits = puzzles.len().to_string().len();
        for (number, (moves, draft)) in (1..).zip(puzzles) {
            let path = self.directory.join(format!("{number:0digits$}-{moves}-moves.toml"));
            let text = draft.text_with_result(moves, metric, BY);
            let written = storage.write_whole(&path, PREFIX, |out| out.write_all(text.as_bytes()));
            written.with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

/// The source of a file, and of its number of moves.
pub(super) const BY: &str = "huarong design";

/// The beginning of the names of unfinished files.
const PREFIX: &str = ".design-";
