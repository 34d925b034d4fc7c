"""Commands of the program, for all that has no function of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .errors import CommandError


def run(*arguments: object, input: str | None = None) -> str:
    """Run a command of the program `huarong`, and return what it prints on standard output.

    `hr.run("design", "--rush", "6x6", "--count", 5, "--format", "json")` returns a line of JSON for each puzzle. `input` is
    what the command reads from standard input. The command runs in a process of its own.

    Raises `CommandError` with the messages of a command that fails; its `output` has the rows that were printed.
    """
    command = [sys.executable, "-m", "huarong", *map(str, arguments)]
    # The same package, wherever this process has found it.
    paths = [str(Path(__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(command, input=input, env=environment, capture_output=True, check=False, encoding="utf-8")
    if done.returncode != 0:
        raise CommandError(done.stderr.strip() or "the command failed", done.returncode, done.stdout)
    return done.stdout
