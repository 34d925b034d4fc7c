/** The editor: edits a layout, reads positions in any notation, and stores the visitor's layouts. */
import { replaceAddress } from './address.js';
import { aborted, get, latest, query } from './api.js';
import { download } from './download.js';
import { decorate, el, enable, fill, svg } from './dom.js';
import { words as table } from './editor-words.js';
import { COLUMNS, GOAL, NOTATIONS, ROWS } from './family.js';
import { GridEditor } from './grid-editor.js';
import { icon } from './icons.js';
import { boardImage, distanceCards, positionHref } from './lists.js';
import { openingName, pieceName, positionText } from './names.js';
import { reasons } from './notice.js';
import { boardPicture, svgOf } from './puzzle-export.js';
import { EMPTY, klotski, size } from './rules.js';
import { shareButtons } from './share.js';
import { keepLayouts, layouts } from './store.js';

/** @import { Cell, Converted, Position } from 'api' */
/** @import { Context } from './words.js' */
/** @typedef {import('./dom.js').Child} Child */

/** The board without pieces, and with the big one. */
const CLEAR = klotski.print([]);
const FIRST = klotski.print([{ shape: '0', column: GOAL[0], row: 0 }]);
/** The sign of each shape, and the eraser. */
const BRUSHES = [...klotski.puzzle.kinds.flatMap(({ signs }) => signs), EMPTY];

/** The layout and its history stay in memory after the visitor leaves the page. @type {string | null} */
let kept = null;
/** @type {string[]} */
const before = [];

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const asked = url.searchParams.get('p');
  const isGrid = asked !== null && klotski.parse(asked) !== null;
  if (isGrid && kept !== null && kept !== asked) before.push(kept);
  kept = isGrid ? asked : kept ?? FIRST;
  const page = new Editor(root, context, kept);
  // The server reads all other notations.
  if (asked !== null && !isGrid) await page.read(asked);
}

/** The cells that a brush covers, and the piece there; a piece stays on the board. @param {Cell} cell @param {string} brush */
function stamp([column, row], brush) {
  const shape = klotski.shapeOf(brush);
  if (shape === undefined) return { piece: null, cells: [/** @type {Cell} */ ([column, row])] };
  const { width, height } = size(klotski.kind(shape));
  const piece = { shape, column: Math.min(column, COLUMNS - width), row: Math.min(row, ROWS - height) };
  return { piece, cells: klotski.cellsOf(piece) };
}

/**
 * A position after a brush is used. A new piece replaces those that it covers.
 * @param {string} text
 * @param {Cell} cell
 * @param {string} brush
 */
function stamped(text, cell, brush) {
  const { piece, cells } = stamp(cell, brush);
  const covered = new Set(cells.map((own) => klotski.cellIndex(own)));
  const others = (klotski.parse(text) ?? []).filter((other) => !klotski.cellsOf(other).some((own) => covered.has(klotski.cellIndex(own))));
  return klotski.print(piece ? [...others, piece] : others);
}

class Editor {
  #context;
  #words;
  #language;
  #text;
  /** Why the present layout is no position, once it is known; null if it is one. @type {Promise<Child[] | null>} */
  #fault = Promise.resolve(null);
  /** The name of a stored layout that the next save replaces. @type {string | null} */
  #replacing = null;
  #asking;
  #grid;
  #parts;

