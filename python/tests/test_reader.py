"""The independent reader of table files, against golden files and the compiled part."""

from __future__ import annotations

import os
import random
import struct
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path

import numpy as np
import pytest

import huarong as hr
from huarong import reader
from huarong.reader import NotInTableError, TableFile

DATA = Path(__file__).parents[2] / "tests/golden"
START = "VBBV/VBBV/VHHV/VSSV/S..S"

PUZZLES = {
    "walls": 'start = """\nAA#\nAB.\nC..\n"""\ngoal = """\n..#\n...\n..B\n"""',
    "tiles": 'start = """\nABC\nDE.\n"""\ngoal = """\nABC\nD.E\n"""',
    "locked": 'start = """\nC.AA\nC.D.\n..D.\nBB..\n"""\ngoal = """\n..AA\n....\n....\n..BB\n"""\n'
    'lengthwise = true\ngoal_by = "shape"',
    "own lines": 'start = """\nAB.\nC..\n"""\ngoal = """\n..A\n...\n"""\nrows = "AC"',
    "gates": 'start = """\nABC\n...\n...\n"""\ngoal = """\n...\n...\nC..\n"""\n'
    'gate = """\n...\n111\n2..\n"""\nowners = { 1 = "BC", 2 = "C" }',
    "thin walls": 'start = """\nAAB\n.CB\n...\n"""\ngoal = """\n...\n.AA\n...\n"""\n'
    'thin_walls = """\n. .|.\n-\n. . .\n    -\n. .|.\n"""',
    "parts": 'start = """\nA.A\nB..\nCC.\n"""\ngoal = """\n...\n...\nA.A\n"""',
    "dominoes": 'start = """\nAABB\nCDD.\nC..E\n"""\ngoal = """\n....\n....\n..AA\n"""',
    "a slash": 'start = """\nAA/\nB..\n"""\ngoal = """\n...\n/..\n"""',
}


def golden(name: str) -> list[tuple[str, dict[str, int | None]]]:
    """The piece sets of a golden table, with the witness's distances of their positions in order of index."""
    _, listed = (DATA / f"golden-3-{name}.txt").read_text().split("\ngoal: ")
    sets = []
    for block in listed.split("\n\n")[1:]:
        head, *rows = block.splitlines()
        distances = {text: None if far == "-" else int(far) for text, far in map(str.split, rows)}
        sets.append((head.partition(":")[0], distances))
    return sets


@pytest.mark.parametrize("name", ["bytes", "words", "labels"])
def test_golden_tables_of_all_versions_are_read(name: str) -> None:
    shards = [TableFile(DATA / f"golden-5-{name}.{number}-of-2.huarong") for number in range(2)]
    for version in (3, 4):
        table = TableFile(DATA / f"golden-{version}-{name}.huarong")
        assert table.piece_sets == [piece_set for piece_set, _ in golden(name)]
        for piece_set, distances in golden(name):
            texts = list(distances)
            assert table.rank(texts) == list(table.indices(piece_set)) == list(range(len(texts)))
            assert table.unrank(range(len(texts)), piece_set) == texts
            assert table.distance(texts) == list(distances.values())
            assert table.distances(piece_set).tolist() == list(distances.values())
            both = [shard.distances(piece_set).tolist() for shard in shards]
            assert both[0] + both[1] == list(distances.values())
            for shard in shards:
                for index in (0, len(texts) - 1):
                    if index in shard.indices(piece_set):
                        assert shard.distance(texts[index]) == distances[texts[index]]
                    else:
                        with pytest.raises(NotInTableError, match="in another shard"):
                            shard.distance(texts[index])


@pytest.mark.parametrize("version", [1, 2])
def test_old_tables_are_refused_by_their_version(version: int) -> None:
    with pytest.raises(ValueError, match=f"has format version {version}, "):
        TableFile(DATA / f"golden-{version}-bytes.huarong")


@pytest.mark.parametrize("name", PUZZLES)
def test_the_compiled_part_numbers_the_same_positions(name: str, tmp_path: Path) -> None:
    puzzle = hr.Puzzle.from_toml(f'name = "{name}"\n{PUZZLES[name]}')
    table = hr.table(puzzle=puzzle, directory=tmp_path)
    files = {file.metric: file for file in map(TableFile, tmp_path.glob("*.huarong"))}
    assert set(files) == set(table.metrics) == {"unit", "straight", "finger"}
    indices = range(len(table))
    texts = [str(position) for position in table.unrank(list(indices))]
    assert len(set(texts)) == len(texts) > 1
    for metric, file in files.items():
        assert file.unrank(indices) == texts and file.rank(texts) == list(indices)
        distances = table.distances(metric)  # type: ignore[arg-type]
        assert file.distance(texts) == file.distances().tolist() == distances.tolist()
        assert file.distances().dtype == distances.dtype
        with pytest.raises(IndexError):
            file.unrank(len(texts))


