//! Comma-separated values (RFC 4180, but with Unix line ends), with a header.

use super::rows::{Column, Rows, Value};
use super::writers::RowWriter;
use smallvec::SmallVec;
use std::io::{self, Write};

pub(super) struct Writer<'w>(csv::Writer<&'w mut dyn Write>);

/// Size of the write buffer in bytes.
const BUFFER: usize = 1 << 16;

impl<'w> Writer<'w> {
    pub fn begin(
        columns: &[Column],
        about: &[(String, String)],
        out: &'w mut dyn Write,
    ) -> io::Result<Self> {
        about.iter().try_for_each(|(key, value)| writeln!(out, "# {key}: {value}"))?;
        let mut builder = csv::WriterBuilder::new();
        let mut writer = builder.has_headers(false).buffer_capacity(BUFFER).from_writer(out);
        writer.write_record(columns.iter().map(|column| column.name))?;
        Ok(Self(writer))
    }
}

impl RowWriter for Writer<'_> {
    fn write(&mut self, rows: Rows) -> io::Result<()> {
        rows.iter().try_for_each(|row| {
            let row: SmallVec<[Value<'_>; 5]> = row.collect();
            Ok(self.0.serialize(&row[..])?)
        })
    }

    fn finish(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
