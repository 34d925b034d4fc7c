//! Errors of reading and writing tables.

use super::format::{FORMAT_VERSION, SHARD_VERSION};
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Reason why a table cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// An operation of the system failed.
    #[error("cannot {action} {}", .path.display())]
    Io {
        /// The failed operation: `read`, `write`, …
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file is not a table.
    #[error("{} is not a huarong table: it does not start like one", .path.display())]
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// The file is a table of another format version.
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
    /// The file is damaged.
    #[error("{} is damaged at byte {offset}: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Offset of the damage from the beginning of the file.
        offset: u64,
        /// Description of the damage.
        what: String,
    },
    /// Some shards of a table are missing.
    #[error("{} has {of} shards, and {} here", .path.display(), missing_text(.missing))]
    Shards {
        /// The table.
        path: PathBuf,
        /// Number of all shards.
        of: u32,
        /// Numbers of the missing shards.
        missing: Vec<u32>,
    },
    /// The table exceeds a limit of the format.
    #[error("{} cannot be written: {what}", .path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Description of what is too large.
        what: String,
    },
    /// The name of a family cannot be part of file names.
    #[error(
        "the family name {0:?} cannot be part of file names: it must not be empty, and must not contain a slash or \
         backslash"
    )]
    FamilyName(String),
    /// The file is an intact table of another subject.
    #[error("{} is a table of another subject: {what}", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// How it differs.
        what: String,
    },
}

/// Text for missing shards.
fn missing_text(numbers: &[u32]) -> String {
    match numbers {
        [number] => format!("number {number} is not"),
        [first, .., last] => format!("{} between number {first} and {last} are not", numbers.len()),
        [] => "all are".to_owned(),
    }
}

impl TableError {
    /// Whether a build may replace the file without `--force`: the file is a damaged table, or one of an older format
    /// version.
    pub fn is_replaceable(&self) -> bool {
        match self {
            Self::Damaged { .. } => true,
            Self::Version { found, .. } => *found < FORMAT_VERSION,
            _ => false,
        }
    }

    /// Whether a build with `--force` may replace the file: its format version may also be a later one.
    #[doc(hidden)]
    pub fn is_replaceable_by_force(&self) -> bool {
        self.is_replaceable() || matches!(self, Self::Version { .. })
    }

    /// Short advice for the user.
    pub fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Io { .. } | Self::TooLarge { .. } | Self::FamilyName(_) => None,
            Self::NotATable { .. } | Self::Foreign { .. } => Some("move it away"),
            Self::Shards { .. } => Some("bring them into the same directory"),
            Self::Version { .. } | Self::Damaged { .. } => Some(
                "rebuild it with `huarong build --force`, and --board or --puzzle if it is of another one",
            ),
        }
    }

    #[doc(hidden)]
    pub fn io(action: &'static str, path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self::Io { action, path: path.into(), source }
    }
}
