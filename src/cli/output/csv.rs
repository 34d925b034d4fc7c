//! Comma-separated values with a header.

use super::record::Record;
use serde::Serialize;
use std::io::Write;

pub(super) fn begin(columns: &[&str], out: &mut impl Write) -> anyhow::Result<()> {
    line(columns, out)
}

pub(super) fn write<R: Record>(record: &R, out: &mut impl Write) -> anyhow::Result<()> {
    record.rows().into_iter().try_for_each(|row| line(row, out))
}

/// Capacity of the buffer of a line, in bytes; most lines fit.
const LINE: usize = 1 << 9;

fn line(row: impl Serialize, out: &mut impl Write) -> anyhow::Result<()> {
    let mut builder = csv::WriterBuilder::new();
    let mut writer = builder.has_headers(false).buffer_capacity(LINE).from_writer(out);
    writer.serialize(row)?;
    Ok(writer.flush()?)
}
