//! Rows of the output.

use crate::cli::output::{Record, keys};
use huarong_lab::tasks::Task;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// A task. If its board is a position of a puzzle of a list, the row has that puzzle.
#[derive(Serialize)]
pub(super) struct TaskRow {
    #[serde(flatten)]
    pub task: Task,
    pub puzzle: Option<Value>,
}

/// The cells of CSV: lists are joined by `, `.
#[derive(Default, Serialize)]
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

impl Record for TaskRow {
    fn header() -> Vec<String> {
        keys(&Cells::default())
    }

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
    /// Writes the prompt and the answer.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Task { id, prompt, target, .. } = &self.task;
        writeln!(out, "--- {id}\n{prompt}\n\n{target}\n")
    }
}
