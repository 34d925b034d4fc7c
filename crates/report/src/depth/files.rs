//! The files of the depth study.

use super::study::DepthStudy;
use super::{diameters, eccentricities, goals, optimal_solutions, page, searches, structure};
use crate::error::ReportError;
use crate::write::{Writer, write_files};
use std::path::{Path, PathBuf};

impl DepthStudy {
    /// Writes the CSV files and the page that explains them into the folder `depth` of a directory.
    /// Each file is written atomically. Returns their paths.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let files: [(&str, Writer<Self>); 7] = [
            ("diameters.csv", diameters::write),
            ("eccentricities.csv", eccentricities::write),
            ("searches.csv", searches::write),
            ("structure.csv", structure::write),
            ("goals.csv", goals::write),
            ("optimal_solutions.csv", optimal_solutions::write),
            ("depth.md", page::write),
        ];
        write_files(self, &directory.join("depth"), &files)
    }
}
