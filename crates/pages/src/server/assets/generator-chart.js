/** The histogram of the generator. It marks the range, whose ends can be dragged. */
import { el, svg } from './dom.js';
import { bars, distanceAt } from './histogram.js';
import { number } from './language.js';

/** @typedef {{from: number, to: number}} Range */

/**
 * @param {import('./language.js').Language} language
 * @param {(range: Range) => void} change called when the pointer moves an end
 */
export function rangeChart(language, change) {
  const outside = svg('path', { class: 'outside' });
  const inside = svg('path', { class: 'inside' });
  const picture = svg('svg', { role: 'img', preserveAspectRatio: 'none' }, outside, inside);
  const handles = [el('span', { class: 'handle' }), el('span', { class: 'handle' })];
  const max = el('span');
  const box = el('div', { class: 'range-chart', hidden: true },
    el('div', { class: 'plot', onpointerdown: grab, onpointermove: drag, onpointerup: drop, onpointercancel: drop },
      picture, ...handles),
    el('div', { class: 'scale', 'aria-hidden': 'true' }, el('span', {}, '0'), max));
  /** @type {number[]} */
  let numbers = [];
  /** @type {Range} */
  let range = { from: 0, to: 0 };
  /** @type {keyof Range | null} */
  let held = null;

  /** @param {PointerEvent} event */
  function grab(event) {
    if (event.button !== 0 || numbers.length === 0) return;
    const at = distanceAt(picture, event.clientX, numbers.length);
    held = Math.abs(at - range.from) < Math.abs(at - range.to) || at < range.from ? 'from' : 'to';
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
    drag(event);
  }

  /** @param {PointerEvent} event */
  function drag(event) {
    if (!held) return;
    const at = distanceAt(picture, event.clientX, numbers.length);
    // An end stops at the other end.
    if (held === 'from') change({ from: Math.min(at, range.to), to: range.to });
    else change({ from: range.from, to: Math.max(at, range.from) });
  }

  function drop() {
    held = null;
  }

  return {
    box,
    /**
     * @param {number[]} histogram
     * @param {Range} wanted
     * @param {string} label
     */
    show(histogram, wanted, label) {
      numbers = histogram;
      range = wanted;
      const length = numbers.length;
      box.hidden = length === 0;
      if (length === 0) return;
      picture.setAttribute('viewBox', `0 0 ${length} 100`);
      picture.setAttribute('aria-label', label);
      outside.setAttribute('d', bars(numbers, (distance) => distance < range.from || distance > range.to));
      inside.setAttribute('d', bars(numbers, (distance) => distance >= range.from && distance <= range.to));
      max.textContent = number[language](length - 1);
      [range.from, range.to + 1].forEach((end, place) => {
        const handle = handles[place];
        if (handle) handle.style.insetInlineStart = `${(Math.min(Math.max(end, 0), length) / length) * 100}%`;
      });
    },
  };
}
