//! Errors of plots.

use crate::report::error::ReportError;
use std::path::PathBuf;
use thiserror::Error;

/// Errors of plots.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlotError {
    /// They could not be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A report that they are drawn from cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The report.
        path: PathBuf,
        /// What is wrong.
        source: csv::Error,
    },
    /// A row of a report is about no possible component.
    #[error(
        "{} is wrong in line {line}: {what}; `huarong report depth` writes the file again", .path.display()
    )]
    Row {
        /// The report.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// A metric of the plots has no tables.
    #[error(
        "plots need the tables of all three metrics, and some are missing: run `huarong build` first"
    )]
    Missing,
}
