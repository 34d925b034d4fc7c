//! Answers of commands as records.

use serde::Serialize;

/// One answer of a command. In JSON it is the object that it serialises to.
pub(in crate::cli) trait Record: Serialize {
    /// The CSV columns.
    const COLUMNS: &'static [&'static str];

    /// The CSV rows; one for most kinds of records.
    fn rows(&self) -> impl IntoIterator<Item = impl Serialize>;
}
