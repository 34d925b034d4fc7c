//! Why a table cannot be read or written.

use super::format::{FORMAT_VERSION, SHARD_VERSION};
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a table cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The operating system said no.
    #[error("cannot {action} {}", .path.display())]
    Io {
        /// What was tried: `read`, `write`, …
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The file is no table at all.
    #[error("{} is no table of huarong: it does not begin as one", .path.display())]
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// The file is a table in another format.
    #[error(
        "{} is a table of format version {found}, and this program reads versions {FORMAT_VERSION} to {SHARD_VERSION}",
        .path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its format version.
        found: u32,
    },
    /// The file is not as it was written.
    #[error("{} is damaged at byte {offset}: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damage is, in bytes from the beginning of the file.
        offset: u64,
        /// What is wrong there.
        what: String,
    },
    /// Some of the shards of a table are not there.
    #[error("{} lies in {of} shards, of which {} here", .path.display(), missing_text(.missing))]
    Shards {
        /// The table that they are of.
        path: PathBuf,
        /// How many there are.
        of: u32,
        /// The numbers of those that are not there.
        missing: Vec<u32>,
    },
    /// What the format cannot hold.
    #[error("{} cannot be written: {what}", .path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// What is too large for the format.
        what: String,
    },
    /// A family whose name cannot stand in the names of its files.
    #[error(
        "a family called {0:?} has no tables: its name begins the names of their files, so it must not be empty nor \
         have a slash or backslash"
    )]
    FamilyName(String),
    /// The file is a sound table, but of something else.
    #[error("{} is a table of something else: {what}", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// How it differs.
        what: String,
    },
}

/// How it is said that shards are missing.
fn missing_text(numbers: &[u32]) -> String {
    match numbers {
        [number] => format!("number {number} is not"),
        [first, .., last] => format!("{} between number {first} and {last} are not", numbers.len()),
        [] => "all are".to_owned(),
    }
}

impl TableError {
    /// Whether the file is one of ours that a build may replace without being told to: damaged, or of an
    /// older format.
    pub fn is_replaceable(&self) -> bool {
        match self {
            Self::Damaged { .. } => true,
            Self::Version { found, .. } => *found < FORMAT_VERSION,
            _ => false,
        }
    }

    /// What helps against it, in a few words.
    pub fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Io { .. } | Self::TooLarge { .. } | Self::FamilyName(_) => None,
            Self::NotATable { .. } | Self::Foreign { .. } => Some("move it away"),
            Self::Shards { .. } => Some("bring them into the same directory"),
            Self::Version { .. } | Self::Damaged { .. } => Some(
                "rebuild it with `huarong build --force`, and --puzzle for the table of a puzzle",
            ),
        }
    }

    pub(crate) fn io(action: &'static str, path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self::Io { action, path: path.into(), source }
    }
}
