//! Tasks with exact answers.

use crate::errors::{invalid, named, of_oracle, several, shown, whole};
use crate::pickle::object;
use crate::position::{Position, Puzzle, single_piece_metric};
use crate::solution::{Start, start_of};
use crate::universe;
use crate::work::{self, Limits};
use huarong::games::{StoneGame, lines::Lines};
use huarong::score::Asked;
use huarong::tasks::{Boards, ConditionError, Drawing, Task, TaskError, TaskOrder, Tasks};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::VecDeque;
use std::ops::RangeInclusive;

/// An endless iterator of tasks; see `huarong.tasks`.
#[pyclass(module = "huarong")]
pub struct TaskStream {
    tasks: Tasks,
    /// Tasks that are made, and not yet taken.
    made: VecDeque<Task>,
    /// The texts of the puzzle files from which the boards come.
    puzzles: Vec<Option<String>>,
}

#[pymethods]
impl TaskStream {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.made.is_empty() {
            let tasks = &mut self.tasks;
            let made = work::run(py, &Limits::default(), |effort| tasks.next_some(effort))?;
            self.made = made.map_err(|error| of_tasks(py, error))?.into();
        }
        let task = self.made.pop_front().ok_or_else(|| invalid(py, "there are no tasks"))?;
        let row = object(py, &task)?;
        let puzzle = task.puzzle.and_then(|number| self.puzzles.get(number)?.as_deref());
        row.set_item("puzzle", puzzle)?;
        Ok(row)
    }
}

fn of_tasks(py: Python<'_>, error: TaskError) -> PyErr {
    match error {
        TaskError::Oracle(error) => of_oracle(py, error),
        error => invalid(py, error),
    }
}

/// Make tasks with exact answers, without an end: dictionaries with the keys of `huarong tasks`.
///
/// `family` is `rush`, `klotski`, `tiles`, a game such as `connect-four` or `4,4,3`, a puzzle, a position, or several of them. Tasks
/// about positions of a puzzle have the text of its file in `puzzle`. Those of a game ask for the only move that wins. `questions` are asked in turn, by default `solve`: `solve`, `within`, `next`, `legal`, `board`, `solvable`, `length`
/// and `mistake`. `lengths` is the range of optimal numbers of moves. `size` is that of Rush Hour boards, by default `6x6`, or of tile puzzles, by default
/// `4x4`; `walls` are those of Rush Hour boards. `drawing`
/// is `rows`, `coordinates`, `list` or `json`. `split` is `train`, `validation` or `test`. `answer` names a simple player whose
/// answers the rows have: `random`, `greedy`, `best-first` or `exact`. `where` has conditions such as `pieces=8..12` and
/// `solution_count=1`, which all hold. The same arguments make the same tasks.
/// `huarong.score` judges answers.
///
/// >>> import huarong as hr
/// >>> task = next(hr.tasks("rush", questions=["length"], seed=1))
/// >>> hr.score(task, f"Answer: {task['optimal']}")["correct"]
/// True
#[pyfunction]
#[pyo3(signature = (family, *, questions = None, lengths = 1..=20, metric = "straight", size = None, walls = 0, language = "en", drawing = "rows", split = None, answer = None, seed = 0, r#where = Vec::new()))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn tasks(
    py: Python<'_>,
    family: &Bound<'_, PyAny>,
    questions: Option<Vec<String>>,
    #[pyo3(from_py_with = range)] lengths: RangeInclusive<u16>,
    metric: &str,
    size: Option<&str>,
    #[pyo3(from_py_with = whole)] walls: usize,
    language: &str,
    drawing: &str,
    split: Option<&str>,
    answer: Option<&str>,
    #[pyo3(from_py_with = whole)] seed: u64,
    r#where: Vec<String>,
) -> PyResult<TaskStream> {
    let mut order = TaskOrder::default();
    if let Some(questions) = &questions {
        order.asked = questions.iter().map(|name| named(py, name)).collect::<PyResult<_>>()?;
    }
    if order.asked.is_empty() {
        return Err(invalid(py, "there are no questions"));
    }
    order.metric = single_piece_metric(py, metric)?;
    order.lengths = lengths;
    order.language = named(py, language)?;
    order.drawing = named(py, drawing)?;
    if order.drawing == Drawing::Picture {
        let remedy = "pictures are in the rows of the program: huarong.run([\"tasks\", ..., \"--drawing\", \"picture\"])";
        return Err(invalid(py, remedy));
    }
    order.split = split.map(|name| named(py, name)).transpose()?;
    order.player = answer.map(|name| named(py, name)).transpose()?;
    order.seed = seed;
    let conditions = r#where.iter().map(|text| text.parse());
    order.conditions =
        conditions.collect::<Result<_, _>>().map_err(|error: ConditionError| invalid(py, error))?;
    let size = |default| size.map_or(Ok(default), |text| universe::size(py, text));
    let mut puzzles = Vec::new();
    let boards = match family.cast::<PyString>() {
        Ok(name) => match name.to_str()? {
            "rush" => Boards::rush(size((6, 6))?, walls).map_err(|error| invalid(py, error))?,
            "tiles" => {
                let tiles = Boards::tiles(size((4, 4))?);
                let (boards, text) = tiles.map_err(|error| invalid(py, error))?;
                puzzles.push(Some(text));
                boards
            }
            "klotski" => Boards::Klotski(Puzzle::classic().inner.family.puzzle().clone()),
            name => {
                let game = Lines::find(name).map_err(|error| invalid(py, error))?;
                let game = match game {
                    Some(game) => game,
                    None => {
                        let families = "\"rush\", \"klotski\", \"tiles\", games such as \"connect-four\", and puzzles";
                        let text = format!("the families are {families}, not {}", shown(family)?);
                        return Err(invalid(py, text));
                    }
                };
                if questions.is_some() && order.asked.iter().any(|&asked| asked != Asked::Next) {
                    return Err(invalid(py, "a game has the question \"next\" alone"));
                }
                puzzles.push(Some(game.name()));
                Boards::Stones(game)
            }
        },
        Err(_) => {
            let is_one = family.is_instance_of::<Puzzle>() || family.is_instance_of::<Position>();
            let given: Vec<Bound<'_, PyAny>> = match is_one {
                true => vec![family.clone()],
                false => several(family)?.collect::<PyResult<_>>()?,
            };
            let starts = given.iter().map(|given| start_of(py, given));
            let starts: Vec<Start> = starts.collect::<PyResult<_>>()?;
            if starts.is_empty() {
                return Err(invalid(py, "there are no puzzles"));
            }
            puzzles.extend(starts.iter().map(|(puzzle, _)| puzzle.toml().map(str::to_owned)));
            Boards::Puzzles(starts.into_iter().map(|(_, start)| start).collect())
        }
    };
    let tasks = Tasks::new(boards, order);
    Ok(TaskStream { tasks, made: VecDeque::new(), puzzles })
}

/// The range of two whole numbers, from 1.
fn range(given: &Bound<'_, PyAny>) -> PyResult<RangeInclusive<u16>> {
    let (low, high): (Bound<'_, PyAny>, Bound<'_, PyAny>) = given.extract()?;
    let (low, high) = (whole(&low)?, whole(&high)?);
    if low == 0 || low > high {
        let text = format!(
            "lengths are two numbers of moves, from 1, such as (1, 20), not ({low}, {high})"
        );
        return Err(invalid(given.py(), text));
    }
    Ok(low..=high)
}
