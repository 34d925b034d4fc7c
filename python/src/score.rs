//! Scores of answers that people and models write.

use crate::errors::{invalid, named, of_oracle, refused, several, whole};
use crate::pickle::object;
use crate::position::{Given, Puzzle, metric};
use crate::solution::given_start;
use crate::work::{self, Limits, Memory};
use huarong::games::{Position as Stones, StoneGame, lines::Lines};
use huarong::score::{Asked, MarkError, Question, Referees, Reward, Score};
use huarong::{Metric, Options, OracleError, Position, json};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rayon::prelude::*;
use std::sync::LazyLock;

/// Bytes of distances that are kept for further answers.
const MOST_BYTES_KEPT: u64 = 1 << 30;

/// The distances of the boards that were asked about last.
static REFEREES: LazyLock<Referees> = LazyLock::new(|| Referees::keeping(MOST_BYTES_KEPT));

/// What an answer is about, before its texts are read.
struct Unread {
    board: Board,
    metric: Metric,
    asked: Asked,
    about: String,
    within: Option<u32>,
    /// Whether it is a row of `tasks`, whose prompt says how cells are written.
    is_task: bool,
}

/// A board that is not read yet.
enum Board {
    Of(Puzzle, Given),
    /// A text of 4x5 Klotski, or a Rush Hour board.
    Text(String),
    /// A position of a game of stones.
    Stones(Lines, String),
}

/// What is judged.
enum Start {
    Puzzle(Position),
    Stones(Lines, Stones),
}

/// A start, with a question about it.
struct Row {
    start: Start,
    metric: Metric,
    asked: Asked,
    about: String,
    within: Option<u32>,
    is_task: bool,
}

impl Unread {
    /// A puzzle, a position, or a task, which has a question and a metric of its own.
    fn of(given: &Bound<'_, PyAny>, metric: Option<&str>) -> PyResult<Self> {
        let py = given.py();
        let metric = metric.map(|name| self::metric(py, name)).transpose()?;
        let Ok(task) = given.cast::<PyDict>() else {
            let (puzzle, given) = given_start(py, given)?;
            let metric = metric.unwrap_or(Metric::Finger);
            let (board, asked) = (Board::Of(puzzle, given), Asked::Solve);
            let about = String::new();
            return Ok(Self { board, metric, asked, about, within: None, is_task: false });
        };
        let value = |key: &str| {
            let value = task.get_item(key)?;
            Ok::<_, PyErr>(value.filter(|value| !value.is_none()))
        };
        let text = |key: &str| {
            let Some(value) = value(key)? else { return Ok(None) };
            let text = value.extract::<String>();
            text.map(Some).map_err(|error| refused(error, &value, &format!("{key:?} is a text")))
        };
        let given = value("puzzle")?;
        let name = given.as_ref().and_then(|given| given.cast::<PyString>().ok()?.to_str().ok());
        let game = name.map_or(Ok(None), Lines::find).map_err(|error| invalid(py, error))?;
        let puzzle = given.filter(|_| game.is_none());
        let puzzle = puzzle.map(|puzzle| puzzle_of(&puzzle)).transpose()?;
        let board = match (game, puzzle, text("board")?) {
            (Some(game), _, Some(board)) => Board::Stones(game, board),
            (None, Some(puzzle), Some(board)) => Board::Of(puzzle, Given::Text(board)),
            (_, Some(puzzle), None) => {
                let (puzzle, given) = given_start(py, puzzle.into_pyobject(py)?.as_any())?;
                Board::Of(puzzle, given)
            }
            (None, None, Some(board)) => Board::Text(board),
            (_, None, None) => return Err(invalid(py, "a task has a \"board\" or a \"puzzle\"")),
        };
        let own = text("metric")?.map(|name| self::metric(py, &name)).transpose()?;
        let metric = metric.or(own).unwrap_or(Metric::Finger);
        let asked = text("question")?.map_or(Ok(Asked::Solve), |name| named(py, &name))?;
        let about = match value("about")? {
            Some(list) if !list.is_instance_of::<PyString>() => {
                list.extract::<Vec<String>>()?.join(", ")
            }
            _ => text("about")?.unwrap_or_default(),
        };
        let within = value("within")?.map(|most| whole(&most)).transpose()?;
        let is_task = value("generator")?.is_some() || value("prompt")?.is_some();
        Ok(Self { board, metric, asked, about, within, is_task })
    }

    fn read(self) -> Result<Row, String> {
        let Self { board, metric, asked, about, within, is_task } = self;
        let start = match board {
            Board::Of(puzzle, given) => Start::Puzzle(given.position(&puzzle)?),
            Board::Text(text) => match Puzzle::classic().read(&text) {
                Ok(start) => Start::Puzzle(start),
                Err(error) => match Position::from_rush(&text) {
                    Ok(start) => Start::Puzzle(start),
                    Err(_) => return Err(error),
                },
            },
            Board::Stones(..) if !matches!(asked, Asked::Solve | Asked::Next) => {
                let asked = asked.name();
                return Err(format!("a game of stones has the question next, not {asked}"));
            }
            Board::Stones(game, text) => {
                let position =
                    Stones::parse(&text, game.board()).map_err(|error| error.to_string())?;
                Start::Stones(game, position)
            }
        };
        Question::new(asked, &about, within).map_err(|error| error.to_string())?;
        Ok(Row { start, metric, asked, about, within, is_task })
    }
}

