"""Graphs of other packages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ._huarong import Graph


def edges(graph: Graph) -> npt.NDArray[np.int64]:
    """Each edge once, as a row of two nodes, the smaller one first."""
    degrees = graph.indptr[1:] - graph.indptr[:-1]
    ends = graph.indices.astype(np.int64)
    starts = np.repeat(np.arange(len(graph), dtype=np.int64), degrees)
    return np.column_stack((starts, ends))[starts < ends]


def to_networkx(graph: Graph) -> Any:
    import networkx

    made = networkx.Graph(metric=graph.metric)
    distances = graph.distances.tolist()
    for node, (position, distance) in enumerate(zip(graph.component, distances, strict=True)):
        made.add_node(node, position=str(position), distance=distance)
    made.add_edges_from(edges(graph).tolist())
    return made


def to_rustworkx(graph: Graph) -> Any:
    import rustworkx

    made = rustworkx.PyGraph(multigraph=False)
    made.add_nodes_from([str(position) for position in graph.component])
    made.add_edges_from_no_data([(a, b) for a, b in edges(graph).tolist()])
    return made
