//! Rows of the output.

use crate::cli::output::{Answer, Column, Columns, Form, Format, Head, RowFormat, Value};
use clap::error::Error;
use huarong_lab::tasks::Task;
use std::borrow::Cow;
use std::io::Write;

/// A task. If its board is a position of a puzzle of a list, the row has that puzzle.
pub(super) struct TaskRow {
    pub task: Task,
    pub puzzle: Option<serde_json::Value>,
    /// The picture of the board as PNG in base64, if it is wanted.
    pub image: Option<String>,
}

impl Answer for TaskRow {
    /// Whether pictures are wanted.
    type Asked<'a> = bool;
    type Row<'r> = Self;
    type Fact = ();
}

/// In a table, lists are joined by `, `.
const COLUMNS: &[Column<TaskRow>] = &[
    always("id", Value::Text(|row| Some(row.task.id.as_str().into()))),
    always("generator", Value::Text(|row| Some(row.task.generator.into()))),
    always("family", Value::Text(|row| Some(row.task.family.as_str().into()))),
    always("split", Value::Text(|row| Some(row.task.split.into()))),
    always("cluster", Value::Text(|row| Some(row.task.cluster.as_str().into()))),
    always("question", Value::Text(|row| Some(row.task.question.into()))),
    always("language", Value::Text(|row| Some(row.task.language.into()))),
    always("prompt", Value::Text(|row| Some(row.task.prompt.as_str().into()))),
    always("board", Value::Text(|row| Some(row.task.board.as_str().into()))),
    Column::new(
        "image",
        |&has_images| has_images,
        Value::Text(|row| Some(row.image.as_deref()?.into())),
    ),
    always("metric", Value::Text(|row| Some(row.task.metric?.into()))),
    in_table("about", Value::Text(|row| joined(&row.task.about))),
    always("about", Value::Json(|row, out| Ok(serde_json::to_writer(out, &row.task.about)?))),
    always("within", Value::Distance(|row| row.task.within)),
    always("target", Value::Text(|row| Some(row.task.target.as_str().into()))),
    always("answer", Value::Text(|row| Some(row.task.answer.as_deref()?.into()))),
    always("optimal", Value::Distance(|row| row.task.optimal)),
    in_table("solution", Value::Text(|row| joined(&row.task.solution))),
    always("solution", Value::Json(|row, out| Ok(serde_json::to_writer(out, &row.task.solution)?))),
    always("solution_count", Value::Text(|row| Some(row.task.solution_count.as_deref()?.into()))),
    always("reachable", Value::Number(|row| row.task.reachable)),
    always("mobility", Value::Number(|row| Some(row.task.mobility.into()))),
    always("best_moves", Value::Number(|row| Some(row.task.best_moves.into()))),
    always("pieces", Value::Number(|row| Some(row.task.pieces.into()))),
    always("empty_cells", Value::Number(|row| Some(row.task.empty_cells.into()))),
    in_table(
        "puzzle",
        Value::Text(|row| match row.puzzle.as_ref()? {
            serde_json::Value::String(text) => Some(text.into()),
            object => Some(object.to_string().into()),
        }),
    ),
    always("puzzle", Value::Json(|row, out| Ok(serde_json::to_writer(out, &row.puzzle)?))),
];

const fn always(name: &'static str, value: Value<TaskRow>) -> Column<TaskRow> {
    Column::new(name, |_| true, value)
}

const fn in_table(name: &'static str, value: Value<TaskRow>) -> Column<TaskRow> {
    Column { form: Form::Table, ..always(name, value) }
}

fn joined(list: &Option<Vec<String>>) -> Option<Cow<'_, str>> {
    Some(list.as_ref()?.join(", ").into())
}

/// How rows are printed.
pub(super) struct Printer {
    pub format: RowFormat,
    columns: Columns<TaskRow>,
}

impl Printer {
    pub fn new(format: RowFormat, has_images: bool) -> Result<Self, Error> {
        Ok(Self { format, columns: Columns::asked(COLUMNS, has_images, format.printed(), &[])? })
    }

    pub fn heads(&self) -> Vec<Head> {
        self.columns.heads()
    }

    /// The row in the format; as text, the prompt and the answer.
    pub fn print(&self, row: &TaskRow) -> anyhow::Result<Vec<u8>> {
        let mut printed = Vec::new();
        let Task { id, prompt, target, .. } = &row.task;
        match self.format.printed() {
            Format::Text => writeln!(printed, "--- {id}\n{prompt}\n\n{target}\n")?,
            format => self.columns.write(format, row, &mut printed)?,
        }
        Ok(printed)
    }
}
