//! Tables of all positions of a piece set.

use crate::arrays::{array, masked};
use crate::component::Component;
use crate::errors::{Kind, default_directory, invalid, of_oracle, raise, refused, several, whole};
use crate::pickle::{Reduced, made_by};
use crate::position::{Given, Move, Position, Puzzle, single_piece_metric};
use crate::sequence::{index, index_of};
use crate::work::{self, Limits, Memory};
use huarong::analysis::ComponentList;
use huarong::design::NumberRange;
use huarong::puzzle::Arrangement;
use huarong::search::{EntryWidth, Space};
use huarong::{Metric, Options, Oracle, OracleError, PieceSet, Tables};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::borrow::Cow;
use std::path::PathBuf;

/// The distances of all positions of a piece set.
///
/// Positions have indices from 0. `len(table)` is their number. Tables compare by identity.
#[pyclass(frozen, module = "huarong")]
pub struct Table {
    puzzle: Puzzle,
    piece_set: PieceSet,
    oracle: Oracle,
    directory: PathBuf,
}

/// The distances of a table as an array of numpy, without a copy.
#[pyclass(frozen, module = "huarong")]
pub struct Distances {
    /// Keeps the mapped file open.
    _oracle: Oracle,
    bytes: Bytes,
    width: EntryWidth,
}

/// The bytes of distances.
enum Bytes {
    /// A part of the table's mapped file.
    Mapped { address: usize, len: usize },
    /// A copy of packed distances.
    Unpacked(Vec<u8>),
}

impl Distances {
    fn of(oracle: Oracle) -> Result<Self, OracleError> {
        let distances = oracle.distances()?;
        let width = distances.width();
        let bytes = match distances.into_bytes() {
            Cow::Borrowed(bytes) => {
                Bytes::Mapped { address: bytes.as_ptr().addr(), len: bytes.len() }
            }
            Cow::Owned(bytes) => Bytes::Unpacked(bytes),
        };
        Ok(Self { bytes, width, _oracle: oracle })
    }
}

#[pymethods]
impl Distances {
    /// The interface of numpy: the address is valid as long as this object, to which the array holds a reference.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (address, len) = match &self.bytes {
            Bytes::Mapped { address, len } => (*address, *len),
            Bytes::Unpacked(bytes) => (bytes.as_ptr().addr(), bytes.len()),
        };
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("data", (address, true))?;
        interface.set_item("shape", (len / self.width as usize,))?;
        interface.set_item("typestr", if self.width == EntryWidth::One { "|u1" } else { "<u2" })?;
        Ok(interface)
    }
}

/// Open the table of a piece set, such as `1h4v4s`, or of a puzzle of a puzzle file. Build it if it is missing.
///
/// `board` is a size such as `4x6`, by default `4x5`. Tables are kept in `directory`, by default where the program keeps
/// them. `metrics` are built if they are missing, by default all three. `memory` is a limit in bytes, by default 15/16 of
/// available memory. `progress` is called with the number of finished positions, of all positions, and the current step.
///
/// Raises `MemoryLimitError` if the build needs more memory, and `TableError` if a table cannot be read or written.
#[pyfunction]
#[pyo3(signature = (piece_set = None, *, board = None, puzzle = None, metrics = None, directory = None, memory = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn table(
    py: Python<'_>,
    piece_set: Option<&str>,
    board: Option<&str>,
    puzzle: Option<Bound<'_, Puzzle>>,
    metrics: Option<Bound<'_, PyAny>>,
    directory: Option<PathBuf>,
    memory: Option<Memory>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let puzzle = puzzle_of(py, board, puzzle)?;
    let family = &puzzle.inner.family;
    let piece_set = match (piece_set, family.piece_sets()) {
        (Some(text), _) => piece_set_of(py, &puzzle, text)?,
        (None, [only]) => only.clone(),
        (None, _) => return Err(invalid(py, "name a piece set, such as 1h4v4s")),
    };
    let metrics = metrics_of(py, metrics)?;
    let tables = tables_of(py, &puzzle, directory)?;
    let limits = Limits::new(py, memory, None, progress)?;
    let opened = work::run(py, &limits, |effort| {
        let options = Options::from(effort).metrics(&metrics);
        if !has_all(&tables, &piece_set, &metrics) {
            tables.build_missing(Some(std::slice::from_ref(&piece_set)), &options)?;
        }
        tables.oracle_with(&piece_set, &options)
    })?;
    let oracle = opened.map_err(|error| of_oracle(py, error))?;
    let directory = tables.directory().to_owned();
    Ok(Table { puzzle, piece_set, oracle, directory })
}

