/** Solved games for two players: every move on the board shows its result. */
import { aborted, get, latest } from './api.js';
import { el, enable, fill } from './dom.js';
import { words } from './games-words.js';
import { checkbox, choice, keepAddress, numberField } from './lists.js';
import { failure, unknownName } from './notice.js';
import { sharePage } from './share.js';
import { StoneBoard } from './stone-board.js';

/** @import { GameMove, GamePosition } from 'api' */
/** @import { Place, Spot } from './stone-board.js' */
/** @import { Context } from './words.js' */

/** A game, written `3,3,3` or `gravity 5,4,4`. */
/** @typedef {{columns: number, rows: number, k: number, gravity: boolean, misere: boolean}} Game */

/** @type {readonly string[]} */
const GAMES = ['3,3,3', '4,3,3', '4,4,3', '4,4,4', 'gravity 4,4,4', 'gravity 5,4,4', '3,3,3 misere', '4,3,3 misere'];

/** @param {string} text @returns {Game | null} */
function gameOf(text) {
  const found = /^(gravity )?(\d+),(\d+),(\d+)( misere)?$/.exec(text);
  if (!found) return null;
  const [, falls, columns, rows, k, loses] = found;
  return { columns: Number(columns), rows: Number(rows), k: Number(k), gravity: Boolean(falls), misere: Boolean(loses) };
}

/** @param {Game} game */
function nameOf({ columns, rows, k, gravity }) {
  return `${gravity ? 'gravity ' : ''}${columns},${rows},${k}`;
}

/** @param {Game} game */
function textOf(game) {
  return `${nameOf(game)}${game.misere ? ' misere' : ''}`;
}

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const t = context.t(words);
  const name = url.searchParams.get('game');
  const known = gameOf(name ?? '');
  const asked = known ?? /** @type {Game} */ (gameOf('3,3,3'));
  const table = new Table(context, url.searchParams);
  fill(root,
    el('div', { class: 'game' },
      el('header', { class: 'game-head' }, el('h1', {}, context.title), el('p', { class: 'lead' }, t.lead),
        name !== null && !known && unknownName(context.language, 'game', name)),
      table.place,
      el('section', { class: 'game-side' },
        chooser(asked, context, (game) => table.open(game, null)),
        table.computer.field, table.shown.field, table.legend,
        el('h2', {}, t.moves), table.moves, sharePage(context))));
  await table.open(asked, url.searchParams.get('p'));
}

/**
 * The choice of a game.
 * @param {Game} asked
 * @param {Context} context
 * @param {(game: Game) => void} open
 */
function chooser(asked, { t: pick }, open) {
  const t = pick(words);
  const known = GAMES.includes(textOf(asked));
  const label = (/** @type {string} */ text) => {
    const game = /** @type {Game} */ (gameOf(text));
    const name = t.name(`${game.columns}×${game.rows}`, game.k, game.gravity, game.misere);
    return text.startsWith('3,3,3') ? t.ticTacToe(name) : name;
  };
  const own = el('div', { class: 'own-game', hidden: known });
  const choices = choice('game', t.game, [...GAMES.map((text) => /** @type {[string, string]} */ ([text, label(text)])), ['', t.own]],
    known ? textOf(asked) : '', (value) => {
      own.hidden = value !== '';
      const game = gameOf(value);
      if (game) open(game);
    });
  const limits = { min: 1, max: 12 };
  const columns = numberField('game-columns', t.columns, asked.columns, limits);
  const rows = numberField('game-rows', t.rows, asked.rows, limits);
  const k = numberField('game-k', t.inARow, asked.k, limits);
  const [gravity, misere] = [checkbox('game-gravity', t.gravity, asked.gravity), checkbox('game-misere', t.misere, asked.misere)];
  const form = el('form', { class: 'filters', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    open({
      columns: Number(columns.input.value), rows: Number(rows.input.value), k: Number(k.input.value),
      gravity: gravity.input.checked, misere: misere.input.checked,
    });
  } }, columns.field, rows.field, k.field, gravity.field, misere.field, el('button', { class: 'button' }, t.choose));
  own.append(form);
  return el('section', { class: 'game-choice' }, choices.field, own);
}

/** A game at the board. */
class Table {
  /** @type {GamePosition[]} positions of the game, the present one last */
  #history = [];
  /** @type {StoneBoard | null} */
  #board = null;
  /** @type {Place | null} */
  #last = null;
  #asking;

