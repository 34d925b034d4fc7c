/** A game: the positions since the start, and the number of moves in each metric. */
import { klotski } from './rules.js';
import { indexAt } from './sliding.js';

/** @import { Cell, Distance, MaybeDistance } from './api.js' */
/** @import { Rules } from './rules.js' */
/** @typedef {'player' | 'helped' | 'demonstration'} Mover `helped`: the player, in an attempt with help */

/**
 * Consecutive moves of one piece that count as one move, such as key presses of one cell each.
 * @typedef {object} Run
 * @property {string} before position before the first move
 * @property {Cell} origin place of the piece before the first move
 * @property {Distance} base moves before this run
 */

/**
 * @typedef {object} Step
 * @property {Cell} from
 * @property {Cell} to the last place on the board if the piece leaves
 * @property {boolean} [leaves] whether the piece passes a door: it is gone, or becomes its next layer
 * @property {Mover} by
 * @property {number} grip moves with the same number can form one run
 * @property {Run} run
 * @property {string} position after it
 * @property {Distance} made since the start
 */

/**
 * A game as stored. Its positions and counts are computed again, so they always agree with the rules.
 * @typedef {object} Kept
 * @property {string} start
 * @property {number} at number of moves made; the others can be redone
 * @property {boolean} [helped] whether the present attempt had help
 * @property {Pick<Step, 'from' | 'to' | 'leaves' | 'by' | 'grip'>[]} moves
 */

/** @type {Distance} */
const NOTHING = { unit: 0, straight: 0, finger: 0 };

export class Game {
  /** @type {Step[]} */
  #steps = [];
  #at = 0;
  #grip = 0;
  #helped = false;
  #rules;

  /** The distance of the start, once known. @type {MaybeDistance | null} */
  optimum = null;

  /** @param {string} start @param {Rules} [rules] */
  constructor(start, rules = klotski) {
    this.start = start;
    this.#rules = rules;
  }

