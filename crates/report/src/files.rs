//! The files of each study.

use super::census_study::{CensusStudy, StudiedCensus};
use super::error::ReportError;
use super::games::{self, GameStudy};
use super::opening_study::OpeningStudy;
use super::puzzle_study::PuzzleStudy;
use super::rush_study::{RushStudy, StudiedUniverse};
use super::set_study::SetStudy;
use super::write::{Writer, write_files};
use super::{
    census, census_picture, components, hardest, histogram, literature, openings, piece_sets,
    puzzles, readme, rush,
};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

impl SetStudy {
    /// Writes one of the CSV files or the page that explains them; `None` if there is no file of
    /// that name.
    pub fn write_file(&self, name: &str, out: &mut dyn Write) -> Option<io::Result<()>> {
        let (_, write) = SET_FILES.iter().find(|(file, _)| *file == name)?;
        Some(write(self, out))
    }

    /// The names of the files that [`write_file`](Self::write_file) writes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SET_FILES.iter().map(|(name, _)| *name)
    }

    /// Writes the CSV files and the page that explains them into a directory. Each file is written
    /// atomically. Returns their paths.
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
    /// Writes `openings.csv` and `literature.md` into a directory. Each file is written atomically.
    /// Returns their paths.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let files: [(&str, Writer<Self>); 2] =
            [("openings.csv", openings::write), ("literature.md", literature::write)];
        write_files(self, directory, &files)
    }
}

impl PuzzleStudy {
    /// Writes `puzzles.csv`, `puzzles.md` and `solved.csv` into a directory. Each file is written atomically.
    /// Returns their paths.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let files: [(&str, Writer<Self>); 3] = [
            ("puzzles.csv", puzzles::write_csv),
            ("puzzles.md", puzzles::write_page),
            ("solved.csv", puzzles::write_solved),
        ];
        write_files(self, directory, &files)
    }
}

impl CensusStudy {
    /// Writes `census.csv`, `census_totals.csv`, `census.md` and a picture of each board into a
    /// directory. Each file is written atomically. Returns their paths.
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

impl RushStudy {
    /// Writes four CSV files, a page, and two pictures of each universe into the folder `rush` of a directory. Each file
    /// is written atomically. Returns their paths.
    pub fn write(&self, reports: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let directory = reports.join("rush");
        let files: [(&str, Writer<Self>); 5] = [
            ("universes.csv", rush::write_universes),
            ("histogram.csv", rush::write_histogram),
            ("records.csv", rush::write_records),
            ("sample.csv", rush::write_sample),
            ("README.md", rush::write_page),
        ];
        let mut written = write_files(self, &directory, &files)?;
        for universe in &self.universes {
            let name = universe.state.scope_name();
            let [records, moves] = ["records", "moves"].map(|kind| format!("{kind}-{name}.svg"));
            let pictures: [(&str, Writer<StudiedUniverse>); 2] =
                [(&records, rush::write_picture), (&moves, rush::write_chart)];
            written.extend(write_files(universe, &directory, &pictures)?);
        }
        Ok(written)
    }
}

impl GameStudy {
    /// Writes `games.csv` and `plies.csv` into a directory. Each file is written atomically.
    /// Returns their paths.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let files: [(&str, Writer<Self>); 2] =
            [("games.csv", games::write_games), ("plies.csv", games::write_plies)];
        write_files(self, directory, &files)
    }
}

/// The files of a study of piece sets.
const SET_FILES: [(&str, Writer<SetStudy>); 5] = [
    ("piece_sets.csv", piece_sets::write),
    ("components.csv", components::write),
    (HISTOGRAM, histogram::write),
    ("hardest.csv", hardest::write),
    ("README.md", readme::write),
];

/// The number of positions at each distance.
const HISTOGRAM: &str = "histogram.csv";

/// The same, with one file per metric.
const HISTOGRAM_FILES: [(&str, Writer<SetStudy>); 3] = [
    ("histogram-unit.csv", histogram::write_unit),
    ("histogram-straight.csv", histogram::write_straight),
    ("histogram-finger.csv", histogram::write_finger),
];
