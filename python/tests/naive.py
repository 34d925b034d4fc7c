"""A search of drawings that shares nothing with huarong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

Grid = tuple[str, ...]


def neighbours(grid: Grid, lengthwise: bool = False) -> Iterator[Grid]:
    """The grids after moving one piece by one cell."""
    cells: dict[str, list[tuple[int, int]]] = {}
    for row, text in enumerate(grid):
        for column, sign in enumerate(text):
            if sign not in ".#":
                cells.setdefault(sign, []).append((column, row))
    for sign, own in cells.items():
        is_row = len({row for _, row in own}) == 1
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if lengthwise and is_row != (down == 0):
                continue
            moved = [(column + right, row + down) for column, row in own]
            if all(
                0 <= row < len(grid) and 0 <= column < len(grid[0]) and grid[row][column] in "." + sign
                for column, row in moved
            ):
                yield tuple(
                    "".join(
                        sign if (column, row) in moved else "." if grid[row][column] == sign else grid[row][column]
                        for column in range(len(grid[0]))
                    )
                    for row in range(len(grid))
                )


def slide(grid: Grid, sign: str, right: int, down: int) -> Grid:
    """The grid after a slide of one piece along a line. Its cells on the way must be empty."""
    step = ((right > 0) - (right < 0), (down > 0) - (down < 0))
    assert 0 in step and sign not in ".#", (sign, right, down)
    for _ in range(abs(right + down)):
        own = [(column, row) for row, text in enumerate(grid) for column, other in enumerate(text) if other == sign]
        moved = {(column + step[0], row + step[1]) for column, row in own}
        assert own, f"there is no {sign} in {grid}"
        for column, row in moved:
            assert 0 <= row < len(grid) and 0 <= column < len(grid[0]), f"{sign} leaves {grid}"
            assert grid[row][column] in "." + sign, f"{sign} is blocked in {grid}"
        left = [text.replace(sign, ".") for text in grid]
        grid = tuple(
            "".join(sign if (column, row) in moved else other for column, other in enumerate(text))
            for row, text in enumerate(left)
        )
    return grid


def distance(start: Grid, goal: Grid, lengthwise: bool = False) -> int | None:
    """The fewest moves of one cell until the named pieces are at their goal."""

    def is_goal(grid: Grid) -> bool:
        return all(
            wanted in ".#" or grid[row][column] == wanted
            for row, text in enumerate(goal)
            for column, wanted in enumerate(text)
        )

    level, seen, moves = {start}, {start}, 0
    while level:
        if any(map(is_goal, level)):
            return moves
        level = {after for grid in level for after in neighbours(grid, lengthwise)} - seen
        seen |= level
        moves += 1
    return None


@dataclass(frozen=True)
class Doors:
    """A board with doors, by the rules of the book: pieces leave for good, or stay as their next layer."""

    start: Grid
    doors: Grid
    goal: Grid | None = None
    layers: dict[str, str] = field(default_factory=dict)
    frozen: dict[str, int] = field(default_factory=dict)

    def toml(self) -> str:
        """The puzzle file."""
        lines = ["name = 'naive'"]
        for key, rows in (("start", self.start), ("goal", self.goal), ("doors", self.doors)):
            if rows is not None:
                lines += [f"{key} = '''", *rows, "'''"]
        lines.append("layers = {" + ", ".join(f"{sign} = '{below}'" for sign, below in self.layers.items()) + "}")
        lines.append("frozen = {" + ", ".join(f"{sign} = {left}" for sign, left in self.frozen.items()) + "}")
        return "\n".join(lines)

    def piece_of(self, sign: str) -> str:
        """The piece whose layer a sign is, or the piece itself."""
        return next((piece for piece, below in self.layers.items() if sign in below), sign)

    def owns_door(self, sign: str) -> bool:
        return any(sign in row or "*" in row for row in self.doors)

    def has_left(self, grid: Grid) -> int:
        """How many pieces have left."""
        return len(signs(self.start)) - len(signs(grid))

    def is_goal(self, grid: Grid) -> bool:
        if self.goal is not None:
            return all(
                wanted in ".#" or grid[row][column] == wanted
                for row, text in enumerate(self.goal)
                for column, wanted in enumerate(text)
            )
        goes = {
            sign for sign in signs(self.start) if all(map(self.owns_door, sign + self.layers.get(sign, "")))
        }
        return not any(self.piece_of(sign) in goes for sign in signs(grid))

    def touches(self, grid: Grid, sign: str, step: tuple[int, int]) -> bool:
        """Whether the next step of a piece in a direction takes it out through its doors."""
        own = {(column, row) for row, text in enumerate(grid) for column, other in enumerate(text) if other == sign}
        is_beside = False
        for column, row in own:
            distance = 0
            while True:
                column, row = column + step[0], row + step[1]
                is_inside = 0 <= row < len(grid) and 0 <= column < len(grid[0])
                if is_inside and grid[row][column] in "." + sign:
                    distance += grid[row][column] == "."
                    continue
                if is_inside and grid[row][column] != "#":
                    return False
                if self.doors[row + 1][column + 1] not in (sign, "*"):
                    return False
                break
            is_beside = is_beside or distance == 0
        return is_beside

    def passed(self, grid: Grid, sign: str) -> Grid:
        """The grid after a piece has passed its doors."""
        chain = self.piece_of(sign) + self.layers.get(self.piece_of(sign), "")
        following = chain[chain.index(sign) + 1 :][:1] or "."
        return tuple(text.replace(sign, following) for text in grid)

    def moves(self, grid: Grid, metric: str) -> set[Grid]:
        """The grids after one move."""
        found = set()
        for sign in signs(grid):
            if self.frozen.get(self.piece_of(sign), 0) > self.has_left(grid):
                continue
            places = [(grid, step) for step in STEPS]
            seen = {grid}
            while places:
                place, step = places.pop()
                if self.touches(place, sign, step):
                    found.add(self.passed(place, sign))
                if metric == "unit" and place != grid:
                    continue
                try:
                    after = slide(place, sign, *step)
                except AssertionError:
                    continue
                if metric != "unit":
                    if metric == "finger" and after in seen:
                        continue
                    places += [(after, way) for way in (STEPS if metric == "finger" else [step])]
                seen.add(after)
            found |= seen - {grid}
        return found

    def graph(self, metric: str) -> dict[Grid, set[Grid]]:
        """The moves from each reachable grid."""
        graph: dict[Grid, set[Grid]] = {}
        waiting = [self.start]
        while waiting:
            grid = waiting.pop()
            if grid not in graph:
                graph[grid] = self.moves(grid, metric)
                waiting += graph[grid]
        return graph

    def distances(self, graph: dict[Grid, set[Grid]]) -> dict[Grid, int]:
        """The fewest moves to the goal from each grid that reaches it."""
        before: dict[Grid, list[Grid]] = {grid: [] for grid in graph}
        for grid, moved in graph.items():
            for after in moved:
                before[after].append(grid)
        found = {grid: 0 for grid in graph if self.is_goal(grid)}
        level = list(found)
        while level:
            far = [(other, found[grid] + 1) for grid in level for other in before[grid] if other not in found]
            found |= dict(far)
            level = list(dict(far))
        return found


STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def signs(grid: Grid) -> set[str]:
    return set("".join(grid)) - {".", "#"}
