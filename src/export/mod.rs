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

use std::io::{self, Write};

/// A column: what it is called, and what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Numbers below 2^63.
    Number,
    /// Distances, some of which may be missing.
    Distance,
    /// Texts of so many signs each.
    Text {
        /// How many signs.
        signs: usize,
    },
}

/// The values of a column in some rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Numbers.
    Numbers(Vec<u64>),
    /// Distances.
    Distances(Vec<Option<u16>>),
    /// Texts.
    Texts(Texts),
}

/// Texts, end to end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    bytes: Vec<u8>,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Texts {
    /// Adds the text that `write` appends, which must be UTF-8.
    pub fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.ends.push(self.bytes.len());
    }

    /// Number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A text.
    ///
    /// # Panics
    ///
    /// Where there are not so many.
    pub fn get(&self, row: usize) -> &str {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        str::from_utf8(&self.bytes[start..self.ends[row]]).expect("texts are UTF-8")
    }

    #[cfg(feature = "parquet")]
    fn append(&mut self, mut other: Self) {
        let before = self.bytes.len();
        self.bytes.append(&mut other.bytes);
        self.ends.extend(other.ends.into_iter().map(|end| before + end));
    }
}

impl Values {
    /// No values yet.
    pub fn of(kind: Kind) -> Self {
        match kind {
            Kind::Number => Self::Numbers(Vec::new()),
            Kind::Distance => Self::Distances(Vec::new()),
            Kind::Text { .. } => Self::Texts(Texts::default()),
        }
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Distances(distances) => distances.len(),
            Self::Texts(texts) => texts.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn get(&self, row: usize) -> Value<'_> {
        match self {
            Self::Numbers(numbers) => Value::Number(numbers[row]),
            Self::Distances(distances) => Value::Distance(distances[row]),
            Self::Texts(texts) => Value::Text(texts.get(row)),
        }
    }
}

/// One value of a row.
#[derive(Clone, Copy, Debug, serde::Serialize)]
#[serde(untagged)]
enum Value<'r> {
    Number(u64),
    Distance(Option<u16>),
    Text(&'r str),
}

/// Some rows, column by column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows(
    /// The values of each column, equally many of each.
    pub Vec<Values>,
);

impl Rows {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.0.first().map_or(0, Values::len)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows one after another, each with its values.
    fn iter(&self) -> impl Iterator<Item = impl Iterator<Item = Value<'_>>> {
        (0..self.len()).map(|row| self.0.iter().map(move |values| values.get(row)))
    }

    /// The edges of a graph, of which these are the two columns.
    fn pairs(&self) -> impl Iterator<Item = (u64, u64)> {
        let [Values::Numbers(ones), Values::Numbers(others)] = &self.0[..] else {
            panic!("edges are two columns of numbers");
        };
        ones.iter().copied().zip(others.iter().copied())
    }
}

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

/// What stands for a distance that is missing, where a format has no other sign.
pub const MISSING: u16 = u16::MAX;

/// Writes rows of some columns.
pub trait RowWriter {
    /// Writes some rows.
    fn write(&mut self, rows: Rows) -> io::Result<()>;

    /// Writes what stands behind all rows.
    fn finish(&mut self) -> io::Result<()>;
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

/// Writes an undirected graph: its nodes first, then its edges.
pub trait GraphWriter {
    /// Writes some nodes: a column of their numbers, and what is said of them.
    fn nodes(&mut self, nodes: &Rows) -> io::Result<()>;

    /// Writes some edges: two columns of numbers of nodes.
    fn edges(&mut self, edges: &Rows) -> io::Result<()>;

    /// Writes what stands behind them.
    fn finish(&mut self) -> io::Result<()>;
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
