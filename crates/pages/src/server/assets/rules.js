/**
 * The rules of a puzzle. The library has them, too. These are for dragging: every frame asks where a piece can go, and
 * pieces move before the server answers or the module is loaded. A test compares both by the same moves.
 */
import { COLUMNS, GOAL, ROWS } from './family.js';
import { DIRECTIONS, beyond, differences, moved, pathsFrom, straightMovesFrom } from './sliding.js';

/** @import { Cell, Kind, Puzzle, Shape } from './api.js' */
/** @import { Fits, Path, Way } from './sliding.js' */

/** The signs of a cell that is a wall, and of an empty cell. */
export const WALL = '#';
export const EMPTY = '.';

/** A piece: the number of its kind, and its first cell in reading order. @typedef {{shape: string, column: number, row: number}} Piece */

export class Rules {
  #walls;
  /** Pairs of cells that a thin wall divides, in both orders. @type {Set<string>} */
  #divided;
  /** For each kind the kind as which its pieces stay on the board when they pass their first door. @type {Map<string, string>} */
  #below = new Map();
  /** The kinds of pieces that can leave, once it is known. @type {Map<string, boolean>} */
  #leaving = new Map();

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
      const other = side === 'right' ? [column + 1, row] : [column, row + 1];
      return [this.#pair([column, row], other), this.#pair(other, [column, row])];
    }));
    for (const { sign, below } of puzzle.doors?.layers ?? []) {
      const kinds = [sign, ...below].map((layer) => this.shapeOf(layer) ?? '');
      kinds.slice(1).forEach((kind, at) => this.#below.set(kinds[at] ?? '', kind));
    }
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

  /** The sign of a cell. @param {string} text of a position @param {Cell} cell */
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

  /** @param {Cell} one @param {Cell} other */
  #pair(one, other) {
    return `${this.cellIndex(one)} ${this.cellIndex(other)}`;
  }

  /** Whether a thin wall divides two cells. @param {Cell} one @param {Cell} other */
  isDivided(one, other) {
    return this.#divided.has(this.#pair(one, other));
  }

  /** Whether a cell is a wall or outside the grid. @param {Cell} cell */
  isWall(cell) {
    return !this.onBoard(cell) || this.#walls.has(this.cellIndex(cell));
  }

  /** @param {string} shape */
  kind(shape) {
    return /** @type {Kind} */ (this.puzzle.kinds[Number(shape)]);
  }

  /** The kind of piece that has a sign. @param {string} sign */
  shapeOf(sign) {
    const number = this.puzzle.kinds.findIndex(({ signs }) => signs.includes(sign));
    return number < 0 ? undefined : String(number);
  }

  /** The cells that a piece covers, even beyond the board. @param {Piece} piece @returns {Cell[]} */
  cellsOf({ shape, column, row }) {
    return this.kind(shape).cells.map(([x, y]) => [column + x, row + y]);
  }

  /** The pieces of a position in reading order; null if the text is not a position. @param {string} text rows joined by `/` */
  parse(text) {
    const { columns, rows } = this.puzzle;
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
    return this.isFamily || this.#hasAll(pieces) ? pieces : null;
  }

  /** Whether no piece is missing but those that can have left. @param {readonly Piece[]} pieces */
  #hasAll(pieces) {
    const count = (/** @type {string} */ shape) => pieces.filter((piece) => piece.shape === shape).length;
    return this.puzzle.kinds.every((_, number) => {
      const shape = String(number);
      const above = this.#above(shape);
      const waiting = above.reduce((sum, one) => sum + count(one), 0);
      const most = this.kind(above.at(-1) ?? shape).signs.length - waiting;
      return count(shape) <= most && (count(shape) === most || this.#canLeave(shape));
    });
  }

  /** The kinds of the layers above one, the nearest first. @param {string} shape @returns {string[]} */
  #above(shape) {
    const [above] = [...this.#below].find(([, below]) => below === shape) ?? [];
    return above === undefined ? [] : [above, ...this.#above(above)];
  }

  /** The kind that a piece had at the start. @param {string} shape */
  #first(shape) {
    return this.#above(shape).at(-1) ?? shape;
  }

  /** The kind as which a piece stays on the board when it passes a door; undefined if it is gone then. @param {string} shape */
  layerBelow(shape) {
    return this.#below.get(shape);
  }

  /** Whether pieces of a kind fit through a door. @param {string} shape */
  #canLeave(shape) {
    const known = this.#leaving.get(shape);
    if (known !== undefined) return known;
    const isOut = (/** @type {Cell} */ [column, row]) => {
      const alone = { shape, column, row };
      return this.cellsOf(alone).every((cell) => !this.isWall(cell)) && this.#exits([alone], 0, [column, row], Infinity).length > 0;
    };
    const can = this.puzzle.doors !== undefined && this.cells.some(isOut);
    this.#leaving.set(shape, can);
    return can;
  }

  /** The number of pieces that have left. @param {readonly Piece[]} pieces the others */
  left(pieces) {
    const began = this.puzzle.kinds.filter((_, number) => this.#above(String(number)).length === 0);
    return began.reduce((sum, { signs }) => sum + signs.length, 0) - pieces.length;
  }

  /**
   * The number of pieces for which a piece waits before it moves; 0 if it is not frozen.
   * @param {readonly Piece[]} pieces
   * @param {string} shape
   */
  waitsFor(pieces, shape) {
    const { signs } = this.kind(this.#first(shape));
    const frozen = this.puzzle.doors?.frozen.find(({ sign }) => signs.includes(sign));
    if (!frozen) return 0;
    if (frozen.left !== undefined) return Math.max(frozen.left - this.left(pieces), 0);
    const isAwaited = (/** @type {Piece} */ { shape }) => this.kind(this.#first(shape)).signs.some((sign) => frozen.gone?.includes(sign));
    return pieces.filter(isAwaited).length;
  }

  /** The text of pieces that do not overlap. Pieces of a kind get its signs in reading order. @param {readonly Piece[]} pieces */
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
   * The cells that a piece cannot enter, by cell index: those of other pieces, and gates that are closed to it.
   * @param {readonly Piece[]} pieces
   * @param {Piece} piece
   */
  #takenFrom(pieces, piece) {
    const others = pieces.filter((other) => other !== piece).flatMap((other) => this.cellsOf(other));
    const own = new Set(this.kind(piece.shape).gate.map((cell) => this.cellIndex(cell)));
    const gates = this.puzzle.kinds.flatMap((kind) => kind.gate).filter((cell) => !own.has(this.cellIndex(cell)));
    return new Set([...others, ...gates].map((cell) => this.cellIndex(cell)));
  }

  /**
   * A test of where a piece fits while the others stay, within its freedom of movement and without crossing thin walls.
   * @param {readonly Piece[]} pieces
   * @param {number} moving index of the piece
   * @returns {Fits}
   */
  fitsFor(pieces, moving) {
    const piece = pieces[moving];
    if (!piece || this.waitsFor(pieces, piece.shape) > 0) return () => false;
    const { freedom } = this.kind(piece.shape);
    const taken = this.#takenFrom(pieces, piece);
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
   * The directions in which the next step of a piece would lead out through open doors.
   * @param {readonly Piece[]} pieces
   * @param {number} moving
   * @param {Cell} at where the piece would be
   * @param {number} [left] number of pieces that have left
   */
  #exits(pieces, moving, [column, row], left = this.left(pieces)) {
    const piece = pieces[moving];
    const { doors } = this.puzzle.doors ?? {};
    if (!doors || !piece) return [];
    const { freedom, signs } = this.kind(piece.shape);
    const taken = this.#takenFrom(pieces, piece);
    const cells = this.cellsOf({ ...piece, column, row });
    const own = new Set(cells.map((cell) => this.cellIndex(cell)));
    const isOpen = (/** @type {Cell} */ [x, y]) => doors.some(({ at, owners, opens_after }) =>
      at[0] === x + 1 && at[1] === y + 1 && owners.includes(signs[0] ?? '') && opens_after <= left);
    return DIRECTIONS.filter((direction) => {
      if ((freedom === 'rows' && direction[1] !== 0) || (freedom === 'columns' && direction[0] !== 0)) return false;
      let touches = false;
      const isFree = cells.every((cell) => {
        let isOwn = true;
        for (let [at, ahead] = [cell, beyond(cell, direction)]; !this.isWall(ahead); [at, ahead] = [ahead, beyond(ahead, direction)]) {
          if (this.isDivided(at, ahead) || taken.has(this.cellIndex(ahead))) return false;
          isOwn &&= own.has(this.cellIndex(ahead));
          cell = ahead;
        }
        touches ||= isOwn;
        return isOpen(beyond(cell, direction));
      });
      return isFree && touches;
    });
  }

  /**
   * The ways of one piece out of the board, the shortest first.
   * @param {readonly Piece[]} pieces
   * @param {number} moving
   * @returns {(Way & {out: Cell})[]}
   */
  waysOut(pieces, moving) {
    const piece = pieces[moving];
    if (!this.puzzle.doors || !piece || this.waitsFor(pieces, piece.shape) > 0) return [];
    /** @type {Path[]} */
    const paths = [[[piece.column, piece.row]], ...this.pathsOf(pieces, moving).values()];
    return paths.sort((a, b) => a.length - b.length).flatMap((path) =>
      this.#exits(pieces, moving, /** @type {Cell} */ (path.at(-1))).map((out) => ({ moving, path, out })));
  }

  /**
   * A shortest way of one piece to a cell; null if there is none.
   * @param {readonly Piece[]} pieces
   * @param {number} moving
   * @param {Cell} to
   * @param {boolean} [leaves] whether it passes a door from there
   * @returns {Way | null}
   */
  wayTo(pieces, moving, to, leaves = false) {
    const isEnd = (/** @type {Way} */ { path }) => path.at(-1)?.join() === to.join();
    if (leaves) return this.waysOut(pieces, moving).find(isEnd) ?? null;
    const path = this.pathsOf(pieces, moving).get(this.cellIndex(to));
    return path ? { moving, path, out: null } : null;
  }

  /**
   * The way by which one move leads from a position to another; null if there is none.
   * @param {readonly Piece[]} before
   * @param {readonly Piece[]} after
   * @returns {Way | null}
   */
  wayBetween(before, after) {
    const { leaving, arriving } = differences(before, after);
    const [moving = -1] = leaving;
    const [target] = arriving;
    const shape = before[moving]?.shape;
    if (shape === undefined || leaving.length !== 1 || arriving.length > 1) return null;
    /** @type {Cell | null} */
    const to = target ? [target.column, target.row] : null;
    if (to && target?.shape === shape) return this.wayTo(before, moving, to);
    if (target?.shape !== this.layerBelow(shape)) return null;
    return to ? this.wayTo(before, moving, to, true) : this.waysOut(before, moving)[0] ?? null;
  }

  /** The pieces after a move. @param {readonly Piece[]} pieces @param {Way} way */
  after(pieces, { moving, path, out }) {
    const [column, row] = /** @type {Cell} */ (path.at(-1));
    if (!out) return moved(pieces, moving, [column, row]);
    return pieces.flatMap((piece, at) => {
      const below = this.layerBelow(piece.shape);
      if (at !== moving) return [piece];
      return below === undefined ? [] : [{ shape: below, column, row }];
    });
  }

  /**
   * The fewest moves of one cell, and the fewest straight moves, of one piece to a cell; null if it cannot go there.
   * @param {readonly Piece[]} pieces
   * @param {number} moving
   * @param {Cell} to
   * @param {boolean} leaves whether it passes a door from there. If it is gone then, any of its doors will do.
   */
  lengthTo(pieces, moving, to, leaves) {
    const straight = this.straightMovesOf(pieces, moving);
    const steps = (/** @type {Cell} */ cell) => straight.get(this.cellIndex(cell)) ?? Infinity;
    if (!leaves) {
      const way = this.wayTo(pieces, moving, to);
      return way && { unit: way.path.length - 1, straight: steps(to) };
    }
    const becomes = this.layerBelow(pieces[moving]?.shape ?? '');
    const ways = this.waysOut(pieces, moving).filter(({ path }) => becomes === undefined || path.at(-1)?.join() === to.join());
    if (ways.length === 0) return null;
    const fits = this.fitsFor(pieces, moving);
    // The slide to the door and the step out are one move.
    const slides = ways.flatMap(({ path, out }) => {
      let at = /** @type {Cell} */ (path.at(-1));
      const from = [steps(at)];
      for (let before = beyond(at, out, -1); fits(...before) && fits(...at, before); before = beyond(at, out, -1)) {
        from.push(steps(before));
        at = before;
      }
      return from;
    });
    return { unit: Math.min(...ways.map(({ path }) => path.length)), straight: 1 + Math.min(...slides) };
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

  /** Whether a position satisfies any goal. @param {string} text */
  isGoal(text) {
    const pieces = this.parse(text);
    if (!pieces) return false;
    const stand = new Set(pieces.map(({ shape, column, row }) => `${shape} ${column} ${row}`));
    const { gone = [] } = this.puzzle.doors ?? {};
    const isLeft = pieces.some(({ shape }) => this.kind(this.#first(shape)).signs.some((sign) => gone.includes(sign)));
    return !isLeft && this.puzzle.goals.some((goal) => goal.every(({ kind, at }) => stand.has(`${kind} ${at.join(' ')}`)));
  }
}

/** Width and height of a shape. @param {Pick<Kind, 'cells'>} kind */
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
