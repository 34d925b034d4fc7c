//! Standard output for rows, one per question.

use super::columns::Head;
#[cfg(feature = "parquet")]
use super::parquet;
use super::stdout::{Stdout, stdout};
use super::{RowFormat, csv};
#[cfg(feature = "parquet")]
use std::io::IsTerminal;
use std::io::{self, Write};

/// Standard output, or another, with a header before the first row. An error that comes before all rows stops the command
/// without it.
pub(in crate::cli) struct RowOutput<W = Stdout> {
    out: W,
    /// The header, until it is written.
    header: Vec<u8>,
    #[cfg(feature = "parquet")]
    parquet: Option<parquet::Writer>,
}

impl RowOutput {
    /// Rows on standard output.
    pub fn new(format: RowFormat, columns: Vec<Head>) -> anyhow::Result<Self> {
        #[cfg(feature = "parquet")]
        if format == RowFormat::Parquet && io::stdout().is_terminal() {
            anyhow::bail!("parquet is not text: redirect standard output to a file")
        }
        Self::to(stdout()?, format, columns)
    }
}

impl<W: Write> RowOutput<W> {
    /// Rows on another output.
    pub fn to(out: W, format: RowFormat, columns: Vec<Head>) -> anyhow::Result<Self> {
        let mut header = Vec::new();
        if format == RowFormat::Csv {
            let names: Vec<&str> = columns.iter().map(|head| head.name).collect();
            csv::begin(&names, &mut header)?;
        }
        #[cfg(feature = "parquet")]
        let parquet = match format {
            RowFormat::Parquet => Some(parquet::Writer::new(columns)?),
            RowFormat::Text | RowFormat::Json | RowFormat::Csv => None,
        };
        Ok(Self {
            out,
            header,
            #[cfg(feature = "parquet")]
            parquet,
        })
    }

    /// Writes the header if there were no rows, and all that waits.
    pub fn finish(&mut self) -> io::Result<()> {
        self.write_all(b"")?;
        #[cfg(feature = "parquet")]
        if let Some(parquet) = &mut self.parquet {
            parquet.finish(&mut self.out)?;
        }
        self.out.flush()
    }

    /// The output.
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> Write for RowOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        #[cfg(feature = "parquet")]
        if let Some(parquet) = &mut self.parquet {
            return parquet.push(bytes, &mut self.out);
        }
        self.out.write_all(&std::mem::take(&mut self.header))?;
        self.out.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
