/**
 * The rules of a puzzle. The library has them, too. These are for dragging: every frame asks where a piece can go, and
 * pieces move before the server answers or the module is loaded. A test compares both by the same moves.
 */
import { COLUMNS, GOAL, ROWS } from './family.js';
import { pathsFrom, straightMovesFrom } from './sliding.js';

/** @import { Cell, Kind, Puzzle, Shape } from './api.js' */
/** @import { Fits, Path } from './sliding.js' */

/** The signs of a cell that is a wall, and of an empty cell. */
export const WALL = '#';
export const EMPTY = '.';

/** A piece: the number of its kind, and its first cell in reading order. @typedef {{shape: string, column: number, row: number}} Piece */

export class Rules {
  #walls;
  /** Pairs of cells that a thin wall divides, in both orders. @type {Set<string>} */
  #divided;

  /**
   * @param {Puzzle} puzzle
   * @param {boolean} [isFamily] whether a position may have any number of pieces of a kind, which share its sign. In other
   *   puzzles, each piece has its own sign.
   */
  constructor(puzzle, isFamily = false) {
    this.puzzle = puzzle;
    this.isFamily = isFamily;
    this.#walls = new Set(this.#signs(puzzle.start).flatMap((sign, at) => (sign === WALL ? [at] : [])));
    this.#divided = new Set(puzzle.thin_walls.flatMap(({ at: [column, row], side }) => {
      /** @type {Cell} */
      const beyond = side === 'right' ? [column + 1, row] : [column, row + 1];
      return [this.#pair([column, row], beyond), this.#pair(beyond, [column, row])];
    }));
  }

  /** The cells that are no walls, in reading order. */
  get cells() {
    const { columns, rows } = this.puzzle;
    return Array.from({ length: columns * rows }, (_, at) => /** @type {Cell} */ ([at % columns, Math.floor(at / columns)]))
      .filter((cell) => !this.isWall(cell));
  }

  /**
   * The sign of every cell in reading order. A slash may be the sign of a piece, so separators are found by place.
   * @param {string} text
   */
  #signs(text) {
    const { columns } = this.puzzle;
    return [...text].filter((_, at) => at % (columns + 1) !== columns);
  }

  /**
   * The sign of a cell.
   * @param {string} text of a position
   * @param {Cell} cell
   */
  signAt(text, cell) {
    return this.#signs(text)[this.cellIndex(cell)] ?? EMPTY;
  }

  /** @param {Cell} cell */
  cellIndex([column, row]) {
    return row * this.puzzle.columns + column;
  }

  /** @param {Cell} cell */
  onBoard([column, row]) {
    return column >= 0 && column < this.puzzle.columns && row >= 0 && row < this.puzzle.rows;
  }

  /**
   * @param {Cell} one
   * @param {Cell} other
   */
  #pair(one, other) {
    return `${this.cellIndex(one)} ${this.cellIndex(other)}`;
  }

  /**
   * Whether a thin wall divides two cells.
   * @param {Cell} one
   * @param {Cell} other
   */
  isDivided(one, other) {
    return this.#divided.has(this.#pair(one, other));
  }

  /**
   * Whether a cell is a wall or outside the grid.
   * @param {Cell} cell
   */
  isWall(cell) {
    return !this.onBoard(cell) || this.#walls.has(this.cellIndex(cell));
  }

  /** @param {string} shape */
  kind(shape) {
    return /** @type {Kind} */ (this.puzzle.kinds[Number(shape)]);
  }

  /**
   * The kind of piece that has a sign.
   * @param {string} sign
   */
  shapeOf(sign) {
    const number = this.puzzle.kinds.findIndex(({ signs }) => signs.includes(sign));
    return number < 0 ? undefined : String(number);
  }

  /**
   * The cells that a piece covers, even beyond the board.
   * @param {Piece} piece
   * @returns {Cell[]}
   */
  cellsOf({ shape, column, row }) {
    return this.kind(shape).cells.map(([x, y]) => [column + x, row + y]);
  }

  /**
   * The pieces of a position in reading order; null if the text is not a position.
   * @param {string} text rows joined by `/`
   */
  parse(text) {
    const { columns, rows, kinds } = this.puzzle;
    const written = [...text];
    const signs = this.#signs(text);
    if (written.length !== (columns + 1) * rows - 1) return null;
    if (written.some((sign, at) => at % (columns + 1) === columns && sign !== '/')) return null;
    if (signs.some((sign, at) => (sign === WALL) !== this.#walls.has(at))) return null;
    const taken = new Set();
    const seen = new Set();
    /** @type {Piece[]} */
    const pieces = [];
    for (const [at, sign] of signs.entries()) {
      if (sign === WALL || sign === EMPTY || taken.has(at)) continue;
      const shape = this.shapeOf(sign);
      if (shape === undefined || (!this.isFamily && seen.has(sign))) return null;
      const piece = { shape, column: at % columns, row: Math.floor(at / columns) };
      for (const cell of this.cellsOf(piece)) {
        const index = this.cellIndex(cell);
        if (!this.onBoard(cell) || taken.has(index) || signs[index] !== sign) return null;
        taken.add(index);
      }
      seen.add(sign);
      pieces.push(piece);
    }
    return this.isFamily || kinds.every((kind) => kind.signs.every((sign) => seen.has(sign))) ? pieces : null;
  }

  /**
   * The text of pieces that do not overlap. Pieces of a kind get its signs in reading order.
   * @param {readonly Piece[]} pieces
   */
  print(pieces) {
    const { columns, rows } = this.puzzle;
    /** @type {string[]} */
    const signs = Array.from({ length: columns * rows }, (_, at) => (this.#walls.has(at) ? WALL : EMPTY));
    const place = (/** @type {Piece} */ { column, row }) => this.cellIndex([column, row]);
    for (const [number, kind] of this.puzzle.kinds.entries()) {
      const alike = pieces.filter(({ shape }) => shape === String(number)).sort((a, b) => place(a) - place(b));
      alike.forEach((piece, nth) => {
        const sign = kind.signs[this.isFamily ? 0 : nth] ?? EMPTY;
        for (const cell of this.cellsOf(piece)) signs[this.cellIndex(cell)] = sign;
      });
    }
    return Array.from({ length: rows }, (_, row) => signs.slice(row * columns, (row + 1) * columns).join('')).join('/');
  }

  /**
   * A test of where a piece fits while the others stay, within its freedom of movement and without crossing thin walls.
   * @param {readonly Piece[]} pieces
   * @param {number} moving index of the piece
   * @returns {Fits}
   */
  fitsFor(pieces, moving) {
    const piece = pieces[moving];
    if (!piece) return () => false;
    const others = pieces.filter((_, at) => at !== moving).flatMap((other) => this.cellsOf(other));
    const { freedom, gate } = this.kind(piece.shape);
    const own = new Set(gate.map((cell) => this.cellIndex(cell)));
    const gates = this.puzzle.kinds.flatMap((kind) => kind.gate).filter((cell) => !own.has(this.cellIndex(cell)));
    const taken = new Set([...others, ...gates].map((cell) => this.cellIndex(cell)));
    const cellsAt = (/** @type {Cell} */ [column, row]) => this.cellsOf({ ...piece, column, row });
    return (column, row, from) => {
      if ((freedom === 'rows' && row !== piece.row) || (freedom === 'columns' && column !== piece.column)) return false;
      const cells = cellsAt([column, row]);
      if (!cells.every((cell) => !this.isWall(cell) && !taken.has(this.cellIndex(cell)))) return false;
      if (this.#divided.size === 0) return true;
      const before = from ? cellsAt(from) : [];
      return !before.some((cell, at) => this.isDivided(cell, /** @type {Cell} */ (cells[at])))
        && !cells.some((cell) => cells.some((other) => this.isDivided(cell, other)));
    };
  }

  /**
   * A shortest path of one piece to every reachable cell, by cell index.
   * @param {readonly Piece[]} pieces
   * @param {number} moving
   * @returns {Map<number, Path>}
   */
  pathsOf(pieces, moving) {
    const piece = pieces[moving];
    return piece ? pathsFrom(this.fitsFor(pieces, moving), [piece.column, piece.row], (cell) => this.cellIndex(cell)) : new Map();
  }

  /**
   * A shortest path of one piece to a cell; null if it cannot go there.
   * @param {readonly Piece[]} pieces
   * @param {number} moving
   * @param {Cell} to
   */
  pathTo(pieces, moving, to) {
    return this.pathsOf(pieces, moving).get(this.cellIndex(to)) ?? null;
  }

  /**
   * The fewest straight moves of one piece to every reachable cell, by cell index.
   * @param {readonly Piece[]} pieces
   * @param {number} moving
   * @returns {Map<number, number>}
   */
  straightMovesOf(pieces, moving) {
    const piece = pieces[moving];
    return piece
      ? straightMovesFrom(this.fitsFor(pieces, moving), [piece.column, piece.row], (cell) => this.cellIndex(cell))
      : new Map();
  }

  /**
   * Whether a position satisfies any goal.
   * @param {string} text
   */
  isGoal(text) {
    const stand = new Set((this.parse(text) ?? []).map(({ shape, column, row }) => `${shape} ${column} ${row}`));
    return this.puzzle.goals.some((goal) => goal.every(({ kind, at }) => stand.has(`${kind} ${at.join(' ')}`)));
  }
}

/**
 * Width and height of a shape.
 * @param {Pick<Kind, 'cells'>} kind
 */
export function size({ cells }) {
  const span = (/** @type {number[]} */ values) => 1 + Math.max(...values) - Math.min(...values);
  return { width: span(cells.map(([x]) => x)), height: span(cells.map(([, y]) => y)) };
}

/**
 * @param {string} letter
 * @param {Cell[]} cells
 * @returns {Kind}
 */
function shape(letter, cells) {
  return { signs: [letter], cells, freedom: 'both', gate: [] };
}

/** The names of the family's kinds, in their order. @type {readonly Shape[]} */
export const SHAPES = ['big', 'horizontal', 'vertical', 'small'];

/** The rules of the family's board. */
export const klotski = new Rules({
  id: null,
  name: 'Klotski',
  source: null,
  columns: COLUMNS,
  rows: ROWS,
  start: Array(ROWS).fill(EMPTY.repeat(COLUMNS)).join('/'),
  thin_walls: [],
  kinds: [
    shape('B', [[0, 0], [1, 0], [0, 1], [1, 1]]),
    shape('H', [[0, 0], [1, 0]]),
    shape('V', [[0, 0], [0, 1]]),
    shape('S', [[0, 0]]),
  ],
  goals: [[{ kind: 0, at: GOAL }]],
  published: [],
}, true);
