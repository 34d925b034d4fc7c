"""Types of arguments and results, for annotations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, TypedDict

__all__ = [
    "AnyMetric",
    "CensusRecord",
    "DifficultyRecord",
    "GameMove",
    "GamePosition",
    "Metric",
    "PositionRecord",
    "Progress",
    "Reward",
    "RushPuzzle",
    "ScoreRecord",
    "TaskRecord",
]

#: A metric that counts moves of single pieces.
Metric: TypeAlias = Literal["unit", "straight", "finger"]

#: A metric; `multi` counts moves of a whole line of pieces.
AnyMetric: TypeAlias = Literal["unit", "straight", "finger", "multi"]

#: A rule that gives an answer a number from 0 to 1.
Reward: TypeAlias = Literal["solved", "optimal", "excess", "progress"]

#: A function that long work calls with the number of finished units, of all units if it is known, and the current step.
Progress: TypeAlias = Callable[[int, int | None, str], object]


class _Measures(TypedDict):
    unit_moves: int
    straight_moves: int
    finger_moves: int
    solution_count: int
    solution_classes: int | None
    reachable: int
    reachable_goals: int
    mean_mobility: float
    dead_ends: int  # positions with at most one move; without doors none is lost, because every move can be undone
    mobility: int
    solution_mobility: float | None
    wrong_moves: float
    mean_detour: float | None
    largest_detour: int
    next_best_moves: int | None
    next_best_common: int | None
    moves_away: float
    fewest_moves_away: int
    returns: int
    shared_positions: int
    forced_moves: int
    longest_forced: int
    forced_share: float | None
    unavoidable_positions: int
    obstacle_slides: int | None
    obstacle_depth: int | None
    fewest_obstacle_slides: int | None
    # None on a board without doors
    lost_positions: int | None
    lost_share: float | None
    lost_moves: float | None
    soonest_loss: int | None
    mean_notice: float | None
    largest_notice: int | None
    exits_after_loss: int | None
    leaving_order: str | None
    optimal_leaving_order: str | None
    optimal_leaving_orders: int | None
    mean_between_exits: float | None
    longest_between_exits: int | None


class DifficultyRecord(_Measures, total=False):
    """The measures of difficulty of a position. It has `expected_moves` if there is an error model, and `decoys` if asked for."""

    expected_moves: float | None
    decoys: int | None
    decoy_walls: int | None


class _Distances(TypedDict):
    unit: int | None
    straight: int | None
    finger: int | None


class _BestMoves(TypedDict):
    unit: list[str]
    straight: list[str]
    finger: list[str]


# `from` is a keyword, so a class cannot declare it.
_Ends = TypedDict("_Ends", {"from": list[int], "to": list[int]})


class _RequiredOfMove(_Ends):
    shape: str
    metric: Metric
    path: str
    position: str
    distance: _Distances


class _MoveRecord(_RequiredOfMove, total=False):
    piece: str
    leaves: bool
    becomes: str


class _RequiredOfPosition(TypedDict):
    position: str
    index: int | None
    solvable: bool
    distance: _Distances
    best_moves: _BestMoves
    moves: list[_MoveRecord]


class PositionRecord(_RequiredOfPosition, total=False):
    """A position with its distances and moves.

    It has `puzzle` or, for Klotski, `piece_set`. On a board with doors, it has `lost`.
    """

    piece_set: str
    puzzle: str
    lost: bool


class GameMove(TypedDict):
    """A move of a game, with its value for the side that makes it. Columns and rows are counted from 1."""

    column: int
    row: int
    position: str
    value: Literal["win", "draw", "loss"]
    plies: int | None


class GamePosition(TypedDict):
    """A position of a game, with its value for the side to move."""

    game: str
    rule: str
    position: str
    to_move: Literal["x", "o"]
    over: bool
    value: Literal["win", "draw", "loss"]
    plies: int | None
    moves: list[GameMove]


class RushPuzzle(TypedDict):
    """A minimal Rush Hour puzzle."""

    metric: Metric
    distance: int
    start: str
    reachable: int
    pieces: int
    walls: int
    solution_count: int
    unit_moves: int
    histogram: list[int]


class CensusRecord(TypedDict):
    """The hardest start of a number of pieces."""

    board: str
    metric: Metric
    pieces: int
    distance: int
    start: str
    marked: str


class TaskRecord(TypedDict):
    """A question about a board, with its exact answer."""

    id: str
    generator: str
    family: str
    split: str
    cluster: str
    question: str
    language: str
    prompt: str
    board: str
    metric: str
    about: list[str] | None
    within: int | None
    target: str
    answer: str | None
    optimal: int | None
    solution: list[str] | None
    solution_count: str | None
    reachable: int | None
    mobility: int
    best_moves: int
    pieces: int
    empty_cells: int
    puzzle: str | None


class ScoreRecord(TypedDict):
    """What an answer is worth."""

    question: str
    correct: bool
    reading: str | None
    written: int
    legal: int
    error_number: int | None
    error_move: str | None
    error_kind: str | None
    error_why: str | None
    solved: bool
    moves: int | None
    optimal: int | None
    excess: int | None
    first_detour: int | None
    lost_moves: int | None
    distance: int | None
    reward: float
