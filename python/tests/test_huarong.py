"""The package as a researcher uses it, against published figures and a naive search."""

from __future__ import annotations

import copy
import csv
import doctest
import errno
import importlib
import io
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Literal

import naive
import numpy as np
import pytest

import huarong as hr

START = "VBBV/VBBV/VHHV/VSSV/S..S"
ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "tests/data/rush_sample.txt"


def test_the_classic_start_has_its_published_lengths(classic: hr.Table) -> None:
    # W. W. R. Ball and M. Gardner: 81 moves along any path; 90 along a line; 116 by one cell.
    for metric, moves in (("unit", 116), ("straight", 90), ("finger", 81)):
        assert classic.distance(START, metric) == moves
        solution = hr.solve("橫刀立馬", metric)
        assert solution is not None and len(solution) == moves == len(list(solution))
        assert solution.positions[0] == hr.Position(START)
        assert solution.positions[-1].is_goal and not solution.positions[-2].is_goal
        for before, move in zip(solution.positions, solution.moves):
            assert move in before.legal_moves(metric)


def test_distances_are_a_view_of_the_table(classic: hr.Table) -> None:
    distances = classic.distances("finger")
    assert len(classic) == len(distances) == 65_880
    assert not distances.data.flags.writeable and not distances.data.flags.owndata
    counts, unreachable = classic.histogram("finger")
    assert np.array_equal(np.bincount(distances.compressed()), counts)
    assert int(np.ma.count_masked(distances)) == unreachable == len(classic) - int(counts.sum())
    # The mask has an entry for each distance even if all positions can reach the goal.
    small = hr.table("0h0v0s", board="3x4").distances("unit")
    assert small.mask.shape == small.shape and not small.mask.any()
    # The view outlives its table.
    view = hr.table("1h4v4s").distances("unit")
    assert view[classic.rank(START)] == 116


def test_a_distance_is_one_more_than_the_best_after_a_move(classic: hr.Table) -> None:
    distances = classic.distances("unit")
    generator = random.Random(5)
    for index in generator.sample(range(len(classic)), 200):
        position = classic.unrank(index)
        assert classic.rank(position) == classic.rank(str(position)) == index
        after = [classic.distance(move.after, "unit") for move in position.legal_moves("unit")]
        if distances[index] is np.ma.masked:
            assert all(distance is None for distance in after)
        elif position.is_goal:
            assert distances[index] == 0
        else:
            assert distances[index] == 1 + min(d for d in after if d is not None)


def test_ranks_and_positions_are_vectors(classic: hr.Table) -> None:
    indices = np.array([0, 7, 65_879])
    positions = classic.unrank(indices)
    assert classic.rank(positions).tolist() == indices.tolist()
    assert classic.rank([]).dtype == np.uint64
    columns = classic.columns(["heng-dao-li-ma", "nonsense", positions[1], "0h0v1s"])
    assert list(columns) == ["input", "position", "index", "unit", "straight", "finger", "error"]
    assert columns["input"] == ["heng-dao-li-ma", "nonsense", str(positions[1]), "0h0v1s"]
    assert columns["position"] == [START, None, str(positions[1]), None]
    assert columns["index"] == [55_580, None, 7, None]
    assert columns["finger"][:2] == [81, None]
    assert columns["error"][0] is None and "nonsense" in columns["error"][1]


@pytest.mark.parametrize("metric", ["unit", "straight", "finger"])
def test_best_moves_lead_one_move_nearer(classic: hr.Table, metric: Literal["unit", "straight", "finger"]) -> None:
    for index in range(0, len(classic), 4_999):
        position = classic.unrank(index)
        distance = classic.distance(position, metric)
        nearer = [
            move
            for move in position.legal_moves(metric)
            if distance is not None and classic.distance(move.after, metric) == distance - 1
        ]
        assert classic.best_moves(position, metric) == nearer
        assert classic.best_moves(str(position), metric) == nearer
    with pytest.raises(hr.InvalidInputError):
        classic.best_moves("0h0v1s")


