//! `components.csv`: a row for every component size of a piece set.

use super::set_study::SetStudy;
use huarong_oracle::analysis::ComponentSize;
use std::io::{self, Write};

pub(super) fn write(study: &SetStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(["piece_set", "size", "components", "with_goal"])?;
    for set in &study.sets {
        for ComponentSize { size, components, with_goal, .. } in &set.component_sizes {
            writer.serialize((&set.text, size, components, with_goal))?;
        }
    }
    writer.flush()
}
