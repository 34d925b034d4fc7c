"""Answers to tasks about Rush Hour boards, whose worth follows from a naive search that shares nothing with huarong."""

from __future__ import annotations

from typing import Any

import naive

STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
BACK = {"left": "right", "right": "left", "up": "down", "down": "up"}

Task = dict[str, Any]


def grid(task: Task) -> naive.Grid:
    return tuple(task["board"].split("/"))


def play(rows: naive.Grid, move: str) -> naive.Grid:
    """The grid after a move such as `A right 2`, which must be possible."""
    sign, word, cells = move.split()
    right, down = (step * int(cells) for step in STEPS[word])
    return naive.slide(rows, sign, right, down)


def solves(task: Task, moves: list[str]) -> bool:
    """Whether legal moves take the red car to the exit."""
    rows = grid(task)
    for move in moves:
        rows = play(rows, move)
    return any(row.endswith("AA") for row in rows)


def fewest(task: Task) -> int | None:
    """The number of moves of one cell of an optimal solution."""
    rows = grid(task)
    goal = tuple("." * (len(row) - 2) + ("AA" if "A" in row else "..") for row in rows)
    return naive.distance(rows, goal, lengthwise=True)


def moves_of_one_cell(task: Task) -> tuple[list[str], list[str]]:
    """The legal moves of one cell along the cars, and those that are blocked."""
    rows, legal, blocked = grid(task), [], []
    for sign in sorted(set("".join(rows)) - set(".#")):
        is_row = any(sign * 2 in row for row in rows)
        for word in ("left", "right") if is_row else ("up", "down"):
            move = f"{sign} {word} 1"
            try:
                play(rows, move)
                legal.append(move)
            except AssertionError:
                blocked.append(move)
    return legal, blocked


def illegal(task: Task) -> str:
    """The solution after a move that is blocked."""
    return ", ".join([moves_of_one_cell(task)[1][0], *task["solution"]])


def detour(task: Task) -> str:
    """The solution after a move there and back, which no shorter solution has."""
    move = moves_of_one_cell(task)[0][0]
    sign, word, cells = move.split()
    moves = [move, f"{sign} {BACK[word]} {cells}", *task["solution"]]
    # The first move could solve the puzzle.
    assert solves(task, moves) and not solves(task, [move])
    return "Answer: " + ", ".join(moves)
