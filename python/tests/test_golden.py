"""The names of released versions stay: docs/reference/compatibility.md promises them, and tests/golden/python.txt lists them."""

from __future__ import annotations

import importlib
import inspect
import re
from typing import Any

import pytest
import repository

PARTS = re.compile(r"(huarong(?:\.(?:reader|gym|datasets))?)\.([\w.]+)(?:\((\w+)\)|\[(\w+)\])?")


def line_is_kept(line: str) -> bool:
    """`NAME`, `NAME(PARAMETER)` or `NAME[KEY]`, where NAME is an attribute of a module or of its classes."""
    found = PARTS.fullmatch(line)
    assert found, line
    module, name, parameter, key = found.groups()
    item: Any = importlib.import_module(module)
    for part in name.split("."):
        if not hasattr(item, part):
            return part in getattr(item, "__annotations__", {})
        item = getattr(item, part)
    if key:
        return key in item.__annotations__
    return parameter is None or parameter in inspect.signature(item).parameters


def test_names_parameters_and_keys_stay() -> None:
    pytest.importorskip("gymnasium")
    lines = (repository.ROOT / "tests/golden/python.txt").read_text().splitlines()
    assert len(lines) > 350
    assert [line for line in lines if not line_is_kept(line)] == []
