//! An atlas: the tables of a family in one directory, found, opened and built.
//!
//! All piece sets of the family under one metric may be in one file, `klotski-4x5-finger.huarong`; a piece set built
//! on its own has a file of its own, `klotski-4x5-1h4v4s-finger.huarong`, which is looked for first. Either may lie in
//! shards, `klotski-4x5-1h4v4s-finger.0-of-2.huarong` and so on, which are read like one file where the whole is not
//! there.
//!
//! Names of families and of piece sets stand in file names as they are if they are short and plain: at most 64 letters,
//! digits, `-`, `_` and `.` of ASCII. A slug and a hash stand for any other name.

mod build;
mod pack;
mod part;
mod subject;
mod work;

pub use build::{BuildError, Plan, Summary};
pub use pack::Repacked;
pub use subject::{family_of, subject};

use super::rules::{Family, Metric, PerMetric, PieceSet};
use super::space::Space;
#[cfg(feature = "disk")]
use crate::storage::Disk;
use crate::storage::{Storage, name_part};
use crate::table::{Directory, Distances, Section, Shard, Table, TableError};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The tables of a family in one directory.
///
/// ```no_run
/// use huarong::effort::Effort;
/// use huarong::sliding::atlas::{Atlas, Plan};
/// use huarong::sliding::klotski;
/// use huarong::sliding::rules::Metric;
///
/// let atlas = Atlas::new(klotski::family(), "tables");
/// let set = atlas.family().parse_piece_set("1h4v4s")?;
/// let plan = Plan { piece_sets: Some(vec![set.clone()]), ..Plan::default() };
/// atlas.build(&plan, Effort::UNLIMITED)?;
///
/// let table = atlas.find(&set, Metric::Finger)?.expect("it was just built");
/// println!("{} positions, at most {:?} moves", table.section.entries, table.section.max_distance());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Atlas {
    family: Family,
    directory: PathBuf,
    storage: Arc<dyn Storage>,
    opened: Mutex<BTreeMap<PathBuf, Arc<Table>>>,
    /// Bytes in which each packed table keeps what was last unpacked.
    unpacked: u64,
}

/// What a table file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All piece sets of the family.
    Family,
    /// One piece set.
    Set(PieceSet),
}

/// A table file by its name, whether or not it exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFile {
    /// Where it is.
    pub path: PathBuf,
    /// The metric of its distances.
    pub metric: Metric,
    /// What it holds.
    pub scope: Scope,
}

/// The distances of one piece set under one metric, in the table that holds them.
#[derive(Clone, Debug)]
pub struct SetTable {
    /// The table.
    pub table: Arc<Table>,
    /// The metric of its distances.
    pub metric: Metric,
    /// The piece set's section in it.
    pub section: Section,
}

/// The tables of one piece set that there are.
pub type SetTables = PerMetric<Option<SetTable>>;

impl SetTable {
    /// The distance of the position with an index; `None` where it cannot reach the goal.
    ///
    /// # Panics
    ///
    /// Where `index` is not below the section's number of entries.
    #[inline]
    pub fn get(&self, index: u64) -> Result<Option<u16>, TableError> {
        self.table.get(&self.section, index)
    }

    /// All distances in index order, after their blocks were checked; where they are packed or in shards, copied into
    /// memory.
    pub fn distances(&self) -> Result<Distances<Cow<'_, [u8]>>, TableError> {
        self.table.distances(&self.section)
    }

    /// Bytes of memory that its distances take once they are unpacked or brought together; none where they need not be.
    pub fn unpacked_bytes(&self) -> u64 {
        match self.table.is_packed() || self.table.is_sharded() {
            true => self.section.entries * self.table.width() as u64,
            false => 0,
        }
    }

    /// Checks that there is an entry for every position of a space.
    pub fn check_fits(&self, space: &Space) -> Result<(), TableError> {
        if self.section.entries == space.len() {
            return Ok(());
        }
        let set = space.puzzle().piece_set_text(space.piece_set());
        let what = format!("{} entries for {set}, not {}", self.section.entries, space.len());
        Err(TableError::Foreign { path: self.table.path().to_owned(), what })
    }

    /// That the distance of a position does not fit those of its neighbours.
    pub(crate) fn contradiction(&self, index: u64) -> TableError {
        let what = format!("no neighbour of the position with index {index} is nearer to the goal");
        let offset = self.table.entry_offset(&self.section, index);
        let path = self.table.entry_path(&self.section, index).to_owned();
        TableError::Damaged { path, offset, what }
    }
}

