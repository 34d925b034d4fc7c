//! Rush Hour universes and censuses.

use crate::errors::{Kind, invalid, raise, whole, whole_or_none};
use crate::position::single_piece_metric;
use crate::work::{self, Limits, Memory};
use huarong::Metric;
use huarong::census::{By, Census, CensusError, Scope as CensusScope};
use huarong::design::Region;
use huarong::puzzle::puzzle_file::SignGrid;
use huarong::rush::{RushError, Scope, Universe};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Columns and rows of a size such as `6x6`.
pub fn size(py: Python<'_>, text: &str) -> PyResult<(usize, usize)> {
    let region = Region::parse_size(text).map_err(|error| invalid(py, error))?;
    Ok((region.width(), region.height()))
}

fn of_rush(py: Python<'_>, error: RushError) -> PyErr {
    match error {
        RushError::Memory { .. } => raise(py, Kind::MemoryLimit, error),
        error => invalid(py, error),
    }
}

/// Find every minimal Rush Hour puzzle of a board size such as `5x5`, the longest first.
///
/// Returns a list of dictionaries with `metric`, `distance`, `start`, `reachable`, `pieces`, `walls`, `solution_count`,
/// `unit_moves` and `histogram`. The histogram has the number of positions at each distance from the goal. `max_walls`, `max_cars` and
/// `max_trucks` are the largest numbers; `min_distance` is the smallest number of moves. Boards of 6x6 take about an hour.
#[pyfunction]
#[pyo3(signature = (board, *, max_walls = 0, exit_row = None, metric = "straight", min_distance = 1, max_cars = None, max_trucks = None, memory = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn rush<'py>(
    py: Python<'py>,
    board: &str,
    #[pyo3(from_py_with = whole)] max_walls: usize,
    #[pyo3(from_py_with = whole_or_none)] exit_row: Option<usize>,
    metric: &str,
    #[pyo3(from_py_with = whole)] min_distance: u16,
    #[pyo3(from_py_with = whole_or_none)] max_cars: Option<u8>,
    #[pyo3(from_py_with = whole_or_none)] max_trucks: Option<u8>,
    memory: Option<Memory>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    if min_distance == 0 {
        return Err(invalid(py, "min_distance is at least 1"));
    }
    let (width, height) = size(py, board)?;
    let scope = Scope::new(width, height).map_err(|error| of_rush(py, error))?;
    let scope = match exit_row {
        Some(row) => scope.with_exit_row(row).map_err(|error| of_rush(py, error))?,
        None => scope,
    };
    let scope = scope.with_walls(max_walls).map_err(|error| of_rush(py, error))?;
    let metric = match single_piece_metric(py, metric)? {
        Metric::Unit => Metric::Unit,
        _ => Metric::Straight,
    };
    let scope = Scope { metric, min_moves: min_distance, max_cars, max_trucks, ..scope };
    let universe = Universe::new(scope).map_err(|error| of_rush(py, error))?;
    let limits = Limits::new(py, memory, None, progress)?;
    let findings = work::run(py, &limits, |effort| universe.run(effort))?;
    let findings = findings.map_err(|error| of_rush(py, error))?;
    let row = |puzzle: &huarong::rush::RushPuzzle| {
        let row = PyDict::new(py);
        row.set_item("metric", scope.metric.name())?;
        row.set_item("distance", puzzle.distance)?;
        row.set_item("start", scope.in_one_line(&puzzle.board))?;
        row.set_item("reachable", puzzle.reachable)?;
        row.set_item("pieces", puzzle.pieces)?;
        row.set_item("walls", puzzle.walls)?;
        row.set_item("solution_count", puzzle.solution_count)?;
        row.set_item("unit_moves", puzzle.unit_moves)?;
        row.set_item("histogram", &puzzle.histogram)?;
        Ok(row)
    };
    findings.puzzles().map(row).collect()
}

/// Find the hardest sliding-block puzzles of a board of at most 20 cells, such as `3x4`, for each metric and number of
/// pieces.
///
/// Returns a list of dictionaries with `board`, `metric`, `pieces`, `distance`, `start` and `marked`, the letter of the
/// piece that must reach the lower right cell.
#[pyfunction]
#[pyo3(signature = (board, *, memory = None, progress = None))]
pub fn census<'py>(
    py: Python<'py>,
    board: &str,
    memory: Option<Memory>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let (width, height) = size(py, board)?;
    let most = usize::from(SignGrid::MOST);
    let [width, height] = [width, height].map(|side| side.min(most) as u8);
    let census = Census::new(CensusScope::all(width, height));
    let census = census.map_err(|error| invalid(py, error))?;
    let limits = Limits::new(py, memory, None, progress)?;
    let records = work::run(py, &limits, |effort| census.run(effort))?;
    let records = records.map_err(|error| match error {
        CensusError::Memory { .. } => raise(py, Kind::MemoryLimit, error),
        error => invalid(py, error),
    })?;
    let mut rows = Vec::new();
    for metric in Metric::OF_SINGLE_PIECES {
        for (pieces, record) in records.iter(By::Pieces, metric) {
            let row = PyDict::new(py);
            row.set_item("board", format!("{width}x{height}"))?;
            row.set_item("metric", metric.name())?;
            row.set_item("pieces", pieces)?;
            row.set_item("distance", record.distance)?;
            row.set_item("start", &record.start)?;
            row.set_item("marked", record.marked)?;
            rows.push(row);
        }
    }
    Ok(rows)
}
