"""The choices of `huarong.tasks` that the modules for training and testing models have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ._huarong import TaskStream, tasks
from ._types import Metric


class Dials(Protocol):
    """A configuration with the choices as fields; `huarong tasks --help` describes them."""

    family: str
    questions: Sequence[str]
    min_length: int
    max_length: int
    metric: Metric
    board: str | None
    walls: int
    language: str
    drawing: str


def tasks_of(dials: Dials, split: str | None, seed: int) -> TaskStream:
    """The tasks of a configuration."""
    return tasks(
        dials.family,
        questions=tuple(dials.questions),
        lengths=(dials.min_length, dials.max_length),
        metric=dials.metric,
        size=dials.board,
        walls=dials.walls,
        language=dials.language,
        drawing=dials.drawing,
        split=split,
        seed=seed,
    )
