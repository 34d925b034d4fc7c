#!/usr/bin/env python3
"""Reads table files without the compiled part of huarong.

This module follows docs/reference/table-file.md and docs/explanation/numbering.md, and shares no code with the program.
So it is an independent witness of both pages. It needs the standard library only; arrays of distances need numpy.

Run the file itself where the package is not installed:

    python3 python/huarong/reader.py TABLE POSITION...

    TABLE      like klotski-4x5-finger.huarong
    POSITION   like VBBV/VBBV/VHHV/VSSV/S..S

It prints the distance of each position.
"""

from __future__ import annotations

import mmap
import operator
import os
import re
import stat
import struct
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import comb, prod
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

if TYPE_CHECKING:
    import numpy as np

__all__ = ["NotInTableError", "TableFile"]

Place = tuple[int, int]
"""Row and column, from 0."""

Counts = tuple[int, ...]
"""The number of pieces of each shape."""

State = tuple[int, int, Counts]
"""A state of the counting automaton: a cell, the taken cells as bits, and the pieces left to place."""

HEADER = 128
PACKED, SHARD = 4, 5
BLOCK, PACKED_BLOCK = 1 << 16, 1 << 12
MOST_CELLS = 128
#: Characters of an input that a message shows.
MOST_SHOWN = 80
METRICS = ("unit", "straight", "finger", "multi")


class NotInTableError(LookupError):
    """A position is not in a table file, because its piece set is not, or because it is in another shard."""


@dataclass(frozen=True)
class Shape:
    """A line `shape` of a description and the rows below it."""

    #: Its letter, or the signs of all its pieces.
    signs: str
    #: The cells of a piece, first cell in reading order first.
    cells: tuple[Place, ...]
    #: The number of its pieces, if every piece set has the same.
    fixed: int | None
    is_locked: bool
    #: If all its pieces are on one line: whether the line is a column, and its number.
    line: tuple[bool, int] | None
    #: Places that gates take from it.
    gates: frozenset[Place]


