/** A board for stones: a grid of cells, played by pointer and keyboard. */
import { el, enable, svg } from './dom.js';

/** @typedef {'x' | 'o'} Side */

/**
 * The content of a cell.
 * @typedef {object} Spot
 * @property {Side | null} stone
 * @property {boolean} open whether a stone may be placed there now
 * @property {boolean} [last] whether it is the last stone
 * @property {boolean} [line] whether it is part of a line that ends the game
 * @property {boolean} [closed] whether it is empty and no stone may be placed there
 * @property {boolean} [asked] whether it waits for confirmation
 * @property {string} [note] a short text on the cell
 * @property {number} [heat] strength of its colour, from 0 to 1; its note then appears only under the pointer or focus
 * @property {string} [tone] class of the note
 * @property {string} label text for screen readers
 */

/** @typedef {[column: number, row: number]} Place counted from 1 at the upper left */

/** @param {Side} side @param {boolean} isRound whether both sides have round stones, which differ by their colour */
function stone(side, isRound) {
  const mark = side === 'x' && !isRound
    ? svg('path', { d: 'M28 28 72 72M72 28 28 72' })
    : svg('circle', { cx: 50, cy: 50, r: isRound ? 44 : 25 });
  return svg('svg', { class: `stone ${side}`, viewBox: '0 0 100 100', 'aria-hidden': 'true' }, mark);
}

/** The label of a column: a letter. @param {number} nth from 1 */
export function columnName(nth) {
  return String.fromCharCode(64 + nth);
}

/**
 * The label of a row, counted from the bottom as in the notation of renju.
 * @param {number} nth from 1 at the top
 * @param {number} rows
 */
export function rowName(nth, rows) {
  return String(rows + 1 - nth);
}

/** The lines of a go board with its star points, one unit per cell. @param {number} columns @param {number} rows */
function lines(columns, rows) {
  const path = [
    ...Array.from({ length: columns }, (_, at) => `M${at + 0.5} .5V${rows - 0.5}`),
    ...Array.from({ length: rows }, (_, at) => `M.5 ${at + 0.5}H${columns - 0.5}`),
  ].join('');
  // The stars of a small board would be too near to one another.
  const stars = (/** @type {number} */ length) => (length < 9 ? [] : [3, length - 4]);
  /** @type {[number, number][]} */
  const places = stars(columns).flatMap((x) => stars(rows).map((y) => /** @type {[number, number]} */ ([x, y])));
  if (columns % 2 === 1 && rows % 2 === 1) places.push([(columns - 1) / 2, (rows - 1) / 2]);
  return svg('svg', { class: 'lines', viewBox: `0 0 ${columns} ${rows}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('path', { d: path }),
    ...places.map(([x, y]) => svg('circle', { cx: x + 0.5, cy: y + 0.5, r: 0.11 })));
}

export class StoneBoard {
  /** @type {HTMLButtonElement[]} */
  #cells = [];
  #columns;
  #at = 0;
  #isRound;

  /**
   * A go board has round stones on lines, star points, and labels of rows and columns.
   * @param {{columns: number, rows: number, label: string, play: (place: Place) => void, isGo?: boolean}} of
   */
  constructor({ columns, rows, label, play, isGo = false }) {
    this.#isRound = isGo;
    this.#columns = columns;
    const cell = (/** @type {number} */ index) => el('button', {
      type: 'button', class: 'spot', tabindex: index === 0 ? 0 : -1,
      onfocus: () => this.#goTo(index),
      onclick: () => {
        // Some browsers do not focus a clicked button.
        this.#goTo(index);
        if (this.#cells[index]?.getAttribute('aria-disabled') !== 'true') play(this.#place(index));
      },
    });
    this.#cells = Array.from({ length: columns * rows }, (_, index) => cell(index));
    const head = (/** @type {string} */ text) => isGo && el('span', { class: 'head', 'aria-hidden': 'true' }, text);
    const cells = Array.from({ length: rows }, (_, row) =>
      el('div', { role: 'row', class: 'spots' }, head(rowName(row + 1, rows)),
        ...this.#cells.slice(row * columns, (row + 1) * columns).map((button) => el('div', { role: 'gridcell' }, button))));
    const below = isGo && el('div', { class: 'spots', 'aria-hidden': 'true' },
      head(''), ...Array.from({ length: columns }, (_, column) => head(columnName(column + 1))));
    this.element = el('div', {
      class: isGo ? 'stone-board go' : 'stone-board', role: 'grid', 'aria-label': label,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    }, isGo && lines(columns, rows), ...cells, below);
    this.element.style.setProperty('--columns', String(columns));
    this.element.style.setProperty('--rows', String(rows));
  }

  /** @param {number} index @returns {Place} */
  #place(index) {
    return [index % this.#columns + 1, Math.floor(index / this.#columns) + 1];
  }

  /** @param {number} index */
  #goTo(index) {
    this.#cells[this.#at]?.setAttribute('tabindex', '-1');
    this.#at = index;
    this.#cells[index]?.setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [column, row] = this.#place(this.#at);
    const rows = this.#cells.length / this.#columns;
    /** @type {Record<string, Place>} */
    const steps = {
      ArrowLeft: [column - 1, row], ArrowRight: [column + 1, row], ArrowUp: [column, row - 1], ArrowDown: [column, row + 1],
      Home: [1, row], End: [this.#columns, row], PageUp: [column, 1], PageDown: [column, rows],
    };
    const to = steps[event.key];
    if (!to) return;
    event.preventDefault();
    const [there, below] = [Math.min(Math.max(to[0], 1), this.#columns), Math.min(Math.max(to[1], 1), rows)];
    this.#goTo((below - 1) * this.#columns + there - 1);
    this.#cells[this.#at]?.focus();
  }

  /** @param {(place: Place) => Spot} spotAt */
  show(spotAt) {
    this.#cells.forEach((button, index) => {
      const spot = spotAt(this.#place(index));
      button.className = ['spot', spot.last && 'last', spot.line && 'line', spot.closed && 'closed',
        spot.asked && 'asked', spot.heat !== undefined && 'heat', spot.tone].filter(Boolean).join(' ');
      if (spot.heat === undefined) button.removeAttribute('style');
      else button.style.setProperty('--heat', String(spot.heat));
      button.setAttribute('aria-label', spot.label);
      // Closed cells stay reachable by keys, so screen readers can read the whole board.
      enable(button, spot.open);
      button.replaceChildren(...[
        spot.stone ? stone(spot.stone, this.#isRound) : null,
        spot.note ? el('span', { class: 'note', 'aria-hidden': 'true' }, spot.note) : null,
      ].filter((child) => child !== null));
    });
  }
}
