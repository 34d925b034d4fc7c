//! Components: all positions that are reachable from one.

use crate::arrays::array;
use crate::errors::{Kind, invalid, raise, whole_or_none};
use crate::pickle::Reduced;
use crate::position::{Position, Puzzle};
use crate::sequence::{Items, item};
use crate::solution::start_of;
use crate::work::{self, Limits, Memory};
use huarong::analysis::{ClusterKey, Reachable, ReachableError};
use huarong::search::Effort;
use pyo3::prelude::*;
use std::sync::Arc;

/// All positions that are reachable from one.
///
/// It has a length, indices, slices and iteration: `component[i]` is a position, and `component.index(position)` its
/// index. The positions have the same order, whichever of them the component was found from. On a board with doors, pieces that
/// have left do not come back, so a component has the positions from its start on.
///
/// Components compare by identity. Compare `key` to see whether two have the same positions, or mirror images of them.
///
/// >>> import huarong as hr
/// >>> component = hr.component("橫刀立馬")
/// >>> len(component)
/// 25955
/// >>> component[component.index("橫刀立馬")]
/// Position('VBBV/VBBV/VHHV/VSSV/S..S')
#[pyclass(frozen, sequence, module = "huarong")]
#[derive(Clone)]
pub struct Component {
    pub puzzle: Puzzle,
    pub reachable: Arc<Reachable>,
    /// The position that it was found from; none if it was named by its number.
    pub start: Option<huarong::Position>,
}

impl Component {
    pub fn explore(
        py: Python<'_>,
        puzzle: &Puzzle,
        start: &huarong::Position,
        most: Option<u32>,
        limits: &Limits,
    ) -> PyResult<Self> {
        let found = work::run(py, limits, |effort: Effort<'_>| {
            Reachable::explore(
                start.puzzle(),
                start.arrangement(),
                most.unwrap_or(u32::MAX),
                effort,
            )
        })?;
        let reachable = Arc::new(found.map_err(|error| of_reachable(py, error))?);
        Ok(Self { puzzle: puzzle.clone(), reachable, start: Some(start.clone()) })
    }

    /// The position of a node.
    pub fn position(&self, node: usize) -> Position {
        let found = self.reachable.positions()[node].clone();
        self.puzzle.position(self.puzzle.arranged(found))
    }

    /// The node of a position or of its text.
    pub fn node(&self, py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<u32> {
        let position = self.puzzle.position_of(py, given)?;
        let found = self.reachable.node(position.arrangement());
        found.ok_or_else(|| invalid(py, format!("{position} is not in this component")))
    }
}

/// The exception of an error of a list of reachable positions.
pub fn of_reachable(py: Python<'_>, error: ReachableError) -> PyErr {
    match error {
        error if error.is_memory() => raise(py, Kind::MemoryLimit, error),
        error => invalid(py, error),
    }
}

/// Find all positions that are reachable from a position, the start of a puzzle, or the text of a 4x5 Klotski position.
///
/// `memory` is a limit in bytes, by default 15/16 of available memory. `progress` is called with the number of found
/// positions, `None`, and the current step.
///
/// Raises `InvalidInputError` if there are more than `most` positions.
#[pyfunction]
#[pyo3(signature = (position, *, most = None, memory = None, progress = None))]
pub fn component(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = whole_or_none)] most: Option<u32>,
    memory: Option<Memory>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Component> {
    let (puzzle, start) = start_of(py, position)?;
    let limits = Limits::new(py, memory, None, progress)?;
    Component::explore(py, &puzzle, &start, most, &limits)
}

#[pymethods]
impl Component {
    /// The puzzle.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        self.puzzle.clone()
    }

    /// The position that it was found from; `None` if it was named by its number.
    #[getter]
    fn start(&self) -> Option<Position> {
        self.start.clone().map(|start| self.puzzle.position(start))
    }

    /// A key of 32 hexadecimal digits that is equal for mirror images and rotations, whatever the letters of the pieces.
    ///
    /// Use it to keep positions of one component, and their images, on one side of a split.
    ///
    /// >>> import huarong as hr
    /// >>> boards = ["..B/AAB/.../...", ".../AAB/..B/...", ".../.../AAC/..C"]
    /// >>> len({hr.component(hr.Puzzle.rush(board)).key for board in boards})
    /// 1
    #[getter]
    fn key(&self, py: Python<'_>) -> String {
        py.detach(|| ClusterKey::of(&self.reachable)).to_string()
    }

    fn __len__(&self) -> usize {
        self.reachable.positions().len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        item(index, self.__len__(), |index| self.position(index))
    }

    fn __iter__(slf: Bound<'_, Self>) -> Items {
        Items::of(slf)
    }

    fn __contains__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> bool {
        let position = self.puzzle.position_of(py, position);
        position.is_ok_and(|at| self.reachable.node(at.arrangement()).is_some())
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Pickles by one of its positions, from which it is found again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Position,)> {
        let this = slf.get();
        let start = this.start().unwrap_or_else(|| this.position(0));
        Ok((slf.py().import("huarong")?.getattr("component")?, (start,)))
    }

    /// The index of a position or of its text.
    ///
    /// Raises `InvalidInputError` if it is in another component.
    fn index(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.node(py, position)
    }

    /// The boards of all positions: a read-only array of dtype `uint8` and shape `(len(component), rows, columns)`.
    ///
    /// 0 is an empty cell, 255 a wall, and k a cell of a piece of the k-th shape of the puzzle, counted from 1.
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let puzzle = self.reachable.puzzle();
        let board = puzzle.board();
        if puzzle.shapes().len() >= usize::from(WALL) {
            let shapes = puzzle.shapes().len();
            return Err(invalid(
                py,
                format!("boards have at most 254 shapes, and this has {shapes}"),
            ));
        }
        let cells: Vec<Option<_>> = board.places().collect();
        let positions = self.reachable.positions();
        let mut signs = vec![0; usize::from(board.cell_count())];
        let mut boards = Vec::with_capacity(positions.len() * cells.len());
        for position in positions {
            signs.fill(0);
            for (shape, anchor) in position.pieces() {
                puzzle.footprint(shape, anchor).for_each(|cell| {
                    signs[usize::from(cell)] = shape as u8 + 1;
                });
            }
            boards.extend(
                cells.iter().map(|cell| cell.map_or(WALL, |cell| signs[usize::from(cell)])),
            );
        }
        let shape = (positions.len(), board.height(), board.width());
        array(py, boards)?.call_method1("reshape", (shape,))
    }

    fn __repr__(&self) -> String {
        let positions = self.__len__();
        format!(
            "<huarong.Component of {}: {positions} positions>",
            self.position(0)
                .inner
                .puzzle()
                .piece_set_text(&self.reachable.positions()[0].piece_set())
        )
    }
}

/// A wall in an array of boards.
const WALL: u8 = u8::MAX;
