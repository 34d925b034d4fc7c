//! Facts of all positions of a table, as arrays.

use crate::arrays::array;
use crate::errors::{invalid, of_oracle, shown, whole, whole_or_none};
use crate::table::Table;
use crate::work::{self, Limits, Memory};
use huarong::analysis::{ComponentList, position_eccentricities};
use huarong::puzzle::Arrangement;
use huarong::search::{Effort, SearchError};
use huarong::{Options, OracleError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::prelude::*;

/// Number of positions that one thread reads at a time.
const CHUNK: usize = 1 << 14;

impl Table {
    /// Does work on the space; its errors are those of a search.
    fn computed<T: Send>(
        &self,
        py: Python<'_>,
        limits: &Limits,
        work: impl FnOnce(Effort<'_>) -> Result<T, SearchError> + Send,
    ) -> PyResult<T> {
        let found = work::run(py, limits, work)?;
        found.map_err(|error| of_oracle(py, OracleError::from(error)))
    }

    /// A fact of each position in a range of indices, in order.
    fn of_each<T: Send>(
        &self,
        range: std::ops::Range<usize>,
        fact: impl Fn(&Arrangement) -> T + Sync,
        effort: Effort<'_>,
    ) -> Result<Vec<T>, SearchError> {
        effort.total(range.len() as u64)?;
        let starts: Vec<usize> = range.clone().step_by(CHUNK).collect();
        let chunks = starts.into_par_iter().map(|start| {
            let len = CHUNK.min(range.end - start);
            let positions = self.space().iter_from(start as u64).take(len);
            let facts: Vec<T> = positions.map(|position| fact(&position)).collect();
            effort.done(len as u64)?;
            Ok::<_, SearchError>(facts)
        });
        let chunks: Vec<Vec<T>> = chunks.collect::<Result<_, _>>()?;
        Ok(chunks.into_iter().flatten().collect())
    }
}

#[pymethods]
impl Table {
    /// The texts of the positions with indices from `start` to `stop`, without `stop`; by default of all positions.
    #[pyo3(signature = (start = 0, stop = None, *, progress = None))]
    fn texts(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] start: usize,
        #[pyo3(from_py_with = whole_or_none)] stop: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<String>> {
        let len = self.space().len() as usize;
        let stop = stop.unwrap_or(len);
        if start > stop || stop > len {
            let text = format!("{start} to {stop} is not a range of {len} positions");
            return Err(invalid(py, text));
        }
        let puzzle = self.space().puzzle();
        let limits = Limits::new(py, None, None, progress)?;
        self.computed(py, &limits, |effort| {
            self.of_each(start..stop, |position| puzzle.position_text(position), effort)
        })
    }

    /// The number of moves of each position under a metric, in order of index: a read-only array of dtype `uint16`.
    #[pyo3(signature = (metric = "finger", *, progress = None))]
    fn mobilities<'py>(
        &self,
        py: Python<'py>,
        metric: &str,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let metric = crate::position::single_piece_metric(py, metric)?;
        let puzzle = self.space().puzzle();
        let moves = |position: &Arrangement| {
            let mut moves: u16 = 0;
            puzzle.for_each_move_under(metric, position, |_| moves += 1);
            moves
        };
        let limits = Limits::new(py, None, None, progress)?;
        let all = 0..self.space().len() as usize;
        let found = self.computed(py, &limits, |effort| self.of_each(all, moves, effort))?;
        array(py, found)
    }

    /// The number of optimal solutions of each position under a metric, in order of index: a read-only array of dtype
    /// `uint64`. It is 0 for positions that cannot reach the goal, and at most 2^63 - 1.
    #[pyo3(signature = (metric = "finger", *, memory = None, progress = None))]
    fn solution_counts<'py>(
        &self,
        py: Python<'py>,
        metric: &str,
        memory: Option<Memory>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let oracle = self.under(py, metric)?;
        let limits = Limits::new(py, memory, None, progress)?;
        let found =
            work::run(py, &limits, |effort| oracle.solution_counts(&Options::from(effort)))?;
        array(py, found.map_err(|error| of_oracle(py, error))?)
    }

    /// The number of the component of each position, in order of index: a read-only array of dtype `uint64`. 1 is the
    /// largest component, as for `component`.
    #[pyo3(signature = (*, memory = None, progress = None))]
    fn component_numbers<'py>(
        &self,
        py: Python<'py>,
        memory: Option<Memory>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits::new(py, memory, None, progress)?;
        let found = self.computed(py, &limits, |effort| {
            ComponentList::new(self.space(), effort)?.numbers(self.space(), effort)
        })?;
        array(py, found)
    }

    /// The eccentricity of each position within its component under a metric, in order of index: a read-only array of
    /// dtype `uint64`. It is the distance of the farthest position.
    ///
    /// Raises `InvalidInputError` if a component has more than 100,000 positions.
    #[pyo3(signature = (metric = "finger", *, memory = None, progress = None))]
    fn eccentricities<'py>(
        &self,
        py: Python<'py>,
        metric: &str,
        memory: Option<Memory>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let metric = crate::position::single_piece_metric(py, metric)?;
        let limits = Limits::new(py, memory, None, progress)?;
        let found = self.computed(py, &limits, |effort| {
            position_eccentricities(self.space(), metric, effort)
        })?;
        array(py, found)
    }

    /// Column and row of the first cell of the only piece with a sign, in each position in order of index.
    ///
    /// Both count from 0. The array is read-only, with dtype `uint8` and shape `(len(table), 2)`.
    ///
    /// Raises `InvalidInputError` if the table does not have exactly one such piece.
    #[pyo3(signature = (sign, *, progress = None))]
    fn places<'py>(
        &self,
        py: Python<'py>,
        sign: &str,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Ok(sign) = sign.parse::<char>() else {
            let sign = shown(PyString::new(py, sign).as_any())?;
            return Err(invalid(py, format!("a sign is one character, not {sign}")));
        };
        let puzzle = self.space().puzzle();
        let counts = self.space().piece_set().counts();
        let with_sign = |shape: &usize| {
            let shape = &puzzle.shapes()[*shape];
            shape.signs().contains(&sign) || (shape.signs().is_empty() && shape.letter() == sign)
        };
        let shapes: Vec<usize> = (0..counts.len()).filter(with_sign).collect();
        let pieces: u32 = shapes.iter().map(|&shape| u32::from(counts[shape])).sum();
        if pieces != 1 {
            let text = format!("the positions have {pieces} pieces with the sign {sign}, not one");
            return Err(invalid(py, text));
        }
        let board = puzzle.board();
        let place = |position: &Arrangement| {
            let mut anchors = shapes.iter().flat_map(|&shape| position.anchors_of(shape));
            anchors.next().map_or([0, 0], |cell| [board.column(cell), board.row(cell)])
        };
        let limits = Limits::new(py, None, None, progress)?;
        let all = 0..self.space().len() as usize;
        let found = self.computed(py, &limits, |effort| self.of_each(all, place, effort))?;
        let rows = found.len();
        array(py, found.into_iter().flatten())?.call_method1("reshape", (rows, 2))
    }
}
