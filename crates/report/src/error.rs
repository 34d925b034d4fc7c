//! Errors of reports.

use huarong_core::numerals;
use huarong_core::rules::Metric;
use huarong_oracle::OracleError;
use huarong_oracle::analysis::{FiguresError, NotKnown};
use huarong_search::SearchError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum ReportError {
    /// A table cannot be read, or a search was not finished.
    #[error(transparent)]
    Oracle(OracleError),
    #[error(
        "the census is wrong: {start} with {marked} marked is not {moves} {metric} moves from the goal"
    )]
    Record { start: String, marked: char, moves: u16, metric: Metric },
    #[error(
        "the universe is wrong: {board} is not {moves} {metric} moves from the goal, or has other numbers of solutions or positions"
    )]
    Rush { board: String, moves: u16, metric: Metric },
    #[error(transparent)]
    NotKnown(NotKnown),
    #[error("cannot write {}", .path.display())]
    Write { path: PathBuf, source: io::Error },
    /// A piece set has more positions than a graph can hold.
    #[error("piece set {set} has {} positions", numerals::grouped(*.positions))]
    TooLarge { set: String, positions: u64, source: SearchError },
    /// A report that is the source of a plot cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read { path: PathBuf, source: csv::Error },
    /// A row of such a report describes an impossible component.
    #[error(
        "{} is wrong in line {line}: {what}; `huarong report depth` writes the file again", .path.display()
    )]
    Row { path: PathBuf, line: u64, what: String },
    #[error(
        "{} is wrong in line {line}: {what}; `huarong rush unit --clusters --format csv` prints such rows", .path.display()
    )]
    UnitRow { path: PathBuf, line: u64, what: String },
    #[error(
        "plots need the tables of all three metrics, and some are missing: run `huarong build` first"
    )]
    MissingTables,
}

impl<E: Into<OracleError>> From<E> for ReportError {
    fn from(error: E) -> Self {
        Self::Oracle(error.into())
    }
}

impl ReportError {
    pub(super) fn of_figures(error: FiguresError) -> Self {
        match error {
            FiguresError::Table(error) => error.into(),
            FiguresError::Space(error) => error.into(),
            FiguresError::Search(error) => error.into(),
        }
    }
}
