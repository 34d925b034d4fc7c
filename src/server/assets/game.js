/** One game: the positions since the start, and what the moves count in each metric. */
import { cellIndex, parse, straightMovesOf, waysOf } from './rules.js';

/** @typedef {import('./api.js').Cell} Cell */
/** @typedef {import('./api.js').Distance} Distance */
/** @typedef {import('./api.js').MaybeDistance} MaybeDistance */
/** @typedef {'player' | 'demonstration'} Mover */

/**
 * Moves of one piece that count as one: a key press moves by one cell, but the hand did not leave the piece.
 * @typedef {object} Run
 * @property {string} before position before its first move
 * @property {Cell} origin where the piece stood
 * @property {Distance} base what had been made until then
 */

/**
 * @typedef {object} Step
 * @property {Cell} to
 * @property {Mover} by
 * @property {string} grip moves with the same one can be one run
 * @property {Run} run
 * @property {string} position after it
 * @property {Distance} made since the start
 */

/** @type {Distance} */
const NOTHING = { unit: 0, straight: 0, finger: 0 };

export class Game {
  /** @type {Step[]} */
  #steps = [];
  #at = 0;

  /** The distance from the start, once it is known. @type {MaybeDistance | null} */
  optimum = null;

  /** @param {string} start */
  constructor(start) {
    this.start = start;
  }

  get position() {
    return this.#steps[this.#at - 1]?.position ?? this.start;
  }

  /** Moves since the start in each metric. */
  get made() {
    return this.#steps[this.#at - 1]?.made ?? NOTHING;
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#steps.length;
  }

  /** Whether the player made every move. */
  get unaided() {
    return this.#steps.slice(0, this.#at).every(({ by }) => by === 'player');
  }

  /**
   * @param {Cell} from
   * @param {Cell} to
   * @param {string} position after it
   * @param {Mover} by
   * @param {string} grip
   */
  make(from, to, position, by, grip) {
    const last = this.#steps[this.#at - 1];
    const goesOn = last !== undefined && last.grip === grip && cellIndex(last.to) === cellIndex(from);
    const run = goesOn ? last.run : { before: this.position, origin: from, base: this.made };
    this.#steps.length = this.#at;
    this.#steps.push({ to, by, grip, run, position, made: add(run, to) });
    this.#at += 1;
  }

  undo() {
    this.#at = Math.max(this.#at - 1, 0);
  }

  redo() {
    this.#at = Math.min(this.#at + 1, this.#steps.length);
  }

  /** Goes back to the start; redo leads forward again. */
  restart() {
    this.#at = 0;
  }
}

/**
 * What has been made when a run has led to a cell; nothing more than before where it led back.
 * @param {Run} run
 * @param {Cell} to
 * @returns {Distance}
 */
function add({ before, origin, base }, to) {
  const pieces = parse(before) ?? [];
  const moving = pieces.findIndex(({ column, row }) => column === origin[0] && row === origin[1]);
  const way = waysOf(pieces, moving).get(cellIndex(to));
  const straight = straightMovesOf(pieces, moving).get(cellIndex(to));
  if (!way || !straight) return base;
  return { unit: base.unit + way.length - 1, straight: base.straight + straight, finger: base.finger + 1 };
}
