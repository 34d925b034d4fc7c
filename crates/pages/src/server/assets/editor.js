/** The editor: edits a layout, reads positions in any notation, and stores the visitor's layouts. */
import { kept as keptBeside, replaceAddress } from './address.js';
import { aborted, get, query } from './api.js';
import { ARROW_KEYS } from './board.js';
import { cellGrid } from './cell-grid.js';
import { decorate, el, fill, svg } from './dom.js';
import { Draft } from './draft.js';
import { words as table } from './editor-words.js';
import { COLUMNS, GOAL, NOTATIONS, ROWS } from './family.js';
import { icon } from './icons.js';
import { number } from './language.js';
import { openingName, pieceName, positionText } from './names.js';
import { reasons } from './notice.js';
import { SHAPES, klotski, size } from './rules.js';
import { shareButtons } from './share.js';
import { keepLayouts, layouts } from './store.js';
import { METRICS, metrics } from './words.js';

/** @import { Cell, Conversion, Position } from './api.js' */
/** @import { Fault } from './draft.js' */
/** @import { Context } from './words.js' */

const EMPTY = klotski.print([{ shape: '0', column: GOAL[0], row: 0 }]);
const ERASE = 'erase';
/** Shapes, and the eraser. */
const TOOLS = [...SHAPES.map((_, shape) => String(shape)), ERASE];

/** The layout stays in memory after the visitor leaves the page. @type {Draft | null} */
let kept = null;

/** The text last written into the address. It stays there while pieces overlap. @type {string | null} */
let addressed = null;

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const asked = url.searchParams.get('p');
  const page = new Editor(root, context, draftFor(asked));
  page.check();
  // The server reads all other notations.
  if (asked !== null && !klotski.parse(asked)) await page.read(asked);
}

/** @param {string | null} asked */
function draftFor(asked) {
  const pieces = klotski.parse(asked ?? '');
  if (!kept) kept = new Draft(asked !== null && pieces ? asked : EMPTY);
  else if (pieces && !isAddressOf(kept, asked)) kept.change(pieces);
  return kept;
}

/**
 * Whether the address stands for the present draft. A link may have the same text and mean the text itself, so `check`
 * marks the addresses that it writes.
 * @param {Draft} draft
 * @param {string | null} asked
 */
function isAddressOf(draft, asked) {
  return asked === draft.text || (asked === addressed && keptBeside()['draft'] === true);
}

