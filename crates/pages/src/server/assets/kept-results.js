/** Results of searches of the library's puzzles, which are kept so that no page repeats them. */
import { ApiError, getOnce } from './api.js';
import { METRICS } from './words.js';

/** @import { Metric, PuzzlePosition, Solution, Solved, SolvedMoves } from './api.js' */

/** The results of all published puzzles, by id. @returns {Promise<Map<string, Solved>>} */
export async function keptResults() {
  const { puzzles } = await getOnce('/api/v1/solved');
  return new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
}

/** The results of a puzzle that is too large for a search here; null for other puzzles. @param {string} id */
export async function largeResults(id) {
  try {
    const known = (await keptResults()).get(id);
    return known?.is_large ? await getOnce(`/api/v1/solved/${encodeURIComponent(id)}`) : null;
  } catch (error) {
    // The page works without them.
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/**
 * The moves that are left of a kept solution; null if a position is not on it.
 * @param {SolvedMoves} kept
 * @param {string} position
 * @param {Metric} metric
 */
function rest({ position: start, solutions }, position, metric) {
  const moves = solutions[metric];
  const at = moves ? [start, ...moves.map((move) => move.position)].indexOf(position) : -1;
  return at < 0 ? null : moves?.slice(at) ?? null;
}

/**
 * A position on a kept solution; null if none passes it.
 * @param {SolvedMoves} kept
 * @param {string} position
 * @returns {PuzzlePosition | null}
 */
export function keptPosition(kept, position) {
  const left = METRICS.map((metric) => /** @type {const} */ ([metric, rest(kept, position, metric)]));
  if (left.every(([, moves]) => moves === null)) return null;
  const each = /** @template T @param {(moves: import('./api.js').SolutionMove[] | null) => T} of */ (of) =>
    /** @type {Record<Metric, T>} */ (Object.fromEntries(left.map(([metric, moves]) => [metric, of(moves)])));
  return {
    position, solvable: true, is_goal: left.some(([, moves]) => moves?.length === 0), reachable: null, is_kept: true, moves: [],
    distance: each((moves) => moves?.length ?? null),
    best_moves: each((moves) => moves?.slice(0, 1).map((move) => move.position) ?? []),
  };
}

/**
 * The rest of a kept solution; null if it does not pass a position.
 * @param {SolvedMoves} kept
 * @param {string} position
 * @param {Metric} metric
 * @returns {Solution | null}
 */
export function keptSolution(kept, position, metric) {
  const moves = rest(kept, position, metric);
  if (!moves) return null;
  const all = kept.solutions[metric] ?? [];
  const lettered = all[all.length - moves.length - 1]?.lettered ?? position;
  return { position, lettered, metric, distance: moves.length, moves, solution_count: null };
}
