//! `histogram.csv`: how many positions have each distance. Those without one are in `piece_sets.csv`.

use super::SetStudy;
use std::io::{self, Write};

pub(super) fn write(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(["piece_set", "metric", "distance", "positions"])?;
    for set in &study.sets {
        for (metric, figures) in set.metrics.iter() {
            let histogram = figures.iter().flat_map(|figures| &figures.histogram);
            for (distance, positions) in histogram.enumerate() {
                writer.serialize((&set.text, metric.name(), distance, positions))?;
            }
        }
    }
    writer.flush()
}
