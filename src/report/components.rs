//! `components.csv`: a row for every size that components of a piece set have.

use super::Study;
use std::io::{self, Write};

pub(super) fn write(study: &Study<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(["piece_set", "size", "components", "with_goal"])?;
    for set in &study.sets {
        // Components come largest first.
        for same_size in set.components.chunk_by(|a, b| a.size == b.size) {
            let with_goal = same_size.iter().filter(|component| component.with_goal).count();
            writer.serialize((&set.text, same_size[0].size, same_size.len(), with_goal))?;
        }
    }
    writer.flush()
}