  /** @param {Context} context @param {URLSearchParams} asked the choices in the address */
  constructor(context, asked) {
    this.place = el('div', { class: 'game-table' });
    this.context = context;
    this.#asking = latest(context.signal);
    this.t = context.t(words);
    this.game = /** @type {Game} */ (gameOf('3,3,3'));
    this.status = el('p', { id: 'game-status', class: 'game-status' });
    this.legend = el('p', { class: 'muted', id: 'game-legend' });
    this.moves = el('ol', { id: 'game-moves', class: 'game-moves' });
    this.shown = checkbox('game-show', this.t.show, asked.get('results') !== 'no', () => { if (this.#history.length > 0) this.#show(); });
    this.computer = choice('game-computer', this.t.computer, [['', this.t.nobody], ['x', this.t.side.x], ['o', this.t.side.o]],
      asked.get('computer') ?? '', () => this.#seat());
    this.undo = el('button', { type: 'button', class: 'button', id: 'game-undo', onclick: () => this.#back() }, this.t.undo);
    this.again = el('button', { type: 'button', class: 'button', id: 'game-again', onclick: () => this.open(this.game, null) }, this.t.again);
  }

  /** Asks about a position, in place of the one before. @param {string | null} position */
  #ask(position) {
    const { game, misere } = { game: nameOf(this.game), misere: this.game.misere };
    return get('/api/v1/game', { game, misere: misere || null, p: position }, this.#asking());
  }

  /** @param {Game} game @param {string | null} position */
  async open(game, position) {
    this.game = game;
    this.#history = [];
    fill(this.moves);
    fill(this.place, el('p', { class: 'loading' }, this.t.solving));
    let start;
    try {
      start = await this.#ask(position);
    } catch (error) {
      if (aborted(error)) return;
      keepAddress({ game: textOf(game), p: position });
      fill(this.place, failure(this.context.language, error, () => this.open(game, position)));
      return;
    }
    this.#history = [start];
    this.#last = null;
    const { columns, rows } = start;
    this.#board = new StoneBoard({ columns, rows, label: this.t.board, play: (spot) => this.#play(spot) });
    fill(this.place,
      el('div', { class: 'game-bar' }, this.status, el('div', { class: 'row' }, this.undo, this.again)),
      this.#board.element);
    this.#show();
    await this.#answer();
  }

  get #now() {
    return /** @type {GamePosition} */ (this.#history.at(-1));
  }

  /** @param {Place} place */
  async #play([column, row]) {
    // If stones fall, only the column matters.
    const made = this.#now.moves.find((move) => move.column === column && (this.game.gravity || move.row === row));
    if (made) await this.#make(made);
  }

  /** @param {GameMove} made */
  async #make(made) {
    const side = this.#now.to_move;
    let after;
    try {
      after = await this.#ask(made.position);
    } catch (error) {
      if (!aborted(error)) fill(this.place, failure(this.context.language, error, () => this.open(this.game, made.position)));
      return;
    }
    this.#history.push(after);
    this.#last = [made.column, made.row];
    this.#show();
    this.context.announce(`${this.t.played(this.t.sign[side], made.column, made.row)} ${this.status.textContent}`);
    await this.#answer();
  }

  /** Another choice of the side that the computer plays. */
  async #seat() {
    // The first position may not have arrived.
    if (this.#history.length === 0) return;
    this.#keep();
    await this.#answer();
  }

  /** Makes the best move if the computer plays the side to move. */
  async #answer() {
    const now = this.#now;
    const [best] = now.moves;
    if (best && this.computer.select.value === now.to_move) await this.#make(best);
  }

  #back() {
    if (this.#history.length < 2) return;
    // Against the computer, its reply is undone together with the visitor's move.
    const own = this.computer.select.value;
    do this.#history.pop(); while (this.#history.length > 1 && own === this.#now.to_move);
    this.#asking();
    this.#last = null;
    this.#show();
    this.context.announce(this.status.textContent ?? '');
  }

  #show() {
    const { t } = this;
    const now = this.#now;
    const { moves, line, position } = now;
    const shown = this.shown.input.checked;
    const rows = position.split('/');
    this.#board?.show(([column, row]) => {
      const sign = rows[row - 1]?.[column - 1];
      const stone = sign === 'x' || sign === 'o' ? sign : null;
      const move = moves.find((other) => other.column === column && other.row === row);
      const value = move && shown ? t.value(move.value, move.plies) : '';
      /** @type {Spot} */
      const spot = {
        stone,
        open: move !== undefined || this.game.gravity && stone === null && moves.some((other) => other.column === column),
        last: this.#last?.[0] === column && this.#last[1] === row,
        line: line.some(([there, below]) => there === column && below === row),
        label: t.cell(column, row, stone ? t.stone[stone] : [t.empty, value].filter(Boolean).join(t.separator)),
      };
      if (move && shown) Object.assign(spot, { note: t.note(move.value, move.plies), tone: move.value });
      return spot;
    });
    this.status.textContent = this.#statusText(shown);
    enable(this.undo, this.#history.length > 1);
    fill(this.moves, ...(moves.length === 0 ? [el('li', { class: 'muted' }, t.none)] : moves.map((move) =>
      el('li', {}, el('button', { type: 'button', class: 'quiet', onclick: () => this.#make(move) },
        el('span', {}, t.place(move.column, move.row)),
        shown ? el('strong', { class: move.value }, t.value(move.value, move.plies)) : null)))));
    this.legend.textContent = shown ? t.legend : '';
    this.#keep();
  }

  /** Writes the game and the choices into the address. */
  #keep() {
    const { position } = this.#now;
    keepAddress({
      game: textOf(this.game), p: /[xo]/.test(position) ? position : null,
      computer: this.computer.select.value, results: this.shown.input.checked ? null : 'no',
    });
  }

  /** @param {boolean} shown */
  #statusText(shown) {
    const { t } = this;
    const { over, value, plies, to_move: side } = this.#now;
    if (!over) return shown ? t.toMove(t.sign[side], t.value(value, plies)) : t.toMoveOnly(t.sign[side]);
    if (value === 'draw') return t.drawn;
    const other = side === 'x' ? 'o' : 'x';
    return t.won(t.sign[value === 'win' ? side : other]);
  }
}
