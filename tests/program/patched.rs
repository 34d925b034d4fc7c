//! Tables taken apart, to be changed and made sound again, with nothing of the library.

use std::fs;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Where the head keeps what it is about; see `src/table/format.rs`.
pub const VERSION: usize = 8;
const HEAD_LEN: usize = 12;
const CHECKSUM: usize = 24;
pub const FAMILY: usize = 48;
pub const WIDTH: usize = 96;
const SHAPES: usize = 100;
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
        self.number(HEAD_LEN, 4)
    }

    /// Where the record of the one section is.
    pub fn section(&self) -> usize {
        128 + 32 * self.number(SHAPES, 2) + 8 * self.number(SHAPES + 2, 2)
    }

    pub fn entry(&mut self, index: u64) -> &mut u8 {
        let at = self.data() + index as usize;
        &mut self.bytes[at]
    }

    /// Makes all checksums right again.
    pub fn seal(&mut self) {
        let histogram = self.number(self.section() + 44, 4);
        let mut at = self.section() + 64 + 8 * histogram;
        let sums: Vec<u64> = self.bytes[self.data()..].chunks(BLOCK).map(xxh3_64).collect();
        for sum in sums {
            self.bytes[at..at + 8].copy_from_slice(&sum.to_le_bytes());
            at += 8;
        }
        let head = self.data();
        self.bytes[CHECKSUM..CHECKSUM + 8].fill(0);
        let sum = xxh3_64(&self.bytes[..head]);
        self.bytes[CHECKSUM..CHECKSUM + 8].copy_from_slice(&sum.to_le_bytes());
    }

    pub fn write(&self, file: &Path) {
        // Not in place: whoever maps the file keeps what was there.
        fs::remove_file(file).unwrap();
        fs::write(file, &self.bytes).unwrap();
    }
}
