//! Errors of reports.

use huarong_core::effort::Cancelled;
use huarong_core::numerals;
use huarong_core::rules::Metric;
use huarong_core::space::SpaceError;
use huarong_oracle::OracleError;
use huarong_oracle::analysis::{FiguresError, NotKnown, PathsError};
use huarong_search::{ComponentError, SearchError};
use huarong_tables::table::TableError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Errors of reports.
#[derive(Debug, Error)]
pub enum ReportError {
    /// A table could not be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A space could not be numbered.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// A search was not finished.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A component could not be searched.
    #[error(transparent)]
    Component(#[from] ComponentError),
    /// A position could not be solved.
    #[error(transparent)]
    Oracle(OracleError),
    /// The optimal solutions of a position could not be counted.
    #[error(transparent)]
    ShortestPaths(PathsError),
    /// A record holder's distance differs from the recorded one.
    #[error(
        "the census is wrong: {start} with {marked} marked is not {moves} {metric} moves from the goal"
    )]
    Record {
        /// The start.
        start: String,
        /// The letter of the marked piece.
        marked: char,
        /// The recorded number of moves.
        moves: u16,
        /// The metric.
        metric: Metric,
    },
    /// A search contradicts a puzzle of a Rush Hour universe.
    #[error(
        "the universe is wrong: {board} is not {moves} {metric} moves from the goal, or has other numbers of solutions or positions"
    )]
    Rush {
        /// The board.
        board: String,
        /// The recorded number of moves.
        moves: u16,
        /// The metric.
        metric: Metric,
    },
    /// A position has no distance.
    #[error(transparent)]
    NotKnown(#[from] NotKnown),
    /// A report could not be written.
    #[error("cannot write {}", .path.display())]
    Write {
        /// The report.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A piece set has more positions than a graph can hold.
    #[error("piece set {set} has {} positions", numerals::grouped(*.positions))]
    TooLarge {
        /// The piece set.
        set: String,
        /// Number of its positions.
        positions: u64,
        /// The exceeded limit.
        source: SearchError,
    },
    /// Cancelled by the observer.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<OracleError> for ReportError {
    fn from(error: OracleError) -> Self {
        match error {
            OracleError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            OracleError::Component(error) => Self::Component(error),
            OracleError::Search(error) => Self::Search(error),
            OracleError::Table(error) => Self::Table(error),
            OracleError::Count(error) => error.into(),
            error => Self::Oracle(error),
        }
    }
}

impl From<PathsError> for ReportError {
    fn from(error: PathsError) -> Self {
        match error {
            PathsError::Table(error) => Self::Table(error),
            PathsError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            error => Self::ShortestPaths(error),
        }
    }
}

impl From<FiguresError> for ReportError {
    fn from(error: FiguresError) -> Self {
        match error {
            FiguresError::Table(error) => Self::Table(error),
            FiguresError::Space(error) => Self::Space(error),
            FiguresError::Search(error) => Self::Search(error),
        }
    }
}
