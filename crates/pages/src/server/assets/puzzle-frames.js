/** The positions of a solution as pictures of few colours, for an animation. */
import { svg } from './dom.js';
import { gif } from './gif.js';
import { colours, exitRows, outlinesGoal } from './puzzle-picture.js';

/** @import { Cell } from './api.js' */
/** @import { Frame } from './gif.js' */
/** @import { Piece, Rules } from './rules.js' */
/** @typedef {{pieces: readonly Piece[], delay: number}} View pieces that are shown for a while */

/** Pixels of a cell, of the frame around the board, and between pieces. */
const [CELL, EDGE, GAP] = [40, 12, 2];
/** Hundredths of a second on the way of a piece, after a move, and before it all begins again. */
const [STEP, MOVE, LAST] = [12, 55, 250];

const FLOOR = 0;
const FRAME = 1;
const INK = 2;
/** The first colour of the pieces. */
const PIECES = 3;
const LOOKS = ['floor', 'frame', 'wanted', 's0', 's1', 's2', 's3', 's4', 's5'];

/**
 * The colours of the page, in the order of the numbers above.
 */
function palette() {
  const stage = svg('svg', { class: 'puzzle-picture', width: 0, height: 0 }, ...LOOKS.map((name) => svg('path', { class: name })));
  document.body.append(stage);
  const found = [...stage.children].map((part, at) => {
    const { fill, stroke } = getComputedStyle(part);
    const [red = 0, green = 0, blue = 0] = ((at === FLOOR || at >= PIECES ? fill : stroke).match(/[\d.]+/g) ?? []).map(Number);
    return /** @type {[number, number, number]} */ ([red, green, blue]);
  });
  stage.remove();
  return found;
}

/** A board of pixels. */
class Canvas {
  #rules;
  #colour;

  /** @param {Rules} rules */
  constructor(rules) {
    const { columns, rows } = rules.puzzle;
    this.#rules = rules;
    this.#colour = colours(rules.puzzle).map((name) => LOOKS.indexOf(name));
    this.width = columns * CELL + 2 * EDGE;
    this.height = rows * CELL + 2 * EDGE;
    this.pixels = new Uint8Array(this.width * this.height);
  }

  /**
   * @param {number} colour
   * @param {number} left
   * @param {number} top
   * @param {number} width
   * @param {number} height
   */
  #fill(colour, left, top, width, height) {
    for (let y = top; y < top + height; y += 1) this.pixels.fill(colour, y * this.width + left, y * this.width + left + width);
  }

  /**
   * Fills cells as one shape, with a gap at its outline.
   * @param {readonly Cell[]} cells
   * @param {number} colour
   * @param {number} gap
   */
  #shape(cells, colour, gap) {
    const covered = new Set(cells.map(([x, y]) => `${x} ${y}`));
    const inset = (/** @type {number} */ x, /** @type {number} */ y) => (covered.has(`${x} ${y}`) ? 0 : gap);
    for (const [x, y] of cells) {
      const [left, right, top, bottom] = [inset(x - 1, y), inset(x + 1, y), inset(x, y - 1), inset(x, y + 1)];
      this.#fill(colour, EDGE + x * CELL + left, EDGE + y * CELL + top, CELL - left - right, CELL - top - bottom);
    }
  }

  /**
   * Dashes at the outline of cells.
   * @param {readonly Cell[]} cells
   */
  #outline(cells) {
    const covered = new Set(cells.map(([x, y]) => `${x} ${y}`));
    for (const [x, y] of cells) {
      const [left, top] = [EDGE + x * CELL, EDGE + y * CELL];
      for (let at = 2; at < CELL; at += 8) {
        const length = Math.min(5, CELL - at);
        if (!covered.has(`${x} ${y - 1}`)) this.#fill(INK, left + at, top + 3, length, 2);
        if (!covered.has(`${x} ${y + 1}`)) this.#fill(INK, left + at, top + CELL - 5, length, 2);
        if (!covered.has(`${x - 1} ${y}`)) this.#fill(INK, left + 3, top + at, 2, length);
        if (!covered.has(`${x + 1} ${y}`)) this.#fill(INK, left + CELL - 5, top + at, 2, length);
      }
    }
  }

  /** @param {readonly Piece[]} pieces */
  draw(pieces) {
    const { puzzle } = this.#rules;
    this.pixels.fill(FRAME);
    for (const cell of this.#rules.cells) this.#shape([cell], FLOOR, 0);
    for (const row of exitRows(puzzle)) this.#fill(FLOOR, this.width - EDGE, EDGE + row * CELL, EDGE, CELL);
    puzzle.kinds.forEach(({ gate }, kind) => {
      for (const cell of gate) {
        this.#shape([cell], this.#colour[kind] ?? FRAME, 4);
        this.#shape([cell], FLOOR, 7);
      }
    });
    for (const piece of pieces) this.#shape(this.#rules.cellsOf(piece), this.#colour[Number(piece.shape)] ?? FRAME, GAP);
    for (const { at: [x, y], side } of puzzle.thin_walls) {
      const [left, top] = [EDGE + x * CELL, EDGE + y * CELL];
      if (side === 'right') this.#fill(FRAME, left + CELL - 2, top, 4, CELL);
      else this.#fill(FRAME, left, top + CELL - 2, CELL, 4);
    }
    if (!outlinesGoal(puzzle)) return;
    for (const { kind, at: [column, row] } of puzzle.goals[0] ?? []) {
      this.#outline(this.#rules.cellsOf({ shape: String(kind), column, row }));
    }
  }
}

/**
 * The smallest part of a picture that has all changes; at least one pixel.
 * @param {Uint8Array} before
 * @param {Uint8Array} after
 * @param {number} width
 */
function changed(before, after, width) {
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0];
  after.forEach((pixel, at) => {
    if (pixel === before[at]) return;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  });
  if (left === Infinity) [left, top] = [0, 0];
  const part = new Uint8Array((right - left + 1) * (bottom - top + 1));
  for (let y = top; y <= bottom; y += 1) {
    part.set(after.subarray(y * width + left, y * width + right + 1), (y - top) * (right - left + 1));
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1, pixels: part };
}

/**
 * An animation of the moves of a solution, cell by cell.
 * @param {Rules} rules
 * @param {readonly {pieces: readonly Piece[], moving: number, path: readonly Cell[]}[]} moves the pieces before each move,
 *   and the path of the one that moves
 * @param {readonly Piece[]} last the pieces after the last move
 */
export function animation(rules, moves, last) {
  /** @type {View[]} */
  const views = moves.flatMap(({ pieces, moving, path }) => [
    { pieces, delay: MOVE },
    // The end of the path is the next position.
    ...path.slice(1, -1).map(([column, row]) => ({
      pieces: pieces.map((piece, at) => (at === moving ? { ...piece, column, row } : piece)), delay: STEP,
    })),
  ]);
  const canvas = new Canvas(rules);
  let before = new Uint8Array();
  /** @type {Frame[]} */
  const frames = [...views, { pieces: last, delay: LAST }].map(({ pieces, delay }) => {
    canvas.draw(pieces);
    const frame = changed(before, canvas.pixels, canvas.width);
    before = canvas.pixels.slice();
    return { ...frame, delay };
  });
  return gif(canvas.width, canvas.height, palette(), frames);
}
