//! The research reports: one file a CSV or page.
//!
//! [`SetStudy`] and [`OpeningStudy`] work out what is to be said, and the files beside them write it down.

mod census;
mod census_picture;
mod census_study;
mod components;
mod depth;
mod games;
mod hardest;
mod histogram;
mod literature;
mod opening_study;
mod openings;
mod piece_sets;
mod plots;
mod puzzle_page;
mod puzzle_study;
mod puzzles;
mod readme;
mod set_study;
pub mod words;

pub use census_study::{CensusStudy, Holder, StudiedCensus};
pub use depth::DepthStudy;
pub use games::GameStudy;
pub use opening_study::OpeningStudy;
pub use plots::{DIAMETERS, Diameters, PlotError, PlotStudy};
pub use puzzle_study::{Comparison, PuzzleStudy, Solved, StudiedPuzzle};
pub use set_study::{DEFAULT_HARDEST_LIMIT, SetStudy};

use crate::effort::Stopped;
use crate::oracle::OracleError;
use crate::sliding::analysis::{FiguresError, NotKnown, RoutesError};
use crate::sliding::rules::Metric;
use crate::sliding::search::{ComponentError, SearchError};
use crate::sliding::space::SpaceError;
use crate::storage;
use crate::table::TableError;
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
    /// A component could not be searched.
    #[error(transparent)]
    Component(#[from] ComponentError),
    /// A position could not be solved.
    #[error(transparent)]
    Oracle(OracleError),
    /// The optimal solutions of a position were not counted.
    #[error(transparent)]
    Routes(RoutesError),
    /// A record holder of a census that is not as hard as the census has it.
    #[error(
        "the census is wrong: {start}, {marked} marked, is not {moves} {metric} moves from the win"
    )]
    Record {
        /// The start.
        start: String,
        /// The letter of the marked piece.
        marked: char,
        /// Moves that it was said to take.
        moves: u16,
        /// The metric.
        metric: Metric,
    },
    /// Distances say nothing of a position.
    #[error(transparent)]
    NotKnown(#[from] NotKnown),
    /// A report could not be written.
    #[error("cannot write {}", .path.display())]
    Write {
        /// The report.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// A piece set has more positions than its graph may have.
    #[error("piece set {set} has {} positions", words::grouped(*.positions))]
    TooLarge {
        /// The piece set.
        set: String,
        /// How many it has.
        positions: u64,
        /// What is too much of it.
        source: SearchError,
    },
    /// The watcher asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<OracleError> for ReportError {
    fn from(error: OracleError) -> Self {
        match error {
            OracleError::Cancelled(stopped) => Self::Stopped(stopped),
            OracleError::Component(error) => Self::Component(error),
            OracleError::Search(error) => Self::Search(error),
            OracleError::Table(error) => Self::Table(error),
            OracleError::Count(error) => error.into(),
            error => Self::Oracle(error),
        }
    }
}

impl From<RoutesError> for ReportError {
    fn from(error: RoutesError) -> Self {
        match error {
            RoutesError::Table(error) => Self::Table(error),
            RoutesError::Stopped(stopped) => Self::Stopped(stopped),
            error => Self::Routes(error),
        }
    }
}

impl From<FiguresError> for ReportError {
    fn from(error: FiguresError) -> Self {
        match error {
            FiguresError::Table(error) => Self::Table(error),
            FiguresError::Space(error) => Self::Space(error),
            FiguresError::Search(error) => Self::Search(error),
        }
    }
}

impl SetStudy {
    /// Writes one of the CSV files or the page that explains them; `None` where there is none of that name.
    pub fn write_file(&self, name: &str, out: &mut dyn Write) -> Option<io::Result<()>> {
        let (_, write) = SET_FILES.iter().find(|(file, _)| *file == name)?;
        Some(write(self, out))
    }

    /// Writes the CSV files and the page that explains them into a directory, each whole or not at all;
    /// returns their paths.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let split = histogram::is_split(self);
        let written = |(name, _): &&(&str, _)| !split || *name != HISTOGRAM;
        let mut files: Vec<_> = SET_FILES.iter().filter(written).copied().collect();
        if split {
            files.extend_from_slice(&HISTOGRAM_FILES);
        }
        write_files(self, directory, &files)
    }
}

impl OpeningStudy<'_> {
    /// Writes `openings.csv` and `literature.md` into a directory, each whole or not at all; returns their
    /// paths.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let files: [(&str, Writer<Self>); 2] =
            [("openings.csv", openings::write), ("literature.md", literature::write)];
        write_files(self, directory, &files)
    }
}

impl PuzzleStudy {
    /// Writes `puzzles.csv` and `puzzles.md` into a directory, each whole or not at all; returns their paths.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let files: [(&str, Writer<Self>); 2] =
            [("puzzles.csv", puzzles::write_csv), ("puzzles.md", puzzles::write_page)];
        write_files(self, directory, &files)
    }
}

impl CensusStudy {
    /// Writes `census.csv`, `census_totals.csv`, `census.md` and a picture of each board into a directory, each whole
    /// or not at all; returns their paths.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let files: [(&str, Writer<Self>); 3] = [
            ("census.csv", census::write_csv),
            ("census_totals.csv", census::write_totals),
            ("census.md", census::write_page),
        ];
        let mut written = write_files(self, directory, &files)?;
        for census in &self.censuses {
            let name = format!("census-{}.svg", census.board());
            let picture: [(&str, Writer<StudiedCensus>); 1] = [(&name, census_picture::write)];
            written.extend(write_files(census, directory, &picture)?);
        }
        Ok(written)
    }
}

impl GameStudy {
    /// Writes `games.csv` and `plies.csv` into a directory, each whole or not at all; returns their paths.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let files: [(&str, Writer<Self>); 2] =
            [("games.csv", games::write_games), ("plies.csv", games::write_plies)];
        write_files(self, directory, &files)
    }
}

/// Writes one file of a study.
type Writer<S> = fn(&S, &mut dyn Write) -> io::Result<()>;

/// The files of a study of piece sets.
const SET_FILES: [(&str, Writer<SetStudy>); 5] = [
    ("piece_sets.csv", piece_sets::write),
    ("components.csv", components::write),
    (HISTOGRAM, histogram::write),
    ("hardest.csv", hardest::write),
    ("README.md", readme::write),
];

/// How many positions have each distance.
const HISTOGRAM: &str = "histogram.csv";

/// The same, a file a metric.
const HISTOGRAM_FILES: [(&str, Writer<SetStudy>); 3] = [
    ("histogram-unit.csv", histogram::write_unit),
    ("histogram-straight.csv", histogram::write_straight),
    ("histogram-finger.csv", histogram::write_finger),
];

/// Writes the files of a study into a directory, which is made where it is missing; returns their paths.
fn write_files<S>(
    study: &S,
    directory: &Path,
    files: &[(&str, Writer<S>)],
) -> Result<Vec<PathBuf>, ReportError> {
    fs::create_dir_all(directory)
        .map_err(|source| ReportError::Write { path: directory.to_owned(), source })?;
    let mut written = Vec::new();
    for (name, write) in files {
        let path = directory.join(name);
        storage::write_whole(&path, ".huarong-report-", |out| write(study, out))
            .map_err(|source| ReportError::Write { path: path.clone(), source })?;
        written.push(path);
    }
    Ok(written)
}