  /**
   * @param {HTMLElement} root
   * @param {Context} context
   * @param {string} text of the layout
   */
  constructor(root, context, text) {
    this.#context = context;
    this.#asking = latest(context.signal);
    this.#language = context.language;
    this.#words = context.t(table);
    this.#text = text;
    const words = this.#words;
    this.#grid = new GridEditor(context, {
      id: 'canvas', help: 'editor-help', words, before, stamps: true,
      text: () => this.#text,
      replace: (text) => this.#replace(text),
      painted: (cell, brush) => stamped(this.#text, cell, brush),
      covers: (cell, brush) => stamp(cell, brush).cells,
      view: () => ({ label: words.board, cells: this.#cells() }),
      brushOf: (key) => BRUSHES.find((brush) => brush === key.toUpperCase()),
      chosen: () => this.#grid.showBrush(this.#parts.palette),
    });
    this.#parts = this.#build();
    fill(root, this.#parts.element);
    this.#listen();
    this.#grid.choose(BRUSHES[0] ?? EMPTY);
    this.#showLayouts();
    this.#replace(text);
  }

  #build() {
    const words = this.#words;
    const grid = this.#grid;
    const command = (/** @type {string} */ id, /** @type {import('./icons.js').Icon} */ sign, /** @type {string} */ text) =>
      el('button', { id, type: 'button', class: 'button' }, icon(sign), text);
    const palette = el('div', { id: 'palette', role: 'group', 'aria-label': words.palette }, ...BRUSHES.map((brush) => {
      const shape = klotski.shapeOf(brush);
      const [name, sign] = shape === undefined ? [words.erase, icon('erase')] : [this.#nameOf(shape), picture(shape)];
      return grid.brushButton(brush, name, sign, el('span', {}, name));
    }));
    const message = el('p', { id: 'editor-message', role: 'status' });
    const found = el('div', { id: 'editor-distances' });
    const share = shareButtons(this.#context, () => positionHref(this.#text));
    const play = el('a', { id: 'editor-play', class: 'button primary' }, icon('play'), words.play);
    const clear = command('clear', 'trash', words.clear);
    const mirror = command('mirror', 'mirror', words.mirror);
    const paste = el('textarea', {
      id: 'paste', rows: 5, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'aria-describedby': 'paste-help',
    });
    const pasteRead = el('button', { id: 'paste-read', type: 'submit', class: 'button' }, words.read);
    const pasteForm = el('form', { class: 'row' }, paste, pasteRead);
    const pasteError = el('p', { id: 'paste-error', role: 'status', class: 'bad' });
    const notations = el('div', { id: 'notations' });
    const layoutName = el('input', { id: 'layout-name', autocomplete: 'off', maxlength: 80, required: true });
    const layoutSave = el('button', { id: 'layout-save', type: 'submit', class: 'button' }, words.save);
    const layoutForm = el('form', { class: 'row' }, layoutName, layoutSave);
    const layoutError = el('p', { id: 'layout-error', role: 'status', class: 'bad' });
    const layoutList = el('ul', { id: 'layouts' });
    const element = el('div', { class: 'editor' },
      el('h1', {}, this.#context.title),
      el('div', { class: 'workbench' }, palette, el('div', { class: 'tray' }, grid.element),
        el('div', { class: 'row middle' }, grid.undoButton, mirror, clear),
        el('p', { id: 'editor-help', class: 'muted small' }, words.help),
        el('p', { class: 'small' }, el('a', { href: '/puzzles/editor' }, words.otherBoards))),
      el('div', { class: 'side' },
        el('section', { class: 'card facts' }, message, found, el('div', { class: 'row' }, play), share.element),
        el('section', { class: 'card' }, el('h2', {}, el('label', { for: 'paste' }, words.paste)), pasteForm,
          el('p', { id: 'paste-help', class: 'muted small' }, words.pasteHelp), pasteError),
        el('section', { class: 'card' }, el('h2', {}, words.notations), notations),
        el('section', { class: 'card' }, el('h2', {}, words.layouts),
          el('label', { for: 'layout-name', class: 'muted small' }, words.layoutName), layoutForm, layoutError, layoutList)));
    return {
      element, palette, message, found, play, share, clear, mirror,
      paste, pasteForm, pasteError, notations, layoutName, layoutForm, layoutSave, layoutError, layoutList,
    };
  }

  /** @param {string} shape */
  #nameOf(shape) {
    return pieceName(this.#language, klotski, shape);
  }

  #listen() {
    const { clear, mirror, pasteForm, paste, layoutForm, layoutName } = this.#parts;
    clear.addEventListener('click', () => this.#change(CLEAR));
    mirror.addEventListener('click', () => this.#change(this.#text.split('/').map((row) => [...row].reverse().join('')).join('/')));
    pasteForm.addEventListener('submit', (event) => {
      event.preventDefault();
      if (paste.value.trim() !== '') this.read(paste.value.trim());
    });
    // Enter alone starts a new line.
    paste.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) pasteForm.requestSubmit();
    });
    layoutForm.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#save(layoutName.value.trim());
    });
    layoutName.addEventListener('input', () => this.#offerToReplace(null));
    // Another tab may save or delete layouts.
    addEventListener('storage', () => this.#showLayouts(), { signal: this.#context.signal });
  }

  /** @param {string} text */
  #change(text) {
    this.#grid.begin();
    this.#grid.change(text);
  }

  /** Shows a layout, and asks about it. @param {string} text */
  #replace(text) {
    this.#text = kept = text;
    this.#offerToReplace(null);
    this.#grid.draw();
    replaceAddress(`/editor${query({ p: text })}${location.hash}`);
    this.#fault = this.#ask(text, this.#asking());
  }

