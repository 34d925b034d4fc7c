/** Component sizes as a chart: for each doubling of the size, the share of positions in components so large. */
import { el } from './dom.js';
import { number, percent } from './words.js';

/** @typedef {import('./words.js').Language} Language */
/** @typedef {{size: number, components: number}} SameSize */

const words = {
  en: {
    title: (/** @type {string} */ most) => `Positions by the size of their component: ${most}.`,
    says: (/** @type {string} */ share, /** @type {string} */ range) => `${share} in components of ${range}`,
    here: (/** @type {string} */ range) => `; the position is in one of ${range}`,
  },
  zh: {
    title: (/** @type {string} */ most) => `各種大小的連通分量所含的局面：${most}。`,
    says: (/** @type {string} */ share, /** @type {string} */ range) => `大小 ${range} 的占 ${share}`,
    here: (/** @type {string} */ range) => `；這個局面在大小 ${range} 的分量中`,
  },
};

/**
 * @param {Language} language
 * @param {readonly SameSize[]} sizes
 * @param {number} positions of the piece set
 * @param {number | null} marked size of the component whose bar stands out
 */
export function sizeChart(language, sizes, positions, marked) {
  const t = words[language];
  const classOf = (/** @type {number} */ size) => Math.floor(Math.log2(size));
  const largest = Math.max(...sizes.map(({ size }) => classOf(size)));
  const range = (/** @type {number} */ place) => (place === 0 ? '1'
    : `${number(language, 2 ** place)}–${number(language, 2 ** (place + 1) - 1)}`);
  const shares = Array.from({ length: largest + 1 }, (_, place) => sizes
    .filter(({ size }) => classOf(size) === place)
    .reduce((sum, { size, components }) => sum + (size * components) / positions, 0));
  const most = Math.max(...shares);
  const here = marked === null ? null : classOf(marked);
  const bars = shares.map((share, place) => {
    const bar = el('span', { class: place === here ? 'here' : null, title: `${range(place)}: ${percent(share)}` });
    bar.style.blockSize = share === 0 ? '0' : `max(2px, ${(share / most) * 100}%)`;
    return bar;
  });
  const highest = t.says(percent(most), range(shares.indexOf(most)));
  const told = shares.flatMap((share, place) => (share === 0 ? [] : [t.says(percent(share), range(place))]))
    .join(language === 'zh' ? '，' : ', ') + (here === null ? '' : t.here(range(here)));
  return el('figure', { class: 'size-chart' },
    el('figcaption', { class: 'small muted' }, t.title(highest)),
    el('div', { class: 'bars', role: 'img', 'aria-label': told }, ...bars),
    el('div', { class: 'scale', 'aria-hidden': 'true' },
      ...shares.map((_, place) => el('span', {}, place % 4 === 0 && number(language, 2 ** place)))));
}