/// Whether a piece set has readable tables under all these metrics.
///
/// A build checks whole files, which takes long for the file of a family. This check opens them only.
fn has_all(tables: &Tables, piece_set: &PieceSet, metrics: &[Metric]) -> bool {
    tables.has(piece_set, metrics).unwrap_or(false)
}

/// A piece set by its text.
fn piece_set_of(py: Python<'_>, puzzle: &Puzzle, text: &str) -> PyResult<PieceSet> {
    puzzle.inner.family.parse_piece_set(text).map_err(|error| invalid(py, error))
}

/// Build the missing tables of some piece sets of a puzzle, and return the usual names of these piece sets.
///
/// The other arguments are those of `table`.
#[pyfunction]
#[pyo3(signature = (piece_sets, *, puzzle, metrics, directory, memory, progress))]
pub fn _build_sets(
    py: Python<'_>,
    piece_sets: &Bound<'_, PyAny>,
    puzzle: &Bound<'_, Puzzle>,
    metrics: Bound<'_, PyAny>,
    directory: Option<PathBuf>,
    memory: Option<Memory>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<String>> {
    let puzzle = puzzle.get();
    let read =
        |text: PyResult<Bound<'_, PyAny>>| piece_set_of(py, puzzle, &text?.extract::<String>()?);
    let named = several(piece_sets)?.map(read).collect::<PyResult<Vec<PieceSet>>>()?;
    let metrics = metrics_of(py, Some(metrics))?;
    let tables = tables_of(py, puzzle, directory)?;
    let limits = Limits::new(py, memory, None, progress)?;
    let built = work::run(py, &limits, |effort| {
        let is_missing = |set: &&PieceSet| !has_all(&tables, set, &metrics);
        let missing: Vec<PieceSet> = named.iter().filter(is_missing).cloned().collect();
        match missing.is_empty() {
            true => Ok(()),
            false => tables.build_missing(Some(&missing), &Options::from(effort).metrics(&metrics)),
        }
    })?;
    built.map_err(|error| of_oracle(py, error))?;
    let rules = puzzle.inner.family.puzzle();
    Ok(named.iter().map(|set| rules.piece_set_text(set)).collect())
}

/// A number, or a pair of numbers: the ends of a range.
enum Range {
    One(u64),
    Ends(u64, u64),
}

impl<'py> FromPyObject<'_, 'py> for Range {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (py, given) = (given.py(), given.to_owned());
        let is_type = |error: &PyErr| error.is_instance_of::<PyTypeError>(py);
        let one = given.extract().map(Self::One);
        let read = one.or_else(|error: PyErr| match is_type(&error) {
            // As a pair, a text would be refused by its length, which is no `TypeError`.
            true if given.is_instance_of::<PyString>() => Err(error),
            true => given.extract().map(|[from, to]: [u64; 2]| Self::Ends(from, to)),
            false => Err(error),
        });
        read.map_err(|error| {
            refused(error, &given, "a range is a whole number or a pair of them, none negative")
        })
    }
}

impl Range {
    /// All numbers from one on.
    fn from(first: u64) -> Self {
        Self::Ends(first, u16::MAX.into())
    }

    fn read<const MOST: u64>(self, py: Python<'_>) -> PyResult<NumberRange<MOST>> {
        let text = match self {
            Self::One(number) => number.to_string(),
            Self::Ends(from, to) => format!("{from}..{to}"),
        };
        text.parse().map_err(|error| invalid(py, error))
    }
}

