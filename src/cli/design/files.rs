//! The puzzles of a design as files.

use crate::cli::session::disk;
use crate::numerals::counted;
use crate::sliding::design::Draft;
use crate::sliding::rules::Metric;
use crate::storage::Storage;
use anyhow::Context;
use std::path::Path;

/// Writes one puzzle file for each puzzle, given by its number of moves and its text. The directory is made if it is
/// missing.
pub(super) fn write<'d>(
    puzzles: impl ExactSizeIterator<Item = (u16, &'d Draft)>,
    metric: Metric,
    directory: &Path,
) -> anyhow::Result<()> {
    let disk = disk();
    let storage: &dyn Storage = &disk;
    let made = storage.make_directories(directory);
    made.with_context(|| format!("cannot make the directory {}", directory.display()))?;
    let digits = puzzles.len().to_string().len();
    for (number, (moves, draft)) in (1..).zip(puzzles) {
        let path = directory.join(format!("{number:0digits$}-{moves}-moves.toml"));
        let title = format!("{number}: {}", counted(moves.into(), &format!("{metric} move")));
        let text = draft.called(&title).text();
        let written = storage.write_whole(&path, ".design-", |out| out.write_all(text.as_bytes()));
        written.with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
