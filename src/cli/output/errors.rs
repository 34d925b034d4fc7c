//! Errors on standard error.

use huarong_lab::listing::ListingError;
use huarong_oracle::OracleError;
use huarong_oracle::analysis::{ChecksumError, Fault, PathsError, SampleError};
use huarong_oracle::atlas::BuildError;
use huarong_report::ReportError;
use huarong_search::TileFileError;
use huarong_tables::table::TableError;
use std::error::Error;
use std::fmt;
use std::io::{self, Write};

/// Error: fewer results exist than were asked for. They have been printed. It has an exit code of its own.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(in crate::cli) struct Fewer(pub String);

/// Prints an error with its remedy, if one is known. If standard error cannot be written, nothing is printed.
pub(in crate::cli) fn print_error(error: &anyhow::Error) {
    // All other errors of the system have a context: a bare one comes from printing.
    let is_io = io_error(error.as_ref()).is_some();
    let subject = if is_io { "cannot write to standard output: " } else { "" };
    say_line(format_args!("error: {subject}{}", with_remedy(error)));
}

/// An error with its remedy, if one is known.
fn with_remedy(error: &anyhow::Error) -> String {
    let mut advice = error.chain().filter_map(|cause| table_error(cause)?.advice());
    match advice.next() {
        Some(advice) => format!("{error:#}; {advice}"),
        None => format!("{error:#}"),
    }
}

/// The table error that an error is or wraps.
fn table_error<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e TableError> {
    if let Some(BuildError::Table(table)) = error.downcast_ref() {
        return Some(table);
    }
    if let Some(TileFileError::Table(table)) = error.downcast_ref() {
        return Some(table);
    }
    if let Some(ReportError::Oracle(error)) = error.downcast_ref() {
        return table_error(error);
    }
    match error.downcast_ref() {
        Some(OracleError::Table(table)) => return Some(table),
        Some(OracleError::Build(error)) => return table_error(error),
        Some(OracleError::Count(error)) => return table_error(error),
        _ => {}
    }
    if let Some(ChecksumError::Table(table)) = error.downcast_ref() {
        return Some(table);
    }
    if let Some(SampleError::Table(table)) = error.downcast_ref() {
        return Some(table);
    }
    if let Some(ListingError::Table(table)) = error.downcast_ref() {
        return Some(table);
    }
    if let Some(PathsError::Table(table)) = error.downcast_ref() {
        return Some(table);
    }
    if let Some(Fault::Table(table)) = error.downcast_ref() {
        return Some(table);
    }
    error.downcast_ref()
}

/// An error with its remedy and the place where it happened, unless its text names that place first.
pub(in crate::cli) fn placed(place: impl fmt::Display, error: &anyhow::Error) -> String {
    let (place, error) = (place.to_string(), with_remedy(error));
    let first = error.strip_prefix("cannot read ").unwrap_or(&error);
    if first.starts_with(&place) { error } else { format!("{place}: {error}") }
}

/// A text on one line. Control characters, which file names can have, are escaped, as in `\n`.
pub(in crate::cli) fn one_line(text: impl fmt::Display) -> String {
    let mut line = String::new();
    for sign in text.to_string().chars() {
        match sign.is_control() {
            true => line.extend(sign.escape_default()),
            false => line.push(sign),
        }
    }
    line
}

/// Prints a line on standard error, if that can be written.
pub(in crate::cli) fn say_line(words: impl fmt::Display) {
    // In one call, so that lines of several processes do not mix.
    let _ = io::stderr().write_all(format!("{}\n", one_line(words)).as_bytes());
}

/// Whether an error means that the reader of the output has closed it.
pub(in crate::cli) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_one = |io: &io::Error| io.kind() == io::ErrorKind::BrokenPipe;
    error.chain().filter_map(io_error).any(is_one)
}

/// Whether an error comes from writing to standard output.
pub(in crate::cli) fn is_of_printing(error: &anyhow::Error) -> bool {
    io_error(error.as_ref()).is_some()
}

/// The system error that an error is or wraps.
fn io_error<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e io::Error> {
    if let Some(error) = error.downcast_ref::<csv::Error>()
        && let csv::ErrorKind::Io(error) = error.kind()
    {
        return Some(error);
    }
    let error: &io::Error = error.downcast_ref()?;
    // An io::Error that wraps an error of the csv crate hides its kind.
    error.get_ref().and_then(|inner| io_error(inner)).or(Some(error))
}
