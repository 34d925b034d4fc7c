/**
 * The source of a puzzle: the family of the board that is served, the library, the visitor, a link with its text, or a Rush
 * Hour board in one line; and requests about it.
 */
import { ApiError, decoded, get, query } from './api.js';
import { keptPosition, keptSolution, largeResults } from './kept-results.js';
import { boardName, puzzleName } from './names.js';
import { packed, unpacked } from './puzzle-link.js';
import { Rules, klotski } from './rules.js';
import { ownPuzzles, passing } from './store.js';

/** @import { Metric, Puzzle, PuzzlePosition } from './api.js' */
/** @typedef {Record<string, string | null>} Params */

/** The path segment of the visitor's own puzzles. No puzzle of the library has this id. */
const OWN = 'mine';
/** The path segment of Rush Hour boards. No puzzle of the library has this id. */
const RUSH = 'rush';
/** The path segment of puzzles whose text is in the address. No puzzle of the library has this id. */
const SHARED = 'shared';

/** The key of the puzzles whose search failed, which this tab does not search again. */
const TOO_LARGE = 'huarong.too-large';
/** Maximum number of them. */
const MOST_FAILURES = 30;

/** @returns {{puzzle: string, about: Record<string, any>}[]} */
function failures() {
  const kept = passing.read(TOO_LARGE);
  return Array.isArray(kept) ? kept.filter((one) => typeof one?.puzzle === 'string' && typeof one.about === 'object') : [];
}

/** The page of a puzzle whose text is in the address. @param {string} code @param {Params} [params] */
export function sharedHref(code, params = {}) {
  return `/puzzles/${SHARED}${query({ text: code, ...params })}`;
}

export class Source {
  #segment;
  #code;
  /** Its file, unless the service knows the puzzle by name. @type {string | undefined} */
  text;

  /**
   * @param {string} key of the puzzle in the browser's storage
   * @param {string} segment of the path of its page
   * @param {Params} params of pages and requests about it
   * @param {string} [text] its file, if the requests have to send it
   * @param {string | null} [code] the file as a part of an address; null if it is too long
   */
  constructor(key, segment, params, text, code = null) {
    this.key = key;
    this.params = params;
    this.#segment = segment;
    this.text = text;
    this.#code = code;
  }

  /** The family, whose answers come from tables. */
  static ofFamily() {
    return new Source('', '', {});
  }

  /** @param {URL} url of the page of a puzzle */
  static async of(url) {
    const segment = decoded(url.pathname.split('/')[2] ?? '');
    if (segment === RUSH) return Source.ofBoard(url.searchParams.get('board') ?? '');
    if (segment === SHARED) return Source.ofCode(url.searchParams.get('text') ?? '');
    return segment === OWN ? Source.#ownWithLink(url.searchParams.get('name') ?? '') : Source.ofLibrary(segment);
  }

  /** The puzzle that the parameters of an address name; the family if they name none. @param {URLSearchParams} params */
  static async asked(params) {
    const [id = null, board = null, code = null, name = null] = ['id', 'board', 'text', 'name'].map((key) => params.get(key));
    if (id !== null) return Source.ofLibrary(id);
    if (board !== null) return Source.ofBoard(board);
    if (code !== null) return Source.ofCode(code);
    return name === null ? Source.ofFamily() : Source.#ownWithLink(name);
  }

  /** @param {string} id */
  static ofLibrary(id) {
    return new Source(id, encodeURIComponent(id), { id });
  }

  /** @param {string} board a Rush Hour board in one line */
  static ofBoard(board) {
    return new Source(`rush ${board}`, RUSH, { board });
  }

  /** @param {string} code the file of a puzzle, as a link has it @returns {Promise<Source>} rejects if the code is damaged */
  static async ofCode(code) {
    const text = await unpacked(code);
    if (text === null) throw new ApiError('', 400, 'damaged-link');
    return new Source(`shared ${code}`, SHARED, { text: code }, text, code);
  }

  /** @param {string} name of the visitor's puzzle @param {string | null} [code] its file as a part of an address */
  static own(name, code) {
    const text = ownPuzzles()[name];
    if (text === undefined) throw new ApiError('', 404, 'own-puzzle', { name });
    return new Source(`own ${name}`, OWN, { name }, text, code);
  }