class Description:
    """The description of a table: the board and the shapes."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        size = re.fullmatch(r"board (\d+)x(\d+)", lines[0])
        if size is None:
            raise ValueError("the table is not of a sliding-block puzzle")
        self.width, height = int(size[1]), int(size[2])
        self.rows = lines[1 : 1 + height]
        if [len(row) for row in self.rows] != [self.width] * height:
            raise ValueError("the board of the table has rows of different lengths")
        self.divided: list[tuple[Place, Place]] = []
        shapes: list[tuple[re.Match[str], list[str]]] = []
        for line in lines[1 + height :]:
            if line.startswith("thin walls "):
                words = line.split()[2:]
                for word, side in zip(words[::2], words[1::2]):
                    row, column = self._place(word)
                    beyond = (row, column + 1) if side == "right" else (row + 1, column)
                    self.divided.append(((row, column), beyond))
            elif head := re.fullmatch(r'shape (\S+) "(?:[^"\\]|\\.)*"(.*)', line):
                shapes.append((head, []))
            elif line and set(line) <= {"x", "."}:
                shapes[-1][1].append(line)
        self.shapes = [self._shape(head, rows) for head, rows in shapes]

    @staticmethod
    def _place(word: str) -> Place:
        column, row = word.split(",")
        return int(row), int(column)

    @classmethod
    def _shape(cls, head: re.Match[str], rows: list[str]) -> Shape:
        properties, _, gates = head[2].partition(" gate ")
        words = re.fullmatch(r"(?: (\d+))?(?: (rows|columns)(?: (\d+))?)?", properties)
        if words is None:
            raise ValueError("the table has a shape with unknown properties")
        return Shape(
            signs=head[1],
            cells=tuple((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "x"),
            fixed=None if words[1] is None else int(words[1]),
            is_locked=words[2] is not None,
            line=None if words[3] is None else (words[2] == "columns", int(words[3])),
            gates=frozenset(map(cls._place, gates.split())),
        )


class Numbering:
    """The numbers of all positions of a puzzle, for each of its piece sets."""

    def __init__(self, description: Description) -> None:
        self.description = description
        rows = description.rows
        self.places = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "."]
        self.cells = len(self.places)
        if self.cells > MOST_CELLS:
            raise ValueError(f"the board of the table has {self.cells} cells, more than {MOST_CELLS}")
        self.shapes = description.shapes
        numbers = {place: cell for cell, place in enumerate(self.places)}
        #: For each shape and anchor the cells that a piece covers, as bits; 0 if it does not fit there.
        self.covered = [
            tuple(self._covered(shape, anchor, numbers) for anchor in range(self.cells)) for shape in self.shapes
        ]
        # The filling consists of the last shape with one cell that is not locked, unless a gate keeps it out of a cell.
        single = [i for i, shape in enumerate(self.shapes) if len(shape.cells) == 1 and not shape.is_locked][-1:]
        self.single = next((i for i in single if all(self.covered[i])), None)
        self.continuations: dict[State, int] = {}

    def _covered(self, shape: Shape, anchor: int, numbers: dict[Place, int]) -> int:
        (top, left), place = shape.cells[0], self.places[anchor]
        if place in shape.gates or shape.line and shape.line[1] != place[shape.line[0]]:
            return 0
        covered = [(place[0] + row - top, place[1] + column - left) for row, column in shape.cells]
        if any(one in covered and other in covered for one, other in self.description.divided):
            return 0
        return sum(1 << numbers[place] for place in covered) if all(p in numbers for p in covered) else 0

    def _choices(self, state: State) -> Iterator[tuple[int | None, State]]:
        """The choices for a cell, in order: no piece, or a piece of each shape; each with the state after it."""
        cell, taken, left = state
        yield None, (cell + 1, taken, left)
        for shape, count in enumerate(left):
            mask = self.covered[shape][cell]
            if count and mask and not mask & taken:
                yield shape, (cell + 1, taken | mask, left[:shape] + (count - 1,) + left[shape + 1 :])

    def _continuations(self, state: State) -> int:
        """The number of arrangements that continue from a state."""
        if state[0] == self.cells:
            return not any(state[2])
        known = self.continuations.get(state)
        if known is None:
            known = sum(self._continuations(after) for _, after in self._choices(state))
            self.continuations[state] = known
        return known

    def _kinds(self, counts: Counts) -> list[list[int]]:
        """The larger shapes of a piece set. Shapes with the same places are one kind."""
        kinds: dict[tuple[int, ...], list[int]] = {}
        for shape, count in enumerate(counts):
            if count and shape != self.single:
                kinds.setdefault(self.covered[shape], []).append(shape)
        return list(kinds.values())

    def _root(self, counts: Counts) -> State:
        """The first state of the automaton, with one shape per kind."""
        pieces = {kind[0]: sum(counts[shape] for shape in kind) for kind in self._kinds(counts)}
        return 0, 0, tuple(pieces.get(shape, 0) for shape in range(len(counts)))

    def _digits(self, counts: Counts) -> list[int]:
        """The number of values of each part of an index, highest part first: arrangement, labelling, filling."""
        digits = [self._continuations(self._root(counts))]
        free = self.cells
        for kind in self._kinds(counts):
            among = sum(counts[shape] for shape in kind)
            free -= among * len(self.shapes[kind[0]].cells)
            for shape in kind[:-1]:
                digits.append(comb(among, counts[shape]))
                among -= counts[shape]
        smalls = 0 if self.single is None else counts[self.single]
        return [*digits, comb(free, smalls)]

    def size(self, counts: Counts) -> int:
        """The number of positions of a piece set."""
        return prod(self._digits(counts))

    def rank(self, text: str) -> tuple[Counts, int]:
        """The piece set of a position, and its index among the positions of that piece set."""
        starts = self._read(text)
        counts = tuple(sum(shape == other for other in starts.values()) for shape in range(len(self.shapes)))
        kinds = self._kinds(counts)
        first = {shape: kind[0] for kind in kinds for shape in kind}
        arrangement, state = 0, self._root(counts)
        for cell in range(self.cells):
            started = first.get(starts.get(cell, -1))
            for choice, after in self._choices(state):
                if choice == started:
                    state = after
                    break
                arrangement += self._continuations(after)
        values = [arrangement]
        for kind in kinds:
            among = sorted(cell for cell, shape in starts.items() if shape in kind)
            for shape in kind[:-1]:
                chosen = [cell for cell in among if starts[cell] == shape]
                values.append(subset(chosen, among))
                among = [cell for cell in among if cell not in chosen]
        free = [cell for cell in range(self.cells) if not state[1] >> cell & 1]
        values.append(subset([cell for cell, shape in starts.items() if shape == self.single], free))
        index = 0
        for value, size in zip(values, self._digits(counts)):
            index = index * size + value
        return counts, index

    def unrank(self, counts: Counts, index: int) -> str:
        """The position of a piece set with an index."""
        values = []
        for size in reversed(self._digits(counts)):
            index, value = divmod(index, size)
            values.append(value)
        arrangement, *labels = reversed(values)
        filling = labels.pop()
        starts: dict[int, int] = {}
        state = self._root(counts)
        for cell in range(self.cells):
            for choice, after in self._choices(state):
                continuations = self._continuations(after)
                if arrangement < continuations:
                    state = after
                    break
                arrangement -= continuations
            if choice is not None:
                starts[cell] = choice
        for kind in self._kinds(counts):
            among = [cell for cell, shape in starts.items() if shape == kind[0]]
            for shape in kind[:-1]:
                for cell in members(labels.pop(0), counts[shape], among):
                    starts[cell] = shape
                    among.remove(cell)
            starts |= dict.fromkeys(among, kind[-1])
        if self.single is not None:
            free = [cell for cell in range(self.cells) if not state[1] >> cell & 1]
            starts |= dict.fromkeys(members(filling, counts[self.single], free), self.single)
        return self._write(starts)

    def _read(self, text: str) -> dict[int, int]:
        """The shape of each piece of a text, by the piece's anchor."""
        shown = text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}… ({len(text)} characters)"
        wrong = ValueError(f"{shown} is no position of this board")
        # The signs between rows and of walls. A piece may have the same sign, so rows are told apart by their length.
        blank = "/".join(self.description.rows)
        if len(text) != len(blank) or any(sign != wanted for sign, wanted in zip(text, blank) if wanted != "."):
            raise wrong
        grid = [text[row * (self.description.width + 1) + column] for row, column in self.places]
        starts: dict[int, int] = {}
        drawn = 0
        for cell, sign in enumerate(grid):
            if sign == "." or drawn >> cell & 1:
                continue
            # Shapes that share their signs are locked to lines of their own.
            found = (i for i, shape in enumerate(self.shapes) if sign in shape.signs and self.covered[i][cell])
            shape = next(found, None)
            mask = 0 if shape is None else self.covered[shape][cell]
            if shape is None or mask & drawn:
                raise wrong
            if any(mask >> other & 1 and grid[other] != sign for other in range(self.cells)):
                raise wrong
            # A piece with a sign of its own has all cells with this sign.
            if len(self.shapes[shape].signs) > 1 and grid.count(sign) != mask.bit_count():
                raise wrong
            starts[cell] = shape
            drawn |= mask
        return starts

    def _write(self, starts: dict[int, int]) -> str:
        """The text of a position. Pieces whose shapes share their signs take them in reading order."""
        grid = [list(row) for row in self.description.rows]
        taken: dict[str, int] = {}
        for cell, shape in sorted(starts.items()):
            signs = self.shapes[shape].signs
            sign = signs[taken.get(signs, 0) % len(signs)]
            taken[signs] = taken.get(signs, 0) + 1
            for other, (row, column) in enumerate(self.places):
                if self.covered[shape][cell] >> other & 1:
                    grid[row][column] = sign
        return "/".join(map("".join, grid))


