"""Answers of models and people, and keys of components."""

from __future__ import annotations

import pytest

import huarong as hr

BOARD = "..B/AAB/.../..."


def test_answers_are_judged() -> None:
    puzzle = hr.Puzzle.rush(BOARD)
    found = hr.score(puzzle, "Answer: B down 2, A right 1", "straight", reward="optimal")
    assert found["solved"] and found["correct"] and (found["moves"], found["excess"], found["reward"]) == (2, 0, 1.0)
    blocked = hr.score(puzzle, "A+1", "straight", reward="progress")
    assert (blocked["legal"], blocked["error_kind"], blocked["reward"]) == (0, "blocked", 0.0)
    unread = hr.score(puzzle, "no idea")
    assert unread["error_kind"] == "unread" and unread["reading"] is None


def test_many_answers_have_the_scores_of_each() -> None:
    puzzles = [hr.Puzzle.rush(BOARD), "VBBV/VBBV/VHHV/VSSV/S..S", hr.Puzzle.rush(BOARD)] * 20
    answers = ["B+2 A+1", "S2,4↓", "B+1 B+1 A+1"] * 20
    many = hr.score_many(puzzles, answers)
    assert len(many) == 60
    assert many[:3] == [hr.score(puzzle, answer) for puzzle, answer in zip(puzzles[:3], answers[:3], strict=True)]
    assert many[3:6] == many[:3]
    # The classic start has 81 moves, and the small piece may begin an optimal solution.
    assert (many[1]["optimal"], many[1]["distance"]) == (81, 80)


def test_wrong_input_is_refused() -> None:
    with pytest.raises(hr.InvalidInputError, match="2 puzzles and 1 answers"):
        hr.score_many([hr.Puzzle.rush(BOARD)] * 2, ["A+1"])
    with pytest.raises(hr.InvalidInputError, match="unknown reward"):
        hr.score(hr.Puzzle.rush(BOARD), "A+1", reward="gold")  # type: ignore[arg-type]


def test_tasks_count_cells_from_one() -> None:
    row = {"board": BOARD, "metric": "straight", "question": "next"}
    # B is in row 1 and column 3, counted from 1; counted from 0, it is in row 0 and column 2.
    assert hr.score({**row, "generator": "1"}, "(1, 3) down 2")["correct"]
    assert hr.score(row, "(0, 2) down 2")["correct"]
    assert hr.score({**row, "generator": "1"}, "(0, 2) down 2")["error_kind"] == "no_piece"
    assert hr.score({**row, "prompt": "Which move?"}, "(0, 2) down 2")["error_kind"] == "no_piece"


def test_questions_that_cannot_be_read_are_refused() -> None:
    row = {"board": BOARD, "metric": "straight", "question": "legal", "about": ["A right twice"]}
    with pytest.raises(hr.InvalidInputError, match="not clear"):
        hr.score(row, "no")
    with pytest.raises(hr.InvalidInputError, match="not clear"):
        hr.score_many([row], ["no"])


def test_mirror_images_have_one_key() -> None:
    left = hr.component("VBBV/VBBV/VHHV/VSSV/S..S")
    right = hr.component(left[0].mirror() or left[0])
    assert left.key == right.key and len(left.key) == 32
    assert left.key != hr.component("VBBV/VBBV/HHHH/VSSV/V..V").key
