/** The rules of the 4x5 board, so that pieces can be moved without asking the server. */

/** @typedef {import('./api.js').Cell} Cell */
/** @typedef {import('./api.js').Shape} Shape */
/** @typedef {{shape: Shape, column: number, row: number}} Piece */
/** @typedef {Cell[]} Way every cell of the way from first to last */

export const COLUMNS = 4;
export const ROWS = 5;

/** The big piece's top-left cell in a won position. @type {Cell} */
export const GOAL = [1, 3];

/** @type {Record<Shape, {width: number, height: number, letter: string}>} */
export const SHAPES = {
  big: { width: 2, height: 2, letter: 'B' },
  horizontal: { width: 2, height: 1, letter: 'H' },
  vertical: { width: 1, height: 2, letter: 'V' },
  small: { width: 1, height: 1, letter: 'S' },
};

/** Right, down, left, up. @type {readonly Cell[]} */
export const DIRECTIONS = [[1, 0], [0, 1], [-1, 0], [0, -1]];
const ARROWS = ['→', '↓', '←', '↑'];

/** @param {string} letter */
export function shapeOf(letter) {
  return /** @type {Shape[]} */ (Object.keys(SHAPES)).find((shape) => SHAPES[shape].letter === letter);
}

/**
 * The cells that a piece covers, also those beyond the board's edge.
 * @param {Piece} piece
 * @returns {Cell[]}
 */
export function cellsOf({ shape, column, row }) {
  /** @type {Cell[]} */
  const cells = [];
  const { width, height } = SHAPES[shape];
  for (let y = row; y < row + height; y++) for (let x = column; x < column + width; x++) cells.push([x, y]);
  return cells;
}

/** @param {Cell} cell */
export function onBoard([column, row]) {
  return column >= 0 && column < COLUMNS && row >= 0 && row < ROWS;
}

/**
 * A number for each cell of the board, in reading order.
 * @param {Cell} cell
 */
export function cellIndex([column, row]) {
  return row * COLUMNS + column;
}

/**
 * The pieces of a position's text in reading order, or null where it is none.
 * @param {string} text rows joined by `/`
 * @returns {Piece[] | null}
 */
export function parse(text) {
  const rows = text.split('/');
  if (rows.length !== ROWS || rows.some((row) => row.length !== COLUMNS)) return null;
  const taken = new Set();
  /** @type {Piece[]} */
  const pieces = [];
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const letter = rows[row]?.[column] ?? '';
      if (letter === '.' || taken.has(cellIndex([column, row]))) continue;
      const shape = shapeOf(letter);
      if (!shape) return null;
      const piece = { shape, column, row };
      for (const cell of cellsOf(piece)) {
        if (!onBoard(cell) || taken.has(cellIndex(cell)) || rows[cell[1]]?.[cell[0]] !== letter) return null;
        taken.add(cellIndex(cell));
      }
      pieces.push(piece);
    }
  }
  return pieces;
}

/**
 * The text of pieces that do not overlap.
 * @param {readonly Piece[]} pieces
 */
export function print(pieces) {
  const rows = Array.from({ length: ROWS }, () => Array(COLUMNS).fill('.'));
  for (const piece of pieces) {
    for (const [column, row] of cellsOf(piece)) {
      const line = rows[row];
      if (line && onBoard([column, row])) line[column] = SHAPES[piece.shape].letter;
    }
  }
  return rows.map((row) => row.join('')).join('/');
}

/**
 * Which top-left cells a piece may stand on, all others staying: `free(column, row)`.
 * @param {readonly Piece[]} pieces
 * @param {number} moving index of the piece
 */
export function freeFor(pieces, moving) {
  const taken = new Set();
  pieces.forEach((piece, at) => {
    if (at !== moving) for (const cell of cellsOf(piece)) taken.add(cellIndex(cell));
  });
  const shape = pieces[moving]?.shape ?? 'small';
  /** @type {Set<number>} */
  const anchors = new Set();
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const fits = cellsOf({ shape, column, row }).every((cell) => onBoard(cell) && !taken.has(cellIndex(cell)));
      if (fits) anchors.add(cellIndex([column, row]));
    }
  }
  return (/** @type {number} */ column, /** @type {number} */ row) =>
    onBoard([column, row]) && anchors.has(cellIndex([column, row]));
}

