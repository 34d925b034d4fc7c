"""Tables of the dataset that `make data` writes.

>>> from huarong import datasets
>>> table = datasets.load("positions/1h4v4s", directory="data")
>>> table.to_polars().group_by("finger").len()

`load` compares the file with the checksum in the manifest of the dataset. The cards `README.md` describe all columns.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._huarong import _blake3
from .errors import InvalidInputError, MissingTableError, TableError, check_text, excerpt, shown

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

__all__ = ["DataTable", "load", "names", "verify"]

MANIFEST = "manifest.json"

MOST_MANIFEST_BYTES = 1 << 24
MOST_PATH = 255


def _whole(text: str, bound: int) -> int:
    """A whole number below `bound`, as is its negative."""
    number = int(text)
    if abs(number) >= bound:
        raise ValueError(f"{excerpt(text)} is out of range")
    return number


def _boolean(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(f"{shown(text)} is neither true nor false")
    return text == "true"


#: What the texts of a CSV file stand for, by the name of their type.
PARSED: dict[str, Callable[[str], Any]] = {
    "integer": lambda text: _whole(text, 2**63),
    "large": lambda text: _whole(text, 10**38),
    "decimal": float,
    "boolean": _boolean,
    "text": str,
}

#: The names of types in numpy. Columns of other types are lists.
NUMPY = {"integer": "int64", "decimal": "float64", "boolean": "bool"}


class DataTable:
    """One table of a dataset.

    `len(table)` is the number of rows in the manifest. The methods that read the rows raise `TableError` if the file has
    another number of rows, other columns, or damage, and `MissingTableError` if it is missing.
    """

    def __init__(self, directory: Path, entry: dict[str, Any]) -> None:
        #: Its name, such as `positions/1h4v4s`.
        self.name: str = entry["table"]
        #: Its file.
        self.path: Path = directory / entry["path"]
        #: The type of each column: `text`, `integer`, `large` for integers of up to 38 digits, `decimal` or `boolean`.
        self.columns: dict[str, str] = entry["columns"]
        self._directory = directory
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
            with self._reading() as path:
                frame = polars.read_parquet(path)
            self._compare(frame.columns, len(frame))
            return frame
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

            with self._reading() as path:
                read: pyarrow.Table = pyarrow.parquet.read_table(path)
            self._compare(read.column_names, read.num_rows)
            return read
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
            with self._reading() as path:
                frame = pandas.read_parquet(path, engine="pyarrow", dtype_backend="numpy_nullable")
            self._compare(list(frame.columns), len(frame))
            return frame
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
            try:
                data = np.array([0 if value is None else value for value in values], dtype=NUMPY[kind])
            except (OverflowError, TypeError, ValueError):
                raise TableError(f"{_shown(self.path)} is damaged: the column {shown(name)} is no {kind}") from None
            columns[name] = np.ma.MaskedArray(data, missing) if any(missing) else data
        return columns

    def _lists(self) -> dict[str, list[Any]]:
        """The columns of a CSV file, with `None` for missing values."""
        lists: dict[str, list[Any]] = {name: [] for name in self.columns}
        parsed = [(lists[name], PARSED[kind]) for name, kind in self.columns.items()]
        with self._reading() as path, open(path, encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            header = next(rows, [])
            for row in rows if header == list(self.columns) else ():
                for (values, parse), text in zip(parsed, row, strict=True):
                    values.append(None if text == "" else parse(text))
        self._compare(header, max(map(len, lists.values()), default=0))
        return lists

    @contextmanager
    def _reading(self) -> Iterator[Path]:
        """Gives the file to a package. What the package raises about it becomes `TableError`."""
        path = _found(self._directory, self.path)
        try:
            yield path
        except (ImportError, MemoryError):
            raise
        except Exception as error:
            raise TableError(f"{_shown(self.path)} is damaged: {excerpt(str(error), 200)}") from None

    def _compare(self, columns: list[str], rows: int) -> None:
        """Compares the columns and the number of rows that were read with those of the manifest."""
        if columns != list(self.columns):
            raise TableError(f"{_shown(self.path)}: the columns differ from those in {MANIFEST}")
        if rows != self._rows:
            raise TableError(f"{_shown(self.path)} has {rows} rows, and {MANIFEST} says {self._rows}")

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
            message = f"{_shown(self.path)} is a Parquet file: install pyarrow or polars, as with pip install 'huarong[frames]'"
            raise ImportError(message) from None


def _shown(path: Path) -> str:
    return excerpt(str(path), 500)


def _found(directory: Path, path: Path) -> Path:
    """The place of a file: a regular file within the directory, whatever its links are."""
    shown = _shown(path)
    try:
        place = path.resolve(strict=True)
        if not place.is_relative_to(directory.resolve()):
            raise TableError(f"{shown} is a link to a file outside of the dataset")
        if not place.is_file():
            raise TableError(f"{shown} is not a regular file")
    except FileNotFoundError:
        raise MissingTableError(f"{shown} is missing, and {MANIFEST} lists it") from None
    except (OSError, RuntimeError) as error:
        raise _unreadable(path, error) from None
    return place


def _unreadable(path: Path, error: OSError | RuntimeError) -> TableError:
    """The exception for an error of the system."""
    if isinstance(error, TableError):
        return error
    # A loop of links is a RuntimeError in older versions of Python.
    code = getattr(error, "errno", None)
    return TableError(f"{_shown(path)}: {excerpt(getattr(error, 'strerror', None) or str(error))}", code)


def _entries(directory: str | PathLike[str]) -> list[dict[str, Any]]:
    """All files of a dataset."""
    path = Path(directory) / MANIFEST
    again = "write the dataset again with `make data`"
    try:
        with open(_found(path.parent, path), "rb") as file:
            content = file.read(MOST_MANIFEST_BYTES + 1)
        if len(content) > MOST_MANIFEST_BYTES:
            raise TableError(f"{_shown(path)} is damaged: it has more than {MOST_MANIFEST_BYTES:,} bytes; {again}")
        manifest = json.loads(content)
    except MissingTableError:
        message = f"{_shown(path.parent)} has no {MANIFEST}: `make data` writes a dataset, into target/data by default"
        raise MissingTableError(message) from None
    except (RecursionError, ValueError) as error:
        raise TableError(f"{_shown(path)} is damaged: {excerpt(str(error))}; {again}") from None
    except OSError as error:
        raise _unreadable(path, error) from None
    files = manifest.get("files") if isinstance(manifest, dict) else None
    if not isinstance(files, list):
        raise TableError(f"{_shown(path)} is damaged: it lists no files; {again}")
    if manifest.get("complete") is not True:
        raise TableError(f"the dataset in {_shown(path.parent)} is incomplete: {again}")
    for number, entry in enumerate(files, 1):
        wrong = _fault(entry)
        if wrong is not None:
            raise TableError(f"{_shown(path)} is damaged: file {number} of its list has {wrong}; {again}")
    listed = [entry["table"] for entry in files if "table" in entry]
    if len(set(listed)) < len(listed):
        raise TableError(f"{_shown(path)} is damaged: it lists a table twice; {again}")
    return files


def _fault(entry: object) -> str | None:
    """What is wrong with an entry of a manifest, if anything is."""
    if not isinstance(entry, dict):
        return "no keys"
    path, checksum = entry.get("path"), entry.get("blake3")
    # The program separates folders by slashes on all systems.
    if not isinstance(path, str) or len(path) > MOST_PATH or set(path) & {"\\", ":"}:
        return "no path within the dataset"
    if not all(part.strip(". ") and part.isprintable() for part in path.split("/")):
        return "no path within the dataset"
    if not isinstance(checksum, str) or re.fullmatch("[0-9a-f]{64}", checksum) is None:
        return "no checksum of 64 hexadecimal digits"
    if "table" not in entry:
        return None
    columns, rows = entry.get("columns"), entry.get("rows")
    if not isinstance(entry["table"], str):
        return "a name that is no text"
    if not isinstance(columns, dict) or not all(isinstance(kind, str) and kind in PARSED for kind in columns.values()):
        return f"columns with other types than {', '.join(PARSED)}"
    if type(rows) is not int or not 0 <= rows < 2**63:
        return "no number of rows"
    if entry.get("format") not in ("csv", "parquet"):
        return "another format than csv and parquet"
    return None


def _check(directory: Path, entry: dict[str, Any]) -> None:
    """Compares a file with its checksum."""
    path = directory / entry["path"]
    try:
        found = _blake3(_found(directory, path))
    except OSError as error:
        raise _unreadable(path, error) from None
    if found != entry["blake3"]:
        raise TableError(f"{_shown(path)} differs from its checksum in {MANIFEST}: copy it again, or write it with `make data`")


def names(*, directory: str | PathLike[str]) -> list[str]:
    """The names of all tables of a dataset.

    Raises `MissingTableError` if there is no dataset, and `TableError` if its manifest is damaged.
    """
    return [entry["table"] for entry in _entries(directory) if "table" in entry]


def load(name: str, *, directory: str | PathLike[str], verify: bool = True) -> DataTable:
    """Find a table by its name, such as `positions/1h4v4s` or `census/records`.

    The file is compared with its checksum, unless `verify` is false. Rows are read by the methods of the result.

    Raises `InvalidInputError` if the dataset has no such table, `MissingTableError` if there is no dataset or the file is
    missing, and `TableError` if the manifest is damaged, the file differs from its checksum or cannot be read, or its
    path leads out of the dataset.
    """
    check_text("the name of a table", name)
    entries = {entry["table"]: entry for entry in _entries(directory) if "table" in entry}
    entry = entries.get(name)
    if entry is None:
        part = name.split("/")[0]
        near = [other for other in entries if other.startswith(f"{part}/")]
        known = near or sorted({other.split("/")[0] for other in entries})
        some = ", ".join(map(excerpt, known[:8])) + (", …" if len(known) > 8 else "")
        what = f"{excerpt(part)}/ has" if near else "its parts are"
        raise InvalidInputError(f"the dataset in {_shown(Path(directory))} has no table {shown(name)}: {what} {some}")
    if verify:
        _check(Path(directory), entry)
    return DataTable(Path(directory), entry)


def verify(*, directory: str | PathLike[str]) -> int:
    """Compare all files of a dataset with their checksums, and return their number.

    Raises `MissingTableError` if there is no dataset or a file is missing, and `TableError` if the manifest is damaged, a
    file differs from its checksum or cannot be read, or its path leads out of the dataset.
    """
    entries = _entries(directory)
    for entry in entries:
        _check(Path(directory), entry)
    return len(entries)
