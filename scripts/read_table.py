#!/usr/bin/env python3
"""Says how far positions are from the win, by a table file read as ARCHITECTURE.md describes it and nothing else.

    read_table.py TABLE POSITION...     like klotski-4x5-finger.huarong VBBV/VBBV/VHHV/VSSV/S..S
"""
import struct
import sys
from functools import lru_cache
from math import comb

data = open(sys.argv[1], "rb").read()
walls, _, width, height, _, entry_bytes, shapes, goals, sections = struct.unpack_from("<QQ4B2HI", data, 80)
cells = width * height
letters, forms = [], []
for at in range(128, 128 + 32 * shapes, 32):
    letter, form = struct.unpack_from("<B7xQ", data, at)
    letters.append(chr(letter))
    forms.append([divmod(bit, width) for bit in range(64) if form >> bit & 1])
single = max((shape for shape in range(shapes) if len(forms[shape]) == 1), default=None)


@lru_cache(None)
def covered(shape, anchor):
    """The cells of a piece whose first cell in reading order is the anchor, as bits; 0 where it cannot stand."""
    (top, left), (row, column) = forms[shape][0], divmod(anchor, width)
    places = [(row + r - top, column + c - left) for r, c in forms[shape]]
    mask = sum(1 << (r * width + c) for r, c in places if r < height and 0 <= c < width)
    return mask if mask.bit_count() == len(places) and not mask & walls else 0


def choices(cell, taken, left):
    """What may start at a cell, in order: nothing, or a piece of each shape; and what is left to place then."""
    yield None, (cell + 1, taken, left)
    for shape, count in enumerate(left):
        mask = covered(shape, cell)
        if count and mask and not mask & taken:
            yield shape, (cell + 1, taken | mask, left[:shape] + (count - 1,) + left[shape + 1 :])


@lru_cache(None)
def ways(cell, taken, left):
    """The number of skeletons that go on from here."""
    return sum(ways(*after) for _, after in choices(cell, taken, left)) if cell < cells else not any(left)


def index(text):
    """The piece set of a position, and its index among all positions of that."""
    starts, drawn, grid = {}, 0, text.replace("/", "")
    for cell, letter in enumerate(grid):
        if letter in letters and not drawn >> cell & 1:
            starts[cell] = letters.index(letter)
            drawn |= covered(starts[cell], cell)
    counts = tuple(list(starts.values()).count(shape) for shape in range(shapes))
    skeleton, at = 0, (0, 0, tuple(0 if shape == single else count for shape, count in enumerate(counts)))
    for cell in range(cells):
        started = starts.get(cell) if starts.get(cell) != single else None
        for choice, after in choices(*at):
            if choice == started:
                at = after
                break
            skeleton += ways(*after)
    free = [cell for cell in range(cells) if not (at[1] | walls) >> cell & 1]
    smalls = [place for place, cell in enumerate(free) if starts.get(cell, None) == single and cell in starts]
    filling = sum(comb(place, nth) for nth, place in enumerate(smalls, 1))
    return counts, skeleton * comb(len(free), len(smalls)) + filling


for text in sys.argv[2:]:
    counts, entry = index(text)
    for at in range(128 + 32 * shapes + 8 * goals, len(data), 64)[:sections]:
        if tuple(data[at : at + shapes]) == counts:
            begin = struct.unpack_from("<Q", data, at + 24)[0] + entry * entry_bytes
            distance = int.from_bytes(data[begin : begin + entry_bytes], "little")
            print("unreachable" if distance == 256**entry_bytes - 1 else distance)
            break
    else:
        print("not in this table")
