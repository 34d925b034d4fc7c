"""Runs the notebooks. As a program, it stores their outputs."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any
from unittest import mock

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

import huarong as hr

FOLDER = Path(__file__).parents[1] / "notebooks"


def run(path: Path) -> nbformat.NotebookNode:
    """The notebook with the outputs of its cells. Raises the error of a cell."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        # The kernel imports the same package, and leaves nothing in the home directory.
        package = str(Path(hr.__file__).resolve().parents[1])
        environment = {"PYTHONPATH": package, "IPYTHONDIR": folder, "MPLCONFIGDIR": folder}
        # Sockets in the folder need no ports.
        manager = {"transport": "ipc", "connection_file": f"{folder}/kernel.json"}
        client = NotebookClient(
            notebook,
            config=Config(AsyncKernelManager=manager),
            timeout=300,
            record_timing=False,
            coalesce_streams=True,
            resources={"metadata": {"path": str(path.parent)}},
        )
        metadata = notebook.metadata.copy()
        with mock.patch.dict(os.environ, environment):
            client.execute()
    # The kernel adds its version.
    notebook.metadata = metadata
    return notebook


def outputs(notebook: nbformat.NotebookNode) -> list[list[Any]]:
    """What the code cells print and show. Bytes of pictures depend on the machine, so they are left out."""
    found = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = {kind: value for kind, value in output.get("data", {}).items() if kind != "image/png"}
            found.append([output.output_type, output.get("text"), data, "image/png" in output.get("data", {})])
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        os.environ["HUARONG_DATA_DIR"] = directory
        for path in map(Path, sys.argv[1:] or sorted(FOLDER.glob("*.ipynb"))):
            nbformat.write(run(path), path)
            print(path.name)
