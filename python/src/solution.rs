//! Searches from one position, and their results.

use crate::errors::{invalid, of_oracle};
use crate::pickle::{Reduced, made_by, object};
use crate::position::{Given, Move, Position, Puzzle, metric};
use crate::sequence::{Items, item};
use crate::work::{self, Limits, Memory};
use huarong::notation::animation;
use huarong::{Metric, Options, Planner, Question, json};
use pyo3::prelude::*;
use pyo3::types::PyInt;
use std::hash::{Hash, Hasher};

/// An optimal solution: its moves in order.
///
/// It has a length, indices, slices and iteration. It is always true, even with 0 moves, so that `if solution` asks
/// whether there is one. Solutions are equal if they have the same start, metric and moves.
///
/// >>> import huarong as hr
/// >>> solution = hr.solve("橫刀立馬")
/// >>> len(solution), solution.solution_count
/// (81, 256)
#[pyclass(frozen, eq, hash, sequence, module = "huarong")]
pub struct Solution {
    puzzle: Puzzle,
    start: huarong::Position,
    metric: Metric,
    moves: Vec<huarong::Move>,
}

impl Solution {
    /// What distinguishes it from other solutions.
    fn value(&self) -> (&huarong::Position, Metric, &[huarong::Move]) {
        (&self.start, self.metric, &self.moves)
    }
}

impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl Hash for Solution {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value().hash(state);
    }
}

#[pymethods]
impl Solution {
    /// The position before the first move.
    #[getter]
    fn start(&self) -> Position {
        self.puzzle.position(self.start.clone())
    }

    /// The metric in which it is optimal.
    #[getter]
    fn metric(&self) -> &'static str {
        self.metric.name()
    }

    /// The moves.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        let of = |inner: &huarong::Move| Move { puzzle: self.puzzle.clone(), inner: inner.clone() };
        self.moves.iter().map(of).collect()
    }

    /// The positions, from the start to the goal: one more than moves.
    #[getter]
    fn positions(&self) -> Vec<Position> {
        let after = self.moves.iter().map(|made| self.puzzle.position(made.after()));
        std::iter::once(self.start()).chain(after).collect()
    }

    /// The number of optimal solutions. Each use searches them.
    #[getter]
    fn solution_count<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let count = work::run(py, &Limits::default(), |effort| {
            let options = Options::from(effort).metrics(&[self.metric]);
            let oracle = Planner::new().ask(Question::Solutions, &self.start, &options)?;
            oracle.count_solutions_with(&self.start, &options)
        })?;
        // A number of any size.
        let count = count.map_err(|error| of_oracle(py, error))?.to_string();
        py.get_type::<PyInt>().call1((count,))
    }

    /// A dictionary for `json.dumps`, with keys of `huarong solve --format json`: `position`, `metric`, `distance`,
    /// `verdict` and `moves`. Each move has `shape`, `from`, `to` and the `position` after it. If pieces have signs, it
    /// also has `piece`, `sign` and `lettered`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &json::solution(&self.start, self.metric, &self.moves))
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Pickles by its positions.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Vec<Position>, &'static str)> {
        let this = slf.get();
        made_by(slf.py(), "_solution_of", (this.positions(), this.metric()))
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        item(index, self.moves.len(), |index| Move {
            puzzle: self.puzzle.clone(),
            inner: self.moves[index].clone(),
        })
    }

    fn __iter__(slf: Bound<'_, Self>) -> Items {
        Items::of(slf)
    }

    fn __str__(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        moves.join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<huarong.Solution of {} {} moves>", self.moves.len(), self.metric)
    }

    /// An animation for notebooks.
    fn _repr_svg_(&self) -> String {
        let moves: Vec<_> = self.moves.iter().map(huarong::Move::made).collect();
        animation::draw(self.start.puzzle(), self.start.arrangement(), &moves)
    }
}

/// The optimal solution of a position that the search finds first; `None` if there is none.
pub fn solve_position(
    planner: &Planner,
    puzzle: &Puzzle,
    start: &huarong::Position,
    metric: Metric,
    options: &Options<'_>,
) -> Result<Option<Solution>, huarong::OracleError> {
    let oracle = planner.ask(Question::SomeSolutions, start, &options.metrics(&[metric]))?;
    let moves = oracle.solution(start)?;
    Ok(moves.map(|moves| Solution { puzzle: puzzle.clone(), start: start.clone(), metric, moves }))
}

