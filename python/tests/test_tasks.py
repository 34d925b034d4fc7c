"""Tasks, and the scores of their answers."""

from __future__ import annotations

import itertools
import json
import pickle

import pytest

import huarong as hr

QUESTIONS = ["solve", "within", "next", "legal", "board", "solvable", "length", "mistake"]
SMALL = {"name": "small", "lengthwise": True, "start": ["AAB", "..B", "..."], "goal": [".AA", "...", "..."]}


def test_tasks_are_the_rows_of_the_program() -> None:
    wanted = ["--question", ",".join(QUESTIONS), "--from", "2", "--to", "9", "--seed", "5", "--size", "4x4"]
    rows = hr.run("tasks", "rush", *wanted, "--count", 40, "--format", "json").splitlines()
    stream = hr.tasks("rush", questions=QUESTIONS, lengths=(2, 9), seed=5, size="4x4")
    made = list(itertools.islice(stream, 40))
    assert len(rows) == 40
    assert [json.loads(row) for row in rows] == made
    # In Chinese, and drawn in another way, they are about the same boards.
    other = hr.tasks(
        "rush", questions=QUESTIONS, lengths=(2, 9), seed=5, size="4x4", language="zh", drawing="list"
    )
    for task, same in zip(made, other, strict=False):
        assert (task["board"], task["optimal"]) == (same["board"], same["optimal"])
        assert "目標" in same["prompt"]


def test_right_answers_are_right_and_others_are_not() -> None:
    tasks = list(itertools.islice(hr.tasks("rush", questions=QUESTIONS, seed=2, size="5x5"), 80))
    assert {task["question"] for task in tasks} == set(QUESTIONS)
    scores = hr.score_many(tasks, [task["target"] for task in tasks])
    assert all(score["correct"] and score["reward"] == 1 for score in scores)
    assert [score["question"] for score in scores] == [task["question"] for task in tasks]
    assert scores[:8] == [hr.score(task, task["target"]) for task in tasks[:8]]
    wrong = {"legal": {"yes": "no", "no": "yes"}, "solvable": {"yes": "no", "no": "yes"}}
    for task in tasks:
        swapped = wrong.get(task["question"], {}).get(task["target"], "no idea")
        assert not hr.score(task, swapped)["correct"], task
        # The length is that of a search of its own.
        if task["optimal"] is not None:
            solution = hr.Puzzle.rush(task["board"]).solve("straight")
            assert solution is not None and len(solution) == task["optimal"]


def test_tasks_of_puzzles_carry_their_puzzle() -> None:
    puzzle = hr.Puzzle.from_json(json.dumps(SMALL))
    assert puzzle.toml is not None and puzzle == hr.Puzzle.from_toml(puzzle.toml)
    drawn = hr.Puzzle(start="AAB/..B/...", goal=".AA/.../...", lengthwise=True, name="small")
    assert puzzle == drawn
    for family in (puzzle, [puzzle, hr.Puzzle.rush("..B/AAB/.../...")]):
        for task in itertools.islice(hr.tasks(family, lengths=(1, 2), questions=["solve", "length"]), 20):
            assert task["family"] == "puzzles" and task["puzzle"] is not None
            # A row survives JSON, in which sets are kept.
            kept = json.loads(json.dumps(task))
            assert hr.score(kept, task["target"])["correct"]
            assert hr.Puzzle.from_toml(task["puzzle"]).parse(task["board"])
    listed = {"puzzle": {"start": ["A.."], "goal": ["..A"]}, "board": ".A.", "question": "length"}
    assert hr.score(listed, "1")["correct"] and not hr.score(listed, "2")["correct"]


