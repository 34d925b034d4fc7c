"""Graphs of other packages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ._huarong import Graph


def is_directed(graph: Graph) -> bool:
    """Whether pieces can leave, so that some moves lead one way."""
    return graph.component.puzzle.has_doors


def edges(graph: Graph) -> npt.NDArray[np.int64]:
    """Each edge once, as a row of two nodes. In an undirected graph, the smaller one comes first."""
    degrees = graph.indptr[1:] - graph.indptr[:-1]
    ends = graph.indices.astype(np.int64)
    starts = np.repeat(np.arange(len(graph), dtype=np.int64), degrees)
    rows = np.column_stack((starts, ends))
    return rows if is_directed(graph) else rows[starts < ends]


def to_networkx(graph: Graph) -> Any:
    import networkx

    made = (networkx.DiGraph if is_directed(graph) else networkx.Graph)(metric=graph.metric)
    distances = graph.distances.tolist()
    for node, (position, distance) in enumerate(zip(graph.component, distances, strict=True)):
        made.add_node(node, position=str(position), distance=distance)
    made.add_edges_from(edges(graph).tolist())
    return made


def to_rustworkx(graph: Graph) -> Any:
    import rustworkx

    made = (rustworkx.PyDiGraph if is_directed(graph) else rustworkx.PyGraph)(multigraph=False)
    made.add_nodes_from([str(position) for position in graph.component])
    made.add_edges_from_no_data([(a, b) for a, b in edges(graph).tolist()])
    return made
