/** What the server answers, and asking it. */

/** @typedef {'unit' | 'straight' | 'finger'} Metric */
/** @typedef {'big' | 'horizontal' | 'vertical' | 'small'} Shape */
/** @typedef {{unit: number, straight: number, finger: number}} Distance */
/** @typedef {Record<Metric, number | null>} MaybeDistance nulls where the goal cannot be reached, of a set: from nowhere */
/** @typedef {[column: number, row: number]} Cell from 0, of a piece's top-left cell */
/** @typedef {{name: string, simplified: string, slug: string}} Name */

/**
 * @typedef {object} Move
 * @property {Shape} shape
 * @property {Cell} from
 * @property {Cell} to
 * @property {Metric} metric the strictest under which it is one move
 * @property {string} way arrows
 * @property {string} position after the move
 * @property {MaybeDistance} distance after the move
 */

/**
 * @typedef {object} Position
 * @property {string} position
 * @property {string} piece_set
 * @property {number} index
 * @property {boolean} solvable
 * @property {boolean} won
 * @property {MaybeDistance} distance
 * @property {Record<Metric, string[]>} best_moves
 * @property {Move[]} moves
 * @property {Name[]} names
 * @property {string | null} mirror none where the goal is not in the middle
 */

/** @typedef {{shape: Shape, from: Cell, to: Cell, position: string}} SolutionMove */
/** @typedef {{position: string, target?: string, metric: Metric, distance: number, moves: SolutionMove[]}} Solution */
/** @typedef {{position: string, piece_set: string, size: number, positions: number, with_goal: boolean}} Component */

/**
 * A component as a graph; nodes are numbered level by level, and in each as they stand side by side.
 * @typedef {object} MapAnswer
 * @property {string} position
 * @property {string} piece_set
 * @property {Metric} metric
 * @property {boolean} with_goal whether levels are distances to the win, otherwise from the position
 * @property {number[]} levels how many nodes each has
 * @property {number} node of the position
 * @property {boolean} all_moves otherwise one of each node, to the level before
 * @property {number[][]} moves of each node: what to add to its number for greater ones a move apart
 * @property {string[]} signs of each node, see component-map.js
 */

/**
 * @typedef {object} PieceSet
 * @property {string} piece_set
 * @property {number} horizontal
 * @property {number} vertical
 * @property {number} small
 * @property {number} empty
 * @property {number} positions
 * @property {number} goal_positions
 * @property {number} components
 * @property {number} largest_component
 * @property {number} solvable
 * @property {number} unsolvable
 * @property {MaybeDistance} max
 * @property {MaybeDistance} mean
 * @property {MaybeDistance} hardest how many positions are at the greatest distance
 */

/**
 * @typedef {object} PieceSetDetails
 * @property {Record<Metric, number[]>} histogram positions at distance 0, 1, …
 * @property {{size: number, components: number, with_goal: number}[]} component_sizes
 * @property {Record<Metric, string[]>} hardest_positions
 */

/**
 * @typedef {object} Opening
 * @property {string} name
 * @property {string} simplified
 * @property {string} slug
 * @property {Name[]} aliases
 * @property {string} piece_set
 * @property {string} position
 * @property {MaybeDistance} distance
 * @property {string | null} mirror
 * @property {string[]} sources
 */

/** @typedef {{position: string, piece_set: string, distance: Distance}} Layout */
/** @typedef {{piece_set: string, metric: Metric, fitting: number, layouts: Layout[]}} Sample */
/** @typedef {{position: string, notation: string, text: string}} Conversion */
/**
 * Pieces of a puzzle that may stand in for one another.
 * @typedef {object} Kind
 * @property {string[]} signs
 * @property {[column: number, row: number][]} form each cell from the first one, in reading order
 * @property {'both' | 'rows' | 'columns'} freedom
 * @property {Cell[]} gate cells that no other piece may enter
 */

/** @typedef {{moves: number, metric: Metric | null, positions: number | null, by: string | null}} Published */

/**
 * @typedef {object} Puzzle
 * @property {string | null} id
 * @property {string} name
 * @property {string | null} source
 * @property {number} columns
 * @property {number} rows
 * @property {string} start
 * @property {Kind[]} kinds
 * @property {{kind: number, at: Cell}[][]} goals
 * @property {Published[]} published
 * @property {string} [toml]
 */

/** @typedef {Omit<Move, 'shape'> & {piece: string, shape: string}} PuzzleMove */

/**
 * @typedef {object} PuzzlePosition
 * @property {string} position
 * @property {boolean} solvable
 * @property {boolean} won
 * @property {number | null} reached how many positions can be reached from it; null where the answer is from tables or
 *   not all were searched
 * @property {MaybeDistance} distance
 * @property {Record<Metric, string[]>} best_moves
 * @property {PuzzleMove[]} moves
 */

/** @typedef {{version: string, piece_sets: number, positions: number}} About */

/** An answer that is not the wanted one; status 0 where there was no answer. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {string} [code] which error it is
   * @param {Record<string, any>} [about] what it speaks of
   */
  constructor(message, status, code = '', about = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.about = about;
  }

  /** Whether the server did not answer, or another in front of it did in its place. */
  get unanswered() {
    return this.status === 0 || [502, 503, 504].includes(this.status);
  }

  /** Whether the server understood what was asked and refuses it: it would again. */
  get refused() {
    return this.status >= 400 && this.status < 500;
  }
}

/**
 * Asks the server. An aborted request rejects with an AbortError, see `aborted`.
 * @template T
 * @param {string} path
 * @param {Record<string, string | number | boolean | null | undefined>} [params] null and undefined are left out
 * @param {AbortSignal} [signal]
 * @param {string} [sent] a text that the question is about
 * @returns {Promise<T>}
 */
export async function get(path, params = {}, signal, sent) {
  let response;
  let text;
  try {
    const method = sent === undefined ? 'GET' : 'POST';
    const headers = { accept: 'application/json' };
    response = await fetch(path + query(params), { method, body: sent ?? null, signal: signal ?? null, headers });
    text = await response.text();
  } catch (error) {
    if (aborted(error)) throw error;
    throw new ApiError('', 0);
  }
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiError('', response.ok ? 0 : response.status);
  }
  if (!response.ok) throw new ApiError(String(body?.error ?? ''), response.status, body?.code, body?.arguments);
  return body;
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * `get` for what never changes while the server runs: asked once, kept for the page's life.
 * @template T
 * @param {string} path
 * @param {Record<string, string | number | boolean | null | undefined>} [params]
 * @returns {Promise<T>}
 */
export function getOnce(path, params = {}) {
  const address = path + query(params);
  const known = kept.get(address);
  if (known) return known;
  const asked = get(path, params);
  kept.set(address, asked);
  // A failure is not worth keeping: the next one asks again.
  asked.catch(() => kept.delete(address));
  return /** @type {Promise<T>} */ (asked);
}

/**
 * `?name=value…` or nothing. Slashes stay as they are, so that positions in addresses can be read.
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

/**
 * Whether an error says only that the answer is no longer wanted.
 * @param {unknown} error
 */
export function aborted(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}
