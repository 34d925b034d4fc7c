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

/// Writes a value.
pub(super) fn value(value: &(impl Serialize + ?Sized), out: &mut impl Write) -> io::Result<()> {
    // Converted to an io::Error, so that a closed pipe is recognised.
    serde_json::to_writer(out, value).map_err(io::Error::from)
}

/// Whether a text has nothing to escape.
pub(in crate::cli) fn is_plain(text: &str) -> bool {
    !text.bytes().any(|byte| byte < b' ' || byte == b'"' || byte == b'\\')
}

/// Writes a text. Most texts have nothing to escape.
pub(in crate::cli) fn text(text: &str, out: &mut impl Write) -> io::Result<()> {
    if !is_plain(text) {
        return value(text, out);
    }
    out.write_all(b"\"")?;
    out.write_all(text.as_bytes())?;
    out.write_all(b"\"")
}

pub(super) fn write<R: Record>(record: &R, out: &mut impl Write) -> anyhow::Result<()> {
    value(record, out)?;
    Ok(out.write_all(b"\n")?)
}