def test_parts_have_no_component_in_common() -> None:
    parts = {}
    for split in ("train", "validation", "test"):
        stream = hr.tasks("rush", size="4x4", lengths=(1, 8), split=split, seed=3)
        parts[split] = {task["cluster"] for task in itertools.islice(stream, 64)}
    assert all(parts.values())
    for one, other in itertools.combinations(parts.values(), 2):
        assert not one & other


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"family": "chess"}, "families"),
        ({"questions": ["why"]}, "unknown question"),
        ({"questions": []}, "no questions"),
        ({"lengths": (0, 5)}, "lengths"),
        ({"lengths": (7, 5)}, "lengths"),
        ({"lengths": (1, 1 << 40)}, "whole number"),
        ({"size": "2x6"}, "2"),
        ({"size": "six"}, "board size"),
        ({"split": "dev"}, "unknown part"),
        ({"language": "fr"}, "unknown language"),
        ({"drawing": "oil"}, "unknown drawing"),
        ({"metric": "multi"}, "metrics"),
        ({"family": []}, "no puzzles"),
        ({"walls": 1000}, "wall"),
    ],
)
def test_wrong_orders_are_refused(arguments: dict[str, object], text: str) -> None:
    order: dict[str, object] = {"family": "rush", **arguments}
    with pytest.raises(hr.InvalidInputError, match=text):
        hr.tasks(**order)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ({}, "board"),
        ({"board": "no board"}, "board"),
        ({"board": "..B/AAB/.../...", "question": "legal"}, "needs moves"),
        ({"board": "..B/AAB/.../...", "question": "within"}, "needs a number"),
        ({"board": "..B/AAB/.../...", "question": "why"}, "unknown question"),
        ({"board": "..B/AAB/.../...", "puzzle": {"start": ["A."]}}, "puzzle of a task"),
    ],
)
def test_rows_that_are_no_tasks_are_refused(task: dict[str, object], text: str) -> None:
    with pytest.raises(hr.InvalidInputError, match=text):
        hr.score(task, "A+1")


def test_commands_are_run() -> None:
    rows = hr.run("design", "--rush", "4x4", "--count", 3, "--format", "json").splitlines()
    assert len(rows) == 3 and all("distance" in json.loads(row) for row in rows)
    answered = json.dumps({"board": "..B/AAB/.../...", "answer": "B+2 A+1"})
    scored = json.loads(hr.run("score", "--metric", "straight", "--format", "json", input=answered + "\n"))
    score = hr.score(hr.Puzzle.rush("..B/AAB/.../..."), "B+2 A+1", "straight")
    assert scored == {"line": 1, "id": None, "metric": "straight", "error": None, **score}
    with pytest.raises(hr.CommandError, match="nonsense") as failed:
        hr.run("query", "nonsense", "--format", "csv")
    assert failed.value.returncode == 1 and "nonsense" in str(failed.value)
    copied = pickle.loads(pickle.dumps(failed.value))
    assert (str(copied), copied.returncode) == (str(failed.value), 1)


def test_tasks_of_games_have_one_winning_move() -> None:
    rows = hr.run("tasks", "connect-four", "--count", 20, "--format", "json", "--answer", "exact").splitlines()
    made = list(itertools.islice(hr.tasks("connect-four", answer="exact"), 20))
    assert [json.loads(row) for row in rows] == made
    scores = hr.score_many(made, [task["answer"] or "" for task in made])
    assert all(score["correct"] and score["optimal"] == task["optimal"] for task, score in zip(made, scores, strict=True))
    # Another column does not win.
    others = [str(int(task["target"]) % 7 + 1) for task in made]
    assert not any(score["correct"] for score in hr.score_many(made, others))
    with pytest.raises(ValueError, match="next"):
        hr.tasks("connect-four", questions=["length"])
    with pytest.raises(ValueError, match="question next"):
        hr.score({**made[0], "question": "length"}, "4")
    with pytest.raises(ValueError, match="rows"):
        hr.score({**made[0], "board": "x.."}, "4")
    # A game has the names that the program reads, and that of its table.
    for name in ("tic-tac-toe", "3,3,3", "3-3-3"):
        assert hr.score({"puzzle": name, "board": "xo./..o/..x", "question": "next"}, "(2, 2)")["correct"]
