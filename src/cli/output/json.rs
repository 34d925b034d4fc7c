//! One JSON object a line.

use super::record::Record;
use std::io::{self, Write};

pub(super) fn write<R: Record>(record: &R, out: &mut impl Write) -> anyhow::Result<()> {
    // As the error of the system that it is, by which a closed pipe is known.
    serde_json::to_writer(&mut *out, record).map_err(io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}
