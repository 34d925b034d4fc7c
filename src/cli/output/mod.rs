//! What commands print: a record says what it is, and a file a format how it is written.

mod closed;
mod csv;
mod errors;
mod json;

pub(super) use crate::numerals::{counted, grouped, grouped_digits};
pub(super) use errors::{is_broken_pipe, is_of_printing, say_line, tell_error};

use clap::ValueEnum;
use serde::Serialize;
use std::io::{self, BufWriter, StdoutLock, Write};

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

/// How to print what has positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ListFormat {
    /// For people
    Text,
    /// One JSON object a line
    Json,
    /// Comma-separated values with a header
    Csv,
    /// The positions alone, one a line, for other commands to read
    Positions,
}

/// One answer of a command, as programs read it. In JSON it is the object that it serialises to.
pub(super) trait Record: Serialize {
    /// The columns of CSV.
    const COLUMNS: &'static [&'static str];

    /// The rows of CSV; mostly one.
    fn rows(&self) -> impl IntoIterator<Item = impl Serialize>;
}

impl Format {
    /// Writes what stands before all records.
    pub fn begin<R: Record>(self, out: &mut impl Write) -> anyhow::Result<()> {
        self.begin_columns(R::COLUMNS, out)
    }

    /// Writes what stands before records of some columns.
    pub fn begin_columns(self, columns: &[&str], out: &mut impl Write) -> anyhow::Result<()> {
        match self {
            Self::Csv => csv::begin(columns, out),
            Self::Text | Self::Json => Ok(()),
        }
    }

    /// Writes a record; for people, `text` does.
    pub fn write<R: Record, W: Write>(
        self,
        record: &R,
        out: &mut W,
        text: impl FnOnce(&R, &mut W) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        match self {
            Self::Text => Ok(text(record, out)?),
            Self::Json => json::write(record, out),
            Self::Csv => csv::write(record, out),
        }
    }
}

/// Where results go.
pub(super) type Stdout = BufWriter<StdoutLock<'static>>;

/// Bytes that are written at once.
const BUFFER: usize = 1 << 16;

/// Standard output, which must not have been closed before the program began.
pub(super) fn stdout() -> io::Result<Stdout> {
    if closed::stdout_was_closed() {
        return Err(io::Error::other("it is closed"));
    }
    Ok(BufWriter::with_capacity(BUFFER, io::stdout().lock()))
}

/// Prints records to standard output; for people, `text` prints all of them.
pub(super) fn print<R: Record>(
    format: Format,
    records: &[R],
    text: impl FnOnce(&[R], &mut Stdout) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut out = stdout()?;
    match format {
        Format::Text => text(records, &mut out)?,
        Format::Json => records.iter().try_for_each(|record| json::write(record, &mut out))?,
        Format::Csv => {
            csv::begin(R::COLUMNS, &mut out)?;
            records.iter().try_for_each(|record| csv::write(record, &mut out))?;
        }
    }
    Ok(out.flush()?)
}

/// Prints records of positions to standard output; for people, `text` prints all of them.
pub(super) fn print_list<R: Record>(
    format: ListFormat,
    records: &[R],
    position: impl Fn(&R) -> &str,
    text: impl FnOnce(&[R], &mut Stdout) -> io::Result<()>,
) -> anyhow::Result<()> {
    match format {
        ListFormat::Text => print(Format::Text, records, text),
        ListFormat::Json => print(Format::Json, records, text),
        ListFormat::Csv => print(Format::Csv, records, text),
        ListFormat::Positions => print(Format::Text, records, |records, out| {
            records.iter().try_for_each(|record| writeln!(out, "{}", position(record)))
        }),
    }
}
