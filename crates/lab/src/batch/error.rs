//! Errors of batches.

use huarong_core::numerals::grouped;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Reason why a batch cannot be continued or joined. The texts name a batch by its kind and scope, such as `census of 3x4`.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The parts belong to different batches.
    #[error(
        "{} is of the {theirs}, and {} of the {ours}: only parts of one {kind} can be joined", .file.display(),
        .first.display()
    )]
    Foreign {
        /// The kind of the batches.
        kind: &'static str,
        /// The file.
        file: PathBuf,
        /// Its batch.
        theirs: String,
        /// An earlier file.
        first: PathBuf,
        /// The batch of that file.
        ours: String,
    },
    /// Two parts contain the same tasks.
    #[error("{} contains tasks that another of the files also contains: omit one of them", .0.display())]
    Twice(PathBuf),
    /// Some parts are missing.
    #[error("the {batch} has {} of {} tasks: {missing}", grouped(*.done as u64), grouped(*.all as u64))]
    Missing {
        /// The batch.
        batch: String,
        /// Number of finished tasks.
        done: usize,
        /// Number of all tasks.
        all: usize,
        /// The missing parts, in words.
        missing: String,
    },
    /// Stored results contradict new ones.
    #[error(
        "the stored results of this {0} contradict new ones: remove its checkpoint, and start again"
    )]
    Contradiction(&'static str),
    /// There are no parts to join.
    #[error("there are no parts to join: name at least one file")]
    NoParts,
    /// The file is damaged, or not a part of a batch of this kind.
    #[error("{} cannot be read as a part of a {kind}: {fault}", .file.display())]
    NoPart {
        /// The kind of batch.
        kind: &'static str,
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        fault: String,
    },
    /// A file could not be read.
    #[error("cannot read {}", .0.display())]
    Read(PathBuf, #[source] io::Error),
    /// A file could not be written.
    #[error("cannot write {}", .0.display())]
    Write(PathBuf, #[source] io::Error),
    /// Another process runs the same batch in the same directory.
    #[error(
        "another process runs the {batch} in {}: wait for it, or give this one its own directory with --data-dir",
        .directory.display()
    )]
    AlreadyRunning {
        /// The batch.
        batch: String,
        /// The directory of its checkpoints.
        directory: PathBuf,
    },
}
