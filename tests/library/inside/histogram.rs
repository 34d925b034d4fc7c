//! The histogram of a report, in one file or in one file per metric.

use huarong_core::klotski;
use huarong_core::rules::{PerMetric, PieceSet};
use huarong_oracle::analysis::{MetricFigures, SetFigures};
use huarong_report::{MOST_HISTOGRAM_ROWS as MOST_ROWS, Report, SetStudy};
use std::fs;
use tempfile::TempDir;

/// A study of one piece set with a given number of distances per metric.
fn study(distances: PerMetric<usize>) -> SetStudy {
    let figures = |distances| MetricFigures { histogram: vec![1; distances], hardest: Vec::new() };
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
