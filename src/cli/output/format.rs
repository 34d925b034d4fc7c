//! The output formats of commands.

use super::record::Record;
use super::{csv, json};
use clap::ValueEnum;
use serde::Serialize;
use std::io::{self, Write};

/// The output format of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// Text for reading
    Text,
    /// One JSON object per line
    Json,
    /// Comma-separated values with a header
    Csv,
}

/// The output format of a command that answers question by question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum RowFormat {
    /// Text for reading
    Text,
    /// One JSON object per line
    Json,
    /// Comma-separated values with a header
    Csv,
    /// Apache Parquet with the columns of csv
    #[cfg(feature = "parquet")]
    Parquet,
}

impl RowFormat {
    /// The format in which answers are printed; Parquet is made from CSV.
    pub fn printed(self) -> Format {
        match self {
            Self::Text => Format::Text,
            Self::Json => Format::Json,
            Self::Csv => Format::Csv,
            #[cfg(feature = "parquet")]
            Self::Parquet => Format::Csv,
        }
    }
}

/// The output format of a command that lists positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ListFormat {
    /// Text for reading
    Text,
    /// One JSON object per line
    Json,
    /// Comma-separated values with a header
    Csv,
    /// Positions only, one per line, for other commands to read
    Positions,
}

impl Format {
    /// Writes the header of a kind of records, if the format has one.
    pub fn begin<R: Record>(self, out: &mut impl Write) -> anyhow::Result<()> {
        self.begin_columns(&R::header(), out)
    }

    /// Writes the header of some columns, if the format has one.
    pub fn begin_columns(
        self,
        columns: &[impl Serialize],
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        match self {
            Self::Csv => csv::begin(columns, out),
            Self::Text | Self::Json => Ok(()),
        }
    }

    /// Writes a record; `text` writes it as text.
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
