//! Packed blocks: where each is, and the last ones unpacked.

use super::format::{DATA, PACKED_BLOCK};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use std::ops::Range;
use std::sync::Mutex;

/// How hard it is tried: level 6 takes three times as long for a tenth less.
const LEVEL: u8 = 1;

/// Most unpacked blocks that a table keeps, where nobody says otherwise: 32 MiB.
const MOST_KEPT: usize = 1 << 13;

/// The bytes that some entries are packed into.
pub(super) fn pack(entries: &[u8]) -> Vec<u8> {
    compress_to_vec(entries, LEVEL)
}

/// Unpacks what was packed from as many bytes as there is room for; whether it was, and no byte stands behind it.
fn unpack(packed: &[u8], entries: &mut [u8]) -> bool {
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, read, written) =
        decompress(&mut DecompressorOxide::new(), packed, entries, 0, flags);
    (status, read, written) == (TINFLStatus::Done, packed.len(), entries.len())
}

/// The packed blocks of a table.
#[derive(Debug)]
pub(super) struct Packed {
    /// Where each begins in the file, and the last ends.
    bounds: Vec<usize>,
    /// Bytes of all entries together.
    entry_bytes: usize,
    /// Those unpacked last, each at its number modulo their number.
    kept: Box<[Mutex<Kept>]>,
}

/// An unpacked block.
#[derive(Debug, Default)]
struct Kept {
    block: usize,
    /// None before the first.
    entries: Vec<u8>,
}

impl Packed {
    /// The blocks of a table with so many bytes of entries, by their lengths.
    pub fn new(entry_bytes: usize, lengths: impl IntoIterator<Item = usize>) -> Self {
        let mut bounds = vec![DATA];
        for length in lengths {
            bounds.push(bounds[bounds.len() - 1].saturating_add(length));
        }
        let kept = (bounds.len() - 1).min(MOST_KEPT);
        Self { bounds, entry_bytes, kept: (0..kept).map(|_| Mutex::default()).collect() }
    }

    /// Keeps unpacked blocks in so many bytes, but one at least.
    pub fn keep(&mut self, bytes: u64) {
        let most = usize::try_from(bytes).unwrap_or(usize::MAX) / PACKED_BLOCK;
        let kept = (self.bounds.len() - 1).min(most.clamp(1, MOST_KEPT));
        self.kept = (0..kept).map(|_| Mutex::default()).collect();
    }

    /// Where the last block ends in the file.
    pub fn end(&self) -> usize {
        self.bounds[self.bounds.len() - 1]
    }

    /// Where a block is in the file.
    pub fn range(&self, block: usize) -> Range<usize> {
        self.bounds[block]..self.bounds[block + 1]
    }

    /// The entries of a block, which is packed into some bytes; `None` where it is not.
    pub fn unpacked(&self, block: usize, packed: &[u8]) -> Option<Vec<u8>> {
        let length = PACKED_BLOCK.min(self.entry_bytes - block * PACKED_BLOCK);
        let mut entries = vec![0; length];
        unpack(packed, &mut entries).then_some(entries)
    }

    /// What `of` says of the entries of a block, which `unpack` unpacks where they are not kept.
    pub fn with_block<T, E>(
        &self,
        block: usize,
        unpack: impl FnOnce() -> Result<Vec<u8>, E>,
        of: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, E> {
        let kept = &self.kept[block % self.kept.len()];
        let mut kept = kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if kept.block != block || kept.entries.is_empty() {
            *kept = Kept { block, entries: unpack()? };
        }
        Ok(of(&kept.entries))
    }
}
