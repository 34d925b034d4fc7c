//! Checkpoints: what must be known of a table that is being written to go on with it after a kill or a crash.
//!
//! Beside the unfinished table lies a record of it: of each section whether it is written, or up to which distance, how
//! many there are of each, and checksums of the blocks as they are with all else left out. Entries of a section that is
//! begun are never changed but from unreachable to their distance. So whatever was written after the record takes
//! nothing from what it says.

use super::distances::{EntryWidth, Histogram};
use super::format::{FORMAT_VERSION, Subject, padded};
use super::names::TEMPORARY_PREFIX;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};
use zerocopy::little_endian::{U32, U64};
use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout, Unaligned};

/// How far a section is: all distances up to the last of these are written, and no others count.
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

/// What is known of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// Nothing that is written in it counts.
    Nothing,
    /// Distances up to a level.
    Reached(Checkpoint),
    /// All of it.
    Whole(Histogram),
}

/// What a record says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// Name of the unfinished table.
    pub file: String,
    pub width: EntryWidth,
    /// Of each section.
    pub progress: Vec<Progress>,
    /// Of the blocks of the data; 0 for those of which nothing counts.
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
    /// XXH3-64 of what the table is of: subject, metric and sections.
    subject: U64,
    entries: U64,
    file_len: U32,
    width: U32,
    sections: U32,
    blocks: U32,
}

/// What a record says of a section, before how many of its entries have each distance.
#[derive(Clone, Debug, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
struct ProgressRecord {
    /// 0 nothing, 1 some distances, 2 all.
    state: U32,
    levels: U32,
    unreachable: U64,
}

/// Whose table it is, in a number; `sections` tells its sections from others.
pub(super) fn whose(subject: &Subject, metric: u8, sections: &[u8]) -> u64 {
    let mut hasher = Xxh3Default::new();
    hasher.update(subject.family.as_bytes());
    hasher.update(subject.description.as_bytes());
    hasher.update(&[metric]);
    hasher.update(sections);
    hasher.digest()
}

impl Progress {
    /// Whether anything that is written counts.
    pub fn counts(&self) -> bool {
        *self != Self::Nothing
    }

    fn put(&self, bytes: &mut Vec<u8>) {
        let (state, counts, unreachable): (u32, &[u64], u64) = match self {
            Self::Nothing => (0, &[], 0),
            Self::Reached(checkpoint) => (1, &checkpoint.counts, 0),
            Self::Whole(histogram) => (2, &histogram.counts, histogram.unreachable),
        };
        let (state, levels) = (state.into(), (counts.len() as u32).into());
        let record = ProgressRecord { state, levels, unreachable: unreachable.into() };
        bytes.extend_from_slice(record.as_bytes());
        bytes.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
    }

    /// Takes what is said of a section from the beginning of some bytes.
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let (record, rest) = ProgressRecord::read_from_prefix(bytes).ok()?;
        *bytes = rest;
        let counts = take_numbers(bytes, record.levels.get() as usize)?;
        match (record.state.get(), counts.is_empty()) {
            (0, true) => Some(Self::Nothing),
            (1, false) => Some(Self::Reached(Checkpoint { counts })),
            (2, _) => {
                let unreachable = record.unreachable.get();
                Some(Self::Whole(Histogram { counts, unreachable }))
            }
            _ => None,
        }
    }
}

/// Takes so many numbers from the beginning of some bytes.
fn take_numbers(bytes: &mut &[u8], count: usize) -> Option<Vec<u64>> {
    let (numbers, rest) = bytes.split_at_checked(count.checked_mul(8)?)?;
    *bytes = rest;
    let number = |number: &[u8]| number.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte));
    Some(numbers.chunks_exact(8).map(number).collect())
}

impl Record {
    /// The bytes of the record of a table.
    pub fn bytes(&self, whose: u64, entries: u64) -> Vec<u8> {
        let mut header = Header {
            magic: MAGIC,
            checksum: 0.into(),
            format: FORMAT_VERSION.into(),
            tool_version: padded(env!("CARGO_PKG_VERSION")),
            subject: whose.into(),
            entries: entries.into(),
            file_len: (self.file.len() as u32).into(),
            width: (self.width as u32).into(),
            sections: (self.progress.len() as u32).into(),
            blocks: (self.checksums.len() as u32).into(),
        };
        let mut rest = self.file.clone().into_bytes();
        self.progress.iter().for_each(|progress| progress.put(&mut rest));
        rest.extend(self.checksums.iter().flat_map(|checksum| checksum.to_le_bytes()));
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
        let mut rest = &rest[file.len()..];
        let sections = 0..header.sections.get();
        let progress = sections.map(|_| Progress::take(&mut rest)).collect::<Option<_>>();
        let checksums = take_numbers(&mut rest, header.blocks.get() as usize);
        match (progress, checksums, rest) {
            (Some(progress), Some(checksums), []) => Ok(Self { file, width, progress, checksums }),
            _ => Err("it is cut off"),
        }
    }
}

/// The name of the unfinished table that a record is of, whosever it is; `None` where it is no record, or names what is
/// no unfinished table.
pub fn unfinished_of(record: &[u8]) -> Option<String> {
    let (header, rest) = Header::read_from_prefix(record).ok()?;
    let file = str::from_utf8(rest.get(..header.file_len.get() as usize)?).ok()?;
    let is_one = file.starts_with(TEMPORARY_PREFIX) && !file.contains(['/', '\\', '\0']);
    (header.magic == MAGIC && is_one).then(|| file.to_owned())
}
