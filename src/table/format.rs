//! The file format, byte by byte. All numbers are little-endian.
//!
//! ```text
//! head   FileHeader                     128 bytes
//!        ShapeRecord    x shapes         32 bytes each
//!        GoalRecord     x goals           8 bytes each
//!        SectionRecord  x sections       64 bytes each, one a piece set
//!        histograms                       8 bytes a distance, section after section
//!        block checksums                  8 bytes a block of the data
//!        zeros up to a multiple of 64
//! data   entries of the sections, one after another, `entry_width` bytes each
//! ```

use zerocopy::little_endian::{U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// The first eight bytes of every table.
pub const MAGIC: [u8; 8] = *b"HUARONG\n";

/// The version of the format that this program reads and writes.
pub const FORMAT_VERSION: u32 = 1;

/// Most shapes of a section.
pub const MOST_SHAPES: usize = 16;

/// Metrics that an entry's distance can be of; their codes are 0, 1 and 2.
pub(super) const METRICS: u8 = 3;

/// Bytes of data that one checksum covers; the last block may be shorter.
pub const BLOCK: usize = 1 << 16;

/// The head's length and the data's offset are multiples of this.
pub(super) const ALIGNMENT: usize = 64;

/// What the file begins with.
#[derive(Clone, Debug, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct FileHeader {
    /// 0: [`MAGIC`].
    pub magic: [u8; 8],
    /// 8: [`FORMAT_VERSION`].
    pub version: U32,
    /// 12: length of the head: where the data begins.
    pub head_len: U32,
    /// 16: length of the whole file.
    pub file_len: U64,
    /// 24: XXH3-64 of the head, taken with zeros in this field.
    pub head_checksum: U64,
    /// 32: version of the program that wrote the file, ASCII, padded with zeros.
    pub tool_version: [u8; 16],
    /// 48: name of the family, ASCII, padded with zeros.
    pub family: [u8; 32],
    /// 80: the board's walls, bit `row * width + column`.
    pub walls: U64,
    /// 88: number of entries of all sections together.
    pub entries: U64,
    /// 96: columns of the board.
    pub width: u8,
    /// 97: rows of the board.
    pub height: u8,
    /// 98: 0 unit, 1 straight, 2 finger.
    pub metric: u8,
    /// 99: bytes of an entry: 1 or 2. All bits set stands for unreachable.
    pub entry_width: u8,
    /// 100: number of shapes.
    pub shapes: U16,
    /// 102: number of goal records.
    pub goals: U16,
    /// 104: number of sections.
    pub sections: U32,
    /// 108: bytes of data that one checksum covers: [`BLOCK`].
    pub block_len: U32,
    /// 112: zeros.
    pub reserved: [u8; 16],
}

/// A shape of the pieces.
#[derive(Clone, Debug, PartialEq, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct ShapeRecord {
    /// 0: the letter, ASCII.
    pub letter: u8,
    /// 1: how many pieces every piece set has; 255 where that is open.
    pub fixed_count: u8,
    /// 2: zeros.
    pub reserved: [u8; 6],
    /// 8: the cells, bit `row * board width + column` from the shape's top row and left column.
    pub cells: U64,
    /// 16: the name, UTF-8, cut to size and padded with zeros.
    pub name: [u8; 16],
}

/// A piece that must stand somewhere for a position to be won.
#[derive(Clone, Debug, PartialEq, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct GoalRecord {
    /// 0: number of the shape.
    pub shape: u8,
    /// 1: cell of its anchor.
    pub cell: u8,
    /// 2: zeros.
    pub reserved: [u8; 6],
}

/// What a table is of, as its head says it.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// Name of the family; what is longer than 32 bytes is cut.
    pub family: String,
    /// Columns of the board.
    pub width: u8,
    /// Rows of the board.
    pub height: u8,
    /// The board's walls, bit `row * width + column`.
    pub walls: u64,
    /// The shapes.
    pub shapes: Vec<ShapeRecord>,
    /// What must stand where for a position to be won.
    pub goals: Vec<GoalRecord>,
}

/// A piece set and where its entries are.
#[derive(Clone, Debug, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct SectionRecord {
    /// 0: number of pieces of each shape, zeros beyond the last shape.
    pub counts: [u8; MOST_SHAPES],
    /// 16: number of entries.
    pub entries: U64,
    /// 24: where they begin, in bytes from the beginning of the file.
    pub offset: U64,
    /// 32: number of entries that are unreachable.
    pub unreachable: U64,
    /// 40: largest distance; all bits set where every entry is unreachable.
    pub max_distance: U32,
    /// 44: length of the histogram, `max_distance + 1` or 0.
    pub histogram_len: U32,
    /// 48: zeros.
    pub reserved: [u8; 16],
}

/// `len` rounded up to a multiple of [`ALIGNMENT`].
pub(super) fn aligned(len: usize) -> usize {
    len.next_multiple_of(ALIGNMENT)
}

/// Text in a fixed field, cut at a character's end where it is too long.
pub(crate) fn padded<const N: usize>(text: &str) -> [u8; N] {
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
