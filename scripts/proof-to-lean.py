#!/usr/bin/env python3
"""Writes a proof of `huarong prove --metric unit` as the rank function of a lower-bound certificate in Lean.

    python3 scripts/proof-to-lean.py FILE >rank.json

docs/how-to/lean.md describes the JSON. The proof is checked first. Pieces must be rectangles on a board without walls, locks and
gates, as in the Lean project HuarongdaoLean, and the puzzle must have one goal.
"""

import importlib.util
import json
import pathlib
import sys

SPEC = importlib.util.spec_from_file_location("check_proof", pathlib.Path(__file__).parent / "check-proof.py")
checker = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(checker)


def exported(path):
    """The puzzle and the ranks of all reachable positions. Blocks are in the order of the file, alike ones by their places."""
    with open(path, encoding="ascii", newline="\n") as file:
        said, (puzzle, claim, metric, start, number) = checker.check(line.rstrip("\n") for line in file)
    print(said, file=sys.stderr)
    checker.require(metric == "unit" and claim[0] == "optimal", "the proof must be of a length in unit moves")
    cells = {(x, y) for y in range(puzzle.height) for x in range(puzzle.width)}
    checker.require(puzzle.open == cells and not puzzle.thin, "the board must be a rectangle without walls")
    checker.require(all(len(ways) == 4 for ways in puzzle.ways), "pieces must move in all directions")
    checker.require(len(puzzle.goals) == 1, "there must be one goal")
    shapes = []
    for count, covered in zip(puzzle.counts, puzzle.covered):
        here = sorted(next(iter(covered.values())))
        width, height = (1 + max(cell[axis] for cell in here) - min(cell[axis] for cell in here) for axis in (0, 1))
        places = (puzzle.width - width + 1) * (puzzle.height - height + 1)
        checker.require(len(here) == width * height and len(covered) == places, "pieces must be rectangles that may be everywhere")
        shapes += [[width, height]] * count
    goal = [None] * len(shapes)
    for shape, place in puzzle.goals[0]:
        checker.require(puzzle.counts[shape] == 1, "pieces of the goal must be alone of their kind")
        goal[sum(puzzle.counts[:shape])] = puzzle.cell(place)
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "shapes": shapes,
        "initial": [puzzle.cell(place) for places in start for place in places],
        "goal": goal,
        "bound": int(claim[1]),
        "rank": {",".join(map(str, sum(position, ()))): rank for position, rank in number.items()},
    }


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: proof-to-lean.py FILE >rank.json")
    try:
        json.dump(exported(sys.argv[1]), sys.stdout)
    except checker.FAULTS as error:
        sys.exit(f"error: {sys.argv[1]}: {error}")
