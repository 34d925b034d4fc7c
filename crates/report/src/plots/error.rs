//! Errors of plots.

use crate::error::ReportError;
use std::path::PathBuf;
use thiserror::Error;

/// Errors of plots.
#[derive(Debug, Error)]
pub enum PlotError {
    /// A plot could not be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A report that is the source of a plot cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The report.
        path: PathBuf,
        /// The error of the CSV reader.
        source: csv::Error,
    },
    /// A row of a report describes an impossible component.
    #[error(
        "{} is wrong in line {line}: {what}; `huarong report depth` writes the file again", .path.display()
    )]
    Row {
        /// The report.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The fault and the expected value.
        what: String,
    },
    /// A metric of the plots has no tables.
    #[error(
        "plots need the tables of all three metrics, and some are missing: run `huarong build` first"
    )]
    Missing,
}
