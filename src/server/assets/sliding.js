/** What holds on every board: how one piece slides among the others, which stay. */

/** @typedef {import('./api.js').Cell} Cell */
/** @typedef {Cell[]} Path every cell from first to last */
/** @typedef {(column: number, row: number) => boolean} Fits whether a piece may stand there */
/** @typedef {import('./rules.js').Piece} Piece */

/** Right, down, left, up. @type {readonly Cell[]} */
export const DIRECTIONS = [[1, 0], [0, 1], [-1, 0], [0, -1]];
const ARROWS = ['→', '↓', '←', '↑'];

/**
 * A path of one piece to every cell that it can reach: fewest cells, and among these fewest turns.
 * @param {Fits} fits
 * @param {Cell} origin where it stands
 * @param {(cell: Cell) => number} cellIndex
 * @returns {Map<number, Path>} by cell index, without the cell it stands on
 */
export function pathsFrom(fits, origin, cellIndex) {
  /** @type {Map<number, {cells: Path, lines: number}>} */
  const paths = new Map();
  const start = cellIndex(origin);
  /** @type {{cells: Path, lines: number, direction: number}[]} */
  let level = [{ cells: [origin], lines: 0, direction: -1 }];
  while (level.length > 0) {
    /** @type {Map<string, {cells: Path, lines: number, direction: number}>} */
    const next = new Map();
    for (const path of level) {
      const [column, row] = /** @type {Cell} */ (path.cells[path.cells.length - 1]);
      DIRECTIONS.forEach(([x, y], direction) => {
        /** @type {Cell} */
        const cell = [column + x, row + y];
        const index = cellIndex(cell);
        if (!fits(...cell) || index === start || paths.has(index)) return;
        const lines = path.lines + (direction === path.direction ? 0 : 1);
        // The direction of arrival matters for the turns after it.
        const key = `${index} ${direction}`;
        if ((next.get(key)?.lines ?? Infinity) > lines) next.set(key, { cells: [...path.cells, cell], lines, direction });
      });
    }
    level = [...next.values()];
    for (const { cells, lines } of level) {
      const index = cellIndex(/** @type {Cell} */ (cells[cells.length - 1]));
      if ((paths.get(index)?.lines ?? Infinity) > lines) paths.set(index, { cells, lines });
    }
  }
  return new Map([...paths].map(([index, { cells }]) => [index, cells]));
}

/**
 * The fewest straight moves of one piece to every cell that it can reach. These need not be the lines of its shortest
 * path: a longer path may have fewer.
 * @param {Fits} fits
 * @param {Cell} origin where it stands
 * @param {(cell: Cell) => number} cellIndex
 * @returns {Map<number, number>} by cell index
 */
export function straightMovesFrom(fits, origin, cellIndex) {
  /** @type {Map<number, number>} */
  const moves = new Map();
  const waiting = [origin];
  moves.set(cellIndex(origin), 0);
  for (const from of waiting) {
    const made = (moves.get(cellIndex(from)) ?? 0) + 1;
    for (const [x, y] of DIRECTIONS) {
      for (let [column, row] = [from[0] + x, from[1] + y]; fits(column, row); column += x, row += y) {
        if (moves.has(cellIndex([column, row]))) continue;
        moves.set(cellIndex([column, row]), made);
        waiting.push([column, row]);
      }
    }
  }
  return moves;
}

/**
 * A path as arrows: `→↓`.
 * @param {readonly Cell[]} cells
 */
export function arrows(cells) {
  return cells.slice(1).map(([column, row], at) => {
    const [x, y] = /** @type {Cell} */ (cells[at]);
    return ARROWS[DIRECTIONS.findIndex(([dx, dy]) => dx === column - x && dy === row - y)];
  }).join('');
}

/**
 * The pieces with one of them elsewhere.
 * @template {Piece} P
 * @param {readonly P[]} pieces
 * @param {number} moving
 * @param {Cell} to
 * @returns {P[]}
 */
export function moved(pieces, moving, [column, row]) {
  return pieces.map((piece, at) => (at === moving ? { ...piece, column, row } : piece));
}

/**
 * The one move that leads from one position to another, or null where it takes none or several.
 * @param {readonly Piece[]} before
 * @param {readonly Piece[]} after
 * @returns {{moving: number, to: Cell} | null}
 */
export function moveBetween(before, after) {
  const key = (/** @type {Piece} */ piece) => `${piece.shape} ${piece.column} ${piece.row}`;
  const kept = new Set(after.map(key));
  const stood = new Set(before.map(key));
  const leaving = before.flatMap((piece, at) => (kept.has(key(piece)) ? [] : [at]));
  const arriving = after.filter((piece) => !stood.has(key(piece)));
  const [moving] = leaving;
  const [target] = arriving;
  if (moving === undefined || !target || leaving.length !== 1 || arriving.length !== 1) return null;
  if (before[moving]?.shape !== target.shape) return null;
  return { moving, to: [target.column, target.row] };
}

/**
 * The piece next to one in a direction, -1 where there is none: the nearest, and rather straight ahead than aside.
 * @param {readonly (readonly Cell[])[]} pieces the cells of each
 * @param {number} from
 * @param {Cell} direction
 */
export function neighbour(pieces, from, [x, y]) {
  const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middles = pieces.map((cells) => [mean(cells.map(([column]) => column)), mean(cells.map(([, row]) => row))]);
  const [left = 0, top = 0] = middles[from] ?? [];
  const distances = middles.map(([column = 0, row = 0]) => {
    const [dx, dy] = [column - left, row - top];
    const ahead = dx * x + dy * y;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    return ahead > 0 ? ahead + 2 * aside : Infinity;
  });
  const nearest = Math.min(...distances);
  return nearest === Infinity ? -1 : distances.indexOf(nearest);
}
