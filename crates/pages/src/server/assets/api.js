/** Requests, and the types of their answers. */
import { ask } from './asking.js';

/** @typedef {'unit' | 'straight' | 'finger'} Metric */
/** @typedef {'big' | 'horizontal' | 'vertical' | 'small'} Shape */
/** @typedef {{unit: number, straight: number, finger: number}} Distance */
/** @typedef {Record<Metric, number | null>} MaybeDistance null if the goal is unreachable; for a set: from every position */
/** @typedef {[column: number, row: number]} Cell from 0, of a piece's top-left cell */
/** @typedef {{name: string, simplified: string, slug: string}} Name */

/**
 * @typedef {object} Move
 * @property {Shape} shape
 * @property {Cell} from
 * @property {Cell} to
 * @property {Metric} metric the strictest metric in which it is one move
 * @property {string} path arrows
 * @property {string} position after the move
 * @property {MaybeDistance} distance after the move
 */

/**
 * @typedef {object} Position
 * @property {string} position
 * @property {string} piece_set
 * @property {number} index
 * @property {boolean} solvable
 * @property {boolean} is_goal
 * @property {MaybeDistance} distance
 * @property {Record<Metric, string[]>} best_moves
 * @property {Move[]} moves
 * @property {Name[]} names
 * @property {string | null} mirror null if the goal is not in the middle
 */

/**
 * A move of a solution. `lettered` is the position with the signs of the start. It, `piece` and `sign` are missing for the
 * family, whose pieces have the letters of their shapes.
 * @typedef {{shape: Shape, piece?: string, sign?: string, from: Cell, to: Cell, position: string, lettered?: string}} SolutionMove
 */
/**
 * @typedef {object} Solution
 * @property {string} position
 * @property {string} [lettered] the start with the signs that its pieces keep
 * @property {string} [target]
 * @property {Metric} metric
 * @property {number} distance
 * @property {SolutionMove[]} moves
 * @property {string | null} [solution_count] number of optimal solutions of a puzzle; null if it was not counted
 */
/** @typedef {{position: string, piece_set: string, size: number, positions: number, solvable: boolean}} Component */

/**
 * A component as a graph. Nodes are numbered level by level, and by their place within a level.
 * @typedef {object} MapAnswer
 * @property {string} position
 * @property {string} [piece_set] missing for a puzzle
 * @property {string} [puzzle] its name
 * @property {Metric} metric
 * @property {boolean} solvable whether levels are distances to the goal; otherwise from the position
 * @property {number[]} levels number of nodes in each level
 * @property {number} node of the position
 * @property {boolean} all_moves otherwise one move per node, to the previous level
 * @property {number[][]} moves per node: differences to the numbers of its greater neighbours
 * @property {string[]} signs per node, see component-map.js
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
 * @property {MaybeDistance} at_max number of positions at the greatest distance
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
 * @property {string | null} mirror_slug
 * @property {string[]} sources
 */

/** @typedef {{position: string, piece_set: string, distance: Distance}} Sampled */
/** @typedef {{piece_set: string, metric: Metric, fitting: number, sample: Sampled[]}} Sample */
/** @typedef {{position: string, notation: string, text: string}} Conversion */
/**
 * A set of interchangeable pieces of a puzzle.
 * @typedef {object} Kind
 * @property {string[]} signs
 * @property {[column: number, row: number][]} cells offset of each cell from the first, in reading order
 * @property {'both' | 'rows' | 'columns'} freedom
 * @property {Cell[]} gate gates that they may enter
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
 * @property {{at: Cell, side: 'right' | 'down'}[]} thin_walls on one side of a cell
 * @property {Kind[]} kinds
 * @property {{kind: number, at: Cell}[][]} goals
 * @property {Published[]} published
 * @property {string} [toml]
 */