def test_a_line_of_tiles_moves_together() -> None:
    tiles = hr.Puzzle(start="12./345/678", goal="123/456/78.")
    assert tiles.start is not None
    assert {str(move.piece) for move in tiles.start.legal_moves("unit")} == {"2", "5"}
    moved = {str(move.after): move for move in tiles.start.legal_moves("multi")}
    assert set(moved) == {"1.2/345/678", ".12/345/678", "125/34./678", "125/348/67."}
    both = moved[".12/345/678"]
    assert (both.piece, both.from_cell, both.to_cell) == ("2", (1, 0), (2, 0))
    assert [(before, after) for _, before, after in both.followers] == [((0, 0), (1, 0))]
    assert not any(move.followers for move in tiles.start.legal_moves("finger"))
    assert hr.Position(START).legal_moves()[0].piece is None


def test_pieces_leave_through_doors() -> None:
    puzzle = hr.Puzzle.from_toml(
        "name = 'Layers'\nstart = 'A..'\ndoors = '''\n.....\nb...A\n.....\n'''\nlayers = { A = 'b' }"
    )
    assert puzzle.start is not None
    solution = hr.solve(puzzle.start, "straight")
    assert solution is not None
    change, out = solution.moves
    assert (change.becomes, change.leaves, change.followers) == ("b", False, [])
    assert (change.from_cell, change.to_cell) == ((0, 0), (2, 0))
    assert (out.becomes, out.leaves, out.to_cell) == (None, True, (0, 0))
    assert [str(move.after) for move in solution.moves] == ["..b", "..."]
    assert out.to_dict()["leaves"] is True and change.to_dict()["becomes"] == "b"


def test_small_puzzles_have_the_distances_of_a_naive_search() -> None:
    generator = random.Random(3)
    for _ in range(30):
        cells = ["."] * 12
        lengthwise = generator.random() < 0.5
        for sign, length in (("A", 2), ("B", 2), ("C", 1 + lengthwise), ("D", 1 + lengthwise)):
            places = [
                place
                for place in (
                    [row * 4 + column + step * along for along in range(length)]
                    for row in range(3)
                    for column in range(4)
                    for step in (1, 4)
                    if (column + length <= 4 if step == 1 else row + length <= 3)
                )
                if all(cells[cell] == "." for cell in place)
            ]
            if places:
                for cell in generator.choice(places):
                    cells[cell] = sign
        start = tuple("".join(cells[row * 4 : row * 4 + 4]) for row in range(3))
        first, second = (cell for cell in range(12) if cells[cell] == "A")
        # The far end of its line.
        row, column = first // 4, first % 4
        goal_cells = [row * 4 + 2, row * 4 + 3] if second == first + 1 else [4 + column, 8 + column]
        goal = tuple(
            "".join("A" if row * 4 + column in goal_cells else "." for column in range(4))
            for row in range(3)
        )
        puzzle = hr.Puzzle(start="\n".join(start), goal="\n".join(goal), lengthwise=lengthwise)
        wanted = naive.distance(start, goal, lengthwise)
        solution = puzzle.solve("unit")
        assert (None if solution is None else len(solution)) == wanted, (start, goal)


def test_many_boards_have_their_published_lengths(tmp_path: Path) -> None:
    lines = SAMPLE.read_text().splitlines()[:100]
    file = tmp_path / "boards.txt"
    file.write_text("\n".join(lines))
    seen: list[tuple[int, int | None, str]] = []
    solutions = hr.solve_many(hr.read_rush(file), "straight", progress=lambda *now: seen.append(now))
    assert [len(s) for s in solutions if s] == [int(line.split()[0]) for line in lines]
    assert seen[-1][:2] == (100, 100)
    file.write_text("AA...\nAA..\n")
    with pytest.raises(hr.InvalidInputError, match="boards.txt: line 1: "):
        hr.read_rush(file)
    file.write_bytes(b"\xff\n")
    with pytest.raises(hr.InvalidInputError, match="boards.txt: invalid utf-8"):
        hr.read_rush(file)