def subset(chosen: list[int], among: list[int]) -> int:
    """The number of a set among all sets of the same size, in the combinatorial number system."""
    return sum(comb(among.index(member), nth) for nth, member in enumerate(sorted(chosen), 1))


def members(number: int, size: int, among: list[int]) -> list[int]:
    """The set with a number among all sets of a size."""
    chosen = []
    for nth in range(size, 0, -1):
        place = next(place for place in reversed(range(len(among))) if comb(place, nth) <= number)
        number -= comb(place, nth)
        chosen.append(among[place])
    return chosen


@dataclass(frozen=True)
class Section:
    """The entries of a piece set in a file."""

    counts: Counts
    #: The indices of the entries in this file.
    indices: range
    #: The offset of the first of them in the plain table.
    offset: int


class TableFile:
    """A table file: plain, packed, or a shard.

    Positions are texts, and indices are those of the program. Checksums are not checked: XXH3 is not in the standard
    library. Methods raise these exceptions, none of which is a `HuarongError`:

    - `ValueError` for a text that is no position of the board, for a piece set that must be named, and for a file that
      is no table or has visible damage;
    - `NotInTableError` for a position or a piece set that this file does not have;
    - `IndexError` for an index that is out of range, and `OSError` for a file that cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        # A pipe would wait for a writer.
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise ValueError(f"{path} is not a table of huarong")
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
        if data[:8] != b"HUARONG\n" or size < HEADER:
            raise ValueError(f"{path} is not a table of huarong")
        self.path = path
        #: The metric: `unit`, `straight`, `finger` or `multi`.
        self.metric: str
        self._data = data
        (self.version,) = struct.unpack_from("<I", data, 8)
        if self.version not in (3, PACKED, SHARD):
            raise ValueError(f"{path} has format version {self.version}, and this reader reads 3 to 5")
        tail_bytes, file_bytes = struct.unpack_from("<IQ", data, 12)
        if size != file_bytes:
            raise ValueError(f"{path} has {size} bytes instead of {file_bytes}")
        try:
            self._read(data, tail_bytes)
        except (ArithmeticError, LookupError, struct.error, UnicodeError) as error:
            raise self._damaged() from error

    def _read(self, data: mmap.mmap | bytes, tail_bytes: int) -> None:
        """Read the header and the tail."""
        family, _, entries = struct.unpack_from("<32sQQ", data, 48)
        shapes, metric, self._width, length, sections, block = struct.unpack_from("<HBBIII", data, 96)
        tail = len(data) - tail_bytes
        self._numbering = Numbering(Description(data[tail : tail + length].decode()))
        if shapes != len(self._numbering.shapes):
            raise LookupError("the number of shapes")
        self._family = family.rstrip(b"\0").decode()
        self.metric = METRICS[metric]
        if self._width not in (1, 2):
            raise LookupError("the width of an entry")
        records = tail + whole_words(length)
        counts = records + 32 * sections
        self._sections: list[Section] = []
        #: The end of all entries in the plain table.
        self._end = HEADER
        for section in range(sections):
            held, offset = struct.unpack_from("<QQ", data, records + 32 * section)
            first = 0
            if self.version == SHARD:
                (first,) = struct.unpack_from("<Q", data, len(data) - 16 * (sections - section))
            of_section = tuple(data[counts + shapes * section : counts + shapes * (section + 1)])
            if offset != self._end or len(of_section) != shapes:
                raise LookupError("the sections")
            self._sections.append(Section(of_section, range(first, first + held), offset))
            self._end += held * self._width
        if not sections or self._end != HEADER + entries * self._width:
            raise LookupError("the number of entries")
        if block != (PACKED_BLOCK if self.version == PACKED else BLOCK):
            raise LookupError("the length of blocks")
        lengths: tuple[int, ...] = ()
        if self.version == PACKED:
            blocks = -(-entries * self._width // PACKED_BLOCK)
            lengths = struct.unpack_from(f"<{blocks}I", data, len(data) - whole_words(4 * blocks))
        #: The offset of each packed block, and of the end of the last.
        self._blocks = list(accumulate(lengths, initial=HEADER))
        if tail != (self._blocks[-1] if self.version == PACKED else self._end):
            raise LookupError("the end of the data")
        self._unpacked = lru_cache(8192)(self._unpack)

    @property
    def board_rows(self) -> str:
        """The rows of the board, with `/` between them: `.` is a cell, `#` a wall."""
        return "/".join(self._numbering.description.rows)

    @property
    def piece_sets(self) -> list[str]:
        """The piece sets in this file, such as `1h4v4s`. A puzzle with one piece set has the name of its family."""
        return [self._piece_set(section) for section in self._sections]

    @overload
    def rank(self, positions: str) -> int: ...  # type: ignore[overload-overlap]
    @overload
    def rank(self, positions: Iterable[str]) -> list[int]: ...
    def rank(self, positions: str | Iterable[str]) -> int | list[int]:
        """The index of a position among those of its piece set, or a list of those of several."""
        if isinstance(positions, str):
            return self._locate(positions)[1]
        return [self._locate(text)[1] for text in positions]

    @overload
    def unrank(self, indices: SupportsIndex, piece_set: str | None = None) -> str: ...
    @overload
    def unrank(self, indices: Iterable[SupportsIndex], piece_set: str | None = None) -> list[str]: ...
    def unrank(
        self, indices: SupportsIndex | Iterable[SupportsIndex], piece_set: str | None = None
    ) -> str | list[str]:
        """The position with an index, or a list of those with several. The only piece set need not be named."""
        section = self._section(piece_set)
        counts = section.counts
        size = self._size(section)

        def position(index: SupportsIndex) -> str:
            number = operator.index(index)
            if not 0 <= number < size:
                raise IndexError(f"index {number} is not one of {size} positions")
            return self._numbering.unrank(counts, number)

        if isinstance(indices, Iterable):
            return [position(index) for index in indices]
        return position(indices)

    @overload
    def distance(self, positions: str) -> int | None: ...  # type: ignore[overload-overlap]
    @overload
    def distance(self, positions: Iterable[str]) -> list[int | None]: ...
    def distance(self, positions: str | Iterable[str]) -> int | None | list[int | None]:
        """The distance of a position, or a list of those of several. It is `None` if the goal is unreachable."""
        if isinstance(positions, str):
            return self._distance(*self._locate(positions))
        return [self._distance(*self._locate(text)) for text in positions]

    def indices(self, piece_set: str | None = None) -> range:
        """The indices of the positions whose distances are in this file. It is all of them unless it is a shard."""
        return self._section(piece_set).indices

    def distances(self, piece_set: str | None = None) -> np.ma.MaskedArray[Any, Any]:
        """The distances in this file in order of index, a masked array of numpy.

        Positions that cannot reach the goal are masked. The only piece set need not be named.
        """
        import numpy as np

        section = self._section(piece_set)
        self._size(section)
        entries = self._bytes(section.offset, len(section.indices) * self._width)
        distances = np.frombuffer(entries, "u1" if self._width == 1 else "<u2")
        unreachable = 256**self._width - 1
        return np.ma.MaskedArray(distances, mask=distances == unreachable, fill_value=unreachable)

    def _piece_set(self, section: Section) -> str:
        shapes = zip(section.counts, self._numbering.shapes)
        return "".join(f"{n}{s.signs.lower()}" for n, s in shapes if s.fixed is None) or self._family

    def _section(self, piece_set: str | None) -> Section:
        if piece_set is None:
            if len(self._sections) > 1:
                raise ValueError(f"name a piece set of {self.path}, such as {self.piece_sets[0]}")
            return self._sections[0]
        for section in self._sections:
            if self._piece_set(section) == piece_set:
                return section
        raise NotInTableError(f"piece set {piece_set} is not in this table")

    def _size(self, section: Section) -> int:
        """The number of positions of a section's piece set, compared with its entries."""
        size = self._numbering.size(section.counts)
        if section.indices.stop > size or self.version != SHARD and len(section.indices) != size:
            raise self._damaged()
        return size

    def _locate(self, text: str) -> tuple[Section, int]:
        counts, index = self._numbering.rank(text)
        for section in self._sections:
            if section.counts == counts:
                self._size(section)
                return section, index
        raise NotInTableError("not in this table")

    def _distance(self, section: Section, index: int) -> int | None:
        if index not in section.indices:
            raise NotInTableError("in another shard")
        offset = section.offset + (index - section.indices.start) * self._width
        distance = int.from_bytes(self._bytes(offset, self._width), "little")
        return None if distance == 256**self._width - 1 else distance

    def _bytes(self, offset: int, length: int) -> bytes:
        """Bytes of the plain table."""
        if self.version != PACKED:
            return self._data[offset : offset + length]
        begin, skipped = divmod(offset - HEADER, PACKED_BLOCK)
        end = -(-(offset - HEADER + length) // PACKED_BLOCK)
        unpacked = b"".join(map(self._unpacked, range(begin, end)))
        return unpacked[skipped : skipped + length]

    def _unpack(self, block: int) -> bytes:
        length = min(PACKED_BLOCK, self._end - HEADER - block * PACKED_BLOCK)
        unpacker = zlib.decompressobj(-15)
        try:
            # A longer block is noticed by its first byte too many, however long it is.
            entries = unpacker.decompress(self._data[self._blocks[block] : self._blocks[block + 1]], length + 1)
        except zlib.error as error:
            raise self._damaged() from error
        if len(entries) != length or not unpacker.eof or unpacker.unused_data:
            raise self._damaged()
        return entries

    def _damaged(self) -> ValueError:
        return ValueError(f"{self.path} is damaged")


def whole_words(length: int) -> int:
    """A length in bytes, rounded up to a multiple of 8."""
    return -(-length // 8) * 8


def main(arguments: list[str]) -> int:
    """Print the distances of positions in a table."""
    if len(arguments) < 2:
        print("usage: reader.py TABLE POSITION...", file=sys.stderr)
        return 2
    try:
        table = TableFile(arguments[0])
        for text in arguments[1:]:
            try:
                distance = table.distance(text)
            except NotInTableError as error:
                print(error)
            else:
                print("unreachable" if distance is None else distance)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
