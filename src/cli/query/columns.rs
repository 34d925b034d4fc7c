//! The parts of an answer: their keys in JSON, columns in CSV and lines in text.

use super::Arguments;
use crate::cli::output::{self, Cell, Cells, Nulls, Record};
use crate::cli::rows::Origin;
use huarong_pages::json::{PositionRecord, SubjectRecord};
use serde::Serialize;
use std::borrow::Cow;

/// A part of an answer. A new one needs a field of [`PositionRecord`] and an entry of [`COLUMNS`].
pub(super) struct Column {
    /// The key in JSON.
    pub key: &'static str,
    pub is_asked: fn(&Arguments) -> bool,
    /// The columns in CSV.
    pub csv: &'static [&'static str],
    /// Appends their cells.
    cells: for<'r> fn(&'r PositionRecord<'_>, &mut Cells<'r>),
    /// The line beside the drawing in text.
    pub fact: Option<Fact>,
}

/// The label and the value of a line of text, if the answer has it. It can name the number of positions.
pub(super) type Fact =
    for<'r> fn(&'r PositionRecord<'_>, &str) -> Option<(&'static str, Cow<'r, str>)>;

/// What an answer says, in the order of JSON, of CSV and of text. The distance is the last line of text.
pub(super) const COLUMNS: &[Column] = &[
    Column {
        key: "position",
        is_asked: |_| true,
        csv: &["position"],
        cells: |record, cells| cells.push(record.position),
        fact: None,
    },
    Column {
        key: "piece_set",
        is_asked: |_| true,
        csv: &["piece_set"],
        cells: |record, cells| cells.push(record.subject.text()),
        fact: Some(|record, _| match record.subject {
            SubjectRecord::PieceSet(text) => Some(("   piece set  ", text.into())),
            SubjectRecord::Puzzle(name) => Some(("   puzzle     ", name.into())),
        }),
    },
    Column {
        key: "index",
        is_asked: |_| true,
        csv: &["index"],
        cells: |record, cells| cells.push(record.index),
        fact: Some(|record, space_len| {
            let index = output::grouped(record.index?);
            Some(("   index      ", [&index, " of ", space_len].concat().into()))
        }),
    },
    Column {
        key: "solvable",
        is_asked: |_| true,
        csv: &["solvable"],
        cells: |record, cells| cells.push(record.solvable),
        fact: None,
    },
    Column {
        key: "distance",
        is_asked: |_| true,
        csv: &["unit", "straight", "finger"],
        cells: |record, cells| {
            cells.extend(record.distance.into_values().map(|moves| moves.map(u64::from).into()));
        },
        fact: None,
    },
    Column {
        key: "best_moves",
        is_asked: |_| true,
        csv: &["best_unit", "best_straight", "best_finger"],
        cells: |record, cells| {
            let best = record.best_moves.as_ref().into_values();
            cells.extend(best.map(|best| best.join(" ").into()));
        },
        fact: None,
    },
    Column {
        key: "reachable",
        is_asked: |arguments| arguments.reachable,
        csv: &["reachable"],
        cells: |record, cells| cells.push(record.reachable),
        fact: Some(|record, _| {
            let reachable = output::counted(record.reachable?, "position");
            Some(("   reachable  ", reachable.into()))
        }),
    },
    Column { key: "moves", is_asked: |_| true, csv: &[], cells: |_, _| {}, fact: None },
];

/// The row of a position. One of several has its place in the input, and the reason why it has no answer.
#[derive(Serialize)]
pub(super) struct Row<'r> {
    #[serde(flatten)]
    pub origin: Option<Origin<'r>>,
    #[serde(flatten)]
    pub answer: Answered<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Option<String>>,
    #[serde(skip)]
    pub columns: &'r [&'static Column],
}

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Answered<'r> {
    Found(PositionRecord<'r>),
    Refused(Nulls),
}

impl Record for Row<'_> {
    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let mut cells = Cells::default();
        if let Some(origin) = self.origin {
            cells.push(origin.line());
            cells.push(origin.input());
        }
        for column in self.columns {
            match &self.answer {
                Answered::Found(record) => (column.cells)(record, &mut cells),
                Answered::Refused(_) => cells.extend(column.csv.iter().map(|_| Cell::Empty)),
            }
        }
        cells.extend(self.error.as_ref().map(|error| Cell::from(error.as_deref())));
        [cells]
    }
}
