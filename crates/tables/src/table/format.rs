//! The file format, byte by byte. All numbers are little-endian.
//!
//! ```text
//! FileHeader                              128 bytes
//! data   entries of the sections, one after another, `entry_width` bytes each
//! tail   description                     UTF-8, zeros up to a multiple of 8
//!        SectionRecord  x sections       32 bytes each, one a piece set
//!        counts         x sections       a byte a shape, then zeros up to a multiple of 8
//!        histograms                       8 bytes a distance, section after section
//!        block checksums                  8 bytes a block of the data
//! ```
//!
//! The offset of every entry is known before the search, so a search can write entries in any order.
//!
//! A packed table has the same entries in fewer bytes. Its version is [`PACKED_VERSION`], its data are packed blocks
//! one after another, and its tail ends like this:
//!
//! ```text
//!        block checksums                  8 bytes a packed block, of the bytes that it is packed into
//!        block lengths                    4 bytes a packed block, then zeros up to a multiple of 8
//! ```
//!
//! A *shard* holds a range of the entries of each section. Its version is [`SHARD_VERSION`]. Its section records
//! describe only its own entries. Its header has the number of the shard and of all shards, and its tail ends like
//! this:
//!
//! ```text
//!        block checksums                  8 bytes a block of the data
//!        SectionRange   x sections       16 bytes each
//! ```
//!
//! Each packed block is a deflate stream (RFC 1951) of [`PACKED_BLOCK`] bytes of entries. The last block may be
//! shorter.

use crate::record;
use crate::record::FixedLength;
use std::fmt;
use std::str::FromStr;
use xxhash_rust::xxh3::xxh3_64;

/// The first eight bytes of every table.
pub const MAGIC: [u8; 8] = *b"HUARONG\n";

/// The version of plain tables.
pub const FORMAT_VERSION: u32 = 3;

/// The version of packed tables.
pub const PACKED_VERSION: u32 = 4;

/// The version of shards.
pub const SHARD_VERSION: u32 = 5;

/// Number of metrics. Their codes are 0 to 3.
pub(super) const METRICS: u8 = 4;

/// Number of bytes of data per checksum; the last block may be shorter.
pub const BLOCK: usize = 1 << 16;

/// Number of bytes of entries per packed block; the last block may be shorter.
pub const PACKED_BLOCK: usize = 1 << 12;

/// Offset of the data, which follow the header.
pub(super) const DATA: usize = FileHeader::LEN;

record! {
    /// The header of a file.
    #[derive(Clone, Debug)]
    pub(super) struct FileHeader {
        /// 0: [`MAGIC`].
        pub magic: [u8; 8],
        /// 8: [`FORMAT_VERSION`], [`PACKED_VERSION`] or [`SHARD_VERSION`].
        pub version: u32,
        /// 12: length of the tail, with which the file ends.
        pub tail_len: u32,
        /// 16: length of the whole file.
        pub file_len: u64,
        /// 24: XXH3-64 of the header, taken with zeros in this field, and the tail behind it.
        pub checksum: u64,
        /// 32: version of the program that wrote the file, ASCII, padded with zeros.
        pub tool_version: [u8; 16],
        /// 48: name of the family, ASCII, padded with zeros.
        pub family: [u8; 32],
        /// 80: XXH3-64 of the description.
        pub description_hash: u64,
        /// 88: number of entries of all sections together.
        pub entries: u64,
        /// 96: number of shapes.
        pub shapes: u16,
        /// 98: 0 unit, 1 straight, 2 finger, 3 multi.
        pub metric: u8,
        /// 99: bytes per entry, 1 or 2. All bits set means unreachable.
        pub entry_width: u8,
        /// 100: length of the description in bytes.
        pub description_len: u32,
        /// 104: number of sections.
        pub sections: u32,
        /// 108: bytes of data per checksum: [`BLOCK`], or [`PACKED_BLOCK`] before packing.
        pub block_len: u32,
        /// 112: number of the shard, from 0; 0 if the file is not a shard.
        pub shard: u32,
        /// 116: number of shards; 0 for a whole table.
        pub shards: u32,
        /// 120: zeros.
        pub reserved: [u8; 8],
    }
}

