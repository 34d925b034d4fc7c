//! Opening the tables of an atlas.

use super::files::{Atlas, Scope, TableFile};
use super::subject::subject;
use huarong_core::rules::{Metric, PerMetric, PieceSet};
use huarong_core::space::Space;
use huarong_tables::table::{Distances, Histogram, Section, Shard, Table, TableError};
use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The distances of one piece set under one metric, in a table.
#[derive(Clone, Debug)]
pub struct SetTable {
    /// The table.
    pub table: Arc<Table>,
    /// Metric of the distances.
    pub metric: Metric,
    /// The section of the piece set.
    pub section: Section,
}

/// The existing tables of one piece set.
pub type SetTables = PerMetric<Option<SetTable>>;

impl SetTable {
    /// The distance of the position `index`; `None` if it cannot reach the goal.
    ///
    /// # Panics
    ///
    /// Panics if `index` is not below the section's number of entries.
    #[inline]
    pub fn get(&self, index: u64) -> Result<Option<u16>, TableError> {
        self.table.get(&self.section, index)
    }

    /// All distances in index order, after their blocks were checked. They are copied into memory if they are packed or
    /// in shards.
    pub fn distances(&self) -> Result<Distances<Cow<'_, [u8]>>, TableError> {
        self.table.distances(&self.section)
    }

    /// Number of positions by distance, as the header of the table has it.
    pub fn histogram(&self) -> Histogram {
        let Section { histogram, unreachable, .. } = &self.section;
        Histogram { counts: histogram.clone(), unreachable: *unreachable }
    }

    /// Bytes of memory that a copy of the distances takes; 0 if no copy is necessary.
    pub fn unpacked_bytes(&self) -> u64 {
        match self.table.is_packed() || self.table.is_sharded() {
            true => self.section.entries * self.table.width() as u64,
            false => 0,
        }
    }

    /// Checks that the table has one entry for every position of the space.
    pub fn check_fits(&self, space: &Space) -> Result<(), TableError> {
        if self.section.entries == space.len() {
            return Ok(());
        }
        let set = space.puzzle().piece_set_text(space.piece_set());
        let what = format!("{} entries for {set}, not {}", self.section.entries, space.len());
        Err(TableError::Foreign { path: self.table.path().to_owned(), what })
    }

    /// The error for a distance that contradicts those of the neighbours.
    pub(crate) fn contradiction(&self, index: u64) -> TableError {
        let what = format!("no neighbour of the position with index {index} is nearer to the goal");
        let offset = self.table.entry_offset(&self.section, index);
        let path = self.table.entry_path(&self.section, index).to_owned();
        TableError::Damaged { path, offset, what }
    }
}

impl Atlas {
    /// The table of a piece set under a metric, if it exists. Files are opened once.
    ///
    /// The piece set's own file is looked up first.
    pub fn find(&self, set: &PieceSet, metric: Metric) -> Result<Option<SetTable>, TableError> {
        for scope in [Scope::Set(set.clone()), Scope::Family] {
            let Some(table) = self.open(&self.file(scope, metric))? else { continue };
            if let Some(section) = table.section(set.counts()).cloned() {
                return Ok(Some(SetTable { table, metric, section }));
            }
        }
        Ok(None)
    }

    /// The existing tables of a piece set.
    pub fn tables_of(&self, set: &PieceSet) -> Result<SetTables, TableError> {
        PerMetric::try_each(|metric| self.find(set, metric))
    }

    /// The piece sets with at least one table, and their tables, in order.
    pub fn all_tables(&self) -> Result<Vec<(PieceSet, SetTables)>, TableError> {
        let mut found = Vec::new();
        for set in self.piece_sets() {
            let tables = self.tables_of(set)?;
            if tables.values().iter().any(Option::is_some) {
                found.push((set.clone(), tables));
            }
        }
        Ok(found)
    }

    /// Opens a table; `None` if neither the file nor a shard exists. Returns an error if its contents do not match its
    /// name, or if a shard is missing.
    pub fn open(&self, file: &TableFile) -> Result<Option<Arc<Table>>, TableError> {
        let mut opened = self.opened.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(table) = opened.get(&file.path) {
            return Ok(Some(table.clone()));
        }
        let table = match self.open_whole(file)? {
            Some(table) => Some(table),
            None => match self.open_shards(file) {
                Ok(Some(table)) => Some(table),
                // Another process may have gathered the shards after the whole file was looked up.
                shards => match self.open_whole(file)? {
                    Some(table) => Some(table),
                    None => shards?,
                },
            },
        };
        let table = table.map(Arc::new);
        opened.extend(table.iter().map(|table| (file.path.clone(), table.clone())));
        Ok(table)
    }

