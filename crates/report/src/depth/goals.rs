//! `goals.csv`: every possible goal of a single piece.

use super::study::DepthStudy;
use huarong_core::rules::{PerMetric, Shape};
use std::io::{self, Write};

const COLUMNS: [&str; 13] = [
    "piece_set",
    "metric",
    "shape",
    "column",
    "row",
    "places",
    "goal_positions",
    "solvable",
    "max",
    "at_max",
    "mean",
    "hardest_goal",
    "hardest",
];

pub(super) fn write(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS)?;
    let board = study.puzzle.board();
    for set in &study.sets {
        let most = |metric| set.goals.iter().map(|goal| goal.metrics[metric].max).max();
        let most = PerMetric::each(most);
        for goal in &set.goals {
            let shape = shape_name(&study.puzzle.shapes()[goal.shape]);
            let (column, row) = (board.column(goal.anchor) + 1, board.row(goal.anchor) + 1);
            for (metric, figures) in goal.metrics.iter() {
                writer.serialize((
                    &set.text,
                    metric.name(),
                    &shape,
                    column,
                    row,
                    goal.places,
                    figures.goal_positions,
                    figures.solvable,
                    figures.max,
                    figures.at_max,
                    figures.mean.to_string(),
                    Some(figures.max) == most[metric],
                    &figures.hardest,
                ))?;
            }
        }
    }
    writer.flush()
}

/// A shape as text: its letter, or the signs of its pieces.
pub(super) fn shape_name(shape: &Shape) -> String {
    match shape.signs() {
        [] => shape.letter().to_string(),
        signs => signs.iter().collect(),
    }
}