/**
 * Measures of difficulty, which the book defines.
 * @typedef {object} Measures
 * @property {number} unit_moves
 * @property {number} straight_moves
 * @property {number} finger_moves
 * @property {string} solution_count
 * @property {number | null} solution_classes null if there are too many
 * @property {number} reachable
 * @property {number} reachable_goals
 * @property {number} mean_mobility
 * @property {number} dead_ends
 * @property {number} mobility
 * @property {number | null} solution_mobility
 * @property {number} wrong_moves
 * @property {number | null} mean_detour
 * @property {number} largest_detour
 * @property {number | null} next_best_moves
 * @property {number | null} next_best_common
 * @property {number} moves_away
 * @property {number} fewest_moves_away
 * @property {number} returns
 * @property {number} shared_positions
 * @property {number} forced_moves
 * @property {number} longest_forced
 * @property {number | null} forced_share
 * @property {number} unavoidable_positions
 * @property {number | null} obstacle_slides
 * @property {number | null} obstacle_depth
 * @property {number | null} fewest_obstacle_slides
 */
/** @typedef {{position: string, metric: Metric, difficulty: Measures | null}} Measured null if the goal is unreachable */

/** @typedef {{at_least: number, best_found: number | null}} KnownBounds equal if the best solution found is optimal */
/**
 * Kept results of a puzzle of the library.
 * @typedef {object} Solved
 * @property {string} id
 * @property {number | null} reachable null if the positions were not counted
 * @property {boolean} is_large whether it is too large for a search on the pages
 * @property {Record<Metric, KnownBounds | null>} bounds null if there is no solution
 */
/**
 * The same, with the moves of optimal solutions; null if none is kept.
 * @typedef {Solved & {position: string, solutions: Record<Metric, SolutionMove[] | null>}} SolvedMoves
 */

/**
 * A change of one piece.
 * @typedef {object} Change
 * @property {'moved' | 'turned' | 'removed' | 'added' | 'exchanged'} change
 * @property {string[]} signs of the pieces
 * @property {Cell | null} at first cell of the piece after the change
 */
/** @typedef {Change & {distance: number, puzzle: Puzzle}} Variant */
/**
 * The harder variants of a puzzle, the hardest first.
 * @typedef {object} Variants
 * @property {Metric} metric
 * @property {number | null} distance of the puzzle itself; null if it has no solution
 * @property {number} solvable
 * @property {number} unsolvable
 * @property {number} undecided number of variants that are too large to search
 * @property {number} harder
 * @property {Variant[]} variants the first of the harder ones
 */

/** @typedef {{distance: number, puzzle: Puzzle}} Design a puzzle that was ordered */

/**
 * Puzzles to order: the longest first, or in the order of a graded set.
 * @typedef {object} Designs
 * @property {Metric} metric
 * @property {'all' | 'sample' | 'changes'} among whether all puzzles were searched, or a sample or random changes gave them
 * @property {number} searched number of starts, of puzzles or of boards
 * @property {number} undecided number of candidates that were too large to check
 * @property {Design[]} puzzles
 */

/** @typedef {{start: string, distance: number, reachable: number}} RushPuzzle the start in one line, and its straight moves */

/** @typedef {Omit<Move, 'shape'> & {piece: string, shape: string}} PuzzleMove */

/**
 * @typedef {object} PuzzlePosition
 * @property {string} position
 * @property {boolean} solvable
 * @property {boolean} is_goal
 * @property {number | null} reachable number of reachable positions; null if the answer comes from
 *   tables or the search was not complete
 * @property {boolean} [is_kept] whether it is a position of a kept solution, without the distances of other moves
 * @property {MaybeDistance} distance
 * @property {Record<Metric, string[]>} best_moves
 * @property {PuzzleMove[]} moves
 */

/**
 * @typedef {object} PuzzleComponent
 * @property {string} position
 * @property {number} size number of positions
 * @property {boolean} solvable
 * @property {Record<Metric, number[]> | null} histogram positions at distance 0, 1, …; null without a goal position
 */

/** @typedef {{version: string, piece_sets: number, positions: number}} About */

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
 * @template T
 * @param {string} path
 * @param {Record<string, string | number | boolean | null | undefined>} [params] null and undefined are left out
 * @param {AbortSignal} [signal]
 * @param {string} [sent] body of the request, which makes it a POST
 * @returns {Promise<T>}
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
 * `get` for data that does not change while the server runs. Each address is requested once.
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
  // After a failure the next call sends the request again.
  asked.catch(() => kept.delete(address));
  return /** @type {Promise<T>} */ (asked);
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

/**
 * A part of a path as text.
 * @param {string} part
 */
export function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ApiError('', 400, 'no-text');
  }
}

/**
 * Whether an error means only that the request was aborted.
 * @param {unknown} error
 */
export function aborted(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}
