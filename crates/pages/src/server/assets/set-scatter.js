/** A scatter plot of all piece sets: number of positions against greatest distance. Its points are links. */
import { words } from './atlas-words.js';
import { el, follow, svg } from './dom.js';
import { number } from './language.js';

/** @import { Metric, PieceSet } from './api.js' */
/** @import { Language } from './language.js' */

/**
 * @param {Language} language
 * @param {readonly PieceSet[]} sets solvable piece sets
 * @param {string | null} marked name of the marked set
 * @param {Metric} metric
 * @param {string} label of the chart
 */
export function setScatter(language, sets, marked, metric, label) {
  const t = words[language];
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
  const said = el('p', { class: 'small muted said-of', 'aria-hidden': 'true' }, t.scatterHint);
  const say = (/** @type {string} */ text) => { said.textContent = text; };
  const points = [...sets]
    .sort((a, b) => Number(a.piece_set === marked) - Number(b.piece_set === marked))
    .map((set) => {
      const href = `/atlas/${set.piece_set}`;
      const name = t.scatterPoint(set.piece_set, set.positions, set.max[metric] ?? 0);
      const place = { cx: `${(100 * (size(set) - first)) / powers}%`, cy: `${100 - (100 * (set.max[metric] ?? 0)) / top}%` };
      const isMarked = set.piece_set === marked;
      // Two hundred points are too many for the Tab key. The table of the sets has the same links.
      const link = svg('a', {
        href, class: isMarked ? 'point here' : 'point', 'data-set': set.piece_set, 'aria-label': name, tabindex: -1,
        onpointerenter: () => say(name),
        onpointerleave: () => say(t.scatterHint),
        onclick: (/** @type {MouseEvent} */ event) => {
          if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          follow(href, said);
        },
      }, svg('circle', { ...place, r: 9, class: 'reach' }), svg('circle', { ...place, r: isMarked ? 7 : 3.5 }));
      return link;
    });
  return el('figure', { class: 'scatter' },
    el('figcaption', { class: 'small muted' }, t.amongUp),
    el('div', { class: 'plot', role: 'group', 'aria-label': label }, ...lines, ...ticks, svg('svg', {}, ...points)),
    el('div', { class: 'under' }, said, el('p', { class: 'small muted across', 'aria-hidden': 'true' }, t.columns.positions)));
}
