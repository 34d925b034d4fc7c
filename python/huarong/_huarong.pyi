"""The compiled part of huarong."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, SupportsIndex, TextIO, final, overload

import numpy as np
import numpy.typing as npt
import pandas
import polars
import pyarrow

from ._types import (
    AnyMetric,
    CensusRecord,
    DifficultyRecord,
    GamePosition,
    Metric,
    PositionRecord,
    Progress,
    Reward,
    RushPuzzle,
    ScoreRecord,
    TaskRecord,
)

__version__: str

@final
class Puzzle:
    def __new__(
        cls,
        *,
        start: str,
        goal: str | None = None,
        lengthwise: bool = False,
        name: str = "puzzle",
        doors: str | None = None,
    ) -> Puzzle: ...
    @staticmethod
    def klotski(width: int = 4, height: int = 5) -> Puzzle: ...
    @staticmethod
    def from_file(path: str | PathLike[str]) -> Puzzle: ...
    @staticmethod
    def from_toml(text: str) -> Puzzle: ...
    @staticmethod
    def from_json(text: str) -> Puzzle: ...
    @staticmethod
    def rush(text: str, name: str = "Rush Hour") -> Puzzle: ...
    @staticmethod
    def library(name: str) -> Puzzle: ...
    @property
    def start(self) -> Position | None: ...
    @property
    def name(self) -> str: ...
    @property
    def size(self) -> tuple[int, int]: ...
    @property
    def has_doors(self) -> bool: ...
    @property
    def shapes(self) -> list[tuple[list[tuple[int, int]], Literal["both", "rows", "columns"]]]: ...
    @property
    def goals(self) -> list[list[tuple[int, tuple[int, int]]]]: ...
    @property
    def toml(self) -> str | None: ...
    @property
    def piece_sets(self) -> list[str]: ...
    def parse(self, text: str) -> Position: ...
    def solve(
        self,
        metric: AnyMetric = "finger",
        *,
        memory: int | None = None,
        time_limit: float | None = None,
        progress: Progress | bool | None = None,
    ) -> Solution | None: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str | None: ...

@final
class Position:
    def __new__(cls, text: str, puzzle: Puzzle | None = None) -> Position: ...
    @property
    def puzzle(self) -> Puzzle: ...
    @property
    def piece_set(self) -> str: ...
    @property
    def is_goal(self) -> bool: ...
    @property
    def lettered(self) -> str: ...
    def legal_moves(self, metric: AnyMetric = "finger") -> list[Move]: ...
    def push(self, move: Move) -> Position: ...
    def mirror(self) -> Position | None: ...
    def solve(
        self,
        metric: AnyMetric = "finger",
        *,
        memory: int | None = None,
        time_limit: float | None = None,
        progress: Progress | bool | None = None,
    ) -> Solution | None: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

@final
class Move:
    @property
    def shape(self) -> str: ...
    @property
    def piece(self) -> str | None: ...
    @property
    def sign(self) -> str | None: ...
    @property
    def from_cell(self) -> tuple[int, int]: ...
    @property
    def to_cell(self) -> tuple[int, int]: ...
    @property
    def leaves(self) -> bool: ...
    @property
    def becomes(self) -> str | None: ...
    @property
    def metric(self) -> AnyMetric: ...
    @property
    def path(self) -> list[Literal["up", "down", "left", "right"]]: ...
    @property
    def followers(self) -> list[tuple[str, tuple[int, int], tuple[int, int]]]: ...
    @property
    def before(self) -> Position: ...
    @property
    def after(self) -> Position: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __hash__(self) -> int: ...

@final
class Solution:
    def __iter__(self) -> Iterator[Move]: ...
    @property
    def start(self) -> Position: ...
    @property
    def metric(self) -> AnyMetric: ...
    @property
    def moves(self) -> list[Move]: ...
    @property
    def positions(self) -> list[Position]: ...
    @property
    def solution_count(self) -> int: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> Literal[True]: ...
    def __hash__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Move]: ...
    def _repr_svg_(self) -> str: ...

@final
class Distances:
    @property
    def __array_interface__(self) -> dict[str, Any]: ...

@final
class Component:
    @property
    def puzzle(self) -> Puzzle: ...
    @property
    def start(self) -> Position | None: ...
    @property
    def key(self) -> str: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Position: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Position]: ...
    def __iter__(self) -> Iterator[Position]: ...
    def __contains__(self, position: object, /) -> bool: ...
    def index(self, position: str | Position) -> int: ...
    def boards(self) -> npt.NDArray[np.uint8]: ...
    def graph(
        self,
        metric: AnyMetric = "finger",
        *,
        memory: int | None = None,
        progress: Progress | bool | None = None,
    ) -> Graph: ...

@final
class Graph:
    @property
    def component(self) -> Component: ...
    @property
    def metric(self) -> AnyMetric: ...
    def __len__(self) -> int: ...
    @property
    def indptr(self) -> npt.NDArray[np.int64]: ...
    @property
    def indices(self) -> npt.NDArray[np.uint32]: ...
    @property
    def moves(self) -> npt.NDArray[np.uint16]: ...
    @property
    def leaves(self) -> npt.NDArray[np.bool_]: ...
    @property
    def becomes(self) -> npt.NDArray[np.uint16]: ...
    @property
    def distances(self) -> np.ma.MaskedArray[Any, Any]: ...
    @property
    def goals(self) -> npt.NDArray[np.uint32]: ...
    def position(self, node: int) -> Position: ...
    def node(self, position: str | Position) -> int: ...
    def diameter(self, *, progress: Progress | bool | None = None) -> int: ...
    def radius(self, *, progress: Progress | bool | None = None) -> int: ...
    def eccentricities(self, *, progress: Progress | bool | None = None) -> npt.NDArray[np.uint32]: ...
    def articulations(self) -> npt.NDArray[np.uint32]: ...
    def bridges(self) -> npt.NDArray[np.uint32]: ...
    def corridor(self, position: str | Position | None = None) -> npt.NDArray[np.uint32]: ...
    def to_networkx(self) -> Any: ...
    def to_rustworkx(self) -> Any: ...

@final
class Table:
    @property
    def puzzle(self) -> Puzzle: ...
    @property
    def piece_set(self) -> str: ...
    @property
    def metrics(self) -> list[Metric]: ...
    def __len__(self) -> int: ...
    def distances(self, metric: Metric = "finger") -> np.ma.MaskedArray[Any, Any]: ...
    def distance(self, position: str | Position, metric: Metric = "finger") -> int | None: ...
    @overload
    def rank(self, positions: str | Position) -> int: ...  # type: ignore[overload-overlap]
    @overload
    def rank(self, positions: Iterable[str | Position]) -> npt.NDArray[np.uint64]: ...
    @overload
    def unrank(self, indices: int | np.integer[Any]) -> Position: ...
    @overload
    def unrank(
        self, indices: Iterable[SupportsIndex] | npt.NDArray[np.integer[Any]]
    ) -> list[Position]: ...
    def component(
        self,
        component: int | str | Position,
        *,
        memory: int | None = None,
        progress: Progress | bool | None = None,
    ) -> Component: ...
    def best_moves(self, position: str | Position, metric: Metric = "finger") -> list[Move]: ...
    def columns(self, positions: Iterable[str | Position]) -> dict[str, list[Any]]: ...
    def query(self, positions: Iterable[str | Position]) -> polars.DataFrame: ...
    def to_polars(
        self, columns: Iterable[str] | None = None, *, metric: Metric = "finger"
    ) -> polars.DataFrame: ...
    def to_arrow(
        self, columns: Iterable[str] | None = None, *, metric: Metric = "finger"
    ) -> pyarrow.Table: ...
    def to_pandas(
        self, columns: Iterable[str] | None = None, *, metric: Metric = "finger"
    ) -> pandas.DataFrame: ...
    def sample(
        self,
        count: int = 1,
        *,
        distance: int | Sequence[int] | None = None,
        solutions: int | Sequence[int] | None = None,
        metric: Metric = "finger",
        seed: int = 0,
        progress: Progress | bool | None = None,
    ) -> list[Position]: ...
    def hardest(
        self,
        limit: int = 100,
        *,
        solutions: int | Sequence[int] | None = None,
        metric: Metric = "finger",
        progress: Progress | bool | None = None,
    ) -> list[Position]: ...
    def texts(
        self,
        start: int = 0,
        stop: int | None = None,
        *,
        progress: Progress | bool | None = None,
    ) -> list[str]: ...
    def mobilities(
        self, metric: Metric = "finger", *, progress: Progress | bool | None = None
    ) -> npt.NDArray[np.uint16]: ...
    def solution_counts(
        self,
        metric: Metric = "finger",
        *,
        memory: int | None = None,
        progress: Progress | bool | None = None,
    ) -> npt.NDArray[np.uint64]: ...
    def component_numbers(
        self, *, memory: int | None = None, progress: Progress | bool | None = None
    ) -> npt.NDArray[np.uint64]: ...
    def eccentricities(
        self,
        metric: Metric = "finger",
        *,
        memory: int | None = None,
        progress: Progress | bool | None = None,
    ) -> npt.NDArray[np.uint64]: ...
    def places(
        self, sign: str, *, progress: Progress | bool | None = None
    ) -> npt.NDArray[np.uint8]: ...
    def histogram(self, metric: Metric = "finger") -> tuple[npt.NDArray[np.uint64], int]: ...

@final
class Game:
    @property
    def name(self) -> str: ...
    def query(self, position: str | None = None) -> GamePosition: ...
    def line(self, position: str | None = None) -> list[GamePosition]: ...

def table(
    piece_set: str | None = None,
    *,
    board: str | None = None,
    puzzle: Puzzle | None = None,
    metrics: Iterable[Metric] | None = None,
    directory: str | PathLike[str] | None = None,
    memory: int | None = None,
    progress: Progress | bool | None = None,
) -> Table: ...
def build(
    board: str | None = None,
    *,
    puzzle: Puzzle | None = None,
    metrics: Iterable[Metric] | None = None,
    directory: str | PathLike[str] | None = None,
    memory: int | None = None,
    progress: Progress | bool | None = None,
) -> None: ...
def game(
    name: str,
    *,
    misere: bool = False,
    directory: str | PathLike[str] | None = None,
    memory: int | None = None,
    progress: Progress | bool | None = None,
) -> Game: ...
def component(
    position: str | Position | Puzzle,
    *,
    most: int | None = None,
    memory: int | None = None,
    progress: Progress | bool | None = None,
) -> Component: ...
def difficulty(
    position: str | Position | Puzzle,
    metric: Metric = "finger",
    *,
    error_model: Sequence[float] | None = None,
    decoys: bool = False,
    memory: int | None = None,
    progress: Progress | bool | None = None,
) -> DifficultyRecord | None: ...
def query(
    position: str | Position | Puzzle,
    *,
    memory: int | None = None,
    time_limit: float | None = None,
    progress: Progress | bool | None = None,
) -> PositionRecord: ...
def solve(
    position: str | Position | Puzzle,
    metric: AnyMetric = "finger",
    *,
    memory: int | None = None,
    time_limit: float | None = None,
    progress: Progress | bool | None = None,
) -> Solution | None: ...
@overload
def solve_many(
    positions: Iterable[str | Position | Puzzle],
    metric: AnyMetric = "finger",
    *,
    memory: int | None = None,
    time_limit: float | None = None,
    progress: Progress | bool | None = None,
    return_exceptions: Literal[False] = False,
) -> list[Solution | None]: ...
@overload
def solve_many(
    positions: Iterable[str | Position | Puzzle],
    metric: AnyMetric = "finger",
    *,
    memory: int | None = None,
    time_limit: float | None = None,
    progress: Progress | bool | None = None,
    return_exceptions: bool,
) -> list[Solution | BaseException | None]: ...
def score(
    puzzle: str | Position | Puzzle | Mapping[str, object],
    answer: str,
    metric: AnyMetric | None = None,
    *,
    reward: Reward = "solved",
    memory: int | None = None,
    time_limit: float | None = None,
) -> ScoreRecord: ...
def score_many(
    puzzles: Iterable[str | Position | Puzzle | Mapping[str, object]],
    answers: Iterable[str],
    metric: AnyMetric | None = None,
    *,
    reward: Reward = "solved",
    memory: int | None = None,
    time_limit: float | None = None,
    progress: Progress | bool | None = None,
) -> list[ScoreRecord]: ...
@final
class TaskStream:
    def __iter__(self) -> TaskStream: ...
    def __next__(self) -> TaskRecord: ...

def tasks(
    family: str | Position | Puzzle | Iterable[str | Position | Puzzle],
    *,
    questions: Sequence[str] | None = None,
    lengths: tuple[int, int] = ...,
    metric: Metric = "straight",
    size: str | None = None,
    walls: int = 0,
    language: str = "en",
    drawing: str = "rows",
    split: str | None = None,
    answer: str | None = None,
    seed: int = 0,
    where: Sequence[str] = ...,
) -> TaskStream: ...
def read_rush(path: str | PathLike[str] | TextIO) -> list[Puzzle]: ...
def rush(
    board: str,
    *,
    max_walls: int = 0,
    exit_row: int | None = None,
    metric: Metric = "straight",
    min_distance: int = 1,
    max_cars: int | None = None,
    max_trucks: int | None = None,
    memory: int | None = None,
    progress: Progress | bool | None = None,
) -> list[RushPuzzle]: ...
def census(
    board: str, *, memory: int | None = None, progress: Progress | bool | None = None
) -> list[CensusRecord]: ...
def run(arguments: Sequence[str]) -> int: ...
def _build_sets(
    piece_sets: Iterable[str],
    *,
    puzzle: Puzzle,
    metrics: Iterable[Metric],
    directory: str | PathLike[str] | None,
    memory: int | None,
    progress: Progress | bool | None,
) -> list[str]: ...
def _single_piece_metric(metric: str) -> Metric: ...
def _blake3(path: str | PathLike[str]) -> str: ...
