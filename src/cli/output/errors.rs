//! What goes wrong, on standard error.

use crate::oracle::OracleError;
use crate::report::ReportError;
use crate::sliding::analysis::{ChecksumError, Fault, ListingError, RoutesError, SampleError};
use crate::sliding::atlas::BuildError;
use crate::table::TableError;
use std::error::Error;
use std::fmt;
use std::io::{self, Write};

/// Tells an error, with what helps against it. Where nobody can be told, nothing is.
pub(in crate::cli) fn tell_error(error: &anyhow::Error) {
    let mut advice = error.chain().filter_map(|cause| table_error(cause)?.advice());
    // An error of the system that says nothing of its subject comes from printing.
    let is_io = io_error(error.as_ref()).is_some();
    let subject = if is_io { "cannot write to standard output: " } else { "" };
    match advice.next() {
        Some(advice) => say_line(format_args!("error: {subject}{error:#}; {advice}")),
        None => say_line(format_args!("error: {subject}{error:#}")),
    }
}

/// The error of a table that an error is or passes on.
fn table_error<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e TableError> {
    if let Some(BuildError::Table(table)) = error.downcast_ref() {
        return Some(table);
    }
    if let Some(ReportError::Table(table)) = error.downcast_ref() {
        return Some(table);
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
    if let Some(RoutesError::Table(table)) = error.downcast_ref() {
        return Some(table);
    }
    if let Some(Fault::Table(table)) = error.downcast_ref() {
        return Some(table);
    }
    error.downcast_ref()
}

/// Says a line, if it can be written.
pub(in crate::cli) fn say_line(words: impl fmt::Display) {
    // In one piece, so that lines of several processes do not mix.
    let _ = io::stderr().write_all(format!("{words}\n").as_bytes());
}

/// Whether an error only says that nobody reads the output any more.
pub(in crate::cli) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_one = |io: &io::Error| io.kind() == io::ErrorKind::BrokenPipe;
    error.chain().filter_map(io_error).any(is_one)
}

/// Whether an error is one of writing to standard output.
pub(in crate::cli) fn is_of_printing(error: &anyhow::Error) -> bool {
    io_error(error.as_ref()).is_some()
}

/// The error of the system that an error is.
fn io_error<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e io::Error> {
    if let Some(error) = error.downcast_ref::<csv::Error>()
        && let csv::ErrorKind::Io(error) = error.kind()
    {
        return Some(error);
    }
    let error: &io::Error = error.downcast_ref()?;
    // What is made of an error of the csv crate hides its kind.
    error.get_ref().and_then(|inner| io_error(inner)).or(Some(error))
}
