"""Boards with doors, through which pieces leave, against a naive search."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any, Literal

import naive
import numpy as np
import pytest

import huarong as hr

Metric = Literal["unit", "straight", "finger"]
METRICS: tuple[Metric, ...] = ("unit", "straight", "finger")

BOARDS = {
    "two": naive.Doors(("AAB", "C.."), (".....", "....B", ".....", ".AA..")),
    "a place": naive.Doors(("A.B", "..."), (".....", "A...B", ".....", "....."), goal=("..A", "...")),
    "layers": naive.Doors(("A..", ".BB"), (".....", "b...A", "....B", "....."), layers={"A": "b"}),
    "three layers": naive.Doors(("A.", "B."), ("..b.", "c..A", "...B", "...."), layers={"A": "bc"}),
    "frozen": naive.Doors(("AB.", "C.."), (".....", "....B", "A....", ".C..."), frozen={"A": 1, "C": 2}),
    "alike": naive.Doors(("AB.", "..."), (".....", ".....", ".....", "...*.")),
    "a door on a wall": naive.Doors(("A#B", "..."), (".....", "..*..", ".....", ".....")),
    "in the way": naive.Doors(("AB.", "##."), (".....", "....A", ".....", ".....")),
}


@pytest.fixture(scope="module", params=BOARDS)
def board(request: pytest.FixtureRequest) -> naive.Doors:
    return BOARDS[request.param]


def puzzle_of(board: naive.Doors) -> hr.Puzzle:
    return hr.Puzzle.from_toml(board.toml())


def position_of(puzzle: hr.Puzzle, grid: naive.Grid) -> hr.Position:
    return puzzle.parse("/".join(grid))


def answers(board: naive.Doors) -> Iterator[tuple[naive.Grid, dict[str, int | None], bool]]:
    """Each reachable grid with its distances, and whether it is lost."""
    graphs = {metric: board.graph(metric) for metric in METRICS}
    distances = {metric: board.distances(graph) for metric, graph in graphs.items()}
    for grid in graphs["unit"]:
        found = {metric: distances[metric].get(grid) for metric in METRICS}
        yield grid, found, found["unit"] is None and board.has_left(grid) > 0


@pytest.mark.parametrize("metric", METRICS)
def test_moves_and_distances_are_those_of_a_naive_search(board: naive.Doors, metric: Metric) -> None:
    puzzle = puzzle_of(board)
    assert puzzle.has_doors
    wanted = board.graph(metric)
    distances = board.distances(wanted)
    component = hr.component(puzzle)
    graph = component.graph(metric)
    # Interchangeable pieces share positions.
    texts = {grid: str(position_of(puzzle, grid)) for grid in wanted}
    assert {str(position) for position in component} == set(texts.values())
    lost = set(range(len(graph)))
    for grid, moved in wanted.items():
        position = position_of(puzzle, grid)
        after = sorted({texts[other] for other in moved})
        moves = position.legal_moves(metric)
        assert sorted(str(move.after) for move in moves) == after
        node = graph.node(position)
        begin, end = (int(graph.indptr[at]) for at in (node, node + 1))
        assert sorted(str(component[int(other)]) for other in graph.indices[begin:end]) == after
        edges = list(zip(graph.leaves[begin:end].tolist(), graph.becomes[begin:end].tolist()))
        assert sorted(edges) == sorted((move.leaves, shape_of(move)) for move in moves)
        assert position.is_goal == board.is_goal(grid)
        if grid in distances:
            assert graph.distances[node] == distances[grid]
            lost -= {node}
    assert np.flatnonzero(np.ma.getmaskarray(graph.distances)).tolist() == sorted(lost)
    assert repr(graph).endswith(f" and {len(graph.indices)} {metric} moves>")


def shape_of(move: hr.Move) -> int:
    """The shape as which the piece of a move stays on the board, counted from 1, or 0."""
    if move.becomes is None:
        return 0
    (column, row), component = move.to_cell, hr.component(move.after)
    return int(component.boards()[component.index(move.after), row, column])


def test_answers_say_which_positions_are_lost(board: naive.Doors) -> None:
    puzzle = puzzle_of(board)
    for grid, distances, is_lost in answers(board):
        answer = hr.query(position_of(puzzle, grid))
        assert answer["lost"] == is_lost and answer["distance"] == distances
        assert answer["solvable"] == (distances["unit"] is not None)
        for made in answer["moves"]:
            assert made["distance"] == hr.query(puzzle.parse(made["position"]))["distance"]


def test_solutions_of_many_positions_are_replayed(board: naive.Doors) -> None:
    puzzle = puzzle_of(board)
    wanted = list(answers(board))
    positions = [position_of(puzzle, grid) for grid, _, _ in wanted]
    for metric in METRICS:
        solutions = hr.solve_many(positions, metric)
        for (grid, distances, _), position, solution in zip(wanted, positions, solutions):
            assert (None if solution is None else len(solution)) == distances[metric]
            assert pickle.loads(pickle.dumps(position)) == position == copy.deepcopy(position)
            if solution is None:
                continue
            assert pickle.loads(pickle.dumps(solution)) == solution
            seen = {str(position)}
            grids = {grid}
            for move in solution:
                grids = {after for grid in grids for after in board.moves(grid, metric)}
                seen = {str(position_of(puzzle, grid)) for grid in grids}
                assert str(move.after) in seen
                assert pickle.loads(pickle.dumps(move)) == move
                gone = len(naive.signs(tuple(str(move.before)))) - len(naive.signs(tuple(str(move.after))))
                assert move.leaves == (gone == 1)
            assert solution.positions[-1].is_goal


def test_graphs_of_other_packages_lead_one_way() -> None:
    nx = pytest.importorskip("networkx", reason="networkx is missing; scripts/python installs it")
    rx = pytest.importorskip("rustworkx", reason="rustworkx is missing; scripts/python installs it")
    board = BOARDS["a place"]
    puzzle = puzzle_of(board)
    graph = hr.component(puzzle).graph("straight")
    wanted = {
        (graph.node(position_of(puzzle, grid)), graph.node(position_of(puzzle, after)))
        for grid, moved in board.graph("straight").items()
        for after in moved
    }
    directed, other = graph.to_networkx(), graph.to_rustworkx()
    assert isinstance(directed, nx.DiGraph) and set(directed.edges) == wanted
    assert isinstance(other, rx.PyDiGraph) and set(other.edge_list()) == wanted
    start = graph.node(puzzle.start)
    goals = [goal for goal in graph.goals.tolist() if nx.has_path(directed, start, goal)]
    least = min(nx.shortest_path_length(directed, start, goal) for goal in goals)
    paths = [path for goal in goals for path in nx.all_shortest_paths(directed, start, goal) if len(path) == least + 1]
    assert graph.corridor().tolist() == sorted({node for path in paths for node in path})


def test_undirected_figures_are_refused() -> None:
    graph = hr.component(puzzle_of(BOARDS["a place"])).graph("unit")
    figures: list[Any] = [graph.diameter, graph.radius, graph.eccentricities, graph.articulations, graph.bridges]
    for figure in figures:
        with pytest.raises(hr.InvalidInputError, match="pieces leave this board"):
            figure()
    lost = next(position for position in graph.component if hr.query(position)["lost"])
    with pytest.raises(hr.InvalidInputError, match="cannot be reached any more"):
        graph.corridor(lost)


def test_lines_of_pieces_do_not_leave() -> None:
    puzzle = puzzle_of(BOARDS["two"])
    assert puzzle.start is not None
    component, start = hr.component(puzzle), puzzle.start
    refused: list[Any] = [start.legal_moves, component.graph, start.solve, puzzle.solve]
    for ask in refused:
        with pytest.raises(hr.InvalidInputError, match="the multi metric moves lines of pieces"):
            ask("multi")


def test_a_puzzle_is_drawn_with_its_doors() -> None:
    for start, doors in (("AAB/C..", "...../....B/...../....."), ("AAB\nC..", "\n\n....B\n")):
        puzzle = hr.Puzzle(start=start, doors=doors)
        solution = puzzle.solve("unit")
        assert solution is not None and [str(move.after) for move in solution] == ["AA./C.."]
        assert solution[0].leaves and pickle.loads(pickle.dumps(puzzle)) == puzzle
    placed = hr.Puzzle(start="A.B", goal="..A", doors="...../....B/.....")
    assert len(placed.solve("straight") or []) == 2
    with pytest.raises(TypeError, match="needs a goal"):
        hr.Puzzle(start="AAB/C..")
    for doors, place in (
        ("...../....Z/...../.....", "doors, row 2, column 5: 'Z'"),
        ("...../...B./...../.....", "doors, row 2, column 4"),
        ("....", "doors, row 1, column 1: doors has no door"),
    ):
        with pytest.raises(hr.InvalidInputError, match=place):
            hr.Puzzle(start="AAB/C..", doors=doors)
    with pytest.raises(hr.InvalidInputError, match="goal, row 1, column 3"):
        hr.Puzzle(start="A.B", goal="..Z", doors="...../....B/.....")


def test_positions_with_gone_pieces_are_read() -> None:
    puzzle = puzzle_of(BOARDS["layers"])
    for text in ("b../.BB", "A../...", ".../...", "..A/..."):
        position = puzzle.parse(text)
        assert str(position) == text and pickle.loads(pickle.dumps(position)) == position
    # C has no door. A piece is in one layer at a time.
    for board, text, part in (("two", "AAB/...", "C"), ("layers", "A.b/.BB", "A")):
        with pytest.raises(hr.InvalidInputError, match=part):
            puzzle_of(BOARDS[board]).parse(text)
