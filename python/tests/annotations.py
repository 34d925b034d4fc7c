"""Calls that the stubs must allow, with the types of their results. mypy checks this module, and nothing runs it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import huarong as hr
from huarong.gym import SlidingBlocks, SlidingBlocksVector


def unrank(table: hr.Table, some: Iterator[int]) -> list[hr.Position]:
    one: hr.Position = table.unrank(3)
    return [one, *table.unrank(some), *table.unrank({1, 2}), *table.unrank(np.arange(3))]


def difficulty(text: str) -> tuple[int, int | None, float | None] | None:
    measures: hr.DifficultyRecord | None = hr.difficulty(text)
    if measures is None:
        return None
    return measures["solution_count"], measures["next_best_moves"], measures.get("expected_moves")


def solve_many(texts: list[str], return_exceptions: bool) -> list[hr.Solution | None]:
    entries = hr.solve_many(texts, return_exceptions=return_exceptions)
    solutions: list[hr.Solution | None] = hr.solve_many(texts, return_exceptions=False)
    return solutions + [entry for entry in entries if not isinstance(entry, BaseException)]


def environments() -> tuple[SlidingBlocks, SlidingBlocksVector]:
    single = SlidingBlocks(gamma=np.float32(0.9), max_steps=np.int64(5))
    single.step(np.array(3))
    return single, SlidingBlocksVector(np.int64(2))
