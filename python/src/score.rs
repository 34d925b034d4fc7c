//! Scores of answers that people and models write.

use crate::errors::{invalid, of_oracle, several};
use crate::pickle::object;
use crate::position::metric;
use crate::solution::{given_start, start_of};
use crate::work::{self, Limits, Memory};
use huarong::score::{Referees, Reward};
use huarong::{Options, OracleError, Position, json};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::sync::LazyLock;

/// Bytes of distances that are kept for further answers.
const MOST_BYTES_KEPT: u64 = 1 << 30;

/// The distances of the boards that were asked about last.
static REFEREES: LazyLock<Referees> = LazyLock::new(|| Referees::keeping(MOST_BYTES_KEPT));

fn rule(py: Python<'_>, name: &str) -> PyResult<Reward> {
    let found = Reward::ALL.into_iter().find(|rule| rule.name() == name);
    let names = || Reward::ALL.map(Reward::name).join(", ");
    found.ok_or_else(|| invalid(py, format!("{name:?} is no reward: choose one of {}", names())))
}

/// Judge an answer: a text with moves of a puzzle, of a position, or of the text of a 4x5 Klotski position.
///
/// Returns a dictionary with the keys of `huarong score`, such as `legal`, `solved`, `excess` and `reward`. An answer that
/// cannot be read is no exception: `error_kind` is `unread`. `metric` says which moves count as one. `reward` is `solved`,
/// `optimal`, `excess` or `progress`. Distances of at most 1 GiB are kept for further answers.
///
/// >>> import huarong as hr
/// >>> found = hr.score(hr.Puzzle.rush("..B/AAB/.../..."), "B down 2, A right 1")
/// >>> found["solved"], found["excess"]
/// (True, 0)
/// >>> hr.score(hr.Puzzle.rush("..B/AAB/.../..."), "A right 1")["error_why"]
/// 'A is blocked by B'
#[pyfunction]
#[pyo3(signature = (puzzle, answer, metric = "finger", *, reward = "solved", memory = None, time_limit = None))]
pub fn score<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    answer: &str,
    metric: &str,
    reward: &str,
    memory: Option<Memory>,
    time_limit: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (metric, rule) = (self::metric(py, metric)?, rule(py, reward)?);
    let (_, start) = start_of(py, puzzle)?;
    let limits = Limits::new(py, memory, time_limit, None)?;
    let found = work::run(py, &limits, |effort| {
        let options = Options::from(effort);
        REFEREES.of(&start, metric, &options)?.score(answer, &options)
    })?;
    object(py, &json::score(found.map_err(|error| of_oracle(py, error))?, rule))
}

/// Judge many answers, on all cores; see `huarong.score`.
///
/// Returns a list with one dictionary per answer, in order. There are as many puzzles as answers. The same puzzle may come
/// many times: its distances are searched once. `progress` is called with the number of judged answers, of all answers, and
/// the current step.
#[pyfunction]
#[pyo3(signature = (puzzles, answers, metric = "finger", *, reward = "solved", memory = None, time_limit = None, progress = None))]
#[allow(clippy::too_many_arguments, reason = "Python names them")]
pub fn score_many<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    answers: &Bound<'py, PyAny>,
    metric: &str,
    reward: &str,
    memory: Option<Memory>,
    time_limit: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (metric, rule) = (self::metric(py, metric)?, rule(py, reward)?);
    let mut starts: Vec<Position> = Vec::new();
    let given = several(puzzles)?.map(|given| given_start(py, &given?));
    work::each(
        py,
        given,
        |(puzzle, given)| given.position(&puzzle),
        |start| {
            starts.push(start.map_err(|error| invalid(py, error))?);
            Ok(())
        },
    )?;
    let answers = several(answers)?.map(|answer| answer?.extract());
    let answers: Vec<String> = answers.collect::<PyResult<_>>()?;
    if starts.len() != answers.len() {
        let (starts, answers) = (starts.len(), answers.len());
        return Err(invalid(py, format!("there are {starts} puzzles and {answers} answers")));
    }
    let limits = Limits::new(py, memory, time_limit, progress)?;
    let found = work::run(py, &limits, |effort| {
        effort.total(starts.len() as u64)?;
        let judge = |(start, answer): (&Position, &String)| {
            let score = effort.quietly(|effort| {
                let options = Options::from(effort);
                REFEREES.of(start, metric, &options)?.score(answer, &options)
            })?;
            effort.done(1)?;
            Ok(json::score(score, rule))
        };
        starts.par_iter().zip(&answers).map(judge).collect::<Result<Vec<_>, OracleError>>()
    })?;
    let found = found.map_err(|error| of_oracle(py, error))?;
    found.iter().map(|score| object(py, score)).collect()
}
