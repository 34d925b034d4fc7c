"""The environment of verifiers, with a model that speaks from a script on this machine."""

from __future__ import annotations

import asyncio
import doctest
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import answers
import pytest
from repository import ROOT

REASON = "verifiers is missing; scripts/python training installs it"
pytest.importorskip("verifiers", reason=REASON)

import verifiers.v1 as vf  # noqa: E402
from aiohttp import web  # noqa: E402

from huarong.verifiers import SlidingBlocksConfig, load_environment  # noqa: E402

pytestmark = pytest.mark.long

#: Boards that a naive search solves at once.
SMALL: dict[str, Any] = {"board": "5x4", "metric": "unit", "min_length": 2, "max_length": 8, "seed": 7}


async def episodes(env: Any, number: int, reply: Callable[[str], str]) -> list[Any]:
    """Episodes of the first tasks, in which the model replies to each prompt by a rule."""

    async def completion(request: web.Request) -> web.Response:
        asked = await request.json()
        (message,) = asked["messages"]
        said = {"role": "assistant", "content": reply(message["content"])}
        choice = {"index": 0, "finish_reason": "stop", "message": said}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        kind = {"id": "1", "object": "chat.completion", "created": 0, "model": asked["model"]}
        return web.json_response({**kind, "choices": [choice], "usage": usage})

    script = web.Application()
    script.router.add_post("/v1/chat/completions", completion)
    runner = web.AppRunner(script)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        address = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        client = vf.EvalClientConfig(base_url=address, api_key_var="NO_KEY_IS_NEEDED")
        model = vf.ModelContext(model="script", client=client)
        async with env.serving():
            return [await env.run_episode(task, model) for task in env.taskset.take(number)]
    finally:
        await runner.cleanup()


def judged(env: Any, number: int, answer: Callable[[answers.Task], str]) -> list[tuple[answers.Task, Any]]:
    """Tasks with the traces of the answers that a rule gives."""
    tasks = {task.data.prompt: task.data.row for task in env.taskset.take(number)}
    played = asyncio.run(episodes(env, number, lambda prompt: answer(tasks[prompt])))
    assert all(episode.ok and len(episode.traces) == 1 for episode in played)
    traces = [episode.traces[0] for episode in played]
    assert all(trace.num_turns == 1 and not trace.has_error for trace in traces)
    return [(tasks[trace.task.data.prompt], trace) for trace in traces]


def test_solutions_have_the_reward_1() -> None:
    for task, trace in judged(load_environment(**SMALL), 4, lambda task: f"Answer: {task['target']}"):
        fewest = answers.fewest(task)
        assert answers.solves(task, task["solution"]) and fewest == task["optimal"]
        assert trace.reward == 1.0
        assert trace.metrics == {"correct": 1.0, "legal": fewest, "solved": 1.0, "excess": 0.0}


def test_detours_cost_what_the_rule_says() -> None:
    env = load_environment(**SMALL, task={"reward": "excess"})
    for task, trace in judged(env, 4, answers.detour):
        fewest = answers.fewest(task)
        assert fewest is not None and trace.reward == fewest / (fewest + 2)
        assert trace.metrics["excess"] == 2.0


def test_wrong_answers_have_the_reward_0() -> None:
    for _, trace in judged(load_environment(**SMALL), 4, answers.illegal):
        assert (trace.reward, trace.metrics) == (0.0, {"correct": 0.0, "legal": 0.0, "solved": 0.0})
    for _, trace in judged(load_environment(**SMALL), 2, lambda task: "I do not know."):
        assert trace.reward == 0.0


def test_a_model_that_fails_has_no_reward() -> None:
    def fail(prompt: str) -> str:
        raise web.HTTPBadRequest(text="no such model")

    (episode,) = asyncio.run(episodes(load_environment(**SMALL), 1, fail))
    assert not episode.ok and episode.traces[0].has_error and not episode.traces[0].rewards


def test_the_program_finds_the_taskset_by_its_name() -> None:
    assert vf.taskset_config_type("huarong-tasks") is SlidingBlocksConfig
    config = vf.resolve_env_config({"taskset": {"id": "huarong-tasks", "max_length": 5, "split": "test"}})
    taskset = vf.load_environment(config).taskset
    rows = [task.data.row for task in taskset.take(20)]
    assert all(row["optimal"] in range(1, 6) and row["split"] == "test" for row in rows)
    assert len({task.key for task in taskset.take(20)}) == 20
    with pytest.raises(ValueError, match="family"):
        load_environment(family="chess")


def test_the_package_knows_right_answers() -> None:
    async def valid(task: Any) -> bool:
        return bool(await task.validate(None))

    for task in load_environment(questions=["solve", "legal", "length"]).taskset.take(6):
        assert asyncio.run(valid(task))


def test_the_page_is_right() -> None:
    pytest.importorskip("reasoning_gym", reason=REASON)
    page = ROOT / "docs/how-to/train-models.md"
    tried = doctest.testfile(str(page), module_relative=False)
    assert tried.failed == 0 and tried.attempted > 10
    for name in ("reasoning-gym", "verifiers", "inspect-ai"):
        assert f"| `{name}` | {version(name)} |" in page.read_text(encoding="utf-8")
