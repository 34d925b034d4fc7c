"""Tables as frames of polars, pandas and Arrow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import InvalidInputError, check_text, shown

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from ._huarong import Position, Table
    from ._types import Metric, Progress

#: The columns that a frame has by default.
DEFAULT = ("piece_set", "index", "position", "distance", "mobility")

#: All columns, with the names of their types in polars.
COLUMNS = {
    "piece_set": "String",
    "index": "UInt64",
    "position": "String",
    "distance": "UInt16",
    "unit": "UInt16",
    "straight": "UInt16",
    "finger": "UInt16",
    "mobility": "UInt16",
    "solution_count": "UInt64",
    "component": "UInt64",
    "eccentricity": "UInt64",
    "big_row": "UInt8",
    "big_column": "UInt8",
}

#: Rows of one batch.
BATCH = 1 << 16


def names_of(columns: Iterable[str] | None) -> list[str]:
    """Check the names of columns."""
    if isinstance(columns, str):
        raise TypeError(f"columns are several names, such as [{shown(columns)}]")
    names = list(dict.fromkeys(DEFAULT if columns is None else columns))
    for name in names:
        check_text("the name of a column", name)
        if name not in COLUMNS:
            raise InvalidInputError(f"no column is called {shown(name)}: there are {', '.join(COLUMNS)}")
    return names


def arrow_types() -> dict[str, pyarrow.DataType]:
    """The types of Arrow by their names in polars."""
    import pyarrow

    return {
        "String": pyarrow.string(),
        "UInt8": pyarrow.uint8(),
        "UInt16": pyarrow.uint16(),
        "UInt64": pyarrow.uint64(),
    }


class Facts:
    """The columns of one table. Each is computed once, when its first rows are asked for."""

    def __init__(self, table: Table, metric: Metric, memory: int | None = None) -> None:
        self._table = table
        self._metric: Metric = metric
        self._memory = memory
        self._arrays: dict[str, Any] = {}

    def _array(self, name: str) -> Any:
        if name not in self._arrays:
            table, metric, memory = self._table, self._metric, self._memory
            if name in ("big_row", "big_column"):
                places = table.places("B")
                self._arrays["big_column"], self._arrays["big_row"] = places.T
            elif name == "distance":
                self._arrays[name] = table.distances(metric)
            elif name in ("unit", "straight", "finger"):
                self._arrays[name] = table.distances(name)  # type: ignore[arg-type]
            elif name == "mobility":
                self._arrays[name] = table.mobilities(metric)
            elif name == "solution_count":
                self._arrays[name] = table.solution_counts(metric, memory=memory)
            elif name == "component":
                self._arrays[name] = table.component_numbers(memory=memory)
            else:
                self._arrays[name] = table.eccentricities(metric, memory=memory)
        return self._arrays[name]

    def rows(self, name: str, start: int, stop: int) -> Any:
        """A column from one index to another: a list, or an array, which is masked where values are missing."""
        if name == "piece_set":
            return [self._table.piece_set] * (stop - start)
        if name == "position":
            return self._table.texts(start, stop)
        if name == "index":
            return np.arange(start, stop, dtype=np.uint64)
        return self._array(name)[start:stop]

    def polars(self, names: Sequence[str], start: int, stop: int) -> polars.DataFrame:
        import polars

        def series(name: str) -> polars.Series:
            rows = self.rows(name, start, stop)
            kind = getattr(polars, COLUMNS[name])
            if not isinstance(rows, np.ma.MaskedArray):
                return polars.Series(name, rows, dtype=kind)
            values = polars.Series(name, np.ascontiguousarray(rows.data)).cast(kind)
            mask = polars.Series(np.ascontiguousarray(np.ma.getmaskarray(rows)))
            return polars.select(polars.when(~mask).then(values).alias(name)).to_series()

        return polars.DataFrame([series(name) for name in names])

    def arrow(self, names: Sequence[str], start: int, stop: int) -> pyarrow.Table:
        import pyarrow

        types = arrow_types()

        def array(name: str) -> pyarrow.Array:
            rows = self.rows(name, start, stop)
            kind = types[COLUMNS[name]]
            if isinstance(rows, np.ma.MaskedArray):
                values = rows.data.astype(np.uint16)
                return pyarrow.array(values, type=kind, mask=np.ma.getmaskarray(rows))
            return pyarrow.array(rows, type=kind)

        return pyarrow.table({name: array(name) for name in names})

    def pandas(self, names: Sequence[str]) -> pandas.DataFrame:
        import pandas

        def column(name: str) -> Any:
            rows = self.rows(name, 0, len(self._table))
            if isinstance(rows, np.ma.MaskedArray):
                mask = np.ma.getmaskarray(rows)
                values = np.where(mask, 0, rows.data).astype(np.uint16)
                return pandas.arrays.IntegerArray(values, mask)
            return rows

        columns: dict[str, Any] = {name: column(name) for name in names}
        return pandas.DataFrame(columns)


def query(table: Table, positions: Iterable[str | Position]) -> polars.DataFrame:
    import polars

    columns = table.columns(positions)
    texts = ("input", "position", "error")
    types = {"index": polars.UInt64} | {name: polars.String for name in texts}
    schema: dict[str, Any] = {name: types.get(name, polars.UInt16) for name in columns}
    return polars.DataFrame(columns, schema=schema)


def to_polars(table: Table, columns: Iterable[str] | None, metric: Metric) -> polars.DataFrame:
    return Facts(table, metric).polars(names_of(columns), 0, len(table))


def to_arrow(table: Table, columns: Iterable[str] | None, metric: Metric) -> pyarrow.Table:
    return Facts(table, metric).arrow(names_of(columns), 0, len(table))


def to_pandas(table: Table, columns: Iterable[str] | None, metric: Metric) -> pandas.DataFrame:
    return Facts(table, metric).pandas(names_of(columns))


class Family:
    """The tables of a family or of some of its piece sets, opened one after another. All are built first."""

    def __init__(
        self,
        board: str,
        names: Sequence[str],
        metric: Metric,
        piece_sets: Iterable[str] | None,
        directory: str | PathLike[str] | None,
        memory: int | None,
        progress: Progress | bool | None,
    ) -> None:
        from ._huarong import Puzzle, _build_sets, _single_piece_metric, build, table

        if not isinstance(board, str):
            raise TypeError(f"a board is a text like 4x5, not {shown(board)}")
        size = re.fullmatch(r"(\d{1,3})x(\d{1,3})", board, re.ASCII)
        if size is None:
            raise InvalidInputError(f"a board is written like 4x5, not {shown(board)}")
        self._puzzle = Puzzle.klotski(int(size[1]), int(size[2]))
        # The metrics whose tables the columns need; one, if they need none.
        asked = {name for name in names if name in ("unit", "straight", "finger")}
        self._metric = _single_piece_metric(metric)
        self._metrics: list[Metric] = sorted(asked | {self._metric})  # type: ignore[arg-type]
        self._memory = memory
        self._directory = directory
        if piece_sets is None:
            build(
                board, metrics=self._metrics, directory=directory, memory=memory, progress=progress
            )
            self._sets = self._puzzle.piece_sets
        else:
            self._sets = _build_sets(
                piece_sets,
                puzzle=self._puzzle,
                metrics=self._metrics,
                directory=directory,
                memory=memory,
                progress=progress,
            )
        self._open = table

    def facts(self) -> Iterator[tuple[Facts, int]]:
        """The facts of each table, with the number of its positions."""
        for name in self._sets:
            table = self._open(
                name,
                puzzle=self._puzzle,
                metrics=self._metrics,
                directory=self._directory,
                memory=self._memory,
            )
            yield Facts(table, self._metric, self._memory), len(table)


def scan(
    board: str = "4x5",
    *,
    columns: Iterable[str] | None = None,
    metric: Metric = "finger",
    piece_sets: Iterable[str] | None = None,
    directory: str | PathLike[str] | None = None,
    memory: int | None = None,
    progress: Progress | bool | None = None,
) -> polars.LazyFrame:
    """All positions of the piece sets of a board, as a lazy frame of polars.

    `scan` builds missing tables before it returns: those of `piece_sets`, by default of the whole family. `memory` is a
    limit in bytes, for these builds and for columns. `progress` is called during the builds.

    Rows are read when the frame is collected, in batches; only columns that the query uses are computed. The columns
    are:

    - `piece_set`, `index`, `position`: the position;
    - `distance`: moves to the goal under `metric`, null where no moves lead there;
    - `unit`, `straight`, `finger`: the same under each metric;
    - `mobility`, `solution_count`: numbers of moves and of optimal solutions under `metric`;
    - `component`, `eccentricity`: number of the component, the largest first; distance of its farthest position;
    - `big_row`, `big_column`: row and column of the big piece, from 0.

    The default is `piece_set`, `index`, `position`, `distance` and `mobility`.
    """
    import polars
    from polars.io.plugins import register_io_source

    names = names_of(columns)
    family = Family(board, names, metric, piece_sets, directory, memory, progress)

    def batches(
        with_columns: list[str] | None,
        predicate: polars.Expr | None,
        n_rows: int | None,
        batch_size: int | None,
    ) -> Iterator[polars.DataFrame]:
        wanted = names if with_columns is None else with_columns
        size = BATCH if batch_size is None else max(batch_size, 1)
        left = n_rows
        for facts, rows in family.facts():
            for start in range(0, rows, size):
                stop = min(rows, start + size)
                if left is not None:
                    stop = min(stop, start + left)
                    left -= stop - start
                batch = facts.polars(wanted, start, stop)
                yield batch if predicate is None else batch.filter(predicate)
                if left == 0:
                    return

    schema = polars.Schema({name: getattr(polars, COLUMNS[name]) for name in names})
    return register_io_source(batches, schema=schema, is_pure=True)


def scan_arrow(
    board: str = "4x5",
    *,
    columns: Iterable[str] | None = None,
    metric: Metric = "finger",
    piece_sets: Iterable[str] | None = None,
    directory: str | PathLike[str] | None = None,
    memory: int | None = None,
    progress: Progress | bool | None = None,
) -> pyarrow.RecordBatchReader:
    """All positions of the piece sets of a board, as a stream of Arrow; the arguments are those of `scan`."""
    import pyarrow

    names = names_of(columns)
    family = Family(board, names, metric, piece_sets, directory, memory, progress)

    def batches() -> Iterator[pyarrow.RecordBatch]:
        for facts, rows in family.facts():
            for start in range(0, rows, BATCH):
                yield from facts.arrow(names, start, min(rows, start + BATCH)).to_batches()

    fields = [(name, arrow_types()[COLUMNS[name]]) for name in names]
    return pyarrow.RecordBatchReader.from_batches(pyarrow.schema(fields), batches())
