"""Calls with long lists: interrupts end them, other threads run meanwhile, and messages stay short."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np
import pytest

import huarong as hr
from huarong import datasets

COUNT = 20_000
START = "VBBV/VBBV/VHHV/VSSV/S..S"


@pytest.fixture(scope="module")
def calls(classic: hr.Table) -> dict[str, Callable[[], object]]:
    # The shortest call, most of which makes Python's own objects.
    indices = [index % len(classic) for index in range(4 * COUNT)]
    texts = [str(position) for position in classic.unrank(range(2000))] * (COUNT // 2000)
    wrong = ["nonsense"] * 1000

    def read_starts() -> None:
        # All starts are read before the last one is refused.
        with pytest.raises(TypeError):
            hr.solve_many([*texts, 5])  # type: ignore[list-item]

    return {
        "rank": lambda: classic.rank(texts),
        "unrank": lambda: classic.unrank(indices),
        "columns": lambda: classic.columns(texts),
        "refused": lambda: classic.columns(wrong),
        "solve_many": read_starts,
    }


@contextmanager
def interrupted(seconds: float) -> Iterator[None]:
    def interrupt(signal: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", ["rank", "unrank", "columns", "refused", "solve_many"])
def test_no_interrupt_is_lost(name: str, calls: dict[str, Callable[[], object]]) -> None:
    begun = time.perf_counter()
    calls[name]()
    duration = time.perf_counter() - begun
    for share in np.linspace(0.01, 0.4, 10):
        with pytest.raises(KeyboardInterrupt), interrupted(max(1e-6, float(share) * duration)):
            for _ in range(50):
                calls[name]()


@pytest.mark.parametrize("name", ["rank", "unrank", "columns", "refused", "solve_many"])
def test_other_threads_run_meanwhile(name: str, calls: dict[str, Callable[[], object]]) -> None:
    ticks: list[float] = []
    ended = threading.Event()

    def tick() -> None:
        while not ended.wait(0.001):
            ticks.append(time.perf_counter())

    thread = threading.Thread(target=tick)
    thread.start()
    begun = time.perf_counter()
    calls[name]()
    until = time.perf_counter()
    ended.set()
    thread.join()
    # Without the lock, there would be up to a thousand of them per second; with it, one at most.
    assert sum(begun < at < until for at in ticks) >= 4


def test_messages_stay_short(classic: hr.Table) -> None:
    class Wrong:
        def __repr__(self) -> str:
            return "w" * 10**6

    component = hr.component("橫刀立馬")
    for given in ("A" * 10**6, "/" * 10**6, "1" * 10**6, "B\n" * 10**5, [1.5] * 10**6, Wrong(), 10**5000, {"a": Wrong()}):
        any_value: Any = given
        calls: list[Callable[[], object]] = [
            lambda: hr.Position(any_value),
            lambda: hr.solve(any_value),
            lambda: hr.solve_many([any_value]),
            lambda: hr.solve(START, any_value),
            lambda: hr.solve(START, memory=any_value),
            lambda: hr.solve(START, time_limit=any_value),
            lambda: hr.table(any_value),
            lambda: hr.table("1h4v4s", board=any_value),
            lambda: hr.table("1h4v4s", metrics=[any_value]),
            lambda: hr.Puzzle.library(any_value),
            lambda: hr.Puzzle.from_toml(any_value),
            lambda: hr.Puzzle.klotski(any_value),
            lambda: hr.Puzzle(start=any_value, goal="A"),
            lambda: hr.Puzzle(start="A.", goal=any_value),
            lambda: hr.Puzzle(start="A.", goal=".A", name=any_value).parse("B."),
            lambda: hr.game(any_value),
            lambda: hr.game("tic-tac-toe").query(any_value),
            lambda: hr.rush(any_value),
            lambda: hr.census(any_value),
            lambda: hr.scan(any_value),
            lambda: hr.scan("4x5", columns=[any_value]),
            lambda: datasets.load(any_value, directory="/nonexistent"),
            lambda: classic.rank(any_value),
            lambda: classic.unrank(any_value),
            lambda: classic.places(any_value),
            lambda: classic.sample(any_value, distance=any_value),
            lambda: classic.component(any_value),
            lambda: component[any_value],
            lambda: component.index(any_value),
        ]
        for number, call in enumerate(calls):
            try:
                call()
            except (TypeError, ValueError, LookupError, OSError, OverflowError, hr.HuarongError) as error:
                assert len(str(error)) < 2000, (number, str(error)[:200])
