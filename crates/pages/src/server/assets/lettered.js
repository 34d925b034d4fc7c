/** Positions of the family as puzzles whose pieces have signs of their own. */
import { COLUMNS, GOAL, ROWS } from './family.js';
import { EMPTY, Rules, SHAPES, klotski } from './rules.js';

/** @import { Piece } from './rules.js' */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The pieces of a position, each with the number of its kind as its shape, as the rules of `lettered` have it.
 * @param {string} position
 * @returns {Piece[]}
 */
export function numbered(position) {
  const pieces = klotski.parse(position) ?? [];
  return pieces.map(({ shape, column, row }) => ({ shape: String(SHAPES.indexOf(shape)), column, row }));
}

/**
 * The rules of a puzzle that starts at a position. The big piece has the first letter, the others follow in reading order.
 * @param {string} position
 */
export function lettered(position) {
  const pieces = numbered(position).sort((a, b) => Number(b.shape === '0') - Number(a.shape === '0'));
  const signs = Array.from({ length: ROWS }, () => Array.from({ length: COLUMNS }, () => EMPTY));
  const kinds = SHAPES.map((shape) => ({ ...klotski.kind(shape), signs: /** @type {string[]} */ ([]) }));
  pieces.forEach(({ shape, column, row }, nth) => {
    const kind = kinds[Number(shape)];
    const sign = LETTERS[nth] ?? '';
    kind?.signs.push(sign);
    for (const [x, y] of kind?.cells ?? []) /** @type {string[]} */ (signs[row + y])[column + x] = sign;
  });
  return new Rules({
    id: null, name: '', source: null, columns: COLUMNS, rows: ROWS, start: signs.map((row) => row.join('')).join('/'),
    thin_walls: [], kinds, goals: [[{ kind: 0, at: GOAL }]], published: [],
  });
}

/**
 * The sign of each piece of a start, in the order of the pieces.
 * @param {Rules} rules
 * @param {readonly Piece[]} pieces
 */
export function signsOf({ puzzle: { start, columns } }, pieces) {
  const signs = [...start];
  // A separator follows each row.
  return pieces.map(({ column, row }) => signs[row * (columns + 1) + column] ?? '');
}