def test_the_classic_table_is_read(classic: hr.Table, directory: str) -> None:
    # The lengths of W. W. R. Ball and M. Gardner.
    for metric, moves in (("unit", 116), ("straight", 90), ("finger", 81)):
        file = TableFile(Path(directory) / f"klotski-4x5-1h4v4s-{metric}.huarong")
        assert (file.metric, file.piece_sets, file.distance(START)) == (metric, ["1h4v4s"], moves)
        assert file.board_rows == "/".join(["...."] * 5)
        assert file.rank(START) == classic.rank(START) == 55_580
        indices = np.arange(0, len(classic), 251)
        texts = file.unrank(indices)
        assert file.rank(texts) == indices.tolist()
        assert texts == [str(position) for position in classic.unrank(indices)]
        distances = classic.distances(metric)  # type: ignore[arg-type]
        assert np.array_equal(file.distances().data, distances.data)
        assert np.array_equal(file.distances().mask, distances.mask)
        with pytest.raises(NotInTableError, match="not in this table"):
            file.distance(START.replace("S", ".", 1))
        with pytest.raises(NotInTableError, match="2h3v4s"):
            file.indices("2h3v4s")


@pytest.mark.parametrize(
    "text",
    [
        "",
        START[1:],
        START + ".",
        START.replace("/", " ", 1),
        START.replace("V", ".", 1),
        START.replace(".", "V", 1),
        START.replace("S", "?", 1),
    ],
)
def test_other_texts_are_refused(text: str, classic: hr.Table, directory: str) -> None:
    file = TableFile(Path(directory) / "klotski-4x5-1h4v4s-unit.huarong")
    with pytest.raises(ValueError, match="is no position of this board"):
        file.rank(text)


def test_signs_of_two_pieces_are_no_piece(tmp_path: Path) -> None:
    puzzle = hr.Puzzle(start="AABB\nCC..", goal="....\n..CC", lengthwise=True)
    hr.table(puzzle=puzzle, directory=tmp_path, metrics=["unit"])
    (path,) = tmp_path.glob("*.huarong")
    file = TableFile(path)
    # C moves by two cells.
    assert file.distance("AABB/CC..") == file.distance("BBAA/CC..") == 2
    for wrong in ("ABAB/CC..", "ABBA/CC..", "AAAA/CC..", "AAB./CC..", "AABB/BB..", "AA../BBCC"):
        with pytest.raises(ValueError, match="is no position"):
            file.rank(wrong)


def test_other_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    whole = (DATA / "golden-3-bytes.huarong").read_bytes()
    for data in (b"", b"HUARONG\n", whole[1:], b"nonsense" * 99):
        file.write_bytes(data)
        with pytest.raises(ValueError, match="is not a table of huarong"):
            TableFile(file)
    file.write_bytes(whole[:-8])
    with pytest.raises(ValueError, match="bytes instead of"):
        TableFile(file)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ValueError, match="is not a table of huarong"):
        TableFile(tmp_path / "pipe")


def test_messages_of_the_reader_are_short() -> None:
    with pytest.raises(ValueError, match="1000000 characters") as raised:
        TableFile(DATA / "golden-3-bytes.huarong").rank("x" * 10**6)
    assert len(str(raised.value)) < 200


def test_damage_is_a_value_error(tmp_path: Path) -> None:
    file = tmp_path / "file"
    generator = random.Random(1)
    refused = 0
    for name in ("3-bytes", "4-bytes", "5-labels.0-of-2"):
        whole = (DATA / f"golden-{name}.huarong").read_bytes()
        for _ in range(200):
            data = bytearray(whole)
            place = generator.choice([generator.randrange(128), generator.randrange(len(data))])
            data[place] ^= generator.randrange(1, 256)
            file.write_bytes(data)
            try:
                table = TableFile(file)
                for piece_set in table.piece_sets:
                    table.distances(piece_set)
                    if table.indices(piece_set):
                        table.unrank(table.indices(piece_set)[0], piece_set)
                table.distance("#SSS/SSLL/..L." if "bytes" in name else "S.AD/#BCD")
            except (ValueError, NotInTableError):
                refused += 1
    assert refused > 200


