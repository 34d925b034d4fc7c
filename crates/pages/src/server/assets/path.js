/** What a path from a start to its goal says: where it strayed, and its distances as a chart. */
import { svg } from './dom.js';

/** Signs of a chart in text, from low to high. */
const BLOCKS = '▁▂▃▄▅▆▇█';
const MOST_SIGNS = 20;
export const BARS = new RegExp(`[${BLOCKS}]+ `);
/** Size of a chart, and the space around its curve. */
export const WIDE = 600;
export const HIGH = 150;
const SPACE = 12;

/** @typedef {{move: number, cost: number}} Detour the number of its first move, from 1, and how many moves it cost */

/**
 * The detours of a path, the costliest first. A detour begins where the path leaves its least distance so far, and ends where
 * it comes nearer to the goal than that.
 * @param {readonly number[]} curve the distances along the path, each at most one less than the one before
 */
export function detours(curve) {
  /** @type {Detour[]} */
  const found = [];
  let nearest = 0;
  curve.forEach((left, move) => {
    if (left >= (curve[nearest] ?? 0)) return;
    if (move > nearest + 1) found.push({ move: nearest + 1, cost: move - nearest - 1 });
    nearest = move;
  });
  return found.sort((a, b) => b.cost - a.cost);
}

/** The distances as a line of text. @param {readonly number[]} curve */
export function sparkline(curve) {
  const [last, most] = [curve.length - 1, Math.max(...curve, 1)];
  const signs = Math.min(curve.length, MOST_SIGNS);
  return Array.from({ length: signs }, (_, nth) => curve[Math.round((last * nth) / Math.max(signs - 1, 1))] ?? 0)
    .map((left) => BLOCKS[Math.ceil((left / most) * (BLOCKS.length - 1))]).join('');
}

/**
 * The distances as a curve, on which the beginnings of detours are marked and numbered.
 * @param {readonly number[]} curve
 * @param {readonly Detour[]} marked
 * @param {string} label
 */
export function chart(curve, marked, label) {
  const most = Math.max(...curve, 1);
  const x = (/** @type {number} */ at) => SPACE + ((WIDE - 2 * SPACE) * at) / Math.max(curve.length - 1, 1);
  const y = (/** @type {number} */ left) => HIGH - SPACE - ((HIGH - 3 * SPACE) * left) / most;
  const line = curve.map((left, at) => `${x(at).toFixed(1)} ${y(left).toFixed(1)}`).join('L');
  return svg('svg', { class: 'path-chart', viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': label },
    svg('path', { class: 'area', d: `M${x(0)} ${y(0)}L${line}L${x(curve.length - 1)} ${y(0)}Z` }),
    svg('path', { class: 'line', d: `M${line}` }),
    ...marked.map(({ move }, nth) => {
      const [cx, cy] = [x(move - 1), y(curve[move - 1] ?? 0)];
      return svg('g', {}, svg('circle', { cx, cy, r: 11 }), svg('text', { x: cx, y: cy + 5.5 }, nth + 1));
    }));
}
