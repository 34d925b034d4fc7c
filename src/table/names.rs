//! Names of the files that a build leaves beside its tables while it is at work.

use std::path::{Path, PathBuf};

/// Names of files that are being written begin with this; one that is left over is of no use.
pub const TEMPORARY_PREFIX: &str = ".huarong-unfinished-";

/// Names of records that are being written begin with this. None of it is the name of an unfinished table: one that a
/// checkpoint names has no living writer, but must not be removed when the next record is written.
pub(super) const RECORD_PREFIX: &str = ".huarong-unfinished-record-";

/// Names of records begin with this, and go on as that of the table.
pub const CHECKPOINT_PREFIX: &str = ".huarong-checkpoint-";

/// Where the record of a table is.
pub fn record_path(table: &Path) -> PathBuf {
    let name = table.file_name().unwrap_or_default().to_string_lossy();
    table.with_file_name(format!("{CHECKPOINT_PREFIX}{name}"))
}
