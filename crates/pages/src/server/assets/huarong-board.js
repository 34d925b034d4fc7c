/**
 * <huarong-board>: a puzzle to play, with its buttons, on any page. The pages of packs and of studies use it, too.
 *
 * Attributes: `puzzle` (see `setupOf`), `controls` (some of `undo redo restart`, in this order), `metric`, and `fewest`, the least
 * number of moves. Events: `ready`, `unreadable`, `press`, `move`, `undo`, `redo`, `restart`, `solved`.
 */
import { ARROW_KEYS, Board } from './board.js';
import { el, enable, fill } from './dom.js';
import { Game } from './game.js';
import { preferred } from './language.js';
import { pieceLabel } from './names.js';
import { STYLE } from './package.js';
import { ofDescription, setupOf } from './puzzle-reader.js';
import { words as table } from './puzzle-words.js';
import { klotski } from './rules.js';
import { metricBeside, metricOf } from './words.js';

/** @import { Puzzle } from './api.js' */
/** @import { Made } from './board.js' */
/** @import { Piece } from './rules.js' */
/** @typedef {'undo' | 'redo' | 'restart'} Step */

const STEPS = /** @type {const} */ (['undo', 'redo', 'restart']);

export class HuarongBoard extends HTMLElement {
  static observedAttributes = ['puzzle', 'controls', 'metric', 'fewest', 'lang'];
  /** Fulfilled when the puzzle of the attribute is shown, or known to be unreadable. @type {Promise<void>} */
  ready = Promise.resolve();
  #root = this.attachShadow({ mode: 'open' });
  #board = new Board();
  #buttons = STEPS.map((step) => ({ step, button: el('button', { type: 'button', part: step, onclick: () => this.#travel(step) }) }));
  #counter = el('p', { role: 'status', part: 'counter' });
  #game = new Game(klotski.puzzle.start);
  #rules = klotski;
  /** Counts the puzzles that were asked for. An answer about an earlier one is dropped. */
  #asked = 0;

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.#root.adoptedStyleSheets = [sheet];
    this.#root.addEventListener('keydown', (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
  }

  /** @param {string} name @param {string | null} _before @param {string | null} value */
  attributeChangedCallback(name, _before, value) {
    if (name === 'puzzle') this.ready = this.#open(value ?? '');
    else if (this.#root.contains(this.#board)) this.#render();
  }

  connectedCallback() {
    // The language is that of the place in the page.
    if (this.#root.contains(this.#board)) this.#render();
  }

  /** Language of the texts: that of the nearest attribute `lang`. */
  get language() {
    return preferred([this.closest('[lang]')?.getAttribute('lang') || 'en']);
  }

  get #words() {
    return table[this.language];
  }

  /** The rules of the puzzle, with its description. */
  get rules() {
    return this.#rules;
  }

  /** The text of the present position. */
  get position() {
    return this.#game.position;
  }

  /** The moves since the start, in each metric. */
  get moves() {
    return this.#game.made;
  }

  /** Whether the player made every move. */
  get unaided() {
    return this.#game.unaided;
  }

  get solved() {
    return this.#rules.isGoal(this.position);
  }

  /** The puzzle as an object, as the API and the rows of a pack describe it. @param {Puzzle | {description: Puzzle}} given */
  set description(given) {
    this.#asked += 1;
    this.#show(ofDescription(given));
  }

  undo = () => this.#travel('undo');
  redo = () => this.#travel('redo');
  restart = () => this.#travel('restart');

  /**
   * Makes a move as help, so that a solution does not count as the player's.
   * @param {Pick<Made, 'from' | 'to' | 'position'> & {leaves?: boolean}} move
   */
  demonstrate(move) {
    this.#game.letGo();
    this.#game.make(move, move.position, 'demonstration');
    this.#board.show(this.position);
    this.#dispatch('move', move);
  }

  /** @param {string} text */
  async #open(text) {
    const asked = ++this.#asked;
    const setup = await setupOf(text).catch(() => null);
    if (asked !== this.#asked) return;
    if (setup) {
      this.#show(setup);
    } else {
      fill(this.#root, this.#counter);
      this.#counter.textContent = this.#words.unread;
      this.dispatchEvent(new CustomEvent('unreadable', { bubbles: true, detail: { puzzle: text } }));
    }
  }

  /** @param {import('./puzzle-reader.js').Setup} setup */
  #show({ rules, start }) {
    this.#rules = rules;
    this.#game = new Game(start, rules);
    this.#render();
    this.#dispatch('ready');
  }

  #render() {
    const words = this.#words;
    const board = this.#board = new Board(this.#rules);
    board.name = `${words.board}. ${words.keys}`;
    board.label = (piece, pieces) => pieceLabel(this.language, this.#rules, piece, pieces);
    board.show(this.position);
    board.addEventListener('select', (event) => {
      this.#game.letGo();
      this.#press(/** @type {CustomEvent<Piece | undefined>} */ (event).detail, 'key');
    });
    board.addEventListener('take', (event) => this.#press(/** @type {CustomEvent<Piece>} */ (event).detail, 'drag'));
    board.addEventListener('blocked', () => { this.#counter.textContent = words.blocked; });
    board.addEventListener('move', (event) => {
      const made = /** @type {CustomEvent<Made>} */ (event).detail;
      if (made.by !== 'key') this.#game.letGo();
      this.#game.make(made, made.position, 'player');
      this.#dispatch('move', made);
    });
    const controls = (this.getAttribute('controls') ?? 'undo restart').split(' ');
    for (const { step, button } of this.#buttons) {
      button.textContent = words[step];
      button.hidden = !controls.includes(step);
    }
    fill(this.#root, board, el('div', { class: 'below', part: 'below' },
      this.#counter, ...this.#buttons.map(({ button }) => button), el('slot')));
    this.#count();
  }

  /** @param {Piece | undefined} piece @param {Made['by']} by */
  #press(piece, by) {
    if (piece) this.#dispatch('press', { from: [piece.column, piece.row], by });
  }

  /** @param {Step} step */
  #travel(step) {
    if (step === 'redo' ? !this.#game.canRedo : !this.#game.canUndo) return;
    this.#game[step]();
    this.#game.letGo();
    this.#board.show(this.position);
    this.#dispatch(step);
  }

  /** Dispatches an event. A move to a goal has a second one. @param {string} event @param {object} [more] */
  #dispatch(event, more) {
    this.#count();
    const detail = { ...more, position: this.position, moves: this.moves };
    this.dispatchEvent(new CustomEvent(event, { bubbles: true, detail }));
    if (event !== 'move' || !this.solved) return;
    this.#board.deselect();
    this.#board.finish();
    this.dispatchEvent(new CustomEvent('solved', { bubbles: true, detail: { ...detail, unaided: this.unaided } }));
  }

  #count() {
    const words = this.#words;
    const metric = metricOf(this.getAttribute('metric'));
    const [made, name] = [this.moves[metric], metricBeside(this.language, metric)];
    const fewest = Number(this.getAttribute('fewest'));
    const least = fewest > 0 ? `${words.semicolon}${words.fewest}${words.colon}${fewest}` : '';
    const result = !this.unaided ? words.helped : made > fewest && fewest > 0 ? words.solvedIn(made, fewest, name)
      : fewest > 0 ? words.solvedOptimal(made, name) : `${words.movesMade}${words.colon}${made}`;
    this.#counter.textContent = this.solved && made > 0 ? `${words.solvedTitle}${words.colon}${result}` : `${words.movesMade}${words.colon}${made}${least}`;
    for (const { step, button } of this.#buttons) enable(button, step === 'redo' ? this.#game.canRedo : this.#game.canUndo);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const arrow = ARROW_KEYS[event.key];
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !arrow || !this.#board.contains(/** @type {Node} */ (event.target))) return;
    if (this.#board.push(arrow)) event.preventDefault();
  }
}

customElements.define('huarong-board', HuarongBoard);