/// Build all missing tables of Klotski on a board, by default `4x5`, or of a puzzle of a puzzle file.
///
/// The arguments are those of `table`.
#[pyfunction]
#[pyo3(signature = (board = None, *, puzzle = None, metrics = None, directory = None, memory = None, progress = None))]
pub fn build(
    py: Python<'_>,
    board: Option<&str>,
    puzzle: Option<Bound<'_, Puzzle>>,
    metrics: Option<Bound<'_, PyAny>>,
    directory: Option<PathBuf>,
    memory: Option<Memory>,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let puzzle = puzzle_of(py, board, puzzle)?;
    let metrics = metrics_of(py, metrics)?;
    let tables = tables_of(py, &puzzle, directory)?;
    let limits = Limits::new(py, memory, None, progress)?;
    let built = work::run(py, &limits, |effort| {
        tables.build_missing(None, &Options::from(effort).metrics(&metrics))
    })?;
    built.map_err(|error| of_oracle(py, error))
}

/// A given puzzle, or Klotski on a board, by default `4x5`.
fn puzzle_of(
    py: Python<'_>,
    board: Option<&str>,
    puzzle: Option<Bound<'_, Puzzle>>,
) -> PyResult<Puzzle> {
    match (puzzle, board) {
        (Some(puzzle), None) => Ok(puzzle.get().clone()),
        (None, board) => Puzzle::klotski_of_size(py, board.unwrap_or("4x5")),
        (Some(_), Some(_)) => Err(invalid(py, "name a board or a puzzle, not both")),
    }
}

/// The metrics with these names, each once; by default all.
fn metrics_of(py: Python<'_>, names: Option<Bound<'_, PyAny>>) -> PyResult<Vec<Metric>> {
    let Some(names) = names else { return Ok(Metric::OF_SINGLE_PIECES.to_vec()) };
    let mut named = Vec::new();
    for name in several(&names)? {
        let metric = single_piece_metric(py, &name?.extract::<String>()?)?;
        if !named.contains(&metric) {
            named.push(metric);
        }
    }
    match named[..] {
        [] => Err(invalid(py, "name at least one metric")),
        _ => Ok(named),
    }
}

/// The tables of a puzzle in a directory, by default the one of the program.
fn tables_of(py: Python<'_>, puzzle: &Puzzle, directory: Option<PathBuf>) -> PyResult<Tables> {
    let directory = match directory {
        Some(directory) => directory,
        None => default_directory(py)?,
    };
    // SAFETY: as for the program: tables are replaced by renaming, and never changed in place.
    Ok(unsafe { Tables::mapped(puzzle.inner.family.clone(), directory) })
}

impl Table {
    pub fn space(&self) -> &Space {
        self.oracle.space().expect("tables number their positions")
    }

    /// The oracle under a metric that has a table.
    pub fn under(&self, py: Python<'_>, name: &str) -> PyResult<Oracle> {
        let metric = single_piece_metric(py, name)?;
        match self.oracle.metrics().any(|there| there == metric) {
            true => Ok(self.oracle.under(metric)),
            false => {
                let text = format!("there is no {metric} table of {}", self.piece_set());
                Err(raise(py, Kind::MissingTable, text))
            }
        }
    }

    /// An arrangement that is known to be one of the puzzle.
    fn position(&self, arrangement: Arrangement) -> Position {
        self.puzzle.position(self.puzzle.arranged(arrangement))
    }

    fn index_of(&self, py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<u64> {
        let located = self.located(Given::of(given)?);
        located.map(|(_, index)| index).map_err(|error| invalid(py, error))
    }

    /// A position with its index.
    fn located(&self, given: Given) -> Result<(huarong::Position, u64), String> {
        let position = given.position(&self.puzzle)?;
        match self.space().rank(&position) {
            Some(index) => Ok((position, index)),
            None => {
                let other = self.puzzle.inner.family.puzzle().piece_set_text(&position.piece_set());
                Err(format!("{position} has the pieces {other}, not {}", self.piece_set()))
            }
        }
    }

    fn checked(&self, index: i128) -> PyResult<u64> {
        let positions = self.space().len();
        let found = u64::try_from(index).ok().filter(|&index| index < positions);
        found.ok_or_else(|| {
            PyIndexError::new_err(format!("index {index} is not one of {positions} positions"))
        })
    }
}

#[pymethods]
impl Table {
    /// The puzzle.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        self.puzzle.clone()
    }

