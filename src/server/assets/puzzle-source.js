/** The source of a puzzle: the library, the visitor, or a Rush Hour board in one line; and requests about it. */
import { ApiError, get, query } from './api.js';
import { ownPuzzles, passing } from './store.js';

/** @typedef {import('./api.js').Metric} Metric */
/** @typedef {import('./api.js').Puzzle} Puzzle */
/** @typedef {import('./api.js').PuzzlePosition} PuzzlePosition */
/** @typedef {Record<string, string | null>} Params */

/** The path segment of the visitor's own puzzles. No puzzle of the library has this id. */
const OWN = 'mine';
/** The path segment of Rush Hour boards. No puzzle of the library has this id. */
const RUSH = 'rush';

/** The key of the puzzles whose search failed, which this tab does not search again. */
const TOO_LARGE = 'huarong.too-large';
/** Maximum number of them. */
const MOST_FAILURES = 30;

/** @returns {{puzzle: string, about: Record<string, any>}[]} */
function failures() {
  const kept = passing.read(TOO_LARGE);
  return Array.isArray(kept) ? kept.filter((one) => typeof one?.puzzle === 'string' && typeof one.about === 'object') : [];
}

export class Source {
  #segment;
  #params;
  #requestParams;
  #text;

  /**
   * @param {string} key of the puzzle in the browser's storage
   * @param {string} segment of the path of its page
   * @param {object} params
   * @param {Params} params.page parameters of its page
   * @param {Params} params.named parameters of other pages about it
   * @param {Params} params.request parameters of requests about it
   * @param {string} [text] its file, if the requests have to send it
   */
  constructor(key, segment, { page, named, request }, text) {
    this.key = key;
    this.params = named;
    this.#segment = segment;
    this.#params = page;
    this.#requestParams = request;
    this.#text = text;
  }

  /** @param {URL} url */
  static of(url) {
    const segment = decodeURIComponent(url.pathname.split('/')[2] ?? '');
    if (segment === RUSH) return Source.ofBoard(url.searchParams.get('board') ?? '');
    return segment === OWN ? Source.own(url.searchParams.get('name') ?? '') : Source.ofLibrary(segment);
  }

  /**
   * The puzzle that the parameters of an address name; null if they name none.
   * @param {URLSearchParams} params
   */
  static asked(params) {
    const [id = null, board = null, name = null] = ['id', 'board', 'name'].map((key) => params.get(key));
    if (id !== null) return Source.ofLibrary(id);
    if (board !== null) return Source.ofBoard(board);
    return name === null ? null : Source.own(name);
  }

  /** @param {string} id */
  static ofLibrary(id) {
    return new Source(id, encodeURIComponent(id), { page: {}, named: { id }, request: { id } });
  }

  /** @param {string} board a Rush Hour board in one line */
  static ofBoard(board) {
    return new Source(`rush ${board}`, RUSH, { page: { board }, named: { board }, request: { board } });
  }

  /** @param {string} name of the visitor's puzzle */
  static own(name) {
    const text = ownPuzzles()[name];
    if (text === undefined) throw new ApiError(name, 404, 'own-puzzle', { name });
    return new Source(`own ${name}`, OWN, { page: { name }, named: { name }, request: {} }, text);
  }

  /** Whether it is a Rush Hour board in one line, which has no name of its own. */
  get isBoard() {
    return this.#segment === RUSH;
  }

  /** @param {Params} [params] */
  href(params = {}) {
    return `/puzzles/${this.#segment}${query({ ...this.#params, ...params })}`;
  }

  /** The editor that shows its file. */
  get editorHref() {
    return `/puzzles/editor${query(this.params)}`;
  }

  /**
   * The map of the component of a position.
   * @param {Params} params
   */
  mapHref(params) {
    return `/map${query({ ...this.params, ...params })}`;
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<Puzzle>}
   */
  puzzle(signal) {
    return get('/api/v1/puzzle', this.#requestParams, signal, this.#text);
  }

  /**
   * @param {string} p
   * @param {AbortSignal} signal
   * @returns {Promise<PuzzlePosition>} rejects at once if a search of the puzzle failed before in this tab
   */
  async position(p, signal) {
    const puzzle = this.#text ?? this.key;
    const failed = failures().find((one) => one.puzzle === puzzle);
    if (failed) throw new ApiError('', 422, 'too-large', failed.about);
    try {
      return await get('/api/v1/puzzle/position', { ...this.#requestParams, p }, signal, this.#text);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'too-large') {
        passing.write(TOO_LARGE, [...failures(), { puzzle, about: error.about }].slice(-MOST_FAILURES));
      }
      throw error;
    }
  }

  /**
   * @param {string} p
   * @param {Metric} metric
   * @param {AbortSignal} signal
   * @param {string | null} [to] another position, in place of the goal
   * @returns {Promise<import('./api.js').Solution>}
   */
  solution(p, metric, signal, to) {
    return get('/api/v1/puzzle/solution', { ...this.#requestParams, p, metric, to }, signal, this.#text);
  }

  /**
   * @param {string} p
   * @param {AbortSignal} signal
   * @returns {Promise<import('./api.js').PuzzleComponent>}
   */
  component(p, signal) {
    return get('/api/v1/puzzle/component', { ...this.#requestParams, p }, signal, this.#text);
  }

  /**
   * @param {string} p
   * @param {Metric} metric
   * @param {AbortSignal} signal
   * @returns {Promise<import('./api.js').MapAnswer>}
   */
  map(p, metric, signal) {
    return get('/api/v1/puzzle/map', { ...this.#requestParams, p, metric }, signal, this.#text);
  }
}
