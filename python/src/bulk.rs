//! Many puzzles at once.

use crate::errors::{bytes_of, invalid, of_oracle, several};
use crate::position::{Given, Puzzle, metric};
use crate::solution::{Solution, Start, given_start, solve_position};
use crate::work::{self, Limits, Memory};
use huarong::formats::{self, Format};
use huarong::{Options, Planner};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::path::PathBuf;

/// The puzzles of a file of Rush Hour boards, one per line. The file is a path, or an open text file such as `io.StringIO`.
///
/// A line has the rows of a board, joined. `.` or `o` is an empty cell, `x` or `#` a wall, `A` or `X` the red car. A board
/// that is not square has `/` between its rows. M. Fogleman's lines, with a number before and after the board, are read,
/// too. `Puzzle.rush` reads a single board.
///
/// Raises `InvalidInputError` with the number of a line that is no board.
#[pyfunction]
pub fn read_rush(py: Python<'_>, path: &Bound<'_, PyAny>) -> PyResult<Vec<Puzzle>> {
    let (text, file) = match path.getattr_opt("read")? {
        Some(read) => (read.call0()?.extract::<String>()?, String::new()),
        None => {
            let path: PathBuf = path.extract()?;
            let file = format!("{}: ", path.display());
            let text = String::from_utf8(bytes_of(py, &path)?);
            (text.map_err(|error| invalid(py, format!("{file}{error}")))?, file)
        }
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(number, line): (usize, &str)| {
        let number = number + 1;
        let puzzle = formats::read(Format::Rush, line, &format!("line {number}"), None);
        // The error names the line in its text, which is always the first.
        let puzzle = puzzle.map_err(|error| error.to_string().replacen("line 1: ", "", 1));
        puzzle.and_then(Puzzle::of_text).map_err(|fault| format!("{file}line {number}: {fault}"))
    };
    let mut puzzles = Vec::new();
    work::each(py, lines.map(Ok), read, |puzzle| {
        puzzles.push(puzzle.map_err(|error| invalid(py, error))?);
        Ok(())
    })?;
    Ok(puzzles)
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
    let given = several(positions)?.map(|given| Ok(given_start(py, &given?)));
    let read = |given: PyResult<(Puzzle, Given)>| {
        given.map(|(puzzle, given)| given.position(&puzzle).map(|start| (puzzle, start)))
    };
    work::each(py, given, read, |start| {
        match start.and_then(|start| start.map_err(|error| invalid(py, error))) {
            Err(error) if !return_exceptions => return Err(error),
            start => starts.push(start),
        }
        Ok(())
    })?;
    let longest = work::duration(py, time_limit)?;
    let limits = Limits::new(py, memory, None, progress)?;
    let solved = work::run(py, &limits, |effort| {
        let (threads, planner) = (rayon::current_num_threads() as u64, Planner::new());
        effort.total(starts.len() as u64)?;
        let solve = |start: &PyResult<Start>| {
            let Ok((puzzle, start)) = start else { return Ok(None) };
            let solved = effort.at_most(effort.memory / threads).quietly(|effort| {
                work::within(longest, effort, |effort| {
                    solve_position(&planner, puzzle, start, metric, &Options::from(effort))
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
    let entry = |(start, solved): (PyResult<Start>, _)| -> PyResult<Py<PyAny>> {
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