impl Row {
    fn judge(&self, answer: &str, options: &Options<'_>) -> Result<Score, MarkError> {
        let start = match &self.start {
            Start::Puzzle(start) => start,
            Start::Stones(game, position) => {
                let referee = REFEREES.of_stones(game, *position, options.effort())?;
                return Ok(referee.score(answer));
            }
        };
        let question = Question::new(self.asked, &self.about, self.within);
        let question = question.expect("it was read");
        let referee = REFEREES.of(start, self.metric, options)?;
        match self.is_task {
            true => referee.mark_task(question, answer, options),
            false => referee.mark(question, answer, options),
        }
    }
}

/// The exception of an answer that cannot be judged.
fn of_mark(py: Python<'_>, error: MarkError) -> PyErr {
    match error {
        MarkError::Oracle(error) => of_oracle(py, error),
        error => invalid(py, error),
    }
}

/// The puzzle of a task: the text of a puzzle file, or an object of JSON with its keys.
fn puzzle_of(given: &Bound<'_, PyAny>) -> PyResult<Puzzle> {
    let py = given.py();
    let read = match given.cast::<PyString>() {
        Ok(text) => Puzzle::of_text(text.extract()?),
        Err(_) => {
            let text = py.import("json")?.call_method1("dumps", (given,))?;
            Puzzle::of_json(text.extract()?)
        }
    };
    read.map_err(|error| invalid(py, format!("the puzzle of a task: {error}")))
}

/// Judge an answer: a text with moves of a puzzle, of a position, or of the text of a 4x5 Klotski position. A task of
/// `huarong.tasks` has its own question, and its cells are (row, column), counted from 1. A dictionary is one if it has
/// `generator` or `prompt`.
///
/// Returns a dictionary with the keys of `huarong score`, such as `legal`, `solved`, `excess` and `reward`. An answer that
/// cannot be read is no exception: `error_kind` is `unread`. `metric` says which moves count as one: by default that of the task,
/// or `finger`. `reward` is `solved`, `optimal`, `excess` or `progress`. Distances of at most 1 GiB are kept for further answers.
///
/// >>> import huarong as hr
/// >>> found = hr.score(hr.Puzzle.rush("..B/AAB/.../..."), "B down 2, A right 1")
/// >>> found["solved"], found["excess"]
/// (True, 0)
/// >>> hr.score(hr.Puzzle.rush("..B/AAB/.../..."), "A right 1")["error_why"]
/// 'A is blocked by B'
#[pyfunction]
#[pyo3(signature = (puzzle, answer, metric = None, *, reward = "solved", memory = None, time_limit = None))]
pub fn score<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    answer: &str,
    metric: Option<&str>,
    reward: &str,
    memory: Option<Memory>,
    time_limit: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let rule: Reward = named(py, reward)?;
    let row = Unread::of(puzzle, metric)?.read().map_err(|error| invalid(py, error))?;
    let limits = Limits::new(py, memory, time_limit, None)?;
    let found = work::run(py, &limits, |effort| row.judge(answer, &Options::from(effort)))?;
    object(py, &json::score(found.map_err(|error| of_mark(py, error))?, rule))
}

/// Judge many answers, on all cores; see `huarong.score`.
///
/// Returns a list with one dictionary per answer, in order. There are as many puzzles as answers. The same puzzle may come
/// many times: its distances are searched once. `progress` is called with the number of judged answers, of all answers, and
/// the current step.
#[pyfunction]
#[pyo3(signature = (puzzles, answers, metric = None, *, reward = "solved", memory = None, time_limit = None, progress = None))]
#[allow(clippy::too_many_arguments, reason = "Python names them")]
pub fn score_many<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    answers: &Bound<'py, PyAny>,
    metric: Option<&str>,
    reward: &str,
    memory: Option<Memory>,
    time_limit: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let rule: Reward = named(py, reward)?;
    let mut rows: Vec<Row> = Vec::new();
    let given = several(puzzles)?.map(|given| Unread::of(&given?, metric));
    work::each(py, given, Unread::read, |row| {
        rows.push(row.map_err(|error| invalid(py, error))?);
        Ok(())
    })?;
    let answers = several(answers)?.map(|answer| answer?.extract());
    let answers: Vec<String> = answers.collect::<PyResult<_>>()?;
    if rows.len() != answers.len() {
        let (rows, answers) = (rows.len(), answers.len());
        return Err(invalid(py, format!("there are {rows} puzzles and {answers} answers")));
    }
    let limits = Limits::new(py, memory, time_limit, progress)?;
    let found = work::run(py, &limits, |effort| {
        effort.total(rows.len() as u64).map_err(OracleError::from)?;
        let judge = |(row, answer): (&Row, &String)| {
            let score = effort.quietly(|effort| row.judge(answer, &Options::from(effort)))?;
            effort.done(1).map_err(OracleError::from)?;
            Ok(json::score(score, rule))
        };
        rows.par_iter().zip(&answers).map(judge).collect::<Result<Vec<_>, MarkError>>()
    })?;
    let found = found.map_err(|error| of_mark(py, error))?;
    found.iter().map(|score| object(py, score)).collect()
}
