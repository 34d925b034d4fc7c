"""Environments of gymnasium for reinforcement learning, with exact distances.

>>> import huarong as hr
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
  of the puzzle, counted from 1, and 255 a wall. With `goal=True` there are two such arrays: the board, and the goal, which has
  the pieces that must reach a place.
- An action names a piece by its first cell in reading order. Cells are numbered from 0, row by row, walls included. In
  the metric `unit`, action 4 * cell + d moves the piece at `cell`; d is 0 for up, 1 for down, 2 for left, 3 for right.
  In `straight` and `finger`, action cells * before + after moves the piece from cell `before` to cell `after`; `cells`
  is the number of cells of the board.
- On a board with doors, there are more actions, after those above. In `unit`, action 4 * cells + cell lets the piece at
  `cell` leave. In `straight` and `finger`, action cells * cells + cells * cell + cell does so. A piece with layers passes the
  door instead, and stays as its next layer at the cell `after`: this is action cells * cells + cells * before + after.
- An action that is no legal move changes nothing, but counts as a step.

With a list of boards, each episode is on one of them, and each is equally likely. States are numbered one board after another.
Smaller boards have walls to the right and below, and cells are numbered on the largest board. Codes mean the same on every
board of every list: 1 is a piece of the goal, such as the red car. Others are 2 for one cell, 3 and 4 for two and three cells in
a row, 5 and 6 for two and three in a column, 7 for a square of four, and more for other shapes in the order in which they come.

>>> boards = ["BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN", "AAoBoooooBoooooBoooooooooooooooooooo"]
>>> puzzles = [hr.Puzzle.rush(board) for board in boards]
>>> env = SlidingBlocks(puzzles, "straight", goal=True)
>>> observation, info = env.reset(seed=1, options={"board": 1, "position": puzzles[1].start})
>>> observation.shape, info["board"], observation[0][0].tolist(), observation[1][0].tolist()
((2, 6, 6), 1, [1, 1, 0, 6, 0, 0], [0, 0, 0, 0, 1, 1])

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
- `lost`, with the parameter `lost=True`: whether the position is lost;
- `board`, with a list of boards: the number of the board, from 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Real
from operator import index
from typing import Any, Literal, SupportsIndex, TypeAlias, cast
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
Sources: TypeAlias = Source | Sequence[Source]
Starts: TypeAlias = npt.NDArray[np.int64]
Mask: TypeAlias = npt.NDArray[np.int8]
Observation: TypeAlias = npt.NDArray[np.uint8]

KINDS = (Puzzle, Position, Table, Component, Graph)
"""Of what an environment is made, beside texts."""

ANY_DISTANCE = (1, 65_535)

MEMORY = 1 << 30
"""The default memory limit in bytes: an environment needs its whole component, which may fill any memory."""

REMEDY = "raise `memory`, or choose a puzzle with fewer positions"

MOST_ACTIONS = 1 << 24
"""Masks of more actions than these would fill the memory."""

WALL = 255

USUAL_SHAPES = [tuple((x, y) for y in range(h) for x in range(w)) for w, h in [(1, 1), (2, 1), (3, 1), (1, 2), (1, 3), (2, 2)]]
"""Shapes with the same code in every list of boards, from 2 on."""

MOST_SHAPES = 250

CELL = 32
"""Pixels of a cell of a picture."""

GAP = 2
"""Pixels between the edge of a cell and its piece."""

COLOURS = np.array(
    [(239, 233, 223), (194, 69, 61), (220, 166, 58), (61, 138, 99), (47, 153, 165), (59, 111, 176), (138, 91, 176), (122, 106, 88)],
    np.uint8,
)
"""The colours of the floor, of codes from 1 on, and of walls."""


def _codes(graphs: Sequence[Graph]) -> list[npt.NDArray[np.uint8]]:
    """For each graph the shared codes of the codes on its boards: 1 for the pieces of the goal, the usual shapes, and others in the
    order in which they come."""
    known = {shape: number for number, shape in enumerate(USUAL_SHAPES, 2)}
    tables = []
    for graph in graphs:
        puzzle = graph.component.puzzle
        wanted = {shape for goal in puzzle.goals for shape, _ in goal}
        table = np.arange(256)
        for number, (cells, _) in enumerate(puzzle.shapes):
            table[number + 1] = 1 if number in wanted else known.setdefault(tuple(cells), len(known) + 2)
        tables.append(table)
    if len(known) > MOST_SHAPES:
        raise InvalidInputError(f"these boards have {len(known)} shapes of pieces; there are codes for {MOST_SHAPES}")
    return [table.astype(np.uint8) for table in tables]


class _Rules:
    """The arrays that a step looks up. The states of several boards are numbered one board after another."""

    def __init__(self, graphs: Sequence[Graph], memory: int, is_list: bool) -> None:
        sizes = np.array([graph.component.puzzle.size for graph in graphs])
        columns, rows = sizes.max(0).tolist()
        cells = rows * columns
        counts = [len(graph) for graph in graphs]
        slots = max(1, *(int(np.diff(graph.indptr).max(initial=0)) for graph in graphs))
        entries = sum(len(graph.indices) for graph in graphs)
        needed = sum(counts) * (cells + 4 * slots + 40) + 64 * entries
        if needed > memory:
            text = f"the arrays of {sum(counts):,} positions need {needed:,} bytes, more than the limit of {memory:,}"
            raise MemoryLimitError(f"{text}: {REMEDY}")
        has_doors = any(graph.component.puzzle.has_doors for graph in graphs)
        if graphs[0].metric == "unit":
            self.action_count = (5 if has_doors else 4) * cells
        else:
            self.action_count = (2 if has_doors else 1) * cells * cells
        if self.action_count > MOST_ACTIONS:
            text = f"a board of {cells} cells has {self.action_count} actions; the metric unit has fewer"
            raise InvalidInputError(text)
        self.graphs = graphs
        #: Whether codes are those that all lists of boards share.
        self.is_list = is_list
        #: The first state of each board, and the number of all.
        self.first_states = np.concatenate(([0], np.cumsum(counts)))
        self.boards = np.full((sum(counts), rows, columns), WALL, np.uint8)
        #: The states from which the goal cannot be reached: none without doors, because moves can then be undone.
        self.is_lost = np.zeros(sum(counts), np.bool_)
        #: The distance of each state. Lost ones are one move farther than all others of their board.
        self.distances = np.zeros(sum(counts), np.int32)
        self.first = np.zeros(sum(counts), np.int64)
        self.after = np.zeros(entries, np.uint32)
        #: The legal actions of each state, filled up with `action_count`.
        self.legal = np.full((sum(counts), slots), self.action_count, np.min_scalar_type(self.action_count))
        #: The states of each board by distance, lost ones at the end, and where each distance begins.
        self.by_distance = np.zeros(sum(counts), np.uint32)
        self.begins: list[npt.NDArray[np.int64]] = []
        codes = _codes(graphs) if is_list else [np.arange(256, dtype=np.uint8)]
        entry = 0
        for graph, begin, end, code in zip(graphs, self.first_states, self.first_states[1:], codes):
            self._add(graph, begin, end, entry, code, (columns, cells))
            entry += len(graph.indices)
        #: The distance of each state as `info` has it.
        self.shown_distances = np.where(self.is_lost, -1, self.distances) if self.is_lost.any() else self.distances

    def _add(
        self, graph: Graph, begin: int, end: int, entry: int, code: npt.NDArray[np.uint8], size: tuple[int, int]
    ) -> None:
        """Add the states of a board."""
        columns, cells = size
        boards = graph.component.boards()
        own_columns = boards.shape[2]
        self.boards[begin:end, : boards.shape[1], :own_columns] = code[boards]
        degrees = np.diff(graph.indptr)
        cell = graph.moves.T.astype(np.int64)
        before, after = cell // own_columns * columns + cell % own_columns
        if graph.metric == "unit":
            # Up is the first test, so that a board of one column has no moves to the left.
            steps = [cell[1] - cell[0] == step for step in (-own_columns, own_columns, -1)]
            actions = 4 * before + np.select(steps, [0, 1, 2], 3)
            out = 4 * cells + before
        else:
            actions = cells * before + after
            # A piece that is gone has no place after the move.
            out = cells * cells + cells * before + np.where(graph.leaves, before, after)
        if graph.component.puzzle.has_doors:
            actions = np.where(graph.leaves | (graph.becomes > 0), out, actions)
        distances = graph.distances
        if distances.count() == 0:
            name = graph.component.puzzle.name if len(self.graphs) > 1 else "this component"
            raise InvalidInputError(f"no position of {name} can reach the goal")
        is_lost = np.ma.getmaskarray(distances)
        known = distances.filled(int(distances.max()) + 1).astype(np.int32)
        self.is_lost[begin:end], self.distances[begin:end] = is_lost, known
        self.first[begin:end] = graph.indptr[:-1] + entry
        self.after[entry : entry + len(graph.indices)] = graph.indices + begin
        of_state = np.repeat(np.arange(end - begin), degrees)
        self.legal[begin + of_state, np.arange(len(actions)) - graph.indptr[of_state]] = actions
        self.by_distance[begin:end] = np.argsort(known, kind="stable") + begin
        self.begins.append(begin + np.concatenate(([0], np.cumsum(np.bincount(known[~is_lost])))))

    def starts(self, distance: Distance, board: int | None = None) -> Starts:
        """The states with distances in a range, as a range of `by_distance` for each board that has some."""
        try:
            pair = (distance, distance) if isinstance(distance, SupportsIndex) else distance
            ends = [index(value) for value in pair]
        except TypeError:
            raise TypeError(f"a distance is a whole number or a pair of two, not {shown(distance)}") from None
        if len(ends) != 2:
            raise InvalidInputError(f"a range is a pair of the least and the greatest distance, not {shown(distance)}")
        low, high = ends
        if low > high:
            raise InvalidInputError(f"a range goes from the smaller distance, not from {low} to {high}")
        begins = self.begins if board is None else self.begins[board : board + 1]
        ranges = np.array([[of[min(max(value, 0), len(of) - 1)] for value in (low, high + 1)] for of in begins])
        ranges = ranges[ranges[:, 0] < ranges[:, 1]]
        if len(ranges) == 0:
            last = max(len(of) for of in begins) - 2
            text = f"no position has a distance from {low} to {high}; the largest distance is {last}"
            raise InvalidInputError(text)
        return ranges

    def board_of(self, state: int) -> int:
        """The number of the board of a state."""
        return int(np.searchsorted(self.first_states, state, side="right")) - 1

    def position(self, state: int) -> Position:
        """The position of a state."""
        board = self.board_of(state)
        return self.graphs[board].component[state - int(self.first_states[board])]

    def goals(self) -> npt.NDArray[np.uint8]:
        """For each board its goal: the codes of the pieces on the cells where they must be, otherwise 0."""
        drawn = np.zeros((len(self.graphs), *self.boards.shape[1:]), np.uint8)
        for number, graph in enumerate(self.graphs):
            puzzle = graph.component.puzzle
            if puzzle.has_doors or len(puzzle.goals) != 1:
                raise InvalidInputError(f"{puzzle.name} has not one goal that can be drawn: leave out goal=True")
            for shape, (column, row) in puzzle.goals[0]:
                cells = np.array(puzzle.shapes[shape][0])
                # The place is that of the first cell in reading order.
                cells = cells - cells[0] + (column, row)
                drawn[number, cells[:, 1], cells[:, 0]] = 1 if self.is_list else shape + 1
        return drawn

    def draw(self, generator: np.random.Generator, starts: Starts, size: int) -> npt.NDArray[np.int64]:
        """States in ranges of `by_distance`. Each board is equally likely, and each of its states in the range."""
        begin, end = starts[generator.integers(len(starts), size=size)].T if len(starts) > 1 else starts[0]
        drawn: npt.NDArray[np.int64] = self.by_distance[generator.integers(begin, end, size=size)].astype(np.int64)
        return drawn

    def optimal(self, state: int) -> npt.NDArray[np.int64]:
        """The actions that begin an optimal solution; none at the goal."""
        begin = self.first[state]
        row = self.legal[state]
        legal = row[row < self.action_count]
        after = self.after[begin : begin + len(legal)]
        optimal: npt.NDArray[np.int64] = legal[self.distances[after] < self.distances[state]].astype(np.int64)
        return optimal


#: The arrays of graphs that environments use now, by the identities of the graphs, which `_Rules` keeps alive.
_SHARED: WeakValueDictionary[tuple[int, ...], _Rules] = WeakValueDictionary()


#: The arrays of the latest environment. `AsyncVectorEnv` makes an environment, deletes it, and forks processes, which
#: cannot search anything: they find the arrays here.
_LATEST: dict[tuple[tuple[Source, ...], bool, Metric | None], _Rules] = {}


def _rules(sources: Sources, metric: Metric | None, memory: SupportsIndex | None) -> _Rules:
    """The arrays of graphs. Environments of the same graphs share them."""
    is_list = not isinstance(sources, (str, *KINDS))
    listed: tuple[Source, ...] = tuple(sources) if isinstance(sources, Sequence) and is_list else (cast(Source, sources),)
    for source in listed:
        if not isinstance(source, (str, *KINDS)):
            text = "a piece set, a position or its text, a puzzle, a table, a component, a graph, or a list of these"
            raise TypeError(f"an environment is made of {text}, not of {shown(source)}")
    if not listed:
        raise InvalidInputError("an environment has at least one board: this list is empty")
    metric = None if metric is None else _single_piece_metric(metric)
    limit = MEMORY if memory is None else _positive("memory", memory)
    key = (listed, is_list, metric)
    rules = _LATEST.get(key)
    if rules is None:
        try:
            graphs = [_graph(source, metric, limit) for source in listed]
        except MemoryLimitError as error:
            raise MemoryLimitError(f"{error}: {REMEDY}") from None
        if len({graph.metric for graph in graphs}) > 1:
            raise InvalidInputError("the graphs of one environment have one metric")
        identity = (is_list, *map(id, graphs))
        rules = _SHARED.get(identity)
        if rules is None:
            rules = _SHARED[identity] = _Rules(graphs, limit, is_list)
        _LATEST.clear()
        _LATEST[key] = rules
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


def _truth(name: str, value: bool) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is true or false, not {shown(value)}")
    return bool(value)


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


def _picture(rows: list[str], board: Observation) -> Observation:
    """A picture of a board from the letters of its pieces: neighbouring cells of one piece are joined."""
    height, width = len(rows), len(rows[0])
    kinds = np.where(board == WALL, len(COLOURS) - 1, np.where(board == 0, 0, (board - 1) % (len(COLOURS) - 2) + 1))
    picture = np.empty((height * CELL, width * CELL, 3), np.uint8)
    picture[:] = COLOURS[0]
    for row in range(height):
        for column in range(width):
            letter = rows[row][column]
            joins = [
                0 <= row + down < height and 0 <= column + right < width and rows[row + down][column + right] == letter
                for down, right in [(-1, 0), (1, 0), (0, -1), (0, 1)]
            ]
            top, bottom, left, right = (0 if join or letter == "#" else GAP for join in joins)
            place = np.s_[row * CELL + top : (row + 1) * CELL - bottom, column * CELL + left : (column + 1) * CELL - right]
            picture[place] = COLOURS[kinds[row, column]]
    return picture


class _Episodes:
    """What all environments share: the graph, the starts of episodes, and their rewards."""

    def _prepare(
        self,
        puzzle: Sources,
        metric: Metric | None,
        distance: Distance,
        reward: Reward,
        gamma: Discount,
        max_steps: SupportsIndex | None,
        memory: SupportsIndex | None,
        lost: bool,
        goal: bool,
    ) -> None:
        self._tells_lost = _truth("lost", lost)
        self._rules = _rules(puzzle, metric, memory)
        #: For each board its goal, if observations have it.
        self._goals = self._rules.goals() if _truth("goal", goal) else None
        self.set_distance(distance)
        self._is_shaped = _reward(reward)
        self._gamma = _discount(gamma)
        self._max_steps = None if max_steps is None else _positive("max_steps", max_steps)

    @property
    def graph(self) -> Graph:
        """The graph of moves. Its nodes are the states. With a list of boards, use `graphs`."""
        if len(self._rules.graphs) > 1:
            raise InvalidInputError("this environment has several boards: use graphs")
        return self._rules.graphs[0]

    @property
    def graphs(self) -> Sequence[Graph]:
        """The graphs of moves, one for each board. Their nodes, one graph after another, are the states."""
        return tuple(self._rules.graphs)

    def _shape(self) -> tuple[int, ...]:
        """The shape of the observations of an environment."""
        shape = self._rules.boards.shape[1:]
        return shape if self._goals is None else (2, *shape)

    def set_distance(self, distance: Distance) -> None:
        """Draw the starts of later episodes from another range of distances, as a curriculum does."""
        self._starts, self._distance = self._rules.starts(distance), distance

    def _starts_of(self, options: Mapping[str, Any]) -> Starts:
        """The starts that the options of a reset ask for."""
        if options.keys().isdisjoint({"distance", "board"}):
            return self._starts
        board = self._board(options) if "board" in options else None
        return self._rules.starts(options.get("distance", self._distance), board)

    def _board(self, options: Mapping[str, Any]) -> int:
        """The board that the options of a reset name; the first if they name none."""
        board, boards = index(options.get("board", 0)), len(self._rules.graphs)
        if not 0 <= board < boards:
            raise InvalidInputError(f"{board} is not one of {boards} boards, counted from 0")
        return board


class SlidingBlocks(_Episodes, gymnasium.Env[Observation, np.int64]):
    """A sliding-block puzzle.

    `puzzle` is one of these:

    - a piece set such as `1h4v4s`, or a table: the component of its hardest position;
    - the text of a position of Klotski, or the name of an opening: its component;
    - a position, a component, or a puzzle with a start: its component;
    - a graph of moves. Environments of one graph share their arrays;
    - a list of these: an episode is on one of the boards, each equally likely.

    Parameters:

    - `metric`: `unit`, `straight` or `finger`, by default `finger`, or the metric of the graph;
    - `distance`: `reset` draws a start with this distance, or in this range, both ends included, each equally likely;
    - `reward`: `sparse` or `shaped`, and the discount `gamma` of shaping;
    - `max_steps`: an episode is truncated after so many steps, or never if it is `None`;
    - `memory`: a limit in bytes for the search of the component, for its graph, and for the arrays; by default 1 GiB each.
      `MemoryLimitError` is raised if one needs more;
    - `lost`: whether `info` says if the position is lost;
    - `goal`: whether observations have the goal.

    `reset` takes these options: `distance` replaces the range for this episode, `board` is the number of its board in the list,
    from 0, and `position` is its start, on that board.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        puzzle: Sources = "1h4v4s",
        metric: Metric | None = None,
        *,
        distance: Distance = ANY_DISTANCE,
        reward: Reward = "sparse",
        gamma: Discount = 0.99,
        max_steps: SupportsIndex | None = 1000,
        render_mode: str | None = None,
        memory: SupportsIndex | None = None,
        lost: bool = False,
        goal: bool = False,
    ) -> None:
        self._prepare(puzzle, metric, distance, reward, gamma, max_steps, memory, lost, goal)
        self._state = -1
        self._steps = 0
        #: The position with the letters of the start, which only rendering needs.
        self._shown: Position | None = None
        if render_mode is not None:
            check_text("a render mode", render_mode)
            if render_mode not in self.metadata["render_modes"]:
                raise InvalidInputError(f"there is no render mode {shown(render_mode)}; there are 'ansi' and 'rgb_array'")
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(0, 255, self._shape(), np.uint8)
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
        return self._rules.position(self.state) if self._shown is None else self._shown

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode."""
        super().reset(seed=seed)
        options = options or {}
        _check_options(options, {"distance", "board", "position"})
        rules, starts = self._rules, self._starts_of(options)
        if "position" in options:
            board, given = self._board(options), options["position"]
            inner = rules.graphs[board].component
            start = inner.puzzle.parse(given) if isinstance(given, str) else given
            self._state = int(rules.first_states[board]) + inner.index(start)
        else:
            self._state = int(rules.draw(self.np_random, starts, 1)[0])
            start = rules.position(self._state)
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
            after = rules.position(self._state)
            moves = self._shown.legal_moves(rules.graphs[0].metric)
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

    def render(self) -> str | Observation | None:
        """The board: its rows as text if `render_mode` is `ansi`, a picture with rows, columns and colours if it is
        `rgb_array`."""
        if self.render_mode is None:
            return None
        position = self.position
        columns = position.puzzle.size[0]
        text = position.lettered
        rows = [text[begin : begin + columns] for begin in range(0, len(text), columns + 1)]
        return "\n".join(rows) if self.render_mode == "ansi" else _picture(rows, self._rules.boards[self._state])

    def _observation(self) -> Observation:
        board = self._rules.boards[self._state]
        return board.copy() if self._goals is None else np.stack([board, self._goals[self._rules.board_of(self._state)]])

    def _info(self) -> dict[str, Any]:
        distance = int(self._rules.shown_distances[self._state])
        info = {"state": self._state, "distance": distance, "action_mask": self.action_masks()}
        if self._rules.is_list:
            info["board"] = self._rules.board_of(self._state)
        return info | {"lost": bool(self._rules.is_lost[self._state])} if self._tells_lost else info


class SlidingBlocksVector(_Episodes, VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many episodes of a sliding-block puzzle at once.

    Parameters are those of `SlidingBlocks`, but there are no render modes. `autoreset_mode` says when an episode that has
    ended begins again: in the next step, whose action is ignored; in the same step, so that `info` has `final_obs` and
    `final_info`; or by `reset` with the option `reset_mask`.

    `reset` takes these options: `distance` replaces the range for these episodes, `board` is the number of their board in the
    list, from 0, and `reset_mask` says which of them begin. All entries of `info` are arrays with one row per environment.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        num_envs: SupportsIndex = 1,
        puzzle: Sources = "1h4v4s",
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
        goal: bool = False,
    ) -> None:
        if render_mode is not None:
            raise InvalidInputError("the vector environment has no render modes: leave out render_mode")
        num_envs = _positive("num_envs", num_envs)
        self._prepare(puzzle, metric, distance, reward, gamma, max_steps, memory, lost, goal)
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = gymnasium.spaces.Box(0, 255, self._shape(), np.uint8)
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
        _check_options(options, {"distance", "board", "reset_mask"})
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

    def _begin(self, mask: npt.NDArray[np.bool_], starts: Starts) -> None:
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
        numbers = np.searchsorted(rules.first_states, states, side="right") - 1
        if rules.is_list:
            info["board"] = numbers
        boards = rules.boards[states]
        return boards if self._goals is None else np.stack([boards, self._goals[numbers]], axis=1), info


gymnasium.register(
    id="huarong/SlidingBlocks-v0",
    entry_point="huarong.gym:SlidingBlocks",
    vector_entry_point="huarong.gym:SlidingBlocksVector",
)
