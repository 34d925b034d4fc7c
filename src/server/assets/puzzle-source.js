/** Where a puzzle comes from, and asking the server about it. */
import { ApiError, get, query } from './api.js';
import { ownPuzzles } from './store.js';

/** @typedef {import('./api.js').Metric} Metric */
/** @typedef {import('./api.js').Puzzle} Puzzle */
/** @typedef {import('./api.js').PuzzlePosition} PuzzlePosition */

/** The place in an address of puzzles that the visitor wrote, each with its name. */
const OWN = 'mine';

export class Source {
  /**
   * @param {string | null} id of a puzzle that the server knows
   * @param {string} name of one that the browser keeps
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

  /** What tells it from others in what the browser keeps. */
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