def test_boards_of_rush_hour_are_read_from_memory() -> None:
    # Lengths of M. Fogleman's list.
    for line in SAMPLE.read_text().splitlines()[:10]:
        moves, board, _ = line.split()
        lines = "\n".join(board[row * 6 : row * 6 + 6] for row in range(6))
        for text in (board, lines, lines.replace("\n", "/"), board.replace("o", "."), board.replace("x", "#")):
            puzzle = hr.Puzzle.rush(text, name="mine")
            assert puzzle.name == "mine" and len(puzzle.solve("straight") or ()) == int(moves)
    rows = hr.rush("4x4")
    boards = [hr.Puzzle.rush(row["start"]) for row in rows]
    solutions = hr.solve_many(boards, "straight")
    assert rows and [len(solution or ()) for solution in solutions] == [row["distance"] for row in rows]
    record = hr.difficulty(boards[0], "straight")
    assert record is not None and record["solution_count"] == rows[0]["solution_count"]
    assert hr.Position(str(boards[0].start), boards[0]) == boards[0].start
    text = "\n".join(row["start"] for row in rows)
    assert [puzzle.start for puzzle in hr.read_rush(io.StringIO(text))] == [puzzle.start for puzzle in boards]
    with pytest.raises(hr.InvalidInputError, match="^line 2: "):
        hr.read_rush(io.StringIO(f"{rows[0]['start']}\nAAA\n"))
    for wrong in ("", "AA", "A" * 36, "." * 36, "x" * 10**6):
        with pytest.raises(hr.InvalidInputError) as raised:
            hr.Puzzle.rush(wrong)
        assert len(str(raised.value)) < 500


def test_failures_can_be_entries() -> None:
    found = hr.solve_many(["nonsense", START], return_exceptions=True)
    assert isinstance(found[0], hr.InvalidInputError) and len(found[1]) == 81
    with pytest.raises(hr.InvalidInputError, match="nonsense"):
        hr.solve_many(["nonsense", START])


@pytest.mark.parametrize("text", ["A", "0", "12", "facade"])
def test_short_hexadecimal_texts_are_no_positions(text: str) -> None:
    with pytest.raises(hr.InvalidInputError, match="is not a position"):
        hr.solve(text)


def test_a_time_limit_is_for_each_search() -> None:
    hard = hr.Puzzle.library("hakoiri-difficult")
    found = hr.solve_many([START, hard, START, hard], "unit", time_limit=2, return_exceptions=True)
    assert [len(found[0]), len(found[2])] == [116, 116]
    for undecided in (found[1], found[3]):
        assert isinstance(undecided, hr.UndecidedError) and undecided.at_least > 0
        assert "the time limit passed" in str(undecided)
    with pytest.raises(hr.InvalidInputError, match="seconds"):
        hr.solve_many([START], time_limit=-1)


def test_a_time_limit_can_be_0() -> None:
    solved = hr.Position("SSSS/S..S/S..S/SBBS/SBBS").solve(time_limit=0)
    assert solved is not None and len(solved) == 0
    with pytest.raises(hr.UndecidedError, match="the time limit passed"):
        hr.Puzzle.library("hakoiri-difficult").solve("unit", time_limit=0)


def test_universes_and_censuses_are_those_of_the_reports() -> None:
    # tests/naive/rush.rs finds the same of 4x4, and tests/naive/census.rs of 3x4.
    puzzles = hr.rush("4x4")
    assert all(sum(puzzle["histogram"]) == puzzle["reachable"] for puzzle in puzzles)
    assert max(puzzle["distance"] for puzzle in puzzles) == 7 and len(puzzles) == 32
    kept = csv.DictReader((ROOT / "reports/census.csv").open())
    wanted = [
        (row["metric"], int(row["number"]), int(row["distance"]), row["start"])
        for row in kept
        if row["board"] == "3x4" and row["by"] == "pieces"
    ]
    found = [(r["metric"], r["pieces"], r["distance"], r["start"]) for r in hr.census("3x4")]
    assert found == wanted and len(found) > 20


def test_samples_are_in_their_range(classic: hr.Table) -> None:
    drawn = classic.sample(50, distance=(40, 60), seed=7)
    assert len(set(drawn)) == 50 and drawn == classic.sample(50, distance=(40, 60), seed=7)
    assert all(40 <= (classic.distance(position) or 0) <= 60 for position in drawn)
    assert all(classic.distance(p) == 93 for p in classic.hardest())  # reports/piece_sets.csv
    with pytest.raises(hr.InvalidInputError, match="they are 0 to 93 moves"):
        classic.sample(1, distance=(200, 300))


