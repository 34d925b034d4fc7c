//! The graph of moves between the positions of a component.

use crate::arrays::{array, masked};
use crate::component::{Component, of_reachable};
use crate::errors::{invalid, of_oracle};
use crate::pickle::Reduced;
use crate::position::{Position, metric_on};
use crate::sequence::index;
use crate::work::{self, Limits, Memory};
use huarong::analysis::{ReachableError, cuts, eccentricities, extremes};
use huarong::puzzle::{Arrangement, PieceMove};
use huarong::{Metric, OracleError};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use std::collections::BTreeSet;

/// The graph of moves of a component under a metric. Nodes are the indices of the positions in the component.
///
/// `indptr` and `indices` are the graph in compressed sparse rows: the neighbours of node i are
/// `indices[indptr[i]:indptr[i + 1]]`. Each edge appears twice, once per direction. On a board with doors, the moves by which
/// pieces leave appear once, as they lead one way. Graphs compare by identity.
///
/// >>> import huarong as hr
/// >>> graph = hr.component("橫刀立馬").graph("finger")
/// >>> len(graph), graph.diameter(), graph.radius()
/// (25955, 145, 83)
#[pyclass(frozen, module = "huarong")]
pub struct Graph {
    component: Component,
    metric: Metric,
    graph: huarong::analysis::Graph,
    goals: Vec<u32>,
    /// Distance of each node from the nearest goal node.
    distances: Vec<u16>,
    indptr: PyOnceLock<Py<PyAny>>,
    indices: PyOnceLock<Py<PyAny>>,
    moves: PyOnceLock<Py<PyAny>>,
    leaves: PyOnceLock<Py<PyAny>>,
    becomes: PyOnceLock<Py<PyAny>>,
    masked: PyOnceLock<Py<PyAny>>,
}

/// The distance of a node that cannot reach the goal.
const UNREACHABLE: u16 = u16::MAX;

#[pymethods]
impl Component {
    /// The graph of moves under a metric: `unit`, `straight`, `finger` or `multi`.
    ///
    /// `memory` is a limit in bytes. `progress` is called with the number of finished positions, of all positions, and
    /// the current step.
    #[pyo3(signature = (metric = "finger", *, memory = None, progress = None))]
    fn graph(
        &self,
        py: Python<'_>,
        metric: &str,
        memory: Option<Memory>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Graph> {
        let metric = metric_on(py, metric, self.reachable.puzzle())?;
        let limits = Limits::new(py, memory, None, progress)?;
        let found = work::run(py, &limits, |effort| {
            effort.total(self.reachable.positions().len() as u64)?;
            let graph = self.reachable.directed_graph(metric, effort)?;
            let goals = self.reachable.goals();
            let distances = self.reachable.distances_to(&goals, &graph).into_iter();
            let distances =
                distances.map(|moves| moves.try_into().unwrap_or(UNREACHABLE)).collect();
            Ok((graph, goals, distances))
        })?;
        let (graph, goals, distances) = found.map_err(|error| of_reachable(py, error))?;
        Ok(Graph {
            component: self.clone(),
            metric,
            graph,
            goals,
            distances,
            indptr: PyOnceLock::new(),
            indices: PyOnceLock::new(),
            moves: PyOnceLock::new(),
            leaves: PyOnceLock::new(),
            becomes: PyOnceLock::new(),
            masked: PyOnceLock::new(),
        })
    }
}

impl Graph {
    /// Row and column of a cell as one number, row by row.
    fn place(&self, cell: huarong::puzzle::Cell) -> u16 {
        let board = self.component.reachable.puzzle().board();
        u16::from(board.row(cell)) * u16::from(board.width()) + u16::from(board.column(cell))
    }

    fn checked(&self, node: i128) -> PyResult<u32> {
        let nodes = self.graph.len();
        let found = u32::try_from(node).ok().filter(|&node| (node as usize) < nodes);
        found.ok_or_else(|| {
            PyIndexError::new_err(format!("node {node} is not one of {nodes} nodes"))
        })
    }

    /// Visits all moves, in the order of `indices`.
    fn for_each_move(&self, mut visit: impl FnMut(&Arrangement, PieceMove)) {
        let puzzle = self.component.reachable.puzzle();
        for position in self.component.reachable.positions() {
            puzzle.for_each_move_under(self.metric, position, |made| visit(position, made));
        }
    }

    fn has_doors(&self) -> bool {
        self.component.reachable.puzzle().doors().is_some()
    }

