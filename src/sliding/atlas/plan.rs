//! What is to be built, what was, and why a build ended early.

use crate::effort::Stopped;
use crate::sliding::rules::{Metric, PieceSet};
use crate::sliding::search::SearchError;
use crate::table::TableError;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// What to build.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The piece sets, a file each; `None` for the whole family in one file.
    pub piece_sets: Option<Vec<PieceSet>>,
    /// The metrics, a file each.
    pub metrics: Vec<Metric>,
    /// Whether to build what is there already.
    pub force: bool,
    /// The least time between two checkpoints of a search that leaves some; by default twice what one costs.
    pub checkpoint_every: Option<Duration>,
}

impl Default for Plan {
    /// The whole family under all metrics, as far as it is missing.
    fn default() -> Self {
        Self {
            piece_sets: None,
            metrics: Metric::ALL.to_vec(),
            force: false,
            checkpoint_every: None,
        }
    }
}

/// What a build did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files written, in order, with their length in bytes.
    pub written: Vec<(PathBuf, u64)>,
    /// Files that were there and sound.
    pub present: Vec<PathBuf>,
}

/// Why a build ended early. What it had finished stays.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A file or directory could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A search could not be made, or found no end.
    #[error(transparent)]
    Search(SearchError),
    /// The watcher asked to stop.
    #[error("stopped before the end; {}, and {} stayed", left(*.has_checkpoint), files(*.finished))]
    Stopped {
        /// Files finished before that.
        finished: usize,
        /// Whether there is a checkpoint from which the same build goes on.
        has_checkpoint: bool,
    },
}

fn left(has_checkpoint: bool) -> &'static str {
    match has_checkpoint {
        true => "the same command goes on from the last checkpoint",
        false => "no unfinished table was left",
    }
}

fn files(count: usize) -> String {
    match count {
        1 => "1 finished table".to_owned(),
        _ => format!("{count} finished tables"),
    }
}

impl From<Stopped> for BuildError {
    fn from(_: Stopped) -> Self {
        BuildError::Stopped { finished: 0, has_checkpoint: false }
    }
}

impl From<SearchError> for BuildError {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Stopped(stopped) => stopped.into(),
            error => BuildError::Search(error),
        }
    }
}
