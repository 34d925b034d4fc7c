"""Exact distances of sliding-block puzzles.

>>> import huarong as hr
>>> solution = hr.solve("橫刀立馬")
>>> len(solution)
81
"""

from __future__ import annotations

from ._frames import scan, scan_arrow
from ._huarong import (
    Component,
    Game,
    Graph,
    Move,
    Position,
    Puzzle,
    Solution,
    Table,
    __version__,
    build,
    census,
    component,
    difficulty,
    game,
    query,
    read_rush,
    rush,
    score,
    score_many,
    solve,
    solve_many,
    table,
)
from ._types import (
    AnyMetric,
    CensusRecord,
    DifficultyRecord,
    GameMove,
    GamePosition,
    Metric,
    PositionRecord,
    Progress,
    Reward,
    RushPuzzle,
    ScoreRecord,
)
from .errors import (
    ForkedError,
    HuarongError,
    InvalidInputError,
    MemoryLimitError,
    MissingTableError,
    TableError,
    UndecidedError,
)

__all__ = [
    "AnyMetric",
    "CensusRecord",
    "Component",
    "DifficultyRecord",
    "ForkedError",
    "Game",
    "GameMove",
    "GamePosition",
    "Graph",
    "HuarongError",
    "InvalidInputError",
    "MemoryLimitError",
    "Metric",
    "MissingTableError",
    "Move",
    "Position",
    "PositionRecord",
    "Progress",
    "Puzzle",
    "Reward",
    "RushPuzzle",
    "ScoreRecord",
    "Solution",
    "Table",
    "TableError",
    "UndecidedError",
    "__version__",
    "build",
    "census",
    "component",
    "difficulty",
    "game",
    "query",
    "read_rush",
    "rush",
    "scan",
    "scan_arrow",
    "score",
    "score_many",
    "solve",
    "solve_many",
    "table",
]
