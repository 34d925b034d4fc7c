//! Comma-separated values with a header.

use super::record::Record;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn begin(columns: &[impl Serialize], out: &mut impl Write) -> anyhow::Result<()> {
    line(columns, out)
}

/// The keys of a record, in order.
pub(in crate::cli) fn keys(record: &impl Serialize) -> Vec<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.serialize(record).expect("all values of the record are cells");
    let written = writer.into_inner().expect("memory can be written");
    let mut reader = csv::Reader::from_reader(&*written);
    reader.headers().expect("a header was written").iter().map(str::to_owned).collect()
}

pub(super) fn write<R: Record>(record: &R, out: &mut impl Write) -> anyhow::Result<()> {
    record.rows().into_iter().try_for_each(|row| line(row, out))
}

/// Writes a text as a cell, in quotes if it has signs with a meaning in CSV.
pub(super) fn text(text: &str, out: &mut impl Write) -> io::Result<()> {
    match text.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
        true => out.write_all(format!("\"{}\"", text.replace('"', "\"\"")).as_bytes()),
        false => out.write_all(text.as_bytes()),
    }
}

/// Capacity of the buffer of a line, in bytes; most lines fit.
const LINE_CAPACITY: usize = 1 << 9;

fn line(row: impl Serialize, out: &mut impl Write) -> anyhow::Result<()> {
    let mut builder = csv::WriterBuilder::new();
    let mut writer = builder.has_headers(false).buffer_capacity(LINE_CAPACITY).from_writer(out);
    writer.serialize(row)?;
    Ok(writer.flush()?)
}
