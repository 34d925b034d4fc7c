//! The row of a start.

use crate::cli::output::{Nulls, Record};
use huarong_core::rules::Metric;
use huarong_lab::difficulty::Difficulty;
use huarong_pages::json::{ModelledRecord, Verdict};
use serde::{Serialize, Serializer};
use std::fmt;

/// The place of a start in the input.
#[derive(Default)]
pub(super) struct Asked<'t> {
    pub file: Option<&'t str>,
    pub line: Option<u64>,
    /// The start as written.
    pub input: Option<&'t str>,
    /// The name of the puzzle.
    pub name: Option<&'t str>,
}

impl<'t> Asked<'t> {
    /// A position in the arguments.
    pub fn position(input: &'t str) -> Self {
        Self { input: Some(input), ..Self::default() }
    }

    /// The start of the chosen puzzle.
    pub fn puzzle(name: Option<&'t str>) -> Self {
        Self { name, ..Self::default() }
    }

    /// A line of standard input.
    pub fn line(line: u64, text: &'t str) -> Self {
        Self { line: Some(line), input: Some(text), ..Self::default() }
    }
}

impl fmt::Display for Asked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line}"),
            (Some(file), None) => f.write_str(file),
            (None, Some(line)) => write!(f, "line {line}"),
            (None, None) => f.write_str(self.input.or(self.name).unwrap_or("the start")),
        }
    }
}

/// A start without measures.
pub(super) struct Unmeasured {
    /// Whether an error model is given, so that the expected number of moves is among the measures.
    pub is_modelled: bool,
}

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
    #[serde(flatten, serialize_with = "measures_or_nulls")]
    pub measures: Result<ModelledRecord, Unmeasured>,
    pub error: Option<String>,
}

impl<'t> StartRecord<'t> {
    /// The row before the start is read and measured.
    pub fn new(asked: &Asked<'t>, metric: Metric, is_modelled: bool) -> Self {
        let &Asked { file, line, input, name } = asked;
        let measures = Err(Unmeasured { is_modelled });
        Self {
            file,
            line,
            input,
            name,
            position: None,
            metric: metric.name(),
            verdict: Verdict::Failed,
            measures,
            error: None,
        }
    }

    /// Takes the measures of a start; `None` if it cannot reach the goal.
    pub fn measured(&mut self, measures: Option<ModelledRecord>) {
        self.verdict = if measures.is_some() { Verdict::Solved } else { Verdict::Unsolvable };
        if let Some(measures) = measures {
            self.measures = Ok(measures);
        }
    }
}

/// Number of columns without a measure: the first ones and the last one.
const OTHER_COLUMNS: usize = 8;

/// The names of the measures that depend on the puzzle alone, as in the columns.
pub(in crate::cli) fn measures() -> &'static [&'static str] {
    // The last one is the moves that a model expects.
    let [measures @ .., _] = all_measures() else { unreachable!("there are measures") };
    measures
}

fn all_measures() -> &'static [&'static str] {
    let columns = StartRecord::COLUMNS;
    &columns[OTHER_COLUMNS - 1..columns.len() - 1]
}

/// The measures in JSON. A start without them has the same keys.
fn measures_or_nulls<S: Serializer>(
    measured: &Result<ModelledRecord, Unmeasured>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match measured {
        Ok(measures) => measures.serialize(serializer),
        Err(Unmeasured { is_modelled: true }) => {
            Nulls(all_measures().to_vec()).serialize(serializer)
        }
        Err(Unmeasured { is_modelled: false }) => Nulls(measures().to_vec()).serialize(serializer),
    }
}

/// The cells of the measures.
#[derive(Serialize)]
#[serde(untagged)]
enum Cells<'r> {
    Measures(&'r Difficulty, Option<f64>),
    Empty(Vec<()>),
}

impl Record for StartRecord<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "file",
        "line",
        "input",
        "name",
        "position",
        "metric",
        "verdict",
        "unit_moves",
        "straight_moves",
        "finger_moves",
        "solution_count",
        "solution_classes",
        "reachable",
        "reachable_goals",
        "mean_mobility",
        "dead_ends",
        "mobility",
        "solution_mobility",
        "wrong_moves",
        "mean_detour",
        "largest_detour",
        "next_best_moves",
        "next_best_common",
        "moves_away",
        "fewest_moves_away",
        "returns",
        "shared_positions",
        "forced_moves",
        "longest_forced",
        "forced_share",
        "unavoidable_positions",
        "obstacle_slides",
        "obstacle_depth",
        "fewest_obstacle_slides",
        "expected_moves",
        "error",
    ];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let Self { file, line, input, name, position, metric, verdict, measures, error } = self;
        let cells = match measures {
            Ok(of) => Cells::Measures(&of.measures, of.expected_moves.flatten()),
            Err(_) => Cells::Empty(vec![(); Self::COLUMNS.len() - OTHER_COLUMNS]),
        };
        [(file, line, input, name, position, metric, verdict, cells, error)]
    }
}