def packed(plain: bytes, blocks: list[bytes]) -> bytes:
    """A packed table with the header and tail of a plain one, by docs/reference/table-file.md. Its checksums are zeros."""
    (tail_bytes,) = struct.unpack_from("<I", plain, 12)
    entries, width = struct.unpack_from("<Q", plain, 88)[0], plain[99]
    tail = plain[-tail_bytes : -8 * -(-entries * width // 65_536)] + bytes(8 * len(blocks))
    tail += struct.pack(f"<{len(blocks)}I", *map(len, blocks)) + bytes(4 * (len(blocks) % 2))
    header = bytearray(plain[:128])
    data = b"".join(blocks)
    struct.pack_into("<IIQ", header, 8, 4, len(tail), len(header) + len(data) + len(tail))
    struct.pack_into("<I", header, 108, 4096)
    return bytes(header) + data + tail


def deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(9, wbits=-15)
    return packer.compress(data) + packer.flush()


def test_blocks_of_another_length_are_damage(classic: hr.Table, directory: str, tmp_path: Path) -> None:
    plain = Path(directory) / "klotski-4x5-1h4v4s-unit.huarong"
    entries = plain.read_bytes()[128 : 128 + len(classic)]
    blocks = [deflated(entries[start : start + 4096]) for start in range(0, len(entries), 4096)]
    path = tmp_path / "packed.huarong"
    path.write_bytes(packed(plain.read_bytes(), blocks))
    sound = TableFile(path)
    texts = sound.unrank([5, 5000])
    assert sound.distances().tolist() == TableFile(plain).distances().tolist()
    assert sound.distance(texts) == TableFile(plain).distance(texts)
    first = entries[:4096]
    bomb = deflated(bytes(1 << 26))
    wrong = [deflated(b""), deflated(first[:-1]), deflated(first + b"\0"), blocks[0] + b"\0", blocks[0][:-1], bomb]
    for block in wrong:
        path.write_bytes(packed(plain.read_bytes(), [block, *blocks[1:]]))
        damaged = TableFile(path)
        tracemalloc.start()
        for read in (lambda table: table.distance(texts[0]), TableFile.distances):
            with pytest.raises(ValueError, match="packed.huarong is damaged"):
                read(damaged)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 1 << 24
        # The other blocks can be read.
        assert damaged.distance(texts[1]) == sound.distance(texts[1])


@pytest.mark.parametrize(
    ("offset", "form", "value"),
    [(88, "<Q", 65_879), (88, "<Q", 1 << 63), (104, "<I", 0), (108, "<I", 1 << 31), (12, "<I", 1 << 10)],
)
def test_numbers_of_a_header_that_contradict_one_another_are_damage(
    offset: int, form: str, value: int, classic: hr.Table, directory: str, tmp_path: Path
) -> None:
    data = bytearray((Path(directory) / "klotski-4x5-1h4v4s-unit.huarong").read_bytes())
    assert len(classic) == 65_880
    struct.pack_into(form, data, offset, value)
    path = tmp_path / "file.huarong"
    path.write_bytes(data)
    with pytest.raises(ValueError, match="file.huarong is damaged|not of a sliding-block puzzle"):
        TableFile(path)


def test_indices_are_whole_numbers(classic: hr.Table, directory: str) -> None:
    file = TableFile(Path(directory) / "klotski-4x5-1h4v4s-unit.huarong")
    for wrong in (1.5, "0", None):
        with pytest.raises(TypeError):
            file.unrank(wrong)  # type: ignore[call-overload]


def test_the_file_runs_without_any_package() -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        # Neither numpy nor huarong can be imported.
        command = [sys.executable, "-I", "-S", reader.__file__, *arguments]
        return subprocess.run(command, capture_output=True, text=True)

    ((piece_set, distances), *_) = golden("labels")
    texts = list(distances)[::20]
    said = run(str(DATA / "golden-3-labels.huarong"), *texts)
    wanted = ["unreachable" if distances[text] is None else str(distances[text]) for text in texts]
    assert (said.stdout.splitlines(), said.stderr, said.returncode) == (wanted, "", 0)
    refused = run(str(DATA / "golden-3-labels.huarong"), "nonsense")
    assert (refused.stdout, refused.returncode) == ("", 1)
    assert refused.stderr == "nonsense is no position of this board\n"
    refused = run("/no/such/file", "nonsense")
    assert refused.returncode == 1 and "/no/such/file" in refused.stderr
    assert run().returncode == 2
