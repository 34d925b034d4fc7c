#!/usr/bin/env python3
"""Checks proofs of `huarong prove`. It needs Python's standard library only, and shares nothing with huarong.

    python3 check-proof.py FILE...

docs/reference/proof.md describes the file. The exit code is 0 if every file proves its claim, and 1 otherwise.
"""

import sys

SIDES = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}
ORDER = ["board", "thin", "shape", "goal", "start", "solution", "numbers"]
ALONG = {"both": list(SIDES.values()), "rows": [(1, 0), (-1, 0)], "columns": [(0, 1), (0, -1)]}


class Refuted(Exception):
    """The file proves nothing, for this reason."""


# What a file that proves nothing can raise.
FAULTS = (Refuted, OSError, UnicodeError, ValueError, IndexError, KeyError, StopIteration, RuntimeError)


def require(holds, reason):
    if not holds:
        raise Refuted(reason)


class Puzzle:
    """A board, shapes of pieces, and goals. A position has a sorted tuple of places for each shape."""

    def __init__(self):
        self.width, self.open, self.thin = 0, set(), set()
        self.counts, self.ways, self.covered, self.goals = [], [], [], []

    def cell(self, place):
        return place % self.width, place // self.width

    def add_shape(self, count, freedom, rows, closed):
        """For each place of the first cell, the cells that a piece covers there; none if it does not fit."""
        cells = [(x, y) for y, row in enumerate(rows.split("/")) for x, sign in enumerate(row) if sign == "x"]
        require(cells and cells[0][1] == 0, "the first row of a shape has no cell")
        first = cells[0][0]
        covered = {}
        for place in range(self.width * self.height):
            column, row = self.cell(place)
            here = {(column + x - first, row + y) for x, y in cells}
            torn = any((x, y, dx, dy) in self.thin and (x + dx, y + dy) in here for x, y in here for dx, dy in ((1, 0), (0, 1)))
            if here <= self.open and not torn and place not in closed:
                covered[place] = frozenset(here)
        self.counts.append(count)
        self.ways.append(ALONG[freedom])
        self.covered.append(covered)

    def position(self, places):
        """A position from the places of its pieces, shape by shape."""
        position, taken, at = [], set(), 0
        for count, covered in zip(self.counts, self.covered):
            some = tuple(places[at : at + count])
            at += count
            require(len(some) == count and list(some) == sorted(set(some)), "places are missing or not in order")
            for place in some:
                require(place in covered, f"a piece cannot be at {place}")
                require(not taken & covered[place], f"a piece at {place} covers another one")
                taken |= covered[place]
            position.append(some)
        require(at == len(places), "there are too many places")
        return tuple(position)

    def is_goal(self, position):
        return any(all(place in position[shape] for shape, place in goal) for goal in self.goals)

    def step(self, shape, place, way, taken):
        """The place after one step, or None."""
        if not 0 <= place % self.width + way[0] < self.width:
            return None
        after = place + way[0] + way[1] * self.width
        cells = self.covered[shape].get(after)
        if cells is None or cells & taken:
            return None
        for column, row in self.covered[shape][place]:
            ahead = (column + way[0], row + way[1])
            wall = (column, row, *way) if min(way) >= 0 else (*ahead, -way[0], -way[1])
            if wall in self.thin:
                return None
        return after

    def neighbours(self, position, metric):
        """All positions after one move."""
        taken = set().union(*(self.covered[s][p] for s, places in enumerate(position) for p in places))
        for shape, places in enumerate(position):
            for place in places:
                others = taken - self.covered[shape][place]
                for after in self.moves(shape, place, others, metric):
                    moved = tuple(sorted(after if other == place else other for other in places))
                    yield position[:shape] + (moved,) + position[shape + 1 :]

    def moves(self, shape, place, taken, metric):
        """The places of a piece after one move."""
        found, left = set(), [(place, way) for way in self.ways[shape]]
        while left:
            at, way = left.pop()
            after = self.step(shape, at, way, taken)
            if after is None or after in found or after == place:
                continue
            found.add(after)
            if metric == "straight":
                left.append((after, way))
            elif metric == "finger":
                left.extend((after, way) for way in self.ways[shape])
        return found


