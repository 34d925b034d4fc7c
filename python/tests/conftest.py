"""Tables of the tests are built once, in a directory of their own."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest

import huarong as hr


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: only in `make test-long`")


@pytest.fixture(scope="session", autouse=True)
def directory() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as directory:
        os.environ["HUARONG_DATA_DIR"] = directory
        yield directory


@pytest.fixture(scope="session")
def classic(directory: str) -> hr.Table:
    return hr.table("1h4v4s")
