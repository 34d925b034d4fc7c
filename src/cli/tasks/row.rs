//! Rows of the output.

use crate::cli::output::{Head, Kind, Record, RowFormat};
use huarong_lab::tasks::Task;
use serde::Serialize;
use serde_json::Value;
use std::io::Write;

/// A task. If its board is a position of a puzzle of a list, the row has that puzzle.
#[derive(Serialize)]
pub(super) struct TaskRow {
    #[serde(flatten)]
    pub task: Task,
    pub puzzle: Option<Value>,
}

/// The cells of CSV: lists are joined by `, `.
#[derive(Serialize)]
struct Cells<'t> {
    id: &'t str,
    generator: &'t str,
    family: &'t str,
    split: &'t str,
    cluster: &'t str,
    question: &'t str,
    language: &'t str,
    prompt: &'t str,
    board: &'t str,
    metric: &'t str,
    about: Option<String>,
    within: Option<u16>,
    target: &'t str,
    answer: Option<&'t str>,
    optimal: Option<u16>,
    solution: Option<String>,
    solution_count: Option<&'t str>,
    reachable: Option<u64>,
    mobility: u32,
    best_moves: u32,
    pieces: u32,
    empty_cells: u32,
    puzzle: Option<String>,
}

/// The columns of these cells.
const COLUMNS: [(&str, Kind); 23] = [
    ("id", Kind::Text),
    ("generator", Kind::Text),
    ("family", Kind::Text),
    ("split", Kind::Text),
    ("cluster", Kind::Text),
    ("question", Kind::Text),
    ("language", Kind::Text),
    ("prompt", Kind::Text),
    ("board", Kind::Text),
    ("metric", Kind::Text),
    ("about", Kind::Text),
    ("within", Kind::Distance),
    ("target", Kind::Text),
    ("answer", Kind::Text),
    ("optimal", Kind::Distance),
    ("solution", Kind::Text),
    ("solution_count", Kind::Text),
    ("reachable", Kind::Number),
    ("mobility", Kind::Number),
    ("best_moves", Kind::Number),
    ("pieces", Kind::Number),
    ("empty_cells", Kind::Number),
    ("puzzle", Kind::Text),
];

impl Record for TaskRow {
    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let Self { task, puzzle } = self;
        let joined = |list: &Option<Vec<String>>| list.as_ref().map(|list| list.join(", "));
        [Cells {
            id: &task.id,
            generator: task.generator,
            family: &task.family,
            split: task.split,
            cluster: &task.cluster,
            question: task.question,
            language: task.language,
            prompt: &task.prompt,
            board: &task.board,
            metric: task.metric,
            about: joined(&task.about),
            within: task.within,
            target: &task.target,
            answer: task.answer.as_deref(),
            optimal: task.optimal,
            solution: joined(&task.solution),
            solution_count: task.solution_count.as_deref(),
            reachable: task.reachable,
            mobility: task.mobility,
            best_moves: task.best_moves,
            pieces: task.pieces,
            empty_cells: task.empty_cells,
            puzzle: puzzle.as_ref().map(|puzzle| match puzzle {
                Value::String(text) => text.clone(),
                object => object.to_string(),
            }),
        }]
    }
}

impl TaskRow {
    /// The names and types of the columns.
    pub fn heads() -> Vec<Head> {
        COLUMNS.into_iter().map(|(name, kind)| Head { name, kind }).collect()
    }

    /// The row in a format; as text, the prompt and the answer.
    pub fn printed(&self, format: RowFormat) -> anyhow::Result<Vec<u8>> {
        let mut row = Vec::new();
        let Task { id, prompt, target, .. } = &self.task;
        format
            .printed()
            .write(self, &mut row, |_, row| writeln!(row, "--- {id}\n{prompt}\n\n{target}\n"))?;
        Ok(row)
    }
}