def read(lines):
    """The parts of a file: the puzzle, claim, metric, start, solution and numbers."""
    require(next(lines) == "huarong proof 1", "the first line is not `huarong proof 1`")
    claim = next(lines).split()
    metric = next(lines).removeprefix("metric ")
    require(claim[:1] == ["claim"] and metric in ("unit", "straight", "finger"), "claim or metric is unknown")
    puzzle, start, solution, last = Puzzle(), None, [], ""
    for line in lines:
        key, *words = line.split(" ")
        again = key == last and key in ("thin", "shape", "goal")
        require(key in ORDER and (again or last == "" or ORDER.index(key) > ORDER.index(last)), f"{key!r} is unknown or out of order")
        require(last or key == "board", "there is no board")
        last = key
        if key == "board":
            puzzle.width, puzzle.height = map(int, words)
            rows = [next(lines) for _ in range(puzzle.height)]
            require(all(len(row) == puzzle.width for row in rows), "a row of the board has a wrong length")
            puzzle.open = {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "."}
        elif key == "thin":
            puzzle.thin.add((*puzzle.cell(int(words[0])), *SIDES[words[1]]))
        elif key == "shape":
            puzzle.add_shape(int(words[0]), words[1], words[2], set(map(int, words[3:])))
        elif key == "goal":
            puzzle.goals.append([tuple(map(int, word.split("@"))) for word in words])
            require(all(0 <= shape < len(puzzle.counts) and puzzle.cell(place) in puzzle.open for shape, place in puzzle.goals[-1]), "a goal is impossible")
        elif key == "start":
            start = puzzle.position(list(map(int, words)))
        elif key == "solution":
            solution = [puzzle.position(list(map(int, next(lines).split()))) for _ in range(int(words[0]) + 1)]
        elif key == "numbers":
            count, digits = map(int, words)
            require(1 <= digits <= 4, "a number has one to four digits")
            text = "".join(lines)
            require(len(text) == count * digits, "there are too few or too many numbers")
            require(all("!" <= sign <= "~" for sign in text), "a sign of a number is unknown")
            parts = [text[at : at + digits] for at in range(0, len(text), digits)]
            numbers = [sum((ord(sign) - ord("!")) * 94**at for at, sign in enumerate(reversed(part))) for part in parts]
            require(start and puzzle.goals, "there is no start or no goal")
            return puzzle, claim[1:], metric, start, solution, numbers, 94**digits - 1
    raise Refuted("there are no numbers")


def check(lines):
    """Returns what a file proves, and its parts: the puzzle, claim, metric, start, and the number of each position."""
    puzzle, claim, metric, start, solution, numbers, never = read(lines)
    reached, left = {start}, [start]
    while left:
        for after in puzzle.neighbours(left.pop(), "unit"):
            if after not in reached:
                reached.add(after)
                left.append(after)
    require(len(reached) == len(numbers), f"{len(reached)} positions are reachable, not {len(numbers)}")
    number = dict(zip(sorted(reached), numbers))
    parts = (puzzle, claim, metric, start, number)
    if claim == ["distances"]:
        for position in reached:
            own, around = number[position], {number[after] for after in puzzle.neighbours(position, metric)}
            require((own == 0) == puzzle.is_goal(position), f"{position}: 0 belongs to goal positions, and only to them")
            nearest = min(around, default=never)
            # No distance may be the number that stands for none.
            expected = never if nearest == never else nearest + 1
            is_right = own == expected and (own == never) == (nearest == never)
            require(own == 0 or is_right, f"{position} has {own}, and the least beside it is {nearest}")
        return f"the distances of {len(reached)} positions in {metric} moves", parts
    require(number[start] == 0, "the number of the start is not 0")
    for position in reached:
        most = number[position] + 1
        require(all(number[after] <= most for after in puzzle.neighbours(position, metric)), f"a move from {position} raises the number by more than 1")
    goals = [number[position] for position in reached if puzzle.is_goal(position)]
    if claim == ["unsolvable"]:
        require(not goals, "a goal position is reachable")
        return f"no moves lead to the goal ({len(reached)} positions)", parts
    require(len(claim) == 2 and claim[0] == "optimal", "the claim is unknown")
    moves = int(claim[1])
    require(goals and min(goals) >= moves, "a goal position has a smaller number than the claim")
    require(len(solution) == moves + 1 and solution[0] == start, "the solution has another length or start")
    for before, after in zip(solution, solution[1:]):
        require(after in puzzle.neighbours(before, metric), f"no move leads from {before} to {after}")
    require(puzzle.is_goal(solution[-1]), "the solution does not end in the goal")
    return f"optimal solutions have {moves} {metric} moves ({len(reached)} positions)", parts


def main(paths):
    failed = not paths
    for path in paths:
        try:
            with open(path, encoding="ascii", newline="\n") as file:
                print(f"{path}: proved: {check(line.rstrip(chr(10)) for line in file)[0]}")
        except FAULTS as error:
            print(f"{path}: NOT proved: {error!r}" if not isinstance(error, Refuted) else f"{path}: NOT proved: {error}")
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
