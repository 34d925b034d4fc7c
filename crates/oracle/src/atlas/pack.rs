//! Rewriting tables: packing, unpacking, and gathering shards into one file.

use super::files::{Atlas, TableFile};
use super::plan::BuildError;
use super::subject;
use huarong_core::effort::Effort;
use huarong_tables::table::{Table, pack, unpack};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Result of rewriting a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repacked {
    /// The path of the table.
    pub path: PathBuf,
    /// Number of shards before; 0 if the table was one file.
    pub shards: usize,
    /// Length in bytes before, of the file or of all shards.
    pub before: u64,
    /// Length in bytes now. It is unchanged if no rewriting was necessary.
    pub after: u64,
}

impl Atlas {
    /// Packs or unpacks the wanted tables in place, and gathers tables in shards into one file. Waits for a build in the
    /// directory, and then finds its tables, too. Does not rewrite tables that have the requested form. Every table is
    /// replaced completely or not at all. Reports progress in entries.
    pub fn repack(
        &self,
        is_wanted: impl Fn(&TableFile) -> bool,
        packed: bool,
        effort: Effort<'_>,
    ) -> Result<Vec<Repacked>, BuildError> {
        let _lock = self.on_storage().own::<BuildError>(&[], effort)?;
        let subject = subject(&self.family)?;
        let mut tables: Vec<(TableFile, Arc<Table>)> = Vec::new();
        for file in self.files()?.into_iter().filter(is_wanted) {
            self.forget(&file.path);
            tables.extend(self.open(&file)?.map(|table| (file, table)));
        }
        let is_done = |table: &Table| table.is_packed() == packed && !table.is_sharded();
        let differing = tables.iter().filter(|(_, table)| !is_done(table));
        let sections = differing.flat_map(|(_, table)| table.sections());
        effort.total(sections.map(|section| section.entries).sum())?;
        let mut repacked = Vec::new();
        for (file, table) in &tables {
            let (path, before) = (&*file.path, table.file_len());
            let name = path.file_name().unwrap_or_default().display();
            let storage = &*self.storage;
            let after = match packed {
                _ if is_done(table) => before,
                true => {
                    effort.doing(format_args!("packing {name}"))?;
                    pack::<BuildError>(storage, table, path, &subject, effort)?
                }
                false => {
                    effort.doing(format_args!("writing {name}"))?;
                    unpack::<BuildError>(storage, table, path, &subject, effort)?
                }
            };
            self.forget(path);
            let shards: Vec<PathBuf> = match table.is_sharded() {
                true => table.paths().map(Path::to_owned).collect(),
                false => Vec::new(),
            };
            let count = shards.len();
            self.remove(&shards)?;
            repacked.push(Repacked { path: path.to_owned(), shards: count, before, after });
        }
        Ok(repacked)
    }
}
