/** A grid of cells that is painted with brushes, by pointer and keyboard. A text is its only state. */
import { ARROW_KEYS } from './board.js';
import { el, enable, fill } from './dom.js';
import { icon } from './icons.js';
import { EMPTY } from './rules.js';

/** @import { Cell } from './api.js' */
/** @import { Context } from './words.js' */

/**
 * What a cell shows.
 * @typedef {object} Shown
 * @property {string} piece equal for the cells of one piece
 * @property {string} look its classes
 * @property {string} name
 * @property {string} [sign]
 */

/**
 * @typedef {object} Host
 * @property {string} id of the grid
 * @property {string} help id of the text about its keys
 * @property {{undo: string, undone: string}} words
 * @property {string[]} before the texts before each stroke
 * @property {boolean} stamps whether a key that chooses a brush also paints
 * @property {() => string} text
 * @property {(text: string) => void} replace shows another text, and draws the grid
 * @property {(cell: Cell, brush: string) => string} painted the text after a cell is painted
 * @property {(cell: Cell, brush: string) => readonly Cell[]} covers the cells that a brush paints
 * @property {() => {label: string, cells: Shown[][]}} view
 * @property {(key: string) => string | undefined} brushOf the brush that a key chooses
 * @property {(brush: string) => void} chosen called when a brush is chosen
 */

export class GridEditor {
  brush = EMPTY;
  #host;
  #announce;
  /** Whether the next change starts a stroke. */
  #fresh = true;
  /** The last place of the painting pointer, in cells. @type {Cell | null} */
  #pointer = null;
  /** Row by row. @type {HTMLButtonElement[][]} */
  #cells = [];

