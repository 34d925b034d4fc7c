//! Checkpoints: records from which the build of an unfinished table continues after a kill or a crash.
//!
//! A record is a file beside the unfinished table. For each section it says whether the section is complete, or up to
//! which distance it is written. It has the number of positions at each distance, and checksums of the blocks, computed
//! without all other entries.
//!
//! A started section changes only from unreachable to distances. So nothing written after the record invalidates it.

use super::distances::{EntryWidth, Histogram};
use super::format::{FORMAT_VERSION, TableSubject, padded};
use super::names::TEMPORARY_PREFIX;
use crate::record;
use crate::record::FixedLength;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// Progress of a section: all distances up to a level are written, and larger ones do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Number of positions at each distance, from 0 to the last level written.
    pub counts: Vec<u64>,
}

impl Checkpoint {
    /// The last level written.
    pub fn level(&self) -> u16 {
        self.counts.len().saturating_sub(1) as u16
    }
}

/// State of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// Nothing written in the section counts.
    Nothing,
    /// All distances up to a level are written.
    Reached(Checkpoint),
    /// The section is complete.
    Whole(Histogram),
}

/// Contents of a checkpoint record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// Name of the file of the unfinished table.
    pub file: String,
    pub width: EntryWidth,
    /// State of each section.
    pub progress: Vec<Progress>,
    /// Checksums of the blocks of data; 0 for a block without entries that count.
    pub checksums: Vec<u64>,
}

const MAGIC: [u8; 8] = *b"HUARCHK\n";

record! {
    #[derive(Clone, Debug)]
    struct Header {
        magic: [u8; 8],
        /// XXH3-64 of the whole record, with zeros in this field.
        checksum: u64,
        format: u32,
        tool_version: [u8; 16],
        /// XXH3-64 of subject, metric and sections.
        subject: u64,
        entries: u64,
        file_len: u32,
        width: u32,
        sections: u32,
        blocks: u32,
    }
}

record! {
    /// State of a section in a record. The counts of its distances follow.
    #[derive(Clone, Debug)]
    struct ProgressRecord {
        /// 0 nothing, 1 distances up to a level, 2 complete.
        state: u32,
        levels: u32,
        unreachable: u64,
    }
}

/// Hash that identifies a table; `sections` identifies its sections.
pub(super) fn table_id(subject: &TableSubject, metric: u8, sections: &[u8]) -> u64 {
    let mut hasher = Xxh3Default::new();
    hasher.update(subject.family.as_bytes());
    hasher.update(subject.description.as_bytes());
    hasher.update(&[metric]);
    hasher.update(sections);
    hasher.digest()
}

impl Progress {
    /// Whether any written entry counts.
    pub fn counts(&self) -> bool {
        *self != Self::Nothing
    }

    fn put(&self, bytes: &mut Vec<u8>) {
        let (state, counts, unreachable): (u32, &[u64], u64) = match self {
            Self::Nothing => (0, &[], 0),
            Self::Reached(checkpoint) => (1, &checkpoint.counts, 0),
            Self::Whole(histogram) => (2, &histogram.counts, histogram.unreachable),
        };
        ProgressRecord { state, levels: counts.len() as u32, unreachable }.put(bytes);
        bytes.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
    }

    /// Decodes the state of a section from the beginning of `bytes`.
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let record = ProgressRecord::take(bytes)?;
        let counts = u64::take_all(bytes, record.levels as usize)?;
        match (record.state, counts.is_empty()) {
            (0, true) => Some(Self::Nothing),
            (1, false) => Some(Self::Reached(Checkpoint { counts })),
            (2, _) => {
                let unreachable = record.unreachable;
                Some(Self::Whole(Histogram { counts, unreachable }))
            }
            _ => None,
        }
    }
}

impl Record {
    /// Encodes the record of a table.
    pub fn bytes(&self, table_id: u64, entries: u64) -> Vec<u8> {
        let mut header = Header {
            magic: MAGIC,
            checksum: 0,
            format: FORMAT_VERSION,
            tool_version: padded(env!("CARGO_PKG_VERSION")),
            subject: table_id,
            entries,
            file_len: self.file.len() as u32,
            width: self.width as u32,
            sections: self.progress.len() as u32,
            blocks: self.checksums.len() as u32,
        };
        let mut rest = self.file.clone().into_bytes();
        self.progress.iter().for_each(|progress| progress.put(&mut rest));
        rest.extend(self.checksums.iter().flat_map(|checksum| checksum.to_le_bytes()));
        header.checksum = xxh3_64(&[&header.to_bytes()[..], &rest].concat());
        [header.to_bytes(), rest].concat()
    }

    /// Decodes the record of a table. The error says in words why it cannot be used.
    pub fn read(bytes: &[u8], table_id: u64, entries: u64) -> Result<Self, &'static str> {
        let mut rest = bytes;
        let header = Header::take(&mut rest).ok_or("it is truncated")?;
        if header.magic != MAGIC {
            return Err("it does not start like a checkpoint");
        }
        let zeroed = Header { checksum: 0, ..header.clone() };
        if xxh3_64(&[&zeroed.to_bytes(), rest].concat()) != header.checksum {
            return Err("its checksum does not match");
        }
        let version: [u8; 16] = padded(env!("CARGO_PKG_VERSION"));
        if header.format != FORMAT_VERSION || header.tool_version != version {
            return Err("another version of the program wrote it");
        }
        if header.subject != table_id || header.entries != entries {
            return Err("it belongs to another table");
        }
        let width = EntryWidth::of(header.width).ok_or("the width of its entries is invalid")?;
        let file = unfinished_of(bytes).ok_or("it names no unfinished table")?;
        let mut rest = &rest[file.len()..];
        let sections = 0..header.sections;
        let progress = sections.map(|_| Progress::take(&mut rest)).collect::<Option<_>>();
        let checksums = u64::take_all(&mut rest, header.blocks as usize);
        match (progress, checksums, rest) {
            (Some(progress), Some(checksums), []) => Ok(Self { file, width, progress, checksums }),
            _ => Err("it is truncated"),
        }
    }
}

/// The name of the unfinished table of a record of any table. `None` if the bytes are not a record, or name another kind
/// of file.
pub fn unfinished_of(record: &[u8]) -> Option<String> {
    let mut rest = record;
    let header = Header::take(&mut rest)?;
    let file = str::from_utf8(rest.get(..header.file_len as usize)?).ok()?;
    let is_one = file.starts_with(TEMPORARY_PREFIX) && !file.contains(['/', '\\', '\0']);
    (header.magic == MAGIC && is_one).then(|| file.to_owned())
}
