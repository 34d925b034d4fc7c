//! Packing tables: the same entries in fewer bytes, in their own places.

use super::{Atlas, BuildError, TableFile, subject};
use crate::effort::Effort;
use crate::table::{Table, pack, unpack};
use std::path::PathBuf;
use std::sync::Arc;

/// What became of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repacked {
    /// The file.
    pub path: PathBuf,
    /// Its length in bytes before.
    pub before: u64,
    /// Its length in bytes now; the same where it was as it should be.
    pub after: u64,
}

impl Atlas {
    /// Packs those of some tables that are not packed, or unpacks those that are, each in its own place; files that are not
    /// there are passed over. Every table is replaced whole or not at all. The effort is told of entries.
    pub fn repack(
        &self,
        files: &[TableFile],
        packed: bool,
        effort: Effort<'_>,
    ) -> Result<Vec<Repacked>, BuildError> {
        let _lock = self.lock(effort)?;
        let subject = subject(&self.family)?;
        let mut tables: Vec<Arc<Table>> = Vec::new();
        for file in files {
            self.forget(&file.path);
            tables.extend(self.open(file)?);
        }
        let differs = |table: &&Arc<Table>| table.is_packed() != packed;
        let sections = tables.iter().filter(differs).flat_map(|table| table.sections());
        effort.total(sections.map(|section| section.entries).sum())?;
        let mut repacked = Vec::new();
        for table in tables {
            let (path, before) = (table.path(), table.file_len());
            let name = path.file_name().unwrap_or_default().display();
            let storage = &*self.storage;
            let after = match (table.is_packed(), packed) {
                (false, true) => {
                    effort.doing(format_args!("packing {name}"))?;
                    pack::<BuildError>(storage, &table, path, &subject, effort)?
                }
                (true, false) => {
                    effort.doing(format_args!("unpacking {name}"))?;
                    unpack::<BuildError>(storage, &table, path, &subject, effort)?
                }
                _ => before,
            };
            self.forget(path);
            repacked.push(Repacked { path: path.to_owned(), before, after });
        }
        Ok(repacked)
    }
}
