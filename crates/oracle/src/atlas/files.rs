//! Table files of an atlas: their directory, names and contents.

use huarong_core::rules::{Family, Metric, PieceSet};
use huarong_search::TileFiles;
#[cfg(feature = "disk")]
use huarong_tables::storage::Disk;
use huarong_tables::storage::{Storage, name_part};
use huarong_tables::table::{Directory, Shard, Table, TableError};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// The tables of a family in one directory.
///
/// ```no_run
/// use huarong::search::Effort;
/// use huarong_oracle::atlas::{Atlas, Plan};
/// use huarong::{Family, Metric};
///
/// let atlas = Atlas::new(Family::klotski(), "tables");
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
    pub(super) family: Family,
    pub(super) directory: PathBuf,
    pub(super) storage: Arc<dyn Storage>,
    pub(super) opened: Mutex<BTreeMap<PathBuf, Arc<Table>>>,
    /// Size in bytes of each packed table's cache of unpacked blocks.
    pub(super) unpacked: u64,
    /// On a board with doors, the piece sets of the family, and those that are left of them when pieces leave.
    tiers: OnceLock<Vec<PieceSet>>,
}

/// Contents of a table file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All piece sets of the family.
    Family,
    /// One piece set.
    Set(PieceSet),
}

/// A table file, given by its name. It need not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Metric of the distances.
    pub metric: Metric,
    /// Contents of the file.
    pub scope: Scope,
}

/// Extension of table files.
const EXTENSION: &str = "huarong";

impl Atlas {
    /// The atlas of a family in a directory, which need not exist. Tables are read into memory. To map them, use
    /// [`Disk::mapped`] as the [storage](Self::with_storage).
    #[cfg(feature = "disk")]
    pub fn new(family: Family, directory: impl Into<PathBuf>) -> Self {
        Self::with_storage(family, directory, Arc::new(Disk::default()))
    }

    /// The atlas of a family in a directory of a storage.
    pub fn with_storage(
        family: Family,
        directory: impl Into<PathBuf>,
        storage: Arc<dyn Storage>,
    ) -> Self {
        let (directory, opened) = (directory.into(), Mutex::default());
        let tiers = OnceLock::new();
        Self { family, directory, storage, opened, unpacked: u64::MAX, tiers }
    }

    /// Sets the size in bytes of each packed table's cache of unpacked blocks. The default is 32 MiB.
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

    /// The piece sets that tables of the family have, sorted. On a board with doors, these are also the sets of pieces that
    /// can be on the board after others have left.
    pub fn piece_sets(&self) -> &[PieceSet] {
        let (puzzle, sets) = (self.family.puzzle(), self.family.piece_sets());
        if puzzle.doors().is_none() {
            return sets;
        }
        self.tiers.get_or_init(|| {
            // No table has more of them.
            let from = |set| puzzle.sets_from(set).unwrap_or_else(|| vec![set.clone()]);
            let all: BTreeSet<PieceSet> = sets.iter().flat_map(from).collect();
            all.into_iter().collect()
        })
    }

    /// The storage of the files.
    pub fn storage(&self) -> &dyn Storage {
        &*self.storage
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The tables of tile puzzles in the directory.
    pub fn tile_files(&self) -> TileFiles {
        TileFiles::new(self.storage.clone(), &self.directory)
    }

    /// The file of the family or of one piece set under a metric. Its name has only ASCII letters, digits, `-`, `_` and
    /// `.`, for all names of families and piece sets.
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

    /// The path of a shard of a table.
    pub fn shard_path(&self, file: &TableFile, shard: Shard) -> PathBuf {
        file.path.with_extension(format!("{shard}.{EXTENSION}"))
    }

    /// The existing shards of a table, in order. If there are several divisions, returns the shards of the one with the
    /// fewest parts.
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

    /// The files in the directory with names of this family's tables, sorted by name. A table in shards appears as one
    /// file.
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

    /// The names in the directory; empty if it does not exist.
    pub(super) fn names(&self) -> Result<Vec<String>, TableError> {
        self.on_storage().names()
    }

    /// The directory, which may also contain tables of other families and of games.
    pub(super) fn on_storage(&self) -> Directory<'_> {
        Directory::new(&*self.storage, &self.directory)
    }

    /// The table file of this family with the given name, if the name has that form.
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

    /// The piece set that a part of a file name denotes: by its text, or the family's only piece set by its converted
    /// name.
    fn set_named(&self, part: &str) -> Option<PieceSet> {
        let read = self.family.parse_piece_set(part).ok();
        read.or_else(|| self.family.piece_sets().first().cloned())
    }

    /// The piece sets in a file, in order.
    pub(super) fn sets_of<'a>(&'a self, scope: &'a Scope) -> &'a [PieceSet] {
        match scope {
            Scope::Family => self.piece_sets(),
            Scope::Set(set) => std::slice::from_ref(set),
        }
    }
}
