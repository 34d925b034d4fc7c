/** The board page: playing a position, and all that is known of it. */
import { kept, replaceAddress } from './address.js';
import { ApiError, aborted, get, getOnce, query } from './api.js';
import { ARROW_KEYS, Board } from './board.js';
import { MOST_MAPPED } from './component-map.js';
import { Demonstration } from './demonstration.js';
import { el, fill } from './dom.js';
import { START } from './family.js';
import { Game } from './game.js';
import { icon } from './icons.js';
import { failedPage, failure, reason, reasons } from './notice.js';
import { words as table } from './position-words.js';
import * as view from './position-view.js';
import { cellIndex, parse, waysOf } from './rules.js';
import { sizeChart } from './size-chart.js';
import { arrows, moveBetween } from './sliding.js';
import { solved } from './solved.js';
import { best, keepBest, lasting, passing } from './store.js';
import { metricOf, metrics, number, shapes } from './words.js';

/** @typedef {import('./api.js').Metric} Metric */
/** @typedef {import('./api.js').Position} Position */
/** @typedef {import('./board.js').Made} Made */
/** @typedef {import('./words.js').Context} Context */

export const title = { en: 'Board', zh: '棋盤' };

const MOST_ANSWERS = 400;
const LETTER_KEYS = 'huarong.keys';

/** The game last played in this tab, which another page or loading anew does not end. */
const GAME = 'huarong.game';

/**
 * The game that has come to a position: the one that the browser kept with the address, or that was played last.
 * @param {string} position
 */
function gameAt(position) {
  const games = [Game.of(kept()['game']), Game.of(passing.read(GAME))];
  return games.find((game) => game?.position === position) ?? new Game(position);
}

/** Answers of the last positions, so that going back does not ask again. @type {Map<string, Position>} */
const answers = new Map();

/**
 * @param {string} position
 * @param {AbortSignal} signal
 */
async function ask(position, signal) {
  const known = answers.get(position);
  if (known) return known;
  /** @type {Position} */
  const answer = await get('/api/v1/position', { p: position }, signal);
  answers.set(position, answer);
  answers.set(answer.position, answer);
  // The oldest go; an answer to a name has been kept twice.
  const keys = answers.keys();
  while (answers.size > MOST_ANSWERS) answers.delete(keys.next().value ?? '');
  return answer;
}

/**
 * @param {HTMLElement} root
 * @param {URL} url
 * @param {Context} context
 */
export async function render(root, url, context) {
  const asked = url.searchParams.get('p') || Game.of(passing.read(GAME))?.position || START;
  const load = async () => {
    try {
      const answer = await ask(asked, context.signal);
      await new Table(root, context, answer, new Board(), metricOf(url.searchParams.get('metric'))).open();
    } catch (error) {
      if (context.signal.aborted || aborted(error)) return;
      const refused = error instanceof ApiError && error.status === 400;
      fill(root, refused ? unread(context, error) : failedPage(context.language, error, load));
    }
  };
  await load();
}

/**
 * @param {Context} context
 * @param {ApiError} error
 */
function unread(context, error) {
  const words = context.t(table);
  return el('div', { class: 'notice', role: 'alert' },
    el('h1', {}, words.unread),
    el('p', {}, ...reasons(context.language, error)),
    el('div', { class: 'row' },
      el('a', { class: 'button', href: '/editor' }, words.toEditor),
      el('a', { class: 'button', href: `/position${query({ p: START })}` }, words.toStart(START))));
}

class Table {
  #root;
  #context;
  #words;
  #language;
  #board;
  #game;
  /** @type {Metric} */
  #metric;
  /** What the server said of the present position, once it did. @type {Position | null} */
  #answer;
  #start;
  #asking = new AbortController();
  #addressTime = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #addressTimer;
  /** The address as it was left, and its change that waits, if one does. */
  #address = location.href;
  /** @type {(() => void) | null} */
  #addressChange = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #histogramTimer;
  #demonstration;
  #parts;

