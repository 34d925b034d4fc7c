//! Export of rows and graphs to file formats of other tools, one file per format; see `docs/how-to/export.md`.
//!
//! Rows arrive column by column in batches of a few thousand and are written at once. Only Parquet keeps more, one row
//! group.

mod csv;
mod dot;
mod graphml;
mod npy;
#[cfg(feature = "parquet")]
mod parquet;
mod rows;
mod writers;

pub use rows::{Column, Kind, MISSING, Rows, Texts, Values};
pub use writers::{GraphWriter, RowWriter};

use std::io::{self, Write};

/// A format for rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    /// Comma-separated values with a header. A missing value is an empty field.
    Csv,
    /// A NumPy array. A missing distance is 65535.
    Npy,
    /// Apache Parquet. A missing value is null.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl RowFormat {
    /// Starts a file with this number of rows and returns its writer. `about` says where the data is from; an array has
    /// no place for it.
    pub fn writer<'w>(
        self,
        columns: &[Column],
        rows: u64,
        about: &[(String, String)],
        out: &'w mut dyn Write,
    ) -> io::Result<Box<dyn RowWriter + 'w>> {
        Ok(match self {
            Self::Csv => Box::new(csv::Writer::begin(columns, about, out)?),
            Self::Npy => Box::new(npy::Writer::begin(columns, rows, out)?),
            #[cfg(feature = "parquet")]
            Self::Parquet => Box::new(parquet::Writer::begin(columns, about, out)?),
        })
    }

    /// Whether the format needs the number of rows before the first row.
    pub fn counts_rows(self) -> bool {
        self == Self::Npy
    }
}

/// A format for graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// GraphML.
    Graphml,
    /// The DOT language of Graphviz.
    Dot,
}

impl GraphFormat {
    /// Starts a file for a named graph and returns its writer. The nodes have these columns; the first one is their
    /// numbers. `about` says where the data is from.
    pub fn writer<'w>(
        self,
        name: &str,
        columns: &[Column],
        about: &[(String, String)],
        out: &'w mut dyn Write,
    ) -> io::Result<Box<dyn GraphWriter + 'w>> {
        Ok(match self {
            Self::Graphml => Box::new(graphml::Writer::begin(name, columns, about, out)?),
            Self::Dot => Box::new(dot::Writer::begin(name, columns, about, out)?),
        })
    }
}
