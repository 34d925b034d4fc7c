"""The questions of `tests/library/questions.rs`, whose answers a witness proves there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import huarong as hr

QUESTIONS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "tests/data/questions.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["name"])
def test_a_question_is_answered(question: dict) -> None:
    if question.get("wrong"):
        with pytest.raises(ValueError):
            hr.Puzzle.from_toml(question["toml"])
        return
    puzzle = hr.Puzzle.from_toml(question["toml"])
    solution = hr.solve(puzzle, question["metric"])
    assert (None if solution is None else len(solution)) == question["distance"]
    if solution is not None and "count" in question:
        assert solution.solution_count == question["count"]


def test_many_questions_are_answered_at_once() -> None:
    for metric in ("unit", "straight", "finger"):
        asked = [question for question in QUESTIONS if question["metric"] == metric and not question.get("wrong")]
        solutions = hr.solve_many([hr.Puzzle.from_toml(question["toml"]) for question in asked], metric)
        found = [None if solution is None else len(solution) for solution in solutions]
        assert found == [question["distance"] for question in asked]
