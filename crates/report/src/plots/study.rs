//! All plots of a study.

use super::chart::Chart;
use super::diameters::{self, Diameters};
use super::error::PlotError;
use super::plot::Plot;
use super::{components, distances, hardest, levels, metrics, pieces};
use crate::error::ReportError;
use crate::set_study::SetStudy;
use crate::write::write_files;
use std::path::{Path, PathBuf};

/// Data of the plots: piece sets with tables of all metrics, and the diameters from the depth
/// report.
#[derive(Debug)]
pub struct PlotStudy<'s> {
    study: &'s SetStudy,
    /// `None` if that report does not exist.
    diameters: Option<Diameters>,
}

/// The plots that need only the tables.
pub(crate) const PLOTS: [Plot; 6] =
    [distances::PLOT, levels::PLOT, hardest::PLOT, metrics::PLOT, pieces::PLOT, components::PLOT];

impl<'s> PlotStudy<'s> {
    /// The plots of a study of a Klotski family, and of the diameters if they are known.
    pub fn new(study: &'s SetStudy, diameters: Option<Diameters>) -> Result<Self, PlotError> {
        let is_complete =
            study.sets.iter().all(|set| set.metrics.values().iter().all(Option::is_some));
        if !is_complete {
            return Err(PlotError::Missing);
        }
        Ok(Self { study, diameters })
    }

    /// Writes the plots into the folder `plots` of a directory. Each file is written atomically.
    /// Returns their paths.
    pub fn write(&self, reports: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let directory = reports.join("plots");
        let mut written = Vec::new();
        for Plot { file, draw, .. } in PLOTS {
            let chart = draw(self.study);
            written.extend(write_chart(&chart, &directory, file)?);
        }
        if let Some(diameters) = &self.diameters {
            let chart = diameters.chart(self.study);
            written.extend(write_chart(&chart, &directory, diameters::FILE)?);
        }
        Ok(written)
    }
}

/// The path of a chart that is written into a directory.
fn write_chart(chart: &Chart, directory: &Path, file: &str) -> Result<Vec<PathBuf>, ReportError> {
    write_files(chart, directory, &[(file, |chart, out| writeln!(out, "{}", chart.draw()))])
}
