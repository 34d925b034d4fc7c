//! Measures of difficulty.

use crate::component::of_reachable;
use crate::errors::invalid;
use crate::pickle::object;
use crate::position::single_piece_metric;
use crate::solution::start_of;
use crate::work::{self, Limits, Memory};
use huarong::difficulty::{Decoys, ErrorModel, Landscape};
use huarong::search::{Cancelled, ComponentError, Effort};
use huarong::{Metric, Position};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Measure how hard a position is for people, or the start of a puzzle, or the text of a 4x5 Klotski position.
///
/// Returns a dictionary with the columns of `huarong difficulty`, which the page "Difficulty" of the book defines. A
/// measure that is not defined is `None`. `error_model` has the four coefficients of the probability of an error:
/// intercept, distance, mobility and previous error. With them, `expected_moves` is the expected number of moves. With
/// `decoys=True`, `decoys` and `decoy_walls` count the pieces and walls without which the puzzle is as long. They are `None`
/// if a search exceeds the memory limit. Returns `None` for a position that cannot reach the goal.
///
/// >>> import huarong as hr
/// >>> measures = hr.difficulty("橫刀立馬")
/// >>> measures["solution_count"], measures["solution_classes"]
/// (256, 8)
#[pyfunction]
#[pyo3(signature = (position, metric = "finger", *, error_model = None, decoys = false, memory = None, progress = None))]
pub fn difficulty<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    metric: &str,
    error_model: Option<Vec<f64>>,
    decoys: bool,
    memory: Option<Memory>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let metric = single_piece_metric(py, metric)?;
    let (_, start) = start_of(py, position)?;
    let model = match error_model.as_deref() {
        None => None,
        Some(&[intercept, distance, mobility, previous])
            if [intercept, distance, mobility, previous].iter().all(|each| each.is_finite()) =>
        {
            Some(ErrorModel { intercept, distance, mobility, previous })
        }
        Some(_) => return Err(invalid(py, "error_model has four finite numbers")),
    };
    let limits = Limits::new(py, memory, None, progress)?;
    let found = work::run(py, &limits, |effort| {
        let landscape = Landscape::explore(start.puzzle(), start.arrangement(), metric, effort)?;
        let left = effort.without(landscape.bytes());
        let Some(difficulty) = landscape.difficulty(start.arrangement(), left)? else {
            return Ok(None);
        };
        let expected = match model {
            Some(model) => {
                let expected = model.expected_moves(&landscape, left)?;
                Some(expected.map(|all| landscape.expected_moves(&all, start.arrangement())))
            }
            None => None,
        };
        let decoys = match decoys {
            true => Some(decoys_of(&start, metric, left)?),
            false => None,
        };
        Ok(Some((difficulty, expected, decoys)))
    })?;
    let found = found.map_err(|error| of_reachable(py, error))?;
    let Some((difficulty, expected, decoys)) = found else { return Ok(None) };
    let read = object(py, &difficulty)?.cast_into::<PyDict>()?;
    if let Some(moves) = expected {
        // As the program: two digits after the point are more than a model of people knows.
        read.set_item("expected_moves", moves.map(|moves| (moves * 100.0).round() / 100.0))?;
    }
    if let Some(found) = decoys {
        read.set_item("decoys", found.as_ref().map(|found| found.pieces.len()))?;
        read.set_item("decoy_walls", found.as_ref().map(|found| found.walls.len()))?;
    }
    // Python's integers have any size.
    let count = read.get_item("solution_count")?.expect("every record has it");
    read.set_item("solution_count", py.import("builtins")?.getattr("int")?.call1((count,))?)?;
    Ok(Some(read))
}

/// The decoys of a start; `None` if a search exceeds a limit.
fn decoys_of(
    start: &Position,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Option<Decoys>, Cancelled> {
    match Decoys::find(start.puzzle(), start.arrangement(), metric, effort) {
        Err(ComponentError::Cancelled(cancelled)) => Err(cancelled),
        found => Ok(found.ok().flatten()),
    }
}