record! {
    /// The range of a section that a shard holds.
    #[derive(Clone, Debug)]
    pub(super) struct SectionRange {
        /// 0: index of the first entry.
        pub first: u64,
        /// 8: number of entries of the whole section.
        pub whole: u64,
    }
}

/// Number of a shard, and the number of all shards of its table. A shard is one of several files that share a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    number: u32,
    of: u32,
}

/// Largest number of shards of a table.
const MOST_SHARDS: u32 = 1 << 16;

impl Shard {
    /// Makes the shard `number` (from 0) of `of`; `None` if there is no such shard.
    ///
    /// ```
    /// use huarong_tables::table::Shard;
    ///
    /// assert_eq!(Shard::new(1, 2).expect("0 and 1").to_string(), "1-of-2");
    /// assert_eq!(Shard::new(2, 2), None);
    /// ```
    pub fn new(number: u32, of: u32) -> Option<Self> {
        (number < of && of <= MOST_SHARDS).then_some(Self { number, of })
    }

    /// Its number, from 0.
    pub fn number(self) -> u32 {
        self.number
    }

    /// The number of all shards.
    pub fn of(self) -> u32 {
        self.of
    }

    /// All shards of the table.
    pub fn all(self) -> impl Iterator<Item = Self> {
        (0..self.of).map(move |number| Self { number, ..self })
    }
}

impl fmt::Display for Shard {
    /// Formats a shard as in file names, for example `1-of-4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-of-{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = ();

    /// Parses exactly the displayed form.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (number, of) = text.split_once("-of-").ok_or(())?;
        let shard = Self::new(number.parse().map_err(drop)?, of.parse().map_err(drop)?).ok_or(())?;
        (shard.to_string() == text).then_some(shard).ok_or(())
    }
}

/// What a table is about, as its tail describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSubject {
    /// Name of the family, truncated to 32 bytes.
    pub family: String,
    /// Board, shapes and goals, line by line. Tables with the same text have the same positions, numbers and goal
    /// positions.
    pub description: String,
    /// Number of shapes: the length of each section's piece counts.
    pub shapes: u16,
}

impl TableSubject {
    /// Hash that identifies the subject: XXH3-64 of its description.
    pub fn hash(&self) -> u64 {
        xxh3_64(self.description.as_bytes())
    }
}

record! {
    /// A piece set and the location of its entries.
    #[derive(Clone, Debug)]
    pub(super) struct SectionRecord {
        /// 0: number of entries.
        pub entries: u64,
        /// 8: offset of the first entry from the beginning of the file; for a packed file, of the unpacked file.
        pub offset: u64,
        /// 16: number of entries that are unreachable.
        pub unreachable: u64,
        /// 24: largest distance; all bits set if every entry is unreachable.
        pub max_distance: u32,
        /// 28: length of the histogram, `max_distance + 1` or 0.
        pub histogram_len: u32,
    }
}

/// Description and counts are zero-padded to a multiple of this.
const PADDING: usize = 8;

/// Appends zeros up to a multiple of eight bytes.
pub(super) fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(padded_len(bytes.len()), 0);
}

/// `len` rounded up to a multiple of eight bytes.
pub(super) fn padded_len(len: usize) -> usize {
    len.next_multiple_of(PADDING)
}

/// Text in a field of fixed length, truncated between characters and zero-padded.
pub(super) fn padded<const N: usize>(text: &str) -> [u8; N] {
    let mut end = text.len().min(N);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut field = [0; N];
    field[..end].copy_from_slice(&text.as_bytes()[..end]);
    field
}

/// The text of a field of fixed length.
pub(super) fn unpadded(field: &[u8]) -> String {
    let end = field.iter().position(|&byte| byte == 0).unwrap_or(field.len());
    String::from_utf8_lossy(&field[..end]).into_owned()
}
