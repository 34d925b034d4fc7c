/** What is said when the puzzle is solved, and where to go from there. */
import { getOnce, query } from './api.js';
import { el, fill } from './dom.js';
import { icon } from './icons.js';

/** @typedef {import('./api.js').Metric} Metric */
/** @typedef {import('./api.js').Opening} Opening */

/**
 * @typedef {object} Result
 * @property {import('./position-words.js').Words} words
 * @property {Metric} metric
 * @property {string} metricName
 * @property {number} made
 * @property {number | null} optimum from the start
 * @property {number | null} own the player's best result for the start
 * @property {string} start
 * @property {string} set
 * @property {boolean} unaided whether the player made every move
 * @property {boolean} record whether it is the player's best
 * @property {() => void} again
 */

/**
 * Fills the box, and answers what it says.
 * @param {HTMLElement} box
 * @param {Result} result
 */
export function solved(box, result) {
  const { words } = result;
  const next = el('a', { class: 'button primary', href: `/atlas/${result.set}` }, words.hardest);
  offerHarder(next, result);
  return say(box, result, next);
}

/**
 * Fills the box with what is said of a result of any puzzle, and with where to go next.
 * @param {HTMLElement} box
 * @param {Omit<Result, 'set' | 'start'>} result
 * @param {HTMLElement} next
 */
export function say(box, result, next) {
  const { words, made, own } = result;
  const lines = [verdict(result)];
  if (made > 0 && !result.unaided) lines.push(words.helped);
  else if (made > 0 && result.record) lines.push(words.record);
  else if (own !== null) lines.push(words.ownBest(own));
  fill(box,
    el('button', {
      type: 'button', class: 'quiet close', 'aria-label': words.close, title: words.close,
      onclick: () => { box.hidden = true; },
    }, icon('close')),
    el('h2', {}, words.solvedTitle),
    ...lines.map((line) => el('p', {}, line)),
    el('div', { class: 'row' }, next,
      made > 0 ? el('button', { type: 'button', class: 'button', onclick: result.again }, words.again) : null));
  return `${words.solvedTitle}: ${lines.join(' ')}`;
}

/** @param {Omit<Result, 'set' | 'start'>} result */
function verdict({ words, made, optimum, metricName }) {
  if (made === 0 || optimum === null) return words.solvedHere;
  const moves = words.moveCount(made);
  return made <= optimum ? words.solvedOptimal(moves, metricName) : words.solvedIn(moves, optimum, metricName);
}

/**
 * Turns the link to the opening that is next in distance, where there is one.
 * @param {HTMLAnchorElement} link
 * @param {Result} result
 */
async function offerHarder(link, { words, metric, optimum, start }) {
  /** @type {{openings: Opening[]}} */
  const { openings } = await getOnce('/api/v1/openings').catch(() => ({ openings: [] }));
  const harder = openings
    // What cannot be won is never harder.
    .map(({ name, position, distance }) => ({ name, position, distance: distance[metric] ?? 0 }))
    .filter(({ position, distance }) => distance > (optimum ?? 0) && position !== start)
    .sort((a, b) => a.distance - b.distance)[0];
  if (!harder) return;
  link.href = `/position${query({ p: harder.position })}`;
  link.textContent = words.harder(harder.name, harder.distance);
}
