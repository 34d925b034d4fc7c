/** Slides of one piece while the others stay, on any board. */

/** @import { Cell } from './api.js' */
/** @import { Piece } from './rules.js' */
/** @typedef {Cell[]} Path every cell from first to last */
/**
 * A move of one piece.
 * @typedef {object} Way
 * @property {number} moving index of the piece
 * @property {Path} path its places on the board
 * @property {Cell | null} out the direction in which it then passes a door; null if it stays
 */
/** What an answer says of a piece that passes a door. @typedef {{leaves?: boolean, becomes?: string}} Passing */
/**
 * Whether the piece may be at a cell and, if the adjacent cell before is given, can come from there.
 * @typedef {(column: number, row: number, from?: Cell) => boolean} Fits
 */

/** Right, down, left, up. @type {readonly Cell[]} */
export const DIRECTIONS = [[1, 0], [0, 1], [-1, 0], [0, -1]];
const ARROWS = ['→', '↓', '←', '↑'];

/**
 * A path of one piece to every reachable cell, with the fewest cells, and among these the fewest turns.
 * @param {Fits} fits
 * @param {Cell} origin its cell
 * @param {(cell: Cell) => number} cellIndex
 * @returns {Map<number, Path>} by cell index, without its own cell
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
        if (!fits(...cell, [column, row]) || index === start || paths.has(index)) return;
        const lines = path.lines + (direction === path.direction ? 0 : 1);
        // Later turns depend on the direction of arrival.
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
 * The fewest straight moves of one piece to every reachable cell. A path with more cells may have fewer straight moves
 * than a shortest path.
 * @param {Fits} fits
 * @param {Cell} origin its cell
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
      for (let [column, row] = [from[0] + x, from[1] + y]; fits(column, row, [column - x, row - y]); column += x, row += y) {
        if (moves.has(cellIndex([column, row]))) continue;
        moves.set(cellIndex([column, row]), made);
        waiting.push([column, row]);
      }
    }
  }
  return moves;
}

/**
 * The cell some steps from another.
 * @param {Cell} cell
 * @param {Cell} direction
 * @param {number} [steps]
 * @returns {Cell}
 */
export function beyond([column, row], [x, y], steps = 1) {
  return [column + steps * x, row + steps * y];
}

/** The places of a way, with the one beyond the door if the piece passes one. @param {Way} way @returns {Path} */
export function track({ path, out }) {
  return out ? [...path, beyond(/** @type {Cell} */ (path.at(-1)), out)] : path;
}

/** Whether the piece of a move passes a door, so that it is gone or becomes its next layer. @param {Passing} move */
export function passes({ leaves = false, becomes }) {
  return leaves || becomes !== undefined;
}

/** A path as arrows: `→↓`. @param {readonly Cell[]} cells */
export function arrows(cells) {
  return cells.slice(1).map(([column, row], at) => {
    const [x, y] = /** @type {Cell} */ (cells[at]);
    return ARROWS[DIRECTIONS.findIndex(([dx, dy]) => dx === column - x && dy === row - y)];
  }).join('');
}

/**
 * The index of the piece whose first cell is a given one; -1 if there is none.
 * @param {readonly Piece[]} pieces
 * @param {readonly number[]} cell
 */
export function indexAt(pieces, [x, y]) {
  return pieces.findIndex(({ column, row }) => column === x && row === y);
}

/**
 * The pieces after a move of one of them.
 * @param {readonly Piece[]} pieces
 * @param {number} moving
 * @param {Cell} to
 */
export function moved(pieces, moving, [column, row]) {
  return pieces.map((piece, at) => (at === moving ? { ...piece, column, row } : piece));
}

/**
 * The indexes of the pieces of a position that another one has not, and the pieces that only the other one has.
 * @param {readonly Piece[]} before
 * @param {readonly Piece[]} after
 */
export function differences(before, after) {
  const key = (/** @type {Piece} */ piece) => `${piece.shape} ${piece.column} ${piece.row}`;
  const kept = new Set(after.map(key));
  const stood = new Set(before.map(key));
  return {
    leaving: before.flatMap((piece, at) => (kept.has(key(piece)) ? [] : [at])),
    arriving: after.filter((piece) => !stood.has(key(piece))),
  };
}

/**
 * The piece that an arrow key selects after another; -1 if none lies in that direction.
 *
 * The nearest piece in each direction can leave out a piece that never is the nearest one. So links that lead both ways
 * first join all pieces, the shortest first, as in a minimum spanning tree. Then the nearest pieces get the other keys.
 * @param {readonly (readonly Cell[])[]} pieces the cells of each
 * @param {number} from
 * @param {Cell} direction
 */
export function neighbour(pieces, from, direction) {
  const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middles = pieces.map((cells) => [mean(cells.map(([column]) => column)), mean(cells.map(([, row]) => row))]);
  const key = (/** @type {number} */ piece, /** @type {number} */ x, /** @type {number} */ y) => `${piece} ${x} ${y}`;
  const links = middles.flatMap(([left = 0, top = 0], one) => middles.flatMap(([column = 0, row = 0], other) =>
    DIRECTIONS.map(([x, y]) => {
      const [dx, dy] = [column - left, row - top];
      const ahead = dx * x + dy * y;
      // Sideways distance counts more.
      const cost = ahead + 2 * Math.abs(dx * y + dy * x);
      return { one, other, there: key(one, x, y), back: key(other, -x, -y), ahead, cost };
    }))).filter(({ ahead }) => ahead > 0).sort((a, b) => a.cost - b.cost);
  /** @type {Map<string, number>} */
  const targets = new Map();
  /** Pieces that links join have the same number. */
  let groups = pieces.map((_, piece) => piece);
  for (const { one, other, there, back } of links) {
    if (groups[one] === groups[other] || targets.has(there) || targets.has(back)) continue;
    targets.set(there, other).set(back, one);
    groups = groups.map((group) => (group === groups[other] ? groups[one] ?? 0 : group));
  }
  for (const { other, there } of links) if (!targets.has(there)) targets.set(there, other);
  return targets.get(key(from, ...direction)) ?? -1;
}
