/** A chart of component sizes: for each doubling of the size, the share of positions in components of that size. */
import { words } from './atlas-words.js';
import { el } from './dom.js';
import { number, percent } from './language.js';

/** @import { Language } from './language.js' */
/** @typedef {{size: number, components: number}} SameSize */

/**
 * @param {Language} language
 * @param {readonly SameSize[]} sizes
 * @param {number} positions of the piece set
 * @param {number | null} marked size of the component whose bar is marked
 */
export function sizeChart(language, sizes, positions, marked) {
  const t = words[language];
  const classOf = (/** @type {number} */ size) => Math.floor(Math.log2(size));
  const largest = Math.max(...sizes.map(({ size }) => classOf(size)));
  const range = (/** @type {number} */ place) => (place === 0 ? '1'
    : `${number[language](2 ** place)}–${number[language](2 ** (place + 1) - 1)}`);
  const shares = Array.from({ length: largest + 1 }, (_, place) => sizes
    .filter(({ size }) => classOf(size) === place)
    .reduce((sum, { size, components }) => sum + (size * components) / positions, 0));
  const most = Math.max(...shares);
  const here = marked === null ? null : classOf(marked);
  const bars = shares.map((share, place) => {
    const bar = el('span', { class: place === here ? 'here' : null, title: `${range(place)}: ${percent(language, share)}` });
    bar.style.blockSize = share === 0 ? '0' : `max(2px, ${(share / most) * 100}%)`;
    return bar;
  });
  const highest = t.sizeIn(percent(language, most), range(shares.indexOf(most)));
  const label = shares.flatMap((share, place) => (share === 0 ? [] : [t.sizeIn(percent(language, share), range(place))]))
    .join(t.separator) + (here === null ? '' : t.sizeHere(range(here)));
  return el('figure', { class: 'size-chart' },
    el('figcaption', { class: 'small muted' }, t.sizeTitle(highest)),
    el('div', { class: 'bars', role: 'img', 'aria-label': label }, ...bars),
    el('div', { class: 'scale', 'aria-hidden': 'true' },
      ...shares.map((_, place) => el('span', {}, place % 4 === 0 && number[language](2 ** place)))));
}