def test_positions_are_values() -> None:
    start = hr.Position(START)
    assert {start: 1}[hr.Position("橫刀立馬")] == 1 and start != start.legal_moves()[0].after
    assert start.mirror() == start and start.piece_set == "1h4v4s"
    puzzle = hr.Puzzle.library("dads")
    for value in (start, puzzle, puzzle.start):
        assert pickle.loads(pickle.dumps(value)) == value == copy.copy(value)
        assert hash(pickle.loads(pickle.dumps(value))) == hash(value)
    move = start.legal_moves("unit")[0]
    assert start.push(move) == move.after
    with pytest.raises(hr.InvalidInputError, match="move of another position"):
        move.after.push(move)


def test_solutions_are_values() -> None:
    solution = hr.solve(START)
    assert solution is not None and solution == hr.solve("橫刀立馬")
    assert hash(solution) == hash(hr.solve(START)) and len({solution, hr.solve(START)}) == 1
    assert pickle.loads(pickle.dumps(solution)) == solution
    others = [hr.solve(START, "unit"), solution[0].after.solve(), solution.moves, None]
    assert all(solution != other for other in others)
    # Solutions of one move in two metrics differ, though the moves are equal.
    near = solution.positions[-2]
    one, other = near.solve("straight"), near.solve("finger")
    assert one is not None and other is not None and one.moves == other.moves and one != other


def test_a_solution_without_moves_is_true() -> None:
    solution = hr.Position("SSSS/S..S/S..S/SBBS/SBBS").solve()
    assert solution is not None and len(solution) == 0 and bool(solution)


def test_large_objects_compare_by_identity(classic: hr.Table) -> None:
    component = hr.component("BB../BB../..../..../....")
    for one, other in (
        (component, hr.component("BB../BB../..../..../....")),
        (component.graph(), component.graph()),
        (classic, hr.table("1h4v4s")),
        (hr.game("tic-tac-toe"), hr.game("tic-tac-toe")),
    ):
        assert one != other and len({one, other}) == 2


