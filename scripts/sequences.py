"""Writes docs/sequences: b-files of published sequences, and drafts of new ones. scripts/sequences runs this file.

    scripts/sequences                            write everything that takes less than a minute
    scripts/sequences --large                    also count the tile puzzles of 4x3 and 6x2, which takes minutes
    scripts/sequences --levels 7x2=FILE          also take a tile puzzle from the CSV of `huarong levels`
    scripts/sequences --check                    only check the files against published terms, reports and identities

The environment variable HUARONG has the command of the program; by default, cargo builds and runs it. Files of tile puzzles
that are not counted anew stay as they are.

Each number comes from the program or from a report that it wrote. No number is typed here.
"""

import argparse
import csv
import json
import math
import os
import shlex
import string
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "sequences"
REPORTS = ROOT / "reports"
METRICS = {
    "unit": "one piece by one cell",
    "straight": "one piece by any distance along one line",
    "finger": "one piece along any path",
}
CLASSIC = "1h4v4s"
CENSUS = ("3x3", "3x4", "4x4", "4x5")
#: Tile puzzles of more cells take minutes.
SMALL = 10
#: Tile puzzles of more cells take hours. Their terms come from `--levels`.
LARGE = 12
#: The largest square board whose packings are counted within seconds.
SQUARES = 7


class SequenceError(Exception):
    """A reason why a sequence is wrong, or cannot be computed."""