class Editor {
  #context;
  #words;
  #language;
  #draft;
  #tool = '0';
  /** The name of a stored layout that the next save replaces. @type {string | null} */
  #replacing = null;
  #asking = new AbortController();
  #cells = cellGrid(COLUMNS, ROWS, (cell) => ({
    onclick: () => this.#place(this.#tool, cell),
    onpointerenter: () => this.#preview(cell),
    onpointerleave: () => this.#preview(null),
  }));
  #tiles = el('div', { class: 'tiles', 'aria-hidden': 'true' });
  #parts;

  /**
   * @param {HTMLElement} root
   * @param {Context} context
   * @param {Draft} draft
   */
  constructor(root, context, draft) {
    this.#context = context;
    this.#language = context.language;
    this.#words = context.t(table);
    this.#draft = draft;
    this.#parts = this.#build();
    fill(root, this.#parts.element);
    this.#listen();
    this.#showTool();
    this.#showLayouts();
  }

  #build() {
    const words = this.#words;
    const command = (/** @type {string} */ id, /** @type {import('./icons.js').Icon} */ sign, /** @type {string} */ text) =>
      el('button', { id, type: 'button', class: 'button' }, icon(sign), text);
    const palette = el('div', { id: 'palette', role: 'group', 'aria-label': words.palette },
      ...TOOLS.map((tool) => this.#toolButton(tool)));
    const canvas = el('div', { id: 'canvas', role: 'grid', 'aria-label': words.canvas, 'aria-describedby': 'editor-help' },
      ...this.#cells.map((buttons) => el('div', { role: 'row' }, ...buttons)), this.#tiles);
    this.#cells.forEach((buttons, row) => buttons.forEach((button, column) => {
      button.style.gridArea = `${row + 1} / ${column + 1}`;
    }));
    const message = el('p', { id: 'editor-message', role: 'status' });
    const found = el('div', { id: 'editor-distances' });
    const share = shareButtons(this.#context, () => `/position${query({ p: this.#draft.text })}`);
    const play = el('a', { id: 'editor-play', class: 'button primary' }, icon('play'), words.play);
    const undo = command('editor-undo', 'undo', words.undo);
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
      el('div', { class: 'workbench' }, palette, el('div', { class: 'tray' }, canvas),
        el('div', { class: 'row middle' }, undo, mirror, clear),
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
      element, palette, canvas, message, found, play, share, undo, clear, mirror,
      paste, pasteForm, pasteError, notations, layoutName, layoutForm, layoutSave, layoutError, layoutList,
    };
  }

  /** @param {string} tool */
  #toolButton(tool) {
    const [name, sign] = tool === ERASE ? [this.#words.erase, icon('erase')] : [this.#nameOf(tool), picture(tool)];
    return el('button', {
      type: 'button', class: 'button', 'data-tool': tool, 'data-shape': SHAPES[Number(tool)] ?? tool, onclick: () => this.#choose(tool),
    }, sign, el('span', {}, name));
  }

  /** @param {string} shape */
  #nameOf(shape) {
    return pieceName(this.#language, klotski, shape);
  }

  #listen() {
    const { canvas, undo, clear, mirror, pasteForm, paste, layoutForm, layoutName } = this.#parts;
    canvas.addEventListener('keydown', (event) => this.#key(event));
    undo.addEventListener('click', () => this.#undo());
    clear.addEventListener('click', () => this.#change(() => this.#draft.change([])));
    mirror.addEventListener('click', () => this.#change(() => this.#draft.mirror()));
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
    const { signal } = this.#context;
    // Another tab may save or delete layouts.
    addEventListener('storage', () => this.#showLayouts(), { signal });
    document.addEventListener('keydown', (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || event.shiftKey) return;
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      this.#undo();
    }, { signal });
    signal.addEventListener('abort', () => this.#asking.abort());
  }

  /** @param {string} tool */
  #choose(tool) {
    this.#tool = tool;
    this.#showTool();
  }

  #showTool() {
    for (const button of this.#parts.palette.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.dataset['tool'] === this.#tool));
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target;
    if (!(target instanceof HTMLButtonElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const column = Number(target.dataset['column']);
    const row = Number(target.dataset['row']);
    const arrow = ARROW_KEYS[event.key];
    const shape = klotski.shapeOf(event.key.toUpperCase());
    if (arrow) {
      this.#cells[row + arrow[1]]?.[column + arrow[0]]?.focus();
    } else if (shape) {
      this.#choose(shape);
      this.#place(shape, [column, row]);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      this.#place(ERASE, [column, row]);
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * @param {string} tool
   * @param {Cell} cell
   */
  #place(tool, cell) {
    this.#change(() => this.#draft.place(tool, cell));
  }

  #undo() {
    this.#change(() => this.#draft.undo());
  }

  /** @param {() => void} change */
  #change(change) {
    change();
    this.#offerToReplace(null);
    this.#preview(null);
    this.check();
  }

  /**
   * Previews the piece that a click would place.
   * @param {Cell | null} cell
   */
  #preview(cell) {
    this.#tiles.querySelector('.preview')?.remove();
    if (!cell || this.#tool === ERASE || this.#draft.at(cell) >= 0) return;
    this.#tiles.append(tile({ shape: this.#tool, column: cell[0], row: cell[1] }, 'preview'));
  }

  /** Shows the layout with its faults or its distances. */
  async check() {
    const draft = this.#draft;
    fill(this.#tiles, ...draft.pieces.map((piece) => tile(piece)));
    const { faults, cells } = draft.check();
    this.#cells.forEach((buttons, row) => buttons.forEach((button, column) => {
      const shape = draft.pieces[draft.at([column, row])]?.shape;
      const what = shape ? this.#nameOf(shape) : this.#words.empty;
      button.setAttribute('aria-label', this.#words.cell(column + 1, row + 1, what));
      if (cells.has(klotski.cellIndex([column, row]))) button.setAttribute('aria-invalid', 'true');
      else button.removeAttribute('aria-invalid');
    }));
    this.#parts.undo.disabled = !draft.canUndo;
    this.#asking.abort();
    this.#asking = new AbortController();
    const text = draft.text;
    if (text !== null) {
      addressed = text;
      replaceAddress(`/editor${query({ p: text })}${location.hash}`, { draft: true });
    }
    if (faults.length > 0 || text === null) {
      this.#refuse(this.#faultTexts(faults));
      return;
    }
    await this.#ask(text, this.#asking.signal);
  }

  /** @param {Fault[]} faults */
  #faultTexts(faults) {
    return faults.map((fault) => this.#faultText(fault)).join(' ');
  }

  /** @param {Fault} fault */
  #faultText(fault) {
    const words = this.#words;
    if (fault.kind === 'overlap') return words.overlap(fault.column + 1, fault.row + 1);
    if (fault.kind === 'outside') return words.outside(this.#nameOf(fault.shape), fault.column + 1, fault.row + 1);
    return words[fault.kind];
  }

  /**
   * @param {string} text
   * @param {AbortSignal} signal
   */
  async #ask(text, signal) {
    try {
      const answer = await get('/api/v1/position', { p: text }, signal);
      this.#accept(answer);
      /** @type {[typeof NOTATIONS[number], Promise<Conversion>][]} */
      const asked = NOTATIONS.map((to) => [to, get('/api/v1/convert', { p: text, to }, signal)]);
      const written = await Promise.all(asked.map(async ([to, conversion]) => this.#notation(to, (await conversion).text)));
      if (!signal.aborted) fill(this.#parts.notations, el('dl', {}, ...written, this.#pictureRow(text)));
    } catch (error) {
      if (!signal.aborted && !aborted(error)) this.#refuse(...reasons(this.#language, error));
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
    const names = metrics[this.#language];
    fill(found, el('dl', { class: 'distances' }, ...METRICS.map((metric) => el('div', { class: 'distance' },
      el('dt', { title: names[metric].move }, names[metric].name),
      el('dd', { class: 'now', 'data-metric': metric }, answer.distance[metric] === null ? '–' : number[this.#language](answer.distance[metric]))))));
    decorate(play, { href: `/position${query({ p: answer.position })}` });
    play.removeAttribute('aria-disabled');
    share.element.hidden = false;
    share.update();
  }

  /** @param {import('./dom.js').Child[]} why */
  #refuse(...why) {
    const { message, found, play, share, notations } = this.#parts;
    message.className = 'bad';
    fill(message, ...why);
    fill(found);
    play.removeAttribute('href');
    play.setAttribute('aria-disabled', 'true');
    share.element.hidden = true;
    fill(notations, el('p', { class: 'muted small' }, this.#words.noNotations));
  }

  /**
   * @param {typeof NOTATIONS[number]} to
   * @param {string} text
   */
  #notation(to, text) {
    const name = this.#words.notation[to];
    return el('div', {}, el('dt', {}, name), el('dd', {}, el('pre', {}, text)),
      el('dd', {}, el('button', {
        type: 'button', class: 'quiet', 'aria-label': this.#words.copyNotation(name), onclick: () => this.#copy(text),
      }, this.#words.copy)));
  }

  /** @param {string} position */
  #pictureRow(position) {
    return el('div', {}, el('dt', {}, this.#words.picture), el('dd', { class: 'wide' },
      el('a', { href: `/svg/board${query({ p: position })}`, download: 'klotski.svg' }, this.#words.download)));
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

  /**
   * Reads a position in any notation, or the name of an opening.
   * @param {string} text
   */
  async read(text) {
    const { pasteError, paste } = this.#parts;
    try {
      const { position } = await get('/api/v1/position', { p: positionText(text) }, this.#context.signal);
      pasteError.textContent = '';
      paste.removeAttribute('aria-invalid');
      this.#change(() => this.#draft.change(klotski.parse(position) ?? []));
    } catch (error) {
      if (aborted(error)) return;
      paste.setAttribute('aria-invalid', 'true');
      fill(pasteError, ...reasons(this.#language, error));
    }
  }

  /**
   * Saves the layout if it is legal. To replace another layout of this name, the visitor saves twice.
   * @param {string} name
   */
  #save(name) {
    const { layoutName, layoutError } = this.#parts;
    const words = this.#words;
    const { faults } = this.#draft.check();
    const position = this.#draft.text;
    if (name === '') return;
    if (faults.length > 0 || position === null) {
      layoutError.textContent = `${words.notSaved} ${this.#faultTexts(faults)}`;
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
      el('img', { loading: 'lazy', src: `/svg/board${query({ p: position })}`, alt: '', width: 40, height: Math.round(40 * (100 * ROWS + 60) / (100 * COLUMNS + 60)) }),
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

/**
 * The element of a piece on the canvas.
 * @param {import('./rules.js').Piece} piece
 * @param {string} [more] another class
 */
function tile({ shape, column, row }, more = '') {
  const element = el('div', { class: `tile ${SHAPES[Number(shape)]} ${more}` });
  const { width, height } = size(klotski.kind(shape));
  // A piece is clipped at the edge of the board.
  const end = [Math.min(row + height, ROWS), Math.min(column + width, COLUMNS)].map((line) => line + 1);
  element.style.gridArea = [row + 1, column + 1, ...end].join(' / ');
  return element;
}

/** @param {string} shape */
function picture(shape) {
  const { width, height } = size(klotski.kind(shape));
  return svg('svg', { viewBox: '0 0 32 32', 'aria-hidden': 'true' }, svg('rect', {
    class: `s${shape}`,
    x: 16 - 7 * width, y: 16 - 7 * height, width: 14 * width, height: 14 * height, rx: 3,
  }));
}
