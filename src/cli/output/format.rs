//! The formats in which commands print.

use super::record::Record;
use super::{csv, json};
use clap::ValueEnum;
use std::io::{self, Write};

/// How to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// For people
    Text,
    /// One JSON object a line
    Json,
    /// Comma-separated values with a header
    Csv,
}

/// How to print what has positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ListFormat {
    /// For people
    Text,
    /// One JSON object a line
    Json,
    /// Comma-separated values with a header
    Csv,
    /// The positions alone, one a line, for other commands to read
    Positions,
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
