//! `structure.csv`: bridges and articulation positions of each component.

use super::study::DepthStudy;
use huarong_core::rules::Reflection;
use huarong_oracle::analysis::Decimal;
use std::io::{self, Write};

const COLUMNS: [&str; 16] = [
    "piece_set",
    "metric",
    "component",
    "size",
    "image_of",
    "reflection",
    "edges",
    "mean_mobility",
    "min_mobility",
    "max_mobility",
    "stuck",
    "dead_ends",
    "bridges",
    "articulations",
    "central",
    "peripheral",
];

pub(super) fn write(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS)?;
    for (set, number, component) in study.each_component() {
        let (size, image_of) = (component.spread.size, component.spread.image_of);
        for (metric, structure) in component.structure.iter() {
            let spread = &component.spread.metrics[metric];
            writer.serialize((
                &set.text,
                metric.name(),
                number,
                size,
                image_of.map(|(other, _)| other + 1),
                image_of.map(|(_, reflection)| name(reflection)),
                structure.edges,
                Decimal::ratio((2 * structure.edges).into(), size.into())
                    .map(|mean| mean.to_string()),
                structure.fewest_moves,
                structure.most_moves,
                structure.stuck,
                structure.dead_ends,
                structure.bridges,
                structure.articulations,
                spread.central(),
                spread.peripheral(),
            ))?;
        }
    }
    writer.flush()
}

/// The name of a reflection in files.
fn name(reflection: Reflection) -> &'static str {
    match reflection {
        Reflection::LeftRight => "left-right",
        Reflection::TopBottom => "top-bottom",
        Reflection::Both => "half-turn",
    }
}
