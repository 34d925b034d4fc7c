"""Components and their graphs, against networkx and a naive search."""

from __future__ import annotations

import random
from pathlib import Path

import naive
import networkx as nx
import numpy as np
import pytest

import huarong as hr

START = "VBBV/VBBV/VHHV/VSSV/S..S"
BOARDS = Path(__file__).parents[2] / "tests/data/rush_sample.txt"


def naive_graph(start: naive.Grid, lengthwise: bool) -> nx.Graph:
    """The graph of unit moves of the positions that a naive search reaches."""
    graph = nx.Graph()
    graph.add_node(start)
    waiting = [start]
    while waiting:
        grid = waiting.pop()
        for after in naive.neighbours(grid, lengthwise):
            if after not in graph:
                waiting.append(after)
            graph.add_edge(grid, after)
    return graph


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> list[hr.Puzzle]:
    file = tmp_path_factory.mktemp("rush") / "boards.txt"
    lines = [line for line in BOARDS.read_text().splitlines() if int(line.split()[2]) < 400]
    file.write_text("\n".join(random.Random(4).sample(lines, 12)))
    return hr.read_rush(file)


def test_a_component_has_the_positions_and_moves_of_a_naive_search() -> None:
    # Pieces that differ in shape or goal only, so that the drawings of the naive search are positions.
    for start, goal, lengthwise in (
        (("AAB", "..B", "..."), (".AA", "...", "..."), True),
        (("A.B", "CC.", "D.."), ("..A", "...", "..."), False),
    ):
        puzzle = hr.Puzzle(start="\n".join(start), goal="\n".join(goal), lengthwise=lengthwise)
        wanted = naive_graph(start, lengthwise)
        graph = hr.component(puzzle).graph("unit")
        if lengthwise:
            assert len(graph) == len(wanted)
            assert len(graph.indices) == 2 * wanted.number_of_edges()
        # B and D are alike: the naive search tells them apart.
        assert len(graph) <= len(wanted)


def test_distances_and_cuts_are_those_of_networkx(boards: list[hr.Puzzle]) -> None:
    for puzzle in boards:
        component = hr.component(puzzle)
        for metric in ("unit", "straight"):
            graph = component.graph(metric)  # type: ignore[arg-type]
            other = graph.to_networkx()
            assert len(other) == len(graph) == len(component)
            assert graph.diameter() == nx.diameter(other)
            assert graph.radius() == nx.radius(other)
            far = nx.eccentricity(other)
            assert graph.eccentricities().tolist() == [far[node] for node in range(len(graph))]
            assert graph.articulations().tolist() == sorted(nx.articulation_points(other))
            bridges = sorted(sorted(edge) for edge in nx.bridges(other))
            assert graph.bridges().tolist() == bridges
            goals = [node for node, position in enumerate(component) if position.is_goal]
            assert graph.goals.tolist() == goals
            known = nx.multi_source_dijkstra_path_length(other, set(goals)) if goals else {}
            expected = [known.get(node) for node in range(len(graph))]
            assert graph.distances.tolist() == expected
            rustworkx = graph.to_rustworkx()
            assert {tuple(sorted(edge)) for edge in rustworkx.edge_list()} == {
                tuple(sorted(edge)) for edge in other.edges
            }


def test_moves_of_a_graph_are_legal_moves(boards: list[hr.Puzzle]) -> None:
    for puzzle in [*boards[:4], hr.Puzzle.library("dads")]:
        graph = hr.component(puzzle, most=100_000).graph("finger")
        columns = puzzle.size[0]
        for node in random.Random(1).sample(range(len(graph)), min(40, len(graph))):
            position = graph.position(node)
            row = range(int(graph.indptr[node]), int(graph.indptr[node + 1]))
            found = {
                (tuple(graph.moves[at].tolist()), str(graph.position(int(graph.indices[at]))))
                for at in row
            }
            place = lambda column, row: row * columns + column
            wanted = {
                ((place(*move.origin), place(*move.target)), str(move.after))
                for move in position.legal_moves("finger")
            }
            assert found == wanted and len(row) == len(wanted)


def test_a_corridor_has_the_optimal_solutions(boards: list[hr.Puzzle]) -> None:
    for puzzle in boards:
        graph = hr.component(puzzle).graph("straight")
        start = puzzle.start
        assert start is not None
        other = graph.to_networkx()
        distance = graph.distances[graph.node(start)]
        wanted: set[int] = set()
        for goal in graph.goals.tolist():
            if nx.shortest_path_length(other, graph.node(start), goal) == distance:
                for path in nx.all_shortest_paths(other, graph.node(start), goal):
                    wanted.update(path)
        assert graph.corridor(start).tolist() == graph.corridor().tolist() == sorted(wanted)


def test_the_classic_component_is_the_published_one(classic: hr.Table) -> None:
    component = classic.component(START)
    # D. E. Knuth, SLIDING, and others: 25,955 positions; two mirror images.
    assert len(component) == len(classic.component(1)) == len(classic.component(2)) == 25_955
    assert START in component and (START in classic.component(1)) != (START in classic.component(2))
    graph = component.graph("finger")
    distances = classic.distances("finger")[classic.rank(list(component))]
    assert np.ma.allequal(graph.distances, distances)
    boards = component.boards()
    assert boards.shape == (25_955, 5, 4)
    signs = {0: ".", 1: "B", 2: "H", 3: "V", 4: "S"}
    shown = "/".join("".join(signs[cell] for cell in row) for row in boards[component.index(START)].tolist())
    assert shown == START


def test_bad_input_is_refused(classic: hr.Table) -> None:
    component = hr.component(START)
    for text in ("nonsense", "BB../BB../..../..../...."):
        with pytest.raises(hr.InvalidInputError):
            component.index(text)
    with pytest.raises(hr.InvalidInputError, match="more than 5 positions"):
        hr.component(START, most=5)
    with pytest.raises(hr.InvalidInputError, match="name a position"):
        classic.component(1).graph().corridor()
    with pytest.raises(hr.InvalidInputError, match="no component has number 0"):
        classic.component(0)
    with pytest.raises(IndexError):
        component[25_955]
    with pytest.raises(hr.InvalidInputError, match="not kilometres|kilometres"):
        component.graph("kilometres")  # type: ignore[arg-type]
    with pytest.raises(IndexError):
        component.graph().position(-1)
    with pytest.raises(hr.MemoryLimitError):
        hr.component(START, memory=1000)
    with pytest.raises(hr.InvalidInputError, match="number of bytes"):
        hr.component(START, memory=-1)
    assert component[-1] == component[25_954]
    unsolvable = hr.Puzzle(start="AB\n", goal="BA\n")
    graph = hr.component(unsolvable).graph()
    assert graph.distances.mask.all() and len(graph.goals) == 0
    with pytest.raises(hr.InvalidInputError, match="no position of this component"):
        start = unsolvable.start
        assert start is not None
        graph.corridor(start)
