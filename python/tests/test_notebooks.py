"""The notebooks run, and print what is stored in them."""

from __future__ import annotations

from pathlib import Path

import pytest

for package in ("gymnasium", "matplotlib", "networkx", "polars", "ipykernel", "nbclient"):
    pytest.importorskip(package, reason=f"{package} is missing; scripts/python installs it")

import nbformat  # noqa: E402
from notebooks import FOLDER, outputs, run  # noqa: E402

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 5


@pytest.mark.long
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_is_stored_in_it(path: Path) -> None:
    stored = nbformat.read(path, as_version=4)
    nbformat.validate(stored)
    assert any("assert" in cell.source for cell in stored.cells if cell.cell_type == "code")
    # An assertion that fails in a cell is an error here.
    assert outputs(run(path)) == outputs(stored), "if the change is wanted, scripts/notebooks stores the outputs"
