//! `piece_sets.csv`: one row per piece set.

use super::set_study::SetStudy;
use huarong_core::klotski;
use huarong_core::rules::Metric;
use huarong_oracle::analysis::{MetricFigures, SetFigures};
use std::io::{self, Write};

pub(super) fn write(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let pieces: &[&str] = if study.is_klotski { &["horizontal", "vertical", "small"] } else { &[] };
    let figures = [
        "empty",
        "positions",
        "goal_positions",
        "components",
        "largest_component",
        "solvable",
        "unsolvable",
    ];
    let by_metric = Metric::OF_SINGLE_PIECES
        .into_iter()
        .flat_map(|metric| ["max", "mean", "at_max"].map(|what| format!("{what}_{metric}")));
    let fixed = ["piece_set"].into_iter().chain(pieces.iter().copied()).chain(figures);
    writer.write_record(fixed.map(str::to_owned).chain(by_metric))?;
    for set in &study.sets {
        writer.write_record(row(study, set))?;
    }
    writer.flush()
}

fn row(study: &SetStudy, set: &SetFigures) -> Vec<String> {
    let counts = set.piece_set.counts();
    let mut row = vec![set.text.clone()];
    if study.is_klotski {
        let pieces = [klotski::HORIZONTAL, klotski::VERTICAL, klotski::SMALL];
        row.extend(pieces.map(|shape| counts[shape].to_string()));
    }
    let numbers = [
        u64::from(set.empty),
        set.positions,
        set.goal_positions,
        set.components(),
        set.largest_component(),
        set.solvable(),
        set.unsolvable,
    ];
    row.extend(numbers.map(|number| number.to_string()));
    for figures in set.metrics.values() {
        row.extend(figures.as_ref().and_then(summary).unwrap_or_default());
    }
    row
}

/// Largest distance, mean distance and number of positions at the largest distance; `None` if no
/// position is solvable.
fn summary(figures: &MetricFigures) -> Option<[String; 3]> {
    let (max, mean, at_max) = (figures.max()?, figures.mean()?, figures.at_max()?);
    Some([max.to_string(), mean.to_string(), at_max.to_string()])
}
