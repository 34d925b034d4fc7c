"""A small dataset, written by scripts/data: against brute force, an independent BLAKE3, and damaged files."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import repository
from blake3 import blake3
from repository import ROOT

import huarong as hr
from huarong import datasets

SETS = ["5h2v0s", "0h0v1s", "6h0v1s"]

SIZES = {"B": (2, 2), "H": (2, 1), "V": (1, 2), "S": (1, 1)}
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return repository.script("data")


def write(directory: Path, *options: str, threads: int = 2) -> subprocess.CompletedProcess[str]:
    # The program of the package that is tested.
    program = f"{sys.executable} -m huarong --threads {threads}"
    package = str(Path(hr.__file__).parents[1])
    environment = {**os.environ, "HUARONG": program, "PYTHONPATH": package}
    command = [sys.executable, str(ROOT / "scripts" / "data.py"), str(directory), *options]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("dataset") / "data"
    written = write(directory, "--piece-sets", ",".join(SETS))
    assert written.returncode == 0, written.stderr
    return directory


def pieces(text: str) -> list[tuple[str, int, int]]:
    """The pieces of a text: letter, column and row of the first cell."""
    left = {(x, y): sign for y, row in enumerate(text.split("/")) for x, sign in enumerate(row) if sign != "."}
    found = []
    for x, y in sorted(left, key=lambda cell: cell[::-1]):
        sign = left.get((x, y))
        if sign is not None:
            found.append((sign, x, y))
            for cell in cells(sign, x, y):
                assert left.pop(cell) == sign
    return found


def cells(sign: str, x: int, y: int) -> set[tuple[int, int]]:
    width, height = SIZES[sign]
    return {(x + right, y + down) for right in range(width) for down in range(height)}


def drawn(found: list[tuple[str, int, int]]) -> str:
    signs = {cell: piece[0] for piece in found for cell in cells(*piece)}
    return "/".join("".join(signs.get((x, y), ".") for x in range(4)) for y in range(5))


def after_moves(text: str, metric: str) -> Iterator[str]:
    """The positions after one move, by the definitions of the metrics."""
    found = pieces(text)
    for number, (sign, x, y) in enumerate(found):
        others = found[:number] + found[number + 1 :]
        taken = {cell for piece in others for cell in cells(*piece)}

        def fits(at: tuple[int, int]) -> bool:
            own = cells(sign, *at)
            return not own & taken and all(0 <= column < 4 and 0 <= row < 5 for column, row in own)

        reached = set()
        if metric == "finger":
            waiting = [(x, y)]
            while waiting:
                column, row = waiting.pop()
                steps = {(column + right, row + down) for right, down in STEPS}
                new = {at for at in steps if fits(at)} - reached
                reached |= new
                waiting += new
        for right, down in STEPS if metric != "finger" else ():
            at = (x + right, y + down)
            while fits(at):
                reached.add(at)
                at = (at[0] + right, at[1] + down)
                if metric == "unit":
                    break
        for at in reached - {(x, y)}:
            yield drawn([*others, (sign, *at)])


def distances(graph: dict[str, list[str]], sources: set[str]) -> dict[str, int]:
    known, level = dict.fromkeys(sources, 0), sources
    while level:
        level = {after for text in level for after in graph[text]} - known.keys()
        known |= dict.fromkeys(level, max(known.values()) + 1)
    return known


@pytest.mark.parametrize("name", SETS)
def test_positions_are_those_of_brute_force(dataset: Path, name: str) -> None:
    rows = datasets.load(f"positions/{name}", directory=dataset).to_polars().rows(named=True)
    assert [row["index"] for row in rows] == list(range(len(rows)))
    assert {row["piece_set"] for row in rows} == {name}
    for metric in ("unit", "straight", "finger"):
        graph = {row["position"]: list(after_moves(row["position"], metric)) for row in rows}
        assert len(graph) == len(rows) and all(after in graph for afters in graph.values() for after in afters)
        goals = {text for text in graph if ("B", 1, 3) in pieces(text)}
        to_goal = distances(graph, goals)
        members: dict[int, set[str]] = {}
        for row in rows:
            text = row["position"]
            assert row[metric] == to_goal.get(text)
            within = distances(graph, {text})
            assert row[f"{metric}_eccentricity"] == max(within.values())
            # All positions of a component have its number, and no other position has it.
            assert members.setdefault(row["component"], set(within)) == set(within)
        sizes = [len(members[number]) for number in range(1, len(members) + 1)]
        assert sizes == sorted(sizes, reverse=True) and sum(sizes) == len(rows)


def test_the_manifest_has_the_checksum_of_every_file(dataset: Path) -> None:
    manifest = json.loads((dataset / "manifest.json").read_text())
    files = {str(path.relative_to(dataset)) for path in dataset.rglob("*") if path.is_file()}
    assert {entry["path"] for entry in manifest["files"]} == files - {"manifest.json"}
    assert manifest["program"] == f"huarong {hr.__version__}"
    for entry in manifest["files"]:
        content = (dataset / entry["path"]).read_bytes()
        assert entry["bytes"] == len(content) and entry["blake3"] == blake3(content).hexdigest()
        if entry.get("format") == "csv":
            rows = list(csv.reader(content.decode().splitlines()))
            assert entry["rows"] == len(rows) - 1 and list(entry["columns"]) == rows[0]
        part = entry["path"].split("/")[0]
        if "table" in entry:
            assert entry["blake3"] in (dataset / part / "README.md").read_text()
    assert datasets.verify(directory=dataset) == len(files) - 1


@pytest.mark.long
def test_the_same_command_writes_the_same_bytes(dataset: Path, tmp_path: Path) -> None:
    again = write(tmp_path / "data", "--piece-sets", ",".join(SETS), threads=1)
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "data" / "manifest.json").read_bytes() == (dataset / "manifest.json").read_bytes()
    # A second run replaces the dataset.
    assert write(tmp_path / "data", "--piece-sets", "0h0v1s").returncode == 0
    names = datasets.names(directory=tmp_path / "data")
    assert "positions/0h0v1s" in names and "positions/5h2v0s" not in names


@pytest.mark.long
def test_a_table_is_the_same_in_all_packages(dataset: Path) -> None:
    for name in datasets.names(directory=dataset):
        table = datasets.load(name, directory=dataset)
        frame, columns = table.to_polars(), table.to_columns()
        assert frame.columns == list(columns) == list(table.columns) and len(frame) == len(table), name
        arrow, pandas = table.to_arrow(), table.to_pandas()
        assert isinstance(arrow, pa.Table) and isinstance(pandas, pd.DataFrame)
        for column in frame.columns:
            values = frame[column].to_list()
            plain = columns[column] if isinstance(columns[column], list) else columns[column].tolist()
            assert plain == values == arrow[column].to_pylist(), (name, column)
            filled = [None if pd.isna(value) else value for value in pandas[column]]
            assert filled == values, (name, column)
    large = datasets.load("rush/records", directory=dataset).to_columns()["solution_count"]
    assert max(large) > 2**64 and all(isinstance(count, int) for count in large)
    records = datasets.load("census/records", directory=dataset).to_polars()
    # The row of N. Bickford (2012).
    published = [1, 4, 9, 19, 36, 51, 62, 89, 132, 81, 64, 73, 61, 25, 21]
    chosen = (pl.col("board") == "4x4") & (pl.col("metric") == "finger") & (pl.col("by") == "pieces")
    assert records.filter(chosen).sort("number")["distance"].to_list() == published


def test_what_is_missing_or_damaged_is_named(dataset: Path, tmp_path: Path) -> None:
    with pytest.raises(hr.MissingTableError, match="has no manifest.json: `make data` writes a dataset"):
        datasets.load("positions/5h2v0s", directory=tmp_path)
    with pytest.raises(hr.InvalidInputError, match="no table 'positions/9h9v9s': positions/ has .*5h2v0s"):
        datasets.load("positions/9h9v9s", directory=dataset)
    with pytest.raises(TypeError, match="the name of a table is a text, not 4"):
        datasets.load(4, directory=dataset)  # type: ignore[arg-type]
    with pytest.raises(hr.InvalidInputError, match="its parts are census, families, games"):
        datasets.load("klotski", directory=dataset)
    copy = tmp_path / "copy"
    shutil.copytree(dataset, copy)
    path = copy / "positions" / "5h2v0s.parquet"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(hr.TableError, match="5h2v0s.parquet differs from its checksum"):
        datasets.load("positions/5h2v0s", directory=copy)
    with pytest.raises(hr.TableError, match="differs from its checksum"):
        datasets.verify(directory=copy)
    assert len(datasets.load("positions/5h2v0s", directory=copy, verify=False)) == 626
    table = datasets.load("positions/5h2v0s", directory=copy, verify=False)
    path.unlink()
    for read in (table.to_polars, table.to_arrow, table.to_pandas, table.to_columns):
        with pytest.raises(hr.MissingTableError, match="5h2v0s.parquet is missing"):
            read()
    with pytest.raises(hr.MissingTableError, match="5h2v0s.parquet is missing"):
        datasets.load("positions/5h2v0s", directory=copy)
    text = datasets.load("census/records", directory=copy)
    sound = text.path.read_bytes()
    for damaged in (b"", b"\xff", sound[: len(sound) // 2 - 3], sound.replace(b"4x4", b"4x4,", 1)):
        text.path.write_bytes(damaged)
        with pytest.raises(hr.TableError):
            text.to_columns()
    (copy / "manifest.json").write_text('{"complete": false, "files": []}')
    with pytest.raises(hr.TableError, match="incomplete"):
        datasets.names(directory=copy)
    (copy / "manifest.json").write_text("{")
    with pytest.raises(hr.TableError, match="manifest.json is damaged"):
        datasets.names(directory=copy)
    entry = '{"path": 5, "blake3": "b"}'
    for manifest in ("[" * 100_000, '{"complete": true, "files": [' + entry + "]}"):
        (copy / "manifest.json").write_text(manifest)
        with pytest.raises(hr.TableError, match="manifest.json is damaged"):
            datasets.verify(directory=copy)
    listed = '{"complete": true, "files": [{"path": "a", "blake3": "b", "table": "c"}]}'
    for manifest in ("[]", "null", '{"complete": true}', '{"complete": true, "files": [1]}', listed):
        (copy / "manifest.json").write_text(manifest)
        with pytest.raises(hr.TableError, match="manifest.json is damaged"):
            datasets.names(directory=copy)


SUM = "0" * 64
ENTRY: dict[str, Any] = {
    "path": "a.csv", "blake3": SUM, "table": "a/b", "format": "csv", "rows": 1, "columns": {"size": "integer"}
}  # fmt: skip


def forge(directory: Path, *entries: object) -> Path:
    """A dataset with a manifest of someone else."""
    directory.mkdir(exist_ok=True)
    (directory / "manifest.json").write_text(json.dumps({"complete": True, "files": entries}))
    return directory


@pytest.mark.parametrize(
    "change",
    [
        *({"path": path} for path in ("../a.csv", "/etc/passwd", "b/../../a.csv", "", ".", "b//c", "C:a", "..\\a", "a\0b")),
        {"path": "a" * 10**6},
        {"path": ["a.csv"]},
        *({"blake3": wrong} for wrong in (5, None, "", SUM[1:], "g" * 64)),
        *({"table": wrong} for wrong in (5, None, ["a"], {})),
        *({"columns": wrong} for wrong in (None, [], "size", {"size": "colour"}, {"size": ["integer"]}, {"size": None})),
        *({"rows": wrong} for wrong in (None, "1", 1.0, True, -1, 10**30)),
        *({"format": wrong} for wrong in (None, "json", ["csv"])),
    ],
)
def test_a_wrong_manifest_is_a_table_error(change: dict[str, Any], tmp_path: Path) -> None:
    directory = forge(tmp_path / "data", ENTRY, ENTRY | change)
    calls: list[Callable[[], object]] = [
        lambda: datasets.names(directory=directory),
        lambda: datasets.load("a/b", directory=directory, verify=False),
        lambda: datasets.verify(directory=directory),
    ]
    for call in calls:
        with pytest.raises(hr.TableError, match="manifest.json is damaged: file 2 of its list has ") as raised:
            call()
        assert len(str(raised.value)) < 1000


def test_files_outside_of_a_dataset_are_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("size\n7\n")
    entry = ENTRY | {"blake3": blake3(secret.read_bytes()).hexdigest()}
    directory = forge(tmp_path / "data", entry)
    (directory / "a.csv").symlink_to(secret)
    with pytest.raises(hr.TableError, match="a.csv is a link to a file outside of the dataset"):
        datasets.load("a/b", directory=directory)
    table = datasets.load("a/b", directory=directory, verify=False)
    with pytest.raises(hr.TableError, match="outside of the dataset"):
        table.to_columns()
    # A link within the dataset, and a dataset behind a link, are read.
    secret.rename(directory / "b.csv")
    (directory / "a.csv").unlink()
    (directory / "a.csv").symlink_to("b.csv")
    (tmp_path / "link").symlink_to(directory)
    assert datasets.load("a/b", directory=tmp_path / "link").to_columns()["size"].tolist() == [7]
    (directory / "a.csv").unlink()
    (directory / "a.csv").symlink_to("a.csv")
    with pytest.raises(hr.TableError):
        datasets.verify(directory=directory)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    directory = forge(tmp_path / "data", ENTRY)
    path = directory / "a.csv"
    for make in (os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")):
        make(path)
        for call in (
            lambda: datasets.load("a/b", directory=directory),
            lambda: datasets.load("a/b", directory=directory, verify=False).to_columns(),
            lambda: datasets.verify(directory=directory),
        ):
            with pytest.raises(hr.TableError, match="not a regular file|outside of the dataset"):
                call()
        path.rmdir() if path.is_dir() else path.unlink()
    (directory / "manifest.json").unlink()
    os.mkfifo(directory / "manifest.json")
    with pytest.raises(hr.TableError, match="manifest.json is not a regular file"):
        datasets.names(directory=directory)
    (directory / "manifest.json").unlink()
    (directory / "manifest.json").write_text(" " * (1 << 24) + "{}")
    with pytest.raises(hr.TableError, match="manifest.json is damaged: it has more than 16,777,216 bytes"):
        datasets.names(directory=directory)
    with pytest.raises(hr.TableError):
        datasets.names(directory=directory / "manifest.json")


@pytest.mark.parametrize("text", ["size\n1\n2\n", "size\n", "other\n1\n", "size\n9223372036854775808\n", "size\n1.5\n"])
def test_files_are_compared_with_the_manifest(text: str, dataset: Path, tmp_path: Path) -> None:
    directory = forge(tmp_path / "data", ENTRY | {"blake3": blake3(text.encode()).hexdigest()})
    (directory / "a.csv").write_text(text)
    table = datasets.load("a/b", directory=directory)
    for read in (table.to_polars, table.to_arrow, table.to_pandas, table.to_columns):
        with pytest.raises(hr.TableError, match="a.csv"):
            read()


def test_parquet_files_are_compared_with_the_manifest(dataset: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(dataset, copy)
    manifest = json.loads((copy / "manifest.json").read_text())
    (entry,) = (entry for entry in manifest["files"] if entry.get("table") == "positions/5h2v0s")
    sound = dict(entry)
    assert sound["rows"] == 626
    numbers = {name: "integer" for name in sound["columns"]}
    for change in ({"rows": 625}, {"columns": {"other": "integer"}}, {"format": "csv"}, {"columns": numbers}):
        entry |= sound | change
        (copy / "manifest.json").write_text(json.dumps(manifest))
        table = datasets.load("positions/5h2v0s", directory=copy)
        # Frames have the types of the file.
        frames = [] if change == {"columns": numbers} else [table.to_polars, table.to_arrow, table.to_pandas]
        for read in (*frames, table.to_columns):
            with pytest.raises(hr.TableError, match="5h2v0s.parquet"):
                read()
    # Damage that the checksum would have shown.
    entry |= sound
    (copy / "manifest.json").write_text(json.dumps(manifest))
    table = datasets.load("positions/5h2v0s", directory=copy)
    content = table.path.read_bytes()
    for damaged in (b"", b"PAR1", content[:-9], content[: len(content) // 2], content[100:]):
        table.path.write_bytes(damaged)
        for read in (table.to_polars, table.to_arrow, table.to_pandas, table.to_columns):
            with pytest.raises(hr.TableError, match="5h2v0s.parquet is damaged"):
                read()


@pytest.mark.long
def test_other_files_are_never_removed(tmp_path: Path) -> None:
    (tmp_path / "census").mkdir()
    (tmp_path / "census" / "mine.txt").write_text("mine")
    refused = write(tmp_path)
    assert refused.returncode == 1 and "has other files" in refused.stderr
    assert (tmp_path / "census" / "mine.txt").read_text() == "mine"
    unknown = write(tmp_path / "new", "--piece-sets", "9h9v9s")
    assert unknown.returncode == 1 and "9h9v9s is no piece set of 4x5" in unknown.stderr


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda columns: columns.pop("with_goal"), "does not describe the column `with_goal`"),
        (lambda columns: columns.update(colour=["text", "", "a colour"]), "describes `colour`, which is no column"),
        (lambda columns: columns.update(size=["boolean", "", "large or not"]), "in `size` is no boolean"),
        (lambda columns: columns.update(piece_set=["integer", "", "a number"]), "in `piece_set` is no integer"),
    ],
)
def test_descriptions_are_compared_with_the_reports(script: ModuleType, change: Any, message: str) -> None:
    texts = tomllib.loads((ROOT / "scripts" / "data.toml").read_text())
    script.check(texts)
    tables = [table for part in texts["part"] for table in part["table"]]
    change(next(table["columns"] for table in tables if table["files"].endswith("components.csv")))
    with pytest.raises(script.DataError, match=message):
        script.check(texts)


def test_positions_are_compared_with_the_reports(script: ModuleType, dataset: Path) -> None:
    reports = script.Reports(ROOT / "reports")
    # Its components have more than 100 positions, so the reports have its eccentricities, too.
    frame = datasets.load("positions/0h0v1s", directory=dataset).to_arrow()
    reports.compare("0h0v1s", frame)
    for column, what in (
        ("component", "components"),
        ("straight", "straight distances"),
        ("finger_eccentricity", "finger eccentricities"),
    ):
        values = frame[column].to_pylist()
        values[5] += 1
        place = frame.column_names.index(column)
        changed = frame.set_column(place, column, pa.array(values))
        with pytest.raises(script.DataError, match=f"0h0v1s: the exported {what} contradict the reports"):
            reports.compare("0h0v1s", changed)
    with pytest.raises(script.DataError, match="the exported positions contradict"):
        reports.compare("0h0v1s", frame.slice(1))
