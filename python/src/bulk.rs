//! Many puzzles at once.

use crate::errors::{bytes_of, invalid, of_oracle, several};
use crate::position::{Puzzle, metric};
use crate::solution::{Solution, solve_position, start_of};
use crate::work::{self, Limits, Memory};
use huarong::Options;
use huarong::sliding::interchange::{self, Format};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::path::PathBuf;

/// The puzzles of a file of Rush Hour boards, one per line.
///
/// A line has the rows of a board, joined: `.` or `o` is an empty cell, `x` a wall, `A` or `X` the red car. A board that
/// is not square has `/` between its rows. M. Fogleman's lines, with a number before and after the board, are read, too.
///
/// Raises `InvalidInputError` with the number of a line that is no board.
#[pyfunction]
pub fn read_rush(py: Python<'_>, path: PathBuf) -> PyResult<Vec<Puzzle>> {
    let text = String::from_utf8(bytes_of(py, &path)?);
    let text = text.map_err(|error| invalid(py, format!("{}: {error}", path.display())))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let puzzles = lines.map(|(number, line)| {
        py.check_signals()?;
        let number = number + 1;
        let file = interchange::read(Format::Rush, line, &format!("line {number}"), None);
        // The error names the line in its text, which is always the first.
        let puzzle = file.map_err(|error| error.to_string().replacen("line 1: ", "", 1));
        let puzzle = puzzle.and_then(Puzzle::of_text);
        puzzle.map_err(|fault| invalid(py, format!("{}: line {number}: {fault}", path.display())))
    });
    puzzles.collect()
}

/// Search an optimal solution of each position or puzzle, on all cores.
///
/// Returns a list with one entry per input, in order: a `Solution`, or `None` if there is none. `memory` is a limit in
/// bytes for all searches together, by default 15/16 of available memory. `time_limit` is in seconds for each search.
/// `progress` is called with the number of finished searches, of all searches, and the current step.
///
/// The first failure is raised; with `return_exceptions=True`, failures are entries of the list instead.
#[pyfunction]
#[pyo3(signature = (positions, metric = "finger", *, memory = None, time_limit = None, progress = None, return_exceptions = false))]
pub fn solve_many(
    py: Python<'_>,
    positions: &Bound<'_, PyAny>,
    metric: &str,
    memory: Option<Memory>,
    time_limit: Option<f64>,
    progress: Option<Py<PyAny>>,
    return_exceptions: bool,
) -> PyResult<Vec<Py<PyAny>>> {
    let metric = self::metric(py, metric)?;
    let mut starts = Vec::new();
    for given in several(positions)? {
        py.check_signals()?;
        match start_of(py, &given?) {
            Ok(start) => starts.push(Ok(start)),
            Err(error) if return_exceptions => starts.push(Err(error)),
            Err(error) => return Err(error),
        }
    }
    let longest = work::duration(py, time_limit)?;
    let limits = Limits::new(py, memory, None, progress)?;
    let solved = work::run(py, &limits, |effort| {
        let threads = rayon::current_num_threads() as u64;
        effort.total(starts.len() as u64)?;
        let solve = |start: &PyResult<_>| {
            let Ok((puzzle, start)) = start else { return Ok(None) };
            let solved = effort.at_most(effort.memory / threads).quietly(|effort| {
                work::within(longest, effort, |effort| {
                    solve_position(puzzle, start, metric, &Options::from(effort))
                })
            });
            effort.done(1)?;
            Ok(Some(solved))
        };
        starts
            .par_iter()
            .with_max_len(1)
            .map(solve)
            .collect::<Result<Vec<_>, huarong::OracleError>>()
    })?;
    let solved = solved.map_err(|error| of_oracle(py, error))?;
    let entry = |(start, solved): (PyResult<_>, _)| -> PyResult<Py<PyAny>> {
        let refused = match (start.map(drop), solved) {
            (Ok(()), Some(Ok(solution))) => {
                let solution: Option<Solution> = solution;
                return Ok(solution.into_pyobject(py)?.unbind());
            }
            (Ok(()), Some(Err(error))) => of_oracle(py, error),
            (Ok(()), None) => unreachable!("every start was searched"),
            (Err(error), _) => error,
        };
        match return_exceptions {
            true => Ok(refused.into_value(py).into_any()),
            false => Err(refused),
        }
    };
    starts.into_iter().zip(solved).map(entry).collect()
}