    /// Refuses a question about undirected graphs on a board with doors.
    fn check_undirected(&self, py: Python<'_>) -> PyResult<()> {
        match self.has_doors() {
            true => Err(invalid(py, ReachableError::Doors)),
            false => Ok(()),
        }
    }

    /// Diameter and radius.
    fn extremes(&self, py: Python<'_>, limits: &Limits) -> PyResult<(u32, u32)> {
        self.check_undirected(py)?;
        let found = work::run(py, limits, |effort| {
            let images = self.component.reachable.reflections();
            extremes(&self.graph, &images, effort)
        })?;
        let found = found.map_err(|error| of_oracle(py, OracleError::from(error)))?;
        Ok((found.diameter, found.radius))
    }
}

#[pymethods]
impl Graph {
    /// The component.
    #[getter]
    fn component(&self) -> Component {
        self.component.clone()
    }

    /// The metric.
    #[getter]
    fn metric(&self) -> &'static str {
        self.metric.name()
    }

    fn __len__(&self) -> usize {
        self.graph.len()
    }

    /// Start and end of the neighbours of each node in `indices`: a read-only array of dtype `int64` and shape
    /// `(len(graph) + 1,)`.
    #[getter]
    fn indptr(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let made = self.indptr.get_or_try_init(py, || {
            let mut end = 0;
            let ends = self.graph.nodes().map(|node| {
                end += self.graph.neighbours(node).len() as i64;
                end
            });
            array(py, std::iter::once(0).chain(ends)).map(Bound::unbind)
        });
        made.map(|array| array.clone_ref(py))
    }

    /// The neighbours of all nodes, one node after another: a read-only array of dtype `uint32`.
    #[getter]
    fn indices(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let made = self.indices.get_or_try_init(py, || {
            let nodes = self.graph.nodes();
            let neighbours = nodes.flat_map(|node| self.graph.neighbours(node).iter().copied());
            array(py, neighbours).map(Bound::unbind)
        });
        made.map(|array| array.clone_ref(py))
    }

