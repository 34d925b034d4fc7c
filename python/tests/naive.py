"""A search of drawings that shares nothing with huarong."""

from __future__ import annotations

from collections.abc import Iterator

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
