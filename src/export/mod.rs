//! Rows and graphs in the files of other tools: one file a format, which `docs/export.md` describes.
//!
//! Rows come a few thousand at a time, column by column, and are written as they come: no format keeps more of them
//! than Parquet a row group.

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

/// A format of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    /// Comma-separated values with a header. What is missing is an empty field.
    Csv,
    /// An array of NumPy. A missing distance is 65535.
    Npy,
    /// Apache Parquet. What is missing is null.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl RowFormat {
    /// A writer of so many rows in this format, which has written what stands before them.
    pub fn writer<'w>(
        self,
        columns: &[Column],
        rows: u64,
        out: &'w mut dyn Write,
    ) -> io::Result<Box<dyn RowWriter + 'w>> {
        Ok(match self {
            Self::Csv => Box::new(csv::Writer::begin(columns, out)?),
            Self::Npy => Box::new(npy::Writer::begin(columns, rows, out)?),
            #[cfg(feature = "parquet")]
            Self::Parquet => Box::new(parquet::Writer::begin(columns, out)?),
        })
    }

    /// Whether it must be known before the first row how many there are.
    pub fn counts_rows(self) -> bool {
        self == Self::Npy
    }
}

/// A format of graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// GraphML.
    Graphml,
    /// The language of Graphviz.
    Dot,
}

impl GraphFormat {
    /// A writer of a graph with a name whose nodes have these columns, the first of them their numbers; it has written
    /// what stands before them.
    pub fn writer<'w>(
        self,
        name: &str,
        columns: &[Column],
        out: &'w mut dyn Write,
    ) -> io::Result<Box<dyn GraphWriter + 'w>> {
        Ok(match self {
            Self::Graphml => Box::new(graphml::Writer::begin(name, columns, out)?),
            Self::Dot => Box::new(dot::Writer::begin(name, columns, out)?),
        })
    }
}