    /// The move to each neighbour, in the order of `indices`: a read-only array of dtype `uint16` and shape
    /// `(len(indices), 2)`.
    ///
    /// A row has the first cell of the piece in reading order, before and after the move. For a piece that leaves, it has the
    /// last place on the board. Cells are numbered row by row: `row * columns + column`.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let made = self.moves.get_or_try_init(py, || {
            let mut cells: Vec<u16> = Vec::new();
            let puzzle = self.component.reachable.puzzle();
            self.for_each_move(|position, made| {
                let to = puzzle.last_place(position, &made);
                cells.extend([self.place(made.from), self.place(to)]);
            });
            let rows = cells.len() / 2;
            array(py, cells)?.call_method1("reshape", (rows, 2)).map(Bound::unbind)
        });
        made.map(|array| array.clone_ref(py))
    }

    /// Whether the piece of each move leaves the board and is gone, in the order of `indices`: a read-only array of dtype
    /// `bool`.
    #[getter]
    fn leaves(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let made = self.leaves.get_or_try_init(py, || {
            let mut leaves: Vec<u8> = Vec::new();
            self.for_each_move(|_, made| leaves.push(made.leaves().into()));
            array(py, leaves)?.call_method1("view", ("bool",)).map(Bound::unbind)
        });
        made.map(|array| array.clone_ref(py))
    }

    /// For moves by which a piece passes a door and stays on the board, the shape that it becomes. It is a read-only array of
    /// dtype `uint16`, in the order of `indices`. Shapes are counted from 1, as in `boards` of the component. Other moves have 0.
    #[getter]
    fn becomes(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let made = self.becomes.get_or_try_init(py, || {
            let mut becomes: Vec<u16> = Vec::new();
            self.for_each_move(|_, made| {
                becomes.push(made.becomes().map_or(0, |(shape, _)| shape as u16 + 1));
            });
            array(py, becomes).map(Bound::unbind)
        });
        made.map(|array| array.clone_ref(py))
    }

    /// The number of moves from each node to the nearest goal position: a masked array of dtype `uint16`. Entries of nodes
    /// that cannot reach the goal are masked. These are all if the component has no goal position, and lost ones on a board
    /// with doors.
    #[getter]
    fn distances(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let made = self.masked.get_or_try_init(py, || {
            let distances = array(py, self.distances.iter().copied())?;
            masked(&distances, UNREACHABLE).map(Bound::unbind)
        });
        made.map(|array| array.clone_ref(py))
    }

    /// The nodes of the goal positions: a read-only array of dtype `uint32`.
    #[getter]
    fn goals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.goals.iter().copied())
    }

    /// The position of a node.
    fn position(&self, node: &Bound<'_, PyAny>) -> PyResult<Position> {
        Ok(self.component.position(self.checked(index(node)?)? as usize))
    }

    /// The node of a position or of its text.
    fn node(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.component.node(py, position)
    }

    /// The greatest distance between two positions, in moves.
    #[pyo3(signature = (*, progress = None))]
    fn diameter(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<u32> {
        Ok(self.extremes(py, &Limits::new(py, None, None, progress)?)?.0)
    }

    /// The least eccentricity of a position, in moves.
    #[pyo3(signature = (*, progress = None))]
    fn radius(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<u32> {
        Ok(self.extremes(py, &Limits::new(py, None, None, progress)?)?.1)
    }

    /// The eccentricity of each node, which is its greatest distance to another: a read-only array of dtype `uint32`.
    #[pyo3(signature = (*, progress = None))]
    fn eccentricities<'py>(
        &self,
        py: Python<'py>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.check_undirected(py)?;
        let limits = Limits::new(py, None, None, progress)?;
        let found = work::run(py, &limits, |effort| {
            let images = self.component.reachable.reflections();
            eccentricities(&self.graph, &images, effort)
        })?;
        let found = found.map_err(|error| of_oracle(py, OracleError::from(error)))?;
        array(py, found.of_nodes)
    }

    /// The nodes whose removal disconnects the graph: a read-only array of dtype `uint32`.
    fn articulations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.check_undirected(py)?;
        let cuts = py.detach(|| cuts(&self.graph));
        array(py, cuts.articulations)
    }

    /// The edges whose removal disconnects the graph: a read-only array of dtype `uint32` and shape `(n, 2)`. The smaller
    /// node comes first.
    fn bridges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.check_undirected(py)?;
        let cuts = py.detach(|| cuts(&self.graph));
        let rows = cuts.bridges.len();
        let nodes = cuts.bridges.into_iter().flat_map(|(one, other)| [one, other]);
        array(py, nodes)?.call_method1("reshape", (rows, 2))
    }

    /// The nodes on optimal solutions of a position or of its text, sorted: a read-only array of dtype `uint32`. The default
    /// is the position that the component was found from.
    ///
    /// Raises `InvalidInputError` if the position cannot reach the goal.
    #[pyo3(signature = (position = None))]
    fn corridor<'py>(
        &self,
        py: Python<'py>,
        position: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let start = match (position, &self.component.start) {
            (Some(position), _) => self.component.node(py, position)?,
            (None, Some(start)) => {
                let node = self.component.reachable.node(start.arrangement());
                node.expect("a position is in its component")
            }
            (None, None) => {
                return Err(invalid(py, "name a position: the component was named by its number"));
            }
        };
        if self.goals.is_empty() {
            return Err(invalid(py, "no position of this component is a goal position"));
        }
        if self.distances[start as usize] == UNREACHABLE {
            return Err(invalid(
                py,
                "pieces have left so that the goal cannot be reached any more",
            ));
        }
        let mut nodes = BTreeSet::from([start]);
        let mut waiting = vec![start];
        while let Some(node) = waiting.pop() {
            let distance = self.distances[node as usize];
            for &other in self.graph.neighbours(node) {
                if self.distances[other as usize] < distance && nodes.insert(other) {
                    waiting.push(other);
                }
            }
        }
        array(py, nodes)
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Pickles by its component and metric, from which it is made again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (&'static str,)> {
        let this = slf.get();
        let component = Bound::new(slf.py(), this.component.clone())?;
        Ok((component.getattr("graph")?, (this.metric.name(),)))
    }

    /// The same graph as a `networkx.Graph`, or as a `DiGraph` on a board with doors. Nodes have `position`, a text, and `distance`, which is `None` if the goal
    /// cannot be reached.
    fn to_networkx<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("huarong._graphs")?.call_method1("to_networkx", (slf,))
    }

    /// The same graph as a `rustworkx.PyGraph`, or as a `PyDiGraph` on a board with doors. It has the same node indices. Nodes have the texts of the positions.
    fn to_rustworkx<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("huarong._graphs")?.call_method1("to_rustworkx", (slf,))
    }

    fn __repr__(&self) -> String {
        let nodes = self.graph.len();
        let moves = match self.has_doors() {
            false => self.graph.edges(),
            true => self.graph.arcs(),
        };
        format!("<huarong.Graph of {nodes} positions and {moves} {} moves>", self.metric)
    }
}