  /** @param {Context} context @param {Host} host */
  constructor({ announce, signal }, host) {
    this.#host = host;
    this.#announce = announce;
    this.undoButton = el('button', { id: `${host.id}-undo`, type: 'button', class: 'button', onclick: () => this.#undo() },
      icon('undo'), host.words.undo);
    this.element = el('div', {
      id: host.id, class: 'cell-grid', role: 'grid', 'aria-describedby': host.help,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.#press(event),
      onpointermove: (/** @type {PointerEvent} */ event) => this.#drag(event),
      onpointerup: () => { this.#pointer = null; },
      onpointercancel: () => { this.#pointer = null; },
    });
    document.addEventListener('keydown', (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || event.shiftKey) return;
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      this.#undo();
    }, { signal });
  }

  /** @param {string} brush */
  choose(brush) {
    this.brush = brush;
    this.#host.chosen(brush);
  }

  /**
   * The button of a brush.
   * @param {string} brush
   * @param {string} name
   * @param {...import('./dom.js').Child} children
   */
  brushButton(brush, name, ...children) {
    return el('button', { type: 'button', class: 'button', 'data-brush': brush, 'aria-label': name, onclick: () => this.choose(brush) },
      ...children);
  }

  /** Shows on the buttons of brushes which one is chosen. @param {HTMLElement} brushes */
  showBrush(brushes) {
    for (const button of brushes.querySelectorAll('[data-brush]')) {
      button.setAttribute('aria-pressed', String(button.getAttribute('data-brush') === this.brush));
    }
  }

  /** Makes the next change the start of a stroke. */
  begin() {
    this.#fresh = true;
  }

  /** Makes a change that continues the present stroke. @param {string} text after it */
  change(text) {
    const { before, text: now, replace } = this.#host;
    if (text === now()) return;
    if (this.#fresh) before.push(now());
    this.#fresh = false;
    replace(text);
  }

  #undo() {
    const text = this.#host.before.pop();
    if (text === undefined) return;
    this.#fresh = true;
    this.#host.replace(text);
    this.#announce(this.#host.words.undone);
  }

  /** @param {Cell} cell */
  #paint(cell) {
    this.change(this.#host.painted(cell, this.brush));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    // Keeps the browser from selecting text and dragging it.
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    this.begin();
    this.#pointer = this.#place(event);
    const [column, row] = this.#pointer.map(Math.floor);
    this.#cells[row ?? 0]?.[column ?? 0]?.focus({ preventScroll: true });
    this.#paintAt(this.#pointer);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (!this.#pointer || !event.isPrimary) return;
    const [x, y] = this.#pointer;
    const to = this.#place(event);
    // A fast pointer skips cells.
    const steps = Math.ceil(Math.hypot(to[0] - x, to[1] - y) * 3);
    for (let step = 1; step <= steps; step++) {
      this.#paintAt([x + (to[0] - x) * step / steps, y + (to[1] - y) * step / steps]);
    }
    this.#pointer = to;
  }

  /** The place of a pointer, in cells. @param {PointerEvent} event @returns {Cell} */
  #place({ clientX, clientY }) {
    const { clientWidth, clientHeight, clientLeft, clientTop } = this.element;
    const { left, top } = this.element.getBoundingClientRect();
    const [columns, rows] = [this.#cells[0]?.length ?? 1, this.#cells.length];
    return [(clientX - left - clientLeft) / clientWidth * columns, (clientY - top - clientTop) / clientHeight * rows];
  }

  /** @param {Cell} place */
  #paintAt([x, y]) {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (this.#cells[row]?.[column]) this.#paint([column, row]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (!(target instanceof HTMLButtonElement) || ctrlKey || metaKey || altKey) return;
    const [column, row] = [Number(target.dataset['column']), Number(target.dataset['row'])];
    const arrow = ARROW_KEYS[key];
    const isErasing = key === 'Delete' || key === 'Backspace';
    const brush = this.#host.brushOf(key);
    if (arrow) {
      this.#cells[row + arrow[1]]?.[column + arrow[0]]?.focus();
    } else if (isErasing) {
      this.begin();
      this.change(this.#host.painted([column, row], EMPTY));
    } else if (brush !== undefined) {
      this.choose(brush);
      this.begin();
      if (this.#host.stamps) this.#paint([column, row]);
    } else {
      return;
    }
    event.preventDefault();
  }

  draw() {
    const { label, cells } = this.#host.view();
    const [columns, rows] = [cells[0]?.length ?? 0, cells.length];
    if (this.#cells.length !== rows || this.#cells[0]?.length !== columns) this.#rebuild(columns, rows);
    enable(this.undoButton, this.#host.before.length > 0);
    this.element.setAttribute('aria-label', label);
    this.#cells.forEach((buttons, row) => buttons.forEach((button, column) => {
      const { piece, look, name, sign = '' } = /** @type {Shown} */ (cells[row]?.[column]);
      const joins = [['up', row - 1, column], ['right', row, column + 1], ['down', row + 1, column], ['left', row, column - 1]]
        .filter(([, y, x]) => cells[Number(y)]?.[Number(x)]?.piece === piece).map(([way]) => way);
      button.className = [look, ...joins].join(' ');
      button.dataset['sign'] = sign;
      if (button.getAttribute('aria-label') === name) return;
      button.setAttribute('aria-label', name);
      if (button === document.activeElement) this.#announce(name);
    }));
  }

  /** @param {number} columns @param {number} rows */
  #rebuild(columns, rows) {
    this.#cells = Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => el('button', {
      type: 'button', role: 'gridcell', 'data-column': column, 'data-row': row, tabindex: column + row === 0 ? 0 : -1,
      // The cell that was focused last is the only stop of the Tab key.
      onfocus: (/** @type {FocusEvent} */ { target }) => {
        for (const cell of this.#cells.flat()) cell.tabIndex = cell === target ? 0 : -1;
      },
      onclick: () => {
        this.begin();
        this.#paint([column, row]);
      },
      onpointerenter: () => this.#preview(this.#host.covers([column, row], this.brush)),
      onpointerleave: () => this.#preview([]),
    })));
    this.element.style.setProperty('--columns', String(columns));
    fill(this.element, ...this.#cells.map((buttons) => el('div', { role: 'row' }, ...buttons)));
  }

  /** @param {readonly Cell[]} cells that a click would paint */
  #preview(cells) {
    this.#cells.forEach((buttons, row) => buttons.forEach((button, column) => {
      button.classList.toggle('preview', cells.some(([x, y]) => x === column && y === row));
    }));
  }
}
