//! Answers of commands as records.

use super::csv;
use serde::{Serialize, Serializer};
use smallvec::SmallVec;
use std::borrow::Cow;

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

/// The cells of a row of CSV.
#[derive(Default)]
pub(in crate::cli) struct Cells<'r>(SmallVec<[Cell<'r>; 16]>);

impl<'r> Cells<'r> {
    pub fn push(&mut self, cell: impl Into<Cell<'r>>) {
        self.0.push(cell.into());
    }
}

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

/// A cell of CSV.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::cli) enum Cell<'r> {
    Empty,
    Text(Cow<'r, str>),
    Number(u64),
    Flag(bool),
}

impl From<bool> for Cell<'_> {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<u64> for Cell<'_> {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<u16> for Cell<'_> {
    fn from(number: u16) -> Self {
        Self::Number(number.into())
    }
}

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl<'r> From<&'r str> for Cell<'r> {
    fn from(text: &'r str) -> Self {
        Self::Text(text.into())
    }
}

impl<'r, T: Into<Self>> From<Option<T>> for Cell<'r> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, T::into)
    }
}
