/** The painter of puzzles: grids of cells, and controls for the rules. The text of the puzzle is its only state. */
import { ARROW_KEYS } from './board.js';
import { cellGrid } from './cell-grid.js';
import { el, fill } from './dom.js';
import { icon } from './icons.js';
import { labelled, numberField } from './lists.js';
import { cleared, coloursOf, freeSign, freed, freedomOf, goalFromStart, gridOf, painted, resized, signsOf } from './puzzle-drawing.js';
import { EMPTY, WALL, read, write } from './puzzle-text.js';

/** @import { Cell } from './api.js' */
/** @import { Freedom, Layer } from './puzzle-drawing.js' */
/** @import { Drawing } from './puzzle-text.js' */
/** @import { Words } from './puzzle-words.js' */

/** Maximum number of columns and rows. */
const MOST = 20;

const BLANK = `name = "My puzzle"
start = """
....
....
....
....
"""
goal = """
....
....
....
....
"""
`;

/** @type {readonly Layer[]} */
const LAYERS = ['start', 'goal', 'gate'];
/** @type {readonly Freedom[]} */
const FREEDOMS = ['both', 'rows', 'columns'];

export class Painter {
  #text;
  #words;
  #announce;
  #painted;
  /** @type {Drawing | null} */
  #drawing = null;
  /** @type {Layer} */
  #layer = 'start';
  #brush = EMPTY;
  /** The texts before each stroke. @type {string[]} */
  #before = [];
  /** Whether the next change starts a stroke. */
  #fresh = true;
  /** The last place of the painting pointer in the grid. @type {Cell | null} */
  #pointer = null;
  /** Row by row. @type {HTMLButtonElement[][]} */
  #cells = [];
  /** @type {Map<string, string>} */
  #colours = new Map();
  #parts;

