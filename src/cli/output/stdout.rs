//! Standard output, and records printed to it.

use super::closed;
use super::format::{Format, ListFormat};
use super::record::Record;
use super::{csv, json};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

/// Buffered standard output.
pub(in crate::cli) type Stdout = BufWriter<StdoutLock<'static>>;

/// Size of the buffer, in bytes.
const BUFFER_SIZE: usize = 1 << 16;

/// Opens standard output; an error if it was closed when the program began.
pub(in crate::cli) fn stdout() -> io::Result<Stdout> {
    if closed::stdout_was_closed() {
        return Err(io::Error::other("it is closed"));
    }
    Ok(BufWriter::with_capacity(BUFFER_SIZE, io::stdout().lock()))
}

/// Whether a path stands for standard output, or for standard input.
pub(in crate::cli) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Prints records to standard output; `text` prints all of them as text.
pub(in crate::cli) fn print<R: Record>(
    format: Format,
    records: &[R],
    text: impl FnOnce(&[R], &mut Stdout) -> io::Result<()>,
) -> anyhow::Result<()> {
    print_columns(format, &R::header(), records, text)
}

/// Prints records as [`print`] does, with other names of the columns.
pub(in crate::cli) fn print_columns<R: Record>(
    format: Format,
    columns: &[String],
    records: &[R],
    text: impl FnOnce(&[R], &mut Stdout) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut out = stdout()?;
    match format {
        Format::Text => text(records, &mut out)?,
        Format::Json => records.iter().try_for_each(|record| json::write(record, &mut out))?,
        Format::Csv => {
            csv::begin(columns, &mut out)?;
            records.iter().try_for_each(|record| csv::write(record, &mut out))?;
        }
    }
    Ok(out.flush()?)
}

/// Prints records of positions to standard output; `text` prints all of them as text.
pub(in crate::cli) fn print_list<R: Record>(
    format: ListFormat,
    columns: &[String],
    records: &[R],
    position: impl Fn(&R) -> &str,
    text: impl FnOnce(&[R], &mut Stdout) -> io::Result<()>,
) -> anyhow::Result<()> {
    match format {
        ListFormat::Text => print_columns(Format::Text, columns, records, text),
        ListFormat::Json => print_columns(Format::Json, columns, records, text),
        ListFormat::Csv => print_columns(Format::Csv, columns, records, text),
        ListFormat::Positions => print(Format::Text, records, |records, out| {
            records.iter().try_for_each(|record| writeln!(out, "{}", position(record)))
        }),
    }
}
