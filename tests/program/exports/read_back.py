"""Says what NumPy, DuckDB, networkx and pydot read in files that `huarong export` wrote: a line of JSON a file."""

import json
import sys
from pathlib import Path


def npy(path):
    import numpy

    array = numpy.load(path, allow_pickle=False)
    return {"type": str(array.dtype), "shape": array.shape, "rows": array.tolist()}


def parquet(path):
    import duckdb

    of_file = f"read_parquet('{path}')"
    described = duckdb.sql(f"describe select * from {of_file}").fetchall()
    groups = duckdb.sql(f"select count(distinct row_group_id) from parquet_metadata('{path}')")
    rows = duckdb.sql(f"select * from {of_file}").fetchall()
    said = {"columns": [[name, kind] for name, kind, *_ in described], "groups": groups.fetchall()[0][0]}
    if len(rows) < 100_000:
        return said | {"rows": rows}
    return said | {"len": len(rows), "sums": [sum(column) for column in zip(*rows)], "sorted": rows == sorted(rows)}


def graphml(path):
    import networkx

    graph = networkx.read_graphml(path, node_type=int)
    assert not graph.is_directed() and not graph.is_multigraph()
    return {"nodes": sorted([n, data] for n, data in graph.nodes(data=True)), "edges": list(graph.edges())}


def dot(path):
    import pydot

    [graph] = pydot.graph_from_dot_file(path)
    assert graph.get_type() == "graph"
    unquoted = lambda text: text[1:-1].replace('\\"', '"') if text.startswith('"') else int(text)
    data = lambda node: {name: unquoted(value) for name, value in node.get_attributes().items()}
    nodes = sorted([int(node.get_name()), data(node)] for node in graph.get_nodes())
    edges = [[int(edge.get_source()), int(edge.get_destination())] for edge in graph.get_edges()]
    return {"name": graph.get_name(), "nodes": nodes, "edges": edges}


for path in sys.argv[1:]:
    read = {".npy": npy, ".parquet": parquet, ".graphml": graphml, ".dot": dot}[Path(path).suffix]
    print(json.dumps(read(path)))
