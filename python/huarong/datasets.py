"""Tables of the dataset that `make data` writes.

>>> from huarong import datasets
>>> table = datasets.load("positions/1h4v4s", directory="data")
>>> table.to_polars().group_by("finger").len()

`load` compares the file with the checksum in the manifest of the dataset. The cards `README.md` describe all columns.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from decimal import Decimal
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._huarong import _blake3
from .errors import InvalidInputError, MissingTableError, TableError, check_text

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

__all__ = ["DataTable", "load", "names", "verify"]

MANIFEST = "manifest.json"

#: What the texts of a CSV file stand for, by the name of their type.
PARSED: dict[str, Callable[[str], Any]] = {
    "integer": int,
    "large": int,
    "decimal": float,
    "boolean": lambda text: text == "true",
    "text": str,
}

#: The names of types in numpy. Columns of other types are lists.
NUMPY = {"integer": "int64", "decimal": "float64", "boolean": "bool"}


class DataTable:
    """One table of a dataset."""

    def __init__(self, directory: Path, entry: dict[str, Any]) -> None:
        #: Its name, such as `positions/1h4v4s`.
        self.name: str = entry["table"]
        #: Its file.
        self.path: Path = directory / entry["path"]
        #: The type of each column: `text`, `integer`, `large` for integers of up to 38 digits, `decimal` or `boolean`.
        self.columns: dict[str, str] = entry["columns"]
        self._rows: int = entry["rows"]
        self._is_parquet = entry["format"] == "parquet"

    def __len__(self) -> int:
        return self._rows

    def __repr__(self) -> str:
        return f"<DataTable {self.name}: {self._rows} rows>"

    def to_polars(self) -> polars.DataFrame:
        """All rows. Missing values are null."""
        import polars

        if self._is_parquet:
            return polars.read_parquet(self._found())
        types = {
            "integer": polars.Int64(),
            "large": polars.Decimal(38, 0),
            "decimal": polars.Float64(),
            "boolean": polars.Boolean(),
            "text": polars.String(),
        }
        schema = {name: types[kind] for name, kind in self.columns.items()}
        lists = self._lists()
        for name, kind in self.columns.items():
            if kind == "large":
                # polars makes decimals of decimals only.
                lists[name] = [None if value is None else Decimal(value) for value in lists[name]]
        return polars.DataFrame(lists, schema=schema)

    def to_arrow(self) -> pyarrow.Table:
        """All rows. Missing values are null."""
        import pyarrow

        if self._is_parquet:
            import pyarrow.parquet

            return pyarrow.parquet.read_table(self._found())
        types = {
            "integer": pyarrow.int64(),
            "large": pyarrow.decimal128(38, 0),
            "decimal": pyarrow.float64(),
            "boolean": pyarrow.bool_(),
            "text": pyarrow.string(),
        }
        lists = self._lists()
        arrays = {name: pyarrow.array(lists[name], types[kind]) for name, kind in self.columns.items()}
        return pyarrow.table(arrays)

    def to_pandas(self) -> pandas.DataFrame:
        """All rows. Missing values are NA, in nullable columns."""
        import pandas

        if self._is_parquet:
            return pandas.read_parquet(self._found(), engine="pyarrow", dtype_backend="numpy_nullable")
        kinds = {
            "integer": "Int64",
            "large": "object",
            "decimal": "Float64",
            "boolean": "boolean",
            "text": "string",
        }
        lists = self._lists()
        series = {
            name: pandas.Series(lists[name], dtype=kinds[kind]) for name, kind in self.columns.items()
        }
        return pandas.DataFrame(series)

    def to_columns(self) -> dict[str, Any]:
        """Each column by its name: an array of numpy, which is masked where values are missing. Columns of texts and of `large`
        integers are lists.

        CSV files need no other package. Parquet files need pyarrow or polars.
        """
        lists = self._parquet_lists() if self._is_parquet else self._lists()
        columns: dict[str, Any] = {}
        for name, kind in self.columns.items():
            values = lists[name]
            if kind not in NUMPY:
                columns[name] = values
                continue
            missing = [value is None for value in values]
            data = np.array([0 if value is None else value for value in values], dtype=NUMPY[kind])
            columns[name] = np.ma.MaskedArray(data, missing) if any(missing) else data
        return columns

    def _lists(self) -> dict[str, list[Any]]:
        """The columns of a CSV file, with `None` for missing values."""
        lists: dict[str, list[Any]] = {name: [] for name in self.columns}
        parsed = [(lists[name], PARSED[kind]) for name, kind in self.columns.items()]
        with open(self._found(), encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            try:
                if next(rows, None) != list(self.columns):
                    raise TableError(f"{self.path}: the columns differ from those in {MANIFEST}")
                for row in rows:
                    for (values, parse), text in zip(parsed, row, strict=True):
                        values.append(None if text == "" else parse(text))
            except (csv.Error, ValueError) as error:
                raise TableError(f"{self.path} is damaged: {error}") from None
        return lists

    def _found(self) -> Path:
        """The file, which was there if `load` compared it with its checksum."""
        if not self.path.exists():
            raise MissingTableError(f"{self.path} is missing, and {MANIFEST} lists it")
        return self.path

    def _parquet_lists(self) -> dict[str, list[Any]]:
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            pass
        else:
            return dict(self.to_arrow().to_pydict())
        try:
            return self.to_polars().to_dict(as_series=False)
        except ImportError:
            message = f"{self.path} is a Parquet file: install pyarrow or polars, as with pip install 'huarong[frames]'"
            raise ImportError(message) from None


def _entries(directory: str | PathLike[str]) -> list[dict[str, Any]]:
    """All files of a dataset."""
    path = Path(directory) / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        message = f"{path.parent} has no {MANIFEST}: `make data` writes a dataset, into target/data by default"
        raise MissingTableError(message) from None
    except (RecursionError, ValueError) as error:
        raise TableError(f"{path} is damaged: {error}; write the dataset again with `make data`") from None
    if not isinstance(manifest, dict) or not _are_entries(manifest.get("files")):
        raise TableError(f"{path} is damaged: it lists no files; write the dataset again with `make data`")
    if not manifest.get("complete"):
        raise TableError(f"the dataset in {path.parent} is incomplete: write it again with `make data`")
    files: list[dict[str, Any]] = manifest["files"]
    return files


def _are_entries(files: object) -> bool:
    """Whether the files of a manifest have the keys that this module reads."""

    def is_entry(file: object) -> bool:
        needed = {"path", "blake3"}
        if isinstance(file, dict) and "table" in file:
            needed |= {"columns", "rows", "format"}
        return isinstance(file, dict) and needed <= file.keys() and isinstance(file["path"], str)

    return isinstance(files, list) and all(is_entry(file) for file in files)


def _check(directory: Path, entry: dict[str, Any]) -> None:
    """Compares a file with its checksum."""
    path = directory / entry["path"]
    try:
        found = _blake3(path)
    except FileNotFoundError:
        raise MissingTableError(f"{path} is missing, and {MANIFEST} lists it") from None
    if found != entry["blake3"]:
        raise TableError(f"{path} differs from its checksum in {MANIFEST}: copy it again, or write it with `make data`")


def names(*, directory: str | PathLike[str]) -> list[str]:
    """The names of all tables of a dataset."""
    return [entry["table"] for entry in _entries(directory) if "table" in entry]


def load(name: str, *, directory: str | PathLike[str], verify: bool = True) -> DataTable:
    """Find a table by its name, such as `positions/1h4v4s` or `census/records`.

    The file is compared with its checksum, unless `verify` is false. Rows are read by the methods of the result.

    Raises `InvalidInputError` if the dataset has no such table, `MissingTableError` if there is no dataset or the file is
    missing, and `TableError` if the file differs from its checksum.
    """
    check_text("the name of a table", name)
    entries = {entry["table"]: entry for entry in _entries(directory) if "table" in entry}
    entry = entries.get(name)
    if entry is None:
        part = name.split("/")[0]
        near = [other for other in entries if other.startswith(f"{part}/")]
        known = near or sorted({other.split("/")[0] for other in entries})
        some = ", ".join(known[:8]) + (", …" if len(known) > 8 else "")
        what = f"{part}/ has" if near else "its parts are"
        raise InvalidInputError(f"the dataset in {directory} has no table {name!r}: {what} {some}")
    if verify:
        _check(Path(directory), entry)
    return DataTable(Path(directory), entry)


def verify(*, directory: str | PathLike[str]) -> int:
    """Compare all files of a dataset with their checksums, and return their number."""
    entries = _entries(directory)
    for entry in entries:
        _check(Path(directory), entry)
    return len(entries)
