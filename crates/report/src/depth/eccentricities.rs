//! `eccentricities.csv`: the number of positions of a component with each eccentricity.

use super::study::DepthStudy;
use std::io::{self, Write};

pub(super) fn write(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(["piece_set", "metric", "component", "eccentricity", "positions"])?;
    for (set, number, component) in study.each_component() {
        for (metric, spread) in component.spread.metrics.iter() {
            let counts = spread.eccentricities.iter().flatten();
            for (eccentricity, positions) in (spread.radius..).zip(counts) {
                writer.serialize((&set.text, metric.name(), number, eccentricity, positions))?;
            }
        }
    }
    writer.flush()
}
