//! `histogram.csv`: how many positions have each distance. Those without one are in `piece_sets.csv`.

use super::set_study::SetStudy;
use crate::sliding::rules::Metric;
use std::io::{self, Write};

/// Most rows of the file of all metrics; where there are more, each metric has a file.
const MOST_ROWS: usize = 60_000;

/// Whether each metric has a file of its own.
pub(super) fn is_split(study: &SetStudy) -> bool {
    let metrics = study.sets.iter().flat_map(|set| set.metrics.values());
    metrics.flatten().map(|figures| figures.histogram.len()).sum::<usize>() > MOST_ROWS
}

pub(super) fn write(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    write_metrics(study, &Metric::ALL, out)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sliding::analysis::{MetricFigures, SetFigures};
    use crate::sliding::klotski;
    use crate::sliding::rules::{PerMetric, PieceSet};
    use std::fs;
    use tempfile::TempDir;

    /// A study of one piece set with so many distances under each metric.
    fn study(distances: PerMetric<usize>) -> SetStudy {
        let figures =
            |distances| MetricFigures { histogram: vec![1; distances], hardest: Vec::new() };
        let set = SetFigures {
            piece_set: PieceSet::new([1, 0, 0, 0]),
            text: "0h0v0s".to_owned(),
            empty: 16,
            positions: 1,
            goal_positions: 1,
            unsolvable: 0,
            component_sizes: Vec::new(),
            metrics: distances.map(|distances| Some(figures(distances))),
        };
        SetStudy {
            family: "klotski-4x5".to_owned(),
            is_klotski: true,
            puzzle: klotski::puzzle(),
            sets: vec![set],
            hardest_limit: 1,
        }
    }

    #[test]
    fn many_distances_are_written_metric_by_metric() {
        let directory = TempDir::new().unwrap();
        let read = |name: &str| fs::read_to_string(directory.path().join(name)).unwrap();
        let few = PerMetric::new(MOST_ROWS - 3, 2, 1);
        study(few).write(directory.path()).unwrap();
        assert_eq!(read("histogram.csv").lines().count(), 1 + MOST_ROWS);
        assert!(!directory.path().join("histogram-unit.csv").exists());
        assert!(!read("README.md").contains("histogram-unit.csv"));

        let directory = TempDir::new().unwrap();
        let read = |name: &str| fs::read_to_string(directory.path().join(name)).unwrap();
        let many = study(PerMetric::new(MOST_ROWS - 3, 2, 2));
        many.write(directory.path()).unwrap();
        assert!(!directory.path().join("histogram.csv").exists());
        let lines = |metric: &str| read(&format!("histogram-{metric}.csv")).lines().count();
        assert_eq!(["unit", "straight", "finger"].map(lines), [1 + MOST_ROWS - 3, 3, 3]);
        assert!(read("histogram-finger.csv").ends_with("0h0v0s,finger,1,1\n"));
        assert!(read("README.md").contains("`histogram-unit.csv`, `histogram-straight.csv`"));
    }
}
