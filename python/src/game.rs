//! Solved two-player games.

use crate::errors::{Kind, default_directory, invalid, of_table, raise};
use crate::pickle::{Reduced, made_by, object};
use crate::work::{self, Limits, Memory};
use huarong::games::lines::Lines;
use huarong::games::{GameError, GameTable, Position, StoneGame};
use huarong::json;
use pyo3::prelude::*;
use std::path::PathBuf;

/// A solved m,n,k game: the values of all its positions.
///
/// A position is its rows from the top, joined by `/`. `x` stands for stones of the first player, `o` for the second, `.`
/// for empty cells. Games compare by identity.
#[pyclass(frozen, module = "huarong")]
pub struct Game {
    table: GameTable<Lines>,
    is_misere: bool,
    directory: PathBuf,
}

fn of_game(py: Python<'_>, error: GameError) -> PyErr {
    match error {
        GameError::Missing { .. } => raise(py, Kind::MissingTable, error),
        GameError::Table(_) => of_table(py, error),
        GameError::Memory { .. } => raise(py, Kind::MemoryLimit, error),
        error => invalid(py, error),
    }
}

/// Open the table of a game. Solve the game if it has none.
///
/// A game is named by columns, rows and stones in a row: `4,4,3`. With `gravity 5,4,4` stones fall down their column.
/// `tic-tac-toe` is 3,3,3, and `connect-four` is gravity 7,6,4. With `misere=True`, completing a line loses.
///
/// Tables are kept in `directory`, by default where the program keeps them. `memory` is a limit in bytes. `progress` is
/// called with the number of finished positions, of all positions, and the current step.
///
/// Raises `MemoryLimitError` if the game is too large to be solved.
#[pyfunction]
#[pyo3(signature = (name, *, misere = false, directory = None, memory = None, progress = None))]
pub fn game(
    py: Python<'_>,
    name: &str,
    misere: bool,
    directory: Option<PathBuf>,
    memory: Option<Memory>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Game> {
    let lines: Lines = name.parse().map_err(|error| invalid(py, error))?;
    let lines = lines.with_misere(misere);
    let directory = match directory {
        Some(directory) => directory,
        None => default_directory(py)?,
    };
    let limits = Limits::new(py, memory, None, progress)?;
    let opened =
        work::run(py, &limits, |effort| GameTable::open_or_build(&directory, lines, effort))?;
    let table = opened.map_err(|error| of_game(py, error))?;
    Ok(Game { table, is_misere: misere, directory })
}

impl Game {
    fn read(&self, py: Python<'_>, text: Option<&str>) -> PyResult<Position> {
        let board = self.table.game().board();
        let read = text.map_or(Ok(Position::default()), |text| Position::parse(text, board));
        read.map_err(|error| invalid(py, error))
    }

    fn record<'py>(&self, py: Python<'py>, at: &Position) -> PyResult<Bound<'py, PyAny>> {
        let record = json::game_position(&self.table, at).map_err(|error| of_game(py, error))?;
        // The keys are those of the program's JSON.
        object(py, &record)
    }
}

#[pymethods]
impl Game {
    /// The name of the game.
    #[getter]
    fn name(&self) -> String {
        self.table.game().to_string()
    }

    /// The value of a position, and the values of its moves, the best first; by default of the empty board.
    ///
    /// Returns a dictionary with the keys of `huarong game query --format json`. `value` is `win`, `draw` or `loss` for
    /// the side to move. `plies` is the number of moves of both sides until the end.
    ///
    /// >>> import huarong as hr
    /// >>> answer = hr.game("tic-tac-toe").query("x../.o./...")
    /// >>> answer["value"], len(answer["moves"])
    /// ('draw', 7)
    #[pyo3(signature = (position = None))]
    fn query<'py>(&self, py: Python<'py>, position: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let at = self.read(py, position)?;
        self.record(py, &at)
    }

    /// A game with best moves on both sides: the answers of `query` for all positions from this one to the end.
    #[pyo3(signature = (position = None))]
    fn line<'py>(
        &self,
        py: Python<'py>,
        position: Option<&str>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let from = self.read(py, position)?;
        let moves = self.table.line(from).map_err(|error| of_game(py, error))?;
        let after = moves.into_iter().map(|made| made.after);
        std::iter::once(from).chain(after).map(|at| self.record(py, &at)).collect()
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Pickles by its name and directory, where its table is opened again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (String, bool, PathBuf)> {
        let this = slf.get();
        made_by(slf.py(), "_game_in", (this.name(), this.is_misere, this.directory.clone()))
    }

    fn __repr__(&self) -> String {
        format!("<huarong.Game {}>", self.table.game())
    }
}

/// The game whose table is in a directory, for pickling.
#[pyfunction]
pub fn _game_in(py: Python<'_>, name: &str, misere: bool, directory: PathBuf) -> PyResult<Game> {
    game(py, name, misere, Some(directory), None, None)
}