def program(*arguments):
    """The output of the program."""
    command = shlex.split(os.environ.get("HUARONG", f"{os.environ.get('CARGO', 'cargo')} run --release --quiet --"))
    done = subprocess.run([*command, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise SequenceError(f"`huarong {' '.join(arguments)}`: {done.stderr.decode().strip()}")
    return done.stdout.decode()


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def size(board):
    return tuple(map(int, board.split("x")))


# Tile puzzles.


def puzzle(board):
    """The puzzle file of a tile puzzle, with the empty cell in a corner."""
    width, height = size(board)
    signs = string.ascii_uppercase[: width * height - 1] + "."
    drawing = "".join(f"{signs[row * width : (row + 1) * width]}\n" for row in range(height))
    return f'name = "tiles of {board}"\nstart = """\n{drawing}"""\ngoal = """\n{drawing}"""\n'


def levels_of(lines):
    """The positions at distances 0, 1, 2, … from CSV with the columns `distance` and `positions`."""
    rows = sorted((int(row["distance"]), int(row["positions"])) for row in csv.DictReader(lines) if row["distance"])
    if [distance for distance, _ in rows] != list(range(len(rows))):
        raise SequenceError("the distances of the CSV are not 0, 1, 2, …")
    return [positions for _, positions in rows]


def tiles(board):
    """Number of positions at each distance of a tile puzzle."""
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "tiles.toml"
        file.write_text(puzzle(board), encoding="utf-8")
        return levels("--puzzle", str(file), "--metric", "unit")


def levels(*arguments):
    return levels_of(program("levels", *arguments, "--format", "csv", "--quiet").splitlines())


def check_tiles(entry, terms):
    """Compares a sequence with the published terms, and its sum with half of all orders of the tiles and the empty cell."""
    number, published = entry["number"], entry["terms"]
    if terms[: len(published)] != published or len(terms) != entry["last"] + 1:
        raise SequenceError(f"{number}: the terms differ from the published ones")
    if sum(terms) != math.factorial(math.prod(size(entry["board"]))) // 2:
        raise SequenceError(f"{number}: the sum of the terms is not the number of reachable positions")


# Files.


def b_file(terms, offset=0):
    return "".join(f"{n} {term}\n" for n, term in enumerate(terms, offset))


def terms_of(path):
    """The terms of a b-file."""
    lines = [line.split(" ") for line in path.read_text(encoding="ascii").splitlines()]
    first = int(lines[0][0])
    if [int(n) for n, _ in lines] != list(range(first, first + len(lines))):
        raise SequenceError(f"{path}: the numbers of the terms are not consecutive")
    return [int(term) for _, term in lines]


def data_lines(terms):
    """The lines %S, %T and %U: at most 260 characters of terms."""
    lines, shown = [""], 0
    for term in terms:
        text = f"{term},"
        if len(lines[-1]) + len(text) > 78:
            if len(lines) == 3:
                break
            lines.append("")
        lines[-1] += text
        shown += 1
    if shown == len(terms):
        lines[-1] = lines[-1].rstrip(",")
    return [f"%{letter} {line}" for letter, line in zip("STU", lines)]


class Draft:
    """A draft of a new sequence, in the internal format of the OEIS."""

    def __init__(self, slug, name, terms, offset, comments, commands, keywords, example=""):
        self.slug, self.terms, self.offset = slug, terms, offset
        self.name, self.comments, self.commands = name, comments, commands
        self.keywords, self.example = keywords, example

    def text(self):
        first = next((n for n, term in enumerate(self.terms, 1) if abs(term) > 1), 1)
        last = self.offset + len(self.terms) - 1
        lines = ["%I", *data_lines(self.terms), f"%N {self.name}"]
        lines += [f"%C {comment}" for comment in self.comments]
        lines.append(f'%H <a href="b-{self.slug}.txt">Table of n, a(n) for n = {self.offset}..{last}</a>')
        lines += [f"%e {self.example}"] if self.example else []
        lines += [f"%o (huarong) {command}" for command in self.commands]
        lines += [f"%K {self.keywords}", f"%O {self.offset},{first}", "%A The huarong developers"]
        return "\n".join(lines) + "\n"

    def files(self):
        return {f"{self.slug}.txt": self.text(), f"b-{self.slug}.txt": b_file(self.terms, self.offset)}


def count_word(number, word):
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def classic(histogram):
    """The classic piece set by distance. `histogram` gives the terms of a metric."""
    for metric, meaning in METRICS.items():
        terms = histogram(metric)
        yield Draft(
            f"classic-{metric}",
            "Number of positions of Klotski (Huarong Dao) with the classic pieces whose shortest solution has n moves, if one "
            f"move takes {meaning}.",
            terms,
            0,
            [
                "The board has 4 columns and 5 rows. The pieces are one of 2 X 2, one horizontal and four vertical dominoes, "
                "and four of 1 X 1; two cells are empty. Equal pieces are interchangeable, and mirror images count separately.",
                "The goal is the piece of 2 X 2 in the middle of the bottom rows.",
                f"The terms are all: {count_word(sum(terms), 'position')} can reach the goal.",
            ],
            [f"huarong levels {CLASSIC} --metric {metric}"],
            "nonn,fini,full",
            f"a({len(terms) - 1}) = {terms[-1]}: the hardest positions have {count_word(len(terms) - 1, 'move')}.",
        )


def census():
    """The longest puzzles by number of pieces."""
    rows = rows_of(REPORTS / "census.csv")
    for board in CENSUS:
        for metric, meaning in METRICS.items():
            own = [row for row in rows if (row["board"], row["metric"], row["by"]) == (board, metric, "pieces")]
            terms = [int(row["distance"]) for row in own]
            if [int(row["number"]) for row in own] != list(range(1, len(own) + 1)):
                raise SequenceError(f"the census of {board} has no row for some number of pieces")
            best = max(own, key=lambda row: int(row["distance"]))
            width, height = size(board)
            yield Draft(
                f"census-{board}-{metric}",
                f"Maximal number of moves of the shortest solution of a sliding-block puzzle with n pieces on a {width} X "
                f"{height} board, if one move takes {meaning}.",
                terms,
                1,
                [
                    "Pieces are connected polyominoes of any shape. They are not rotated, and at least one cell is empty.",
                    "One piece is marked. At the start, its bounding box is in the upper left corner. The goal is that it "
                    "covers the lower right cell. These are the rules of N. Bickford (2012).",
                    f"The board has {width} columns and {height} rows.",
                ],
                [f"huarong census {board} --metric {metric}", best["command"]],
                "nonn,fini,full",
                f"a({best['number']}) = {best['distance']}: {best['start']} with the marked piece {best['marked']}; rows are "
                "joined by /, and . is an empty cell.",
            )


def rush():
    """The longest Rush Hour puzzles of square boards."""
    universes = rows_of(REPORTS / "rush" / "universes.csv")
    records = rows_of(REPORTS / "rush" / "records.csv")
    clusters = rows_of(REPORTS / "rush" / "histogram.csv")
    for metric in ("straight", "unit"):
        sizes = range(4, 7)
        terms, best = [], None
        for side in sizes:
            # The middle row, or just above it.
            row = (side + 1) // 2
            key = (f"{side}x{side}", str(row), "0", metric)
            names = ("board", "exit_row", "max_walls", "metric")
            universe = [int(u["max"]) for u in universes if tuple(u[name] for name in names) == key]
            longest = [r for r in records if tuple(r[name] for name in names) == key and r["by"] == "pieces"]
            best = max(longest, key=lambda record: int(record["distance"]))
            # No board needs more moves, whether its puzzle is minimal or not.
            hardest = max(int(c["distance"]) for c in clusters if tuple(c[name] for name in names) == key)
            if universe != [int(best["distance"])] or universe != [hardest]:
                raise SequenceError(f"the reports of Rush Hour on {key[0]} contradict one another")
            terms += universe
        yield Draft(
            f"rush-{metric}",
            "Maximal number of moves of the shortest solution of a Rush Hour puzzle on an n X n board, if one move takes "
            f"{METRICS[metric]}.",
            terms,
            sizes[0],
            [
                "Cars of 2 cells and trucks of 3 cells slide lengthwise. The red car of 2 cells is in row ceiling(n/2) and "
                "must reach the right edge. There are no walls.",
                f"Every position of every board was searched, for n = {sizes[0]}..{sizes[-1]}.",
            ],
            ["huarong rush 6x6 --metric " + metric, best["command"]],
            "nonn,hard,more",
            f"a({sizes[-1]}) = {terms[-1]}: {best['start']}, in reading order; A is the red car, and o an empty cell.",
        )


def packings(count):
    """Packings of boards. `count` gives the number of packings of some columns and rows."""
    text = [
        "A packing divides the cells into empty cells and connected pieces of any shape.",
        "It is a set of disjoint nonempty connected sets of vertices of the grid graph: pieces may touch one another.",
    ]
    squares = [count(side, side) for side in range(1, SQUARES + 1)]
    yield Draft(
        "packings-square", "Number of packings of an n X n board with connected pieces.", squares, 1, text,
        [f"huarong count --packings {SQUARES}x{SQUARES}"], "nonn,hard,more",
        "a(1) = 2: the cell is empty, or it is a piece.",
    )
    for width in (2, 3):
        terms = [count(height, width) for height in range(1, 21 if width == 2 else 13)]
        yield Draft(
            f"packings-{width}xn", f"Number of packings of a {width} X n board with connected pieces.", terms, 1, text,
            [f"huarong count --packings {len(terms)}x{width}"], "nonn",
        )


def packed(width, height):
    return int(json.loads(program("count", "--packings", f"{width}x{height}", "--format", "json"))["packings"])


def check_packings():
    """Packings of one row are the Fibonacci numbers F(2n + 1): the last cell is empty, or begins or continues a piece."""
    before, now = 1, 2
    for width in range(1, 11):
        if packed(width, 1) != now:
            raise SequenceError(f"the number of packings of {width}x1 is no Fibonacci number")
        before, now = now, 3 * now - before


def histogram_of_report(metric):
    rows = rows_of(REPORTS / "histogram.csv")
    own = {int(r["distance"]): int(r["positions"]) for r in rows if (r["piece_set"], r["metric"]) == (CLASSIC, metric)}
    return [own[distance] for distance in range(len(own))]


def stored(slug):
    """The terms of a draft that is written already."""
    return terms_of(FOLDER / f"b-{slug}.txt")


# The page.


def page(entries, drafts):
    """The page docs/sequences/README.md."""
    lines = [
        "# Integer sequences",
        "",
        "`make sequences` writes this page and the files of this folder.",
        "",
        "## Published sequences",
        "",
        "These sequences of the [OEIS](https://oeis.org) count the positions of a tile puzzle, such as the 15-puzzle, by",
        "distance from the goal. The empty cell of the goal is in a corner. A b-file has one term per line: `n a(n)`.",
        "",
        "| sequence | board | terms | sum | compared with the published sequence | b-file |",
        "|---|---|--:|--:|---|---|",
    ]
    for entry in entries:
        number, board = entry["number"], entry["board"]
        path = FOLDER / f"b{number[1:]}.txt"
        link = f"[{number}](https://oeis.org/{number})"
        total = f"{math.factorial(math.prod(size(board))) // 2:,}"
        if not path.exists():
            lines.append(f"| {link} | {board} | {entry['last'] + 1} | {total} | not computed | |")
            continue
        compared = "all terms" if entry["is_complete"] else f"the first {len(entry['terms'])} terms, and the number of terms"
        terms = len(terms_of(path))
        lines.append(f"| {link} | {board} | {terms} | {total} | equal: {compared} | [{path.name}]({path.name}) |")
    lines += [
        "",
        "Where only the first terms were at hand, the sum is the check of the others: half of all orders of the tiles and the",
        "empty cell.",
        "",
        "## Drafts",
        "",
        "These sequences are drafts in the internal format of the OEIS. We do not know whether they are published.",
        "",
        "| draft | terms | largest | b-file |",
        "|---|--:|--:|---|",
    ]
    for draft in drafts:
        name = f"[{draft.slug}]({draft.slug}.txt)"
        b_name = f"b-{draft.slug}.txt"
        lines.append(f"| {name} | {len(draft.terms)} | {max(draft.terms):,} | [{b_name}]({b_name}) |")
    lines += [
        "",
        "- `classic`: positions of the classic piece set at each distance. [histogram.csv](../../reports/histogram.csv) has the same numbers.",
        "- `census`: the longest puzzles by number of pieces, from [census.csv](../../reports/census.csv).",
        "- `packings`: divisions of a board into empty cells and connected pieces, by [`huarong count`](../how-to/counting.md).",
        "- `rush`: the longest Rush Hour puzzles by side of the board, from [universes.csv](../../reports/rush/universes.csv).",
        "",
    ]
    return "\n".join(lines)


def all_drafts(histogram, count):
    return [*classic(histogram), *census(), *packings(count), *rush()]


def write(texts, given):
    results = dict(item.split("=", 1) for item in given.levels)
    known = {entry["board"] for entry in texts["tiles"]}
    for board in results:
        if board not in known:
            raise SequenceError(f"--levels: there is no sequence of {board}; boards are {', '.join(sorted(known))}")
    FOLDER.mkdir(exist_ok=True)
    for entry in texts["tiles"]:
        board = entry["board"]
        if board in results:
            terms = levels_of(Path(results[board]).read_text(encoding="utf-8").splitlines())
        elif math.prod(size(board)) <= (LARGE if given.large else SMALL):
            print(f"sequences: {entry['number']}, tiles of {board}", file=sys.stderr)
            terms = tiles(board)
        else:
            terms = None
        if terms is not None:
            check_tiles(entry, terms)
            (FOLDER / f"b{entry['number'][1:]}.txt").write_text(b_file(terms), encoding="ascii", newline="\n")
    print("sequences: drafts", file=sys.stderr)
    check_packings()
    drafts = all_drafts(lambda metric: levels(CLASSIC, "--metric", metric), packed)
    for draft in drafts:
        for name, text in draft.files().items():
            (FOLDER / name).write_text(text, encoding="ascii", newline="\n")
    (FOLDER / "README.md").write_text(page(texts["tiles"], drafts), encoding="utf-8", newline="\n")
    check(texts)


def check(texts):
    """Checks all files. Numbers of reports are taken from the reports, and packings from their b-files."""
    kept = {}
    for slug in ("packings-square", "packings-2xn", "packings-3xn"):
        terms = stored(slug)
        for n, term in enumerate(terms, 1):
            sides = (n, n) if slug == "packings-square" else (n, int(slug[9]))
            if kept.setdefault(sides, term) != term:
                raise SequenceError(f"the packings of {sides} differ between files")
    drafts = all_drafts(histogram_of_report, lambda width, height: kept[width, height])
    wanted = {"README.md": page(texts["tiles"], drafts)}
    for draft in drafts:
        wanted |= draft.files()
    for entry in texts["tiles"]:
        path = FOLDER / f"b{entry['number'][1:]}.txt"
        if path.exists():
            terms = terms_of(path)
            check_tiles(entry, terms)
            wanted[path.name] = b_file(terms)
    for path in sorted(FOLDER.iterdir()):
        if path.name not in wanted:
            raise SequenceError(f"{path} belongs to no sequence")
    for name, text in wanted.items():
        path = FOLDER / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            raise SequenceError(f"{path} contradicts the reports: run `make sequences`")


def main():
    parser = argparse.ArgumentParser(prog="scripts/sequences", description="Write docs/sequences.")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--levels", action="append", default=[], metavar="WxH=FILE")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    texts = tomllib.loads((ROOT / "scripts" / "sequences.toml").read_text(encoding="utf-8"))
    try:
        if given.check:
            check(texts)
        else:
            write(texts, given)
    except (SequenceError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
