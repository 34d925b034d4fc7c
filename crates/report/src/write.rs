//! Writes the files of a study.

use super::error::ReportError;
use huarong_tables::storage;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes one file of a study.
pub(super) type Writer<S> = fn(&S, &mut dyn Write) -> io::Result<()>;

/// Writes the files of a study into a directory, which is created if it is missing. Returns their
/// paths.
pub(super) fn write_files<S>(
    study: &S,
    directory: &Path,
    files: &[(&str, Writer<S>)],
) -> Result<Vec<PathBuf>, ReportError> {
    fs::create_dir_all(directory)
        .map_err(|source| ReportError::Write { path: directory.to_owned(), source })?;
    let mut written = Vec::new();
    for (name, write) in files {
        let path = directory.join(name);
        storage::write_whole(&path, ".huarong-report-", |out| write(study, out))
            .map_err(|source| ReportError::Write { path: path.clone(), source })?;
        written.push(path);
    }
    Ok(written)
}
