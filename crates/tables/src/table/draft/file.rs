//! The file of an unfinished table.

use crate::storage::{Storage, Unfinished};
use crate::table::distances::EntryWidth;
use crate::table::error::TableError;
use crate::table::format::{BLOCK, DATA};
use crate::table::names::record_path;
use crate::table::restore::Blocks;
use std::io;
use std::path::Path;

/// The file and the width of its entries. Changing the width requires exclusive access.
#[derive(Debug)]
pub(super) struct DraftFile {
    /// `None` after it was finished.
    pub file: Option<Box<dyn Unfinished>>,
    pub width: EntryWidth,
    /// Whether a checkpoint record exists for the file.
    pub is_recorded: bool,
}

impl Drop for DraftFile {
    fn drop(&mut self) {
        if let Some(file) = self.file.take_if(|_| self.is_recorded) {
            // If the file cannot be kept, the next build starts from the beginning.
            let _ = file.keep();
        }
    }
}

impl DraftFile {
    pub fn file(&self) -> &dyn Unfinished {
        &**self.file.as_ref().expect("the file is open until it is finished")
    }

    /// Reads bytes of the data.
    pub fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.file().read_at(DATA as u64 + at, bytes)
    }

    /// Reads a block of data of `entries` entries.
    pub fn block(&self, block: usize, entries: u64) -> io::Result<Vec<u8>> {
        let data_len = (entries * self.width as u64) as usize;
        let mut bytes = vec![0; BLOCK.min(data_len - block * BLOCK)];
        self.read((block * BLOCK) as u64, &mut bytes)?;
        Ok(bytes)
    }

    /// Sets the length of the file to that of its entries without a tail.
    pub fn fit(&self, entries: u64) -> io::Result<()> {
        let length = DATA as u64 + entries * self.width as u64;
        self.file().reserve(length)?;
        self.file().cut(length)
    }
}

/// Access to the blocks of a file of `entries` entries.
pub(super) struct BlocksIn<'f> {
    pub file: &'f DraftFile,
    pub entries: u64,
}

impl Blocks for BlocksIn<'_> {
    fn read(&self, block: usize) -> io::Result<Vec<u8>> {
        self.file.block(block, self.entries)
    }

    fn write(&self, block: usize, bytes: &[u8]) -> io::Result<()> {
        self.file.file().write_at((DATA + block * BLOCK) as u64, bytes)
    }
}

/// Removes the checkpoint record of a table durably.
pub(super) fn remove_record(storage: &dyn Storage, table: &Path) -> Result<(), TableError> {
    let record = record_path(table);
    let removed = || {
        storage.remove(&record)?;
        storage.sync_directory(table.parent().unwrap_or(Path::new("")))
    };
    removed().map_err(|source| TableError::io("remove", record.clone(), source))
}
