//! Tables in a directory.

use super::error::OracleError;
use super::known::Oracle;
use super::options::Options;
use super::source::Source;
#[cfg(feature = "disk")]
use crate::analysis::{Certificate, by_piece_set, certify_all};
use crate::analysis::{Probe, TierDistances};
#[cfg(feature = "disk")]
use crate::atlas::Plan;
use crate::atlas::{Atlas, SetTable, SetTables};
use huarong_core::effort::Effort;
use huarong_core::position::Position;
use huarong_core::rules::{ByMetric, Family, Metric, PieceSet, Puzzle};
use huarong_core::space::Space;
use huarong_search::{Tiers, TileFiles};
#[cfg(feature = "disk")]
use huarong_tables::storage::Disk;
use huarong_tables::table::TableError;
use std::collections::BTreeMap;
use std::path::Path;
#[cfg(feature = "disk")]
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The distance tables of a family in one directory.
///
/// A table is opened at the first question about its piece set, and stays open. Any subset of the metrics is enough.
/// Any number of threads can share this.
///
/// ```
/// use huarong::{Family, Metric, Options, Puzzle, Tables};
///
/// let directory = tempfile::tempdir()?;
/// let family = Family::klotski();
/// let small = [family.parse_piece_set("0h1v2s")?];
/// let options = Options::new().metrics(&[Metric::Finger]);
/// let tables = Tables::build(family, directory.path(), Some(&small), &options)?;
///
/// let position = Puzzle::klotski().parse("BBV./BBV./..../.SS./....")?;
/// let probe = tables.probe(&position)?;
/// assert_eq!(probe.distances[Metric::Finger].found(), Some(3));
/// tables.verify(&options)?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tables {
    atlas: Arc<Atlas>,
    opened: Mutex<BTreeMap<PieceSet, Oracle>>,
}

impl Tables {
    /// The existing tables of a family in a directory. They are opened later, on demand.
    #[cfg(feature = "disk")]
    pub fn open(family: Family, directory: impl Into<PathBuf>) -> Self {
        Self::of_atlas(Arc::new(Atlas::new(family, directory)))
    }

    /// As [`open`](Self::open), with files that are mapped and not read. Opening one then takes no time, and only the parts
    /// in use take memory.
    ///
    /// # Safety
    ///
    /// While an oracle of these tables lives, no process may change or truncate their files in place. This library never
    /// does: it replaces files by renaming new ones over them.
    #[cfg(feature = "disk")]
    pub unsafe fn mapped(family: Family, directory: impl Into<PathBuf>) -> Self {
        // SAFETY: the caller guarantees what `Disk::mapped` asks for.
        let disk = unsafe { Disk::mapped() };
        Self::of_atlas(Arc::new(Atlas::with_storage(family, directory, Arc::new(disk))))
    }

    /// The tables of an atlas.
    #[doc(hidden)]
    pub fn of_atlas(atlas: Arc<Atlas>) -> Self {
        Self { atlas, opened: Mutex::default() }
    }

    /// The tables of a whole family in a directory. Builds missing and damaged tables first.
    #[cfg(feature = "disk")]
    pub fn open_or_build(
        family: Family,
        directory: impl Into<PathBuf>,
        options: &Options<'_>,
    ) -> Result<Self, OracleError> {
        Self::build(family, directory, None, options)
    }

    /// As [`open_or_build`](Self::open_or_build), for some piece sets of the family.
    #[cfg(feature = "disk")]
    pub fn build(
        family: Family,
        directory: impl Into<PathBuf>,
        piece_sets: Option<&[PieceSet]>,
        options: &Options<'_>,
    ) -> Result<Self, OracleError> {
        let tables = Self::open(family, directory);
        tables.build_missing(piece_sets, options)?;
        Ok(tables)
    }

    /// Builds missing and damaged tables of some piece sets, each in its own file, or of the whole family in one file per
    /// metric. Existing files are read completely first, to find damage.
    #[cfg(feature = "disk")]
    pub fn build_missing(
        &self,
        piece_sets: Option<&[PieceSet]>,
        options: &Options<'_>,
    ) -> Result<(), OracleError> {
        let plan = Plan {
            piece_sets: piece_sets.map(<[PieceSet]>::to_vec),
            metrics: options.metrics_or(&Metric::OF_SINGLE_PIECES),
            ..Plan::default()
        };
        self.atlas.build(&plan, options.effort())?;
        Ok(())
    }

