//! One file of a table. Each block is checked at its first use.

use super::distances::{Distances, Histogram};
use super::error::TableError;
use super::format::{BLOCK, DATA, PACKED_BLOCK};
use super::head::Head;
use super::packed::Packed;
use huarong_core::effort::threads::*;
use std::borrow::Cow;
use std::ops::{Deref, Range};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use xxhash_rust::xxh3::xxh3_64;

/// A whole number of blocks, packed or not.
const BYTES_COUNTED_AT_ONCE: usize = 16 * BLOCK;

/// One file of a table.
#[derive(Debug)]
pub(super) struct File<B> {
    pub path: PathBuf,
    pub bytes: B,
    pub head: Head,
    /// For each block, whether it was checked.
    sound: Vec<AtomicBool>,
}

impl<B: Deref<Target = [u8]> + Sync> File<B> {
    /// Makes a file from its decoded header. No block has been checked yet.
    pub fn new(path: PathBuf, bytes: B, head: Head) -> Self {
        let sound = head.checksums.iter().map(|_| AtomicBool::new(false)).collect();
        Self { path, bytes, head, sound }
    }

    /// Offset of an entry from the beginning of the unpacked data.
    #[inline]
    fn place(&self, section: usize, index: u64) -> usize {
        let held = &self.head.sections[section];
        assert!(held.range.contains(&index), "entry {index} of {:?}", held.range);
        held.offset - DATA + (index - held.range.start) as usize * self.head.entry_width as usize
    }

    #[inline]
    pub fn get(&self, section: usize, index: u64) -> Result<Option<u16>, TableError> {
        let (width, at) = (self.head.entry_width, self.place(section, index));
        if let Some(packed) = &self.head.packed {
            let block = at / PACKED_BLOCK;
            let entry = (at % PACKED_BLOCK / width as usize) as u64;
            let get = |entries: &[u8]| Distances::in_bytes(entries, width).get(entry);
            return packed.with_block(block, || self.unpacked_block(packed, block), get);
        }
        let block = at / BLOCK;
        if !self.sound[block].load(Relaxed) {
            self.check_block(block)?;
        }
        Ok(Distances::in_bytes(&self.bytes[DATA + at..], width).get(0))
    }

    pub fn entry_offset(&self, section: usize, index: u64) -> u64 {
        let at = self.place(section, index);
        match &self.head.packed {
            None => (DATA + at) as u64,
            Some(packed) => packed.range(at / PACKED_BLOCK).start as u64,
        }
    }

    /// The bytes of a range of a section's entries, which must not be empty.
    pub fn some_bytes(
        &self,
        section: usize,
        range: Range<u64>,
    ) -> Result<Cow<'_, [u8]>, TableError> {
        let last = self.place(section, range.end - 1);
        let bytes = self.place(section, range.start)..last + self.head.entry_width as usize;
        if let Some(packed) = &self.head.packed {
            return Ok(Cow::Owned(self.unpacked(packed, bytes)?));
        }
        for block in bytes.start / BLOCK..=(bytes.end - 1) / BLOCK {
            self.check_block(block)?;
        }
        Ok(Cow::Borrowed(&self.bytes[DATA + bytes.start..DATA + bytes.end]))
    }

    /// The bytes of a range of entries, unpacked; the range must not be empty.
    fn unpacked(&self, packed: &Packed, range: Range<usize>) -> Result<Vec<u8>, TableError> {
        let mut bytes = vec![0; range.len()];
        let (first, skipped) = (range.start / PACKED_BLOCK, range.start % PACKED_BLOCK);
        let (head, rest) = bytes.split_at_mut(range.len().min(PACKED_BLOCK - skipped));
        let parts = once(head).chain(rest.par_chunks_mut(PACKED_BLOCK));
        parts.enumerate().try_for_each(|(nth, part)| {
            let entries = self.unpacked_block(packed, first + nth)?;
            let from = if nth == 0 { skipped } else { 0 };
            part.copy_from_slice(&entries[from..][..part.len()]);
            Ok(())
        })?;
        Ok(bytes)
    }

    /// Checks the histogram of a section against its entries.
    pub fn check_histogram(&self, section: usize) -> Result<(), TableError> {
        let held = &self.head.sections[section];
        let mut found = Histogram::default();
        for first in held.range.clone().step_by(BYTES_COUNTED_AT_ONCE) {
            let part = first..held.range.end.min(first + BYTES_COUNTED_AT_ONCE as u64);
            let bytes = self.some_bytes(section, part)?;
            found.add(&Distances::in_bytes(bytes, self.head.entry_width).histogram());
        }
        if (&found.counts, found.unreachable) == (&held.histogram, held.unreachable) {
            return Ok(());
        }
        Err(TableError::Damaged {
            path: self.path.clone(),
            offset: held.record_at as u64,
            what: format!("the histogram of section {section} differs from its entries"),
        })
    }

    #[cold]
    #[inline(never)]
    fn unpacked_block(&self, packed: &Packed, block: usize) -> Result<Vec<u8>, TableError> {
        let bytes = self.check_block(block)?;
        packed.unpacked(block, bytes).ok_or_else(|| TableError::Damaged {
            path: self.path.clone(),
            offset: packed.range(block).start as u64,
            what: format!("this block of {} bytes cannot be unpacked", bytes.len()),
        })
    }

    /// The bytes of a block, after their checksum was checked once.
    #[cold]
    #[inline(never)]
    pub fn check_block(&self, block: usize) -> Result<&[u8], TableError> {
        let range = match &self.head.packed {
            Some(packed) => packed.range(block),
            None => {
                let start = DATA + block * BLOCK;
                start..self.head.data_end.min(start + BLOCK)
            }
        };
        let bytes = &self.bytes[range.clone()];
        if self.sound[block].load(Relaxed) {
            return Ok(bytes);
        }
        if xxh3_64(bytes) != self.head.checksums[block] {
            return Err(TableError::Damaged {
                path: self.path.clone(),
                offset: range.start as u64,
                what: format!("this block of {} bytes does not match its checksum", bytes.len()),
            });
        }
        self.sound[block].store(true, Relaxed);
        Ok(bytes)
    }
}
