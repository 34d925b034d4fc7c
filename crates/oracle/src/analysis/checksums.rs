//! Checksums of distances that do not depend on the storage format.

use crate::atlas::{Atlas, SetTable};
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::rules::{Metric, PieceSet};
use huarong_tables::table::TableError;
use rayon::prelude::*;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Checksums of the tables of a family, by piece set and metric.
///
/// A checksum is the BLAKE3 hash of all distances of a piece set under a metric, in index order. Each distance is two
/// bytes, low byte first; 65535 means unreachable. So the checksum does not depend on the file, on the width of its
/// entries or on the program's version.
#[derive(Clone, Debug, Default)]
pub struct Checksums {
    /// Text of the piece set, metric and checksum of each table.
    sums: Vec<(String, Metric, blake3::Hash)>,
}

/// Reason why checksums could not be computed.
#[derive(Debug, Error)]
pub enum ChecksumError {
    /// A table could not be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The observer cancelled the work.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Error for a text that is not a list of checksums.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "line {line}: {what}; each line of a list of checksums has 64 hexadecimal digits, the \
     piece set and the metric"
)]
pub struct ChecksumListError {
    line: usize,
    what: String,
}

/// A table whose checksum differs from the listed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Text of the piece set.
    pub piece_set: String,
    /// The metric.
    pub metric: Metric,
    /// The table's checksum, and the listed one; `None` if the list does not have the table.
    pub checksums: (String, Option<String>),
}

impl Checksums {
    /// Computes the checksums of all tables of an atlas, after checking their blocks. Reports progress in entries.
    pub fn of(atlas: &Atlas, effort: Effort<'_>) -> Result<Self, ChecksumError> {
        let puzzle = atlas.family().puzzle();
        let all = atlas.all_tables()?.into_iter();
        let tables: Vec<(PieceSet, SetTable)> = all
            .flat_map(|(set, tables)| {
                let tables = tables.into_iter().filter_map(|(_, table)| table);
                tables.map(move |table| (set.clone(), table))
            })
            .collect();
        effort.total(tables.iter().map(|(_, table)| table.section.entries).sum())?;
        let sum = |(set, table): &(PieceSet, SetTable)| {
            let sum = (puzzle.on_board_text(set), table.metric, table_checksum(table)?);
            effort.done(table.section.entries)?;
            Ok(sum)
        };
        Ok(Self { sums: tables.par_iter().map(sum).collect::<Result<_, ChecksumError>>()? })
    }

    /// Number of tables.
    pub fn len(&self) -> usize {
        self.sums.len()
    }

    /// Whether there are no tables.
    pub fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }

    /// The tables whose checksums differ from those in another list. Tables that only the list has are ignored.
    pub fn differences_from(&self, list: &Self) -> Vec<Difference> {
        let differing = |(set, metric, sum): &(String, Metric, blake3::Hash)| {
            let listed = list.find(set, *metric);
            (listed != Some(*sum)).then(|| Difference {
                piece_set: set.clone(),
                metric: *metric,
                checksums: (sum.to_string(), listed.map(|listed| listed.to_string())),
            })
        };
        self.sums.iter().filter_map(differing).collect()
    }

    fn find(&self, set: &str, metric: Metric) -> Option<blake3::Hash> {
        let table = self.sums.iter().find(|(other, of, _)| (other.as_str(), *of) == (set, metric));
        table.map(|&(.., sum)| sum)
    }
}

/// Number of bytes hashed at once.
const CHUNK: usize = 1 << 16;

/// The BLAKE3 checksum of all distances of a table, whatever the width of its entries.
pub fn table_checksum(table: &SetTable) -> Result<blake3::Hash, TableError> {
    let distances = table.distances()?;
    let mut hasher = blake3::Hasher::new();
    let mut bytes = Vec::with_capacity(CHUNK);
    for distance in distances.iter() {
        bytes.extend_from_slice(&distance.unwrap_or(u16::MAX).to_le_bytes());
        if bytes.len() == CHUNK {
            hasher.update(&bytes);
            bytes.clear();
        }
    }
    Ok(hasher.update(&bytes).finalize())
}

impl fmt::Display for Checksums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (piece_set, metric, sum) in &self.sums {
            writeln!(f, "{sum}  {piece_set} {metric}")?;
        }
        Ok(())
    }
}

impl FromStr for Checksums {
    type Err = ChecksumListError;

    fn from_str(text: &str) -> Result<Self, ChecksumListError> {
        let mut list = Self::default();
        for (line, words) in (1..).zip(text.lines()) {
            if words.is_empty() || words.starts_with('#') {
                continue;
            }
            let wrong = |what: &str| ChecksumListError { line, what: what.to_owned() };
            // The name of a puzzle may consist of several words.
            let sum_and_others = words.trim().split_once(char::is_whitespace);
            let (sum, others) = sum_and_others.ok_or_else(|| wrong("not three words"))?;
            let table = others.trim_start().rsplit_once(char::is_whitespace);
            let (piece_set, metric) = table.ok_or_else(|| wrong("not three words"))?;
            let piece_set = piece_set.trim_end();
            let sum = blake3::Hash::from_hex(sum)
                .map_err(|_| wrong("the first word is not a BLAKE3 checksum"))?;
            let metric: Metric =
                metric.parse().map_err(|_| wrong("the last word is not a metric"))?;
            if list.find(piece_set, metric).is_some() {
                return Err(wrong("the table is listed twice"));
            }
            list.sums.push((piece_set.to_owned(), metric, sum));
        }
        Ok(list)
    }
}
