//! Tables taken apart, changed, and made well-formed again, without using the library.

use std::fs;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Offsets in the header; see `crates/tables/src/table/format.rs`.
pub const VERSION: usize = 8;
const TAIL_LEN: usize = 12;
const CHECKSUM: usize = 24;
pub const FAMILY: usize = 48;
const SHAPES: usize = 96;
const DESCRIPTION_LEN: usize = 100;
/// Offset of the entries.
const DATA: usize = 128;
/// Number of data bytes per checksum.
pub const BLOCK: usize = 1 << 16;

/// A table of one piece set, taken apart.
#[derive(Clone)]
pub struct Patched {
    pub bytes: Vec<u8>,
}

impl Patched {
    pub fn read(file: &Path) -> Self {
        Self { bytes: fs::read(file).expect("the table exists") }
    }

    pub fn number(&self, at: usize, len: usize) -> usize {
        self.bytes[at..at + len].iter().rev().fold(0, |n, &byte| n << 8 | usize::from(byte))
    }

    /// Offset of the entries.
    pub fn data(&self) -> usize {
        DATA
    }

    /// Offset of the tail, which begins with the description of the table's subject.
    pub fn tail(&self) -> usize {
        self.bytes.len() - self.number(TAIL_LEN, 4)
    }

    /// The description of the table's subject.
    pub fn description(&self) -> &str {
        let end = self.tail() + self.number(DESCRIPTION_LEN, 4);
        str::from_utf8(&self.bytes[self.tail()..end]).expect("it is text")
    }

    /// Offset of the record of the only section.
    pub fn section(&self) -> usize {
        self.tail() + self.number(DESCRIPTION_LEN, 4).next_multiple_of(8)
    }

    /// Offset of the section's histogram.
    pub fn histogram(&self) -> usize {
        self.section() + 32 + self.number(SHAPES, 2).next_multiple_of(8)
    }

    /// The length of the histogram.
    pub fn histogram_len(&self) -> usize {
        self.number(self.section() + 28, 4)
    }

    /// Offset of the number of unreachable entries.
    pub fn unreachable(&self) -> usize {
        self.section() + 16
    }

    pub fn entry(&mut self, index: u64) -> &mut u8 {
        let at = self.data() + index as usize;
        &mut self.bytes[at]
    }

    /// Corrects all checksums.
    pub fn seal(&mut self) {
        let mut at = self.histogram() + 8 * self.histogram_len();
        let tail = self.tail();
        let sums: Vec<u64> = self.bytes[DATA..tail].chunks(BLOCK).map(xxh3_64).collect();
        for sum in sums {
            self.bytes[at..at + 8].copy_from_slice(&sum.to_le_bytes());
            at += 8;
        }
        self.bytes[CHECKSUM..CHECKSUM + 8].fill(0);
        let sum = xxh3_64(&[&self.bytes[..DATA], &self.bytes[tail..]].concat());
        self.bytes[CHECKSUM..CHECKSUM + 8].copy_from_slice(&sum.to_le_bytes());
    }

    pub fn write(&self, file: &Path) {
        // Not in place: a process that maps the file keeps its contents.
        fs::remove_file(file).unwrap();
        fs::write(file, &self.bytes).unwrap();
    }
}