  /**
   * Restores a stored game; null if it breaks the rules.
   * @param {unknown} kept stored value, which may be anything
   * @param {Rules} [rules]
   */
  static of(kept, rules = klotski) {
    const { start, at, moves, helped } = /** @type {Partial<Kept>} */ (kept ?? {});
    if (typeof start !== 'string' || !rules.parse(start) || !Array.isArray(moves)) return null;
    const game = new Game(start, rules);
    for (const move of moves) if (!game.#repeat(move)) return null;
    if (!Number.isInteger(at) || Number(at) < 0 || Number(at) > moves.length) return null;
    game.#at = Number(at);
    game.#helped = helped === true;
    game.letGo();
    return game;
  }

  /**
   * The game of an address with a list of moves; null if there is none, or if it breaks the rules. The moves do not count
   * as the player's. Each has four signs: column and row before it, column and row after it. A `-` follows if the piece
   * passes a door. `at` is the number of moves made.
   * @param {string} start
   * @param {URLSearchParams} params of the address
   * @param {Rules} [rules]
   */
  static asked(start, params, rules = klotski) {
    const at = params.get('at');
    const moves = params.get('moves')?.match(/.{1,4}-?/gs)?.map((signs, grip) => {
      const [x, y, toX, toY] = [...signs].map((sign) => parseInt(sign, 36));
      return { from: [x, y], to: [toX, toY], leaves: signs.endsWith('-'), by: 'demonstration', grip };
    });
    return moves ? Game.of({ start, at: at === null ? moves.length : Number(at), moves }, rules) : null;
  }

  /**
   * The game of an address, or the first kept one at its position, or a new one; and whether the list of moves is damaged.
   * @param {string} start
   * @param {string | null} position null if any kept game will do
   * @param {URLSearchParams} params of the address
   * @param {unknown[]} kept stored values, which may be anything
   * @param {Rules} [rules]
   */
  static open(start, position, params, kept, rules = klotski) {
    const asked = Game.asked(start, params, rules);
    const games = kept.map((one) => Game.of(one, rules));
    const played = games.find((game) => game && (position === null || game.position === position));
    return { game: asked ?? played ?? new Game(start, rules), isDamaged: params.has('moves') && !asked };
  }

  /** The moves as `asked` reads them; null if the board has more columns or rows than there are signs. */
  get list() {
    const { columns, rows } = this.#rules.puzzle;
    if (Math.max(columns, rows) > 36) return null;
    const places = (/** @type {number[]} */ ...numbers) => numbers.map((number) => number.toString(36)).join('');
    return this.#steps.map(({ from, to, leaves }) => places(...from, ...to) + (leaves ? '-' : '')).join('');
  }

  /** @returns {Kept} */
  get kept() {
    const moves = this.#steps.map(({ from, to, leaves, by, grip }) => ({ from, to, leaves, by, grip }));
    return { start: this.start, at: this.#at, helped: this.#helped, moves };
  }

  /** Number of moves made, as the player made them. The others can be redone. */
  get at() {
    return this.#at;
  }

  /** Whether a move was made, even if it was undone. */
  get begun() {
    return this.#steps.length > 0;
  }

  get position() {
    return this.#steps[this.#at - 1]?.position ?? this.start;
  }

  /** The positions from the start to the present one. */
  get positions() {
    return [this.start, ...this.#steps.slice(0, this.#at).map(({ position }) => position)];
  }

  /** The start, and the positions after each finger move up to the present one. */
  get path() {
    const after = new Map([[0, this.start]]);
    for (const { made, position } of this.#steps.slice(0, this.#at)) after.set(made.finger, position);
    return [...after.values()].slice(0, this.made.finger + 1);
  }

  /** Whether the player made every move up to the present one, with or without help. */
  get isOwn() {
    return this.#steps.slice(0, this.#at).every(({ by }) => by !== 'demonstration');
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

  /** Whether the player made every move without help. */
  get unaided() {
    return !this.#helped && this.#steps.slice(0, this.#at).every(({ by }) => by === 'player');
  }

  /** Marks the present attempt, also if its moves are undone and redone. The next attempt starts at the start. */
  help() {
    this.#helped = true;
    for (const step of this.#steps.slice(0, this.#at)) if (step.by === 'player') step.by = 'helped';
  }

  /**
   * @param {Pick<Step, 'from' | 'to' | 'leaves'>} move
   * @param {string} position after it
   * @param {Mover} mover
   */
  make({ from, to, leaves = false }, position, mover) {
    const by = mover === 'player' && this.#helped ? 'helped' : mover;
    const grip = this.#grip;
    const last = this.#steps[this.#at - 1];
    const goesOn = last !== undefined && last.grip === grip && last.by === by && !last.leaves && last.to.join() === from.join();
    const run = goesOn ? last.run : { before: this.position, origin: from, base: this.made };
    this.#steps.length = this.#at;
    this.#steps.push({ from, to, leaves, by, grip, run, position, made: add(this.#rules, run, to, leaves) });
    this.#at += 1;
  }

  /** Ends the present run. The next move counts separately. */
  letGo() {
    this.#grip += 1;
  }

  /** Makes a stored move again. Returns whether it is legal. @param {any} move */
  #repeat(move) {
    const { from, to, leaves = false, by, grip } = move ?? {};
    if (!isCell(this.#rules, from) || !isCell(this.#rules, to) || !Number.isInteger(grip)) return false;
    if (by !== 'player' && by !== 'helped' && by !== 'demonstration') return false;
    const rules = this.#rules;
    const pieces = rules.parse(this.position) ?? [];
    const way = rules.wayTo(pieces, indexAt(pieces, from), to, leaves === true);
    if (!way) return false;
    this.#grip = grip;
    this.make({ from, to, leaves: way.out !== null }, rules.print(rules.after(pieces, way)), by);
    return true;
  }

  undo() {
    this.#at = Math.max(this.#at - 1, 0);
  }

  redo() {
    this.#at = Math.min(this.#at + 1, this.#steps.length);
  }

  /** Goes back to the start for a new attempt. Redo goes forward again. */
  restart() {
    this.#at = 0;
    this.#helped = false;
  }
}

/**
 * @param {Rules} rules
 * @param {unknown} value
 * @returns {value is Cell}
 */
function isCell(rules, value) {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isInteger) && rules.onBoard(/** @type {Cell} */ (value));
}

/**
 * The number of moves after a run to a cell. A run that returns to its origin adds nothing.
 * @param {Rules} rules
 * @param {Run} run
 * @param {Cell} to
 * @param {boolean} leaves
 * @returns {Distance}
 */
function add(rules, { before, origin, base }, to, leaves) {
  const pieces = rules.parse(before) ?? [];
  const length = rules.lengthTo(pieces, indexAt(pieces, origin), to, leaves);
  return length ? { unit: base.unit + length.unit, straight: base.straight + length.straight, finger: base.finger + 1 } : base;
}
