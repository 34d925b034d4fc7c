"""Games of stones as environments of PettingZoo, by its own tests and against a naive search."""

from __future__ import annotations

import doctest
import random

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test
from test_games import LINES, value

import huarong.pettingzoo
from huarong.pettingzoo import StonesEnv, env


def test_the_examples_of_the_module_are_true() -> None:
    assert doctest.testmod(huarong.pettingzoo) == (0, 4)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("game", ["tic-tac-toe", "gravity 4,4,3", "4,3,3"])
def test_the_interface_is_that_of_pettingzoo(game: str) -> None:
    api_test(env(game), num_cycles=100)


def test_rewards_values_and_masks_are_those_of_a_naive_game() -> None:
    draw = random.Random(5)
    game = StonesEnv("tic-tac-toe", "ansi")
    ends = set()
    for _ in range(200):
        game.reset()
        cells = "." * 9
        while not any(game.terminations.values()):
            agent = "x" if cells.count("x") == cells.count("o") else "o"
            assert game.agent_selection == agent
            seen = game.observe(agent)
            legal = [cell for cell in range(9) if cells[cell] == "."]
            assert list(seen["action_mask"].nonzero()[0]) == legal
            other = "o" if agent == "x" else "x"
            planes = seen["observation"].reshape(9, 2).tolist()
            assert planes == [[int(sign == agent), int(sign == other)] for sign in cells]
            info = game.infos[agent]
            assert info["value"] == {1: "win", 0: "draw", -1: "loss"}[value(cells)]
            after = {cell: cells[:cell] + agent + cells[cell + 1 :] for cell in legal}
            best = info["best_actions"]
            assert best and all(-value(after[cell]) == value(cells) for cell in best)
            cell = draw.choice(best if draw.random() < 0.5 else legal)
            cells = after[cell]
            game.step(cell)
            assert (game.render() or "").replace("\n", "") == cells
        won = [sign for sign in "xo" if any({cells[a], cells[b], cells[c]} == {sign} for a, b, c in LINES)]
        rewards = {sign: 0 if not won else 1 if sign in won else -1 for sign in "xo"}
        assert game.rewards == rewards
        ends.add(tuple(won))
    assert ends == {("x",), ("o",), ()}


def test_illegal_actions_and_positions() -> None:
    game = env("gravity 4,4,3")
    game.reset(options={"position": "o.../x.../o.../x..."})
    game.step(0)
    assert game.terminations == {"x": True, "o": True} and game.rewards["x"] == -1
    stones = StonesEnv("tic-tac-toe")
    with pytest.raises(ValueError, match="over"):
        stones.reset(options={"position": "xxx/oo./..."})
    stones.reset()
    with pytest.raises(ValueError, match="no legal action"):
        stones.step(9)
    with pytest.raises(ValueError, match="render_mode"):
        StonesEnv("tic-tac-toe", "human")
