"""Tasks for [verifiers](https://pypi.org/project/verifiers/), with exact answers.

    vf-eval huarong-tasks -n 100 --model openai/gpt-4o-mini --env.taskset.max-length 10

The taskset never ends. The reward is that of `huarong.score`; the metrics say how many moves were legal, whether they
solve the puzzle, and how many they waste. One prompt has one answer: the harness sends it in this process, without a sandbox
and without tools.

verifiers finds a taskset by the name of a package, which is `huarong_tasks`. It has the same names as this module.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import verifiers.v1 as vf
from openai import AsyncOpenAI

import huarong

from ._dials import tasks_of
from ._types import Metric, Reward, ScoreRecord

__all__ = ["SingleTurn", "SlidingBlocksEnv", "SlidingBlocksTaskset", "load_environment"]


class SlidingBlocksTaskConfig(vf.TaskConfig):
    """The rule of the reward: solved, optimal, excess or progress."""

    reward: Reward = "solved"


class SlidingBlocksConfig(vf.TasksetConfig):
    """What tasks there are; `huarong tasks --help` describes the choices. `board` is a size, such as `5x5`."""

    id: str = "huarong_tasks"
    family: Literal["rush", "klotski", "tiles"] = "rush"
    questions: list[str] = ["solve"]
    min_length: int = 1
    max_length: int = 20
    metric: Metric = "straight"
    board: str | None = None
    walls: int = 0
    language: str = "en"
    drawing: str = "rows"
    split: Literal["train", "validation", "test"] | None = None
    seed: int = 0
    task: SlidingBlocksTaskConfig = SlidingBlocksTaskConfig()


class SlidingBlocksData(vf.TaskData):
    """A row of `huarong tasks`."""

    row: dict[str, Any]


class SlidingBlocksTask(vf.Task[SlidingBlocksData, vf.State, SlidingBlocksTaskConfig]):
    """A task with one answer."""

    def judged(self, answer: str) -> ScoreRecord:
        """What `huarong.score` says of an answer."""
        return huarong.score(self.data.row, answer, reward=self.config.reward)

    @vf.reward
    async def reward(self, trace: vf.Trace) -> float:
        """The reward of the last reply."""
        return float(self.judged(trace.last_reply)["reward"])

    @vf.metric
    async def moves(self, trace: vf.Trace) -> dict[str, float]:
        """Legal moves, whether they solve the puzzle, and moves beyond an optimal solution if they do."""
        found = self.judged(trace.last_reply)
        wanted = {name: found[name] for name in ("correct", "legal", "solved", "excess")}
        return {name: float(value) for name, value in wanted.items() if value is not None}

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Whether the answer in the row is right."""
        return bool(self.judged(self.data.row["target"])["correct"])


class SlidingBlocksTaskset(vf.Taskset[SlidingBlocksTask, SlidingBlocksConfig]):
    """Tasks in the order of `huarong.tasks`."""

    INFINITE = True

    def load(self) -> Iterator[SlidingBlocksTask]:
        """The tasks."""
        config = self.config
        for row in tasks_of(config, config.split, config.seed):
            data = SlidingBlocksData(id=row["id"], prompt=row["prompt"], row=dict(row))
            yield SlidingBlocksTask(data, config.task)


class SingleTurn(vf.Harness[vf.HarnessConfig]):
    """Sends the prompt to the model once, from this process."""

    APPENDS_SYSTEM_PROMPT = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """Ask the model, by the address that records its answer on the trace."""
        system, prompt = self.resolve_text_prompt(data)
        messages: list[Any] = [] if system is None else [{"role": "system", "content": system}]
        messages.append({"role": "user", "content": prompt})
        async with AsyncOpenAI(base_url=endpoint, api_key=secret, timeout=None) as model:
            await model.chat.completions.create(model=ctx.model, messages=messages)
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


class SlidingBlocksEnvConfig(vf.SingleAgentEnvConfig):
    """One agent, which needs no sandbox."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class SlidingBlocksEnv(vf.Env[SlidingBlocksEnvConfig]):
    """One prompt and one answer per task."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Let the agent answer."""
        await agents.agent.run(task)


def load_environment(**dials: Any) -> SlidingBlocksEnv:
    """The environment; its arguments are the fields of `SlidingBlocksConfig`, such as `max_length=10`."""
    return SlidingBlocksEnv(SlidingBlocksEnvConfig(taskset=SlidingBlocksConfig(**dials)))
