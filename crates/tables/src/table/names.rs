//! Names of the temporary files of a build.

use std::path::{Path, PathBuf};

/// Prefix of the names of unfinished files. A left-over file without a checkpoint is useless.
pub const TEMPORARY_PREFIX: &str = ".huarong-unfinished-";

/// Prefix of the names of unfinished checkpoint records. It differs from the names of unfinished tables. A table with a
/// checkpoint has no living writer, but must survive the writing of the next record.
pub(super) const RECORD_PREFIX: &str = ".huarong-unfinished-record-";

/// Prefix of the names of checkpoint records, followed by the name of the table.
pub const CHECKPOINT_PREFIX: &str = ".huarong-checkpoint-";

/// The path of a table's checkpoint record.
pub fn record_path(table: &Path) -> PathBuf {
    let name = table.file_name().unwrap_or_default().to_string_lossy();
    table.with_file_name(format!("{CHECKPOINT_PREFIX}{name}"))
}
