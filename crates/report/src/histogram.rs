//! `histogram.csv`: the number of positions at each distance. Unsolvable positions are counted in
//! `piece_sets.csv`.

use super::set_study::SetStudy;
use huarong_core::rules::Metric;
use std::io::{self, Write};

/// Maximum number of rows for a single file; above it, each metric has a file.
pub const MOST_ROWS: usize = 60_000;

/// Whether each metric has a file of its own.
pub(super) fn is_split(study: &SetStudy) -> bool {
    let metrics = study.sets.iter().flat_map(|set| set.metrics.values());
    metrics.flatten().map(|figures| figures.histogram.len()).sum::<usize>() > MOST_ROWS
}

pub(super) fn write(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    write_metrics(study, &Metric::OF_SINGLE_PIECES, out)
}

pub(super) fn write_unit(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    write_metrics(study, &[Metric::Unit], out)
}

pub(super) fn write_straight(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    write_metrics(study, &[Metric::Straight], out)
}

pub(super) fn write_finger(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    write_metrics(study, &[Metric::Finger], out)
}

fn write_metrics(study: &SetStudy, metrics: &[Metric], out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(["piece_set", "metric", "distance", "positions"])?;
    for set in &study.sets {
        for &metric in metrics {
            let histogram = set.metrics[metric].iter().flat_map(|figures| &figures.histogram);
            for (distance, positions) in histogram.enumerate() {
                writer.serialize((&set.text, metric.name(), distance, positions))?;
            }
        }
    }
    writer.flush()
}
