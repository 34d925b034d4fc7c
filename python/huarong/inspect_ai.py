"""Tasks for [inspect-ai](https://pypi.org/project/inspect-ai/), with exact answers.

    inspect eval huarong/sliding_blocks --model openai/gpt-4o-mini -T count=400 -T max_length=10

Samples are rows of `huarong tasks`, which are also their metadata. The scorer is `huarong.score`. Its standard error is
clustered by component, because positions of one component are alike. Ask for some hundred tasks: they are of few components.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

import huarong

from ._types import Metric, Reward

__all__ = ["exact", "sliding_blocks"]


@scorer(metrics=[mean(), stderr(cluster="cluster")])
def exact(reward: Reward = "solved") -> Scorer:
    """The reward of an answer by a rule of `huarong score`. The metadata of a score has all keys of `huarong.score`."""

    async def score(state: TaskState, target: Target) -> Score:
        found = huarong.score(state.metadata, state.output.completion, reward=reward)
        return Score(
            value=found["reward"],
            answer=state.output.completion,
            explanation=found["error_why"],
            reason="invalid_response_format" if found["error_kind"] == "unread" else None,
            metadata=dict(found),
        )

    return score


@task
def sliding_blocks(
    family: str = "rush",
    count: int = 200,
    questions: str | Sequence[str] = "solve",
    min_length: int = 1,
    max_length: int = 20,
    metric: Metric = "straight",
    board: str | None = None,
    walls: int = 0,
    language: str = "en",
    drawing: str = "rows",
    split: str | None = "test",
    reward: Reward = "solved",
    seed: int = 0,
) -> Task:
    """Tasks of the part for tests; `huarong tasks --help` describes the choices. `board` is a size, such as `5x5`."""
    made = huarong.tasks(
        family,
        questions=(questions,) if isinstance(questions, str) else tuple(questions),
        lengths=(min_length, max_length),
        metric=metric,
        size=board,
        walls=walls,
        language=language,
        drawing=drawing,
        split=split,
        seed=seed,
    )
    samples = [
        Sample(id=row["id"], input=row["prompt"], target=row["target"], metadata=dict(row))
        for row in islice(made, count)
    ]
    return Task(dataset=MemoryDataset(samples, name="huarong"), solver=generate(), scorer=exact(reward))
