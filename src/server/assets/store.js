/**
 * What stays in the browser. Where storage is denied or full, it lasts as long as the page. What is read may have been
 * written by anybody: it is of no known shape until it was looked at.
 */
import { klotski } from './rules.js';

/** @typedef {import('./api.js').Distance} Distance */

class Store {
  /** What storage does not take. @type {Map<string, string>} */
  #memory = new Map();
  #storage;

  /** @param {() => Storage} storage asking for it may throw already */
  constructor(storage) {
    this.#storage = storage;
  }

  /**
   * @param {string} key
   * @returns {unknown} null where there is nothing
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

/** For all tabs, and for good. */
export const lasting = new Store(() => localStorage);
/** For this tab, until it is closed. */
export const passing = new Store(() => sessionStorage);

/**
 * An object's own keys and values.
 * @param {unknown} value
 * @returns {[string, unknown][]} none where it is no object
 */
function entries(value) {
  return value !== null && typeof value === 'object' ? Object.entries(value) : [];
}

const BEST = 'huarong.best';

/**
 * @param {unknown} value
 * @returns {value is Distance}
 */
function isDistance(value) {
  const { unit, straight, finger } = /** @type {Record<string, unknown>} */ (value ?? {});
  return [unit, straight, finger].every((moves) => Number.isInteger(moves) && Number(moves) > 0);
}

/**
 * The fewest moves with which each start position was solved here.
 * @returns {Record<string, Distance>}
 */
export function best() {
  return Object.fromEntries(entries(lasting.read(BEST))
    .flatMap(([start, made]) => (isDistance(made) ? [[start, made]] : [])));
}

/**
 * Keeps a result where it is better, metric by metric; answers whether it is better in any.
 * @param {string} start
 * @param {Distance} made
 */
export function keepBest(start, made) {
  const all = best();
  const old = all[start];
  const better = {
    unit: Math.min(made.unit, old?.unit ?? Infinity),
    straight: Math.min(made.straight, old?.straight ?? Infinity),
    finger: Math.min(made.finger, old?.finger ?? Infinity),
  };
  const improved = !old || better.unit < old.unit || better.straight < old.straight || better.finger < old.finger;
  if (improved) lasting.write(BEST, { ...all, [start]: better });
  return improved;
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
 * The puzzles that this visitor wrote: the text of each by its name.
 * @returns {Record<string, string>}
 */
export function ownPuzzles() {
  return Object.fromEntries(entries(lasting.read(PUZZLES))
    .flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
}

/**
 * Keeps a puzzle under a name, or forgets it where there is no text.
 * @param {string} name
 * @param {string | null} text
 */
export function keepPuzzle(name, text) {
  const { [name]: _, ...others } = ownPuzzles();
  lasting.write(PUZZLES, text === null ? others : { ...others, [name]: text });
}
