//! The parts of an answer: one list drives its header, its cells, its nulls and its lines of text.

use super::record::Cells;
use std::slice;

/// A kind of answer that has parts.
pub(in crate::cli) trait Answer {
    /// What decides which parts are asked for.
    type Asked<'a>;
    /// What a row of CSV is made of.
    type Row<'r>;
    /// A line of text.
    type Fact;
}

/// A part of an answer.
pub(in crate::cli) struct Column<A: Answer> {
    /// The name of the field in JSON.
    pub key: &'static str,
    /// The columns in CSV, unless there is one with the name of the key.
    pub csv: Option<&'static [&'static str]>,
    pub is_asked: for<'a> fn(&A::Asked<'a>) -> bool,
    /// Appends their cells.
    pub cells: for<'r> fn(&A::Row<'r>, &mut Cells<'r>),
    /// The line in text.
    pub fact: Option<A::Fact>,
}

impl<A: Answer> Column<A> {
    pub const fn new(
        key: &'static str,
        is_asked: for<'a> fn(&A::Asked<'a>) -> bool,
        cells: for<'r> fn(&A::Row<'r>, &mut Cells<'r>),
    ) -> Self {
        Self { key, csv: None, is_asked, cells, fact: None }
    }
}

/// The parts that are asked for, in order.
pub(in crate::cli) struct Columns<A: Answer + 'static>(Vec<&'static Column<A>>);

impl<A: Answer> Columns<A> {
    pub fn asked(all: &'static [Column<A>], asked: A::Asked<'_>) -> Self {
        Self(all.iter().filter(|column| (column.is_asked)(&asked)).collect())
    }

    /// The keys in JSON.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|column| column.key)
    }

    /// The CSV header.
    pub fn header(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().flat_map(|column| column.csv.unwrap_or(slice::from_ref(&column.key))).copied()
    }

    /// Appends the cells of a row.
    pub fn push_cells<'r>(&self, row: &A::Row<'r>, cells: &mut Cells<'r>) {
        self.0.iter().for_each(|column| (column.cells)(row, cells));
    }
}
