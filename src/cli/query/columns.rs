//! The parts of an answer: their keys in JSON, columns in CSV and lines in text.

use super::Arguments;
use super::objects::{write_best, write_distances, write_moves};
use crate::cli::output::{self, Answer, Column, Columns, Form, Head, Value};
use crate::cli::rows::Origin;
use huarong_core::rules::Metric;
use huarong_pages::json::{PositionRecord, SubjectRecord};
use std::borrow::Cow;
use std::io::{self, Write};

/// The answer for a position.
pub(super) enum PositionAnswer {}

impl Answer for PositionAnswer {
    type Asked<'a> = Asked<'a>;
    type Row<'r> = Row<'r>;
    type Fact = Fact;
}

/// What is asked for.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub arguments: &'a Arguments,
    /// Whether there are several positions, or standard input. Then every position has a row with its line and its text.
    pub is_several: bool,
    /// Whether a puzzle is chosen, which answers name in place of the piece set.
    pub is_puzzle: bool,
    /// Whether pieces can leave its board, so that positions can be lost.
    pub has_doors: bool,
}

/// The row of a position. One of several has its place in the input.
#[derive(Clone, Copy)]
pub(super) struct Row<'r> {
    pub origin: Option<Origin<'r>>,
    /// The reason if there is no answer.
    pub answer: Result<&'r PositionRecord<'r>, &'r str>,
}

/// The label and the value of a line of text, if the answer has it. It can name the number of positions.
pub(super) type Fact =
    for<'r> fn(&'r PositionRecord<'_>, &str) -> Option<(&'static str, Cow<'r, str>)>;

/// What an answer says, in the order of JSON, of CSV and of text. The distance is the last line of text.
pub(super) const COLUMNS: &[Column<PositionAnswer>] = &[
    Column::new("line", |asked| asked.is_several, Value::Number(|row| row.origin?.line())),
    Column::new(
        "input",
        |asked| asked.is_several,
        Value::Text(|row| Some(row.origin?.input()?.into())),
    ),
    Column::new("position", |_| true, Value::Text(|row| Some(row.answer.ok()?.position.into()))),
    Column {
        fact: Some(|record, _| match record.subject {
            SubjectRecord::PieceSet(text) => Some(("   piece set  ", text.into())),
            SubjectRecord::Puzzle(name) => Some(("   puzzle     ", name.into())),
        }),
        ..Column::new("piece_set", |asked| !asked.is_puzzle, SUBJECT)
    },
    Column::new("puzzle", |asked| asked.is_puzzle, SUBJECT),
    Column {
        fact: Some(|record, space_len| {
            let index = output::grouped(record.index?);
            Some(("   index      ", [&index, " of ", space_len].concat().into()))
        }),
        ..Column::new("index", |_| true, Value::Number(|row| row.answer.ok()?.index))
    },
    Column::new("solvable", |_| true, Value::Flag(|row| Some(row.answer.ok()?.solvable))),
    Column::new("lost", |asked| asked.has_doors, Value::Flag(|row| row.answer.ok()?.lost)),
    in_table("unit", Value::Distance(|row| row.answer.ok()?.distance[Metric::Unit])),
    in_table("straight", Value::Distance(|row| row.answer.ok()?.distance[Metric::Straight])),
    in_table("finger", Value::Distance(|row| row.answer.ok()?.distance[Metric::Finger])),
    Column::new(
        "distance",
        |_| true,
        Value::Json(|row, out| write(row, out, |of, out| write_distances(&of.distance, out))),
    ),
    in_table("best_unit", Value::Text(|row| best(row, Metric::Unit))),
    in_table("best_straight", Value::Text(|row| best(row, Metric::Straight))),
    in_table("best_finger", Value::Text(|row| best(row, Metric::Finger))),
    Column::new(
        "best_moves",
        |_| true,
        Value::Json(|row, out| write(row, out, |of, out| write_best(of, out))),
    ),
    Column {
        fact: Some(|record, _| {
            let reachable = output::counted(record.reachable?, "position");
            Some(("   reachable  ", reachable.into()))
        }),
        ..Column::new(
            "reachable",
            |asked| asked.arguments.reachable,
            Value::Number(|row| row.answer.ok()?.reachable),
        )
    },
    Column::new(
        "moves",
        |_| true,
        Value::Json(|row, out| write(row, out, |of, out| write_moves(of, out))),
    ),
    Column::new(
        "error",
        |asked| asked.is_several,
        Value::Text(|row| Some(row.answer.err()?.into())),
    ),
];

const SUBJECT: Value<PositionAnswer> =
    Value::Text(|row| Some(row.answer.ok()?.subject.text().into()));

/// A column that is a part of an object in JSON.
const fn in_table(name: &'static str, value: Value<PositionAnswer>) -> Column<PositionAnswer> {
    Column { name, form: Form::Table, is_asked: |_| true, value, fact: None }
}

/// Whether some of the columns need the moves of positions.
pub(super) fn need_moves(columns: &Columns<PositionAnswer>) -> bool {
    columns.heads().iter().any(|Head { name, .. }| *name == "moves" || name.starts_with("best_"))
}

fn best<'r>(row: &Row<'r>, metric: Metric) -> Option<Cow<'r, str>> {
    Some(row.answer.ok()?.best_moves[metric].join(" ").into())
}

/// Writes a value of JSON, or null if there is no answer.
fn write(
    row: &Row<'_>,
    out: &mut dyn Write,
    value: impl FnOnce(&PositionRecord<'_>, &mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    Ok(match row.answer {
        Ok(record) => value(record, out),
        Err(_) => out.write_all(b"null"),
    }?)
}
