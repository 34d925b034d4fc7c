#!/usr/bin/env python3
"""Print the distance of positions from a table file, by docs/reference/table-file.md and docs/explanation/numbering.md.

    read_table.py TABLE POSITION...     like klotski-4x5-finger.huarong VBBV/VBBV/VHHV/VSSV/S..S
"""
import re
import struct
import sys
from functools import lru_cache
from math import comb
from zlib import decompress

data = open(sys.argv[1], "rb").read()
version, tail_bytes = struct.unpack_from("<II", data, 8)
entries = struct.unpack_from("<Q", data, 88)[0]
shapes, _, entry_bytes, length, sections, block_bytes = struct.unpack_from("<HBBIII", data, 96)
tail = len(data) - tail_bytes
described = data[tail : tail + length].decode().split("\n")
up = lambda number: -(-number // 8) * 8
records = tail + up(length)
width, height = map(int, described[0].removeprefix("board ").split("x"))
places = [(row, column) for row in range(height) for column in range(width) if described[1 + row][column] == "."]
numbers = {place: number for number, place in enumerate(places)}
cells = len(places)
signs, polyominoes, locked, gates, divided = [], [], [], [], []
for line in described[1 + height :]:
    if line.startswith("thin walls "):
        words = line.split()[2:]
        for (column, row), side in zip((map(int, place.split(",")) for place in words[::2]), words[1::2]):
            divided.append(((row, column), (row, column + 1) if side == "right" else (row + 1, column)))
    elif line.startswith("shape "):
        head, rest = re.fullmatch(r'shape (\S+) "(?:[^"\\]|\\.)*"(.*)', line).groups()
        signs.append(head)
        polyominoes.append([])
        lock = re.match(r"(?: \d+)? (rows|columns)(?: (\d+))?", rest)
        locked.append(lock and (lock[1] == "columns", lock[2] and int(lock[2])))
        gates.append({tuple(map(int, place.split(",")))[::-1] for place in rest.partition(" gate ")[2].split()})
        row = -1
    elif set(line) <= {"x", "."} and line:
        row += 1
        polyominoes[-1] += [(row, column) for column, sign in enumerate(line) if sign == "x"]


@lru_cache(None)
def covered(shape, anchor):
    """The cells of a piece at an anchor, its first cell in reading order, as bits; 0 if it does not fit there."""
    (top, left), (row, column) = polyominoes[shape][0], places[anchor]
    if locked[shape] and locked[shape][1] not in (None, places[anchor][locked[shape][0]]):
        return 0
    stands = [(row + r - top, column + c - left) for r, c in polyominoes[shape]]
    if any(one in stands and other in stands for one, other in divided):
        return 0
    stood_on = [numbers.get(place) for place in stands]
    return 0 if None in stood_on or (row, column) in gates[shape] else sum(1 << cell for cell in stood_on)


coverings = [tuple(covered(shape, anchor) for anchor in range(cells)) for shape in range(shapes)]
anywhere = [shape for shape in range(shapes) if coverings[shape] == tuple(1 << cell for cell in range(cells))]
singles = [shape for shape in range(shapes) if len(polyominoes[shape]) == 1 and not locked[shape]]
single = singles[-1] if singles and singles[-1] in anywhere else None


def choices(cell, taken, left):
    """The choices for a cell, in order: no piece, or a piece of each shape; each with the pieces left to place."""
    yield None, (cell + 1, taken, left)
    for shape, count in enumerate(left):
        mask = covered(shape, cell)
        if count and mask and not mask & taken:
            yield shape, (cell + 1, taken | mask, left[:shape] + (count - 1,) + left[shape + 1 :])


@lru_cache(None)
def arrangements_from(cell, taken, left):
    """The number of arrangements that continue from this state."""
    return sum(arrangements_from(*after) for _, after in choices(cell, taken, left)) if cell < cells else not any(left)


def subset(chosen, among):
    """The number of a set of cells among all sets of the same size."""
    return sum(comb(among.index(cell), nth) for nth, cell in enumerate(sorted(chosen), 1))


def index(text):
    """The piece set of a position, and the index of the position in its space."""
    starts, drawn, rows = {}, 0, text.split("/")
    if [len(row) for row in rows] != [width] * height:
        raise ValueError
    grid = [rows[row][column] for row, column in places]
    for cell, sign in enumerate(grid):
        # Shapes that share their signs are locked to lines of their own.
        shape = next((shape for shape in range(shapes) if sign in signs[shape] and covered(shape, cell)), None)
        if shape is not None and not drawn >> cell & 1:
            mask = covered(shape, cell)
            if mask & drawn or any(mask >> other & 1 and grid[other] not in signs[shape] for other in range(cells)):
                raise ValueError
            starts[cell] = shape
            drawn |= mask
    if any(sign != "." and not drawn >> cell & 1 for cell, sign in enumerate(grid)):
        raise ValueError
    counts = tuple(list(starts.values()).count(shape) for shape in range(shapes))
    # Larger shapes with the same places are one kind first; their labels distinguish them afterwards.
    larger = [shape for shape in range(shapes) if shape != single and counts[shape]]
    first = {shape: next(other for other in larger if coverings[other] == coverings[shape]) for shape in larger}
    left = tuple(sum(counts[other] for other in larger if first[other] == shape) for shape in range(shapes))
    number, at = 0, (0, 0, left)
    for cell in range(cells):
        started = first.get(starts.get(cell))
        for choice, after in choices(*at):
            if choice == started:
                at = after
                break
            number += arrangements_from(*after)
    for kind in dict.fromkeys(first.values()):
        alike = [shape for shape in larger if first[shape] == kind]
        among = sorted(cell for cell, shape in starts.items() if shape in alike)
        for shape in alike[:-1]:
            chosen = [cell for cell in among if starts[cell] == shape]
            number = number * comb(len(among), len(chosen)) + subset(chosen, among)
            among = [cell for cell in among if cell not in chosen]
    free = [cell for cell in range(cells) if not at[1] >> cell & 1]
    smalls = [cell for cell, shape in starts.items() if shape == single]
    return counts, number * comb(len(free), len(smalls)) + subset(smalls, free)


blocks = -(-entries * entry_bytes // block_bytes)
lengths = struct.unpack_from(f"<{blocks}I", data, len(data) - up(4 * blocks)) if version == 4 else []


@lru_cache(None)
def unpacked(block):
    """The entries of a packed block."""
    begin = 128 + sum(lengths[:block])
    return decompress(data[begin : begin + lengths[block]], -15)


def entry_at(place):
    """The bytes of an entry, by its offset in the plain table."""
    if version == 4:
        block, at = divmod(place - 128, block_bytes)
        return unpacked(block)[at : at + entry_bytes]
    return data[place : place + entry_bytes]


for text in sys.argv[2:]:
    try:
        counts, entry = index(text)
    except ValueError:
        sys.exit(f"{text} is no position of this board")
    for section in range(sections):
        at = records + 32 * sections + shapes * section
        if tuple(data[at : at + shapes]) == counts:
            held, begin = struct.unpack_from("<QQ", data, records + 32 * section)
            first = struct.unpack_from("<Q", data, len(data) - 16 * (sections - section))[0] if version == 5 else 0
            if first <= entry < first + held:
                distance = int.from_bytes(entry_at(begin + (entry - first) * entry_bytes), "little")
                print("unreachable" if distance == 256**entry_bytes - 1 else distance)
            else:
                print("in another shard")
            break
    else:
        print("not in this table")
