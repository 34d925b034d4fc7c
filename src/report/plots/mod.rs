//! Plots of what the reports say, as SVG files: one file a plot.

mod components;
mod diameters;
mod distances;
mod hardest;
mod levels;
mod metrics;
mod pieces;

pub use self::diameters::Diameters;
use super::words::counted;
use super::{ReportError, SetStudy, write_files};
use crate::drawing::chart::Chart;
use crate::sliding::klotski;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why there are no plots.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlotError {
    /// They could not be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A report that they are drawn from cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The report.
        path: PathBuf,
        /// What is wrong.
        source: csv::Error,
    },
    /// A row of a report is about no possible component.
    #[error(
        "{} is wrong in line {line}: {what}; `huarong report depth` writes the file again", .path.display()
    )]
    Row {
        /// The report.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// A metric of which they speak has no tables.
    #[error(
        "plots are drawn of all three metrics, and some tables are missing: run `huarong build` first"
    )]
    Missing,
}

/// What plots are drawn of: piece sets with tables of all metrics, and what another report says of diameters.
#[derive(Debug)]
pub struct PlotStudy<'s> {
    study: &'s SetStudy,
    /// Nothing where that report is not there.
    diameters: Option<Diameters>,
}

/// Where diameters are read from, below the directory of the reports.
pub const DIAMETERS: &str = "depth/diameters.csv";

/// A plot: its file, what it shows, and how it is drawn.
pub(super) struct Plot {
    pub file: &'static str,
    /// A sentence for who sees it for the first time.
    pub words: &'static str,
    draw: fn(&SetStudy) -> Chart,
}

/// The plots that are drawn from the tables alone.
pub(super) const PLOTS: [Plot; 6] =
    [distances::PLOT, levels::PLOT, hardest::PLOT, metrics::PLOT, pieces::PLOT, components::PLOT];

impl<'s> PlotStudy<'s> {
    /// The plots of a study of a family of Klotski's, and of diameters, if they are known.
    pub fn new(study: &'s SetStudy, diameters: Option<Diameters>) -> Result<Self, PlotError> {
        let is_complete =
            study.sets.iter().all(|set| set.metrics.values().iter().all(Option::is_some));
        if !is_complete {
            return Err(PlotError::Missing);
        }
        Ok(Self { study, diameters })
    }

    /// Writes the plots into the folder `plots` of a directory, each whole or not at all; returns their paths.
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

/// The lines below a plot: what it is about, what it is drawn from, and the command that draws it.
fn notes(study: &SetStudy, source: &str) -> Vec<String> {
    let board = study.puzzle.board();
    let size = format!("{}x{}", board.width(), board.height());
    let sets = counted(study.sets.len() as u64, "piece set");
    let option = match klotski::is_klotski(&study.puzzle) {
        true => String::new(),
        false => format!(" --board {size}"),
    };
    vec![
        format!("{sets} of one big piece, dominoes and smalls on a board of {size}."),
        "A move takes one piece: unit one cell, straight along a line, finger along any path."
            .to_owned(),
        format!("Source: {source}. Drawn by: huarong report plots{option}"),
    ]
}

/// A number as a place on an axis.
fn place(number: impl Into<u64>) -> f64 {
    number.into() as f64
}