    /// Opens a table in one file; `None` if it does not exist.
    fn open_whole(&self, file: &TableFile) -> Result<Option<Table>, TableError> {
        match self.open_file(file, &file.path)? {
            Some(table) if table.is_sharded() => {
                self.foreign(&file.path, "a shard under the name of a whole table")
            }
            table => Ok(table),
        }
    }

    /// Opens one shard alone; `None` if it does not exist.
    pub fn open_shard(&self, file: &TableFile, shard: Shard) -> Result<Option<Table>, TableError> {
        let path = self.shard_path(file, shard);
        let table = self.open_file(file, &path)?;
        match table {
            Some(table) if table.shard() != Some(shard) => {
                self.foreign(&path, "another shard than its name says")
            }
            table => Ok(table),
        }
    }

    /// Opens all shards as one table; `None` if there are none.
    fn open_shards(&self, file: &TableFile) -> Result<Option<Table>, TableError> {
        let there = self.shards(file)?;
        let Some(&first) = there.first() else { return Ok(None) };
        let missing: Vec<u32> =
            first.all().filter(|shard| !there.contains(shard)).map(Shard::number).collect();
        if !missing.is_empty() {
            return Err(TableError::Shards { path: file.path.clone(), of: first.of(), missing });
        }
        let open = |shard: Shard| {
            let path = self.shard_path(file, shard);
            let gone = || TableError::io("read", path, io::ErrorKind::NotFound.into());
            self.open_shard(file, shard)?.ok_or_else(gone)
        };
        let shards = first.all().map(open).collect::<Result<Vec<_>, _>>()?;
        let table = Table::of_shards(shards)?;
        let is_whole = table.sections().iter().all(|s| table.held(s) == (0..s.entries));
        match is_whole {
            true => Ok(Some(table)),
            false => self.foreign(&file.path, "shards that do not cover all entries"),
        }
    }

    /// Opens one file of a table; `None` if it does not exist.
    fn open_file(&self, file: &TableFile, path: &Path) -> Result<Option<Table>, TableError> {
        let bytes = self.storage.open(path);
        if bytes.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Ok(None);
        }
        let mut table = Table::from_file(bytes, path, &subject(&self.family)?)?;
        table.keep_unpacked(self.unpacked);
        if table.metric() != file.metric.code() {
            let found =
                Metric::WITH_MULTI.iter().copied().find(|metric| metric.code() == table.metric());
            let found = found.map_or_else(|| table.metric().to_string(), |m| m.to_string());
            return self.foreign(path, &format!("the metric {found}, not {}", file.metric));
        }
        let held = table.sections().iter().map(|section| &*section.counts);
        match held.eq(self.sets_of(&file.scope).iter().map(PieceSet::counts)) {
            true => Ok(Some(table)),
            false => self.foreign(path, "other piece sets than its name says"),
        }
    }

    fn foreign<T>(&self, path: &Path, what: &str) -> Result<T, TableError> {
        Err(TableError::Foreign { path: path.to_owned(), what: what.to_owned() })
    }

    /// The tables in a file, by piece set; `None` if the file does not exist.
    pub fn tables_in(
        &self,
        file: &TableFile,
    ) -> Result<Option<Vec<(PieceSet, SetTable)>>, TableError> {
        Ok(self.open(file)?.map(|table| self.tables_of_file(file, &table)))
    }

    /// The tables in one shard, by piece set; `None` if the shard does not exist. Only entries of the shard may be
    /// read.
    pub fn tables_in_shard(
        &self,
        file: &TableFile,
        shard: Shard,
    ) -> Result<Option<Vec<(PieceSet, SetTable)>>, TableError> {
        let table = self.open_shard(file, shard)?.map(Arc::new);
        Ok(table.map(|table| self.tables_of_file(file, &table)))
    }

    fn tables_of_file(&self, file: &TableFile, table: &Arc<Table>) -> Vec<(PieceSet, SetTable)> {
        let tables =
            self.sets_of(&file.scope).iter().zip(table.sections()).map(|(set, section)| {
                let (table, section) = (table.clone(), section.clone());
                (set.clone(), SetTable { table, metric: file.metric, section })
            });
        tables.collect()
    }

    /// Removes a table from the cache of open tables.
    pub(super) fn forget(&self, path: &Path) {
        self.opened.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).remove(path);
    }
}
