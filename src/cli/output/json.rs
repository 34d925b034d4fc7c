//! One JSON object per line.

use super::record::Record;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// Keys without a value, each of which is null in JSON.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Nulls(pub Vec<&'static str>);

impl Serialize for Nulls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|key| (key, ())))
    }
}

pub(super) fn write<R: Record>(record: &R, out: &mut impl Write) -> anyhow::Result<()> {
    // Converted to an io::Error, so that a closed pipe is recognised.
    serde_json::to_writer(&mut *out, record).map_err(io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}
