//! `histogram.csv`: how many positions have each distance.

use super::Study;
use std::io::{self, Write};

pub(super) fn write(study: &Study<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(["piece_set", "metric", "distance", "positions"])?;
    for set in &study.sets {
        for (metric, table) in set.metrics() {
            for (distance, positions) in table.section.histogram.iter().enumerate() {
                writer.serialize((&set.text, metric.name(), distance, positions))?;
            }
        }
        // Whether the goal can be reached does not depend on the metric.
        let (_, unsolvable) = set.goals_and_unsolvable();
        writer.serialize((&set.text, "all", "unsolvable", unsolvable))?;
    }
    writer.flush()
}
