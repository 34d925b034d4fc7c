//! One JSON object per line.

use super::record::Record;
use std::io::{self, Write};

pub(super) fn write<R: Record>(record: &R, out: &mut impl Write) -> anyhow::Result<()> {
    // Converted to an io::Error, so that a closed pipe is recognised.
    serde_json::to_writer(&mut *out, record).map_err(io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}
