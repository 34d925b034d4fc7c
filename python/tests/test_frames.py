"""Frames of tables, against positions one by one and a naive count."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import huarong as hr


@pytest.fixture(scope="module")
def small(directory: str) -> hr.Table:
    # Some of its positions cannot reach the goal.
    return hr.table("5h2v0s")


def test_columns_are_facts_of_positions(small: hr.Table) -> None:
    columns = ["index", "position", "distance", "unit", "mobility", "big_row", "big_column", "piece_set"]
    frame = small.to_polars(columns, metric="straight")
    assert frame.columns == columns and len(frame) == len(small)
    assert frame["distance"].null_count() == small.histogram("straight")[1] > 0
    places = small.places("B")
    for row in random.Random(2).sample(frame.rows(named=True), 100):
        position = hr.Position(row["position"])
        assert small.rank(position) == row["index"]
        assert row["distance"] == small.distance(position, "straight")
        assert row["unit"] == small.distance(position, "unit")
        assert row["mobility"] == len(position.legal_moves("straight"))
        rows = row["position"].split("/")
        first = next(number for number, text in enumerate(rows) if "B" in text)
        assert (row["big_row"], row["big_column"]) == (first, rows[first].index("B"))
        assert places[row["index"]].tolist() == [rows[first].index("B"), first]
        assert row["piece_set"] == "5h2v0s"


def test_solutions_components_and_eccentricities_are_those_of_networkx(small: hr.Table) -> None:
    frame = small.to_polars(["position", "finger", "solution_count", "component", "eccentricity"])
    graph = nx.Graph()
    for text in frame["position"]:
        graph.add_node(text)
        moves = hr.Position(text).legal_moves("finger")
        graph.add_edges_from((text, str(move.after)) for move in moves)
    facts = {row["position"]: row for row in frame.rows(named=True)}
    # The number of shortest paths of a position is the sum of those one move nearer.
    solutions = {text: 0 for text in facts}
    for text in sorted((t for t in facts if facts[t]["finger"] is not None), key=lambda t: facts[t]["finger"]):
        far = facts[text]["finger"]
        nearer = (other for other in graph[text] if facts[other]["finger"] == far - 1)
        solutions[text] = 1 if far == 0 else sum(solutions[other] for other in nearer)
    assert [facts[text]["solution_count"] for text in facts] == list(solutions.values())
    sizes = []
    for component in nx.connected_components(graph):
        numbers = {facts[text]["component"] for text in component}
        assert len(numbers) == 1
        sizes.append((numbers.pop(), len(component)))
        far = nx.eccentricity(graph.subgraph(component))
        assert all(facts[text]["eccentricity"] == far[text] for text in component)
    sizes.sort()
    assert [number for number, _ in sizes] == list(range(1, len(sizes) + 1))
    assert all(a >= b for (_, a), (_, b) in zip(sizes, sizes[1:]))


def test_the_frames_of_all_packages_are_equal(small: hr.Table) -> None:
    columns = ["piece_set", "index", "position", "distance", "mobility", "solution_count"]
    frame = small.to_polars(columns)
    arrow = small.to_arrow(columns)
    assert isinstance(arrow, pa.Table) and pl.DataFrame(arrow).equals(frame)
    pandas = small.to_pandas(columns)
    assert isinstance(pandas, pd.DataFrame) and list(pandas) == columns
    assert pandas["distance"].isna().sum() == frame["distance"].null_count()
    assert pandas["distance"].fillna(65_535).tolist() == frame["distance"].fill_null(65_535).to_list()
    assert pandas["position"].tolist() == frame["position"].to_list()


def test_a_query_has_one_row_per_input(small: hr.Table) -> None:
    position = small.unrank(7)
    frame = small.query([position, "nonsense", str(small.unrank(0))])
    assert frame.columns == ["input", "position", "index", "unit", "straight", "finger", "error"]
    assert frame["index"].to_list() == [7, None, 0]
    assert frame["position"].to_list() == [str(position), None, str(small.unrank(0))]
    assert frame["error"].is_null().to_list() == [True, False, True]
    assert frame["unit"][0] == small.distance(position, "unit")


def test_a_family_is_scanned_lazily(tmp_path_factory: pytest.TempPathFactory) -> None:
    directory = str(tmp_path_factory.mktemp("family"))
    names = hr.Puzzle.klotski(3, 4).piece_sets
    frame = hr.scan("3x4", columns=["piece_set", "position", "distance", "mobility"], directory=directory)
    assert isinstance(frame, pl.LazyFrame)
    counts = frame.group_by("piece_set").len().collect()
    sizes = {name: len(hr.table(name, puzzle=hr.Puzzle.klotski(3, 4), directory=directory)) for name in names}
    assert dict(counts.rows()) == sizes and len(sizes) > 20
    far = frame.filter(pl.col("distance") > 9).select("position", "distance").collect()
    everything = frame.collect()
    assert far.equals(everything.filter(pl.col("distance") > 9).select("position", "distance"))
    assert len(far) > 0
    assert frame.head(5).collect().equals(everything.head(5))
    stream = hr.scan_arrow("3x4", columns=["piece_set", "position", "distance", "mobility"], directory=directory)
    assert pl.DataFrame(stream.read_all()).equals(everything)


def test_named_piece_sets_are_built_by_the_call(tmp_path: Path) -> None:
    seen: list[str] = []
    names = ["0H0V1S", "0h1v0s"]
    frame = hr.scan("3x3", piece_sets=names, directory=tmp_path, progress=lambda *now: seen.append(now[2]))
    files = {file.name for file in tmp_path.glob("*.huarong")}
    assert files == {f"klotski-3x3-{name.lower()}-finger.huarong" for name in names} and seen
    assert frame.collect()["piece_set"].unique(maintain_order=True).to_list() == ["0h0v1s", "0h1v0s"]
    # They are there now, so that nothing is built again.
    again = hr.scan_arrow("3x3", piece_sets=names, directory=tmp_path, memory=10**9)
    assert pl.DataFrame(again.read_all()).equals(frame.collect())


@pytest.mark.parametrize("scan", [hr.scan, hr.scan_arrow])
def test_a_scan_is_refused_by_the_call(scan: Callable[..., object], tmp_path: Path) -> None:
    with pytest.raises(hr.MemoryLimitError):
        scan("4x4", piece_sets=["0h1v2s"], directory=tmp_path, memory=1)
    with pytest.raises(hr.InvalidInputError, match="not a piece set"):
        scan("3x3", piece_sets=["0h0v1s", "nonsense"], directory=tmp_path)
    for piece_sets in (None, ["0h0v1s"]):
        with pytest.raises(hr.InvalidInputError, match="not 'multi'"):
            scan("3x3", piece_sets=piece_sets, metric="multi", directory=tmp_path)
    for name, value in (("piece_sets", "0h0v1s"), ("piece_sets", [1]), ("columns", "index"), ("columns", [1])):
        with pytest.raises(TypeError):
            scan("3x3", directory=tmp_path, **{name: value})
    with pytest.raises(TypeError, match="a board is a text like 4x5, not 4"):
        scan(4)
    assert not list(tmp_path.glob("*.huarong"))


def test_bad_input_is_refused(small: hr.Table) -> None:
    with pytest.raises(hr.InvalidInputError, match="no column is called 'depth'"):
        small.to_polars(["depth"])
    with pytest.raises(hr.InvalidInputError, match="like 4x5"):
        hr.scan("big")
    with pytest.raises(hr.InvalidInputError, match="not a range"):
        small.texts(5, 4)
    with pytest.raises(hr.InvalidInputError, match="pieces with the sign H"):
        small.places("H")
    for sign in ("", "big"):
        with pytest.raises(hr.InvalidInputError, match="a sign is one character"):
            small.places(sign)
    for name in ("x", "multi"):
        with pytest.raises(hr.InvalidInputError, match=f"unit, straight and finger, not '{name}'"):
            small.distances(name)  # type: ignore[arg-type]


def test_positions_are_drawn_by_their_number_of_solutions(classic: hr.Table) -> None:
    counts = classic.solution_counts("finger")
    distances = classic.distances("finger")
    unique = np.flatnonzero((counts == 1) & (distances.filled(0) >= 20) & (distances.filled(0) <= 30))
    drawn = classic.sample(1_000_000, distance=(20, 30), solutions=1)
    assert sorted(classic.rank(drawn).tolist()) == unique.tolist()
    few = classic.sample(3, distance=25, solutions=(2, 4), seed=1)
    ranks = classic.rank(few)
    assert all(distances[ranks] == 25) and set(counts[ranks].tolist()) <= {2, 3, 4}
    with pytest.raises(hr.InvalidInputError, match="number of optimal solutions"):
        classic.sample(distance=(80, 100), solutions=1)
    hardest = classic.hardest(solutions=1)
    farthest = int(distances[counts == 1].max())
    assert {classic.distance(position) for position in hardest} == {farthest}
    both = {str(p) for p in hardest} | {str(p.mirror()) for p in hardest}
    wanted = np.flatnonzero((counts == 1) & (distances.filled(0) == farthest))
    assert both == {str(p) for p in classic.unrank(wanted)}
    assert classic.hardest(solutions=(10**15, 10**16)) == []
