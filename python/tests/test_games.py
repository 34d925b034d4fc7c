"""Two-player games, against a naive search."""

from __future__ import annotations

from functools import cache

import pytest

import huarong as hr

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@cache
def value(cells: str) -> int:
    """1, 0 or -1 of tic-tac-toe for the side to move."""
    if any({cells[a], cells[b], cells[c]} in ({"x"}, {"o"}) for a, b, c in LINES):
        return -1
    if "." not in cells:
        return 0
    mover = "x" if cells.count("x") == cells.count("o") else "o"
    after = (cells[:i] + mover + cells[i + 1 :] for i, cell in enumerate(cells) if cell == ".")
    return max(-value(other) for other in after)


def test_tic_tac_toe_has_the_values_of_a_naive_search() -> None:
    game = hr.game("tic-tac-toe")
    value("." * 9)
    seen = 0
    waiting = ["." * 9]
    done = set()
    while waiting:
        cells = waiting.pop()
        if cells in done:
            continue
        done.add(cells)
        answer = game.query("/".join((cells[:3], cells[3:6], cells[6:])))
        assert answer["value"] == {1: "win", 0: "draw", -1: "loss"}[value(cells)]
        waiting.extend(move["position"].replace("/", "") for move in answer["moves"])
        seen += 1
    # Published: 5,478 positions of tic-tac-toe.
    assert seen == 5_478


def test_a_line_is_played_to_its_end() -> None:
    line = hr.game("4,3,3").line()
    assert line[0]["value"] == "win" and line[-1]["over"]
    assert [answer["plies"] for answer in line] == list(range(len(line) - 1, -1, -1))


def test_bad_games_are_refused() -> None:
    with pytest.raises(hr.InvalidInputError):
        hr.game("chess")
    with pytest.raises(hr.InvalidInputError):
        hr.game("tic-tac-toe").query("xxx")
    with pytest.raises(hr.MemoryLimitError):
        hr.game("5,5,4", memory=1_000_000)
