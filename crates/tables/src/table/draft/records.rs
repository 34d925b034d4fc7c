//! Checkpoint records of an unfinished table: writing them, and continuing from them.

use super::file::{BlocksIn, DraftFile, remove_record};
use super::{Known, TableDraft};
use crate::storage::Storage;
use crate::table::checkpoint::{Record, table_id, unfinished_of};
use crate::table::error::TableError;
use crate::table::names::{RECORD_PREFIX, record_path};
use crate::table::restore::{BlocksOf, restore};
use crate::table::sections::{Outline, drafts, entries_of, sections_id};
use rayon::prelude::*;
use std::io;
use std::path::Path;
use std::sync::{Mutex, RwLock};
use xxhash_rust::xxh3::xxh3_64;

impl<'d> TableDraft<'d> {
    /// Continues the table of an outline from its last [record](Self::record); `None` if there is none.
    ///
    /// A record that cannot be used is removed, and `unusable` receives the reason in words. Reasons are wrong
    /// checksums, and sections, blocks or counts that differ from the table or the unfinished file.
    pub fn resume(
        storage: &'d dyn Storage,
        path: &Path,
        outline: Outline<'d>,
        unusable: impl FnOnce(&str),
    ) -> Result<Option<Self>, TableError> {
        let Outline { subject, metric, shard, sections } = outline;
        let record = record_path(path);
        let io = |source| TableError::io("read", &record, source);
        let bytes = match storage.open(&record) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes.map_err(io)?,
        };
        let sections = drafts(path, subject, sections)?;
        let entries = entries_of(&sections);
        let usable = || -> Result<_, String> {
            let table_id = table_id(subject, metric, &sections_id(shard, &sections));
            let record = Record::read(&bytes, table_id, entries)?;
            let file = storage.reopen(&path.with_file_name(&record.file));
            let file = file.map_err(|error| format!("{}: {error}", record.file))?;
            Ok((record, file))
        };
        let checked = usable().and_then(|(record, file)| {
            let mut file = DraftFile { file: Some(file), width: record.width, is_recorded: false };
            restore(&BlocksIn { file: &file, entries }, &sections, &record)?;
            file.fit(entries).map_err(|error| error.to_string())?;
            let Record { progress, checksums, .. } = record;
            let of = BlocksOf { sections: &sections, progress: &progress, width: file.width };
            let known = |(block, checksum)| of.is_all_recorded(block).then_some(checksum);
            let checksums = checksums.into_iter().enumerate().map(known).collect();
            file.is_recorded = true;
            Ok((file, Known { progress, checksums }))
        });
        let (file, known) = match checked {
            Ok(sound) => sound,
            Err(what) => {
                unusable(&what);
                if let Some(file) = unfinished_of(&bytes) {
                    // The file may be missing.
                    let _ = storage.remove(&path.with_file_name(file));
                }
                remove_record(storage, path)?;
                return Ok(None);
            }
        };
        let (file, known) = (RwLock::new(file), Mutex::new(known));
        let path = path.to_owned();
        Ok(Some(Self { storage, path, subject, metric, shard, sections, file, known }))
    }

    /// Makes all written entries durable, and writes a record with the state of each section: [complete](Self::count),
    /// or [written up to a level](Self::reached).
    pub fn record(&self) -> Result<(), TableError> {
        let mut file = self.file.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        let progress = self.known().progress.clone();
        let of = BlocksOf { sections: &self.sections, progress: &progress, width: file.width };
        let mut known = self.known().checksums.clone();
        let checksum = |(block, known): (usize, &mut Option<u64>)| {
            let is_all = of.is_all_recorded(block);
            if let Some(checksum) = known.filter(|_| is_all) {
                return Ok(checksum);
            }
            let checksum = match of.is_any_recorded(block) {
                true => {
                    let mut bytes = file.block(block, self.entries())?;
                    of.leave_out(block, &mut bytes);
                    xxh3_64(&bytes)
                }
                false => 0,
            };
            // The checksum of another block does not cover all its entries.
            if is_all {
                *known = Some(checksum);
            }
            Ok(checksum)
        };
        let checksums = known.par_iter_mut().enumerate().map(checksum);
        let checksums: Vec<u64> =
            checksums.collect::<io::Result<_>>().map_err(|source| self.io("read", source))?;
        self.known().checksums = known;
        let table_id =
            table_id(self.subject, self.metric, &sections_id(self.shard, &self.sections));
        let record = Record { file: file.file().name(), width: file.width, progress, checksums };
        let bytes = record.bytes(table_id, self.entries());
        file.file().sync().map_err(|source| self.io("write", source))?;
        let path = record_path(&self.path);
        self.storage
            .write_whole(&path, RECORD_PREFIX, |out| out.write_all(&bytes))
            .map_err(|source| TableError::io("write", path, source))?;
        file.is_recorded = true;
        Ok(())
    }
}
