//! `optimal_solutions.csv`: the common features of the optimal solutions of a position.

use super::study::DepthStudy;
use huarong_oracle::analysis::Decimal;
use std::io::{self, Write};

const COLUMNS: [&str; 13] = [
    "piece_set",
    "metric",
    "name",
    "position",
    "distance",
    "solution_count",
    "reachable",
    "positions",
    "share",
    "shared",
    "forced",
    "longest_forced",
    "wrong_moves",
];

pub(super) fn write(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS)?;
    for set in &study.sets {
        for found in &set.optimal_solutions {
            let optimal = &found.optimal_solutions;
            writer.serialize((
                &set.text,
                found.metric.name(),
                &found.name,
                &found.position,
                optimal.distance,
                optimal.solutions.to_string(),
                found.component,
                optimal.positions,
                Decimal::ratio(optimal.positions.into(), found.component.into())
                    .map(|share| share.to_string()),
                optimal.shared,
                optimal.forced,
                optimal.longest_forced,
                optimal.wrong_moves.to_string(),
            ))?;
        }
    }
    writer.flush()
}
