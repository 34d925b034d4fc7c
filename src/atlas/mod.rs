//! An atlas: the tables of a family in one directory, found, opened and built.
//!
//! All piece sets of the family under one metric may be in one file, `klotski-4x5-finger.huarong`; a
//! piece set built on its own has a file of its own, `klotski-4x5-1h4v4s-finger.huarong`, which is
//! looked for first.

mod build;

pub use build::{BuildError, Event, Plan, Summary};

use crate::puzzle::{Family, Metric, PieceSet};
use crate::space::Space;
use crate::table::{Section, Table, TableError};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The tables of a family in one directory.
#[derive(Debug)]
pub struct Atlas {
    family: Family,
    directory: PathBuf,
    opened: Mutex<BTreeMap<PathBuf, Arc<Table>>>,
}

/// The distances of one piece set under one metric, in the table that holds them.
#[derive(Clone, Debug)]
pub struct SetTable {
    /// The table.
    pub table: Arc<Table>,
    /// The piece set's section in it.
    pub section: Section,
}

/// The tables of one piece set that there are, in the order of [`Metric::ALL`].
pub type SetTables = [Option<SetTable>; 3];

impl SetTable {
    /// The distance of the position with an index; `None` where it cannot reach the goal.
    #[inline]
    pub fn get(&self, index: u64) -> Result<Option<u16>, TableError> {
        self.table.get(&self.section, index)
    }

    /// Checks that there is an entry for every position of a space.
    pub fn check_fits(&self, space: &Space<'_>) -> Result<(), TableError> {
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
        TableError::Damaged { path: self.table.path().to_owned(), offset, what }
    }
}

impl Atlas {
    /// The atlas of a family in a directory, which need not exist yet.
    pub fn new(family: Family, directory: impl Into<PathBuf>) -> Self {
        Self { family, directory: directory.into(), opened: Mutex::default() }
    }

    /// The family.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The file of the whole family under a metric.
    pub fn family_path(&self, metric: Metric) -> PathBuf {
        self.directory.join(format!("{}-{metric}.{EXTENSION}", self.family.name()))
    }

    /// The file of one piece set under a metric.
    pub fn set_path(&self, set: &PieceSet, metric: Metric) -> PathBuf {
        let set = self.family.puzzle().piece_set_text(set);
        self.directory.join(format!("{}-{set}-{metric}.{EXTENSION}", self.family.name()))
    }

    /// The table of a piece set under a metric, if there is one. Files are opened once.
    pub fn find(&self, set: &PieceSet, metric: Metric) -> Result<Option<SetTable>, TableError> {
        for path in [self.set_path(set, metric), self.family_path(metric)] {
            let Some(table) = self.open(&path, metric)? else { continue };
            if let Some(section) = table.section(set).cloned() {
                return Ok(Some(SetTable { table, section }));
            }
        }
        Ok(None)
    }

    /// The piece sets of the family of which there is a table, each with its tables.
    pub fn survey(&self) -> Result<Vec<(PieceSet, SetTables)>, TableError> {
        let mut found = Vec::new();
        for set in self.family.piece_sets() {
            let [unit, straight, finger] = Metric::ALL.map(|metric| self.find(set, metric));
            let tables = [unit?, straight?, finger?];
            if tables.iter().any(Option::is_some) {
                found.push((set.clone(), tables));
            }
        }
        Ok(found)
    }

    /// The files in the directory that are named as tables of the family, with the metrics that they
    /// should be under, in the order of their names.
    pub fn files(&self) -> Result<Vec<(PathBuf, Metric)>, TableError> {
        let failed = |source| TableError::io("read", &self.directory, source);
        let entries = match fs::read_dir(&self.directory) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(error)),
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.map_err(failed)?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if let Some(metric) = self.metric_of(name) {
                files.push((path, metric));
            }
        }
        files.sort();
        Ok(files)
    }

    /// The metric in the name of a table file of this family.
    fn metric_of(&self, name: &str) -> Option<Metric> {
        let rest = name.strip_prefix(self.family.name())?.strip_prefix('-')?;
        let rest = rest.strip_suffix(EXTENSION)?.strip_suffix('.')?;
        rest.rsplit('-').next()?.parse().ok()
    }

    /// Opens a table that should be under a metric; `None` where there is no such file.
    pub fn open(&self, path: &Path, metric: Metric) -> Result<Option<Arc<Table>>, TableError> {
        let mut opened = self.opened.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(table) = opened.get(path) {
            return Ok(Some(table.clone()));
        }
        let table = match Table::open(path, &self.family) {
            Ok(table) => Arc::new(table),
            Err(TableError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        if table.metric() != metric {
            let what = format!("the metric {}, not {metric}", table.metric());
            return Err(TableError::Foreign { path: path.to_owned(), what });
        }
        opened.insert(path.to_owned(), table.clone());
        Ok(Some(table))
    }

    /// Forgets a table, so that it is opened anew.
    fn forget(&self, path: &Path) {
        self.opened.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).remove(path);
    }
}

/// How names of table files end.
const EXTENSION: &str = "huarong";