  /**
   * @param {HTMLTextAreaElement} text
   * @param {Words} words
   * @param {(text: string) => void} announce
   * @param {() => void} painted called after each change of the text
   */
  constructor(text, words, announce, painted) {
    this.#text = text;
    this.#words = words;
    this.#announce = announce;
    this.#painted = painted;
    this.#parts = this.#build();
    this.element = this.#parts.element;
    this.#listen();
    this.follow();
    if (this.#drawing) this.#brush = signsOf(this.#drawing)[0] ?? EMPTY;
    this.#draw();
  }

  /** Shows the text after a change from outside. */
  follow() {
    this.#before = [];
    this.#draw();
  }

  #build() {
    const { painter: words } = this.#words;
    const check = (/** @type {HTMLElement} */ control, /** @type {string} */ label) => el('label', { class: 'check' }, control, label);
    const name = el('input', { id: 'paint-name', autocomplete: 'off', maxlength: 120, placeholder: this.#words.untitled });
    const sizes = { min: 1, max: MOST };
    const columns = numberField('paint-columns', words.columns, null, sizes);
    const rows = numberField('paint-rows', words.rows, null, sizes);
    const layers = LAYERS.map((layer) => el('input', {
      type: 'radio', name: 'paint-layer', value: layer, checked: layer === this.#layer, onchange: () => this.#show(layer),
    }));
    const help = el('p', { id: 'paint-help', class: 'muted small', 'aria-live': 'polite' });
    const wall = this.#brushButton(WALL, words.wall);
    const empty = this.#brushButton(EMPTY, words.empty);
    const pieces = el('div', { class: 'pieces' });
    const newPiece = el('button', { id: 'paint-new', type: 'button', class: 'button' }, words.newPiece);
    const brushes = el('div', { id: 'paint-brushes', class: 'row', role: 'group', 'aria-label': words.brushes }, wall, empty, pieces, newPiece);
    const grid = el('div', { id: 'paint-grid', role: 'grid', 'aria-describedby': 'paint-keys' });
    const undo = el('button', { id: 'paint-undo', type: 'button', class: 'button' }, icon('undo'), words.undo);
    const fromStart = el('button', { id: 'paint-from-start', type: 'button', class: 'button' }, words.fromStart);
    const clear = el('button', { id: 'paint-clear', type: 'button', class: 'button' }, icon('trash'), el('span', {}));
    const locks = el('div', { class: 'locks' });
    const lengthwise = el('input', { id: 'paint-lengthwise', type: 'checkbox' });
    const byShape = el('input', { id: 'paint-by-shape', type: 'checkbox' });
    const alike = el('input', { id: 'paint-alike', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', 'aria-describedby': 'paint-alike-help' });
    const desk = el('div', { class: 'part' },
      labelled(words.name, name),
      el('div', { class: 'row' }, columns.field, rows.field),
      el('fieldset', { class: 'layers' }, el('legend', {}, words.layer),
        ...LAYERS.map((layer, at) => check(/** @type {HTMLElement} */ (layers[at]), words.layers[layer]))),
      help, brushes, grid);
    const rules = el('div', { class: 'part' },
      el('p', { id: 'paint-keys', class: 'muted small' }, words.keys),
      el('details', {}, el('summary', {}, words.moves), el('div', { class: 'facts' },
        locks, check(lengthwise, words.lengthwise), check(byShape, words.byShape),
        labelled(words.alike, alike), el('p', { id: 'paint-alike-help', class: 'muted small' }, words.alikeHelp))));
    const message = el('p', { id: 'paint-message', role: 'status' });
    const anew = el('button', { id: 'paint-anew', type: 'button', class: 'button' }, words.anew);
    const element = el('section', { class: 'card painter' }, el('h2', {}, words.title), message, desk,
      el('div', { class: 'row' }, undo, fromStart, clear, anew), rules);
    return {
      element, desk, rules, message, name, columns: columns.input, rows: rows.input, help, wall, pieces, newPiece, brushes, grid, undo, fromStart, clear, anew,
      locks, lengthwise, byShape, alike,
    };
  }

  /**
   * @param {string} sign
   * @param {string} name
   */
  #brushButton(sign, name) {
    return el('button', { type: 'button', class: 'button', 'data-brush': sign, 'aria-label': name, onclick: () => this.#choose(sign) },
      el('span', { class: 'swatch', 'data-sign': sign }), sign === WALL || sign === EMPTY ? name : null);
  }

  #listen() {
    const { name, columns, rows, newPiece, grid, undo, fromStart, clear, anew, lengthwise, byShape, alike } = this.#parts;
    for (const field of [name, alike]) field.addEventListener('focus', () => { this.#fresh = true; });
    name.addEventListener('input', () => this.#change((drawing) => ({ ...drawing, name: name.value })));
    alike.addEventListener('input', () =>
      this.#change((drawing) => ({ ...drawing, alike: alike.value.split(/\s+/).filter((group) => group !== '') })));
    for (const field of [columns, rows]) field.addEventListener('change', () => this.#resize());
    newPiece.addEventListener('click', () => { if (this.#drawing) this.#choose(freeSign(this.#drawing)); });
    lengthwise.addEventListener('change', () => this.#stroke((drawing) => ({ ...drawing, lengthwise: lengthwise.checked })));
    byShape.addEventListener('change', () => this.#stroke((drawing) => ({ ...drawing, byShape: byShape.checked })));
    undo.addEventListener('click', () => this.#undo());
    fromStart.addEventListener('click', () => this.#stroke(goalFromStart));
    clear.addEventListener('click', () => {
      this.#stroke((drawing) => cleared(drawing, this.#layer));
      this.#announce(this.#words.painter.cleared);
    });
    anew.addEventListener('click', () => {
      this.#fresh = true;
      this.#put(BLANK);
      this.#parts.name.focus();
    });
    grid.addEventListener('keydown', (event) => this.#key(event));
    grid.addEventListener('pointerdown', (event) => this.#press(event));
    grid.addEventListener('pointermove', (event) => this.#drag(event));
    for (const end of ['pointerup', 'pointercancel']) grid.addEventListener(end, () => { this.#pointer = null; });
  }

  /** @param {Layer} layer */
  #show(layer) {
    this.#layer = layer;
    if (layer !== 'start' && this.#brush === WALL) this.#brush = EMPTY;
    this.#draw();
  }

  /** @param {string} sign */
  #choose(sign) {
    this.#brush = sign;
    this.#draw();
    this.#announce(this.#words.painter.brush(this.#named(sign)));
  }

  /** @param {string} sign */
  #named(sign) {
    const { wall, empty, piece } = this.#words.painter;
    if (sign === WALL) return wall;
    return sign === EMPTY ? empty : piece(sign);
  }

  #resize() {
    const { columns, rows } = this.#parts;
    const [width, height] = [columns, rows].map(({ valueAsNumber }) => Math.min(Math.max(Math.round(valueAsNumber), 1), MOST));
    if (width && height) this.#stroke((drawing) => resized(drawing, width, height));
    this.#draw();
  }

  /** @param {(drawing: Drawing) => Drawing} change */
  #stroke(change) {
    this.#fresh = true;
    this.#change(change);
  }

  /**
   * Makes a change, which continues a stroke that has started.
   * @param {(drawing: Drawing) => Drawing} change
   */
  #change(change) {
    if (this.#drawing) this.#put(write(this.#text.value, change(this.#drawing)));
  }

  /** @param {string} text */
  #put(text) {
    if (text === this.#text.value) return;
    if (this.#fresh) this.#before.push(this.#text.value);
    this.#fresh = false;
    this.#replace(text);
  }

  #undo() {
    const text = this.#before.pop();
    if (text === undefined) return;
    this.#replace(text);
    this.#announce(this.#words.painter.undone);
  }

  /** @param {string} text */
  #replace(text) {
    const { scrollTop } = this.#text;
    this.#text.value = text;
    this.#text.scrollTop = scrollTop;
    this.#painted();
    this.#draw();
  }

  /** @param {Cell} cell */
  #paint(cell) {
    this.#change((drawing) => painted(drawing, this.#layer, cell, this.#brush));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    // Keeps the browser from selecting text and dragging it.
    event.preventDefault();
    this.#parts.grid.setPointerCapture(event.pointerId);
    this.#fresh = true;
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

  /**
   * The place of a pointer, in cells.
   * @param {PointerEvent} event
   * @returns {Cell}
   */
  #place({ clientX, clientY }) {
    const grid = this.#parts.grid;
    const { left, top } = grid.getBoundingClientRect();
    const { width, height } = { width: grid.clientWidth, height: grid.clientHeight };
    const [columns, rows] = [this.#cells[0]?.length ?? 1, this.#cells.length];
    return [(clientX - left - grid.clientLeft) / width * columns, (clientY - top - grid.clientTop) / height * rows];
  }

  /** @param {Cell} place */
  #paintAt([x, y]) {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (this.#cells[row]?.[column]) this.#paint([column, row]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target, key } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const isUndo = isCommand && !event.shiftKey && key.toLowerCase() === 'z';
    if (!(target instanceof HTMLButtonElement) || event.altKey || (isCommand && !isUndo)) return;
    const [column, row] = [Number(target.dataset['column']), Number(target.dataset['row'])];
    const arrow = ARROW_KEYS[key];
    if (isUndo) this.#undo();
    else if (arrow) this.#cells[row + arrow[1]]?.[column + arrow[0]]?.focus();
    else if (key === 'Delete' || key === 'Backspace') this.#stroke((drawing) => painted(drawing, this.#layer, [column, row], EMPTY));
    else if (this.#isBrush(key)) this.#choose(key);
    else return;
    event.preventDefault();
  }

  /**
   * Whether a key chooses a brush. Walls and new pieces can be painted only on the start.
   * @param {string} key
   */
  #isBrush(key) {
    if ([...key].length !== 1 || /\s/.test(key)) return false;
    return this.#layer === 'start' || key === EMPTY || (this.#drawing !== null && signsOf(this.#drawing).includes(key));
  }

  #draw() {
    const { element, desk, rules, message, undo, anew, fromStart, clear } = this.#parts;
    const { painter: words } = this.#words;
    const drawing = read(this.#text.value);
    const isLarge = drawing !== null && Math.max(drawing.start.length, drawing.start[0]?.length ?? 0) > MOST;
    this.#drawing = isLarge ? null : drawing;
    undo.disabled = this.#before.length === 0;
    desk.hidden = this.#drawing === null;
    rules.hidden = this.#drawing === null;
    clear.hidden = this.#drawing === null;
    anew.hidden = this.#drawing !== null;
    fromStart.hidden = this.#drawing === null || this.#layer !== 'goal';
    element.dataset['layer'] = this.#layer;
    fill(message, this.#drawing ? null : isLarge ? words.tooLarge(MOST) : words.unread);
    fill(/** @type {HTMLElement} */ (clear.lastElementChild), words.clear[this.#layer]);
    if (!this.#drawing) return;
    this.#colours = coloursOf(this.#drawing);
    this.#drawRules(this.#drawing);
    this.#drawBrushes(this.#drawing);
    this.#drawGrid(this.#drawing);
  }

  /** @param {Drawing} drawing */
  #drawRules(drawing) {
    const { name, columns, rows, help, locks, lengthwise, byShape, alike } = this.#parts;
    const { painter: words } = this.#words;
    const texts = /** @type {const} */ ([
      [name, drawing.name], [columns, drawing.start[0]?.length], [rows, drawing.start.length],
    ]);
    for (const [field, value] of texts) setField(field, String(value));
    // A trailing space does not change the groups.
    if (alike.value.trim().replace(/\s+/g, ' ') !== drawing.alike.join(' ')) setField(alike, drawing.alike.join(' '));
    lengthwise.checked = drawing.lengthwise;
    byShape.checked = drawing.byShape;
    if (help.textContent !== words.help[this.#layer]) fill(help, words.help[this.#layer]);
    renew(locks, signsOf(drawing), (sign) => this.#lock(sign));
    for (const select of locks.querySelectorAll('select')) {
      select.value = freedomOf(drawing, select.dataset['sign'] ?? '');
      fill(/** @type {HTMLElement} */ (select.firstElementChild), drawing.lengthwise ? words.byLength : words.freedoms.both);
    }
    for (const swatch of locks.querySelectorAll('.swatch')) this.#colour(swatch);
  }

  /** @param {string} sign */
  #lock(sign) {
    const { painter: words } = this.#words;
    const select = el('select', {
      'data-sign': sign, 'aria-label': words.freedom(sign),
      onchange: () => this.#stroke((drawing) => freed(drawing, sign, FREEDOMS.find((one) => one === select.value) ?? 'both')),
    }, ...FREEDOMS.map((freedom) => el('option', { value: freedom }, words.freedoms[freedom])));
    return el('div', { 'data-sign': sign }, el('span', { class: 'swatch', 'data-sign': sign }), select);
  }

  /** @param {Drawing} drawing */
  #drawBrushes(drawing) {
    const { brushes, wall, pieces, newPiece } = this.#parts;
    const isPiece = this.#brush !== WALL && this.#brush !== EMPTY;
    const signs = [...new Set([...signsOf(drawing), ...(isPiece ? [this.#brush] : [])])];
    renew(pieces, signs, (sign) => this.#brushButton(sign, this.#words.painter.piece(sign)));
    for (const button of brushes.querySelectorAll('[data-brush]')) {
      button.setAttribute('aria-pressed', String(button.getAttribute('data-brush') === this.#brush));
    }
    for (const swatch of brushes.querySelectorAll('.swatch')) this.#colour(swatch);
    wall.hidden = this.#layer !== 'start';
    newPiece.hidden = this.#layer !== 'start';
  }

  /** @param {Element} swatch */
  #colour(swatch) {
    const sign = swatch.getAttribute('data-sign') ?? '';
    swatch.setAttribute('class', `swatch ${this.#look(sign)}`);
  }

  /** @param {string} sign */
  #look(sign) {
    if (sign === WALL) return 'no-cell';
    return sign === EMPTY ? 'free' : `of-piece ${this.#colours.get(sign) ?? 's3'}`;
  }

  /** @param {Drawing} drawing */
  #drawGrid(drawing) {
    const { grid } = this.#parts;
    const signs = gridOf(drawing, this.#layer);
    const [columns, rows] = [signs[0]?.length ?? 0, signs.length];
    if (this.#cells.length !== rows || this.#cells[0]?.length !== columns) this.#rebuild(columns, rows);
    grid.setAttribute('aria-label', this.#words.painter.grid[this.#layer]);
    this.#cells.forEach((buttons, row) => buttons.forEach((button, column) => {
      const sign = signs[row]?.[column] ?? WALL;
      const joins = [['up', row - 1, column], ['right', row, column + 1], ['down', row + 1, column], ['left', row, column - 1]]
        .filter(([, y, x]) => signs[Number(y)]?.[Number(x)] === sign).map(([way]) => way);
      button.className = [this.#look(sign), ...joins].join(' ');
      button.dataset['sign'] = sign;
      const name = this.#words.painter.cell(column + 1, row + 1, this.#named(sign));
      if (button.getAttribute('aria-label') === name) return;
      button.setAttribute('aria-label', name);
      if (button === document.activeElement) this.#announce(name);
    }));
  }

  /**
   * @param {number} columns
   * @param {number} rows
   */
  #rebuild(columns, rows) {
    const { grid } = this.#parts;
    this.#cells = cellGrid(columns, rows, (cell) => ({ onclick: () => { this.#fresh = true; this.#paint(cell); } }));
    grid.style.setProperty('--columns', String(columns));
    fill(grid, ...this.#cells.map((buttons) => el('div', { role: 'row' }, ...buttons)));
  }
}

/**
 * Sets a field only if its value differs, because setting it moves the cursor.
 * @param {HTMLInputElement} field
 * @param {string} value
 */
function setField(field, value) {
  if (field.value !== value) field.value = value;
}

/**
 * Fills an element with one child per sign, and reuses those that exist. The focus does not change.
 * @param {HTMLElement} parent
 * @param {string[]} signs
 * @param {(sign: string) => HTMLElement} make
 */
function renew(parent, signs, make) {
  const signOf = (/** @type {Element} */ child) => child.getAttribute('data-brush') ?? child.getAttribute('data-sign') ?? '';
  const known = new Map([...parent.children].map((child) => [signOf(child), child]));
  if ([...known.keys()].join('') === signs.join('')) return;
  const focused = document.activeElement;
  fill(parent, ...signs.map((sign) => known.get(sign) ?? make(sign)));
  if (focused instanceof HTMLElement && parent.contains(focused)) focused.focus();
}
