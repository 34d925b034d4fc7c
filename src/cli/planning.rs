//! Planning tasks in PDDL as files.

use anyhow::Context;
use huarong_tables::storage;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the files of a planning task into a directory, which is made if it is missing. Returns their paths.
pub(super) fn write(directory: &Path, files: &[(&str, String)]) -> anyhow::Result<Vec<PathBuf>> {
    let made = fs::create_dir_all(directory);
    made.with_context(|| format!("cannot make the directory {}", directory.display()))?;
    let write = |(name, text): &(&str, String)| {
        let path = directory.join(name);
        let written =
            storage::write_whole(&path, ".huarong-pddl-", |out| out.write_all(text.as_bytes()));
        written.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    };
    files.iter().map(write).collect()
}
