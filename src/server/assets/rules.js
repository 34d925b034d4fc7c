/** The rules of the family's board, so that pieces can be moved without asking the server. */
import { COLUMNS, GOAL, ROWS } from './family.js';
import { straightMovesFrom, waysFrom } from './sliding.js';

/** @typedef {import('./api.js').Cell} Cell */
/** @typedef {import('./api.js').Shape} Shape */
/** @typedef {{shape: Shape, column: number, row: number}} Piece */
/** @typedef {import('./sliding.js').Way} Way */

/** @type {Record<Shape, {width: number, height: number, letter: string}>} */
export const SHAPES = {
  big: { width: 2, height: 2, letter: 'B' },
  horizontal: { width: 2, height: 1, letter: 'H' },
  vertical: { width: 1, height: 2, letter: 'V' },
  small: { width: 1, height: 1, letter: 'S' },
};

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
 * A position in as few signs as a map has it in: for each cell on which a piece begins or nothing stands.
 * @param {string} text
 */
export function signsOf(text) {
  const pieces = new Map((parse(text) ?? []).map(({ shape, column, row }) =>
    [cellIndex([column, row]), SHAPES[shape].letter]));
  return [...text.replaceAll('/', '')].map((sign, cell) => (sign === '.' ? sign : pieces.get(cell) ?? '')).join('');
}

/**
 * The text of a position in signs.
 * @param {string} signs
 */
export function textOf(signs) {
  /** @type {string[]} */
  const cells = Array(COLUMNS * ROWS).fill('');
  for (const sign of signs) {
    const first = cells.indexOf('');
    const shape = shapeOf(sign);
    const { width, height } = shape ? SHAPES[shape] : { width: 1, height: 1 };
    for (let row = 0; row < height; row++) cells.fill(sign, first + row * COLUMNS, first + row * COLUMNS + width);
  }
  return Array.from({ length: ROWS }, (_, row) => cells.slice(row * COLUMNS, (row + 1) * COLUMNS).join('')).join('/');
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
 * The ways of one piece to every cell it can reach, by cell index.
 * @param {readonly Piece[]} pieces
 * @param {number} moving
 * @returns {Map<number, Way>}
 */
export function waysOf(pieces, moving) {
  const piece = pieces[moving];
  return piece ? waysFrom(freeFor(pieces, moving), [piece.column, piece.row], cellIndex) : new Map();
}

/**
 * The fewest straight moves of one piece to every cell it can reach, by cell index.
 * @param {readonly Piece[]} pieces
 * @param {number} moving
 * @returns {Map<number, number>}
 */
export function straightMovesOf(pieces, moving) {
  const piece = pieces[moving];
  return piece ? straightMovesFrom(freeFor(pieces, moving), [piece.column, piece.row], cellIndex) : new Map();
}

/** @param {readonly Piece[]} pieces */
export function won(pieces) {
  return pieces.some(({ shape, column, row }) => shape === 'big' && column === GOAL[0] && row === GOAL[1]);
}

/** What boards and games are told of these rules. @type {import('./sliding.js').Rules} */
export const klotski = { parse, print, cellsOf, cellIndex, onBoard, freeFor, waysOf, straightMovesOf };
