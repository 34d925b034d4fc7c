//! The header and tail of a table's file, decoded.

use super::distances::EntryWidth;
use super::format::Shard;
use super::packed::Packed;
use std::ops::Range;

/// Contents of a valid header and tail.
#[derive(Debug)]
pub(super) struct Head {
    pub metric: u8,
    pub entry_width: EntryWidth,
    pub tool_version: String,
    pub sections: Vec<FileSection>,
    pub data_end: usize,
    pub checksums: Vec<u64>,
    /// The packed blocks; `None` for a plain table.
    pub packed: Option<Packed>,
    /// The shard; `None` for a whole table.
    pub shard: Option<Shard>,
}

/// The entries of a section in one file.
#[derive(Debug)]
pub(super) struct FileSection {
    pub counts: Box<[u8]>,
    /// Indices of the entries.
    pub range: Range<u64>,
    /// Number of entries of the whole section.
    pub whole: u64,
    pub histogram: Vec<u64>,
    pub unreachable: u64,
    /// Offset of the first entry in the unpacked file.
    pub offset: usize,
    /// Offset of the section's record in the file.
    pub record_at: usize,
}