    /// The piece set, such as `1h4v4s`.
    #[getter]
    fn piece_set(&self) -> String {
        self.puzzle.inner.family.puzzle().piece_set_text(&self.piece_set)
    }

    /// The metrics that have tables.
    #[getter]
    fn metrics(&self) -> Vec<&'static str> {
        self.oracle.metrics().map(Metric::name).collect()
    }

    fn __len__(&self) -> usize {
        self.space().len() as usize
    }

    /// All distances in order of index: a read-only masked array of numpy, of shape `(len(table),)` and dtype `uint8` or
    /// `uint16`. It is a view of the mapped table, unless the table is packed. Positions that cannot reach the goal are
    /// masked.
    #[pyo3(signature = (metric = "finger"))]
    fn distances<'py>(&self, py: Python<'py>, metric: &str) -> PyResult<Bound<'py, PyAny>> {
        let oracle = self.under(py, metric)?;
        let distances = py.detach(|| Distances::of(oracle));
        let distances = distances.map_err(|error| of_oracle(py, error))?;
        let unreachable = if distances.width == EntryWidth::One { 0xff } else { 0xffff };
        let data = py.import("numpy")?.call_method1("asarray", (Bound::new(py, distances)?,))?;
        masked(&data, unreachable)
    }

    /// The distance of a position or of its text; `None` if it cannot reach the goal.
    #[pyo3(signature = (position, metric = "finger"))]
    fn distance(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        metric: &str,
    ) -> PyResult<Option<u16>> {
        let oracle = self.under(py, metric)?;
        let index = self.index_of(py, position)?;
        oracle.distance_at(index).map_err(|error| of_oracle(py, error))
    }

    /// The index of a position or of its text, or an array of the indices of several. Its dtype is `uint64`.
    fn rank<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if positions.is_instance_of::<PyString>() || positions.is_instance_of::<Position>() {
            return Ok(self.index_of(py, positions)?.into_pyobject(py)?.into_any());
        }
        let given = several(positions)?.map(|position| Given::of(&position?));
        let mut ranks = Vec::new();
        work::each(
            py,
            given,
            |given| self.located(given),
            |located| {
                let (_, index) = located.map_err(|error| invalid(py, error))?;
                ranks.push(index);
                Ok(())
            },
        )?;
        array(py, ranks)
    }

    /// The position with an index, or a list of those with several.
    fn unrank<'py>(
        &self,
        py: Python<'py>,
        indices: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = |index: u64| self.position(self.space().unrank(index));
        if let Some(index) = index_of(indices)? {
            return Ok(Bound::new(py, position(self.checked(index)?))?.into_any());
        }
        let all = several(indices)?.map(|one| self.checked(index(&one?)?));
        let positions = PyList::empty(py);
        work::each(py, all, position, |position| positions.append(position))?;
        Ok(positions.into_any())
    }

    /// The component of a position, or the component with a number: 1 is the largest. Components of the same size are in
    /// the order of their first positions.
    ///
    /// Raises `InvalidInputError` if there is no component with that number.
    #[pyo3(signature = (component, *, memory = None, progress = None))]
    fn component(
        &self,
        py: Python<'_>,
        component: &Bound<'_, PyAny>,
        memory: Option<Memory>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Component> {
        let limits = Limits::new(py, memory, None, progress)?;
        let is_position =
            component.is_instance_of::<PyString>() || component.is_instance_of::<Position>();
        let index = match is_position {
            true => self.index_of(py, component)?,
            false => {
                let number: u64 = whole(component)?;
                let list =
                    work::run(py, &limits, |effort| ComponentList::new(self.space(), effort))?;
                let list = list.map_err(|error| of_oracle(py, OracleError::from(error)))?;
                let found = usize::try_from(number).ok().and_then(|n| list.first_position(n));
                let there = list.len();
                found.ok_or_else(|| {
                    invalid(
                        py,
                        format!(
                            "no component has number {number}: there are {there}, counted from 1"
                        ),
                    )
                })?
            }
        };
        let start = self.position(self.space().unrank(index)).inner;
        let found = Component::explore(py, &self.puzzle, &start, None, &limits)?;
        Ok(Component { start: Some(start).filter(|_| is_position), ..found })
    }

    /// The optimal moves of a position or of its text under a metric. There are none where it is a goal position or
    /// cannot reach the goal.
    ///
    /// >>> import huarong as hr
    /// >>> best = hr.table("1h4v4s").best_moves("heng-dao-li-ma")
    /// >>> len(best), str(best[0])
    /// (4, 'small at column 2, row 4: down')
    #[pyo3(signature = (position, metric = "finger"))]
    fn best_moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        metric: &str,
    ) -> PyResult<Vec<Move>> {
        let oracle = self.under(py, metric)?;
        let position = self.puzzle.position_of(py, position)?;
        let best = oracle.best_moves(&position);
        let best = best.map_err(|error| of_oracle(py, error))?.into_iter();
        Ok(best.map(|inner| Move { puzzle: self.puzzle.clone(), inner }).collect())
    }

    /// A column per fact, as lists: `input`, `position`, `index`, the distance in each metric, and `error`.
    ///
    /// There is one row per input, in order. If an input is no position of the table, `error` says why, and the other
    /// columns after `input` are `None`.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (mut inputs, mut errors) = (Vec::new(), Vec::new());
        let (mut texts, mut indices) = (Vec::new(), Vec::new());
        let given = several(positions)?.map(|given| {
            let given = given?;
            let input = given.str()?.to_string_lossy().into_owned();
            match Given::of(&given) {
                Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                    Ok((input, Err(error.value(py).str()?.to_string_lossy().into_owned())))
                }
                read => Ok((input, Ok(read?))),
            }
        });
        let locate = |(input, given): (String, Result<Given, String>)| {
            let located = given.and_then(|given| self.located(given));
            (input, located.map(|(position, index)| (position.to_string(), index)))
        };
        work::each(py, given, locate, |(input, located)| {
            inputs.push(input);
            let (text, index, error) = match located {
                Ok((text, index)) => (Some(text), Some(index), None),
                Err(error) => (None, None, Some(error)),
            };
            texts.push(text);
            indices.push(index);
            errors.push(error);
            Ok(())
        })?;
        let columns = PyDict::new(py);
        columns.set_item("input", inputs)?;
        columns.set_item("position", texts)?;
        columns.set_item("index", &indices)?;
        for metric in self.oracle.metrics() {
            let oracle = self.oracle.under(metric);
            let distance =
                |index: Option<u64>| index.map_or(Ok(None), |index| oracle.distance_at(index));
            let mut found: Vec<Option<u16>> = Vec::with_capacity(indices.len());
            work::each(py, indices.iter().map(|&index| Ok(index)), distance, |distance| {
                found.push(distance.map_err(|error| of_oracle(py, error))?);
                Ok(())
            })?;
            columns.set_item(metric.name(), found)?;
        }
        columns.set_item("error", errors)?;
        Ok(columns)
    }

    /// The columns of `columns` as a `polars.DataFrame`: one row per input, in order.
    fn query<'py>(
        slf: &Bound<'py, Self>,
        positions: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("huarong._frames")?.call_method1("query", (slf, positions))
    }

    /// All positions as a `polars.DataFrame`, in order of index; see `huarong.scan` for the names of columns.
    #[pyo3(signature = (columns = None, *, metric = "finger"))]
    fn to_polars<'py>(
        slf: &Bound<'py, Self>,
        columns: Option<Bound<'py, PyAny>>,
        metric: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("huarong._frames")?.call_method1("to_polars", (slf, columns, metric))
    }

    /// All positions as a `pyarrow.Table`, in order of index; see `huarong.scan` for the names of columns.
    #[pyo3(signature = (columns = None, *, metric = "finger"))]
    fn to_arrow<'py>(
        slf: &Bound<'py, Self>,
        columns: Option<Bound<'py, PyAny>>,
        metric: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("huarong._frames")?.call_method1("to_arrow", (slf, columns, metric))
    }

    /// All positions as a `pandas.DataFrame`, in order of index; see `huarong.scan` for the names of columns.
    #[pyo3(signature = (columns = None, *, metric = "finger"))]
    fn to_pandas<'py>(
        slf: &Bound<'py, Self>,
        columns: Option<Bound<'py, PyAny>>,
        metric: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("huarong._frames")?.call_method1("to_pandas", (slf, columns, metric))
    }

    /// Draw positions whose distance is in a range, each equally likely and none twice. The same seed draws the same
    /// positions. There can be fewer than `count`.
    ///
    /// A range is a pair of numbers, both included, or one number; by default, all distances from 1. With `solutions`,
    /// only positions with such a number of optimal solutions are drawn.
    ///
    /// Raises `InvalidInputError` if no position is in the ranges.
    #[pyo3(signature = (count = 1, *, distance = None, solutions = None, metric = "finger", seed = 0, progress = None))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn sample(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] count: usize,
        distance: Option<Range>,
        solutions: Option<Range>,
        metric: &str,
        #[pyo3(from_py_with = whole)] seed: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Position>> {
        let oracle = self.under(py, metric)?;
        let distance = distance.unwrap_or(Range::from(1)).read(py)?;
        let solutions = solutions.map(|range| range.read(py)).transpose()?;
        let limits = Limits::new(py, None, None, progress)?;
        let drawn = work::run(py, &limits, |effort| {
            let options = Options::from(effort);
            oracle.sample_with(&distance, solutions.as_ref(), count, seed, &options)
        })?;
        let drawn = drawn.map_err(|error| of_oracle(py, error))?.into_iter();
        Ok(drawn.map(|inner| self.puzzle.position(inner)).collect())
    }

    /// The positions at the greatest distance from the goal, at most `limit` of them, sorted by their texts. Of two mirror
    /// images, it has one.
    ///
    /// With `solutions`, the farthest of the positions with such a number of optimal solutions: a pair of numbers, both
    /// included, or one number. The list is empty if there are none.
    #[pyo3(signature = (limit = 100, *, solutions = None, metric = "finger", progress = None))]
    fn hardest(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] limit: usize,
        solutions: Option<Range>,
        metric: &str,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Position>> {
        let oracle = self.under(py, metric)?;
        let solutions = solutions.map(|range| range.read(py)).transpose()?;
        let limits = Limits::new(py, None, None, progress)?;
        let hardest = work::run(py, &limits, |effort| match &solutions {
            None => oracle.hardest(limit),
            Some(range) => oracle.hardest_with(range, limit, &Options::from(effort)),
        })?;
        let hardest = hardest.map_err(|error| of_oracle(py, error))?.into_iter();
        Ok(hardest.map(|inner| self.puzzle.position(inner)).collect())
    }

    /// The number of positions at each distance from 0, an array of dtype `uint64`, and the number of those that cannot
    /// reach the goal.
    #[pyo3(signature = (metric = "finger"))]
    fn histogram<'py>(&self, py: Python<'py>, metric: &str) -> PyResult<(Bound<'py, PyAny>, u64)> {
        let histogram = self.under(py, metric)?.histogram();
        let histogram = histogram.map_err(|error| of_oracle(py, error))?;
        Ok((array(py, histogram.counts)?, histogram.unreachable))
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Pickles by its name and directory, where it is opened again.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> Reduced<'py, (String, Puzzle, Vec<&'static str>, PathBuf)> {
        let this = slf.get();
        let names = (this.piece_set(), this.puzzle(), this.metrics(), this.directory.clone());
        made_by(slf.py(), "_table_in", names)
    }

    fn __repr__(&self) -> String {
        format!("<huarong.Table of {}: {} positions>", self.piece_set(), self.space().len())
    }
}

/// The table of a piece set in a directory, for pickling.
#[pyfunction]
pub fn _table_in(
    py: Python<'_>,
    piece_set: &str,
    puzzle: Bound<'_, Puzzle>,
    metrics: Bound<'_, PyAny>,
    directory: PathBuf,
) -> PyResult<Table> {
    // A puzzle of a file has one piece set, which has no name.
    let piece_set = Some(piece_set).filter(|_| puzzle.get().inner.family.piece_sets().len() > 1);
    table(py, piece_set, None, Some(puzzle), Some(metrics), Some(directory), None, None)
}
