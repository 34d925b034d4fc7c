/** A histogram of distances. A first bar that is much higher than the others is cut, so that the others can be seen. */
import { words } from './atlas-words.js';
import { el, svg } from './dom.js';
import { number } from './language.js';

/** @import { Language } from './language.js' */

/** A first bar that is so many times as high as all others is cut. */
const MUCH = 1.3;

/** The number of positions of a bar of full height, and whether the first bar is cut. @param {readonly number[]} counts */
function scale([first = 0, ...others]) {
  const highest = Math.max(...others, 1);
  const isCut = first > MUCH * highest;
  return { top: isCut ? highest : Math.max(first, highest), isCut };
}

/**
 * Bars without numbers, as the path of a picture with a unit per distance and the height 100. They touch, because the gaps
 * between narrow bars would be seen only here and there. A bar that is cut has a gap.
 * @param {readonly number[]} counts by distance, from 0
 * @param {(distance: number) => boolean} [wanted] the bars to draw
 */
export function bars(counts, wanted = () => true) {
  const { top, isCut } = scale(counts);
  const outline = counts.map((count, at) => {
    // A small number stays visible.
    const height = isCut && at === 0 ? 68 : Math.max((100 * count) / top, 2);
    return `V${count > 0 && wanted(at) ? 100 - height : 100}h1`;
  });
  return `M0 100${outline.join('')}V100z${isCut && wanted(0) ? 'M0 20V0h1V20z' : ''}`;
}

/**
 * The distance whose bar is at a place of the window.
 * @param {Element} plot
 * @param {number} x
 * @param {number} bars
 */
export function distanceAt(plot, x, bars) {
  const { left, width } = plot.getBoundingClientRect();
  return Math.min(Math.max(Math.floor(((x - left) / width) * bars), 0), bars - 1);
}

/**
 * @param {Language} language
 * @param {readonly number[]} counts by distance, from 0
 * @param {number | null} mark the distance that is marked
 * @param {string} label of the chart
 */
export function histogram(language, counts, mark, label) {
  const t = words[language];
  const { top, isCut } = scale(counts);
  const every = [1, 2, 5, 10, 20, 50, 100].find((every) => counts.length / every <= 8) ?? 200;
  const bars = counts.map((count, distance) => svg('rect', {
    class: distance === mark ? 'mark' : 'bar', x: distance + 0.06, width: 0.88,
    y: 100 - Math.min(100, (100 * count) / top), height: Math.min(100, (100 * count) / top),
  }));
  const rest = [mark !== null && t.atDistance(mark, counts[mark] ?? 0), isCut && t.cutBar(counts[0] ?? 0)].filter(Boolean).join(' · ');
  const said = el('p', { class: 'small muted said-of', 'aria-hidden': 'true' }, rest);
  const lines = [0, 0.5, 1].map((share) => {
    const line = el('span', { class: 'line' }, number[language](Math.round(top * share)));
    line.style.insetBlockEnd = `${share * 100}%`;
    return line;
  });
  const ticks = Array.from({ length: Math.ceil(counts.length / every) }, (_, nth) => {
    const tick = el('span', { class: 'tick' }, number[language](nth * every));
    tick.style.insetInlineStart = `${(100 * (nth * every + 0.5)) / counts.length}%`;
    return tick;
  });
  const here = el('span', { class: 'here', hidden: mark === null });
  here.style.insetInlineStart = `${(100 * ((mark ?? 0) + 0.5)) / counts.length}%`;
  const pointer = el('span', { class: 'pointer', hidden: true });
  const plot = el('div', {
    class: isCut ? 'plot cut' : 'plot', role: 'img', 'aria-label': label, 'data-mark': mark,
    onpointermove: (/** @type {PointerEvent} */ { clientX }) => {
      const distance = distanceAt(plot, clientX, counts.length);
      said.textContent = t.atDistance(distance, counts[distance] ?? 0);
      pointer.hidden = false;
      pointer.style.insetInlineStart = `${(100 * distance) / counts.length}%`;
      pointer.style.inlineSize = `${100 / counts.length}%`;
    },
    onpointerleave: () => {
      said.textContent = rest;
      pointer.hidden = true;
    },
  }, ...lines, ...ticks, here,
  svg('svg', { viewBox: `0 0 ${counts.length} 100`, preserveAspectRatio: 'none' }, ...bars), pointer);
  return el('div', { class: 'histogram' }, plot, said);
}
