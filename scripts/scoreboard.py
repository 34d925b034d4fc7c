"""Lets huarong and other public programs solve the suite of benches/scoreboard, checks every answer, and writes
reports/scoreboard.md and scoreboard.csv. `scripts/scoreboard` calls it.

A program is a row of SOLVERS: how it is called, and what its output says. Each runs alone, within a limit of time and of memory.
This program replays the moves of every answer on a drawing of the board, by itself.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any, NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUITE = ROOT / "benches/scoreboard"

Problem = dict[str, Any]
Cell = tuple[int, int]


class Move(NamedTuple):
    """A move of the piece whose first cell, row by row, is at `start`: column and row, from 0."""

    start: Cell
    end: Cell
    leaves: bool


Answer = list[Move] | str
"""The moves of a solution, or UNSOLVABLE."""


class Run(NamedTuple):
    """What a program did: its exit code, what it printed, seconds of all its processes and of the clock, and bytes."""

    code: int
    text: str
    cpu: float
    seconds: float
    memory: int
    is_late: bool


class Solver(NamedTuple):
    """A program: its name, whether it is there, its command for the files of a problem, and how its answer is read."""

    name: str
    is_there: Callable[[], bool]
    command: Callable[[pathlib.Path, Problem], list[str] | None]
    answer: Callable[[pathlib.Path, Run], Answer | None]


UNSOLVABLE = "unsolvable"
"""The answer that no moves lead to the goal."""


def of_huarong(directory: pathlib.Path, run: Run) -> Answer | None:
    try:
        found = json.loads(run.text)
    except ValueError:
        return None
    if found["verdict"] == "unsolvable":
        return UNSOLVABLE
    if found["verdict"] != "solved":
        return None
    return [Move(tuple(made["from"]), tuple(made["to"]), made.get("leaves", False)) for made in found["moves"]]


def plan(path: pathlib.Path) -> Answer | None:
    """The moves of a plan. The domain says which parameters of an action are the places of the first cell, before and after."""
    if not path.exists():
        return None
    places = {}
    # The names of actions through doors have the place of the piece, in columns and rows from 1: leave-piece-a-c3-r1-up.
    for action in (path.parent / "domain.pddl").read_text().split("(:action ")[1:]:
        if action.startswith("leave-"):
            continue
        parameters = re.findall(r"\?\w+", action.split(":precondition")[0])
        (before, *_, after) = re.findall(r"\(at \?p (\?\w+) (\?\w+)\)", action)
        places[action.split()[0]] = [[parameters.index(name) for name in place] for place in (before, after)]
    moves = []
    for line in path.read_text().splitlines():
        if line.startswith("("):
            name, *values = line.strip("() \n").split()
            if leaving := re.search(r"-c(\d+)-r(\d+)-", name):
                cell = int(leaving[1]) - 1, int(leaving[2]) - 1
                moves.append(Move(cell, cell, True))
                continue
            (column, row), (to_column, to_row) = ([int(values[at][1:]) - 1 for at in place] for place in places[name])
            moves.append(Move((column, row), (to_column, to_row), False))
    return moves


def of_downward(directory: pathlib.Path, run: Run) -> Answer | None:
    # 10 and 11: the translator or the search proved that there is no plan.
    return UNSOLVABLE if run.code in (10, 11, 12) else plan(directory / "plan")


def of_pyperplan(directory: pathlib.Path, run: Run) -> Answer | None:
    return UNSOLVABLE if "No solution could be found" in run.text else plan(directory / "problem.pddl.soln")


def solvers(huarong: str, python: str, memory: int) -> list[Solver]:
    """The programs of the scoreboard. `python` is an interpreter with the packages of the planners."""

    def in_planning(command: Callable[[pathlib.Path], list[str]]) -> Callable[..., list[str] | None]:
        def of(directory: pathlib.Path, _: Problem) -> list[str] | None:
            return command(directory) if (directory / "problem.pddl").exists() else None

        return of

    def has(package: str) -> Callable[[], bool]:
        def of() -> bool:
            if not pathlib.Path(python).exists():
                return False
            find = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({package!r}) is None)"
            return subprocess.run([python, "-c", find]).returncode == 0

        return of

    def downward(search: str) -> Callable[[pathlib.Path], list[str]]:
        # The package for unified-planning brings the program.
        start = (
            "import importlib.util, os, sys; "
            "path = os.path.dirname(importlib.util.find_spec('up_fast_downward').origin); "
            "os.execv(sys.executable, [sys.executable, path + '/downward/fast-downward.py', *sys.argv[1:]])"
        )
        return lambda directory: [
            *(python, "-c", start, "--plan-file", "plan", "--overall-memory-limit", f"{memory}M"),
            *("domain.pddl", "problem.pddl", "--search", search),
        ]

    def of_huarong_command(directory: pathlib.Path, problem: Problem) -> list[str]:
        metric = problem["metric"]
        return [huarong, "solve", "--puzzle", "puzzle.toml", "--metric", metric, "--format", "json", "--quiet", "--memory", f"{memory}MB"]

    pyperplan = ["-m", "pyperplan", "-s", "astar", "-H", "blind", "domain.pddl", "problem.pddl"]
    return [
        Solver("huarong", lambda: True, of_huarong_command, of_huarong),
        Solver("Fast Downward, A* blind", has("up_fast_downward"), in_planning(downward("astar(blind())")), of_downward),
        Solver("Fast Downward, A* LM-cut", has("up_fast_downward"), in_planning(downward("astar(lmcut())")), of_downward),
        Solver("pyperplan, A* blind", has("pyperplan"), in_planning(lambda _: [python, *pyperplan]), of_pyperplan),
    ]


def measured(command: list[str], directory: pathlib.Path, seconds: float, memory: int) -> Run:
    """Runs a command in a directory. All its processes end when the time is over."""

    def limit() -> None:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))

    log = directory / "log"
    before = time.monotonic()
    with log.open("wb") as out:
        child = subprocess.Popen(
            command, cwd=directory, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, preexec_fn=limit
        )
        is_late = False
        while True:
            pid, status, used = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if not is_late and time.monotonic() - before > seconds:
                is_late = True
                os.killpg(child.pid, 9)
            time.sleep(0.002)
    passed = time.monotonic() - before
    child.returncode = os.waitstatus_to_exitcode(status)
    text = log.read_text(errors="replace")
    return Run(child.returncode, text, used.ru_utime + used.ru_stime, passed, used.ru_maxrss << 10, is_late)


def prepare(huarong: str, problem: Problem, directory: pathlib.Path) -> None:
    """Writes the files of a problem: the puzzle, and the planning task if it can be one."""
    write_puzzle(problem["puzzle"], directory)
    convert = ["convert", "puzzle.toml", "--to", "pddl", "--metric", problem["metric"], "--out", "."]
    subprocess.run([huarong, *convert, "--quiet"], cwd=directory, capture_output=True)


def write_puzzle(puzzle: dict[str, Any], directory: pathlib.Path) -> None:
    """Writes a puzzle as a puzzle file."""

    def value(key: str, of: Any) -> str:
        if isinstance(of, dict):
            return "{ " + ", ".join(f"{name} = {json.dumps(text)}" for name, text in of.items()) + " }"
        return json.dumps("\n".join(of) if isinstance(of, list) and key != "alike" else of)

    (directory / "puzzle.toml").write_text("".join(f"{key} = {value(key, of)}\n" for key, of in puzzle.items()))


SIDES: dict[str, Cell] = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}


class Board:
    """A puzzle on a drawing, on which moves are made."""

    def __init__(self, problem: Problem) -> None:
        puzzle = problem["puzzle"]
        self.metric = problem["metric"]
        start = self._grid(puzzle["start"])
        self.open = {cell for cell, sign in start.items() if sign != "#"}
        self.pieces: dict[str, frozenset[Cell]] = {}
        for cell, sign in start.items():
            if sign not in ".#":
                self.pieces[sign] = self.pieces.get(sign, frozenset()) | {cell}
        shapes = {sign: self._shape(cells) for sign, cells in self.pieces.items()}
        self.has_goal_by_shape = puzzle.get("goal_by") == "shape"
        self.alike = puzzle.get("alike", [])
        self.goal = self._cells(puzzle.get("goal", []))
        self.shapes, self.lengthwise = shapes, puzzle.get("lengthwise", False)
        self.owners = puzzle.get("owners", {})
        self.gate = {cell: sign for cell, sign in self._grid(puzzle.get("gate", [])).items() if sign not in ".#"}
        doors = self._grid(puzzle.get("doors", [])).items()
        self.doors = {(column - 1, row - 1): sign for (column, row), sign in doors if sign != "."}

    def replay(self, moves: list[Move]) -> str | None:
        """Makes moves from the start. Returns what is wrong with them."""
        for number, move in enumerate(moves, 1):
            why = self._make(move)
            if why:
                return f"move {number}: {why}"
        return None if self._is_goal() else "the moves do not lead to the goal"

    @staticmethod
    def _grid(rows: list[str]) -> dict[Cell, str]:
        return {(column, row): sign for row, line in enumerate(rows) for column, sign in enumerate(line)}

    def _cells(self, rows: list[str]) -> dict[str, frozenset[Cell]]:
        found: dict[str, frozenset[Cell]] = {}
        for cell, sign in self._grid(rows).items():
            if sign not in ".#":
                found[sign] = found.get(sign, frozenset()) | {cell}
        return found

    @staticmethod
    def _shape(cells: frozenset[Cell]) -> frozenset[Cell]:
        left, top = min(column for column, _ in cells), min(row for _, row in cells)
        return frozenset((column - left, row - top) for column, row in cells)

    def _owns(self, piece: str, sign: str) -> bool:
        return piece == sign or sign == "*" or piece in self.owners.get(sign, "")

    def _make(self, move: Move) -> str | None:
        first = {min(cells, key=lambda cell: (cell[1], cell[0])): piece for piece, cells in self.pieces.items()}
        piece = first.get(move.start)
        if piece is None:
            return f"no piece begins at {move.start}"
        across, down = move.end[0] - move.start[0], move.end[1] - move.start[1]
        if across and down or (self.metric == "unit" and abs(across + down) > 1):
            return f"from {move.start} to {move.end} is not one {self.metric} move"
        steps = abs(across + down)
        sides = [(right, low) for right, low in SIDES.values() if (right * steps, low * steps) == (across, down)]
        if not steps and not move.leaves:
            return "nothing moves"
        wide, high = (len({cell[axis] for cell in self.pieces[piece]}) for axis in (0, 1))
        others = {cell for other, cells in self.pieces.items() if other != piece for cell in cells}
        for right, low in sides:
            if self.lengthwise and wide != high and (right == 0) == (wide > high):
                continue
            cells, is_free = self.pieces[piece], True
            for _ in range(steps):
                cells = frozenset((column + right, row + low) for column, row in cells)
                gates = (self.gate[cell] for cell in cells if cell in self.gate)
                is_free &= cells <= self.open and not cells & others and all(self._owns(piece, sign) for sign in gates)
            if is_free and not move.leaves:
                self.pieces[piece] = cells
                return None
            if is_free and self._can_leave(piece, cells, others, (right, low)):
                del self.pieces[piece]
                return None
        return f"{piece} cannot make the move from {move.start} to {move.end}"

    def _can_leave(self, piece: str, cells: frozenset[Cell], others: set[Cell], side: Cell) -> bool:
        for column, row in cells:
            cell = (column + side[0], row + side[1])
            while cell in self.open:
                if cell in others:
                    return False
                cell = (cell[0] + side[0], cell[1] + side[1])
            if not self._owns(piece, self.doors.get(cell, "")):
                return False
        return True

    def _is_goal(self) -> bool:
        if not self.goal:
            # The goal of a puzzle with doors: all that have one are gone.
            return not any(self._owns(piece, door) for piece in self.pieces for door in self.doors.values())
        at = {cells: piece for piece, cells in self.pieces.items()}
        return all(cells in at and self._is_wanted(sign, cells, at[cells]) for sign, cells in self.goal.items())

    def _is_wanted(self, sign: str, cells: frozenset[Cell], piece: str) -> bool:
        if self.has_goal_by_shape:
            return self.shapes[piece] == self._shape(cells)
        return piece == sign or any(sign in group and piece in group for group in self.alike)


def verdict(problem: Problem, answer: Answer) -> tuple[str, int | None, str]:
    """`optimal`, `longer`, `wrong`, or `claimed` of an open problem; the number of moves; and why an answer is wrong."""
    best = problem["length"]
    if answer == UNSOLVABLE and best is None:
        return "claimed", None, ""
    if answer == UNSOLVABLE:
        return ("optimal", None, "") if best == UNSOLVABLE else ("wrong", None, "the puzzle has a solution")
    assert isinstance(answer, list)
    why = Board(problem).replay(answer)
    if why is None and best is None:
        return "claimed", len(answer), ""
    if why is None and isinstance(best, int) and len(answer) < best:
        why = f"{len(answer)} moves are fewer than the proved {best}"
    if why is not None:
        return "wrong", len(answer), why
    return ("optimal" if len(answer) == best else "longer"), len(answer), ""


def main() -> None:
    parser = argparse.ArgumentParser(description="Compares solvers on the suite of benches/scoreboard.")
    parser.add_argument("huarong", help="the program")
    parser.add_argument("--python", default=str(ROOT / "target/solvers/bin/python"), help="the interpreter of the planners")
    parser.add_argument("--time", type=float, default=60, help="seconds for a problem")
    parser.add_argument("--memory", type=int, default=4096, help="MiB for a program")
    parser.add_argument("--only", default="", help="only the problems of this class, or with this id")
    parser.add_argument("--solver", default="", help="only programs whose names have this text")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "reports", help="directory of the page and the table")
    parser.add_argument("--files", type=pathlib.Path, help="only write each problem to DIR/ID: puzzle.toml, domain.pddl, problem.pddl")
    asked = parser.parse_args()
    problems = [json.loads(line) for line in (SUITE / "suite.jsonl").read_text().splitlines()]
    problems = [problem for problem in problems if asked.only in ("", problem["class"], problem["id"])]
    huarong = str(pathlib.Path(asked.huarong).resolve())
    if not os.access(huarong, os.X_OK):
        sys.exit(f"error: {huarong} is no program")
    known = [solver for solver in solvers(huarong, asked.python, asked.memory) if asked.solver in solver.name]
    for solver in known:
        if not solver.is_there():
            print(f"skipped: {solver.name} is not installed; scripts/scoreboard installs it", file=sys.stderr)
    known = [solver for solver in known if solver.is_there()]
    if not problems or not known:
        sys.exit("error: no problem or no program has this name")
    if asked.files:
        for problem in problems:
            directory = asked.files / problem["id"]
            directory.mkdir(parents=True, exist_ok=True)
            prepare(huarong, problem, directory)
        return
    rows = []
    for number, problem in enumerate(problems, 1):
        for solver in known:
            with tempfile.TemporaryDirectory() as folder:
                directory = pathlib.Path(folder)
                prepare(huarong, problem, directory)
                row = attempt(solver, problem, directory, asked.time, asked.memory)
            rows.append(row)
            print(f"{number}/{len(problems)} {' '.join(map(str, row.values()))}", file=sys.stderr)
    spaces = [json.loads(line) for line in (SUITE / "spaces.jsonl").read_text().splitlines()]
    if asked.only or asked.solver not in "huarong":
        spaces = []
    counted = []
    for of in spaces:
        counted.append(space(huarong, of, 10 * asked.time, asked.memory))
        print(" ".join(map(str, counted[-1].values())), file=sys.stderr)
    asked.out.mkdir(parents=True, exist_ok=True)
    with (asked.out / "scoreboard.csv").open("w", newline="") as out:
        writer = csv.DictWriter(out, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    (asked.out / "scoreboard.md").write_text(page(problems, [solver.name for solver in known], rows, counted, asked))
    of_huarong = [row for row in rows if row["solver"] == "huarong"] + counted
    if any(row["verdict"] == "wrong" for row in of_huarong):
        sys.exit("error: an answer of huarong is wrong; see scoreboard.csv")


def attempt(
    solver: Solver, problem: Problem, directory: pathlib.Path, seconds: float, memory: int
) -> dict[str, Any]:
    """The row of a program and a problem."""
    row = {"id": problem["id"], "class": problem["class"], "metric": problem["metric"], "solver": solver.name}
    command = solver.command(directory, problem)
    if command is None:
        return row | {"verdict": "not posed", "moves": None, "cpu": None, "seconds": None, "memory": None, "why": ""}
    run = measured(command, directory, seconds, memory)
    answer = None if run.is_late else solver.answer(directory, run)
    if answer is None:
        what, moves, why = ("time" if run.is_late else "gave up"), None, ""
    else:
        what, moves, why = verdict(problem, answer)
    cost = {"cpu": f"{run.cpu:.2f}", "seconds": f"{run.seconds:.2f}", "memory": run.memory >> 20}
    return row | {"verdict": what, "moves": moves} | cost | {"why": why}


def space(huarong: str, of: Problem, seconds: float, memory: int) -> dict[str, Any]:
    """Counts the positions of a space at each distance, and compares their number and the largest distance with the known ones."""
    with tempfile.TemporaryDirectory() as folder:
        directory = pathlib.Path(folder)
        if "puzzle" in of:
            write_puzzle(of["puzzle"], directory)
        which = ["--puzzle", "puzzle.toml"] if "puzzle" in of else [of["sets"]]
        command = [huarong, "levels", *which, "--metric", of["metric"], "--format", "json", "--quiet"]
        run = measured(command, directory, seconds, memory)
    found = [json.loads(line) for line in run.text.splitlines() if line.startswith("{")]
    positions = sum(sum(row["histogram"]) for row in found)
    farthest = max((row["max"] for row in found if row["max"] is not None), default=None)
    is_right = (positions, farthest) == (of["positions"], of["farthest"])
    what = "time" if run.is_late else "right" if is_right else "gave up" if run.code else "wrong"
    cost = {"cpu": run.cpu, "memory": run.memory >> 20}
    return {"space": of["id"], "metric": of["metric"], "positions": of["positions"], "farthest": of["farthest"]} | {
        "verdict": what
    } | cost


def machine() -> str:
    """The processor, and the number of its threads."""
    info = pathlib.Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.*)", info.read_text() if info.exists() else "")
    return f"{found[1] if found else 'unknown'}, {os.cpu_count()} threads"


def bounds(problem: Problem) -> tuple[Any, Any, str]:
    """The best bounds of an open problem, and who found them: those of the suite, or else those of scripts/open-puzzles."""
    if "by" in problem:
        return problem["least"], problem["most"], problem["by"]
    asked = f" --puzzle {problem['id']} --metric {problem['metric']} "
    with (ROOT / "reports/open.csv").open(newline="") as file:
        row = next(row for row in csv.DictReader(file) if row["metric"] == problem["metric"] and asked in row["commands"])
    return row["at_least"], row["best_found"], "huarong"


def page(
    problems: list[Problem],
    names: list[str],
    rows: list[dict[str, Any]],
    counted: list[dict[str, Any]],
    asked: argparse.Namespace,
) -> str:
    """The page of the results."""
    classes = list(dict.fromkeys(problem["class"] for problem in problems))
    text = [
        "# Scoreboard",
        "",
        "`scripts/scoreboard` writes this page: public programs solve the suite of `benches/scoreboard`, one problem after another.",
        f"Each program has {asked.time:g} s and {asked.memory} MiB for a problem. `docs/how-to/scoreboard.md` has the rules.",
        "",
        "Each cell counts the problems that the program solved optimally, of those that it can read. The time is the median CPU time",
        "of these answers, including the start of the program; the answers differ between programs. Open problems count in their class.",
        f"Machine: {machine()}. The planners use one thread, and huarong all.",
        "",
        "| class | problems | " + " | ".join(names) + " |",
        "| --- | ---: |" + " ---: |" * len(names),
    ]
    for name in [*classes, "all"]:
        of_class = [row for row in rows if name in (row["class"], "all")]
        cells = [str(sum(name in (problem["class"], "all") for problem in problems))]
        for solver in names:
            posed = [row for row in of_class if row["solver"] == solver and row["verdict"] != "not posed"]
            solved = [float(row["cpu"]) for row in posed if row["verdict"] == "optimal"]
            median = f", {statistics.median(solved):.2f} s" if solved else ""
            cells.append(f"{len(solved)} of {len(posed)}{median}" if posed else "–")
        text.append(f"| {name} | " + " | ".join(cells) + " |")
    faults = [row for row in rows if row["verdict"] in ("wrong", "longer", "claimed")]
    text += ["", f"Answers that are wrong, not optimal, or claims about open problems: {len(faults) or 'none'}."]
    text += [f"- {row['id']}, {row['solver']}: {row['verdict']}. {row['why']}".rstrip() for row in faults]
    if counted:
        text += [
            *("", "## Whole spaces", ""),
            "The positions that can reach the goal, and the largest distance. The planners above do not count spaces. The counts are",
            "compared with those of `benches/scoreboard/spaces.jsonl`, which names their sources.",
            "",
            "| space | metric | positions | farthest | huarong | CPU | memory |",
            "| --- | --- | ---: | ---: | --- | ---: | ---: |",
        ]
        text += [
            f"| {row['space']} | {row['metric']} | {row['positions']:,} | {row['farthest']} | {row['verdict']} "
            f"| {row['cpu']:.2f} s | {row['memory']} MiB |"
            for row in counted
        ]
    text += [
        *("", "## Open problems", ""),
        "Nobody has proved the length of these. `docs/how-to/scoreboard.md` says how to claim a better bound.",
        *("", "| problem | metric | at least | at most | by |", "| --- | --- | ---: | ---: | --- |"),
    ]
    for problem in problems:
        if problem["length"] is None:
            least, most, by = bounds(problem)
            text.append(f"| {problem['puzzle']['name']} | {problem['metric']} | {least} | {most or '–'} | {by} |")
    return "\n".join(text) + "\n"


if __name__ == "__main__":
    main()
