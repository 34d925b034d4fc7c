//! What the head of a table's file says: metric, sections, checksums.

use super::distances::EntryWidth;
use super::format::Shard;
use super::packed::Packed;
use std::ops::Range;

/// What a sound head says.
#[derive(Debug)]
pub(super) struct Head {
    pub metric: u8,
    pub entry_width: EntryWidth,
    pub tool_version: String,
    pub sections: Vec<FileSection>,
    pub data_end: usize,
    pub checksums: Vec<u64>,
    /// Where it is packed.
    pub packed: Option<Packed>,
    /// Where it is one.
    pub shard: Option<Shard>,
}

/// The entries of a section that one file holds.
#[derive(Debug)]
pub(super) struct FileSection {
    pub counts: Box<[u8]>,
    /// The indices of its entries.
    pub range: Range<u64>,
    /// Entries of the whole section.
    pub whole: u64,
    pub histogram: Vec<u64>,
    pub unreachable: u64,
    /// Where they begin, in bytes from the beginning of the file before it was packed.
    pub offset: usize,
    /// Where the section's record is, in bytes from the beginning of the file.
    pub record_at: usize,
}
