//! `piece_sets.csv`: a row a piece set.

use super::SetStudy;
use crate::sliding::analysis::{MetricFigures, SetFigures};
use crate::sliding::klotski;
use crate::sliding::rules::{Metric, ShapeId};
use std::io::{self, Write};

pub(super) fn write(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    // What a puzzle of its own has is in its file.
    let shapes: &[(&str, ShapeId)] = if study.puzzle.is_some() { &[] } else { &SHAPES };
    let fixed = [
        "empty",
        "positions",
        "goal_positions",
        "components",
        "largest_component",
        "solvable",
        "unsolvable",
    ];
    let by_metric = Metric::ALL
        .into_iter()
        .flat_map(|metric| ["max", "mean", "hardest"].map(|what| format!("{what}_{metric}")));
    let names = ["piece_set"].into_iter().chain(shapes.iter().map(|&(name, _)| name)).chain(fixed);
    writer.write_record(names.map(str::to_owned).chain(by_metric))?;
    for set in &study.sets {
        writer.write_record(row(set, shapes))?;
    }
    writer.flush()
}

/// The shapes of Klotski of which there may be more or fewer, and their columns.
const SHAPES: [(&str, ShapeId); 3] = [
    ("horizontal", klotski::HORIZONTAL),
    ("vertical", klotski::VERTICAL),
    ("small", klotski::SMALL),
];

fn row(set: &SetFigures, shapes: &[(&str, ShapeId)]) -> Vec<String> {
    let numbers = [
        u64::from(set.empty),
        set.positions,
        set.goal_positions,
        set.components.len() as u64,
        set.largest_component(),
        set.solvable(),
        set.unsolvable,
    ];
    let mut row = vec![set.text.clone()];
    row.extend(shapes.iter().map(|&(_, shape)| set.piece_set.counts()[shape].to_string()));
    row.extend(numbers.map(|number| number.to_string()));
    for figures in set.metrics.values() {
        row.extend(figures.as_ref().and_then(summary).unwrap_or_default());
    }
    row
}

/// Largest distance, mean distance and number of positions at the largest; nothing where nothing is solvable.
fn summary(figures: &MetricFigures) -> Option<[String; 3]> {
    let (max, mean, at_max) = (figures.max()?, figures.mean()?, figures.at_max()?);
    Some([max.to_string(), mean.to_string(), at_max.to_string()])
}
