//! Errors of searches that keep only levels.

use crate::error::SearchError;
use huarong_core::effort::Cancelled;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// Reason why the positions at each distance were not counted.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum LevelsError {
    /// The search was rejected or cancelled.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A file of a level could not be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file or its directory.
        path: PathBuf,
        /// The error of the operating system.
        error: Arc<io::Error>,
    },
    /// Another process searches the same levels in the same directory.
    #[error("{}: another process counts the same levels here; wait for it, or choose another directory", .0.display())]
    InUse(PathBuf),
    /// A file of a level has changed since it was opened.
    #[error("{}: it was changed during the search; run the command again", .0.display())]
    Damaged(PathBuf),
}

impl LevelsError {
    /// The error of a file operation at a path.
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::File { path: path.to_owned(), error: Arc::new(error) }
    }
}

impl From<Cancelled> for LevelsError {
    fn from(cancelled: Cancelled) -> Self {
        Self::Search(cancelled.into())
    }
}