    /// Whether a piece set has tables under all these metrics. They are opened, but their entries are not read.
    ///
    /// # Errors
    ///
    /// Returns an error if a table under any of the metrics cannot be opened, also if another is missing.
    pub fn has(&self, piece_set: &PieceSet, metrics: &[Metric]) -> Result<bool, OracleError> {
        metrics.iter().try_fold(true, |has_all, &metric| {
            Ok(self.atlas.find(piece_set, metric)?.is_some() && has_all)
        })
    }

    /// The family.
    pub fn family(&self) -> &Family {
        self.atlas.family()
    }

    /// Whether they are of a puzzle.
    pub(super) fn are_of(&self, puzzle: &Puzzle) -> bool {
        self.family().puzzle() == puzzle
    }

    /// The tables of tile puzzles in the directory.
    pub(super) fn tile_files(&self) -> TileFiles {
        self.atlas.tile_files()
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        self.atlas.directory()
    }

    /// The oracle over the tables of a piece set, opened on demand.
    pub fn oracle(&self, piece_set: &PieceSet) -> Result<Oracle, OracleError> {
        self.oracle_with(piece_set, &Options::new())
    }

    /// As [`oracle`](Self::oracle), with tables of all metrics of the options, and numbered within their limits.
    ///
    /// # Errors
    ///
    /// Returns [`Missing`](OracleError::Missing) if one of these metrics has no table, or, without metrics, if no metric
    /// has one.
    pub fn oracle_with(
        &self,
        piece_set: &PieceSet,
        options: &Options<'_>,
    ) -> Result<Oracle, OracleError> {
        self.family().check(piece_set)?;
        let needed = options.metrics_or(&[]);
        let found = self.find(piece_set, &needed, options.effort())?;
        let is_missing = |metric: &Metric| matches!(self.has(piece_set, &[*metric]), Ok(false));
        found.ok_or_else(|| OracleError::Missing {
            metric: needed.into_iter().find(is_missing).unwrap_or(Metric::Finger),
            piece_set: self.family().puzzle().piece_set_text(piece_set),
            directory: self.directory().display().to_string(),
        })
    }

    /// The oracle over the tables of a piece set; `None` without tables, or without those of all `needed` metrics. Its
    /// numbering respects the limits of the effort.
    #[doc(hidden)]
    pub fn find(
        &self,
        piece_set: &PieceSet,
        needed: &[Metric],
        effort: Effort<'_>,
    ) -> Result<Option<Oracle>, OracleError> {
        if self.family().puzzle().doors().is_some() {
            return self.find_with_doors(piece_set, needed, effort);
        }
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let has_all = |oracle: &&Oracle| needed.iter().all(|&metric| oracle.table(metric).is_ok());
        if let Some(oracle) = opened.get(piece_set).filter(has_all) {
            return Ok(Some(oracle.clone()));
        }
        let tables: ByMetric<SetTable> = match needed {
            [] => existing(self.atlas.tables_of(piece_set)?),
            _ => {
                let find =
                    |&metric| Some((metric, self.atlas.find(piece_set, metric).transpose()?));
                let found = needed.iter().filter_map(find);
                found
                    .map(|(metric, table)| Ok((metric, table?)))
                    .collect::<Result<_, TableError>>()?
            }
        };
        if tables.values().next().is_none() || needed.iter().any(|&m| tables.get(m).is_none()) {
            return Ok(None);
        }
        let sibling = opened.values().find_map(|oracle| oracle.space()?.sibling(piece_set));
        let space = match sibling {
            Some(space) => space?,
            None => Space::within(self.family().puzzle(), piece_set, effort)?,
        };
        let oracle = Oracle::over(space, tables)?;
        opened.insert(piece_set.clone(), oracle.clone());
        Ok(Some(oracle))
    }