/**
 * The ways of one piece to every cell it can reach: fewest cells, and among these fewest turns.
 * @param {readonly Piece[]} pieces
 * @param {number} moving
 * @returns {Map<number, Way>} by cell index, without the cell it stands on
 */
export function waysOf(pieces, moving) {
  const free = freeFor(pieces, moving);
  const piece = pieces[moving];
  /** @type {Map<number, {cells: Way, lines: number}>} */
  const ways = new Map();
  if (!piece) return new Map();
  const start = cellIndex([piece.column, piece.row]);
  /** @type {{cells: Way, lines: number, direction: number}[]} */
  let level = [{ cells: [[piece.column, piece.row]], lines: 0, direction: -1 }];
  while (level.length > 0) {
    /** @type {Map<string, {cells: Way, lines: number, direction: number}>} */
    const next = new Map();
    for (const way of level) {
      const [column, row] = /** @type {Cell} */ (way.cells[way.cells.length - 1]);
      DIRECTIONS.forEach(([x, y], direction) => {
        /** @type {Cell} */
        const cell = [column + x, row + y];
        const index = cellIndex(cell);
        if (!free(...cell) || index === start || ways.has(index)) return;
        const lines = way.lines + (direction === way.direction ? 0 : 1);
        // Which way it arrives matters for the turns after it.
        const key = `${index} ${direction}`;
        if ((next.get(key)?.lines ?? Infinity) > lines) next.set(key, { cells: [...way.cells, cell], lines, direction });
      });
    }
    level = [...next.values()];
    for (const { cells, lines } of level) {
      const index = cellIndex(/** @type {Cell} */ (cells[cells.length - 1]));
      if ((ways.get(index)?.lines ?? Infinity) > lines) ways.set(index, { cells, lines });
    }
  }
  return new Map([...ways].map(([index, { cells }]) => [index, cells]));
}

/**
 * The fewest straight moves of one piece to every cell it can reach. These need not be the lines of its shortest way:
 * a way around may have fewer.
 * @param {readonly Piece[]} pieces
 * @param {number} moving
 * @returns {Map<number, number>} by cell index
 */
export function straightMovesOf(pieces, moving) {
  const free = freeFor(pieces, moving);
  const piece = pieces[moving];
  /** @type {Map<number, number>} */
  const moves = new Map();
  if (!piece) return moves;
  /** @type {Cell[]} */
  const waiting = [[piece.column, piece.row]];
  moves.set(cellIndex([piece.column, piece.row]), 0);
  for (const from of waiting) {
    const made = (moves.get(cellIndex(from)) ?? 0) + 1;
    for (const [x, y] of DIRECTIONS) {
      for (let [column, row] = [from[0] + x, from[1] + y]; free(column, row); column += x, row += y) {
        if (moves.has(cellIndex([column, row]))) continue;
        moves.set(cellIndex([column, row]), made);
        waiting.push([column, row]);
      }
    }
  }
  return moves;
}

/**
 * A way as arrows: `→↓`.
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
 * @param {readonly Piece[]} pieces
 * @param {number} moving
 * @param {Cell} to
 * @returns {Piece[]}
 */
export function moved(pieces, moving, [column, row]) {
  return pieces.map((piece, at) => (at === moving ? { ...piece, column, row } : piece));
}

/**
 * The one move that leads from one position to another, or null where it takes none or more.
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
 * @param {readonly Piece[]} pieces
 * @param {number} from
 * @param {Cell} direction
 */
export function neighbour(pieces, from, [x, y]) {
  const middles = pieces.map(({ shape, column, row }) =>
    [column + SHAPES[shape].width / 2, row + SHAPES[shape].height / 2]);
  const [left = 0, top = 0] = middles[from] ?? [];
  const ways = middles.map(([column = 0, row = 0]) => {
    const [dx, dy] = [column - left, row - top];
    const ahead = dx * x + dy * y;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    return ahead > 0 ? ahead + 2 * aside : Infinity;
  });
  const nearest = Math.min(...ways);
  return nearest === Infinity ? -1 : ways.indexOf(nearest);
}

/** @param {readonly Piece[]} pieces */
export function won(pieces) {
  return pieces.some(({ shape, column, row }) => shape === 'big' && column === GOAL[0] && row === GOAL[1]);
}
