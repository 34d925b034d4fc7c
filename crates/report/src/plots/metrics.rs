//! Plot that compares the three metrics.

use super::chart::{Axis, Chart, Marks, Point, Scale, Series};
use super::plot::{Plot, notes, place};
use crate::set_study::SetStudy;
use huarong_core::rules::Metric;
use huarong_oracle::analysis::SetFigures;

pub(super) const PLOT: Plot = Plot {
    file: "metrics.svg",
    words: "Largest distance of every piece set under the other metrics against the finger metric; on the \
            dashed line both are equal.",
    draw,
};

fn draw(study: &SetStudy) -> Chart {
    let points = |metric| {
        let points = study.sets.iter().filter_map(|set| point(set, metric)).collect();
        Series { name: format!("{metric} moves"), marks: Marks::Points(points) }
    };
    let most = study.sets.iter().filter_map(|set| set.max(Metric::Finger)).max().unwrap_or(0);
    let equal = Marks::Line(vec![[0.0, 0.0], [place(most), place(most)]]);
    Chart {
        title: "The largest distance of each piece set, by metric".to_owned(),
        x: Axis {
            label: "largest distance to the goal (finger moves)".to_owned(),
            scale: Scale::Linear,
        },
        y: Axis {
            label: "largest distance to the goal (unit or straight moves)".to_owned(),
            scale: Scale::Linear,
        },
        series: vec![
            points(Metric::Unit),
            points(Metric::Straight),
            Series { name: "equal to finger moves".to_owned(), marks: equal },
        ],
        notes: notes(study, "piece_sets.csv"),
    }
}

fn point(set: &SetFigures, metric: Metric) -> Option<Point> {
    let [max, finger] = [set.max(metric)?, set.max(Metric::Finger)?];
    Some(Point {
        at: [place(finger), place(max)],
        title: format!("{}: at most {max} {metric} moves, {finger} finger moves", set.text),
        label: None,
    })
}
