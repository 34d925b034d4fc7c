//! What commands print to standard output.

use clap::ValueEnum;
use huarong::analysis::Fault;
use huarong::atlas::BuildError;
use huarong::report::ReportError;
use huarong::table::TableError;
use serde::Serialize;
use std::error::Error;
use std::fmt;
use std::io::{self, Write};

/// How to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// One JSON object a line
    Json,
    /// Comma-separated values with a header
    Csv,
}

/// Tells an error on standard error, with what helps against it. Where nobody can be told, nothing is.
pub(super) fn tell_error(error: &anyhow::Error) {
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
    if let Some(Fault::Table(table)) = error.downcast_ref() {
        return Some(table);
    }
    error.downcast_ref()
}

/// Prints records as JSON, one a line, or as CSV with a header.
pub(super) fn print_records<T: Serialize>(
    out: &mut impl Write,
    format: Format,
    records: impl IntoIterator<Item = T>,
) -> anyhow::Result<()> {
    if format == Format::Json {
        for record in records {
            writeln!(out, "{}", serde_json::to_string(&record)?)?;
        }
        return Ok(());
    }
    let mut writer = csv::Writer::from_writer(out);
    for record in records {
        writer.serialize(record)?;
    }
    Ok(writer.flush()?)
}

/// Says a line on standard error, if it can be written to.
pub(super) fn say_line(words: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{words}");
}

/// Whether an error only says that nobody reads the output any more.
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_one = |io: &io::Error| io.kind() == io::ErrorKind::BrokenPipe;
    error.chain().filter_map(io_error).any(is_one)
}

/// The error of the system that an error is.
fn io_error<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e io::Error> {
    if let Some(error) = error.downcast_ref::<csv::Error>()
        && let csv::ErrorKind::Io(error) = error.kind()
    {
        return Some(error);
    }
    error.downcast_ref()
}

/// A number with its thousands set apart.
pub(super) fn grouped(number: u64) -> String {
    grouped_text(&number.to_string())
}

/// The digits of a number with its thousands set apart.
pub(super) fn grouped_text(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun, in the plural where it is not one.
pub(super) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// The word for a unit step of column and row.
pub(super) fn direction_word(step: (i8, i8)) -> &'static str {
    match step {
        (1, _) => "right",
        (-1, _) => "left",
        (_, 1) => "down",
        _ => "up",
    }
}
