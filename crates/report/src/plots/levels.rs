//! Plot of the level sizes of the search, over all piece sets.

use super::chart::{Axis, Chart, Marks, Scale, Series};
use super::plot::{Plot, notes, place};
use crate::set_study::SetStudy;
use huarong_core::rules::Metric;

pub(super) const PLOT: Plot = Plot {
    file: "levels.svg",
    words: "Number of positions at each distance, all piece sets together, on a logarithmic scale: the levels \
            of a search from all goal positions.",
    draw,
};

fn draw(study: &SetStudy) -> Chart {
    let series = Metric::OF_SINGLE_PIECES.map(|metric| Series {
        name: metric.name().to_owned(),
        marks: Marks::Line(levels(study, metric)),
    });
    Chart {
        title: "Positions by distance, all piece sets together".to_owned(),
        x: Axis { label: "distance to the goal (moves)".to_owned(), scale: Scale::Linear },
        y: Axis {
            label: "positions with that distance (logarithmic)".to_owned(),
            scale: Scale::Log,
        },
        series: series.into(),
        notes: notes(study, "histogram.csv"),
    }
}

/// Number of positions at each occurring distance.
fn levels(study: &SetStudy, metric: Metric) -> Vec<[f64; 2]> {
    let mut levels: Vec<u64> = Vec::new();
    for figures in study.sets.iter().filter_map(|set| set.metrics[metric].as_ref()) {
        levels.resize(levels.len().max(figures.histogram.len()), 0);
        levels
            .iter_mut()
            .zip(&figures.histogram)
            .for_each(|(level, positions)| *level += positions);
    }
    (0u64..).zip(levels).map(|(distance, positions)| [place(distance), place(positions)]).collect()
}
