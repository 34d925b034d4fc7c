/** A scatter plot of all piece sets: number of positions against greatest distance. One set is marked. */
import { el } from './dom.js';
import { number } from './language.js';

/** @typedef {import('./api.js').Metric} Metric */
/** @typedef {import('./api.js').PieceSet} PieceSet */
/** @typedef {import('./words.js').Language} Language */

/**
 * @param {Language} language
 * @param {readonly PieceSet[]} sets solvable piece sets
 * @param {string} marked name of the marked set
 * @param {Metric} metric
 * @param {{label: string, across: string, up: string}} says labels of the chart and of its axes
 */
export function setScatter(language, sets, marked, metric, says) {
  const size = (/** @type {PieceSet} */ set) => Math.log10(set.positions);
  const first = Math.floor(Math.min(...sets.map(size)));
  const powers = Math.max(Math.ceil(Math.max(...sets.map(size))) - first, 1);
  const most = Math.max(...sets.map((set) => set.max[metric] ?? 0), 1);
  const every = [1, 2, 5, 10, 20, 50, 100, 200].find((every) => most / every <= 6) ?? 500;
  const top = Math.ceil(most / every) * every;
  const put = (/** @type {HTMLElement} */ element, /** @type {number | null} */ across, /** @type {number | null} */ up) => {
    if (across !== null) element.style.insetInlineStart = `${across * 100}%`;
    if (up !== null) element.style.insetBlockEnd = `${up * 100}%`;
    return element;
  };
  const lines = Array.from({ length: top / every + 1 }, (_, nth) =>
    put(el('span', { class: 'line' }, number[language](nth * every)), null, (nth * every) / top));
  const ticks = Array.from({ length: powers + 1 }, (_, nth) =>
    put(el('span', { class: 'tick' }, '10', el('sup', {}, String(first + nth))), nth / powers, null));
  const points = [...sets]
    .sort((a, b) => Number(a.piece_set === marked) - Number(b.piece_set === marked))
    .map((set) => put(el('span', { class: set.piece_set === marked ? 'point here' : 'point', title: set.piece_set }),
      (size(set) - first) / powers, (set.max[metric] ?? 0) / top));
  return el('figure', { class: 'scatter' },
    el('figcaption', { class: 'small muted' }, says.up),
    el('div', { class: 'plot', role: 'img', 'aria-label': says.label }, ...lines, ...ticks, ...points),
    el('p', { class: 'small muted across', 'aria-hidden': 'true' }, says.across));
}
