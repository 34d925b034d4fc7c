//! Tables taken apart, to be changed and made sound again, with nothing of the library.

use std::fs;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Where the header keeps what it is about; see `src/table/format.rs`.
pub const VERSION: usize = 8;
const TAIL_LEN: usize = 12;
const CHECKSUM: usize = 24;
pub const FAMILY: usize = 48;
const SHAPES: usize = 96;
const DESCRIPTION_LEN: usize = 100;
/// Where the entries begin.
const DATA: usize = 128;
/// Bytes of data that one checksum covers.
pub const BLOCK: usize = 1 << 16;

/// A table of one piece set, taken apart.
#[derive(Clone)]
pub struct Patched {
    pub bytes: Vec<u8>,
}

impl Patched {
    pub fn read(file: &Path) -> Self {
        Self { bytes: fs::read(file).expect("the table is there") }
    }

    pub fn number(&self, at: usize, len: usize) -> usize {
        self.bytes[at..at + len].iter().rev().fold(0, |n, &byte| n << 8 | usize::from(byte))
    }

    /// Where the entries begin.
    pub fn data(&self) -> usize {
        DATA
    }

    /// Where the tail begins, and the description of what the table is of.
    pub fn tail(&self) -> usize {
        self.bytes.len() - self.number(TAIL_LEN, 4)
    }

    /// The description of what the table is of.
    pub fn description(&self) -> &str {
        let end = self.tail() + self.number(DESCRIPTION_LEN, 4);
        str::from_utf8(&self.bytes[self.tail()..end]).expect("it is text")
    }

    /// Where the record of the one section is.
    pub fn section(&self) -> usize {
        self.tail() + self.number(DESCRIPTION_LEN, 4).next_multiple_of(8)
    }

    /// Where the section's histogram begins.
    pub fn histogram(&self) -> usize {
        self.section() + 32 + self.number(SHAPES, 2).next_multiple_of(8)
    }

    /// The length of the histogram.
    pub fn histogram_len(&self) -> usize {
        self.number(self.section() + 28, 4)
    }

    /// Where the number of unreachable entries is.
    pub fn unreachable(&self) -> usize {
        self.section() + 16
    }

    pub fn entry(&mut self, index: u64) -> &mut u8 {
        let at = self.data() + index as usize;
        &mut self.bytes[at]
    }

    /// Makes all checksums right again.
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
        // Not in place: whoever maps the file keeps what was there.
        fs::remove_file(file).unwrap();
        fs::write(file, &self.bytes).unwrap();
    }
}
