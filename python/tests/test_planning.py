"""Planning tasks of `huarong convert --to pddl`, read and solved by packages that share nothing with huarong."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal

import naive
import pytest

import huarong as hr

REASON = "a package for planning is missing; scripts/python installs it"
pddl = pytest.importorskip("pddl", reason=REASON)
pytest.importorskip("pyperplan", reason=REASON)
pytest.importorskip("unified_planning", reason=REASON)

from pyperplan.grounding import ground  # noqa: E402
from pyperplan.pddl.parser import Parser  # noqa: E402
from pyperplan.search import breadth_first_search  # noqa: E402
from unified_planning.engines import SequentialPlanValidator, ValidationResultStatus  # noqa: E402
from unified_planning.io import PDDLReader  # noqa: E402

Metric = Literal["unit", "straight"]
METRICS: tuple[Metric, ...] = ("unit", "straight")

# Start, goal and other keys.
PUZZLES = {
    "corner": ("AAB/C..", ".../.AA", ""),
    "wall": ("AB./C.#/DD.", "..A/..#/...", ""),
    "parts": ("A.A/B../C..", ".../.../A.A", ""),
    "no rectangle": ("AAB/A../...", ".../.AA/.A.", ""),
    "capitals": ("Aa./b..", "..A/...", ""),
    "unsolvable": ("AB/CD", "BA/..", ""),
    "cars": ("AAB./..B./CC.D/...D", "..AA/..../..../....", "lengthwise = true"),
    "cars on lines": ("AA.B/CC.B/EE../....", "..AA/..../..../....", "lengthwise = true"),
    "locked": ("AB./C../...", "..A/.../C..", "rows = 'A'\ncolumns = 'C'"),
    "alike": ("12./34.", "34./12.", "alike = ['12', '34']"),
    "by shape": ("AB./CC./...", "..B/CC./...", "goal_by = 'shape'"),
    "gate": ("A../BB./C..", ".../.../..A", "gate = '''\n...\n...\n.AA\n'''"),
    "thin walls": ("AA./..B/...", ".../.../.AA", "thin_walls = '''\n. . .\n-\n. . .\n\n.|. .\n'''"),
}
DOORS = {
    "two": naive.Doors(("AAB", "C.."), (".....", "....B", ".....", ".AA..")),
    "a place": naive.Doors(("A.B", "..."), (".....", "A...B", ".....", "....."), goal=("..A", "...")),
    "layers": naive.Doors(("A..", ".BB"), (".....", "c...A", "....B", "....."), layers={"A": "c"}),
    "frozen": naive.Doors(("AB.", "C.."), (".....", "....B", "A....", ".C..."), frozen={"A": 2, "C": 1}),
    "alike at a door": naive.Doors(("AB.", "..."), (".....", ".....", ".....", "...*.")),
}
# A door that opens later, for interchangeable pieces, and a piece that waits for both.
LATER = """
name = "later"
start = '''
ABC
D..
'''
doors = '''
.....
1...C
.....
.2D..
'''
owners = { 1 = "AB", 2 = "AB" }
opens = { D = 1 }
frozen = { C = "1" }
"""


def grid(key: str, rows: str) -> str:
    return f"{key} = '''\n{rows}\n'''".replace("/", "\n")


def text_of(name: str) -> str:
    """The puzzle file."""
    if name in DOORS:
        return DOORS[name].toml()
    if name == "later":
        return LATER
    start, goal, also = PUZZLES[name]
    return "\n".join([f"name = '{name}'", grid("start", start), grid("goal", goal), also])


def witness(name: str, metric: Metric) -> int | None:
    """The fewest moves by a naive search, if it knows the rules of the puzzle; otherwise those of huarong."""
    if name in DOORS:
        return DOORS[name].distances(DOORS[name].graph(metric)).get(DOORS[name].start)
    start, goal, also = PUZZLES.get(name, ("", "", LATER))
    if also == "" or (also, metric) == ("lengthwise = true", "unit"):
        grids = tuple(start.split("/")), tuple(goal.split("/"))
        if metric == "unit":
            return naive.distance(*grids, lengthwise=also != "")
        walled = tuple("." * (len(start.split("/")[0]) + 2) for _ in range(len(grids[0]) + 2))
        board = naive.Doors(grids[0], walled, goal=grids[1])
        return board.distances(board.graph(metric)).get(board.start)
    solution = hr.Puzzle.from_toml(text_of(name)).solve(metric)
    return None if solution is None else len(solution)


def written(puzzle: str, metric: Metric, directory: Path) -> tuple[Path, Path]:
    """The files of a task; the puzzle is the path of its file or a name of the library."""
    options = ["--quiet", "--to", "pddl", "--metric", metric, "--out", str(directory)]
    subprocess.run([sys.executable, "-m", "huarong", "convert", *options, puzzle], check=True)
    return directory / "domain.pddl", directory / "problem.pddl"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tasks")


def task_of(name: str, metric: Metric, folder: Path) -> tuple[Path, Path]:
    """The files of a task, which are written once."""
    directory = folder / f"{name} {metric}"
    if not directory.exists():
        path = folder / "puzzle.toml"
        path.write_text(text_of(name), encoding="utf-8")
        written(str(path), metric, directory)
    return directory / "domain.pddl", directory / "problem.pddl"


def grounded(domain: Path, problem: Path) -> Any:
    parser = Parser(str(domain), str(problem))
    return ground(parser.parse_problem(parser.parse_domain()), remove_irrelevant_operators=False)


def shortest(domain: Path, problem: Path) -> int | None:
    plan = breadth_first_search(grounded(domain, problem))
    return None if plan is None else len(plan)


def facts_of(position: hr.Position, texts: str) -> set[str]:
    """Where pieces are, and which cells are empty, by the signs in the names of the pieces or in their comments."""
    objects = re.findall(r"^    piece-([^- ]+)(-\d+)? - shape-(\S+)(?: ; (.*))?$", texts, re.MULTILINE)
    facts: set[str] = set()
    seen: set[str] = set()
    for row, line in enumerate(str(position).split("/"), 1):
        for column, sign in enumerate(line, 1):
            if sign == ".":
                facts.add(f"(empty c{column} r{row})")
            elif sign not in seen | {"#"}:
                seen.add(sign)
                (name,) = (
                    f"piece-{signs}{number}"
                    for signs, number, kind, comment in objects
                    if sign in (comment or signs + signs.upper())
                    if number in ("", f"-{row if 'rows' in kind else column}")
                )
                facts.add(f"(at {name} c{column} r{row})")
    return facts


def plan_of(solution: hr.Solution, domain: Path, problem: Path) -> list[str]:
    """The actions that make the moves of a solution."""
    task = grounded(domain, problem)
    texts = domain.read_text() + problem.read_text()
    state, plan = task.initial_state, []
    for move in solution:
        wanted = facts_of(move.after, texts) & task.facts
        after = {op.name: op.apply(state) for op in task.operators if op.applicable(state)}
        name, state = next(
            (name, after)
            for name, after in after.items()
            if {fact for fact in after if fact.startswith(("(at ", "(empty "))} == wanted
        )
        plan.append(name)
    assert task.goal_reached(state)
    return plan


def is_plan(actions: list[str], domain: Path, problem: Path) -> bool:
    """Whether actions are a plan, and are none without the last one, by the validator of unified-planning."""
    reader = PDDLReader()
    read = reader.parse_problem(str(domain), str(problem))
    plans = [reader.parse_plan_string(read, "\n".join(listed)) for listed in (actions, actions[:-1])]
    found = [SequentialPlanValidator().validate(read, plan).status for plan in plans]
    return found == [ValidationResultStatus.VALID, ValidationResultStatus.INVALID]


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", [*PUZZLES, *DOORS, "later"])
def test_a_planner_finds_the_fewest_moves(name: str, metric: Metric, folder: Path) -> None:
    domain, problem = task_of(name, metric, folder)
    found = shortest(domain, problem)
    solution = hr.Puzzle.from_toml(text_of(name)).solve(metric)
    assert found == witness(name, metric) == (None if solution is None else len(solution))
    assert (found is None) == (name == "unsolvable") and found != 0


@pytest.mark.parametrize("name", [*PUZZLES, *DOORS, "later"])
def test_solutions_are_plans(name: str, folder: Path) -> None:
    solution = hr.Puzzle.from_toml(text_of(name)).solve("straight")
    if solution is None:
        assert name == "unsolvable"
        return
    domain, problem = task_of(name, "straight", folder)
    plan = plan_of(solution, domain, problem)
    assert is_plan(plan, domain, problem)


@pytest.mark.parametrize("name", [*PUZZLES, *DOORS, "later"])
def test_other_readers_agree(name: str, folder: Path) -> None:
    files = task_of(name, "straight", folder)
    domain, problem = pddl.parse_domain(files[0]), pddl.parse_problem(files[1])
    assert {str(requirement) for requirement in domain.requirements} == {":strips", ":typing"}
    assert len(domain.actions) == files[0].read_text().count("(:action ")
    assert problem.domain_name == domain.name
    signs = re.findall(r"[^./#\n]", str(hr.Puzzle.from_toml(text_of(name)).start))
    pieces = [fact for fact in problem.init if fact.name == "at"]
    assert len({str(fact) for fact in pieces}) == len(set(signs))


def test_any_of_several_goals_will_do(tmp_path: Path) -> None:
    start = "ABC/DE./..."
    goals = ("A../.../..B", ".../.../E..", ".D./.../..A")
    path = tmp_path / "several.toml"
    listed = ", ".join(grid("", goal).removeprefix(" = ") for goal in goals)
    path.write_text(f"name = 'several'\n{grid('start', start)}\ngoals = [{listed}]")
    domain, problem = written(str(path), "straight", tmp_path)
    # pyperplan knows no disjunctions, so each goal is a problem of its own.
    before, alternatives = problem.read_text().split("  (:goal (or\n")
    plans = []
    for goal in alternatives.removesuffix(")))\n").split("\n"):
        single = tmp_path / "single.pddl"
        single.write_text(f"{before}  (:goal {goal.strip()}))\n")
        plans.append([operator.name for operator in breadth_first_search(grounded(domain, single))])
    assert len(plans) == len(goals)
    plan = min(plans, key=len)
    solution = hr.Puzzle.from_toml(path.read_text()).solve("straight")
    assert solution is not None and len(plan) == len(solution)
    assert is_plan(plan, domain, problem)
    assert ":disjunctive-preconditions" in {str(needed) for needed in pddl.parse_domain(domain).requirements}


@pytest.mark.parametrize(("metric", "moves"), [("unit", 116), ("straight", 90)])
def test_a_planner_solves_klotski(metric: Metric, moves: int, tmp_path: Path) -> None:
    assert shortest(*written("lane-rouge", metric, tmp_path)) == moves


TASKS = {
    "cars": ["rush", "--size", "4x4", "--walls", "1", "--to", "6"],
    "klotski": ["klotski", "--to", "8"],
    "tiles": ["tiles", "--size", "3x2", "--to", "8"],
    "doors": ["two", "--to", "4"],
    "layers": ["layers", "--to", "6"],
    "frozen": ["frozen", "--to", "9"],
    "later": ["later", "--to", "9"],
}


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("name", TASKS)
def test_tasks_come_with_plans(name: str, metric: Metric, tmp_path: Path) -> None:
    family, *rest = TASKS[name]
    if family in (*DOORS, "later"):
        path = tmp_path / "puzzle.toml"
        path.write_text(text_of(family), encoding="utf-8")
        family = str(path)
    options = ["--metric", metric, "--count", "4", "--pddl", str(tmp_path / "plans"), "--format", "json"]
    rows = [json.loads(line) for line in hr.run("tasks", family, *rest, *options).splitlines()]
    assert len(rows) == 4
    for row in rows:
        domain, problem, plan = (tmp_path / "plans" / row["id"] / file for file in ("domain.pddl", "problem.pddl", "plan"))
        *actions, cost = plan.read_text().splitlines()
        assert cost == f"; cost = {row['optimal']} (unit cost)" and len(actions) == row["optimal"]
        assert is_plan(actions, domain, problem)
        if name != "klotski":
            assert shortest(domain, problem) == row["optimal"]
