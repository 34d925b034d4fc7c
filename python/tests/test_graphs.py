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
                ((place(*move.from_cell), place(*move.to_cell)), str(move.after))
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


def test_difficulty_solves_the_equations_of_the_error_model() -> None:
    puzzle = hr.Puzzle.library("dads")
    component = hr.component(puzzle)
    graph = component.graph("finger")
    far = graph.distances.filled().astype(int)
    start = graph.node(puzzle.start)
    model = (-2.0, 0.01, 0.05, 0.5)
    # Two unknowns for every position: after a right move and after an error.
    nodes = len(graph)
    matrix, ones = np.eye(2 * nodes), np.zeros(2 * nodes)
    counts = np.zeros(nodes, dtype=object)
    for node in np.argsort(far, kind="stable"):
        after = graph.indices[graph.indptr[node] : graph.indptr[node + 1]].astype(int)
        best, wrong = after[far[after] < far[node]], after[far[after] >= far[node]]
        counts[node] = sum(counts[best]) if far[node] else 1
        if far[node] == 0:
            continue
        for previous in (0, 1):
            value = model[0] + model[1] * far[node] + model[2] * len(after) + model[3] * previous
            error = 1 / (1 + np.exp(-value)) if len(wrong) else 0.0
            row = 2 * node + previous
            ones[row] = 1
            matrix[row, 2 * best] -= (1 - error) / len(best)
            if len(wrong):
                matrix[row, 2 * wrong + 1] -= error / len(wrong)
    expected = np.linalg.solve(matrix, ones)[2 * start]
    measures = hr.difficulty(puzzle, error_model=model, decoys=True)
    assert measures is not None
    assert measures["expected_moves"] == pytest.approx(expected, abs=0.006)
    assert measures["solution_count"] == counts[start]
    assert measures["finger_moves"] == far[start]
    assert measures["reachable"] == nodes
    assert measures.keys() == hr.DifficultyRecord.__required_keys__ | hr.DifficultyRecord.__optional_keys__
    plain = hr.difficulty(puzzle)
    assert plain is not None and plain.keys() == hr.DifficultyRecord.__required_keys__
    cuts = nx.Graph((a, int(b)) for a in range(nodes) for b in graph.indices[graph.indptr[a] : graph.indptr[a + 1]])
    cuts.add_edges_from((int(goal), "goal") for goal in graph.goals)
    unavoidable = set(nx.articulation_points(cuts)) - {start, "goal"}
    apart = 0
    for node in unavoidable:
        without = cuts.copy()
        without.remove_node(node)
        apart += not nx.has_path(without, start, "goal") and far[node] > 0
    assert measures["unavoidable_positions"] == apart


def test_decoys() -> None:
    puzzle = hr.Puzzle.from_toml("name = 'Decoys'\nstart = '''\nAB.\n.C#\n'''\ngoal = '''\n...\nA.#\n'''\n")
    measures = hr.difficulty(puzzle, decoys=True)
    assert measures is not None
    assert (measures["finger_moves"], measures["decoys"], measures["decoy_walls"]) == (1, 2, 1)


def test_difficulty_of_wrong_input() -> None:
    with pytest.raises(hr.InvalidInputError):
        hr.difficulty(START, "diagonal")  # type: ignore[arg-type]
    with pytest.raises(hr.InvalidInputError):
        hr.difficulty(START, error_model=(0.0, float("nan"), 0.0, 0.0))
    with pytest.raises(hr.MemoryLimitError):
        hr.difficulty(START, memory=1000)
