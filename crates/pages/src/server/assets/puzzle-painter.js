/** The painter of puzzles: grids of cells, and controls for the rules. The text of the puzzle is its only state. */
import { el, enable, fill } from './dom.js';
import { GridEditor } from './grid-editor.js';
import { icon } from './icons.js';
import { labelled, numberField } from './lists.js';
import { EVERYONE, cleared, coloursOf, doorSigns, freeSign, freed, freedomOf, goalFromStart, gridOf, painted as paint, resized, signsOf } from './puzzle-drawing.js';
import { isDoorPlace, read, signsIn, write } from './puzzle-text.js';
import { EMPTY, WALL } from './rules.js';

/** @import { Freedom, Layer } from './puzzle-drawing.js' */
/** @import { Drawing } from './puzzle-text.js' */
/** @import { Words } from './puzzle-words.js' */

/** Maximum number of columns and rows. */
const MOST = 20;

const BLANK = `start = """
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
const LAYERS = ['start', 'goal', 'gate', 'doors'];
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
  /** The texts before each stroke. @type {string[]} */
  #before = [];
  /** @type {Map<string, string>} */
  #colours = new Map();
  #grid;
  #parts;

  /**
   * @param {HTMLTextAreaElement} text
   * @param {Words} words
   * @param {import('./words.js').Context} context
   * @param {() => void} painted called after each change of the text
   */
  constructor(text, words, context, painted) {
    this.#text = text;
    this.#words = words;
    this.#announce = context.announce;
    this.#painted = painted;
    this.#grid = new GridEditor(context, {
      id: 'paint-grid', help: 'paint-keys', words, before: this.#before, stamps: false,
      text: () => text.value,
      replace: (after) => this.#replace(after),
      painted: (cell, brush) => this.#after((drawing) => paint(drawing, this.#layer, cell, brush)),
      covers: (cell) => [cell],
      view: () => ({ label: words.painter.grid[this.#layer], cells: this.#cells() }),
      brushOf: (key) => this.#brushOf(key),
      chosen: (brush) => {
        this.#draw();
        this.#announce(words.painter.brush(this.#named(brush)));
      },
    });
    this.#parts = this.#build();
    this.element = this.#parts.element;
    this.#listen();
    this.follow();
    if (this.#drawing) this.#grid.brush = signsOf(this.#drawing)[0] ?? EMPTY;
    this.#draw();
  }

  /** The layer that has no piece yet but needs one, so that the puzzle is not complete; null if there is none. */
  get missing() {
    const { start = [], goals = [], doors = [], gone = '' } = this.#drawing ?? {};
    const isBare = (/** @type {string[][]} */ grid) => signsIn(grid).length === 0;
    if (!this.#drawing) return null;
    if (isBare(start)) return 'start';
    return goals.every(isBare) && isBare(doors) && gone === '' ? 'goal' : null;
  }

  /** Shows the text after a change from outside. */
  follow() {
    this.#before.length = 0;
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
      help, brushes, this.#grid.element);
    const rules = el('div', { class: 'part' },
      el('p', { id: 'paint-keys', class: 'muted small' }, words.keys),
      el('details', {}, el('summary', {}, words.moves), el('div', { class: 'facts' },
        locks, check(lengthwise, words.lengthwise), check(byShape, words.byShape),
        labelled(words.alike, alike), el('p', { id: 'paint-alike-help', class: 'muted small' }, words.alikeHelp))));
    const message = el('p', { id: 'paint-message', role: 'status' });
    const anew = el('button', { id: 'paint-anew', type: 'button', class: 'button' }, words.anew);
    const element = el('section', { class: 'card painter' }, el('h2', {}, words.title), message, desk,
      el('div', { class: 'row' }, this.#grid.undoButton, fromStart, clear, anew), rules);
    return {
      element, desk, rules, message, name, columns: columns.input, rows: rows.input, help, wall, pieces, newPiece, brushes, fromStart, clear, anew,
      locks, lengthwise, byShape, alike,
    };
  }

  /** @param {string} sign @param {string} name */
  #brushButton(sign, name) {
    return this.#grid.brushButton(sign, name,
      el('span', { class: 'swatch', 'data-sign': sign }), sign === WALL || sign === EMPTY ? name : null);
  }

  #listen() {
    const { name, columns, rows, newPiece, fromStart, clear, anew, lengthwise, byShape, alike } = this.#parts;
    for (const field of [name, alike]) field.addEventListener('focus', () => this.#grid.begin());
    name.addEventListener('input', () => this.#change((drawing) => ({ ...drawing, name: name.value })));
    alike.addEventListener('input', () =>
      this.#change((drawing) => ({ ...drawing, alike: alike.value.split(/\s+/).filter((group) => group !== '') })));
    for (const field of [columns, rows]) field.addEventListener('change', () => this.#resize());
    newPiece.addEventListener('click', () => { if (this.#drawing) this.#grid.choose(freeSign(this.#drawing)); });
    lengthwise.addEventListener('change', () => this.#stroke((drawing) => ({ ...drawing, lengthwise: lengthwise.checked })));
    byShape.addEventListener('change', () => this.#stroke((drawing) => ({ ...drawing, byShape: byShape.checked })));
    fromStart.addEventListener('click', () => this.#stroke(goalFromStart));
    clear.addEventListener('click', () => {
      this.#stroke((drawing) => cleared(drawing, this.#layer));
      this.#announce(this.#words.painter.cleared);
    });
    anew.addEventListener('click', () => {
      this.#grid.begin();
      this.#grid.change(BLANK);
      this.#parts.name.focus();
    });
  }

  /** @param {Layer} layer */
  #show(layer) {
    this.#layer = layer;
    if (layer !== 'start' && this.#brushOf(this.#grid.brush) !== this.#grid.brush) this.#grid.brush = EMPTY;
    this.#draw();
  }

  /** @param {string} sign */
  #named(sign) {
    const { wall, empty, piece, everyone } = this.#words.painter;
    if (sign === WALL) return wall;
    if (sign === EVERYONE && this.#layer === 'doors') return everyone;
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
    this.#grid.begin();
    this.#change(change);
  }

  /** Makes a change, which continues a stroke that has started. @param {(drawing: Drawing) => Drawing} change */
  #change(change) {
    this.#grid.change(this.#after(change));
  }

  /** The text after a change of the drawing. @param {(drawing: Drawing) => Drawing} change */
  #after(change) {
    const { value } = this.#text;
    return this.#drawing ? write(value, change(this.#drawing)) : value;
  }

  /** @param {string} text */
  #replace(text) {
    const { scrollTop } = this.#text;
    this.#text.value = text;
    this.#text.scrollTop = scrollTop;
    this.#painted();
    this.#draw();
  }

  /**
   * The brush that a key chooses: the piece with this sign, or with the same letter in the other case. Walls and new pieces
   * can be painted only on the start.
   * @param {string} key
   */
  #brushOf(key) {
    if ([...key].length !== 1 || /\s/.test(key)) return undefined;
    const signs = this.#drawing ? [EMPTY, ...(this.#layer === 'doors' ? doorSigns : signsOf)(this.#drawing)] : [];
    const known = [key, key.toUpperCase(), key.toLowerCase()].find((sign) => signs.includes(sign));
    return known ?? (this.#layer === 'start' ? key : undefined);
  }

  #draw() {
    const { element, desk, rules, message, anew, fromStart, clear } = this.#parts;
    const { painter: words } = this.#words;
    const drawing = read(this.#text.value);
    const isLarge = drawing !== null && Math.max(drawing.start.length, drawing.start[0]?.length ?? 0) > MOST;
    this.#drawing = isLarge ? null : drawing;
    enable(this.#grid.undoButton, this.#before.length > 0);
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
    this.#grid.draw();
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
    const { brush } = this.#grid;
    const known = this.#layer === 'doors' ? doorSigns(drawing) : signsOf(drawing);
    const signs = [...new Set([...known, ...(brush === WALL || brush === EMPTY ? [] : [brush])])];
    renew(pieces, signs, (sign) => this.#brushButton(sign, this.#named(sign)));
    this.#grid.showBrush(brushes);
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
    return sign === EMPTY ? 'free' : `of-piece ${this.#colours.get(sign) ?? (this.#layer === 'doors' ? 'any' : 's3')}`;
  }

  /** The doors around the board, which shows the start. @param {Drawing} drawing */
  #doorCells({ start, doors }) {
    const { cell, beside, place: placeOf, colon } = this.#words;
    const width = start[0]?.length ?? 0;
    return doors.map((row, y) => row.map((sign, x) => {
      const inside = start[y - 1]?.[x - 1];
      if (!isDoorPlace(start, x, y)) {
        const piece = inside ?? WALL;
        return { piece: `start ${piece}`, sign: piece === WALL || piece === EMPTY ? '' : piece, look: `${this.#look(piece)} inside`, name: cell(x, y, this.#named(piece)) };
      }
      const place = inside === undefined
        ? x === 0 ? beside.left([y]) : x > width ? beside.right([y]) : y === 0 ? beside.top([x]) : beside.bottom([x])
        : placeOf(x, y);
      return { piece: sign, sign: sign === EMPTY ? '' : sign, look: sign === EMPTY ? 'no-cell place' : this.#look(sign), name: place + colon + this.#named(sign) };
    }));
  }

  #cells() {
    if (this.#layer === 'doors' && this.#drawing) return this.#doorCells(this.#drawing);
    const signs = this.#drawing ? gridOf(this.#drawing, this.#layer) : [];
    return signs.map((row, y) => row.map((sign, x) =>
      ({ piece: sign, sign, look: this.#look(sign), name: this.#words.cell(x + 1, y + 1, this.#named(sign)) })));
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
