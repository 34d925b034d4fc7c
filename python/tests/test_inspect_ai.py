"""The task of inspect-ai, with the model of that package for tests."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path
from typing import Any

import answers
import pytest
from repository import ROOT

import huarong as hr

REASON = "inspect-ai is missing; scripts/python training installs it"
pytest.importorskip("inspect_ai", reason=REASON)

import inspect_ai  # noqa: E402
from inspect_ai.model import ModelOutput, ModelUsage, get_model  # noqa: E402

from huarong.inspect_ai import sliding_blocks  # noqa: E402

pytestmark = pytest.mark.long

#: Boards that a naive search solves at once.
SMALL: dict[str, Any] = {"board": "5x4", "metric": "unit", "min_length": 2, "max_length": 8, "seed": 7}


def tasks_of(task: Any) -> list[answers.Task]:
    return [sample.metadata for sample in task.dataset]


def scores(task: Any, replies: dict[str, str], directory: Path) -> tuple[dict[Any, Any], Any]:
    """The scores of replies to prompts, by the identifiers of samples, and the metrics of all."""

    def reply(messages: list[Any], *_: object) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", replies[messages[-1].text])
        # Without it, the model would load a tokenizer to count tokens.
        output.usage = ModelUsage()
        return output

    model = get_model("mockllm/model", custom_outputs=reply)
    (log,) = inspect_ai.eval(task, model=model, log_dir=str(directory), display="none")
    assert log.status == "success", log.error
    assert log.samples is not None and log.results is not None
    return {sample.id: (sample.scores or {})["exact"] for sample in log.samples}, log.results.scores[0].metrics


def test_the_scorer_says_what_a_naive_search_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATA", "CACHE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path))
    task = sliding_blocks(count=20, reward="excess", split=None, **SMALL)
    rows = {row["prompt"]: row for row in tasks_of(task)}
    answer = [lambda row: f"Answer: {row['target']}", answers.detour, answers.illegal, lambda row: "I do not know."]
    kinds = {prompt: number % 4 for number, prompt in enumerate(rows)}
    replies = {prompt: answer[kinds[prompt]](row) for prompt, row in rows.items()}
    found, metrics = scores(task, replies, tmp_path)
    values = []
    for row in tasks_of(task):
        kind, score = kinds[row["prompt"]], found[row["id"]]
        fewest = answers.fewest(row)
        assert fewest == row["optimal"] and answers.solves(row, row["solution"])
        values.append([1.0, fewest / (fewest + 2), 0.0, 0.0][kind])
        assert (score.value, score.answer) == (values[-1], replies[row["prompt"]])
        assert score.metadata["solved"] == (score.explanation is None) == (kind < 2)
        assert score.reason == ("invalid_response_format" if kind == 3 else None)
    assert metrics["mean"].value == pytest.approx(sum(values) / 20)
    assert metrics["stderr"].params == {"cluster": "cluster"}


def test_samples_are_tasks() -> None:
    task = sliding_blocks(count=12, questions=["legal", "length"], **SMALL)
    rows = tasks_of(task)
    assert {row["question"] for row in rows} == {"legal", "length"}
    assert {row["split"] for row in rows} == {"test"}
    assert [sample.id for sample in task.dataset] == [row["id"] for row in rows]
    assert all(sample.input == row["prompt"] for sample, row in zip(task.dataset, rows, strict=True))
    assert tasks_of(sliding_blocks(count=12, questions=["legal", "length"], **SMALL)) == rows
    with pytest.raises(hr.InvalidInputError):
        sliding_blocks(family="chess")


def test_the_program_finds_the_task_by_its_name() -> None:
    with open(ROOT / "python/pyproject.toml", "rb") as file:
        points = tomllib.load(file)["project"]["entry-points"]["inspect_ai"]
    module = importlib.import_module(points["huarong"])
    assert module.sliding_blocks is sliding_blocks