  /**
   * @param {HTMLElement} root
   * @param {Context} context
   * @param {Position} answer
   * @param {Board} board
   * @param {Metric} metric
   */
  constructor(root, context, answer, board, metric) {
    this.#root = root;
    this.#context = context;
    this.#language = context.language;
    this.#words = context.t(table);
    this.#board = board;
    this.#metric = metric;
    this.#answer = answer;
    this.#game = gameAt(answer.position);
    this.#start = this.#game.start;
    this.#parts = this.#build();
    this.#demonstration = new Demonstration({
      position: () => this.#game.position,
      metric: () => this.#metric,
      speed: () => Number(this.#parts.controls.speed.value),
      solve: (position, metric) => get('/api/v1/solution', { p: position, metric }, context.signal),
      make: ({ from, to, position }) => {
        this.#game.make(from, to, position, 'demonstration');
        this.#goTo();
      },
      changed: () => this.#showDemonstration(),
      failed: (error) => this.#fail(error),
    });
  }

  async open() {
    const { position } = this.#game;
    this.#board.id = 'board';
    this.#board.name = `${this.#words.board}. ${this.#words.keys}`;
    this.#board.label = ({ shape, column, row }) =>
      this.#words.piece(this.#shapeName(shape), column + 1, row + 1);
    await this.#board.show(position);
    if (this.#context.signal.aborted) return;
    fill(this.#root, this.#parts.element);
    this.#listen();
    this.#showAnswer();
    this.#showCounters();
    this.#showDemonstration();
    if (this.#game.begun) this.#showAddress();
    this.#askComponent();
    this.#askStart().then(() => { if (this.#answer?.won) this.#showSolved(); });
  }

  /** @param {string} shape */
  #shapeName(shape) {
    return shapes[this.#language][/** @type {import('./api.js').Shape} */ (shape)];
  }

  #build() {
    const words = this.#words;
    const controls = view.controls(words);
    const metric = view.metricChoice(this.#language, this.#metric);
    const solvedBox = el('section', { id: 'solved', role: 'status', hidden: true });
    const head = el('div', { class: 'play-head' });
    const where = el('p', { class: 'muted small' });
    const track = el('p', { id: 'track', class: 'small muted' });
    const moveList = el('ol', { id: 'moves' });
    const histogram = el('img', { id: 'set-histogram', alt: '', width: 640, height: 200 });
    const standing = el('p', { id: 'standing' });
    const component = el('p', { id: 'component', class: 'muted' });
    const sizes = el('div', { id: 'component-chart' });
    const toMap = el('a', { id: 'to-map', class: 'button', hidden: true }, words.map);
    const toSet = el('a', { id: 'to-set', class: 'button' });
    const error = el('div', { id: 'position-error' });
    const share = el('button', { id: 'share', type: 'button', class: 'button' }, icon('share'), words.share);
    const linkRow = el('div', { class: 'links' });
    const letters = el('input', { type: 'checkbox', id: 'letter-keys', checked: lasting.read(LETTER_KEYS) !== false });
    const numbers = view.distances(words, this.#language);
    const element = el('div', { class: 'play' },
      el('div', { class: 'stage' }, el('div', { class: 'table' }, this.#board, solvedBox), controls.element),
      head,
      el('div', { class: 'side' },
        error,
        el('section', { class: 'facts' },
          el('div', { class: 'metric-row' }, el('h2', {}, words.distances),
            el('div', { class: 'field' }, el('label', { for: 'metric' }, words.countIn), metric)),
          numbers, track),
        el('section', {}, el('h2', { class: 'spaced' }, words.moves), moveList),
        el('section', { class: 'card facts' }, el('h2', {}, words.where), standing, histogram, component, sizes,
          el('div', { class: 'links' }, toMap, toSet)),
        linkRow,
        el('details', {}, el('summary', {}, words.keyHelp), el('div', { class: 'facts' }, view.keyHelp(words),
          el('p', { class: 'small muted' }, words.runs),
          el('label', { class: 'check' }, letters, words.letterKeys)))));
    return {
      element, controls, metric, solvedBox, head, where, track, moveList,
      histogram, standing, component, sizes, toMap, toSet, error, share, linkRow, letters, numbers,
    };
  }

  #listen() {
    const { controls, metric, share, letters } = this.#parts;
    this.#board.addEventListener('move', (event) => this.#moved(/** @type {CustomEvent<Made>} */ (event).detail));
    this.#board.addEventListener('take', () => this.#demonstration.leave());
    this.#board.addEventListener('select', () => this.#game.letGo());
    this.#board.addEventListener('blocked', () => this.#context.announce(this.#words.blocked));
    controls.undo.addEventListener('click', () => this.#travel('undo'));
    controls.redo.addEventListener('click', () => this.#travel('redo'));
    controls.restart.addEventListener('click', () => this.#travel('restart'));
    controls.hint.addEventListener('click', () => this.#hint());
    controls.play.addEventListener('click', () => this.#togglePlay());
    controls.step.addEventListener('click', () => this.#demonstration.step());
    controls.speed.addEventListener('input', () => this.#showDemonstration());
    share.addEventListener('click', () => this.#share());
    letters.addEventListener('change', () => lasting.write(LETTER_KEYS, letters.checked));
    metric.addEventListener('change', () => {
      this.#metric = /** @type {Metric} */ (metric.value);
      this.#demonstration.leave();
      this.#showAddress();
      this.#showAnswer();
      this.#showCounters();
    });
    const { signal } = this.#context;
    document.addEventListener('keydown', (event) => this.#key(event), { signal });
    signal.addEventListener('abort', () => {
      this.#demonstration.leave();
      this.#asking.abort();
      clearTimeout(this.#addressTimer);
      clearTimeout(this.#histogramTimer);
      this.#keepGame();
      // The page is shown anew by its address, in another language: that must be of the present position.
      if (location.href === this.#address) this.#addressChange?.();
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.altKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest('select, textarea, input:not([type="checkbox"], [type="range"])')) return;
    const control = target.closest('button, a, summary, input, [role="button"]');
    const key = event.key.toLowerCase();
    const arrow = ARROW_KEYS[event.key];
    if (event.ctrlKey || event.metaKey) {
      if (key === 'z') this.#travel(event.shiftKey ? 'redo' : 'undo');
      else if (key === 'y') this.#travel('redo');
      else return;
    } else if (arrow) {
      // Arrows elsewhere move a slider or scroll the page.
      if (control && !control.closest('klotski-board')) return;
      if (!this.#board.push(arrow)) return;
    } else if (!this.#parts.letters.checked) {
      return;
    } else if (key === 'h') {
      this.#hint();
    } else if (key === 'u') {
      this.#travel('undo');
    } else if (key === 'r') {
      this.#travel('redo');
    } else if (key === ' ' && !control) {
      this.#togglePlay();
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * A move that the player made on the board.
   * @param {Made} made
   */
  async #moved({ from, to, shape, by, position }) {
    this.#demonstration.leave();
    if (by !== 'key') this.#game.letGo();
    this.#game.make(from, to, position, 'player');
    const said = this.#words.movedTo(this.#shapeName(shape), this.#words.place(to[0] + 1, to[1] + 1));
    await this.#goTo();
    if (this.#game.position !== position || this.#answer?.won) return;
    const left = this.#answer?.position === position ? this.#answer.distance[this.#metric] : null;
    this.#context.announce(left === null ? said : said + this.#words.nowToGo(left));
  }

  /** @param {'undo' | 'redo' | 'restart'} way */
  async #travel(way) {
    if (way === 'redo' ? !this.#game.canRedo : !this.#game.canUndo) return;
    this.#demonstration.leave();
    this.#game[way]();
    this.#game.letGo();
    const { position } = this.#game;
    await this.#goTo();
    // What was said of the move that is taken back no longer holds.
    const left = this.#answer?.position === position ? this.#answer.distance[this.#metric] : null;
    if (left !== null) this.#context.announce(this.#words.nowToGo(left).trim());
  }

  #togglePlay() {
    this.#game.letGo();
    if (this.#demonstration.playing) this.#demonstration.pause();
    else if (this.#canDemonstrate()) this.#demonstration.play();
  }

  #canDemonstrate() {
    return !this.#answer || (this.#answer.solvable && !this.#answer.won);
  }

  /** Shows the game's present position, and asks about it. */
  async #goTo() {
    const { position } = this.#game;
    const pace = this.#demonstration.playing ? Math.min(90, 400 / Number(this.#parts.controls.speed.value)) : 90;
    this.#board.show(position, { pace }).catch((error) => this.#fail(error));
    this.#parts.solvedBox.hidden = true;
    this.#showAddress();
    this.#showCounters();
    await this.#ask();
  }

  async #ask() {
    const { position } = this.#game;
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.#answer = answers.get(position) ?? null;
    if (!this.#answer) {
      this.#root.querySelector('.side')?.setAttribute('aria-busy', 'true');
      try {
        const answer = await ask(position, signal);
        if (signal.aborted) return;
        this.#answer = answer;
      } catch (error) {
        if (!signal.aborted && !aborted(error)) this.#fail(error);
        return;
      }
    }
    this.#showAnswer();
    if (this.#answer.won) this.#win();
  }

  #showAnswer() {
    const answer = this.#answer;
    if (!answer) return;
    const { element, moveList, error, controls } = this.#parts;
    fill(error);
    element.querySelector('.side')?.removeAttribute('aria-busy');
    view.showNumbers(element, 'distance', answer.distance);
    view.showWhere(this.#words, this.#parts.where, answer, this.#game.position === this.#start);
    const does = {
      make: (/** @type {import('./api.js').Move} */ move) => this.#makeListed(move),
      point: (/** @type {import('./api.js').Move} */ move) => this.#board.point(move.from, move.to),
      unpoint: () => this.#board.unpoint(),
    };
    // The keyboard stays in the list when the button that had the focus goes.
    const inList = moveList.querySelector('button:focus-visible') !== null;
    fill(moveList, ...view.movesIn(answer, this.#metric)
      .map((entry) => view.moveItem(this.#words, entry, this.#metric,
        { name: this.#shapeName(entry.move.shape), dot: entry.move.shape }, does)));
    if (inList) moveList.querySelector('button')?.focus({ preventScroll: true });
    fill(this.#parts.linkRow, this.#parts.share, ...view.links(this.#words, answer.position),
      answer.mirror === null ? null
        : el('a', { class: 'button', href: `/position${query({ p: answer.mirror })}` }, icon('mirror'), this.#words.mirror));
    const able = this.#canDemonstrate();
    for (const button of [controls.hint, controls.step, controls.play]) button.disabled = !able;
    this.#showTrack();
    this.#showStanding();
  }

  /** @param {import('./api.js').Move} move */
  #makeListed(move) {
    // While an answer is on its way the list is that of the position before.
    if (this.#answer) this.#moved({ ...move, by: 'click' });
  }

  #showCounters() {
    const { element, controls, numbers } = this.#parts;
    view.showNumbers(element, 'made', this.#game.made);
    controls.undo.disabled = !this.#game.canUndo;
    controls.restart.disabled = !this.#game.canUndo;
    controls.redo.disabled = !this.#game.canRedo;
    for (const card of numbers.children) {
      card.classList.toggle('chosen', card.getAttribute('data-metric') === this.#metric);
    }
    this.#showTrack();
  }

  /** How the moves made so far compare with the optimum. */
  #showTrack() {
    const words = this.#words;
    const answer = this.#answer;
    const optimum = this.#game.optimum?.[this.#metric] ?? null;
    const left = answer?.distance[this.#metric] ?? null;
    let text = '';
    if (answer && !answer.solvable) {
      text = words.unsolvable;
    } else if (answer?.won) {
      text = words.won;
    } else if (optimum !== null && left !== null && this.#game.canUndo) {
      const detour = this.#game.made[this.#metric] + left - optimum;
      text = detour > 0 ? words.detour(words.moveCount(detour)) : words.onTrack;
    } else {
      text = metrics[this.#language][this.#metric].move;
    }
    this.#parts.track.textContent = text;
  }

  async #showStanding() {
    const answer = this.#answer;
    const { histogram, standing, toMap, toSet } = this.#parts;
    if (!answer) return;
    toMap.href = `/map${query({ p: answer.position, metric: this.#metric })}`;
    toSet.href = `/atlas/${answer.piece_set}${query({ p: answer.position })}`;
    toSet.textContent = this.#words.allMetrics(answer.piece_set);
    const distance = answer.distance[this.#metric];
    const set = answer.piece_set;
    clearTimeout(this.#histogramTimer);
    // In a demonstration the mark would only flicker.
    this.#histogramTimer = setTimeout(() => {
      histogram.alt = this.#words.histogram(set, metrics[this.#language][this.#metric].name);
      histogram.src = `/svg/histogram${query({ set, metric: this.#metric, mark: distance })}`;
    }, histogram.src ? 160 : 0);
    if (distance === null) {
      standing.textContent = this.#words.unsolvable;
      return;
    }
    try {
      /** @type {import('./api.js').PieceSetDetails} */
      const details = await getOnce(`/api/v1/sets/${set}`);
      if (this.#answer !== answer) return;
      standing.textContent = view.standing(this.#words, this.#language, set, details.histogram[this.#metric], distance);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** What is known of the start, which may not be where the page was opened. */
  async #askStart() {
    try {
      const start = await ask(this.#start, this.#context.signal);
      this.#game.optimum = start.distance;
      fill(this.#parts.head, ...view.heading(this.#words, start.names), this.#parts.where);
      view.showNumbers(this.#parts.element, 'best', start.distance);
      const [name] = start.names;
      if (name) document.title = `${name.name} – ${document.title.split(' – ').pop()}`;
      this.#showTrack();
    } catch (error) {
      if (!aborted(error)) this.#fail(error);
    }
  }

  async #askComponent() {
    try {
      /** @type {import('./api.js').Component} */
      const { size, positions, with_goal, piece_set } =
        await get('/api/v1/component', { p: this.#start }, this.#context.signal);
      const text = this.#words.component(number(this.#language, size), number(this.#language, positions));
      this.#parts.component.textContent = with_goal ? text : text + this.#words.dead;
      this.#parts.toMap.hidden = size > MOST_MAPPED;
      /** @type {import('./api.js').PieceSetDetails} */
      const { component_sizes } = await getOnce(`/api/v1/sets/${piece_set}`);
      fill(this.#parts.sizes, sizeChart(this.#language, component_sizes, positions, size));
    } catch (error) {
      if (!aborted(error)) this.#fail(error);
    }
  }

  async #hint() {
    this.#demonstration.leave();
    const { position } = this.#game;
    let answer;
    try {
      answer = this.#answer ?? await ask(position, this.#context.signal);
    } catch (error) {
      if (!aborted(error)) this.#fail(error);
      return;
    }
    if (this.#game.position !== position) return;
    const after = answer.best_moves[this.#metric]?.[0];
    if (answer.won || after === undefined) {
      this.#context.announce(answer.won ? this.#words.won : this.#words.unsolvable);
      return;
    }
    const pieces = parse(position) ?? [];
    const move = moveBetween(pieces, parse(after) ?? []);
    const piece = pieces[move?.moving ?? -1];
    if (!move || !piece) return;
    this.#board.point([piece.column, piece.row], move.to);
    const way = waysOf(pieces, move.moving).get(cellIndex(move.to)) ?? [];
    const name = this.#words.piece(shapes[this.#language][piece.shape], piece.column + 1, piece.row + 1);
    this.#context.announce(this.#words.hinted(name, this.#words.way(arrows(way))));
  }

  #showDemonstration() {
    const { play, count, speed, speedText } = this.#parts.controls;
    const { playing } = this.#demonstration;
    const was = play.getAttribute('aria-pressed') === 'true';
    if (was !== playing) {
      play.setAttribute('aria-pressed', String(playing));
      play.querySelector('svg')?.replaceWith(icon(playing ? 'pause' : 'play'));
    }
    count.textContent = this.#demonstration.count;
    speedText.textContent = this.#words.perSecond(Number(speed.value));
  }

  /** The address is that of the present position, so that it can be shared; the game is kept beside it. */
  #showAddress() {
    clearTimeout(this.#addressTimer);
    const change = () => {
      this.#addressTime = performance.now();
      const metric = this.#metric === 'finger' ? null : this.#metric;
      replaceAddress(`/position${query({ p: this.#game.position, metric })}`, { game: this.#game.kept });
      this.#keepGame();
      this.#address = location.href;
      this.#addressChange = null;
    };
    this.#addressChange = change;
    // Browsers allow only so many changes of the address in a while.
    const wait = 350 - (performance.now() - this.#addressTime);
    if (this.#demonstration.playing && wait > 0) this.#addressTimer = setTimeout(change, wait);
    else change();
  }

  #keepGame() {
    if (this.#game.begun) passing.write(GAME, this.#game.kept);
  }

  async #share() {
    this.#showAddress();
    try {
      await navigator.clipboard.writeText(location.href);
      this.#context.announce(this.#words.shared);
      fill(this.#parts.share, icon('share'), this.#words.shared);
      setTimeout(() => fill(this.#parts.share, icon('share'), this.#words.share), 2000);
    } catch {
      this.#context.announce(this.#words.notShared);
      fill(this.#parts.error, el('p', { class: 'notice' }, this.#words.notShared));
    }
  }

  #win() {
    const { made } = this.#game;
    const record = this.#game.unaided && made.finger > 0 && keepBest(this.#start, made);
    this.#board.deselect();
    if (made.finger > 0) this.#board.finish();
    this.#showSolved(record);
  }

  /** @param {boolean} [record] whether it is the player's best result */
  #showSolved(record = false) {
    const { solvedBox } = this.#parts;
    const text = solved(solvedBox, {
      words: this.#words,
      metric: this.#metric,
      metricName: metrics[this.#language][this.#metric].name,
      made: this.#game.made[this.#metric],
      start: this.#start,
      optimum: this.#game.optimum?.[this.#metric] ?? null,
      own: best()[this.#start]?.[this.#metric] ?? null,
      set: this.#answer?.piece_set ?? '',
      unaided: this.#game.unaided,
      record,
      again: () => this.#travel('restart'),
    });
    solvedBox.hidden = false;
    this.#context.announce(text);
  }

  /** @param {unknown} error */
  #fail(error) {
    if (this.#context.signal.aborted) return;
    const retry = () => {
      fill(this.#parts.error);
      this.#ask();
      this.#askStart();
      this.#askComponent();
    };
    this.#context.announce(reason(this.#language, error));
    fill(this.#parts.error, failure(this.#language, error, retry));
  }
}
