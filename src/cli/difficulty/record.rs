//! The row of a start.

use super::arguments::Arguments;
use crate::cli::output::{self, Nulls, Record};
use crate::cli::rows::Origin;
use huarong_lab::difficulty::{Difficulty, measures_without_meaning};
use huarong_pages::json::{DecoyNumbers, ModelledRecord, Verdict};
use serde::Serialize;
use std::sync::LazyLock;

/// The keys of the measures that depend on the puzzle alone.
pub(in crate::cli) static MEASURES: LazyLock<Vec<String>> =
    LazyLock::new(|| output::keys(&measures_without_meaning()));

/// The measure of an error model, and those of `--decoys`.
const EXPECTED_MOVES: &str = "expected_moves";
const DECOYS: [&str; 2] = ["decoys", "decoy_walls"];

/// The row of a start.
#[derive(Serialize)]
pub(super) struct StartRecord<'t> {
    file: Option<&'t str>,
    line: Option<u64>,
    pub input: Option<&'t str>,
    pub name: Option<&'t str>,
    pub position: Option<String>,
    pub metric: &'static str,
    pub verdict: Verdict,
    #[serde(flatten)]
    pub measures: Measures,
    pub error: Option<String>,
}

/// The measures of a start. One without measures has the same keys.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Measures {
    Known(Box<ModelledRecord>),
    Unknown(Nulls),
}

impl<'t> StartRecord<'t> {
    /// The row before the start is read and measured. The keys are those that the arguments ask for.
    pub fn new(origin: Option<Origin<'t>>, arguments: &Arguments) -> Self {
        let keys = MEASURES.iter().map(String::as_str);
        let keys = keys.chain(arguments.error_model.map(|_| EXPECTED_MOVES));
        let keys = keys.chain(DECOYS.into_iter().filter(|_| arguments.decoys)).collect();
        Self {
            file: origin.and_then(Origin::file),
            line: origin.and_then(Origin::line),
            input: origin.and_then(Origin::input),
            name: origin.and_then(Origin::name),
            position: None,
            metric: arguments.metric.name(),
            verdict: Verdict::Failed,
            measures: Measures::Unknown(Nulls(keys)),
            error: None,
        }
    }

    /// Takes the measures of a start; `None` if it cannot reach the goal.
    pub fn measured(&mut self, measures: Option<ModelledRecord>) {
        self.verdict = if measures.is_some() { Verdict::Solved } else { Verdict::Unsolvable };
        if let Some(measures) = measures {
            self.measures = Measures::Known(Box::new(measures));
        }
    }
}

/// The cells of the measures.
#[derive(Serialize)]
#[serde(untagged)]
enum Cells<'r> {
    Measures(&'r Difficulty, Option<f64>, DecoyNumbers),
    Empty(Vec<()>),
}

impl Record for StartRecord<'_> {
    fn header() -> Vec<String> {
        let first = ["file", "line", "input", "name", "position", "metric", "verdict"];
        let columns = first.into_iter().chain(MEASURES.iter().map(String::as_str));
        let columns = columns.chain([EXPECTED_MOVES]).chain(DECOYS).chain(["error"]);
        columns.map(str::to_owned).collect()
    }

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let Self { file, line, input, name, position, metric, verdict, measures, error } = self;
        let cells = match measures {
            Measures::Known(of) => {
                let expected_moves = of.expected_moves.flatten();
                Cells::Measures(&of.measures, expected_moves, of.decoys.unwrap_or_default())
            }
            Measures::Unknown(_) => Cells::Empty(vec![(); MEASURES.len() + 1 + DECOYS.len()]),
        };
        [(file, line, input, name, position, metric, verdict, cells, error)]
    }
}
