/** The animation at the end of a game: the big piece leaves through the exit, and confetti flies up. */
import { el } from './dom.js';

/** @import { Piece } from './rules.js' */

const SPARKS = 32;

/**
 * @param {HTMLElement} board
 * @param {SVGElement} shape the big piece
 * @param {Piece | undefined} piece its place
 * @returns {Animation[]} cancel them to restore the board
 */
export function celebrate(board, shape, piece) {
  const x = 30 + 100 * (piece?.column ?? 1);
  const y = 30 + 100 * (piece?.row ?? 3);
  const at = (/** @type {number} */ down) => `translate(${x}px, ${y + down}px)`;
  const leaving = shape.animate([
    { transform: at(0), opacity: 1, filter: 'none' },
    { transform: at(-8), opacity: 1, filter: 'none', offset: 0.15, easing: 'ease-in' },
    { transform: at(150), opacity: 1, filter: 'none', offset: 0.65, easing: 'ease-out' },
    { transform: at(215), opacity: 0, filter: 'none' },
  ], { duration: 1100, delay: 120, fill: 'forwards' });
  return [leaving, ...Array.from({ length: SPARKS }, (_, at) => spark(board, at))];
}

/** One piece of confetti, thrown from the exit. @param {HTMLElement} board @param {number} at */
function spark(board, at) {
  const { width, height } = board.getBoundingClientRect();
  const shape = el('span', { class: `spark s${at % 4}`, 'aria-hidden': 'true' });
  board.append(shape);
  const across = width / 2 + (Math.random() - 0.5) * width * 0.3;
  const bottom = height * 0.94;
  const drift = (Math.random() - 0.5) * width * 0.9;
  const rise = height * (0.25 + Math.random() * 0.5);
  const turn = (Math.random() - 0.5) * 900;
  const place = (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {number} */ angle) =>
    `translate(${across + dx}px, ${bottom + dy}px) rotate(${angle}deg)`;
  const flight = shape.animate([
    { transform: place(0, 0, 0), opacity: 0 },
    { transform: place(drift * 0.1, -rise * 0.2, turn * 0.1), opacity: 1, offset: 0.08, easing: 'cubic-bezier(.1,.7,.4,1)' },
    { transform: place(drift * 0.8, -rise, turn * 0.6), opacity: 1, offset: 0.5, easing: 'cubic-bezier(.6,0,.9,.4)' },
    { transform: place(drift, -rise * 0.2, turn), opacity: 0 },
  ], { duration: 1500 + Math.random() * 700, delay: 500 + Math.random() * 150, fill: 'both' });
  flight.finished.then(() => shape.remove(), () => shape.remove());
  return flight;
}
