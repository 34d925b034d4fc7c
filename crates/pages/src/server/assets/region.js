/** The region in which a held piece can slide, including the points between cells. */
import { DIRECTIONS } from './sliding.js';

/** @import { Fits } from './sliding.js' */
/** @typedef {[x: number, y: number]} Point of a piece's top-left corner, in cells */

const CLOSE = 1e-6;

/**
 * All places that one piece can reach while the other pieces stay. The region consists of points (cells), lines (between
 * two adjacent cells) and squares (between four cells).
 */
export class Region {
  /** @type {Fits} */
  #fits;
  /** @type {{x: number, y: number, width: number, height: number}[]} */
  #parts = [];

  /** @param {Fits} fits @param {readonly Point[]} cells that the piece can reach, with its own one */
  constructor(fits, cells) {
    const reached = new Set(cells.map(name));
    this.#fits = (x, y, before) => reached.has(name([x, y])) && (!before || fits(x, y, before));
    for (const [x, y] of [...cells].sort(([a, b], [x, y]) => b - y || a - x)) {
      for (const [width, height] of /** @type {Point[]} */ ([[0, 0], [1, 0], [0, 1], [1, 1]])) {
        if (this.#has(x, y, x + width, y + height)) this.#parts.push({ x, y, width, height });
      }
    }
  }

  /**
   * Whether the cells at all four corners belong to the region, and the piece can slide between them.
   * @param {number} left
   * @param {number} top
   * @param {number} right
   * @param {number} bottom
   */
  #has(left, top, right, bottom) {
    const slides = (/** @type {Point} */ from, /** @type {Point} */ [x, y]) =>
      this.#fits(x, y, from[0] === x && from[1] === y ? undefined : from);
    return this.#fits(left, top) && slides([left, top], [right, top]) && slides([left, top], [left, bottom])
      && slides([right, top], [right, bottom]) && slides([left, bottom], [right, bottom]);
  }

  /** @param {Point} point */
  contains([x, y]) {
    return this.#has(Math.floor(x + CLOSE), Math.floor(y + CLOSE), Math.ceil(x - CLOSE), Math.ceil(y - CLOSE));
  }

  /**
   * The place nearest to a point. Among places at about the same distance, the one with the shortest slide.
   * @param {Point} wanted
   * @param {Point} from
   */
  nearest(wanted, from) {
    let best = from;
    let least = Infinity;
    for (const { x, y, width, height } of this.#parts) {
      /** @type {Point} */
      const place = [clamp(wanted[0], x, x + width), clamp(wanted[1], y, y + height)];
      const away = distance(place, wanted);
      if (away > least) continue;
      const cost = away + 0.02 * length(this.path(from, place));
      if (cost < least) {
        least = cost;
        best = place;
      }
    }
    return best;
  }

  /**
   * The path of a slide between two places: straight if possible, otherwise from cell to cell.
   * @param {Point} from
   * @param {Point} to
   * @returns {Point[]} corners, from first to last
   */
  path(from, to) {
    if (this.#straight(from, to)) return [from, to];
    /** @type {Map<string, Point[]>} */
    const found = new Map();
    // Shortest first, because the first cells are at different distances from the start.
    const queue = this.#around(from).map((cell) => [from, cell]);
    const goals = new Map(this.#around(to).map((cell) => [name(cell), cell]));
    /** @type {Point[] | null} */
    let best = null;
    while (queue.length > 0) {
      queue.sort((a, b) => length(a) - length(b));
      const path = /** @type {Point[]} */ (queue.shift());
      const last = /** @type {Point} */ (path[path.length - 1]);
      if (found.has(name(last))) continue;
      found.set(name(last), path);
      if (goals.has(name(last))) {
        const whole = [...path, to];
        if (!best || length(whole) < length(best)) best = whole;
      }
      for (const [x, y] of DIRECTIONS) {
        if (this.#fits(last[0] + x, last[1] + y, last)) queue.push([...path, [last[0] + x, last[1] + y]]);
      }
    }
    return best ?? [from];
  }

  /** @param {Point} from @param {Point} to */
  #straight(from, to) {
    const steps = Math.ceil(distance(from, to) / 0.05);
    for (let step = 0; step <= steps; step++) {
      if (!this.contains(along(from, to, steps === 0 ? 0 : step / steps))) return false;
    }
    return true;
  }

  /** The cells at the corners of the part that contains a place. @param {Point} place */
  #around([x, y]) {
    const columns = new Set([Math.floor(x + CLOSE), Math.ceil(x - CLOSE)]);
    const rows = new Set([Math.floor(y + CLOSE), Math.ceil(y - CLOSE)]);
    return [...columns].flatMap((column) => [...rows].map((row) => /** @type {Point} */ ([column, row])));
  }
}

/** The point at a given length along a path. @param {Point[]} path @param {number} far */
export function advance(path, far) {
  let left = far;
  for (let at = 1; at < path.length; at++) {
    const from = /** @type {Point} */ (path[at - 1]);
    const to = /** @type {Point} */ (path[at]);
    const part = distance(from, to);
    if (left < part) return along(from, to, left / part);
    left -= part;
  }
  return /** @type {Point} */ (path[path.length - 1]);
}

/** @param {Point[]} path */
export function length(path) {
  let sum = 0;
  for (let at = 1; at < path.length; at++) {
    sum += distance(/** @type {Point} */ (path[at - 1]), /** @type {Point} */ (path[at]));
  }
  return sum;
}

/** @param {Point} a @param {Point} b */
function distance(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/**
 * @param {Point} from
 * @param {Point} to
 * @param {number} share
 * @returns {Point}
 */
function along(from, to, share) {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

/** @param {Point} point */
function name(point) {
  return point.join(' ');
}
