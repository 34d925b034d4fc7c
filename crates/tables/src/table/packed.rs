//! Packed blocks: their offsets, and a cache of unpacked ones.

use super::format::{DATA, PACKED_BLOCK};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use std::ops::Range;
use std::sync::Mutex;

/// Level 6 takes three times as long and saves a tenth more.
const COMPRESSION_LEVEL: u8 = 1;

/// 32 MiB of unpacked blocks.
const MOST_CACHED_BLOCKS: usize = 1 << 13;

/// Packs entries.
pub(super) fn pack(entries: &[u8]) -> Vec<u8> {
    compress_to_vec(entries, COMPRESSION_LEVEL)
}

/// Unpacks a block. Returns whether it has exactly the expected length, without excess bytes.
fn unpack(packed: &[u8], entries: &mut [u8]) -> bool {
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, read, written) =
        decompress(&mut DecompressorOxide::new(), packed, entries, 0, flags);
    (status, read, written) == (TINFLStatus::Done, packed.len(), entries.len())
}

/// The packed blocks of a table, with a cache.
#[derive(Debug)]
pub(super) struct Packed {
    /// Offset of each block in the file, and the end of the last.
    bounds: Vec<usize>,
    /// Number of bytes of all unpacked entries.
    entry_bytes: usize,
    /// Cache of the latest unpacked blocks. A block's slot is its number modulo the number of slots.
    kept: Box<[Mutex<Kept>]>,
}

/// An unpacked block in the cache.
#[derive(Debug, Default)]
struct Kept {
    block: usize,
    /// Empty if the slot is unused.
    entries: Vec<u8>,
}

impl Packed {
    /// Makes the blocks of a table from the number of bytes of its entries and the lengths of the packed blocks.
    pub fn new(entry_bytes: usize, lengths: impl IntoIterator<Item = usize>) -> Self {
        let mut bounds = vec![DATA];
        for length in lengths {
            bounds.push(bounds[bounds.len() - 1].saturating_add(length));
        }
        let kept = (bounds.len() - 1).min(MOST_CACHED_BLOCKS);
        Self { bounds, entry_bytes, kept: (0..kept).map(|_| Mutex::default()).collect() }
    }

    /// Limits the cache to `bytes`, but to no less than one block.
    pub fn keep(&mut self, bytes: u64) {
        let most = usize::try_from(bytes).unwrap_or(usize::MAX) / PACKED_BLOCK;
        let kept = (self.bounds.len() - 1).min(most.clamp(1, MOST_CACHED_BLOCKS));
        self.kept = (0..kept).map(|_| Mutex::default()).collect();
    }

    /// Offset of the end of the last block.
    pub fn end(&self) -> usize {
        self.bounds[self.bounds.len() - 1]
    }

    /// The range of a packed block in the file.
    pub fn range(&self, block: usize) -> Range<usize> {
        self.bounds[block]..self.bounds[block + 1]
    }

    /// Unpacks a block; `None` if the bytes are not a valid block.
    pub fn unpacked(&self, block: usize, packed: &[u8]) -> Option<Vec<u8>> {
        let length = PACKED_BLOCK.min(self.entry_bytes - block * PACKED_BLOCK);
        let mut entries = vec![0; length];
        unpack(packed, &mut entries).then_some(entries)
    }

    /// Applies `of` to the entries of a block. If they are not in the cache, `unpack` unpacks them.
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