/// The position of an argument that is a position, a puzzle with a start, or a text of 4x5 Klotski.
pub fn start_of(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Start> {
    let (puzzle, given) = given_start(py, given)?;
    let start = given.position(&puzzle).map_err(|error| invalid(py, error))?;
    Ok((puzzle, start))
}

/// A position to search from, and its puzzle.
pub type Start = (Puzzle, huarong::Position);

/// The same, before a text is read.
pub fn given_start(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<(Puzzle, Given)> {
    if let Ok(puzzle) = given.cast::<Puzzle>() {
        let start = puzzle.get().start();
        let start = start.ok_or_else(|| invalid(py, "Klotski has no start: give a position"))?;
        return Ok((start.puzzle, Given::Position(start.inner)));
    }
    let puzzle = match given.cast::<Position>() {
        Ok(position) => position.get().puzzle.clone(),
        Err(_) => Puzzle::classic(),
    };
    Ok((puzzle, Given::of(given)?))
}

/// Search an optimal solution of a position, a puzzle, or the text of a 4x5 Klotski position.
///
/// Returns `None` if there is no solution. `metric` is `unit`, `straight`, `finger` or `multi`. `memory` is a limit in bytes, by
/// default 15/16 of available memory. `time_limit` is in seconds. `progress` is called with the number of finished
/// units, of all units, and the current step.
///
/// Raises `UndecidedError` with bounds if a limit ends the search.
#[pyfunction]
#[pyo3(signature = (position, metric = "finger", *, memory = None, time_limit = None, progress = None))]
pub fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    metric: &str,
    memory: Option<Memory>,
    time_limit: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<Solution>> {
    let metric = self::metric(py, metric)?;
    let (puzzle, start) = start_of(py, position)?;
    let limits = Limits::new(py, memory, time_limit, progress)?;
    let solved = work::run(py, &limits, |effort| {
        solve_position(&Planner::new(), &puzzle, &start, metric, &Options::from(effort))
    })?;
    solved.map_err(|error| of_oracle(py, error))
}

/// Search the distances of a position, a puzzle, or the text of a 4x5 Klotski position, and of the positions one move away.
///
/// Returns a dictionary with the keys of `huarong query --format json`, such as `distance`, `best_moves` and `moves`. On a
/// board with doors, `lost` says whether pieces have left so that the goal cannot be reached any more. The arguments are
/// those of `solve`.
///
/// >>> import huarong as hr
/// >>> answer = hr.query(hr.Puzzle(start="A.B", doors="...../....B/.....", goal=".B."))
/// >>> answer["distance"]["unit"], [made["position"] for made in answer["moves"] if made.get("leaves")]
/// (1, ['A..'])
#[pyfunction]
#[pyo3(signature = (position, *, memory = None, time_limit = None, progress = None))]
pub fn query<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    memory: Option<Memory>,
    time_limit: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (_, start) = start_of(py, position)?;
    let limits = Limits::new(py, memory, time_limit, progress)?;
    let found = work::run(py, &limits, |effort| {
        let options = Options::from(effort).metrics(&Metric::OF_SINGLE_PIECES);
        let oracle = Planner::new().ask(Question::Neighbours, &start, &options)?;
        json::position(&oracle, &start)
    })?;
    object(py, &found.map_err(|error| of_oracle(py, error))?)
}

#[pymethods]
impl Puzzle {
    /// Search an optimal solution of the start; see `huarong.solve`.
    #[pyo3(signature = (metric = "finger", *, memory = None, time_limit = None, progress = None))]
    fn solve(
        slf: &Bound<'_, Self>,
        metric: &str,
        memory: Option<Memory>,
        time_limit: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<Solution>> {
        solve(slf.py(), slf.as_any(), metric, memory, time_limit, progress)
    }
}

#[pymethods]
impl Position {
    /// Search an optimal solution; see `huarong.solve`.
    #[pyo3(signature = (metric = "finger", *, memory = None, time_limit = None, progress = None))]
    fn solve(
        slf: &Bound<'_, Self>,
        metric: &str,
        memory: Option<Memory>,
        time_limit: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<Solution>> {
        solve(slf.py(), slf.as_any(), metric, memory, time_limit, progress)
    }
}

/// The solution that goes through some positions, for pickling.
#[pyfunction]
pub fn _solution_of(
    py: Python<'_>,
    positions: Vec<Bound<'_, Position>>,
    metric: &str,
) -> PyResult<Solution> {
    let metric = self::metric(py, metric)?;
    let positions: Vec<&Position> = positions.iter().map(Bound::get).collect();
    let Some(start) = positions.first() else {
        return Err(invalid(py, "a solution has a start"));
    };
    let between = |pair: &[&Position]| {
        let moves = pair[0].inner.moves(metric).into_iter();
        let found = moves.into_iter().find(|made| made.after() == pair[1].inner);
        found.ok_or_else(|| invalid(py, "no move joins the positions"))
    };
    let moves = positions.windows(2).map(between).collect::<PyResult<_>>()?;
    Ok(Solution { puzzle: start.puzzle.clone(), start: start.inner.clone(), metric, moves })
}
