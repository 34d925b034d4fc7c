//! `diameters.csv`: diameter and radius of each component.

use super::study::DepthStudy;
use std::io::{self, Write};

pub(super) fn write(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record([
        "piece_set",
        "metric",
        "component",
        "size",
        "diameter",
        "radius",
        "from",
        "to",
    ])?;
    for (set, number, component) in study.each_component() {
        for (metric, spread) in component.spread.metrics.iter() {
            let [from, to] = &component.texts[metric].ends;
            writer.serialize((
                &set.text,
                metric.name(),
                number,
                component.spread.size,
                spread.diameter,
                spread.radius,
                from,
                to,
            ))?;
        }
    }
    writer.flush()
}
