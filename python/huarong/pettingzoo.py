"""Solved games for two as environments of [PettingZoo](https://pypi.org/project/pettingzoo/), with exact values.

>>> from huarong.pettingzoo import env
>>> game = env("tic-tac-toe")
>>> game.reset(options={"position": "xo./..o/..x"})
>>> for agent in game.agent_iter():
...     observation, reward, terminated, truncated, info = game.last()
...     game.step(None if terminated else info["best_actions"][0])
...     print(agent, reward, info["value"], info["plies"])
x 0 win 1
o -1 None None
x 1 None None

A game is named by columns, rows and stones in a row, as `4,4,4`; with `gravity 5,4,4` stones fall down their column.
Without a table it is solved first, as `huarong.game` does. The agents are `x`, who is first, and `o`.

- An observation has `observation`, an array of `int8` with rows from the top, columns, and two planes: the stones of
  the agent, and those of the other one. `action_mask` has 1 for each legal action of the agent to move.
- With gravity, an action is a column; otherwise it is a cell, row by row from the top. Both are counted from 0.
- The reward is 1 for the winner and -1 for the loser, once, at the end. After an illegal action of `env`, its agent
  loses; `StonesEnv` raises `ValueError`.
- The `info` of the agent to move has `value` (`win`, `draw` or `loss` under best play), `plies` to the end, and
  `best_actions`: those with the best value, and of these the fastest win or slowest loss.
- `reset` takes `options={"position": ...}`, a position such as `xo./..o/..x`. Nothing is random, so `seed` changes nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import huarong

from ._types import GamePosition

__all__ = ["StonesEnv", "env"]


def env(game: str | huarong.Game, render_mode: str | None = None) -> AECEnv:
    """An environment of a game, in which an illegal action loses."""
    stones = StonesEnv(game, render_mode)
    legal = wrappers.TerminateIllegalWrapper(stones, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


class StonesEnv(AECEnv):
    """A game of stones for two; see the module."""

    metadata = {"name": "huarong_stones_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game: str | huarong.Game, render_mode: str | None = None) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or 'ansi', not {render_mode!r}")
        self.game = huarong.game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        rows = self.game.query()["position"].split("/")
        self._size = len(rows), len(rows[0])
        self._has_gravity = self.game.name.startswith("gravity")
        self.possible_agents = ["x", "o"]
        actions = self._size[1] if self._has_gravity else self._size[0] * self._size[1]
        board = spaces.Box(0, 1, (*self._size, 2), np.int8)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        space = spaces.Dict({"observation": board, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(actions))
        self.infos: dict[str, dict[str, Any]] = {}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._go_to(self.game.query((options or {}).get("position")))
        if self._at["over"]:
            raise ValueError(f"the game is over in the position {self._at['position']}")

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        signs = np.array([list(row) for row in self._at["position"].split("/")])
        other = "o" if agent == "x" else "x"
        board = np.stack([signs == agent, signs == other], axis=2).astype(np.int8)
        mask = np.zeros(self.action_space(agent).n, np.int8)
        if agent == self.agent_selection:
            mask[list(self._after)] = 1
        return {"observation": board, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action not in self._after:
            raise ValueError(f"{action} is no legal action: {sorted(self._after)} are")
        self._cumulative_rewards[agent] = 0
        self._go_to(self.game.query(self._after[action]))
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self._at["position"].replace("/", "\n") if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _go_to(self, at: GamePosition) -> None:
        self._at = at
        agent = self.agent_selection = at["to_move"]
        moves = [] if at["over"] else at["moves"]
        actions = [self._action(made["column"], made["row"]) for made in moves]
        self._after = dict(zip(actions, (made["position"] for made in moves), strict=True))
        best = [
            action
            for action, made in zip(actions, moves, strict=True)
            if (made["value"], made["plies"]) == (at["value"], at["plies"])
        ]
        self.infos = {agent: {"value": None, "plies": None, "best_actions": []} for agent in self.agents}
        if at["over"]:
            # The side to move has not made the last move.
            reward = {"win": 1, "draw": 0, "loss": -1}[at["value"]]
            other = "o" if agent == "x" else "x"
            self.rewards = {agent: reward, other: -reward}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.infos[agent] = {"value": at["value"], "plies": at["plies"], "best_actions": best}

    def _action(self, column: int, row: int) -> int:
        return column - 1 if self._has_gravity else (row - 1) * self._size[1] + column - 1
