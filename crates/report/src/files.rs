//! The files of reports.

use super::error::ReportError;
use huarong_tables::storage;
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes the content of a file.
type WriteContent<'s> = dyn Fn(&mut dyn Write) -> io::Result<()> + 's;

/// A file of a report: its path below the directory of reports, and the function that writes its content.
pub struct ReportFile<'s> {
    path: PathBuf,
    write: Box<WriteContent<'s>>,
}

impl<'s> ReportFile<'s> {
    pub(super) fn new(
        path: impl Into<PathBuf>,
        write: impl Fn(&mut dyn Write) -> io::Result<()> + 's,
    ) -> Self {
        Self { path: path.into(), write: Box::new(write) }
    }
}

/// A study whose results are written to files.
pub trait Report {
    fn files(&self) -> Vec<ReportFile<'_>>;

    /// Writes all files, each atomically. Creates missing directories. Returns the paths.
    fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let mut written = Vec::new();
        for ReportFile { path, write } in self.files() {
            let path = directory.join(path);
            let failed = |path: &Path, source| ReportError::Write { path: path.to_owned(), source };
            let folder = path.parent().unwrap_or(directory);
            fs::create_dir_all(folder).map_err(|source| failed(folder, source))?;
            storage::write_whole(&path, ".huarong-report-", |out| write(out))
                .map_err(|source| failed(&path, source))?;
            written.push(path);
        }
        Ok(written)
    }
}

/// Writes a CSV file: the line with the names of its columns, then its rows.
pub(super) fn write_csv<R: Serialize>(
    out: &mut dyn Write,
    columns: &str,
    rows: impl IntoIterator<Item = R>,
) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(columns.split(','))?;
    for row in rows {
        writer.serialize(row)?;
    }
    writer.flush()
}
