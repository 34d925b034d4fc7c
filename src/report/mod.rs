//! The research reports: one file a CSV or page.

mod components;
mod hardest;
mod histogram;
mod literature;
mod openings;
mod piece_sets;
mod readme;

pub use openings::OpeningStudy;
pub use piece_sets::mean;

use crate::analysis::{self, Component, Hardest};
use crate::atlas::{Atlas, SetTable, SetTables};
use crate::file;
use crate::puzzle::{Metric, PieceSet};
use crate::retrograde::{Search, SearchError, classes};
use crate::space::{Space, SpaceError};
use crate::table::TableError;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why no report could be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A table could not be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A space could not be numbered.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// A search found no end.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A report could not be written.
    #[error("cannot write {}", .path.display())]
    Write {
        /// The report.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The caller asked to stop.
    #[error("stopped before the reports were written")]
    Stopped,
}

/// Hardest positions listed for each piece set and metric, unless told otherwise.
pub const DEFAULT_HARDEST_LIMIT: usize = 100;

/// Everything that the reports say of the piece sets of which there are tables.
#[derive(Debug)]
pub struct Study<'a> {
    atlas: &'a Atlas,
    sets: Vec<SetStudy>,
    hardest_limit: usize,
}

/// What the reports say of one piece set.
#[derive(Debug)]
pub struct SetStudy {
    set: PieceSet,
    text: String,
    positions: u64,
    tables: SetTables,
    components: Vec<Component>,
    hardest: [Vec<Hardest>; 3],
}

impl SetStudy {
    /// The piece set.
    pub fn piece_set(&self) -> &PieceSet {
        &self.set
    }

    /// Its text, like `1h4v4s`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Number of positions.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The components, largest first.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The hardest positions under a metric, as many as are kept, one of each mirror pair.
    pub fn hardest(&self, metric: Metric) -> &[Hardest] {
        &self.hardest[metric as usize]
    }

    /// How many positions have each distance under a metric, from 0 on; empty where there is no table.
    pub fn histogram(&self, metric: Metric) -> &[u64] {
        let table = self.tables[metric as usize].as_ref();
        table.map_or(&[], |table| &table.section.histogram)
    }

    /// The metrics of which there are tables.
    fn metrics(&self) -> impl Iterator<Item = (Metric, &SetTable)> {
        let tables = Metric::ALL.into_iter().zip(&self.tables);
        tables.filter_map(|(metric, table)| table.as_ref().map(|table| (metric, table)))
    }

    /// Won positions and unsolvable ones, which are the same under every metric.
    pub fn goals_and_unsolvable(&self) -> (u64, u64) {
        let section = self.metrics().map(|(_, table)| &table.section).next();
        section.map_or((0, 0), |section| {
            (section.histogram.first().copied().unwrap_or(0), section.unreachable)
        })
    }

    /// The largest distance under a metric, where there is a table and a solvable position.
    pub fn max(&self, metric: Metric) -> Option<u16> {
        self.tables[metric as usize].as_ref().and_then(|table| table.section.max_distance())
    }
}

impl<'a> Study<'a> {
    /// Works out everything for the piece sets of which the atlas has tables. At most `hardest_limit`
    /// hardest positions are kept for each piece set and metric. `go_on` is told of the positions of
    /// every class of piece sets that is done, and ends the work by denying.
    pub fn new(
        atlas: &'a Atlas,
        hardest_limit: usize,
        go_on: impl Fn(u64) -> bool + Sync,
    ) -> Result<Self, ReportError> {
        let puzzle = atlas.family().puzzle();
        let surveyed = atlas.survey()?;
        let sets: Vec<PieceSet> = surveyed.iter().map(|(set, _)| set.clone()).collect();
        let united: Vec<Vec<(PieceSet, Vec<Component>)>> = classes(puzzle, &sets)
            .into_par_iter()
            .map(|class| {
                let search = Search::new(puzzle, &class)?;
                let found = analysis::components(&search);
                if !go_on(search.len()) {
                    return Err(ReportError::Stopped);
                }
                Ok(class.piece_sets().iter().cloned().zip(found).collect())
            })
            .collect::<Result<_, ReportError>>()?;
        let mut components: BTreeMap<PieceSet, Vec<Component>> =
            united.into_iter().flatten().collect();
        let with_components: Vec<_> = surveyed
            .into_iter()
            .map(|(set, tables)| {
                let components = components.remove(&set).unwrap_or_default();
                (set, tables, components)
            })
            .collect();
        let sets = with_components
            .into_par_iter()
            .map(|(set, tables, components)| {
                if !go_on(0) {
                    return Err(ReportError::Stopped);
                }
                let space = Space::new(puzzle, &set)?;
                let mut hardest: [Vec<Hardest>; 3] = Default::default();
                for (found, table) in hardest.iter_mut().zip(&tables) {
                    if let Some(table) = table {
                        *found = analysis::hardest(&space, table)?;
                        found.truncate(hardest_limit);
                    }
                }
                let (text, positions) = (puzzle.piece_set_text(&set), space.len());
                Ok(SetStudy { set, text, positions, tables, components, hardest })
            })
            .collect::<Result<Vec<_>, ReportError>>()?;
        Ok(Self { atlas, sets, hardest_limit })
    }

    /// The piece sets studied, sorted.
    pub fn sets(&self) -> &[SetStudy] {
        &self.sets
    }

    /// Writes one of the CSV files or the page that explains them; `None` where there is none of that name.
    pub fn write_file(&self, name: &str, out: &mut dyn Write) -> Option<io::Result<()>> {
        let (_, write) = FILES.iter().find(|(file, _)| *file == name)?;
        Some(write(self, out))
    }

    /// Writes the CSV files and the page that explains them into a directory, each whole or not at all;
    /// returns their paths.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let write = FILES.map(|(_, write)| move |out: &mut dyn Write| write(self, out));
        let names = FILES.iter().map(|(name, _)| *name);
        let reports: Vec<_> = names.zip(write.iter().map(|write| write as Report<'_>)).collect();
        write_files(directory, &reports)
    }
}

/// Writes one file of a study.
type Writer = fn(&Study<'_>, &mut dyn Write) -> io::Result<()>;

/// The files of a study.
const FILES: [(&str, Writer); 5] = [
    ("piece_sets.csv", piece_sets::write),
    ("components.csv", components::write),
    ("histogram.csv", histogram::write),
    ("hardest.csv", hardest::write),
    ("README.md", readme::write),
];

/// Writes the contents of one file.
type Report<'r> = &'r dyn Fn(&mut dyn Write) -> io::Result<()>;

/// Writes files into a directory, which is made where it is missing; returns their paths.
fn write_files(
    directory: &Path,
    reports: &[(&str, Report<'_>)],
) -> Result<Vec<PathBuf>, ReportError> {
    fs::create_dir_all(directory)
        .map_err(|source| ReportError::Write { path: directory.to_owned(), source })?;
    let mut written = Vec::new();
    for (name, report) in reports {
        let path = directory.join(name);
        file::write_whole(&path, ".huarong-report-", report)
            .map_err(|source| ReportError::Write { path: path.clone(), source })?;
        written.push(path);
    }
    Ok(written)
}
