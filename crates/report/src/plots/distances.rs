//! Plot of the distances to the goal in one piece set.

use super::chart::{Axis, Chart, Marks, Scale, Series};
use super::plot::{Plot, notes, place};
use crate::set_study::SetStudy;
use huarong_core::rules::Metric;
use huarong_oracle::analysis::SetFigures;

pub(super) const PLOT: Plot = Plot {
    file: "distances.svg",
    words: "Number of positions of the classic piece set at each distance, under each metric.",
    draw,
};

/// The piece set of the classic start.
const CLASSIC: &str = "1h4v4s";

fn draw(study: &SetStudy) -> Chart {
    let hardest = || study.sets.iter().max_by_key(|set| set.max(Metric::Finger));
    let set = study.sets.iter().find(|set| set.text == CLASSIC).or_else(hardest);
    let series = Metric::OF_SINGLE_PIECES.map(|metric| Series {
        name: metric.name().to_owned(),
        marks: Marks::Line(set.map_or_else(Vec::new, |set| points(set, metric))),
    });
    let name = set.map_or("no piece set", |set| &set.text);
    Chart {
        title: format!("Distances of the positions of {name}"),
        x: Axis { label: "distance to the goal (moves)".to_owned(), scale: Scale::Linear },
        y: Axis { label: "positions with that distance".to_owned(), scale: Scale::Linear },
        series: series.into(),
        notes: notes(study, "histogram.csv"),
    }
}

fn points(set: &SetFigures, metric: Metric) -> Vec<[f64; 2]> {
    let figures = set.metrics[metric].as_ref();
    let histogram = figures.map_or(&[][..], |figures| &figures.histogram);
    (0u64..)
        .zip(histogram)
        .map(|(distance, &positions)| [place(distance), place(positions)])
        .collect()
}