  /** @param {string} name of the visitor's puzzle, which others can open, too */
  static async #ownWithLink(name) {
    const { text = '' } = Source.own(name);
    return Source.own(name, await packed(text));
  }

  get isFamily() {
    return this.#segment === '';
  }

  /** Whether it is a Rush Hour board in one line, which has no name of its own. */
  get isBoard() {
    return this.#segment === RUSH;
  }

  /** Whether its address has its text, and the browser does not keep it. */
  get isShared() {
    return this.#segment === SHARED;
  }

  /** @param {Params} [params] */
  href(params = {}) {
    const path = this.isFamily ? '/position' : `/puzzles/${this.#segment}`;
    // The path has the id.
    return path + query({ ...this.params, id: null, ...params });
  }

  /**
   * The address that shows the puzzle to others, too.
   * @param {Params} params
   * @returns {string | null} null if the puzzle is too large for an address
   */
  link(params) {
    if (this.text === undefined) return this.href(params);
    return this.#code === null ? null : sharedHref(this.#code, params);
  }

  /** The editor that shows its file. */
  get editorHref() {
    return `/puzzles/editor${query(this.params)}`;
  }

  /** The map of the component of a position. @param {Params} params */
  mapHref(params) {
    return `/map${query({ ...this.params, ...params })}`;
  }

  /**
   * The same map for others, too.
   * @param {Params} params
   * @returns {string | null} null if the puzzle is too large for an address
   */
  mapLink(params) {
    if (this.text === undefined) return this.mapHref(params);
    return this.#code === null ? null : `/map${query({ text: this.#code, ...params })}`;
  }

  /** The parameters of requests about it, unless they send its text. */
  get #named() {
    return this.text === undefined ? this.params : {};
  }

  /**
   * A request about the puzzle.
   * @param {string} what
   * @param {Record<string, string | null | undefined>} params
   * @param {AbortSignal} signal
   * @returns {Promise<any>}
   */
  #ask(what, params, signal) {
    const path = /** @type {any} */ (`/api/v1/${this.isFamily ? '' : 'puzzle/'}${what}`);
    return get(path, { ...this.#named, ...params }, signal, this.text);
  }

  /** @param {AbortSignal} signal */
  async puzzle(signal) {
    return this.isFamily ? klotski.puzzle : get('/api/v1/puzzle', this.#named, signal, this.text);
  }

  /** @param {AbortSignal} signal */
  async rules(signal) {
    return this.isFamily ? klotski : new Rules(await this.puzzle(signal));
  }

  /** The name of its puzzle. @param {import('./language.js').Language} language @param {Puzzle} puzzle */
  nameOf(language, puzzle) {
    return this.isBoard ? boardName(language, puzzle) : puzzleName(language, puzzle);
  }

  /** The results of a puzzle of the library that is too large for a search here; null for other puzzles. */
  async kept() {
    const { id = null } = this.params;
    return id === null ? null : largeResults(id);
  }

  /**
   * @param {string} p
   * @param {AbortSignal} signal
   * @returns {Promise<PuzzlePosition>} rejects at once if a search of the puzzle failed before in this tab
   */
  async position(p, signal) {
    const kept = await this.kept();
    if (kept) {
      const answer = keptPosition(kept, p);
      if (!answer) throw new ApiError('', 422, 'too-large', { reached: kept.reachable });
      return answer;
    }
    const puzzle = this.text ?? this.key;
    const failed = failures().find((one) => one.puzzle === puzzle);
    if (failed) throw new ApiError('', 422, 'too-large', failed.about);
    try {
      return await this.#ask('position', { p }, signal);
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
  async solution(p, metric, signal, to) {
    const kept = to === undefined || to === null ? await this.kept() : null;
    const known = kept && keptSolution(kept, p, metric);
    if (known) return known;
    return this.#ask('solution', { p, metric, to }, signal);
  }

  /**
   * @param {string} p
   * @param {AbortSignal} signal
   * @returns {Promise<import('api').PuzzleComponent>}
   */
  component(p, signal) {
    return this.#ask('component', { p }, signal);
  }

  /**
   * @param {string} p
   * @param {Metric} metric
   * @param {AbortSignal} signal
   * @returns {Promise<import('./api.js').Measured>} rejects at once if the puzzle is too large
   */
  async difficulty(p, metric, signal) {
    const kept = await this.kept();
    const puzzle = this.text ?? this.key;
    if (kept || failures().some((one) => one.puzzle === puzzle)) throw new ApiError('', 422, 'too-large');
    return this.#ask('difficulty', { p, metric }, signal);
  }

  /**
   * @param {string} p
   * @param {Metric} metric
   * @param {AbortSignal} signal
   * @returns {Promise<import('./api.js').MapAnswer>}
   */
  map(p, metric, signal) {
    return this.#ask('map', { p, metric }, signal);
  }
}