@pytest.mark.parametrize("name", ["huarong", "huarong.datasets", "huarong.gym", "huarong.reader"])
def test_modules_list_their_public_names(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__all__ == sorted(set(module.__all__))
    for public in module.__all__:
        assert hasattr(module, public) and (public == "__version__" or not public.startswith("_"))


@pytest.mark.parametrize(
    ("call", "exception", "text"),
    [
        (lambda: hr.Position("nonsense"), hr.InvalidInputError, "nonsense"),
        (lambda: hr.Position("A" * 100_000), hr.InvalidInputError, ""),
        (lambda: hr.solve(START, "jump"), hr.InvalidInputError, "jump"),
        (lambda: hr.solve(17), TypeError, "int"),
        (lambda: hr.solve(START, time_limit=-1.0), hr.InvalidInputError, "seconds, from 0 and below 2^64, not -1"),
        (lambda: hr.solve(START, time_limit="1"), TypeError, "number, not str"),
        (lambda: hr.solve(START, memory="1G"), TypeError, "a whole number of bytes, not '1G'"),
        (lambda: hr.solve(START, memory=1.5), TypeError, "a whole number of bytes, not 1.5"),
        (lambda: hr.solve(START, memory=-1), hr.InvalidInputError, "a whole number of bytes, not -1"),
        (lambda: hr.solve(START, memory=2**64), hr.InvalidInputError, "a whole number of bytes"),
        (lambda: hr.solve(START, time_limit=float("nan")), hr.InvalidInputError, "seconds"),
        (lambda: hr.table("9h9v9s"), hr.InvalidInputError, "9h9v9s"),
        (lambda: hr.table(), hr.InvalidInputError, "piece set"),
        (
            lambda: hr.table("1h4v4s", puzzle=hr.Puzzle.library("dads")),
            hr.InvalidInputError,
            '"1h4v4s" is not a piece set of this puzzle, which has only "Dad\'s Puzzler"',
        ),
        (lambda: hr.table("1h4v4s", directory="/dev/null/x"), hr.TableError, "/dev/null"),
        (lambda: hr.Puzzle(start="A.", goal="B."), hr.InvalidInputError, "'B'"),
        (lambda: hr.Puzzle(start="A'''", goal=".A"), hr.InvalidInputError, "apostrophes"),
        (lambda: hr.Puzzle.from_file("/no/such/file"), FileNotFoundError, "/no/such/file"),
        (lambda: hr.difficulty(START, error_model=(1, 2)), hr.InvalidInputError, "four finite numbers"),
        (lambda: hr.Puzzle.library("no such puzzle"), hr.InvalidInputError, "no such puzzle"),
        (lambda: hr.Puzzle.klotski().solve(), hr.InvalidInputError, "no start"),
        (lambda: hr.rush("2x2"), hr.InvalidInputError, "2x2"),
        (lambda: hr.rush("4x4", min_distance=0), hr.InvalidInputError, "min_distance"),
        (lambda: hr.solve_many(START), TypeError, "several values"),
        (lambda: hr.rush("4x4", max_walls=-1), hr.InvalidInputError, "-1 is not a whole number from 0"),
        (lambda: hr.rush("4x4", max_cars=256), hr.InvalidInputError, "256 is not a whole number from 0 to 255"),
        (lambda: hr.rush("4x4", min_distance=2**16), hr.InvalidInputError, "to 65535"),
        (lambda: hr.rush("4x4", exit_row=2**200), hr.InvalidInputError, str(2**200)),
        (lambda: hr.component(START, most=2**32), hr.InvalidInputError, "to 4294967295"),
        (lambda: hr.Puzzle.klotski(-1, 2**200), hr.InvalidInputError, "-1 is not"),
        (lambda: hr.census("9x9"), hr.InvalidInputError, "9x9"),
    ],
)
def test_bad_input_is_refused(call, exception, text: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(exception) as refusal:
        call()
    assert text in str(refusal.value)


def test_bad_indices_are_refused(classic: hr.Table) -> None:
    for index in (-1, 65_880, 2**200, -(2**200)):
        with pytest.raises(IndexError):
            classic.unrank(index)
    for other in (1.5, float("nan"), "1", b"3", None):
        with pytest.raises(TypeError):
            classic.unrank(other)
    graph = hr.component("BB../BB../..../..../....").graph()
    for node in (-1, 12, 2**200):
        with pytest.raises(IndexError):
            graph.position(node)
    path = hr.solve("BB../BB../..../..../....")
    assert path is not None
    for beyond in (10**6, -(10**6), 2**200, -(2**200)):
        with pytest.raises(IndexError):
            path[beyond]
    for number in (-1, 0, 2**16, 2**200):
        with pytest.raises(hr.InvalidInputError):
            classic.component(number)
    for call in (
        lambda: classic.sample(-1),
        lambda: classic.sample(seed=2**64),
        lambda: classic.hardest(-1),
        lambda: classic.texts(-1),
        lambda: classic.texts(0, 2**64),
    ):
        with pytest.raises(hr.InvalidInputError, match="whole number"):
            call()
    with pytest.raises(hr.InvalidInputError, match="another puzzle"):
        classic.distance(hr.Puzzle.library("dads").start)
    with pytest.raises(hr.InvalidInputError, match="pieces"):
        classic.rank("BB../BB../..../..../....")


def test_errors_of_the_system_have_their_number(tmp_path: Path) -> None:
    with pytest.raises(hr.TableError) as refusal:
        hr.table("1h4v4s", directory="/dev/null/x")
    assert refusal.value.errno == errno.ENOTDIR
    assert os.strerror(errno.ENOTDIR) in str(refusal.value)
    again = pickle.loads(pickle.dumps(refusal.value))
    assert (type(again), str(again), again.errno) == (hr.TableError, str(refusal.value), errno.ENOTDIR)
    (tmp_path / "klotski-4x5-1h4v4s-finger.huarong").write_bytes(b"no table")
    with pytest.raises(hr.TableError) as damaged:
        hr.table("1h4v4s", metrics=["finger"], directory=tmp_path).distance(START)
    assert damaged.value.errno is None


def test_a_table_can_be_of_another_board(tmp_path: Path) -> None:
    table = hr.table("1h0v1s", board="3x3", metrics=["unit"], directory=tmp_path)
    same = hr.table("1h0v1s", puzzle=hr.Puzzle.klotski(3, 3), metrics=["unit"], directory=tmp_path)
    # The big piece has four places. Beside it are five cells, in which the domino has two and the small piece three.
    assert len(table) == len(same) == 4 * 2 * 3 and table.puzzle == same.puzzle


def test_limits_are_named() -> None:
    with pytest.raises(hr.MemoryLimitError, match="memory") as refusal:
        hr.table("2h2v4s", memory=1000)
    assert isinstance(refusal.value, MemoryError)
    with pytest.raises(hr.UndecidedError, match="the time limit passed") as undecided:
        hr.Puzzle.library("hakoiri-difficult").solve("unit", time_limit=0.3)
    assert undecided.value.at_least > 0


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        ({"start": "A.", "goal": "B."}, "goal, row 1, column 1"),
        ({"start": "A.\n..", "goal": "..\n.B"}, "goal, row 2, column 2"),
        ({"start": "\nA.\n..\n", "goal": "..\n.B"}, "goal, row 2, column 2"),
        ({"start": "A./..", "goal": "../B."}, "goal, row 2, column 1"),
        ({"start": "A.\n.\u200b", "goal": ".A\n.."}, "start, row 2, column 2"),
        ({"start": "A.\n.\0", "goal": ".A\n.."}, "start, row 2, column 2"),
        ({"start": "A.\r\n..\r\n", "goal": ".A\r\nB.\r\n"}, "goal, row 2, column 1"),
        ({"start": "A.\n.'''", "goal": ".A\n.."}, "start, row 2, column 2"),
        ({"start": "", "goal": "A"}, "start"),
        ({"start": "A.", "goal": ""}, "goal"),
        ({"start": "A.", "goal": ".."}, "goal"),
        ({"start": "A.", "goal": ".A", "name": "a\u202eb"}, "name"),
    ],
)
def test_faults_of_puzzles_name_the_argument(arguments: dict[str, str], place: str) -> None:
    with pytest.raises(hr.InvalidInputError, match=f"^{place}(, row|: )") as raised:
        hr.Puzzle(**arguments)  # type: ignore[arg-type]
    if "," in place:
        assert str(raised.value).startswith(f"{place}: ")


