//! The diameters of the depth report, for their plot.

use super::chart::{Axis, Chart, Marks, Point, Scale, Series};
use super::error::ReportError;
use super::plots::{notes, place};
use super::set_study::SetStudy;
use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::Metric;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Path of the file with the diameters, relative to the reports directory.
pub const DIAMETERS: &str = "depth/diameters.csv";

/// For each size and finger diameter, the number of components and the piece set of the first one.
#[derive(Debug)]
pub struct Diameters(BTreeMap<(u64, u64), (u64, String)>);

/// The columns that are read from a row.
#[derive(Deserialize)]
struct Row {
    piece_set: String,
    metric: String,
    size: u64,
    diameter: u64,
}

impl Row {
    /// What is impossible about the row, and what would be right; `None` if it is possible.
    fn contradiction(&self) -> Option<String> {
        let Self { piece_set, metric, size, diameter } = self;
        if piece_set.trim().is_empty() {
            return Some("the piece set is missing".to_owned());
        }
        if metric.parse::<Metric>().is_err() {
            let names = Metric::OF_SINGLE_PIECES.map(Metric::name).join(", ");
            return Some(format!("the metric is {metric:?}, not one of {names}"));
        }
        // Two positions of a component are at most as far apart as its number of other positions.
        let right = match size {
            0 => return Some("the size is 0, and a component has at least 1 position".to_owned()),
            1 => 0..=0,
            size => 1..=size - 1,
        };
        (!right.contains(diameter)).then(|| {
            let (least, most) = right.into_inner();
            format!("the diameter is {diameter}, and for size {size} it is from {least} to {most}")
        })
    }
}

impl Diameters {
    /// Reads the diameters from a directory of reports; `None` if the directory has none.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or if a row describes an impossible component; the error names
    /// the line.
    pub fn of_reports(reports: &Path) -> Result<Option<Self>, ReportError> {
        let path = reports.join(DIAMETERS);
        if !path.exists() {
            return Ok(None);
        }
        Self::read(&path).map(Some)
    }

    fn read(path: &Path) -> Result<Self, ReportError> {
        let failed = |source| ReportError::Read { path: path.to_owned(), source };
        let mut components = BTreeMap::new();
        let mut reader = csv::Reader::from_path(path).map_err(failed)?;
        let columns = reader.headers().map_err(failed)?.clone();
        for record in reader.records() {
            let record = record.map_err(failed)?;
            let row: Row = record.deserialize(Some(&columns)).map_err(failed)?;
            if let Some(what) = row.contradiction() {
                let line = record.position().map_or(0, csv::Position::line);
                return Err(ReportError::Row { path: path.to_owned(), line, what });
            }
            let Row { piece_set, metric, size, diameter } = row;
            if metric == Metric::Finger.name() {
                components.entry((size, diameter)).or_insert((0, piece_set)).0 += 1;
            }
        }
        Ok(Self(components))
    }

    pub(super) fn chart(&self, study: &SetStudy) -> Chart {
        // Omits components of a single position: their diameter of 0 has no logarithm.
        let points = self.0.iter().map(|(&(size, diameter), (components, piece_set))| Point {
            at: [place(size), place(diameter)],
            title: format!(
                "{} of {} positions with diameter {diameter}, the first of {piece_set}",
                counted(*components, "component"),
                grouped(size),
            ),
            label: None,
        });
        Chart {
            title: "Diameters of components by size".to_owned(),
            x: Axis {
                label: "positions of the component (logarithmic)".to_owned(),
                scale: Scale::Log,
            },
            y: Axis {
                label: "diameter: most finger moves between two positions (logarithmic)".to_owned(),
                scale: Scale::Log,
            },
            series: vec![Series { name: String::new(), marks: Marks::Points(points.collect()) }],
            notes: notes(study, "depth/diameters.csv, of huarong report depth"),
        }
    }
}
