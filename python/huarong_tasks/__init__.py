"""The name by which verifiers finds the tasks of huarong, as in `vf-eval huarong-tasks`."""

from huarong.verifiers import SingleTurn, SlidingBlocksEnv, SlidingBlocksTaskset, load_environment

__all__ = ["SingleTurn", "SlidingBlocksEnv", "SlidingBlocksTaskset", "load_environment"]
