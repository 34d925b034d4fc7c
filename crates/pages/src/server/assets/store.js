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

  /**
   * @param {string} key
   * @returns {unknown} null if there is none
   */
  read(key) {
    try {
      return JSON.parse(this.#memory.get(key) ?? this.#storage().getItem(key) ?? 'null');
    } catch {
      return null;
    }
  }

  /**
   * @param {string} key
   * @param {unknown} value
   */
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

/**
 * An object's own keys and values.
 * @param {unknown} value
 * @returns {[string, unknown][]} empty if it is not an object
 */
function entries(value) {
  return value !== null && typeof value === 'object' ? Object.entries(value) : [];
}

const BEST = 'huarong.best';

/**
 * @param {unknown} value
 * @returns {value is Distance}
 */
export function isDistance(value) {
  const made = /** @type {Record<string, unknown>} */ (value ?? {});
  return METRICS.every((metric) => Number.isInteger(made[metric]) && Number(made[metric]) > 0);
}

/**
 * The visitor's best results, by start position.
 * @returns {Record<string, Distance>}
 */
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

const LAYOUTS = 'huarong.layouts';

/** @typedef {{name: string, position: string}} OwnLayout */

/**
 * @param {unknown} value
 * @returns {value is OwnLayout}
 */
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

/**
 * The visitor's puzzles: texts by name.
 * @returns {Record<string, string>}
 */
export function ownPuzzles() {
  return Object.fromEntries(entries(lasting.read(PUZZLES))
    .flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
}

/**
 * Stores a puzzle under a name; null deletes it.
 * @param {string} name
 * @param {string | null} text
 */
export function keepPuzzle(name, text) {
  const { [name]: _, ...others } = ownPuzzles();
  lasting.write(PUZZLES, text === null ? others : { ...others, [name]: text });
}
