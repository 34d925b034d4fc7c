//! `hardest.csv`: the positions at the largest distance.

use super::Study;
use crate::puzzle::Metric;
use std::io::{self, Write};

pub(super) fn write(study: &Study<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(["piece_set", "metric", "distance", "rank", "position", "mirrored"])?;
    for set in &study.sets {
        for metric in Metric::ALL {
            let Some(max) = set.max(metric) else { continue };
            for (rank, hardest) in (1..).zip(&set.hardest[metric as usize]) {
                let (position, mirrored) = (&hardest.text, hardest.mirrored);
                writer.serialize((&set.text, metric.name(), max, rank, position, mirrored))?;
            }
        }
    }
    writer.flush()
}
