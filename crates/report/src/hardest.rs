//! `hardest.csv`: the positions at the largest distance.

use super::set_study::SetStudy;
use std::io::{self, Write};

pub(super) fn write(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(["piece_set", "metric", "distance", "rank", "position", "mirrored"])?;
    for set in &study.sets {
        for (metric, figures) in set.metrics.iter() {
            let Some(figures) = figures else { continue };
            let Some(max) = figures.max() else { continue };
            for (rank, hardest) in (1..).zip(&figures.hardest) {
                let (position, mirrored) = (&hardest.text, hardest.mirrored);
                writer.serialize((&set.text, metric.name(), max, rank, position, mirrored))?;
            }
        }
    }
    writer.flush()
}
