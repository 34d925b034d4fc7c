//! Comma-separated values with a header.

use super::record::Record;
pub(super) use csv::Writer;
use std::io::Write;

pub(super) fn begin(columns: &[&str], out: &mut impl Write) -> anyhow::Result<()> {
    let mut writer = writer(out);
    writer.serialize(columns)?;
    Ok(writer.flush()?)
}

pub(super) fn write<R: Record>(record: &R, out: &mut impl Write) -> anyhow::Result<()> {
    write_rows(record, &mut writer(out))
}

/// Capacity of the buffer of a writer, in bytes; most records fit.
const RECORD: usize = 1 << 9;

/// A writer of records.
pub(super) fn writer<W: Write>(out: W) -> Writer<W> {
    csv::WriterBuilder::new().has_headers(false).buffer_capacity(RECORD).from_writer(out)
}

pub(super) fn write_rows<R: Record, W: Write>(
    record: &R,
    writer: &mut Writer<W>,
) -> anyhow::Result<()> {
    record.rows().into_iter().try_for_each(|row| writer.serialize(row))?;
    Ok(writer.flush()?)
}