impl Atlas {
    /// The atlas of a family in a directory, which need not exist yet. Tables are read into memory; with
    /// [`Disk::mapped`] for its [storage](Self::with_storage), an atlas maps them.
    #[cfg(feature = "disk")]
    pub fn new(family: Family, directory: impl Into<PathBuf>) -> Self {
        Self::with_storage(family, directory, Arc::new(Disk::default()))
    }

    /// The atlas of a family in a directory of some storage.
    pub fn with_storage(
        family: Family,
        directory: impl Into<PathBuf>,
        storage: Arc<dyn Storage>,
    ) -> Self {
        let (directory, opened) = (directory.into(), Mutex::default());
        Self { family, directory, storage, opened, unpacked: u64::MAX }
    }

    /// The same with packed tables that keep what was last unpacked in so many bytes each; without, in 32 MiB.
    pub fn keep_unpacked(self, bytes: u64) -> Self {
        Self { unpacked: bytes, ..self }
    }

    /// The atlas of another family in the same directory.
    pub fn beside(&self, family: Family) -> Self {
        let beside = Self::with_storage(family, &self.directory, self.storage.clone());
        beside.keep_unpacked(self.unpacked)
    }

    /// The family.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// Where its files are kept.
    pub fn storage(&self) -> &dyn Storage {
        &*self.storage
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The file of the whole family, or of one piece set, under a metric. Its name is of letters, digits, `-`, `_` and `.`
    /// of ASCII, whatever the family and the piece set are called.
    pub fn file(&self, scope: Scope, metric: Metric) -> TableFile {
        let family = name_part(self.family.name());
        let name = match &scope {
            Scope::Family => format!("{family}-{metric}.{EXTENSION}"),
            Scope::Set(set) => {
                let set = self.family.puzzle().piece_set_text(set);
                format!("{family}-{}-{metric}.{EXTENSION}", name_part(&set))
            }
        };
        TableFile { path: self.directory.join(name), metric, scope }
    }

    /// Where a shard of a table is.
    pub fn shard_path(&self, file: &TableFile, shard: Shard) -> PathBuf {
        file.path.with_extension(format!("{shard}.{EXTENSION}"))
    }

    /// The shards of a table that are there, in their order; of several divisions, those of the one with the fewest.
    pub fn shards(&self, file: &TableFile) -> Result<Vec<Shard>, TableError> {
        let stem = file.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let shard = |name: &String| {
            let rest = name.strip_prefix(&stem)?.strip_prefix('.')?;
            rest.strip_suffix(EXTENSION)?.strip_suffix('.')?.parse::<Shard>().ok()
        };
        let mut shards: Vec<Shard> = self.names()?.iter().filter_map(shard).collect();
        shards.sort_unstable_by_key(|shard| (shard.of(), shard.number()));
        let division = shards.first().map(|shard| shard.of());
        shards.retain(|shard| Some(shard.of()) == division);
        Ok(shards)
    }

    /// The table of a piece set under a metric, if there is one. Files are opened once.
    ///
    /// A piece set's own file is looked for first.
    pub fn find(&self, set: &PieceSet, metric: Metric) -> Result<Option<SetTable>, TableError> {
        for scope in [Scope::Set(set.clone()), Scope::Family] {
            let Some(table) = self.open(&self.file(scope, metric))? else { continue };
            if let Some(section) = table.section(set.counts()).cloned() {
                return Ok(Some(SetTable { table, metric, section }));
            }
        }
        Ok(None)
    }

    /// The tables of a piece set that there are.
    pub fn tables_of(&self, set: &PieceSet) -> Result<SetTables, TableError> {
        PerMetric::try_each(|metric| self.find(set, metric))
    }

    /// The piece sets of the family of which there is a table, each with its tables.
    pub fn all_tables(&self) -> Result<Vec<(PieceSet, SetTables)>, TableError> {
        let mut found = Vec::new();
        for set in self.family.piece_sets() {
            let tables = self.tables_of(set)?;
            if tables.values().iter().any(Option::is_some) {
                found.push((set.clone(), tables));
            }
        }
        Ok(found)
    }

    /// The files in the directory that are named as tables of the family, in the order of their names. A table that
    /// lies in shards is named as if it were one file.
    pub fn files(&self) -> Result<Vec<TableFile>, TableError> {
        let mut files = Vec::new();
        for name in self.names()? {
            let whole = |name: &str| {
                let (stem, shard) =
                    name.strip_suffix(EXTENSION)?.strip_suffix('.')?.rsplit_once('.')?;
                shard.parse::<Shard>().ok().map(|_| format!("{stem}.{EXTENSION}"))
            };
            files.extend(self.file_named(whole(&name).as_deref().unwrap_or(&name)));
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files.dedup();
        Ok(files)
    }

    /// The names in the directory; none where it does not exist.
    fn names(&self) -> Result<Vec<String>, TableError> {
        self.on_storage().names()
    }

    /// The directory, with the tables of other families and games in it.
    fn on_storage(&self) -> Directory<'_> {
        Directory::new(&*self.storage, &self.directory)
    }

    /// The table file of this family with a name, if it is the name of one.
    fn file_named(&self, name: &str) -> Option<TableFile> {
        let rest = name.strip_prefix(&*name_part(self.family.name()))?.strip_prefix('-')?;
        let rest = rest.strip_suffix(EXTENSION)?.strip_suffix('.')?;
        let (scope, metric) = match rest.rsplit_once('-') {
            None => (Scope::Family, rest),
            Some((set, metric)) => (Scope::Set(self.set_named(set)?), metric),
        };
        let file = self.file(scope, metric.parse().ok()?);
        (file.path.file_name()? == name).then_some(file)
    }

    /// The piece set that a part of a file name may stand for: its text, or that of the only piece set, whose name need
    /// not be plain.
    fn set_named(&self, part: &str) -> Option<PieceSet> {
        let read = self.family.parse_piece_set(part).ok();
        read.or_else(|| self.family.piece_sets().first().cloned())
    }

    /// Opens a table; `None` where there is no such file, and no shard of it. It must hold what its name says, and all
    /// its shards must be there.
    pub fn open(&self, file: &TableFile) -> Result<Option<Arc<Table>>, TableError> {
        let mut opened = self.opened.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(table) = opened.get(&file.path) {
            return Ok(Some(table.clone()));
        }
        let table = match self.open_whole(file)? {
            Some(table) => Some(table),
            None => match self.open_shards(file) {
                Ok(Some(table)) => Some(table),
                // Another process may have gathered them after the whole was looked for.
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

    /// Opens a table that is one file; `None` where it is not there.
    fn open_whole(&self, file: &TableFile) -> Result<Option<Table>, TableError> {
        match self.open_file(file, &file.path)? {
            Some(table) if table.is_sharded() => {
                self.foreign(&file.path, "a shard under the name of a whole table")
            }
            table => Ok(table),
        }
    }

    /// Opens one shard of a table alone; `None` where it is not there.
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

    /// Opens all shards of a table as one; `None` where there is none.
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
            false => self.foreign(&file.path, "shards that have not all entries together"),
        }
    }

    /// Opens one file of a table; `None` where it is not there.
    fn open_file(&self, file: &TableFile, path: &Path) -> Result<Option<Table>, TableError> {
        let bytes = self.storage.open(path);
        if bytes.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Ok(None);
        }
        let mut table = Table::from_file(bytes, path, &subject(&self.family)?)?;
        table.keep_unpacked(self.unpacked);
        if table.metric() != file.metric.code() {
            let found = Metric::ALL.into_iter().find(|metric| metric.code() == table.metric());
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

    /// What a table file holds, piece set by piece set; `None` where there is no such file.
    pub fn tables_in(
        &self,
        file: &TableFile,
    ) -> Result<Option<Vec<(PieceSet, SetTable)>>, TableError> {
        Ok(self.open(file)?.map(|table| self.tables_of_file(file, &table)))
    }

    /// What one shard of a table holds, piece set by piece set; `None` where it is not there. Other entries of its
    /// tables are not to be asked for.
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

    /// The piece sets that a file holds, in order.
    fn sets_of<'a>(&'a self, scope: &'a Scope) -> &'a [PieceSet] {
        match scope {
            Scope::Family => self.family.piece_sets(),
            Scope::Set(set) => std::slice::from_ref(set),
        }
    }

    /// Forgets a table, so that it is opened anew.
    fn forget(&self, path: &Path) {
        self.opened.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).remove(path);
    }
}

/// How names of table files end.
const EXTENSION: &str = "huarong";