  #cells() {
    const pieces = klotski.parse(this.#text) ?? [];
    const owner = new Map(pieces.flatMap((piece, nth) => klotski.cellsOf(piece).map((cell) => [klotski.cellIndex(cell), nth])));
    return Array.from({ length: ROWS }, (_, row) => Array.from({ length: COLUMNS }, (_, column) => {
      const at = owner.get(klotski.cellIndex([column, row]));
      const shape = pieces[at ?? -1]?.shape;
      const what = shape === undefined ? this.#words.empty : this.#nameOf(shape);
      return { piece: String(at), look: shape === undefined ? 'free' : `of-piece s${shape}`, name: this.#words.cell(column + 1, row + 1, what) };
    }));
  }

  /** Shows what is known about a layout. Returns why it is no position. @param {string} text @param {AbortSignal} signal */
  async #ask(text, signal) {
    try {
      const answer = await get('/api/v1/position', { p: text }, signal);
      this.#accept(answer);
      /** @type {[typeof NOTATIONS[number], Promise<Converted>][]} */
      const asked = NOTATIONS.map((to) => [to, get('/api/v1/convert', { p: text, to }, signal)]);
      const written = await Promise.all(asked.map(async ([to, conversion]) => this.#notation(to, (await conversion).text)));
      if (!signal.aborted) fill(this.#parts.notations, el('dl', {}, ...written, this.#pictureRow(text)));
      return null;
    } catch (error) {
      const why = reasons(this.#language, error);
      if (!signal.aborted && !aborted(error)) this.#refuse(...why);
      return why;
    }
  }

  /** @param {Position} answer */
  #accept(answer) {
    const words = this.#words;
    const { message, found, play, share } = this.#parts;
    message.className = '';
    const [name] = answer.names.map((name) => openingName(this.#language, name));
    fill(message, words.legal(answer.piece_set), answer.solvable ? null : ` ${words.unsolvable}`,
      name ? el('span', {}, ` ${words.known} `, el('b', { lang: name.lang }, name.text)) : null);
    fill(found, distanceCards(this.#language, answer.distance));
    decorate(play, { href: positionHref(answer.position) });
    enable(play, true);
    share.element.hidden = false;
    share.update();
  }

  /** @param {Child[]} why */
  #refuse(...why) {
    const { message, found, play, share, notations } = this.#parts;
    message.className = 'bad';
    fill(message, ...why);
    fill(found);
    play.removeAttribute('href');
    enable(play, false);
    share.element.hidden = true;
    fill(notations, el('p', { class: 'muted small' }, this.#words.noNotations));
  }

  /** @param {typeof NOTATIONS[number]} to @param {string} text */
  #notation(to, text) {
    const name = this.#words.notation[to];
    return el('div', {}, el('dt', {}, name), el('dd', {}, el('pre', {}, text)),
      el('dd', {}, el('button', {
        type: 'button', class: 'quiet', 'aria-label': this.#words.copyNotation(name), onclick: () => this.#copy(text),
      }, this.#words.copy)));
  }

  /** @param {string} position */
  #pictureRow(position) {
    const save = () => download('klotski.svg', svgOf(boardPicture(klotski, klotski.parse(position) ?? [])));
    return el('div', {}, el('dt', {}, this.#words.picture), el('dd', { class: 'wide' },
      el('button', { id: 'editor-svg', type: 'button', class: 'quiet', onclick: save }, this.#words.download)));
  }

  /** @param {string} text */
  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.#context.announce(this.#words.copied);
    } catch {
      this.#context.announce(this.#words.notCopied);
    }
  }

  /** Reads a position in any notation, or the name of an opening. @param {string} text */
  async read(text) {
    const { pasteError, paste } = this.#parts;
    try {
      const { position } = await get('/api/v1/position', { p: positionText(text) }, this.#context.signal);
      pasteError.textContent = '';
      paste.removeAttribute('aria-invalid');
      this.#change(position);
    } catch (error) {
      if (aborted(error)) return;
      paste.setAttribute('aria-invalid', 'true');
      fill(pasteError, ...reasons(this.#language, error));
    }
  }

  /** Saves the layout if it is legal. To replace another layout of this name, the visitor saves twice. @param {string} name */
  async #save(name) {
    const { layoutName, layoutError } = this.#parts;
    const words = this.#words;
    const position = this.#text;
    if (name === '') return;
    const fault = await this.#fault;
    if (fault) {
      fill(layoutError, words.notSaved, ' ', ...fault);
      return;
    }
    const others = layouts().filter((other) => other.name !== name);
    if (others.length < layouts().length && this.#replacing !== name) {
      this.#offerToReplace(name);
      return;
    }
    keepLayouts([...others, { name, position }]);
    layoutName.value = '';
    this.#offerToReplace(null);
    this.#showLayouts();
    this.#context.announce(words.saved(name));
  }

  /** @param {string | null} name of the stored layout to replace; null for none */
  #offerToReplace(name) {
    const { layoutSave, layoutError } = this.#parts;
    this.#replacing = name;
    layoutSave.textContent = name === null ? this.#words.save : this.#words.replace;
    layoutError.textContent = name === null ? '' : this.#words.taken(name);
  }

  #showLayouts() {
    const words = this.#words;
    const all = layouts();
    fill(this.#parts.layoutList, ...all.map(({ name, position }) => el('li', {},
      boardImage(position),
      el('a', { href: `/editor${query({ p: position })}`, title: words.open }, name),
      el('button', {
        type: 'button', class: 'quiet', 'aria-label': words.remove(name), title: words.remove(name),
        onclick: () => {
          keepLayouts(layouts().filter((other) => other.name !== name));
          this.#showLayouts();
          this.#context.announce(words.removed(name));
          this.#parts.layoutName.focus();
        },
      }, icon('trash')))));
    if (all.length === 0) fill(this.#parts.layoutList, el('li', { class: 'muted small none' }, words.noLayouts));
  }
}

/** @param {string} shape */
function picture(shape) {
  const { width, height } = size(klotski.kind(shape));
  return svg('svg', { viewBox: '0 0 32 32', 'aria-hidden': 'true' }, svg('rect', {
    class: `s${shape}`,
    x: 16 - 7 * width, y: 16 - 7 * height, width: 14 * width, height: 14 * height, rx: 3,
  }));
}
