//! Plot of the largest distance against the number of positions.

use super::chart::{Axis, Chart, Marks, Point, Scale, Series};
use super::plot::{Plot, notes, place};
use crate::set_study::SetStudy;
use huarong_core::numerals::grouped;
use huarong_core::rules::Metric;
use huarong_oracle::analysis::SetFigures;
use std::cmp::Reverse;

pub(super) const PLOT: Plot = Plot {
    file: "hardest.svg",
    words: "Size and largest finger distance of every piece set: few piece sets are hard, and these are of \
            medium size.",
    draw,
};

/// Number of piece sets that are labelled with their names.
const NAMED: usize = 6;

fn draw(study: &SetStudy) -> Chart {
    let mut sets: Vec<(&SetFigures, u16)> =
        study.sets.iter().filter_map(|set| Some((set, set.max(Metric::Finger)?))).collect();
    sets.sort_by_key(|&(set, max)| (Reverse(max), set.piece_set.clone()));
    let points = (0..).zip(sets).map(|(rank, (set, max))| Point {
        at: [place(set.positions), place(max)],
        title: format!(
            "{}: {} positions, at most {max} finger moves",
            set.text,
            grouped(set.positions)
        ),
        label: (rank < NAMED).then(|| set.text.clone()),
    });
    Chart {
        title: "The largest distance of each piece set, by its size".to_owned(),
        x: Axis { label: "positions of the piece set (logarithmic)".to_owned(), scale: Scale::Log },
        y: Axis {
            label: "largest distance to the goal (finger moves)".to_owned(),
            scale: Scale::Linear,
        },
        series: vec![Series { name: String::new(), marks: Marks::Points(points.collect()) }],
        notes: notes(study, "piece_sets.csv"),
    }
}
