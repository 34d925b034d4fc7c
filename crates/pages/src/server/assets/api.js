/** Requests, and the types of their answers, which scripts/types makes from the description of the API. */
import { ask } from './asking.js';

/** @typedef {import('api').Cell} Cell */
/** @typedef {import('api').Metric} Metric */
/** @typedef {import('api').Move} Move */
/** @typedef {import('api').Name} Name */
/** @typedef {import('api').Opening} Opening */
/** @typedef {import('api').Position} Position */
/** @typedef {import('api').Puzzle} Puzzle */
/** @typedef {import('api').Daily['puzzles'][number]} PuzzleOfDay */
/** @typedef {import('api').Shape} Shape */
/** @typedef {import('api').Variants} Variants */
/** @typedef {import('api').Difficulty} Measured */
/** @typedef {import('api').Puzzle['kinds'][number]} Kind */
/** @typedef {import('api').Set} PieceSet */
/** @typedef {import('api').SolvedPuzzle} SolvedMoves */
/** @typedef {import('api').SolvedPuzzles['puzzles'][number]} Solved */
/** @typedef {Pick<import('api').Variants['variants'][number], 'change' | 'signs' | 'at'>} Change of one piece */
/** @typedef {NonNullable<import('api').Measures>} Measures */
/** @typedef {import('api').Distance} MaybeDistance null if the goal is unreachable; for a set: from every position */
/** @typedef {Record<Metric, number>} Distance */
/** @typedef {Omit<import('api').Map, 'piece_set'> & {piece_set?: string, puzzle?: string}} MapAnswer of the family or of a puzzle */

/**
 * A move of a solution. It has no letters in the family, whose pieces have the letters of their shapes.
 * @typedef {Partial<import('api').PuzzleSolutionMove> & {shape: string, from: Cell, to: Cell, position: string}} SolutionMove
 */
/** @typedef {Omit<import('api').PuzzleSolution, 'lettered' | 'moves' | 'verdict'> & {lettered?: string, moves: SolutionMove[]}} Solution */
/**
 * A position of a puzzle; `is_kept` if it belongs to a kept solution, without the distances of other moves.
 * @typedef {Omit<import('api').PuzzlePosition, 'index' | 'puzzle'> & {is_kept?: boolean}} PuzzlePosition
 */

/** A failed request. Status 0 means that there was no answer. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {string} [code] code of the error
   * @param {Record<string, any>} [about] arguments of the error
   */
  constructor(message, status, code = '', about = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.about = about;
  }

  /** Whether the server did not answer, or a proxy answered in its place. */
  get unanswered() {
    return this.status === 0 || [502, 503, 504].includes(this.status);
  }

  /** Whether the server refused the request. It would refuse it again. */
  get refused() {
    return this.status >= 400 && this.status < 500;
  }
}

/**
 * Sends a request. If it is aborted, the promise rejects with an AbortError, see `aborted`.
 * @template {keyof import('api').Answers} P
 * @param {P} path
 * @param {Record<string, string | number | boolean | null | undefined>} [params] null and undefined are left out
 * @param {AbortSignal} [signal]
 * @param {string} [sent] body of the request, which makes it a POST
 * @returns {Promise<import('api').Answers[P]>}
 */
export async function get(path, params = {}, signal, sent) {
  let status;
  let text;
  try {
    ({ status, text } = await ask(path + query(params), signal, sent));
  } catch (error) {
    if (aborted(error)) throw error;
    throw new ApiError('', 0);
  }
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiError('', status < 400 ? 0 : status);
  }
  if (status >= 400) throw new ApiError(String(body?.error ?? ''), status, body?.code, body?.arguments);
  return body;
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * `get` for data that does not change while the server runs. Each path is requested once.
 * @template {keyof import('api').Answers} P
 * @param {P} path
 * @returns {Promise<import('api').Answers[P]>}
 */
export function getOnce(path) {
  const known = kept.get(path);
  if (known) return known;
  const asked = get(path);
  kept.set(path, asked);
  // After a failure the next call sends the request again.
  asked.catch(() => kept.delete(path));
  return asked;
}

/**
 * Signals for requests of which only the last one counts: each call aborts the request before, as the end of the page does.
 * @param {AbortSignal} signal of the page
 */
export function latest(signal) {
  let last = new AbortController();
  signal.addEventListener('abort', () => last.abort());
  return () => {
    last.abort();
    last = new AbortController();
    return last.signal;
  };
}

/**
 * The query of an address. Slashes are not escaped, so positions stay readable.
 * @param {Record<string, string | number | boolean | null | undefined>} params
 */
export function query(params) {
  const parts = [];
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === undefined) continue;
    parts.push(`${name}=${encodeURIComponent(value).replaceAll('%2F', '/')}`);
  }
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** A part of a path as text. @param {string} part */
export function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ApiError('', 400, 'no-text');
  }
}

/** Whether an error means only that the request was aborted. @param {unknown} error */
export function aborted(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}
