/** The positions of a solution as an animation. */
import { gif } from './gif.js';
import { boardPicture, canvasOf } from './puzzle-export.js';
import { CELL } from './puzzle-picture.js';

/** @import { Cell } from './api.js' */
/** @import { Frame } from './gif.js' */
/** @import { Piece, Rules } from './rules.js' */
/** @typedef {{pieces: readonly Piece[], delay: number}} View pieces that are shown for a while */

/** Pixels of a cell. */
const SIDE = 40;
/** Hundredths of a second on the way of a piece, after a move, and before it all begins again. */
const [STEP, MOVE, LAST] = [12, 55, 250];
/** The most colours of a GIF. */
const MOST_COLOURS = 256;

/** The most frequent colours of a picture. Other colours become the nearest of them. */
class Palette {
  /** @type {Map<number, number>} */
  #numbers;

  /** @param {Uint32Array} pixels of the picture */
  constructor(pixels) {
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    const colours = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_COLOURS).map(([colour]) => colour);
    this.#numbers = new Map(colours.map((colour, number) => [colour, number]));
    this.colours = colours.map(parts);
  }

  /** @param {number} colour */
  number(colour) {
    const known = this.#numbers.get(colour);
    if (known !== undefined) return known;
    const own = parts(colour);
    const away = this.colours.map((other) => other.reduce((sum, part, at) => sum + (part - (own[at] ?? 0)) ** 2, 0));
    const nearest = away.indexOf(Math.min(...away));
    this.#numbers.set(colour, nearest);
    return nearest;
  }
}

/** The parts of a pixel of a canvas. @param {number} colour @returns {[red: number, green: number, blue: number]} */
function parts(colour) {
  return [colour & 255, colour >> 8 & 255, colour >> 16 & 255];
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
export async function animation(rules, moves, last) {
  /** @type {View[]} */
  const views = moves.flatMap(({ pieces, moving, path }) => [
    { pieces, delay: MOVE },
    // The end of the path is the next position.
    ...path.slice(1, -1).map(([column, row]) => ({
      pieces: pieces.map((piece, at) => (at === moving ? { ...piece, column, row } : piece)), delay: STEP,
    })),
  ]);
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  const looks = new Map();
  /** @param {readonly Piece[]} pieces */
  const drawn = async (pieces) => {
    const context = await canvasOf(boardPicture(rules, pieces), SIDE / CELL, { ground, looks });
    return context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  };
  const { width, height, data } = await drawn(last);
  const palette = new Palette(new Uint32Array(data.buffer));
  let before = new Uint8Array();
  /** @type {Frame[]} */
  const frames = [];
  for (const { pieces, delay } of [...views, { pieces: last, delay: LAST }]) {
    const { data } = await drawn(pieces);
    const after = Uint8Array.from(new Uint32Array(data.buffer), (pixel) => palette.number(pixel));
    frames.push({ ...changed(before, after, width), delay });
    before = after;
  }
  return gif(width, height, palette.colours, frames);
}
