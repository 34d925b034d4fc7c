/** What stays in the browser. Where storage is denied or full, it lasts as long as the page. */

/** @typedef {import('./api.js').Distance} Distance */

/** @type {Map<string, string>} */
const memory = new Map();

/**
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
export function read(key, fallback) {
  try {
    const text = memory.get(key) ?? localStorage.getItem(key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function write(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

const BEST = 'huarong.best';

/**
 * The fewest moves with which each start position was solved here.
 * @returns {Record<string, Distance>}
 */
export function best() {
  const stored = read(BEST, /** @type {Record<string, Distance>} */ ({}));
  return stored !== null && typeof stored === 'object' && !Array.isArray(stored) ? stored : {};
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
  if (improved) write(BEST, { ...all, [start]: better });
  return improved;
}

const LAYOUTS = 'huarong.layouts';

/** @typedef {{name: string, position: string}} OwnLayout */

/** @returns {OwnLayout[]} */
export function layouts() {
  const stored = read(LAYOUTS, /** @type {OwnLayout[]} */ ([]));
  return Array.isArray(stored) ? stored : [];
}

/** @param {OwnLayout[]} all */
export function keepLayouts(all) {
  write(LAYOUTS, all);
}
