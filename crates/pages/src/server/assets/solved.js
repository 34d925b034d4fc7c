/** The message of a solved puzzle, with links to the next ones. */
import { getOnce, query } from './api.js';
import { decorate, el, fill } from './dom.js';
import { icon } from './icons.js';
import { openingName } from './names.js';

/** @import { Metric } from './api.js' */

/**
 * @typedef {object} Result
 * @property {import('./position-words.js').Words} words
 * @property {Metric} metric
 * @property {string} metricName empty for the finger metric
 * @property {number} made
 * @property {number | null} optimum from the start
 * @property {number | null} own the player's best result for the start
 * @property {boolean} unaided whether the player made every move
 * @property {boolean} record whether it is the player's best result
 * @property {() => void} again
 */

/**
 * Fills the box with the message about a result and a link. Returns the message.
 * @param {HTMLElement} box
 * @param {Result} result
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
  return `${words.solvedTitle}${words.colon}${lines.join(' ')}`;
}

/** @param {Result} result */
function verdict({ words, made, optimum, metricName }) {
  if (made === 0 || optimum === null) return words.goalReached;
  return made <= optimum ? words.solvedOptimal(made, metricName) : words.solvedIn(made, optimum, metricName);
}

/**
 * A link to the next harder opening, or to the hardest positions of a piece set if there is none.
 * @param {import('./language.js').Language} language
 * @param {Result} result
 * @param {string} start
 * @param {string} set
 */
export function harder(language, { words, metric, optimum }, start, set) {
  const link = el('a', { class: 'button primary', href: `/atlas/${set}` }, words.hardest);
  const offer = async () => {
    const { openings } = await getOnce('/api/v1/openings').catch(() => ({ openings: [] }));
    const next = openings
      // Unsolvable openings are not offered.
      .map((opening) => ({ name: openingName(language, opening).text, position: opening.position, distance: opening.distance[metric] ?? 0 }))
      .filter(({ position, distance }) => distance > (optimum ?? 0) && position !== start)
      .sort((a, b) => a.distance - b.distance)[0];
    if (!next) return;
    decorate(link, { href: `/position${query({ p: next.position })}` });
    link.textContent = words.harder(next.name, next.distance);
  };
  offer();
  return link;
}