    /// As [`find`](Self::find) on a board with doors: the oracle of the first piece set of the family that becomes this one when
    /// pieces leave.
    fn find_with_doors(
        &self,
        piece_set: &PieceSet,
        needed: &[Metric],
        effort: Effort<'_>,
    ) -> Result<Option<Oracle>, OracleError> {
        let puzzle = self.family().puzzle();
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |oracle: &&Oracle| {
            let has = |metric| oracle.metrics().any(|there| there == metric);
            oracle.has_tier(piece_set) && needed.iter().copied().all(has)
        };
        if let Some(oracle) = opened.values().find(is_it) {
            return Ok(Some(oracle.clone()));
        }
        let mut metrics = Vec::new();
        for &metric in if needed.is_empty() { &Metric::OF_SINGLE_PIECES } else { needed } {
            match self.atlas.find(piece_set, metric)? {
                Some(_) => metrics.push(metric),
                None if needed.is_empty() => {}
                None => return Ok(None),
            }
        }
        let Some(&loosest) = metrics.last() else { return Ok(None) };
        let leads_to =
            |from: &&PieceSet| puzzle.sets_from(from).is_some_and(|sets| sets.contains(piece_set));
        let Some(from) = self.family().piece_sets().iter().find(leads_to) else { return Ok(None) };
        let tiers = Tiers::new(puzzle, from, effort)?;
        let tables_of = |metric| {
            let of_tier = |space: &Space| self.atlas.find(space.piece_set(), metric).transpose();
            let tables = tiers.spaces().filter_map(of_tier).collect::<Result<_, TableError>>()?;
            Ok((metric, tables))
        };
        let tables = metrics.into_iter().map(tables_of).collect::<Result<Vec<_>, TableError>>()?;
        let source = Source::Tiers(Box::new(TierDistances::in_tables(tiers, tables)?));
        let oracle = Oracle::new(puzzle, from, loosest, source, TABLES);
        opened.insert(from.clone(), oracle.clone());
        Ok(Some(oracle))
    }

    /// Proves every entry of every table: each is consistent with the entries one move away, which holds only for true
    /// distances.
    ///
    /// # Errors
    ///
    /// Returns [`Unproved`](OracleError::Unproved) with the faults found if any file is damaged or any entry is wrong, and
    /// [`NoTables`](OracleError::NoTables) if there is nothing to prove.
    #[cfg(feature = "disk")]
    pub fn verify(&self, options: &Options<'_>) -> Result<Certificate, OracleError> {
        let (mut found, mut damaged) = (Vec::new(), Vec::new());
        for file in self.atlas.files()? {
            match self.atlas.tables_in(&file) {
                Ok(tables) => found.extend(tables.into_iter().flatten()),
                Err(error) => damaged.push(error.into()),
            }
        }
        if found.is_empty() && damaged.is_empty() {
            let directory = self.directory().display().to_string();
            return Err(OracleError::NoTables { directory });
        }
        let groups = by_piece_set(found);
        let mut certificate = certify_all(self.family().puzzle(), &groups, options.effort())?;
        certificate.faults.splice(..0, damaged);
        match certificate.faults.is_empty() {
            true => Ok(certificate),
            false => Err(OracleError::Unproved(certificate)),
        }
    }

    /// The distances of a position and of all positions one move away.
    pub fn probe(&self, position: &Position) -> Result<Probe, OracleError> {
        if position.puzzle() != self.family().puzzle() {
            return Err(OracleError::Foreign(position.to_string()));
        }
        self.oracle(&position.piece_set())?.probe(position)
    }
}

impl Oracle {
    /// The oracle over the tables of a space, some of which may be missing. Refuses a table whose number of entries is
    /// not the number of positions.
    #[doc(hidden)]
    pub fn over_tables(space: Space, tables: SetTables) -> Result<Self, OracleError> {
        Self::over(space, existing(tables))
    }

    fn over(space: Space, tables: ByMetric<SetTable>) -> Result<Self, OracleError> {
        for table in tables.values() {
            table.check_fits(&space)?;
        }
        let there =
            Metric::WITH_MULTI.iter().copied().rfind(|&metric| tables.get(metric).is_some());
        let (puzzle, piece_set) = (space.puzzle().clone(), space.piece_set().clone());
        let source = Source::Tables { space, tables };
        Ok(Self::new(&puzzle, &piece_set, there.unwrap_or(Metric::Finger), source, TABLES))
    }
}

/// Why an oracle over tables has its method.
const TABLES: &str = "tables exist";

/// The tables that exist.
fn existing(tables: SetTables) -> ByMetric<SetTable> {
    tables.into_iter().filter_map(|(metric, table)| Some((metric, table?))).collect()
}
