//! Answers of commands as records.

use super::csv;
use serde::Serialize;

/// One answer of a command. In JSON it is the object that it serialises to.
pub(in crate::cli) trait Record: Serialize {
    /// The CSV columns; none if they depend on the arguments of the command.
    const COLUMNS: &'static [&'static str] = &[];

    /// The CSV header.
    fn header() -> Vec<String> {
        Self::COLUMNS.iter().map(ToString::to_string).collect()
    }

    /// The CSV rows; one for most kinds of records.
    fn rows(&self) -> impl IntoIterator<Item = impl Serialize>;
}

/// A record whose CSV columns are its keys in JSON.
pub(in crate::cli) trait Flat: Serialize + Default {}

impl<R: Flat> Record for R {
    fn header() -> Vec<String> {
        csv::keys(&R::default())
    }

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        [self]
    }
}
