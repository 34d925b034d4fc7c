/** Gomoku: five in a row, against a person at the same screen or the computer. */
import { aborted, get, latest } from './api.js';
import { el, enable, fill } from './dom.js';
import { words } from './gomoku-words.js';
import { number } from './language.js';
import { checkbox, choice, keepAddress } from './lists.js';
import { failure } from './notice.js';
import { sharePage } from './share.js';
import { StoneBoard, columnName, rowName } from './stone-board.js';

/** @import { Level, Rule } from './gomoku-words.js' */
/** @import { Place, Spot } from './stone-board.js' */
/** @import { Context } from './words.js' */
/** @import { GomokuChoice as Choice, GomokuGame as Game, GomokuMove as Answer } from 'api' */
/** @typedef {{size: number, rule: string, opening: string, acts: string[]}} Record a game as it is kept */

/** @type {readonly Level[]} */
const LEVELS = ['chapter', '2', '4', '6', 'strong'];
/** @type {readonly Rule[]} */
const RULES = ['freestyle', 'exactly-five', 'renju'];
const SIZES = [15, 16, 17, 18, 19, 20];

/** The cell of a word like `7a`, row before column. @param {string} word @returns {Place | null} */
function placeOf(word) {
  const [row, column] = [...word].map((digit) => parseInt(digit, 36));
  return word.length === 2 && row !== undefined && column !== undefined && !Number.isNaN(row + column)
    ? [column + 1, row + 1] : null;
}

/** @param {Place} place */
function wordOf([column, row]) {
  return (row - 1).toString(36) + (column - 1).toString(36);
}

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const asked = (/** @type {string} */ name) => url.searchParams.get(name) ?? '';
  // Games in links without a level are against the strongest one.
  const usual = asked('moves') ? 'strong' : 'chapter';
  const player = LEVELS.find((level) => level === asked('level')) ?? (asked('level') === 'person' ? '' : usual);
  const room = new Room(root, context, {
    player, seat: asked('seat') === '2' ? '2' : '1', isEvaluated: asked('evaluation') === 'yes',
    seconds: Math.min(5, Math.max(1, Math.round(Number(asked('seconds')) || 1))),
  });
  await room.open({
    size: SIZES.find((size) => String(size) === asked('size')) ?? 15,
    rule: RULES.find((rule) => rule === asked('rule')) ?? 'freestyle',
    opening: asked('opening') === 'swap2' ? 'swap2' : 'free',
    acts: asked('moves').split(/\s+/).filter(Boolean),
  });
}

/**
 * The heat of a score among others, from 0 for the least to 1 for the greatest, on a logarithmic scale.
 * @param {readonly number[]} scores
 * @returns {(score: number) => number}
 */
function heatScale(scores) {
  const size = (/** @type {number} */ score) => Math.log1p(Math.max(score, 0));
  const [least, most] = [Math.min(...scores.map(size)), Math.max(...scores.map(size))];
  return (score) => (most > least ? Math.round(100 * (size(score) - least) / (most - least)) / 100 : 0);
}

/** A board with its players. */
class Room {
  /** @type {Game | null} */
  #game = null;
  /** @type {StoneBoard | null} */
  #board = null;
  /** @type {Choice | null} the computer's last thought */
  #thought = null;
  /** @type {Place | null} proposed */
  #hint = null;
  /** @type {Place | null} waiting for confirmation */
  #pending = null;
  /** @type {Record | null} the game before the board was cleared, for undo */
  #cleared = null;
  #turns;
  /** Aborted with the present turn. @type {AbortSignal} */
  #turn;

