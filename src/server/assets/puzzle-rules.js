/** The rules of any puzzle, so that its pieces can be moved without asking the server. */
import { straightMovesFrom, waysFrom } from './sliding.js';

/** @typedef {import('./api.js').Cell} Cell */
/** @typedef {import('./api.js').Puzzle} Puzzle */
/** @typedef {import('./sliding.js').Free} Free */
/** @typedef {import('./sliding.js').Piece} Piece the shape is the number of its kind, and the place that of its first cell */
/** @typedef {import('./sliding.js').Way} Way */

const WALL = '#';
const EMPTY = '.';

/** One of `Rules`. */
export class PuzzleRules {
  #walls;

  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.#walls = new Set(this.#signs(puzzle.start).flatMap((sign, at) => (sign === WALL ? [at] : [])));
  }

  /**
   * The sign of every cell in reading order. A sign may be a slash, too: only where it stands says which it is.
   * @param {string} text
   */
  #signs(text) {
    const { columns } = this.puzzle;
    return [...text].filter((_, at) => at % (columns + 1) !== columns);
  }

  /** @param {Cell} cell */
  cellIndex = ([column, row]) => row * this.puzzle.columns + column;

  /** @param {Cell} cell */
  onBoard = ([column, row]) =>
    column >= 0 && column < this.puzzle.columns && row >= 0 && row < this.puzzle.rows;

  /**
   * Whether a cell of the grid is no cell of the board.
   * @param {Cell} cell
   */
  isWall = (cell) => !this.onBoard(cell) || this.#walls.has(this.cellIndex(cell));

  /** @param {Piece} piece */
  kind = ({ shape }) => this.puzzle.kinds[Number(shape)];

  /**
   * @param {Piece} piece
   * @returns {Cell[]}
   */
  cellsOf = (piece) =>
    (this.kind(piece)?.form ?? []).map(([x, y]) => [piece.column + x, piece.row + y]);

  /**
   * @param {string} text
   * @returns {Piece[] | null}
   */
  parse = (text) => {
    const { columns, rows, kinds } = this.puzzle;
    const signs = this.#signs(text);
    if ([...text].length !== (columns + 1) * rows - 1) return null;
    /** @type {Piece[]} */
    const pieces = [];
    let covered = 0;
    for (const [number, kind] of kinds.entries()) {
      for (const sign of kind.signs) {
        const at = signs.indexOf(sign);
        if (at < 0) return null;
        const piece = { shape: String(number), column: at % columns, row: Math.floor(at / columns) };
        const cells = this.cellsOf(piece);
        if (!cells.every((cell) => this.onBoard(cell) && signs[this.cellIndex(cell)] === sign)) return null;
        covered += cells.length;
        pieces.push(piece);
      }
    }
    const whole = signs.every((sign, at) => (sign === WALL) === this.#walls.has(at))
      && signs.filter((sign) => sign !== WALL && sign !== EMPTY).length === covered;
    return whole ? pieces : null;
  };

  /**
   * Pieces that may stand in for one another have their signs in reading order.
   * @param {readonly Piece[]} pieces
   */
  print = (pieces) => {
    const { columns, rows, kinds } = this.puzzle;
    /** @type {string[]} */
    const signs = Array.from({ length: columns * rows }, (_, at) => (this.#walls.has(at) ? WALL : EMPTY));
    for (const [number, kind] of kinds.entries()) {
      pieces.filter(({ shape }) => shape === String(number))
        .sort((a, b) => this.cellIndex([a.column, a.row]) - this.cellIndex([b.column, b.row]))
        .forEach((piece, nth) => {
          for (const cell of this.cellsOf(piece)) signs[this.cellIndex(cell)] = kind.signs[nth] ?? EMPTY;
        });
    }
    return Array.from({ length: rows }, (_, row) => signs.slice(row * columns, (row + 1) * columns).join('')).join('/');
  };

  /**
   * The sign of a piece among the others.
   * @param {readonly Piece[]} pieces
   * @param {Piece} piece
   */
  sign = (pieces, piece) => {
    const at = this.cellIndex([piece.column, piece.row]);
    const before = pieces.filter(({ shape, column, row }) => shape === piece.shape && this.cellIndex([column, row]) < at);
    return this.kind(piece)?.signs[before.length] ?? '';
  };

  /**
   * Where a piece may stand on the ways that it may take, all others staying.
   * @param {readonly Piece[]} pieces
   * @param {number} moving
   * @returns {Free}
   */
  freeFor = (pieces, moving) => {
    const piece = pieces[moving];
    const taken = new Set(pieces.flatMap((other, at) => (at === moving ? [] : this.cellsOf(other).map(this.cellIndex))));
    this.puzzle.kinds.forEach(({ gate }, number) => {
      if (String(number) !== piece?.shape) for (const cell of gate) taken.add(this.cellIndex(cell));
    });
    const freedom = piece && this.kind(piece)?.freedom;
    return (column, row) => {
      if (!piece || (freedom === 'rows' && row !== piece.row) || (freedom === 'columns' && column !== piece.column)) return false;
      return this.cellsOf({ ...piece, column, row })
        .every((cell) => !this.isWall(cell) && !taken.has(this.cellIndex(cell)));
    };
  };

  /**
   * @param {readonly Piece[]} pieces
   * @param {number} moving
   * @returns {Map<number, Way>}
   */
  waysOf = (pieces, moving) => {
    const piece = pieces[moving];
    return piece ? waysFrom(this.freeFor(pieces, moving), [piece.column, piece.row], this.cellIndex) : new Map();
  };

  /**
   * @param {readonly Piece[]} pieces
   * @param {number} moving
   * @returns {Map<number, number>}
   */
  straightMovesOf = (pieces, moving) => {
    const piece = pieces[moving];
    return piece ? straightMovesFrom(this.freeFor(pieces, moving), [piece.column, piece.row], this.cellIndex) : new Map();
  };

  /** @param {readonly Piece[]} pieces */
  won = (pieces) => this.puzzle.goals.some((goal) => goal.every(({ kind, at: [column, row] }) =>
    pieces.some((piece) => piece.shape === String(kind) && piece.column === column && piece.row === row)));
}