def test_solutions_are_objects_of_json() -> None:
    command = [sys.executable, "-m", "huarong", "solve", "--format", "json"]
    solution = hr.solve(START)
    assert solution is not None
    run = subprocess.run([*command, START], capture_output=True, text=True, check=True)
    written, printed = json.loads(json.dumps(solution.to_dict())), json.loads(run.stdout)
    assert {"position", "metric", "distance", "verdict", "moves"} == written.keys()
    assert written == {key: printed[key] for key in written}
    assert [move.to_dict() for move in solution] == solution.to_dict()["moves"]
    solution = hr.Puzzle(start="AAB/..B/...", goal=".AA/.../...", lengthwise=True).solve("straight")
    assert solution is not None
    assert [move["piece"] for move in solution.to_dict()["moves"]] == ["B", "A"]


def test_an_exception_of_progress_cancels() -> None:
    class Enough(Exception):
        pass

    def progress(*_: object) -> None:
        raise Enough

    with pytest.raises(Enough):
        hr.rush("5x5", max_walls=3, progress=progress)


def test_an_interrupt_ends_work_at_once(tmp_path: Path) -> None:
    script = (
        "import huarong as hr\nprint('begun', flush=True)\n"
        f"hr.table('2h2v5s', directory={str(tmp_path)!r}, progress=lambda *_: print('on', flush=True))\n"
        "hr.rush('5x5', max_walls=3)\n"
    )
    run = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout is not None and run.stdout.readline() == "begun\n"
    time.sleep(1)
    run.send_signal(signal.SIGINT)
    _, error = run.communicate(timeout=30)
    assert "KeyboardInterrupt" in error and run.returncode != 0
    assert not [name for name in os.listdir(tmp_path) if "unfinished" in name]


