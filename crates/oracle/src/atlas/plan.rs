//! Plan, summary and errors of a build.

use huarong_core::effort::Cancelled;
use huarong_core::rules::{Metric, PieceSet};
use huarong_search::SearchError;
use huarong_tables::table::TableError;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// Description of the tables to build.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The piece sets, one file each; `None` for the whole family in one file.
    pub piece_sets: Option<Vec<PieceSet>>,
    /// The metrics, one file each.
    pub metrics: Vec<Metric>,
    /// Whether to rebuild existing tables.
    pub force: bool,
    /// The least time between two checkpoints of a search; by default twice the time that a checkpoint takes.
    pub checkpoint_every: Option<Duration>,
}

impl Default for Plan {
    /// All missing tables of the family, under all metrics.
    fn default() -> Self {
        Self {
            piece_sets: None,
            metrics: Metric::OF_SINGLE_PIECES.to_vec(),
            force: false,
            checkpoint_every: None,
        }
    }
}

/// Result of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files written, in order, with their lengths in bytes.
    pub written: Vec<(PathBuf, u64)>,
    /// Existing intact files.
    pub present: Vec<PathBuf>,
}

/// Reason why a build ended early. Finished tables remain.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A file or directory could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A search could not start, or ended early.
    #[error(transparent)]
    Search(SearchError),
    /// The observer cancelled the build.
    #[error("cancelled; {}, and {} remain", left(*.has_checkpoint), files(*.finished))]
    Cancelled {
        /// Number of files finished before that.
        finished: usize,
        /// Whether a checkpoint exists from which the same build continues.
        has_checkpoint: bool,
    },
}

fn left(has_checkpoint: bool) -> &'static str {
    match has_checkpoint {
        true => "the same command continues from the last checkpoint",
        false => "no checkpoint remains",
    }
}

fn files(count: usize) -> String {
    match count {
        1 => "1 finished table".to_owned(),
        _ => format!("{count} finished tables"),
    }
}

impl From<Cancelled> for BuildError {
    fn from(_: Cancelled) -> Self {
        BuildError::Cancelled { finished: 0, has_checkpoint: false }
    }
}

impl From<SearchError> for BuildError {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Cancelled(cancelled) => cancelled.into(),
            error => BuildError::Search(error),
        }
    }
}
