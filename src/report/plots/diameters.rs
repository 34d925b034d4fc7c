//! The diameter of components against their size, from the report on how far positions are apart.

use super::{DIAMETERS, PlotError, SetStudy, notes, place};
use crate::drawing::chart::{Axis, Chart, Marks, Point, Scale, Series};
use crate::report::words::{counted, grouped};
use crate::sliding::rules::Metric;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

pub(super) const FILE: &str = "diameters.svg";

/// How many components have a size and a diameter, under the finger metric, and the piece set of the first.
#[derive(Debug)]
pub struct Diameters(BTreeMap<(u64, u64), (u64, String)>);

/// What is read of a row.
#[derive(Deserialize)]
struct Row {
    piece_set: String,
    metric: String,
    size: u64,
    diameter: u64,
}

impl Diameters {
    /// What a directory of reports says of diameters, if it says anything.
    pub fn of_reports(reports: &Path) -> Result<Option<Self>, PlotError> {
        let path = reports.join(DIAMETERS);
        if !path.exists() {
            return Ok(None);
        }
        Self::read(&path).map(Some).map_err(|source| PlotError::Read { path, source })
    }

    fn read(path: &Path) -> Result<Self, csv::Error> {
        let mut components = BTreeMap::new();
        for row in csv::Reader::from_path(path)?.deserialize() {
            let Row { piece_set, metric, size, diameter } = row?;
            if metric == Metric::Finger.name() {
                components.entry((size, diameter)).or_insert((0, piece_set)).0 += 1;
            }
        }
        Ok(Self(components))
    }

    pub(super) fn chart(&self, study: &SetStudy) -> Chart {
        // A single position is nowhere on an axis of logarithms.
        let components = self.0.iter().filter(|((_, diameter), _)| *diameter > 0);
        let points = components.map(|(&(size, diameter), (components, piece_set))| Point {
            at: [place(size), place(diameter)],
            title: format!(
                "{} of {} positions with diameter {diameter}, the first of {piece_set}",
                counted(*components, "component"),
                grouped(size),
            ),
            label: None,
        });
        Chart {
            title: "How far two positions of a component can be apart".to_owned(),
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
