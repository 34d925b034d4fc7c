"""Tasks as a dataset of [reasoning-gym](https://pypi.org/project/reasoning-gym/), with exact answers.

>>> import reasoning_gym
>>> import huarong.reasoning_gym
>>> data = reasoning_gym.create_dataset("huarong", seed=1, size=100, min_length=5, max_length=12)
>>> entry = data[0]
>>> data.score_answer(entry["answer"], entry)
1.0

Importing this module registers the dataset and its curriculum as `huarong`. Composite datasets and experiments know it by
this name. `entry["metadata"]["task"]` is a row of `huarong tasks`, from which `huarong.score` judges an answer. The same
seed makes the same entries.

The curriculum has the attribute `length`: the number of moves of an optimal solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from threading import Lock
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
from reasoning_gym.factory import ProceduralDataset, register_dataset

import huarong

from ._dials import tasks_of
from ._types import Metric, Reward, TaskRecord
from .errors import InvalidInputError

__all__ = ["SlidingBlocksConfig", "SlidingBlocksCurriculum", "SlidingBlocksDataset"]

NAME = "huarong"


@dataclass
class SlidingBlocksConfig:
    """What tasks the dataset has; `huarong tasks --help` describes the choices."""

    family: str = "rush"
    questions: Sequence[str] = ("solve",)
    min_length: int = 1
    max_length: int = 20
    metric: Metric = "straight"
    #: Size of the boards, such as `5x5`; by default that of the family.
    board: str | None = None
    walls: int = 0
    language: str = "en"
    drawing: str = "rows"
    #: Tasks of this part only: `train`, `validation` or `test`.
    split: str | None = None
    reward: Reward = "solved"
    seed: int | None = None
    #: Number of entries.
    size: int = 500

    def validate(self) -> None:
        """Raise `InvalidInputError` for a number that is out of range. `huarong.tasks` checks the other values."""
        if self.size < 1:
            raise InvalidInputError(f"a dataset has at least 1 entry, not {self.size}")
        if not 1 <= self.min_length <= self.max_length:
            raise InvalidInputError(f"there are no lengths from {self.min_length} to {self.max_length}")


class SlidingBlocksDataset(ProceduralDataset):
    """Tasks in the order of `huarong.tasks`. Those that were made are kept, so that any entry can be read again."""

    config: SlidingBlocksConfig
    seed: int

    def __init__(self, config: SlidingBlocksConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._made: list[TaskRecord] = []
        self._more = tasks_of(config, config.split, self.seed)
        self._lock = Lock()

    def __reduce__(self) -> tuple[type[SlidingBlocksDataset], tuple[SlidingBlocksConfig]]:
        return type(self), (replace(self.config, seed=self.seed),)

    @property
    def category(self) -> str:
        """The group of datasets, which reasoning-gym takes from the module of its own."""
        return "games"

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """The entry with this number, counted from 0."""
        if idx < 0:
            raise IndexError(f"entries have numbers from 0, not {idx}")
        with self._lock:
            self._made.extend(islice(self._more, max(0, idx + 1 - len(self._made))))
            task = self._made[idx]
        return {
            "question": task["prompt"],
            "answer": task["target"],
            "metadata": {
                "source_dataset": NAME,
                "source_index": idx,
                "difficulty": {"length": (self.config.min_length, self.config.max_length)},
                "task": dict(task),
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """The reward of an answer by the rule of the configuration; 0 without an answer."""
        if not isinstance(answer, str):
            return 0.0
        return float(huarong.score(entry["metadata"]["task"], answer, reward=self.config.reward)["reward"])


class SlidingBlocksCurriculum(BaseCurriculum):
    """Levels of the number of moves of an optimal solution."""

    def __init__(self) -> None:
        super().__init__(type(self).__name__, SlidingBlocksConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="length",
                levels=[1, 5, 10, 15, 20, 30, 40, 50],
                description="Number of moves of an optimal solution",
                lower_field_name="min_length",
                upper_field_name="max_length",
                ensure_interval=True,
            )
        )


register_dataset(NAME, SlidingBlocksDataset, SlidingBlocksConfig, SlidingBlocksCurriculum)
