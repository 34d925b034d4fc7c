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
//! Where an entry stands is known before any distance is: so entries can be written as they are found.
//!
//! A packed table has the same entries in fewer bytes: its version is [`PACKED_VERSION`], its data are packed blocks
//! one behind another, and its tail ends so:
//!
//! ```text
//!        block checksums                  8 bytes a packed block, of the bytes that it is packed into
//!        block lengths                    4 bytes a packed block, then zeros up to a multiple of 8
//! ```
//!
//! A *shard* has a range of the entries of each section: its version is [`SHARD_VERSION`], its section records are of
//! the entries that it has, its header says which of how many it is, and its tail ends so:
//!
//! ```text
//!        block checksums                  8 bytes a block of the data
//!        SectionRange   x sections       16 bytes each
//! ```
//!
//! Each packed block is a stream of deflate (RFC 1951) of [`PACKED_BLOCK`] bytes of entries; the last may be of fewer.

use std::fmt;
use std::str::FromStr;
use xxhash_rust::xxh3::xxh3_64;
use zerocopy::little_endian::{U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// The first eight bytes of every table.
pub const MAGIC: [u8; 8] = *b"HUARONG\n";

/// The version of the format that this program reads and writes.
pub const FORMAT_VERSION: u32 = 3;

/// The version of packed tables.
pub const PACKED_VERSION: u32 = 4;

/// The version of shards.
pub const SHARD_VERSION: u32 = 5;

/// Metrics that an entry's distance can be of; their codes are 0, 1 and 2.
pub(super) const METRICS: u8 = 3;

/// Bytes of data that one checksum covers; the last block may be shorter.
pub const BLOCK: usize = 1 << 16;

/// Bytes of entries that are packed together; the last may be fewer.
pub const PACKED_BLOCK: usize = 1 << 12;

/// Where the data begin: behind the header.
pub(super) const DATA: usize = size_of::<FileHeader>();

/// What the file begins with.
#[derive(Clone, Debug, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct FileHeader {
    /// 0: [`MAGIC`].
    pub magic: [u8; 8],
    /// 8: [`FORMAT_VERSION`], [`PACKED_VERSION`] or [`SHARD_VERSION`].
    pub version: U32,
    /// 12: length of the tail, with which the file ends.
    pub tail_len: U32,
    /// 16: length of the whole file.
    pub file_len: U64,
    /// 24: XXH3-64 of the header, taken with zeros in this field, and the tail behind it.
    pub checksum: U64,
    /// 32: version of the program that wrote the file, ASCII, padded with zeros.
    pub tool_version: [u8; 16],
    /// 48: name of the family, ASCII, padded with zeros.
    pub family: [u8; 32],
    /// 80: XXH3-64 of the description.
    pub description_hash: U64,
    /// 88: number of entries of all sections together.
    pub entries: U64,
    /// 96: number of shapes.
    pub shapes: U16,
    /// 98: 0 unit, 1 straight, 2 finger.
    pub metric: u8,
    /// 99: bytes of an entry: 1 or 2. All bits set stands for unreachable.
    pub entry_width: u8,
    /// 100: length of the description in bytes.
    pub description_len: U32,
    /// 104: number of sections.
    pub sections: U32,
    /// 108: bytes of data that one checksum covers: [`BLOCK`], or [`PACKED_BLOCK`] before they were packed.
    pub block_len: U32,
    /// 112: the number of the shard, from 0; where it is none, 0.
    pub shard: U32,
    /// 116: how many shards there are; where it is none, 0.
    pub shards: U32,
    /// 120: zeros.
    pub reserved: [u8; 8],
}

/// Which entries of a section a shard has.
#[derive(Clone, Debug, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct SectionRange {
    /// 0: index of the first.
    pub first: U64,
    /// 8: entries of the whole section.
    pub whole: U64,
}

/// One of the files in which a table lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    number: u32,
    of: u32,
}

/// Most shards of a table.
const MOST_SHARDS: u32 = 1 << 16;

impl Shard {
    /// The shard with a number, from 0, of so many; `None` where there is none.
    ///
    /// ```
    /// use huarong::table::Shard;
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

    /// How many there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// All shards of the table.
    pub fn all(self) -> impl Iterator<Item = Self> {
        (0..self.of).map(move |number| Self { number, ..self })
    }
}

impl fmt::Display for Shard {
    /// As names of files have it, like `1-of-4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-of-{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = ();

    /// Reads what is displayed, and nothing else.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (number, of) = text.split_once("-of-").ok_or(())?;
        let shard = Self::new(number.parse().map_err(drop)?, of.parse().map_err(drop)?).ok_or(())?;
        (shard.to_string() == text).then_some(shard).ok_or(())
    }
}

/// What a table is of, as its tail says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Name of the family; what is longer than 32 bytes is cut.
    pub family: String,
    /// Board, shapes and goals, line by line: the same text means the same positions under the same numbers, won where
    /// they were.
    pub description: String,
    /// Number of shapes, by which sections count pieces.
    pub shapes: u16,
}

impl Subject {
    /// What tells it from others: XXH3-64 of its description.
    pub fn hash(&self) -> u64 {
        xxh3_64(self.description.as_bytes())
    }
}

/// A piece set and where its entries are.
#[derive(Clone, Debug, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct SectionRecord {
    /// 0: number of entries.
    pub entries: U64,
    /// 8: where they begin, in bytes from the beginning of the file; where that is packed, of what it was before.
    pub offset: U64,
    /// 16: number of entries that are unreachable.
    pub unreachable: U64,
    /// 24: largest distance; all bits set where every entry is unreachable.
    pub max_distance: U32,
    /// 28: length of the histogram, `max_distance + 1` or 0.
    pub histogram_len: U32,
}

/// Description and counts each end with zeros up to a multiple of this.
const PADDING: usize = 8;

/// Appends zeros up to a multiple of eight bytes.
pub(super) fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(padded_len(bytes.len()), 0);
}

/// `len` rounded up to a multiple of eight bytes.
pub(super) fn padded_len(len: usize) -> usize {
    len.next_multiple_of(PADDING)
}

/// Text in a fixed field, cut at a character's end where it is too long.
pub(super) fn padded<const N: usize>(text: &str) -> [u8; N] {
    let mut end = text.len().min(N);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut field = [0; N];
    field[..end].copy_from_slice(&text.as_bytes()[..end]);
    field
}

/// The text of a fixed field.
pub(super) fn unpadded(field: &[u8]) -> String {
    let end = field.iter().position(|&byte| byte == 0).unwrap_or(field.len());
    String::from_utf8_lossy(&field[..end]).into_owned()
}
