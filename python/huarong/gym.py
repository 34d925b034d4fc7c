"""Environments of gymnasium for reinforcement learning, with exact distances.

>>> from huarong.gym import SlidingBlocks
>>> env = SlidingBlocks("1h4v4s", "unit", distance=(10, 20))
>>> observation, info = env.reset(seed=1)
>>> steps, terminated = 0, False
>>> while not terminated:
...     observation, reward, terminated, truncated, now = env.step(env.optimal_actions()[0])
...     steps += 1
>>> steps == info["distance"], reward, now["distance"], now["regret"]
(True, 1.0, 0, 0)

Importing this module registers `huarong/SlidingBlocks-v0`. `gymnasium.make("huarong.gym:huarong/SlidingBlocks-v0")`
imports it by itself.

A state is a position of a component, and its number is the position's index there. The agent moves one piece per step
until it reaches a goal position. A step only looks up arrays of the graph of moves.

- An observation is the board, an array of `uint8` with rows and columns: 0 is an empty cell, k a cell of the k-th shape
  of the puzzle, counted from 1, and 255 a wall.
- An action names a piece by its first cell in reading order. Cells are numbered from 0, row by row, walls included. In
  the metric `unit`, action 4 * cell + d moves the piece at `cell`; d is 0 for up, 1 for down, 2 for left, 3 for right.
  In `straight` and `finger`, action cells * before + after moves the piece from cell `before` to cell `after`; `cells`
  is the number of cells of the board.
- On a board with doors, there are more actions, after those above. In `unit`, action 4 * cells + cell lets the piece at
  `cell` leave. In `straight` and `finger`, action cells * cells + cells * cell + cell does so. A piece with layers passes the
  door instead, and stays as its next layer at the cell `after`: this is action cells * cells + cells * before + after.
- An action that is no legal move changes nothing, but counts as a step.

The reward is 1 for a step that ends at a goal position, otherwise 0. After it, call `reset`: further steps mean nothing.
`reward="shaped"` adds gamma * phi(after) - phi(before), where phi is the negative distance. This potential-based shaping
keeps the optimal policies if the agent discounts with the same gamma (Ng, Harada and Russell 1999).

An episode ends at a goal position. On a board with doors, a position can be lost: pieces have left so that the goal cannot be
reached any more. An episode goes on there until it is truncated. For rewards and for `regret`, a lost position is one move
farther from the goal than the farthest position that can reach it.

`info` has these entries:

- `state`: the index of the position;
- `distance`: the number of moves to the nearest goal position; -1 if the position is lost;
- `action_mask`: for each action 1 if it is legal, otherwise 0;
- `legal`: whether the action of the step was legal;
- `regret`: how much the step is worse than an optimal one, in moves. It is the distance after the step, plus 1, minus
  the distance before it;
- `lost`, with the parameter `lost=True`: whether the position is lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Real
from operator import index
from typing import Any, Literal, SupportsIndex, TypeAlias
from weakref import WeakValueDictionary

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import Component, Graph, InvalidInputError, MemoryLimitError, Position, Puzzle, Table, component, table
from ._huarong import _single_piece_metric
from .errors import check_text, shown

__all__ = ["SlidingBlocks", "SlidingBlocksVector"]

Metric: TypeAlias = Literal["unit", "straight", "finger"]
Distance: TypeAlias = SupportsIndex | Sequence[SupportsIndex]
Discount: TypeAlias = float | np.floating[Any]
Reward: TypeAlias = Literal["sparse", "shaped"]
Source: TypeAlias = str | Puzzle | Position | Table | Component | Graph
Mask: TypeAlias = npt.NDArray[np.int8]
Observation: TypeAlias = npt.NDArray[np.uint8]

ANY_DISTANCE = (1, 65_535)

MEMORY = 1 << 30
"""The default memory limit in bytes: an environment needs its whole component, which may fill any memory."""

REMEDY = "raise `memory`, or choose a puzzle with fewer positions"

MOST_ACTIONS = 1 << 24
"""Masks of more actions than these would fill the memory."""


class _Rules:
    """The arrays that a step looks up."""

    def __init__(self, graph: Graph, memory: int) -> None:
        columns, rows = graph.component.puzzle.size
        degrees = np.diff(graph.indptr)
        slots = max(1, int(degrees.max(initial=0)))
        needed = len(degrees) * (rows * columns + 4 * slots + 40) + 64 * len(graph.indices)
        if needed > memory:
            text = f"the arrays of {len(degrees):,} positions need {needed:,} bytes, more than the limit of {memory:,}"
            raise MemoryLimitError(f"{text}: {REMEDY}")
        boards = graph.component.boards()
        rows, columns = boards.shape[1:]
        cells = rows * columns
        before, after = graph.moves.T.astype(np.int64)
        has_doors = graph.component.puzzle.has_doors
        if graph.metric == "unit":
            self.action_count = (5 if has_doors else 4) * cells
            # Up is the first test, so that a board of one column has no moves to the left.
            steps = [after - before == step for step in (-columns, columns, -1)]
            actions = 4 * before + np.select(steps, [0, 1, 2], 3)
            out = 4 * cells + before
        else:
            self.action_count = (2 if has_doors else 1) * cells * cells
            actions = cells * before + after
            # A piece that is gone has no place after the move.
            out = cells * cells + cells * before + np.where(graph.leaves, before, after)
        if has_doors:
            actions = np.where(graph.leaves | (graph.becomes > 0), out, actions)
        if self.action_count > MOST_ACTIONS:
            text = f"a board of {cells} cells has {self.action_count} actions; the metric unit has fewer"
            raise InvalidInputError(text)
        distances = graph.distances
        if distances.count() == 0:
            raise InvalidInputError("no position of this component can reach the goal")
        self.graph = graph
        self.boards = boards
        #: The states from which the goal cannot be reached: none without doors, because moves can then be undone.
        self.is_lost = np.ma.getmaskarray(distances)
        #: The distance of each state. Lost ones are one move farther than all others.
        self.distances = distances.filled(int(distances.max()) + 1).astype(np.int32)
        #: The same as `info` has it.
        self.shown_distances = np.where(self.is_lost, -1, self.distances) if self.is_lost.any() else self.distances
        self.first = graph.indptr[:-1]
        self.after = graph.indices
        #: The legal actions of each state, filled up with `action_count`.
        self.legal = np.full((len(boards), slots), self.action_count, np.min_scalar_type(self.action_count))
        of_state = np.repeat(np.arange(len(boards)), degrees)
        self.legal[of_state, np.arange(len(actions)) - self.first[of_state]] = actions
        #: All states by distance, lost ones at the end, and where each distance begins.
        self.by_distance = np.argsort(self.distances, kind="stable").astype(np.uint32)
        self.begins = np.concatenate(([0], np.cumsum(np.bincount(self.distances[~self.is_lost]))))

    def starts(self, distance: Distance) -> tuple[int, int]:
        """The states with distances in a range, as a range of `by_distance`."""
        try:
            pair = (distance, distance) if isinstance(distance, SupportsIndex) else distance
            ends = [index(value) for value in pair]
        except TypeError:
            raise TypeError(f"a distance is a whole number or a pair of two, not {shown(distance)}") from None
        if len(ends) != 2:
            raise InvalidInputError(f"a range is a pair of the least and the greatest distance, not {shown(distance)}")
        low, high = ends
        last = len(self.begins) - 1
        if low > high:
            raise InvalidInputError(f"a range goes from the smaller distance, not from {low} to {high}")
        begin, end = (int(self.begins[min(max(value, 0), last)]) for value in (low, high + 1))
        if begin >= end:
            text = f"no position has a distance from {low} to {high}; the largest distance is {last - 1}"
            raise InvalidInputError(text)
        return begin, end

    def draw(self, generator: np.random.Generator, starts: tuple[int, int], size: int) -> npt.NDArray[np.int64]:
        """States in a range of `by_distance`, each equally likely."""
        drawn: npt.NDArray[np.int64] = self.by_distance[generator.integers(*starts, size=size)].astype(np.int64)
        return drawn

    def optimal(self, state: int) -> npt.NDArray[np.int64]:
        """The actions that begin an optimal solution; none at the goal."""
        begin = self.first[state]
        row = self.legal[state]
        legal = row[row < self.action_count]
        after = self.after[begin : begin + len(legal)]
        optimal: npt.NDArray[np.int64] = legal[self.distances[after] < self.distances[state]].astype(np.int64)
        return optimal


#: The arrays of graphs that environments use now, by the identity of the graph, which `_Rules` keeps alive.
_SHARED: WeakValueDictionary[int, _Rules] = WeakValueDictionary()


#: The arrays of the latest environment. `AsyncVectorEnv` makes an environment, deletes it, and forks processes, which
#: cannot search anything: they find the arrays here.
_LATEST: dict[tuple[Source, Metric | None], _Rules] = {}


def _rules(source: Source, metric: Metric | None, memory: SupportsIndex | None) -> _Rules:
    """The arrays of a graph. Environments of one graph share them."""
    if not isinstance(source, (str, Puzzle, Position, Table, Component, Graph)):
        text = "a piece set, a position or its text, a puzzle, a table, a component or a graph"
        raise TypeError(f"an environment is made of {text}, not of {shown(source)}")
    metric = None if metric is None else _single_piece_metric(metric)
    limit = MEMORY if memory is None else _positive("memory", memory)
    rules = _LATEST.get((source, metric))
    if rules is None:
        try:
            graph = _graph(source, metric, limit)
        except MemoryLimitError as error:
            raise MemoryLimitError(f"{error}: {REMEDY}") from None
        rules = _SHARED.get(id(graph))
        if rules is None:
            rules = _SHARED[id(graph)] = _Rules(graph, limit)
        _LATEST.clear()
        _LATEST[source, metric] = rules
    return rules


def _graph(source: Source, metric: Metric | None, memory: int) -> Graph:
    """The graph of moves that an environment is about."""
    if isinstance(source, Graph):
        if metric not in (None, source.metric):
            raise InvalidInputError(f"the metric of this graph is {source.metric}, not {metric}")
        # Moves of a whole line have no actions.
        _single_piece_metric(source.metric)
        return source
    metric = "finger" if metric is None else metric
    if isinstance(source, str):
        source = table(source, memory=memory) if source in Puzzle.klotski().piece_sets else Position(source)
    if isinstance(source, Table):
        source = source.hardest(1, metric=metric)[0]
    reached = source if isinstance(source, Component) else component(source, memory=memory)
    return reached.graph(metric, memory=memory)


def _reward(name: str) -> bool:
    """Whether rewards are shaped."""
    check_text("a reward", name)
    if name not in ("sparse", "shaped"):
        raise InvalidInputError(f"a reward is sparse or shaped, not {shown(name)}")
    return name == "shaped"


def _discount(gamma: Discount) -> float:
    text = f"gamma is a number from 0 to 1, not {shown(gamma)}"
    if not isinstance(gamma, Real):
        raise TypeError(text)
    if not 0 <= gamma <= 1:
        raise InvalidInputError(text)
    return float(gamma)


def _positive(name: str, number: SupportsIndex) -> int:
    text = f"{name} is a positive whole number, not {shown(number)}"
    if not isinstance(number, SupportsIndex):
        raise TypeError(text)
    if index(number) <= 0:
        raise InvalidInputError(text)
    return index(number)


def _check_array(what: str, array: npt.NDArray[Any], length: int, kinds: str, items: str) -> None:
    text = f"{what} of {length} {items}"
    if array.dtype.kind not in kinds:
        raise TypeError(text)
    if array.shape != (length,):
        raise InvalidInputError(text)


def _check_options(options: Mapping[str, Any], known: set[str]) -> None:
    if not isinstance(options, Mapping):
        raise TypeError(f"the options are a dict, not {type(options).__name__}")
    for name in options.keys() - known:
        raise InvalidInputError(f"{shown(name)} is not an option; the options are {', '.join(sorted(known))}")


class _Episodes:
    """What all environments share: the graph, the starts of episodes, and their rewards."""

    def _prepare(
        self,
        puzzle: Source,
        metric: Metric | None,
        distance: Distance,
        reward: Reward,
        gamma: Discount,
        max_steps: SupportsIndex | None,
        memory: SupportsIndex | None,
        lost: bool,
    ) -> None:
        if not isinstance(lost, (bool, np.bool_)):
            raise TypeError(f"lost is true or false, not {shown(lost)}")
        self._tells_lost = bool(lost)
        self._rules = _rules(puzzle, metric, memory)
        self._starts = self._rules.starts(distance)
        self._is_shaped = _reward(reward)
        self._gamma = _discount(gamma)
        self._max_steps = None if max_steps is None else _positive("max_steps", max_steps)

    @property
    def graph(self) -> Graph:
        """The graph of moves. Its nodes are the states."""
        return self._rules.graph

    def set_distance(self, distance: Distance) -> None:
        """Draw the starts of later episodes from another range of distances, as a curriculum does."""
        self._starts = self._rules.starts(distance)

    def _starts_of(self, options: Mapping[str, Any]) -> tuple[int, int]:
        """The starts that the options of a reset ask for."""
        return self._rules.starts(options["distance"]) if "distance" in options else self._starts


class SlidingBlocks(_Episodes, gymnasium.Env[Observation, np.int64]):
    """A sliding-block puzzle.

    `puzzle` is one of these:

    - a piece set such as `1h4v4s`, or a table: the component of its hardest position;
    - the text of a position of Klotski, or the name of an opening: its component;
    - a position, a component, or a puzzle with a start: its component;
    - a graph of moves. Environments of one graph share their arrays.

    Parameters:

    - `metric`: `unit`, `straight` or `finger`, by default `finger`, or the metric of the graph;
    - `distance`: `reset` draws a start with this distance, or in this range, both ends included, each equally likely;
    - `reward`: `sparse` or `shaped`, and the discount `gamma` of shaping;
    - `max_steps`: an episode is truncated after so many steps, or never if it is `None`;
    - `memory`: a limit in bytes for the search of the component, for its graph, and for the arrays; by default 1 GiB each.
      `MemoryLimitError` is raised if one needs more;
    - `lost`: whether `info` says if the position is lost.

    `reset` takes these options: `distance` replaces the range for this episode, and `position` is its start.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        puzzle: Source = "1h4v4s",
        metric: Metric | None = None,
        *,
        distance: Distance = ANY_DISTANCE,
        reward: Reward = "sparse",
        gamma: Discount = 0.99,
        max_steps: SupportsIndex | None = 1000,
        render_mode: str | None = None,
        memory: SupportsIndex | None = None,
        lost: bool = False,
    ) -> None:
        self._prepare(puzzle, metric, distance, reward, gamma, max_steps, memory, lost)
        self._state = -1
        self._steps = 0
        #: The position with the letters of the start, which only rendering needs.
        self._shown: Position | None = None
        if render_mode is not None:
            check_text("a render mode", render_mode)
            if render_mode not in self.metadata["render_modes"]:
                raise InvalidInputError(f"there is no render mode {shown(render_mode)}; there is 'ansi'")
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(0, 255, self._rules.boards.shape[1:], np.uint8)
        self.action_space = gymnasium.spaces.Discrete(self._rules.action_count)

    @property
    def state(self) -> int:
        """The state of the episode, an index of a position in the component."""
        if self._state < 0:
            raise gymnasium.error.ResetNeeded("call reset first")
        return self._state

    @property
    def position(self) -> Position:
        """The position of the episode. With a render mode, pieces keep the letters of the start."""
        return self.graph.component[self.state] if self._shown is None else self._shown

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode."""
        super().reset(seed=seed)
        options = options or {}
        _check_options(options, {"distance", "position"})
        starts = self._starts_of(options)
        inner = self.graph.component
        if "position" in options:
            given = options["position"]
            start = inner.puzzle.parse(given) if isinstance(given, str) else given
            self._state = inner.index(start)
        else:
            self._state = int(self._rules.draw(self.np_random, starts, 1)[0])
            start = inner[self._state]
        self._shown = None if self.render_mode is None else start
        self._steps = 0
        return self._observation(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Move a piece."""
        rules, before = self._rules, self.state
        try:
            number = index(action)
        except TypeError:
            raise TypeError(f"an action is a whole number, not {shown(action)}") from None
        if not 0 <= number < rules.action_count:
            raise InvalidInputError(f"{number} is not one of {rules.action_count} actions")
        (found,) = np.nonzero(rules.legal[before] == number)
        if is_legal := bool(len(found)):
            self._state = int(rules.after[rules.first[before] + found[0]])
        if is_legal and self._shown is not None:
            after = self.graph.component[self._state]
            moves = self._shown.legal_moves(self.graph.metric)
            self._shown = next(move.after for move in moves if move.after == after)
        self._steps += 1
        far, near = int(rules.distances[before]), int(rules.distances[self._state])
        reward = float(near == 0)
        if self._is_shaped:
            reward += far - self._gamma * near
        is_late = self._max_steps is not None and self._steps >= self._max_steps
        info = {**self._info(), "legal": is_legal, "regret": near + 1 - far}
        return self._observation(), reward, near == 0, is_late and near > 0, info

    def action_masks(self) -> Mask:
        """For each action 1 if it is legal, otherwise 0, as `action_space.sample` and MaskablePPO take it."""
        mask = np.zeros(self._rules.action_count + 1, np.int8)
        mask[self._rules.legal[self.state]] = 1
        return mask[:-1]

    def optimal_actions(self, state: SupportsIndex | None = None) -> npt.NDArray[np.int64]:
        """The actions that begin an optimal solution from a state, by default the current one. A goal has none."""
        states = len(self._rules.boards)
        number = self.state if state is None else index(state)
        if not 0 <= number < states:
            raise InvalidInputError(f"{number} is not one of {states} states")
        return self._rules.optimal(number)

    def render(self) -> str | None:
        """The rows of the board as text, if `render_mode` is `ansi`."""
        if self.render_mode is None:
            return None
        text, (_, columns) = self.position.lettered, self._rules.boards.shape[1:]
        return "\n".join(text[begin : begin + columns] for begin in range(0, len(text), columns + 1))

    def _observation(self) -> Observation:
        board: Observation = self._rules.boards[self._state].copy()
        return board

    def _info(self) -> dict[str, Any]:
        distance = int(self._rules.shown_distances[self._state])
        info = {"state": self._state, "distance": distance, "action_mask": self.action_masks()}
        return info | {"lost": bool(self._rules.is_lost[self._state])} if self._tells_lost else info


