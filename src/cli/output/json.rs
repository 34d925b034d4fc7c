//! One JSON object a line.

use super::Record;
use std::io::Write;

pub(super) fn write<R: Record>(record: &R, out: &mut impl Write) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, record)?;
    Ok(out.write_all(b"\n")?)
}