  /**
   * @param {HTMLElement} root
   * @param {Context} context
   * @param {{player: string, seat: string, seconds: number, isEvaluated: boolean}} seats
   */
  constructor(root, context, { player, seat, seconds, isEvaluated }) {
    const t = context.t(words);
    this.context = context;
    this.#turns = latest(context.signal);
    this.#turn = this.#turns();
    this.t = t;
    this.place = el('div', { class: 'game-board' });
    this.status = el('p', { id: 'gomoku-status', class: 'game-status', role: 'status' });
    this.trouble = el('div', { id: 'gomoku-trouble' });
    this.choices = el('div', { class: 'row', id: 'gomoku-choices', hidden: true });
    this.thought = el('p', { id: 'gomoku-thought', class: 'muted' });
    this.legend = el('p', { class: 'muted', id: 'gomoku-legend' });
    this.moves = el('ol', { id: 'gomoku-moves' });
    this.player = choice('gomoku-player', t.opponent,
      [['', t.person], ...LEVELS.map((level) => /** @type {[string, string]} */ ([level, t.levels[level]]))], player, () => this.#seated());
    this.seat = choice('gomoku-seat', t.you, [['1', t.youFirst], ['2', t.youSecond]], seat, () => this.#seated());
    this.seconds = choice('gomoku-seconds', t.seconds, [1, 2, 3, 5].map((value) => [String(value), String(value)]), String(seconds), () => this.#seated());
    this.rule = choice('gomoku-rule', t.rule, RULES.map((rule) => [rule, t.rules[rule]]), 'freestyle', () => this.#restart());
    this.size = choice('gomoku-size', t.size, SIZES.map((size) => [String(size), t.sizeOf(size)]), '15', () => this.#restart());
    this.opening = choice('gomoku-opening', t.opening, [['free', t.openings.free], ['swap2', t.openings.swap2]], 'free', () => this.#restart());
    this.evaluation = checkbox('gomoku-evaluation', t.evaluation, isEvaluated, () => { if (this.#game) this.open(this.#record); });
    // A finger is wider than a cell.
    this.confirm = checkbox('gomoku-confirm', t.confirm, matchMedia('(pointer: coarse)').matches, () => { this.#pending = null; this.#show(); });
    const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ does) =>
      el('button', { type: 'button', class: 'button', id, onclick: does }, text);
    this.undo = button('gomoku-undo', t.undo, () => this.#back());
    this.hint = button('gomoku-hint', t.hint, () => this.#propose());
    this.begin = button('gomoku-begin', t.begin, () => this.#restart());
    this.text = el('textarea', { id: 'gomoku-text', rows: 4, spellcheck: 'false', autocapitalize: 'none' });
    fill(root,
      el('div', { class: 'game gomoku' },
        el('header', { class: 'game-head' }, el('h1', {}, context.title), el('p', { class: 'lead' }, t.lead)),
        el('div', { class: 'game-table' },
          el('div', { class: 'game-bar' }, this.status, el('div', { class: 'row' }, this.undo, this.hint, this.begin)),
          this.trouble, this.choices, this.place),
        el('section', { class: 'game-side' },
          el('div', { class: 'filters' }, this.player.field, this.seat.field, this.seconds.field, this.rule.field, this.size.field, this.opening.field),
          this.confirm.field, this.evaluation.field, this.legend, this.thought,
          el('h2', {}, t.moves), this.moves,
          el('div', { class: 'field wide' }, el('label', { for: 'gomoku-text' }, t.paste), this.text),
          el('div', { class: 'row' },
            button('gomoku-copy', t.copy, () => this.#copy()), button('gomoku-load', t.load, () => this.#load())),
          sharePage(context))));
  }

  /** @param {Record} record */
  #params({ size, rule, opening, acts }) {
    return { size, rule, opening, moves: acts.join(' ') || null };
  }

  /** The game so far. @returns {Record} */
  get #record() {
    const { size, rule, opening, acts } = /** @type {Game} */ (this.#game);
    return { size, rule, opening, acts };
  }

  /** The name of a point: its column and its row. @param {Place} place */
  #nameOf([column, row]) {
    return columnName(column) + rowName(row, this.#game?.size ?? 0);
  }

  /** An action as it is written in the list of moves. @param {string} act */
  #actName(act) {
    const { t } = this;
    const place = placeOf(act);
    if (place) return this.#nameOf(place);
    /** @type {{[act: string]: string}} */
    const choices = { black: t.take.o, white: t.take.x, more: t.more };
    return choices[act] ?? act;
  }

  get #isAgainstComputer() {
    return this.player.select.value !== '';
  }

  /** Whether it is a person's turn. */
  get #isPersonsTurn() {
    return !this.#isAgainstComputer || String(this.#game?.turn) === this.seat.select.value;
  }

  /** Shows a game. If it is the computer's turn, the computer moves. @param {Record} record */
  async open(record) {
    // A search of the computer ends.
    this.#turn = this.#turns();
    this.#hint = this.#pending = null;
    let game;
    try {
      const scores = this.evaluation.input.checked || null;
      game = /** @type {Game} */ (await get('/api/v1/gomoku', { ...this.#params(record), scores }, this.#turn));
    } catch (error) {
      this.#fail(error, () => this.open(record));
      return;
    }
    await this.#take(game);
  }

  /** Shows an error, unless the turn has ended. The board does not change. @param {unknown} error @param {() => void} again */
  #fail(error, again) {
    if (aborted(error)) return;
    fill(this.trouble, failure(this.context.language, error, again));
    this.#show();
    if (this.#game && this.#game.stage !== 'over' && !this.#isPersonsTurn) this.status.textContent = '';
  }

  /** @param {Game} game */
  async #take(game) {
    const old = this.#game;
    this.#game = game;
    fill(this.trouble);
    this.rule.select.value = game.rule;
    this.size.select.value = String(game.size);
    this.opening.select.value = game.opening;
    if (!this.#board || old?.size !== game.size) {
      this.#board = new StoneBoard({
        columns: game.size, rows: game.size, label: this.t.board, isGo: true, play: (place) => this.#touch(place),
      });
      fill(this.place, this.#board.element);
    }
    this.#show();
    if (game.stage !== 'over' && !this.#isPersonsTurn) await this.#answer();
  }

  /** Asks the computer for its move. @param {string} level @returns {Promise<Answer>} */
  #think(level) {
    const params = { ...this.#params(this.#record), level, seconds: this.seconds.select.value };
    return get('/api/v1/gomoku/move', params, this.#turn);
  }

  async #answer() {
    this.status.textContent = this.t.thinking;
    const before = /** @type {Game} */ (this.#game);
    let answer;
    try {
      answer = await this.#think(this.player.select.value);
    } catch (error) {
      this.#fail(error, () => this.open(this.#record));
      return;
    }
    this.#thought = answer.choice;
    this.#say(before, answer.act);
    if (this.evaluation.input.checked) await this.open({ ...this.#record, acts: answer.game.acts });
    else await this.#take(answer.game);
  }

  /** @param {Game} before @param {string} act */
  #say(before, act) {
    const place = placeOf(act);
    if (place) this.context.announce(this.t.played(this.t.colour[before.to_move], this.#nameOf(place)));
  }

  /** @param {Place} place */
  #touch(place) {
    const game = this.#game;
    if (!game || !this.#isPersonsTurn) return;
    if (this.confirm.input.checked && this.#pending?.join() !== place.join()) {
      this.#pending = place;
      this.#show();
      this.status.textContent = this.t.askedAt(this.#nameOf(place));
      return;
    }
    if (!game.forbidden.includes(wordOf(place))) this.#say(game, wordOf(place));
    this.#do(wordOf(place));
  }

  /** @param {string} act */
  #do(act) {
    const record = this.#record;
    return this.open({ ...record, acts: [...record.acts, act] });
  }

  #back() {
    const game = this.#game;
    if (!game) return;
    this.#thought = null;
    if (!this.#canTakeBack(game)) {
      const cleared = this.#cleared;
      this.#cleared = null;
      if (cleared) this.open(cleared);
      return;
    }
    const acts = game.acts.slice(0, -1);
    // Against the computer, its reply is undone together with the visitor's move.
    const twice = this.#isAgainstComputer && this.#isPersonsTurn && acts.length > 0;
    this.open({ ...this.#record, acts: twice ? acts.slice(0, -1) : acts });
  }

  /** Whether there is a person's move to undo. @param {Game} game */
  #canTakeBack({ acts }) {
    const isFirst = !this.#isAgainstComputer || this.seat.select.value === '1';
    return acts.length > (isFirst ? 0 : 1);
  }

  #restart() {
    this.#thought = null;
    if (this.#game && this.#canTakeBack(this.#game)) this.#cleared = this.#record;
    this.open({
      size: Number(this.size.select.value), rule: this.rule.select.value, opening: this.opening.select.value, acts: [],
    });
  }

  #seated() {
    this.#thought = null;
    if (this.#game) this.open(this.#record);
  }

  async #propose() {
    if (!this.#game || this.#game.stage === 'over') return;
    this.status.textContent = this.t.thinking;
    try {
      const { act, choice: thought } = await this.#think(this.player.select.value || 'strong');
      this.#hint = placeOf(act);
      this.#thought = thought;
      this.#show();
      const { t } = this;
      this.status.textContent = t.proposed(this.#actName(act));
    } catch (error) {
      this.#fail(error, () => this.#propose());
    }
  }

  async #copy() {
    if (!this.#game) return;
    const { size, rule, opening, acts } = this.#record;
    this.text.value = `gomoku ${size} ${rule}${opening === 'swap2' ? ' swap2' : ''}\n${acts.join(' ')}\n`;
    this.text.select();
    try {
      await navigator.clipboard.writeText(this.text.value);
      this.context.announce(this.t.copied);
    } catch {
      // The text is selected, so the visitor can copy it.
    }
  }

  #load() {
    const found = /^\s*gomoku (\d+) ([a-z-]+)( swap2)?\s*\n([^]*)$/.exec(this.text.value.trimEnd() + '\n');
    if (!found) {
      fill(this.trouble, el('div', { class: 'notice', role: 'alert' }, el('p', {}, this.t.wrongText)));
      return;
    }
    const [, size, rule = '', swap2, acts = ''] = found;
    this.#thought = null;
    this.open({ size: Number(size), rule, opening: swap2 ? 'swap2' : 'free', acts: acts.split(/\s+/).filter(Boolean) });
  }

  #show() {
    const { t } = this;
    const game = this.#game;
    if (!game) return;
    const rows = game.position.split('/');
    const last = placeOf(game.acts.filter((act) => act.length === 2).at(-1) ?? '');
    const five = new Set(game.five);
    const forbidden = new Set(game.forbidden);
    const scores = new Map(game.scores ?? []);
    const heatOf = heatScale([...scores.values()]);
    const shown = this.evaluation.input.checked;
    const isChapter = this.player.select.value === 'chapter' || !this.#isAgainstComputer;
    // After the computer's move, its expected line starts with the reply.
    const line = shown && !isChapter ? this.#thought?.line.slice(this.#hint ? 0 : 1) ?? [] : [];
    const open = this.#isPersonsTurn && (game.stage === 'play' || game.stage === 'opening');
    this.#board?.show((place) => {
      const [column, row] = place;
      const word = wordOf(place);
      const sign = rows[row - 1]?.[column - 1];
      const stone = sign === 'x' || sign === 'o' ? sign : null;
      const isClosed = forbidden.has(word);
      const is = (/** @type {Place | null} */ other) => other?.join() === place.join();
      const expected = line.indexOf(word);
      const score = shown && isChapter ? scores.get(word) : undefined;
      const what = stone ? t.colour[stone] : [isClosed ? t.forbidden : t.empty, score ?? '', is(this.#pending) ? t.asked : ''].filter(Boolean).join(t.separator);
      /** @type {Spot} */
      const spot = {
        // A forbidden cell can be tried; the server's answer gives the reason.
        stone, open: open && !stone, last: is(last), line: five.has(word), closed: isClosed,
        asked: is(this.#pending), label: t.spot(this.#nameOf(place), what),
      };
      if (is(this.#hint)) spot.tone = 'hinted';
      if (!stone && score !== undefined) Object.assign(spot, { note: number[this.context.language](score), heat: heatOf(score) });
      if (!stone && expected >= 0) spot.note = String(expected + 1);
      return spot;
    });
    this.status.textContent = this.#statusText(game);
    enable(this.undo, this.#canTakeBack(game) || this.#cleared !== null);
    this.hint.disabled = game.stage === 'over' || !this.#isPersonsTurn;
    const told = isChapter ? scores.size > 0 && t.legend : line.length > 0 && t.legendLine;
    this.legend.textContent = shown && told || '';
    const thought = this.#thought;
    this.thought.textContent = thought && shown ? t.thought(thought) : '';
    fill(this.moves, ...game.acts.map((act) => el('li', {}, this.#actName(act))));
    this.#showChoices(game);
    const { size, rule, opening, acts } = game;
    keepAddress({
      size: size === 15 ? null : String(size), rule: rule === 'freestyle' ? null : rule, opening: opening === 'free' ? null : opening,
      level: this.player.select.value || 'person',
      seat: this.seat.select.value === '2' ? '2' : null,
      seconds: this.seconds.select.value === '1' ? null : this.seconds.select.value,
      evaluation: shown ? 'yes' : null,
      moves: acts.join(' ') || null,
    });
  }

  /** @param {Game} game */
  #showChoices(game) {
    const isOffered = game.stage === 'choice' && this.#isPersonsTurn;
    this.choices.hidden = !isOffered;
    if (!isOffered) return fill(this.choices);
    const offer = (/** @type {string} */ act, /** @type {string} */ text) =>
      el('button', { type: 'button', class: 'button', 'data-act': act, onclick: () => this.#do(act) }, text);
    return fill(this.choices, offer('black', this.t.take.o), offer('white', this.t.take.x), game.more ? offer('more', this.t.more) : null);
  }

  /** @param {Game} game */
  #statusText({ stage, winner, to_move: side }) {
    const { t } = this;
    const colour = t.colour[side];
    if (stage === 'over') return winner ? t.won(t.colour[winner]) : t.drawn;
    if (!this.#isPersonsTurn) return t.thinking;
    return { opening: t.put(colour), choice: t.choose, play: t.toMove(colour) }[stage];
  }
}