class SlidingBlocksVector(_Episodes, VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many episodes of a sliding-block puzzle at once.

    Parameters are those of `SlidingBlocks`, but there are no render modes. `autoreset_mode` says when an episode that has
    ended begins again: in the next step, whose action is ignored; in the same step, so that `info` has `final_obs` and
    `final_info`; or by `reset` with the option `reset_mask`.

    `reset` takes these options: `distance` replaces the range for these episodes, and `reset_mask` says which of them
    begin. All entries of `info` are arrays with one row per environment.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        num_envs: SupportsIndex = 1,
        puzzle: Source = "1h4v4s",
        metric: Metric | None = None,
        *,
        distance: Distance = ANY_DISTANCE,
        reward: Reward = "sparse",
        gamma: Discount = 0.99,
        max_steps: SupportsIndex | None = 1000,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: None = None,
        memory: SupportsIndex | None = None,
        lost: bool = False,
    ) -> None:
        if render_mode is not None:
            raise InvalidInputError("the vector environment has no render modes: leave out render_mode")
        num_envs = _positive("num_envs", num_envs)
        self._prepare(puzzle, metric, distance, reward, gamma, max_steps, memory, lost)
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = gymnasium.spaces.Box(0, 255, self._rules.boards.shape[1:], np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(self._rules.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._numbers = np.arange(num_envs)
        self._states = np.full(num_envs, -1)
        self._steps = np.zeros(num_envs, np.int64)
        self._is_done = np.zeros(num_envs, np.bool_)
        #: The legal actions of the states.
        self._legal = self._rules.legal[self._states]

    @property
    def states(self) -> npt.NDArray[np.int64]:
        """The state of each environment, an index of a position in the component."""
        self._check_reset()
        return self._states.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode in each environment, or in those of the option `reset_mask`."""
        super().reset(seed=seed)
        options = options or {}
        _check_options(options, {"distance", "reset_mask"})
        mask = np.asarray(options.get("reset_mask", np.ones(self.num_envs, np.bool_)))
        _check_array("reset_mask is an array", mask, self.num_envs, "b", "truth values")
        starts = self._starts_of(options)
        self._begin(mask, starts)
        self._check_reset()
        return self._look()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Move a piece in each environment."""
        self._check_reset()
        rules, before = self._rules, self._states
        actions = np.asarray(actions)
        _check_array("actions are an array", actions, self.num_envs, "iu", "whole numbers")
        if int(actions.min()) < 0 or int(actions.max()) >= rules.action_count:
            raise InvalidInputError(f"actions are numbers from 0 to {rules.action_count - 1}")
        found = self._legal == actions[:, np.newaxis]
        slots = found.argmax(1)
        is_legal = found[self._numbers, slots]
        # The slot of an illegal action is 0. A state without moves has no such entry.
        entries = np.where(is_legal, rules.first[before] + slots, 0)
        after = np.where(is_legal, rules.after[entries] if len(rules.after) else before, before)
        far, near = rules.distances[before], rules.distances[after]
        is_goal = near == 0
        rewards = is_goal.astype(np.float64)
        if self._is_shaped:
            rewards += far - self._gamma * near
        self._states = after
        self._steps += 1
        is_late = np.zeros_like(is_goal) if self._max_steps is None else (self._steps >= self._max_steps) & ~is_goal
        moved = {"legal": is_legal, "regret": near + 1 - far}
        # Episodes that ended in the last step begin now, and ignore their actions.
        begins = self._is_done
        if self._mode == AutoresetMode.NEXT_STEP and begins.any():
            for values in (rewards, is_goal, is_late, is_legal, moved["regret"]):
                values[begins] = 0
            moved |= {"_legal": ~begins, "_regret": ~begins}
            self._begin(begins, self._starts)
        self._is_done = is_goal | is_late
        if self._mode == AutoresetMode.SAME_STEP and self._is_done.any():
            done = self._is_done
            observations, info = self._look()
            final = np.full(self.num_envs, None, object)
            for number in np.flatnonzero(done):
                final[number] = observations[number]
            info |= moved
            info |= {f"_{name}": done for name in info}
            self._begin(done, self._starts)
            moved |= {"_legal": ~done, "_regret": ~done}
            moved |= {"final_obs": final, "_final_obs": done, "final_info": info, "_final_info": done}
        observations, info = self._look()
        return observations, rewards, is_goal, is_late, info | moved

    def action_masks(self) -> Mask:
        """For each environment and action 1 if the action is legal, otherwise 0."""
        self._check_reset()
        mask = np.zeros((self.num_envs, self._rules.action_count + 1), np.int8)
        mask[self._numbers[:, np.newaxis], self._legal] = 1
        return mask[:, :-1]

    def optimal_actions(self) -> npt.NDArray[np.int64]:
        """For each environment one action that begins an optimal solution; 0 at a goal."""
        self._check_reset()
        rules = self._rules
        is_move = self._legal < rules.action_count
        entries = np.where(is_move, rules.first[self._states][:, np.newaxis] + np.arange(self._legal.shape[1]), 0)
        near = rules.distances[rules.after[entries]] < rules.distances[self._states][:, np.newaxis]
        is_optimal = is_move & near
        actions = self._legal[self._numbers, is_optimal.argmax(1)].astype(np.int64)
        return np.where(is_optimal.any(1), actions, 0)

    def _check_reset(self) -> None:
        if self._states.min() < 0:
            raise gymnasium.error.ResetNeeded("call reset first")

    def _begin(self, mask: npt.NDArray[np.bool_], starts: tuple[int, int]) -> None:
        """Begin an episode in some environments."""
        self._states = self._states.copy()
        self._states[mask] = self._rules.draw(self.np_random, starts, int(mask.sum()))
        self._steps[mask] = 0
        self._is_done = self._is_done & ~mask

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        """Observations and information of the states."""
        rules, states = self._rules, self._states
        self._legal = rules.legal[states]
        info = {"state": states.copy(), "distance": rules.shown_distances[states], "action_mask": self.action_masks()}
        if self._tells_lost:
            info["lost"] = rules.is_lost[states]
        return rules.boards[states], info


gymnasium.register(
    id="huarong/SlidingBlocks-v0",
    entry_point="huarong.gym:SlidingBlocks",
    vector_entry_point="huarong.gym:SlidingBlocksVector",
)
