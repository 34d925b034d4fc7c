//! Contents and formats of exports.

use clap::ValueEnum;
use huarong_lab::export::{GraphFormat, RowFormat};

/// The content of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// Index, position and distances, one row per position
    Positions,
    /// Distances only, by index
    Distances,
    /// Moves between positions; graphml and dot have the positions, too
    Edges,
    /// Positions on the optimal solutions of one position
    Corridor,
}

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Comma-separated values with a header
    Csv,
    /// Apache Parquet
    #[cfg(feature = "parquet")]
    Parquet,
    /// NumPy array
    Npy,
    /// Graph in GraphML
    Graphml,
    /// Graph in the DOT language of Graphviz
    Dot,
}

/// The kind of a format.
pub enum Kind {
    Rows(RowFormat),
    Graphs(GraphFormat),
}

impl Format {
    pub fn kind(self) -> Kind {
        match self {
            Self::Csv => Kind::Rows(RowFormat::Csv),
            #[cfg(feature = "parquet")]
            Self::Parquet => Kind::Rows(RowFormat::Parquet),
            Self::Npy => Kind::Rows(RowFormat::Npy),
            Self::Graphml => Kind::Graphs(GraphFormat::Graphml),
            Self::Dot => Kind::Graphs(GraphFormat::Dot),
        }
    }

    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Whether the format is not text.
    pub fn is_binary(self) -> bool {
        !matches!(self, Self::Csv | Self::Graphml | Self::Dot)
    }
}
