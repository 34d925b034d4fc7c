//! What a command says, as programs read it.

use serde::Serialize;

/// One answer of a command, as programs read it. In JSON it is the object that it serialises to.
pub(in crate::cli) trait Record: Serialize {
    /// The columns of CSV.
    const COLUMNS: &'static [&'static str];

    /// The rows of CSV; mostly one.
    fn rows(&self) -> impl IntoIterator<Item = impl Serialize>;
}
