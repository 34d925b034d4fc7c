//! Checkpoints: what must be known of a table that is being written to go on with it after a kill or a crash.
//!
//! Beside the unfinished table lies a record of it: up to which distance all are written, how many there are of each, and
//! checksums of the blocks as they are with larger distances left out. Entries are never changed but from unreachable to
//! their distance. So whatever was written after the record takes nothing from what it says.

use super::format::{FORMAT_VERSION, Subject, padded};
use super::{EntryWidth, TEMPORARY_PREFIX};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};
use zerocopy::little_endian::{U32, U64};
use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Names of records begin with this, and go on as that of the table.
pub const CHECKPOINT_PREFIX: &str = ".huarong-checkpoint-";

/// How far a table of one section is: all distances up to the last of these are written, and no others count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// How many positions have each distance, from 0 to the last that is written.
    pub counts: Vec<u64>,
}

impl Checkpoint {
    /// The last distance that is written.
    pub fn level(&self) -> u16 {
        self.counts.len().saturating_sub(1) as u16
    }
}

/// What a record says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// Name of the unfinished table.
    pub file: String,
    pub width: EntryWidth,
    pub checkpoint: Checkpoint,
    /// Of the blocks of the data.
    pub checksums: Vec<u64>,
}

const MAGIC: [u8; 8] = *b"HUARCHK\n";

#[derive(Clone, Debug, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
struct Header {
    magic: [u8; 8],
    /// XXH3-64 of the whole record, taken with zeros in this field.
    checksum: U64,
    format: U32,
    tool_version: [u8; 16],
    /// XXH3-64 of what the table is of: subject, metric and section.
    subject: U64,
    entries: U64,
    file_len: U32,
    width: U32,
    levels: U32,
    blocks: U32,
}

/// The record of a table.
pub(super) fn record_path(table: &Path) -> PathBuf {
    let name = table.file_name().unwrap_or_default().to_string_lossy();
    table.with_file_name(format!("{CHECKPOINT_PREFIX}{name}"))
}

/// Whose table it is, in a number.
pub(super) fn whose(subject: &Subject, metric: u8, counts: &[u8]) -> u64 {
    let mut hasher = Xxh3Default::new();
    hasher.update(subject.family.as_bytes());
    hasher.update(subject.description.as_bytes());
    hasher.update(&[metric]);
    hasher.update(counts);
    hasher.digest()
}

impl Record {
    /// The bytes of the record of a table.
    pub fn bytes(&self, whose: u64, entries: u64) -> Vec<u8> {
        let counts = &self.checkpoint.counts;
        let mut header = Header {
            magic: MAGIC,
            checksum: 0.into(),
            format: FORMAT_VERSION.into(),
            tool_version: padded(env!("CARGO_PKG_VERSION")),
            subject: whose.into(),
            entries: entries.into(),
            file_len: (self.file.len() as u32).into(),
            width: (self.width as u32).into(),
            levels: (counts.len() as u32).into(),
            blocks: (self.checksums.len() as u32).into(),
        };
        let mut rest = self.file.clone().into_bytes();
        let numbers = counts.iter().chain(&self.checksums);
        rest.extend(numbers.flat_map(|number| number.to_le_bytes()));
        header.checksum = xxh3_64(&[header.as_bytes(), &rest].concat()).into();
        [header.as_bytes(), &rest].concat()
    }

    /// Reads a record of a table; what is wrong with it, in words, where it cannot be used.
    pub fn read(bytes: &[u8], whose: u64, entries: u64) -> Result<Self, &'static str> {
        let (header, rest) = Header::read_from_prefix(bytes).map_err(|_| "it is cut off")?;
        if header.magic != MAGIC {
            return Err("it does not begin as one");
        }
        let mut zeroed = header.clone();
        zeroed.checksum.zero();
        if xxh3_64(&[zeroed.as_bytes(), rest].concat()) != header.checksum.get() {
            return Err("it does not match its checksum");
        }
        let version: [u8; 16] = padded(env!("CARGO_PKG_VERSION"));
        if header.format.get() != FORMAT_VERSION || header.tool_version != version {
            return Err("another version of the program left it");
        }
        if header.subject.get() != whose || header.entries.get() != entries {
            return Err("it is of another table");
        }
        let width = match header.width.get() {
            1 => EntryWidth::One,
            2 => EntryWidth::Two,
            _ => return Err("its entries have no width"),
        };
        let file = unfinished_of(bytes).ok_or("it names no unfinished table")?;
        let numbers = &rest[file.len()..];
        let numbers: Vec<u64> = numbers
            .chunks_exact(8)
            .map(|number| number.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte)))
            .collect();
        let (levels, blocks) = (header.levels.get() as usize, header.blocks.get() as usize);
        if levels == 0 || numbers.len() != levels + blocks {
            return Err("it is cut off");
        }
        let (counts, checksums) = numbers.split_at(levels);
        Ok(Self {
            file,
            width,
            checkpoint: Checkpoint { counts: counts.to_vec() },
            checksums: checksums.to_vec(),
        })
    }
}

/// The name of the unfinished table that a record is of, whosever it is; `None` where it is no record, or names what is no
/// unfinished table.
pub fn unfinished_of(record: &[u8]) -> Option<String> {
    let (header, rest) = Header::read_from_prefix(record).ok()?;
    let file = str::from_utf8(rest.get(..header.file_len.get() as usize)?).ok()?;
    let is_one = file.starts_with(TEMPORARY_PREFIX) && !file.contains(['/', '\\', '\0']);
    (header.magic == MAGIC && is_one).then(|| file.to_owned())
}
