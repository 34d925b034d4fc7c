"""The files of docs/sequences, against a search of drawings, a count of packings, and a program with given answers."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from math import factorial
from pathlib import Path
from types import ModuleType

import pytest
import repository
from naive import Grid, neighbours
from repository import ROOT

import huarong as hr


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return repository.script("sequences")


@pytest.fixture
def copy(script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the folder, on which the script works."""
    folder = tmp_path / "sequences"
    shutil.copytree(ROOT / "docs" / "sequences", folder)
    monkeypatch.setattr(script, "FOLDER", folder)
    return folder


def levels(start: Grid) -> Iterator[int]:
    """The number of grids at each distance from one."""
    before: set[Grid] = set()
    level = {start}
    while level:
        yield len(level)
        before, level = level, {after for grid in level for after in neighbours(grid)} - level - before


def packings(free: frozenset[tuple[int, int]]) -> int:
    """The packings of some cells: the first one is empty, or it is in one of all connected sets."""
    if not free:
        return 1
    first = min(free)
    found, waiting = {frozenset([first])}, [frozenset([first])]
    while waiting:
        piece = waiting.pop()
        around = {(x + right, y + down) for x, y in piece for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        for cell in (around & free) - piece:
            larger = piece | {cell}
            if larger not in found:
                found.add(larger)
                waiting.append(larger)
    return packings(free - {first}) + sum(packings(free - piece) for piece in found)


def terms(name: str) -> list[int]:
    lines = (ROOT / "docs" / "sequences" / name).read_text().splitlines()
    return [int(line.split()[1]) for line in lines]


@pytest.mark.parametrize(("name", "grid"), [("b090034.txt", ("ABC", "DE.")), ("b090035.txt", ("ABCD", "EFG."))])
def test_tile_puzzles_are_those_of_a_naive_search(name: str, grid: Grid) -> None:
    assert list(levels(grid)) == terms(name)


def test_packings_are_those_of_a_naive_count() -> None:
    for name, boards in (
        ("b-packings-square.txt", [(n, n) for n in range(1, 4)]),
        ("b-packings-2xn.txt", [(2, n) for n in range(1, 6)]),
        ("b-packings-3xn.txt", [(3, n) for n in range(1, 4)]),
    ):
        found = [packings(frozenset((x, y) for x in range(width) for y in range(height))) for width, height in boards]
        assert found == terms(name)[: len(found)]


def test_the_classic_positions_are_those_of_the_table(classic: hr.Table) -> None:
    for metric in ("unit", "straight", "finger"):
        counts, unsolvable = classic.histogram(metric)  # type: ignore[arg-type]
        assert counts.tolist() == terms(f"b-classic-{metric}.txt")
        assert int(counts.sum()) + unsolvable == len(classic)


def test_the_stored_files_pass_the_check(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["sequences", "--check"])
    assert script.main() == 0


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("b090034.txt", "21 1\n", "21 2\n", "A090034: the terms differ"),
        ("b-classic-unit.txt", "0 6795", "0 6796", "contradicts the reports"),
        ("b-packings-square.txt", "3 13329", "3 13328", "differ between files"),
        ("census-3x3-unit.txt", "%N", "%n", "contradicts the reports"),
        ("b090035.txt", "\n5 14", "", "not consecutive"),
    ],
)
def test_a_changed_file_fails_the_check(
    script: ModuleType,
    copy: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    old: str,
    new: str,
    message: str,
) -> None:
    path = copy / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    monkeypatch.setattr(sys, "argv", ["sequences", "--check"])
    assert script.main() == 1
    assert message in capsys.readouterr().err


def test_the_terms_of_large_boards_come_from_csv(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A program that has the command `levels` and knows one puzzle.
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\n"
        "command, option, file, *more = sys.argv[1:]\n"
        "assert (command, option) == ('levels', '--puzzle') and 'ABC\\nDE.\\n' in open(file).read()\n"
        "assert more == ['--metric', 'unit', '--format', 'csv', '--quiet']\n"
        "print('piece_set,metric,distance,positions')\n"
        "for distance, positions in enumerate([1, 2, 3]): print(f't,unit,{distance},{positions}')\n"
        "print('t,unit,,9')\n"
    )
    monkeypatch.setenv("HUARONG", f"{sys.executable} {program}")
    assert script.tiles("3x2") == [1, 2, 3]
    with pytest.raises(script.SequenceError, match="not 0, 1, 2"):
        script.levels_of(["distance,positions", "0,1", "2,3"])
    entry = {"number": "A0", "board": "2x2", "terms": [1, 2], "last": 6}
    script.check_tiles(entry, [1, 2, 2, 2, 2, 2, 1])
    assert sum([1, 2, 2, 2, 2, 2, 1]) == factorial(4) // 2
    with pytest.raises(script.SequenceError, match="sum of the terms"):
        script.check_tiles(entry, [1, 2, 2, 2, 2, 2, 2])
