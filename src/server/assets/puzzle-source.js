/** The source of a puzzle: the library or the visitor; and requests about it. */
import { ApiError, get, query } from './api.js';
import { ownPuzzles } from './store.js';

/** @typedef {import('./api.js').Metric} Metric */
/** @typedef {import('./api.js').Puzzle} Puzzle */
/** @typedef {import('./api.js').PuzzlePosition} PuzzlePosition */

/** The path segment of the visitor's own puzzles. */
const OWN = 'mine';

export class Source {
  /**
   * @param {string | null} id of a puzzle in the library
   * @param {string} name of the visitor's puzzle
   * @param {string} [text] its file
   */
  constructor(id, name, text) {
    this.id = id;
    this.name = name;
    this.text = text;
  }

  /** @param {URL} url */
  static of(url) {
    const id = decodeURIComponent(url.pathname.split('/')[2] ?? '');
    if (id !== OWN) return new Source(id, '');
    const name = url.searchParams.get('name') ?? '';
    const text = ownPuzzles()[name];
    if (text === undefined) throw new ApiError(name, 404, 'own-puzzle', { name });
    return new Source(null, name, text);
  }

  /** @param {string} name */
  static own(name) {
    return new Source(null, name, ownPuzzles()[name] ?? '');
  }

  /** The key of the puzzle in the browser's storage. */
  get key() {
    return this.id === null ? `own ${this.name}` : this.id;
  }

  /** @param {Record<string, string | null>} [params] */
  href(params = {}) {
    if (this.id === null) return `/puzzles/${OWN}${query({ name: this.name, ...params })}`;
    return `/puzzles/${encodeURIComponent(this.id)}${query(params)}`;
  }

  get editorHref() {
    return `/puzzles/editor${query({ id: this.id, name: this.id === null ? this.name : null })}`;
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<Puzzle>}
   */
  puzzle(signal) {
    return get('/api/v1/puzzle', { id: this.id }, signal, this.text);
  }

  /**
   * @param {string} p
   * @param {AbortSignal} signal
   * @returns {Promise<PuzzlePosition>}
   */
  position(p, signal) {
    return get('/api/v1/puzzle/position', { id: this.id, p }, signal, this.text);
  }

  /**
   * @param {string} p
   * @param {Metric} metric
   * @param {AbortSignal} signal
   * @returns {Promise<import('./api.js').Solution>}
   */
  solution(p, metric, signal) {
    return get('/api/v1/puzzle/solution', { id: this.id, p, metric }, signal, this.text);
  }
}
