//! `searches.csv`: the searches that prove the diameters and radii of components.

use super::study::DepthStudy;
use std::io::{self, Write};

const COLUMNS: [&str; 6] =
    ["piece_set", "metric", "component", "position", "eccentricity", "centre"];

pub(super) fn write(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS)?;
    for (set, number, component) in study.each_component() {
        // The searches of a mirror image are the images of the other component's searches.
        if component.spread.image_of.is_some() {
            continue;
        }
        for (metric, spread) in component.spread.metrics.iter() {
            let texts = &component.texts[metric].searches;
            for (position, (index, eccentricity)) in texts.iter().zip(&spread.searches) {
                let is_centre = *index == spread.centre;
                let found = (&set.text, metric.name(), number, position, eccentricity, is_centre);
                writer.serialize(found)?;
            }
        }
    }
    writer.flush()
}
