//! The parts of an answer: their keys in JSON, columns in CSV and lines in text.

use super::Arguments;
use crate::cli::output::{self, Answer, Cell, Cells, Column, Columns, Nulls, Record};
use crate::cli::rows::Origin;
use huarong_pages::json::{PositionRecord, SubjectRecord};
use serde::Serialize;
use std::borrow::Cow;

/// The answer for a position.
pub(super) enum PositionAnswer {}

impl Answer for PositionAnswer {
    type Asked<'a> = &'a Arguments;
    type Row<'r> = &'r PositionRecord<'r>;
    type Fact = Fact;
}

/// The label and the value of a line of text, if the answer has it. It can name the number of positions.
pub(super) type Fact =
    for<'r> fn(&'r PositionRecord<'_>, &str) -> Option<(&'static str, Cow<'r, str>)>;

/// What an answer says, in the order of JSON, of CSV and of text. The distance is the last line of text.
pub(super) const COLUMNS: &[Column<PositionAnswer>] = &[
    Column::new("position", |_| true, |record, cells| cells.push(record.position)),
    Column {
        fact: Some(|record, _| match record.subject {
            SubjectRecord::PieceSet(text) => Some(("   piece set  ", text.into())),
            SubjectRecord::Puzzle(name) => Some(("   puzzle     ", name.into())),
        }),
        ..Column::new("piece_set", |_| true, |record, cells| cells.push(record.subject.text()))
    },
    Column {
        fact: Some(|record, space_len| {
            let index = output::grouped(record.index?);
            Some(("   index      ", [&index, " of ", space_len].concat().into()))
        }),
        ..Column::new("index", |_| true, |record, cells| cells.push(record.index))
    },
    Column::new("solvable", |_| true, |record, cells| cells.push(record.solvable)),
    Column {
        csv: Some(&["unit", "straight", "finger"]),
        ..Column::new(
            "distance",
            |_| true,
            |record, cells| record.distance.values().iter().for_each(|&far| cells.push(far)),
        )
    },
    Column {
        csv: Some(&["best_unit", "best_straight", "best_finger"]),
        ..Column::new(
            "best_moves",
            |_| true,
            |record, cells| {
                record.best_moves.values().iter().for_each(|best| cells.push(best.join(" ")));
            },
        )
    },
    Column {
        fact: Some(|record, _| {
            let reachable = output::counted(record.reachable?, "position");
            Some(("   reachable  ", reachable.into()))
        }),
        ..Column::new(
            "reachable",
            |arguments| arguments.reachable,
            |record, cells| cells.push(record.reachable),
        )
    },
    Column { csv: Some(&[]), ..Column::new("moves", |_| true, |_, _| {}) },
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
    pub columns: &'r Columns<PositionAnswer>,
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
        match &self.answer {
            Answered::Found(record) => self.columns.push_cells(&record, &mut cells),
            Answered::Refused(_) => self.columns.header().for_each(|_| cells.push(Cell::Empty)),
        }
        if let Some(error) = &self.error {
            cells.push(error.as_deref());
        }
        [cells]
    }
}
