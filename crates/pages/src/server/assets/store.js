/**
 * Data stored in the browser. If storage is denied or full, data lasts as long as the page. Stored data may be anything,
 * so it is checked after reading.
 */
import { klotski } from './rules.js';
import { METRICS } from './words.js';

/** @import { Distance } from './api.js' */

class Store {
  /** Values that the storage did not accept. @type {Map<string, string>} */
  #memory = new Map();
  #storage;

  /** @param {() => Storage} storage access to it may throw */
  constructor(storage) {
    this.#storage = storage;
  }

  /** @param {string} key @returns {unknown} null if there is none */
  read(key) {
    try {
      return JSON.parse(this.#memory.get(key) ?? this.#storage().getItem(key) ?? 'null');
    } catch {
      return null;
    }
  }

  /** @param {string} key @param {unknown} value */
  write(key, value) {
    const text = JSON.stringify(value);
    try {
      this.#storage().setItem(key, text);
      this.#memory.delete(key);
    } catch {
      this.#memory.set(key, text);
    }
  }
}

/** Shared by all tabs, and permanent. */
export const lasting = new Store(() => localStorage);
/** For this tab, until it closes. */
export const passing = new Store(() => sessionStorage);

/** An object's own keys and values. @param {unknown} value @returns {[string, unknown][]} empty if it is not an object */
function entries(value) {
  return value !== null && typeof value === 'object' ? Object.entries(value) : [];
}

const BEST = 'huarong.best';

/** @param {unknown} value @returns {value is Distance} */
export function isDistance(value) {
  const made = /** @type {Record<string, unknown>} */ (value ?? {});
  return METRICS.every((metric) => Number.isInteger(made[metric]) && Number(made[metric]) > 0);
}

/** The visitor's best results, by start position. @returns {Record<string, Distance>} */
export function best() {
  return Object.fromEntries(entries(lasting.read(BEST))
    .flatMap(([start, made]) => (isDistance(made) ? [[start, made]] : [])));
}

/**
 * Stores a result where it is better, in each metric. Returns whether it is better in any.
 * @param {string} start
 * @param {Distance} made
 */
export function keepBest(start, made) {
  const all = best();
  const old = all[start];
  const improved = METRICS.filter((metric) => made[metric] < (old?.[metric] ?? Infinity));
  const better = { ...old, ...Object.fromEntries(improved.map((metric) => [metric, made[metric]])) };
  if (improved.length > 0) lasting.write(BEST, { ...all, [start]: better });
  return improved.length > 0;
}

const DAYS = 'huarong.days';
const DAY = 86_400_000;

/**
 * A solution, without help, of a puzzle of a day: when the puzzle was first solved, and the distances after each finger move,
 * with that of the start.
 * @typedef {{on: string, curve: number[]}} DayResult
 */

/**
 * The results of a stored or loaded value, by date and kind of puzzle, such as `2026-01-31 rush`.
 * @param {unknown} value
 * @returns {Record<string, DayResult>}
 */
export function days(value = lasting.read(DAYS)) {
  return Object.fromEntries(entries(value).flatMap(([day, result]) => {
    const { on, curve } = /** @type {Record<string, unknown>} */ (result ?? {});
    const isSound = typeof on === 'string' && Array.isArray(curve) && curve.length > 1 && curve.every((left) => Number.isInteger(left) && left >= 0);
    return isSound ? [[day, { on, curve }]] : [];
  }));
}

/** Stores the shortest solution of a puzzle of a day, and when it was first solved. @param {string} day @param {DayResult} result */
export function keepDay(day, { on, curve }) {
  const all = days();
  const old = all[day] ?? { on, curve };
  lasting.write(DAYS, { ...all, [day]: { on: old.on < on ? old.on : on, curve: old.curve.length <= curve.length ? old.curve : curve } });
}

/** The date some days later, or earlier. @param {string} date @param {number} number of days */
export function later(date, number) {
  return new Date(Date.parse(date) + number * DAY).toISOString().slice(0, 10);
}

/** Days in a row with a puzzle that was solved on its day: up to today or yesterday, and the most ever. @param {string} today */
export function streaks(today) {
  const solved = new Set(Object.entries(days()).flatMap(([day, { on }]) => (day.startsWith(on) ? [on] : [])));
  const upTo = (/** @type {string} */ date) => {
    let many = 0;
    while (solved.has(later(date, -many))) many += 1;
    return many;
  };
  return { now: upTo(today) || upTo(later(today, -1)), most: Math.max(0, ...[...solved].map(upTo)) };
}

const ATTEMPTS = 'huarong.attempts';
const MOST_ATTEMPTS = 60;

/** @typedef {{key: string, path: string[]}} Attempt the key of a puzzle, and the positions from a start to the goal */

/** @returns {Attempt[]} the last ones, the oldest first */
export function attempts() {
  return entries(lasting.read(ATTEMPTS)).map(([, one]) => /** @type {any} */ (one))
    .filter((one) => typeof one?.key === 'string' && Array.isArray(one.path) && one.path.every((/** @type {unknown} */ position) => typeof position === 'string'));
}

/** Stores a path, unless it is the last one. @param {Attempt} attempt */
export function keepAttempt(attempt) {
  const all = attempts();
  if (JSON.stringify(all.at(-1)) !== JSON.stringify(attempt)) lasting.write(ATTEMPTS, [...all, attempt].slice(-MOST_ATTEMPTS));
}

const LAYOUTS = 'huarong.layouts';

/** @typedef {{name: string, position: string}} OwnLayout */

/** @param {unknown} value @returns {value is OwnLayout} */
function isLayout(value) {
  const { name, position } = /** @type {Record<string, unknown>} */ (value ?? {});
  return typeof name === 'string' && typeof position === 'string' && klotski.parse(position) !== null;
}

/** @returns {OwnLayout[]} */
export function layouts() {
  return entries(lasting.read(LAYOUTS)).map(([, layout]) => layout).filter(isLayout);
}

/** @param {OwnLayout[]} all */
export function keepLayouts(all) {
  lasting.write(LAYOUTS, all);
}

const PUZZLES = 'huarong.puzzles';

/** The visitor's puzzles: texts by name. @returns {Record<string, string>} */
export function ownPuzzles() {
  return Object.fromEntries(entries(lasting.read(PUZZLES))
    .flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
}

/** Stores a puzzle under a name; null deletes it. @param {string} name @param {string | null} text */
export function keepPuzzle(name, text) {
  const { [name]: _, ...others } = ownPuzzles();
  lasting.write(PUZZLES, text === null ? others : { ...others, [name]: text });
}
