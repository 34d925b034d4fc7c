//! Records in memory.

use super::csv;
use super::format::Format;
use super::record::Record;
use std::io;

/// Records in one format, one after another in memory.
pub(in crate::cli) enum Buffer {
    /// A format whose records need no writer.
    Plain(Format, Vec<u8>),
    Csv(Box<csv::Writer<Vec<u8>>>),
}

impl Buffer {
    pub fn new(format: Format) -> Self {
        match format {
            Format::Text | Format::Json => Self::Plain(format, Vec::new()),
            Format::Csv => Self::Csv(Box::new(csv::writer(Vec::new()))),
        }
    }

    /// Adds a record; `text` writes it as text.
    pub fn write<R: Record>(
        &mut self,
        record: &R,
        text: impl FnOnce(&R, &mut Vec<u8>) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        match self {
            Self::Plain(format, out) => format.write(record, out, text),
            Self::Csv(writer) => csv::write_rows(record, writer),
        }
    }

    /// All records.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Plain(_, out) => out,
            Self::Csv(writer) => writer.get_ref(),
        }
    }
}