def test_threads_and_forks_share_a_table(classic: hr.Table) -> None:
    found: list[int | None] = []
    threads = [threading.Thread(target=lambda: found.append(classic.distance(START))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [81] * 8
    if hasattr(os, "fork"):
        child = os.fork()
        if child == 0:
            try:
                hr.solve(START)
            except hr.ForkedError:
                os._exit(0 if classic.distance(START) == 81 else 1)
            os._exit(2)
        assert os.waitpid(child, 0)[1] == 0


def test_the_program_is_there() -> None:
    said = subprocess.run([sys.executable, "-m", "huarong", "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == f"huarong {hr.__version__}"
    refused = subprocess.run([sys.executable, "-m", "huarong", "query", "nonsense"], capture_output=True, text=True)
    assert refused.returncode == 1 and "nonsense" in refused.stderr


def test_examples_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for page in ("python/PACKAGE.md", "docs/tutorials/level-pack.md"):
        tried = doctest.testfile(str(ROOT / page), module_relative=False)
        assert tried.failed == 0 and tried.attempted > 0, page
    import huarong._huarong as compiled

    finder = doctest.DocTestFinder()
    runner = doctest.DocTestRunner()
    for name in hr.__all__:
        for test in finder.find(getattr(compiled, name, None) or getattr(hr, name), name, globs={}):
            runner.run(test)
    assert runner.summarize().failed == 0


def test_everything_public_is_documented() -> None:
    for name in hr.__all__:
        item = getattr(hr, name)
        # An alias of a type has no text of its own.
        if name not in ("__version__", "AnyMetric", "Metric", "Progress", "Reward"):
            assert item.__doc__, name
        if isinstance(item, type) and not issubclass(item, Exception):
            public = [attribute for attribute in vars(item) if not attribute.startswith("_")]
            missing = [attribute for attribute in public if not getattr(item, attribute).__doc__]
            assert not missing, (name, missing)


def rows(text: str) -> naive.Grid:
    return tuple(text.split("/"))


def replay(solution: hr.Solution, start: str) -> None:
    """Replays a solution with a search of letters that knows nothing but the text of the start."""
    grid = rows(start)
    for move in solution:
        assert move.piece is not None and move.sign is not None
        (column, row), (to_column, to_row) = move.from_cell, move.to_cell
        grid = naive.slide(grid, move.piece, to_column - column, to_row - row)
        assert move.after.lettered == "/".join(grid)
        assert rows(str(move.before))[row][column] == move.sign
        record = move.to_dict()
        assert (record["piece"], record["sign"], record["lettered"]) == (move.piece, move.sign, move.after.lettered)
    assert [position.lettered for position in solution.positions] == [start, *(m.after.lettered for m in solution)]
    assert grid[2].endswith("AA")


def test_pieces_keep_their_letters_in_solutions(tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    # On the first board, two cars in different columns exchange their signs in the canonical text.
    boards = ["BBxoCCDDJooLIoJAALIEEKoLIFFKGGooxHHo"]
    boards += [line.split()[1] for line in SAMPLE.read_text().splitlines()[::2]]
    file.write_text("\n".join(boards))
    puzzles = hr.read_rush(file)
    solutions = hr.solve_many(puzzles, "straight")
    assert len(solutions) > 150
    for board, solution in zip(boards, solutions):
        assert solution is not None
        text = board.replace("o", ".").replace("x", "#")
        replay(solution, "/".join(text[at : at + 6] for at in range(0, 36, 6)))
    first = hr.solve(puzzles[0], "straight")
    assert first is not None and (first[17].piece, first[17].sign) == ("K", "J")
    replay(first, str(first.start))
    # Letters outlive pickling, and a person may give the pieces other letters.
    again = pickle.loads(pickle.dumps([first, first[17], first.positions[-1]]))
    replay(again[0], str(first.start))
    assert (again[1].piece, again[1].sign) == ("K", "J")
    assert again[2].lettered == first.positions[-1].lettered != str(first.positions[-1])
    own = puzzles[0].parse(first.positions[10].lettered)
    assert own == first.positions[10] and own.lettered == first.positions[10].lettered
    solved = own.solve("straight")
    assert solved is not None
    replay(solved, own.lettered)
    # A move of an equal position is made with the letters of this one.
    other = puzzles[0].parse(str(own))
    (same,) = (move for move in other.legal_moves("straight") if move == solved[0])
    assert other == own and other.push(solved[0]).lettered == same.after.lettered


def test_everything_can_be_pickled_and_copied(classic: hr.Table) -> None:
    solution = hr.solve(START, "straight")
    assert solution is not None
    component = hr.component(START)
    graph = component.graph("unit")
    game = hr.game("tic-tac-toe", misere=True)
    puzzle = hr.Puzzle.library("dads")
    again = pickle.loads(pickle.dumps([solution, solution[3], component, graph, classic, game, puzzle]))
    assert [str(move) for move in again[0]] == [str(move) for move in solution] and again[0].metric == "straight"
    assert again[1] == solution[3]
    assert again[2].index(START) == component.index(START) and again[2].start == component.start
    assert (again[3].indices == graph.indices).all() and again[3].metric == "unit"
    assert again[4].distance(START, "unit") == 116 and again[4].metrics == classic.metrics
    assert again[5].query()["value"] == game.query()["value"] and again[5].query()["rule"] == "misere"
    table = hr.table(puzzle=puzzle, metrics=["unit", "unit"])
    assert table.metrics == ["unit"] and len(pickle.loads(pickle.dumps(table))) == len(table)
    for one in (solution, solution[0], component, graph, classic, game):
        assert copy.deepcopy(one) is one
    with pytest.raises(hr.UndecidedError) as undecided:
        hr.solve(START, memory=1)
    error = pickle.loads(pickle.dumps(undecided.value))
    assert str(error) == str(undecided.value) and error.at_least == undecided.value.at_least


def test_sequences_have_slices_and_say_what_they_hold() -> None:
    solution = hr.solve(START)
    assert solution is not None
    assert solution[:3] == [solution[0], solution[1], solution[2]] and solution[-1:] == [solution[80]]
    component = hr.component("BB../BB../..../..../S...")
    assert component[1:3] == [component[1], component[2]] and component[::-1][0] == component[-1]
    for other in (5, None, "nonsense", START, hr.Puzzle.library("dads").start):
        assert other not in component
    with pytest.raises(TypeError, match="a number or a slice"):
        solution["first"]  # type: ignore[call-overload]


def test_more_bad_input_is_refused(classic: hr.Table) -> None:
    for arguments in ({"distance": -1}, {"distance": (1, 2, 3)}, {"distance": (1, -2)}, {"solutions": 2**64}):
        with pytest.raises(hr.InvalidInputError, match="a range is"):
            classic.sample(**arguments)  # type: ignore[arg-type]
    for arguments in ({"distance": 3.5}, {"distance": (1, 2.5)}, {"solutions": "many"}, {"solutions": "12"}):
        with pytest.raises(TypeError, match="a range is"):
            classic.sample(**arguments)  # type: ignore[arg-type]
    assert classic.sample(distance=[3, 4]) and classic.sample(distance=np.int64(3))  # type: ignore[arg-type]
    for metrics, error in ((["unit", "miles"], hr.InvalidInputError), ([], hr.InvalidInputError), ("unit", TypeError)):
        with pytest.raises(error):
            hr.table("1h4v4s", metrics=metrics)  # type: ignore[arg-type]
    with pytest.raises(hr.InvalidInputError, match="not both"):
        hr.build("4x5", puzzle=hr.Puzzle.library("dads"))
    with pytest.raises(hr.InvalidInputError, match="not both"):
        hr.table(board="4x5", puzzle=hr.Puzzle.library("dads"))
    with pytest.raises(hr.InvalidInputError, match="4x5x6"):
        hr.table("1h4v4s", board="4x5x6")
    with pytest.raises(hr.MemoryLimitError):
        hr.census("3x4", memory=1)
    # A drawing in one line has its rows between slashes.
    puzzle = hr.Puzzle(start="AAB/..B/...", goal=".AA/.../...", lengthwise=True)
    assert puzzle.size == (3, 3) and len(puzzle.solve() or []) == 2
    assert classic.columns([START, None])["error"][1] is not None  # type: ignore[list-item]
