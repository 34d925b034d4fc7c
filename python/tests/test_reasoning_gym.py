"""The dataset of reasoning-gym, by the protocol of the package itself."""

from __future__ import annotations

import copy
import doctest
import json
import pickle
from typing import Any

import answers
import pytest

import huarong as hr

REASON = "reasoning-gym is missing; scripts/python training installs it"
reasoning_gym = pytest.importorskip("reasoning_gym", reason=REASON)

from reasoning_gym.coaching import CurriculumAttributeConfig, CurriculumExperiment  # noqa: E402
from reasoning_gym.coaching.curriculum_config import CurriculumExperimentConfig  # noqa: E402
from reasoning_gym.composite import CompositeConfig, CompositeDataset, DatasetSpec  # noqa: E402
from reasoning_gym.dataset import ReseedingDataset  # noqa: E402
from reasoning_gym.factory import create_curriculum, has_curriculum  # noqa: E402
from reasoning_gym.version_manager import DatasetVersionManager  # noqa: E402

import huarong.reasoning_gym  # noqa: E402

pytestmark = pytest.mark.long

#: Boards that a naive search solves at once.
SMALL: dict[str, Any] = {"board": "5x4", "metric": "unit", "min_length": 2, "max_length": 8}


def dataset(**dials: Any) -> Any:
    return reasoning_gym.create_dataset("huarong", **{"seed": 7, "size": 8, **SMALL, **dials})


def test_answers_have_the_reward_that_a_naive_search_says() -> None:
    data, by_length = dataset(), dataset(reward="excess")
    entries = list(data)
    assert len(entries) == len(data) == 8
    for index, entry in enumerate(entries):
        task = entry["metadata"]["task"]
        assert (entry["metadata"]["source_dataset"], entry["metadata"]["source_index"]) == ("huarong", index)
        assert entry["metadata"]["difficulty"] == {"length": (2, 8)}
        assert all(row in entry["question"] for row in answers.grid(task))
        assert answers.solves(task, task["solution"])
        fewest = answers.fewest(task)
        assert fewest == task["optimal"] and fewest in range(2, 9)
        assert data.score_answer(entry["answer"], entry) == 1.0
        assert data.score_answer(answers.detour(task), entry) == 1.0
        assert by_length.score_answer(answers.detour(task), entry) == fewest / (fewest + 2)
        for wrong in (answers.illegal(task), "no idea", "", None):
            assert data.score_answer(wrong, entry) == 0.0
        # Entries are written to files and read again before they are judged.
        assert data.score_answer(entry["answer"], json.loads(json.dumps(entry))) == 1.0


def test_entries_follow_from_the_seed_alone() -> None:
    entries = list(dataset())
    again = dataset()
    assert [again[index] for index in reversed(range(8))] == entries[::-1]
    assert list(pickle.loads(pickle.dumps(again))) == list(copy.deepcopy(again)) == entries
    assert list(dataset(seed=8)) != entries
    # Without a seed, a copy has the same entries, too.
    random = dataset(seed=None)
    assert pickle.loads(pickle.dumps(random))[3] == random[3]
    endless = iter(ReseedingDataset(again, chunk_size=4))
    assert [next(endless) for _ in range(8)] == entries[:4] + list(dataset(seed=8))[:4]


def test_an_entry_that_is_changed_stays_as_it_was_in_the_dataset() -> None:
    data = dataset()
    data[0]["metadata"]["task"]["board"] = ""
    data[0]["metadata"].clear()
    assert data[0] == dataset()[0]


def test_composite_datasets_mix_it_with_others() -> None:
    specs = [DatasetSpec("huarong", 1, dict(SMALL)), DatasetSpec("rush_hour", 1, {})]
    config = CompositeConfig(size=12, seed=3, datasets=specs)
    mixed = CompositeDataset(config, version_manager=DatasetVersionManager())
    entries = list(mixed)
    assert {entry["metadata"]["source_dataset"] for entry in entries} == {"huarong", "rush_hour"}
    for entry in entries:
        if entry["metadata"]["source_dataset"] == "huarong":
            assert mixed.score_answer(entry["answer"], entry) == 1.0
            assert mixed.score_answer_with_id(entry["answer"], entry["metadata"]["entry_id"]) == 1.0
    mixed.update_dataset_config("huarong", {"min_length": 6})
    assert all(mixed.datasets["huarong"][index]["metadata"]["task"]["optimal"] in (6, 7, 8) for index in range(4))


def test_the_curriculum_makes_tasks_longer() -> None:
    assert has_curriculum("huarong")
    curriculum = create_curriculum("huarong")
    lengths = []
    while True:
        config = curriculum.generate_configuration({"seed": 1, "size": 4})
        lengths.append((config.min_length, config.max_length))
        if not curriculum.increment_attr_level("length"):
            break
    assert lengths[0] == (1, 5) and lengths[-1] == (1, 50)
    assert [most for _, most in lengths] == sorted(most for _, most in lengths)

    levels = {"huarong": CurriculumAttributeConfig(attribute_levels={"*": 0})}
    experiment = CurriculumExperiment("rising", CurriculumExperimentConfig(curricula=levels), size=4, seed=1)
    for most in (5, 5, 10):
        tasks = [experiment.get_dataset_entry(index)["metadata"]["task"] for index in range(4)]
        assert all(task["optimal"] in range(1, most + 1) for task in tasks)
        assert experiment.composite.datasets["huarong"].config.max_length == most
        experiment.update_difficulty("huarong", "increment")
    entry = experiment.get_dataset_entry(0)
    assert experiment.score_answer_with_id(entry["answer"], entry["metadata"]["entry_id"]) == 1.0


def test_all_questions_can_be_asked() -> None:
    questions = ["solve", "within", "next", "legal", "board", "solvable", "length", "mistake"]
    data = dataset(questions=questions, split="test", size=32)
    tasks = [entry["metadata"]["task"] for entry in data]
    assert {task["question"] for task in tasks} == set(questions)
    assert {task["split"] for task in tasks} == {"test"}
    for entry in data:
        assert data.score_answer(f"Answer: {entry['answer']}", entry) == 1.0
        assert data.score_answer("Answer: perhaps", entry) == 0.0


def test_wrong_dials_are_refused() -> None:
    with pytest.raises(hr.InvalidInputError, match="at least 1 entry, not 0"):
        dataset(size=0)
    with pytest.raises(hr.InvalidInputError, match="no lengths from 9 to 8"):
        dataset(min_length=9)
    for dials in ({"family": "chess"}, {"questions": ["why"]}, {"metric": "hops"}, {"split": "dev"}):
        with pytest.raises(hr.InvalidInputError):
            dataset(**dials)[0]
    with pytest.raises(IndexError, match="from 0, not -1"):
        dataset()[-1]


def test_the_example_is_right() -> None:
    tried = doctest.testmod(huarong.reasoning_gym)
    assert tried.failed == 0 and tried.attempted > 0
