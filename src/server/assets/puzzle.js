/** The page of one puzzle: playing it, and all that is known of where it has come to. */
import { kept, replaceAddress } from './address.js';
import { ApiError, aborted } from './api.js';
import { ARROW_KEYS } from './board.js';
import { Demonstration } from './demonstration.js';
import { el, fill } from './dom.js';
import { Game } from './game.js';
import { icon } from './icons.js';
import { failedPage, failure, loading, reason } from './notice.js';
import * as view from './position-view.js';
import { PuzzleBoard } from './puzzle-board.js';
import { colours, size, small } from './puzzle-picture.js';
import { PuzzleRules } from './puzzle-rules.js';
import { Source } from './puzzle-source.js';
import { words as table } from './puzzle-words.js';
import { arrows, moveBetween } from './sliding.js';
import { say } from './solved.js';
import { best, keepBest, lasting, passing } from './store.js';
import { metricOf, metrics, number } from './words.js';

/** @typedef {import('./api.js').Metric} Metric */
/** @typedef {import('./api.js').PuzzlePosition} PuzzlePosition */
/** @typedef {import('./api.js').PuzzleMove} PuzzleMove */
/** @typedef {import('./board.js').Made} Made */
/** @typedef {import('./words.js').Context} Context */

export const title = { en: 'Puzzle', zh: '謎題' };

const LETTER_KEYS = 'huarong.keys';
const GAME = 'huarong.puzzle-game';

/**
 * @param {HTMLElement} root
 * @param {URL} url
 * @param {Context} context
 */
export async function render(root, url, context) {
  const words = context.t(table);
  const load = async () => {
    try {
      fill(root, loading(context.language));
      const source = Source.of(url);
      const rules = new PuzzleRules(await source.puzzle(context.signal));
      if (context.signal.aborted) return;
      await new Table(root, context, source, rules, url.searchParams).open();
    } catch (error) {
      if (context.signal.aborted || aborted(error)) return;
      const unknown = error instanceof ApiError && error.status === 404;
      fill(root, unknown
        ? el('div', { class: 'notice', role: 'alert' }, el('h1', {}, words.noSuchPuzzle),
          el('a', { class: 'button', href: '/puzzles' }, words.all))
        : failedPage(context.language, error, load));
    }
  };
  await load();
}

class Table {
  #root;
  #context;
  #words;
  #language;
  #source;
  #rules;
  #board;
  #game;
  /** @type {Metric} */
  #metric;
  /** What the server said of the present position, once it did. @type {PuzzlePosition | null} */
  #answer = null;
  /** Whether it is too large to be searched. */
  #unsearched = false;
  /** @type {Map<string, PuzzlePosition>} */
  #answers = new Map();
  #asking = new AbortController();
  #addressTime = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #addressTimer;
  #colours;
  #demonstration;
  #parts;

  /**
   * @param {HTMLElement} root
   * @param {Context} context
   * @param {Source} source
   * @param {PuzzleRules} rules
   * @param {URLSearchParams} params
   */
  constructor(root, context, source, rules, params) {
    this.#root = root;
    this.#context = context;
    this.#language = context.language;
    this.#words = context.t(table);
    this.#source = source;
    this.#rules = rules;
    this.#metric = metricOf(params.get('metric'));
    this.#colours = colours(rules.puzzle);
    this.#board = new PuzzleBoard(rules);
    this.#game = this.#gameAt(params.get('p'));
    this.#parts = this.#build();
    this.#demonstration = new Demonstration({
      position: () => this.#game.position,
      metric: () => this.#metric,
      speed: () => Number(this.#parts.controls.speed.value),
      solve: (position, metric) => source.solution(position, metric, context.signal),
      make: ({ from, to, position }) => {
        this.#game.make(from, to, position, 'demonstration');
        this.#goTo();
      },
      changed: () => this.#showDemonstration(),
      failed: (error) => this.#fail(error),
    });
  }

  /**
   * The game that has come to a position of the puzzle: the one kept with the address, or the last one played here.
   * @param {string | null} asked
   */
  #gameAt(asked) {
    const last = /** @type {{key?: unknown, game?: unknown} | null} */ (passing.read(GAME));
    const games = [kept()['game'], last?.key === this.#source.key ? last.game : null]
      .map((game) => Game.of(game, this.#rules));
    const played = games.find((game) => game && (asked === null || game.position === asked));
    const pieces = this.#rules.parse(asked ?? '');
    return played ?? new Game(pieces ? this.#rules.print(pieces) : this.#rules.puzzle.start, this.#rules);
  }

  async open() {
    const { puzzle } = this.#rules;
    document.title = `${puzzle.name} – ${document.title.split(' – ').pop()}`;
    this.#board.id = 'board';
    this.#board.name = `${this.#words.board}. ${this.#words.keys}`;
    this.#board.label = (piece) => this.#label(piece);
    await this.#board.show(this.#game.position);
    if (this.#context.signal.aborted) return;
    fill(this.#root, this.#parts.element);
    this.#listen();
    this.#showCounters();
    this.#showDemonstration();
    await this.#ask();
    this.#askStart();
  }

  /** @param {string} shape */
  #pieceName(shape) {
    const kind = this.#rules.puzzle.kinds[Number(shape)];
    if (!kind) return '';
    const { width, height } = size(kind);
    return this.#words.pieceName(kind.signs, `${width}×${height}`);
  }

  /** @param {import('./sliding.js').Piece} piece */
  #label(piece) {
    const freedom = this.#rules.kind(piece)?.freedom ?? 'both';
    return this.#words.piece(this.#words.lockedName(this.#pieceName(piece.shape), freedom), piece.column + 1, piece.row + 1);
  }

  #build() {
    const words = this.#words;
    const { puzzle } = this.#rules;
    const controls = view.controls(words);
    const metric = view.metricChoice(this.#language, this.#metric);
    const solvedBox = el('section', { id: 'solved', role: 'status', hidden: true });
    const track = el('p', { id: 'track', class: 'small muted' });
    const reached = el('p', { id: 'reached', class: 'muted' });
    const moveList = el('ol', { id: 'moves' });
    const error = el('div', { id: 'position-error' });
    const letters = el('input', { type: 'checkbox', id: 'letter-keys', checked: lasting.read(LETTER_KEYS) !== false });
    const numbers = view.distances(words, this.#language);
    const stage = el('div', { class: 'table any' }, this.#board, solvedBox);
    stage.style.setProperty('--shape', String((100 * puzzle.columns + 60) / (100 * puzzle.rows + 60)));
    const published = puzzle.published.map(({ moves, metric: counted, by }) =>
      el('li', {}, words.publishedCount(moves, counted ? metrics[this.#language][counted].name.toLowerCase() : '', by ?? '')));
    const element = el('div', { class: 'play' },
      el('div', { class: 'stage' }, stage, controls.element),
      el('div', { class: 'play-head' }, el('h1', { lang: 'en' }, puzzle.name),
        puzzle.source ? el('p', { class: 'names', lang: 'en' }, puzzle.source) : null),
      el('div', { class: 'side' },
        error,
        el('section', { class: 'facts' },
          el('div', { class: 'metric-row' }, el('h2', {}, words.distances),
            el('div', { class: 'field' }, el('label', { for: 'metric' }, words.countIn), metric)),
          numbers, track, reached),
        el('section', { class: 'card goal-card' }, el('h2', {}, words.goal), small(this.#rules, 'goal'),
          el('p', { class: 'small muted' }, words.goalText),
          puzzle.goals.length > 1 ? el('p', { class: 'small muted' }, words.goals(puzzle.goals.length)) : null),
        el('section', {}, el('h2', { class: 'spaced' }, words.moves), moveList),
        published.length > 0 ? el('section', { class: 'card' }, el('h2', {}, words.publishedBy), el('ul', {}, ...published)) : null,
        el('div', { class: 'links' },
          el('a', { class: 'button', href: this.#source.editorHref }, icon('edit'), words.openFile),
          el('a', { class: 'button', href: this.#source.href({ p: puzzle.start }) }, words.fromStart),
          el('a', { class: 'button', href: '/puzzles' }, words.all)),
        el('details', {}, el('summary', {}, words.keyHelp), el('div', { class: 'facts' }, view.keyHelp(words),
          el('p', { class: 'small muted' }, words.runs),
          el('label', { class: 'check' }, letters, words.letterKeys)))));
    return { element, controls, metric, solvedBox, track, reached, moveList, error, letters };
  }

  #listen() {
    const { controls, metric, letters } = this.#parts;
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
    letters.addEventListener('change', () => lasting.write(LETTER_KEYS, letters.checked));
    metric.addEventListener('change', () => {
      this.#metric = metricOf(metric.value);
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
      this.#keepGame();
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
      if (control && !this.#board.contains(control)) return;
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
    const said = this.#words.movedTo(this.#pieceName(shape), this.#words.place(to[0] + 1, to[1] + 1));
    await this.#goTo();
    if (this.#game.position !== position || this.#isWon()) return;
    const left = this.#answer?.distance[this.#metric] ?? null;
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
    const left = this.#answer?.position === position ? this.#answer.distance[this.#metric] : null;
    if (left !== null) this.#context.announce(this.#words.nowToGo(left).trim());
  }

  #togglePlay() {
    this.#game.letGo();
    if (this.#demonstration.playing) this.#demonstration.pause();
    else if (this.#canDemonstrate()) this.#demonstration.play();
  }

  #isWon() {
    return this.#rules.won(this.#rules.parse(this.#game.position) ?? []);
  }

  #canDemonstrate() {
    return !this.#unsearched && !this.#isWon() && this.#answer?.solvable !== false;
  }

  /** Shows the game's present position, and asks about it. */
  async #goTo() {
    const { position } = this.#game;
    const pace = this.#demonstration.playing ? Math.min(90, 400 / Number(this.#parts.controls.speed.value)) : 90;
    this.#board.show(position, { pace }).catch((error) => this.#fail(error));
    this.#parts.solvedBox.hidden = true;
    this.#showAddress();
    this.#showCounters();
    if (this.#isWon()) this.#win();
    await this.#ask();
  }

  async #ask() {
    const { position } = this.#game;
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.#answer = this.#answers.get(position) ?? null;
    if (!this.#answer && !this.#unsearched) {
      this.#root.querySelector('.side')?.setAttribute('aria-busy', 'true');
      if (this.#answers.size === 0) this.#parts.reached.textContent = this.#words.searching;
      try {
        const answer = await this.#source.position(position, signal);
        if (signal.aborted) return;
        this.#answers.set(position, answer);
        this.#answer = answer;
      } catch (error) {
        if (signal.aborted || aborted(error)) return;
        if (!(error instanceof ApiError && error.code === 'too-large')) {
          this.#fail(error);
          return;
        }
        this.#unsearched = true;
      }
    }
    this.#showAnswer();
  }

  /** What is known of where the game began. */
  async #askStart() {
    if (this.#unsearched) return;
    try {
      const { start } = this.#game;
      const answer = this.#answers.get(start) ?? await this.#source.position(start, this.#context.signal);
      this.#game.optimum = answer.distance;
      view.showNumbers(this.#parts.element, 'best', answer.distance);
      this.#showTrack();
    } catch (error) {
      if (!aborted(error)) this.#fail(error);
    }
  }

  #showAnswer() {
    const answer = this.#answer;
    const { element, moveList, error, controls, reached } = this.#parts;
    element.querySelector('.side')?.removeAttribute('aria-busy');
    fill(error);
    for (const button of [controls.hint, controls.step, controls.play]) button.disabled = !this.#canDemonstrate();
    reached.textContent = this.#unsearched ? this.#words.unsearched : '';
    if (moveList.parentElement) moveList.parentElement.hidden = this.#unsearched;
    view.showNumbers(element, 'distance', answer?.distance ?? { unit: null, straight: null, finger: null });
    this.#showTrack();
    if (!answer) return;
    reached.textContent = answer.reached === null
      ? this.#words.tables
      : this.#words.reached(number(this.#language, answer.reached));
    const does = {
      make: (/** @type {PuzzleMove} */ move) => this.#makeListed(move),
      point: (/** @type {PuzzleMove} */ move) => this.#board.point(move.from, move.to),
      unpoint: () => this.#board.unpoint(),
    };
    const pieces = this.#rules.parse(answer.position) ?? [];
    const look = (/** @type {PuzzleMove} */ { from: [x, y] }) => {
      const piece = pieces.find(({ column, row }) => column === x && row === y);
      return { name: this.#pieceName(piece?.shape ?? ''), dot: this.#colours[Number(piece?.shape)] ?? '' };
    };
    // The keyboard stays in the list when the button that had the focus goes.
    const inList = moveList.querySelector('button:focus-visible') !== null;
    fill(moveList, ...view.movesIn(answer, this.#metric)
      .map((entry) => view.moveItem(this.#words, entry, this.#metric, look(entry.move), does)));
    if (inList) moveList.querySelector('button')?.focus({ preventScroll: true });
  }

  /** @param {PuzzleMove} move */
  #makeListed(move) {
    this.#demonstration.leave();
    this.#game.letGo();
    this.#game.make(move.from, move.to, move.position, 'player');
    this.#goTo();
  }

  #showCounters() {
    const { controls, element } = this.#parts;
    view.showNumbers(element, 'made', this.#game.made);
    controls.undo.disabled = !this.#game.canUndo;
    controls.restart.disabled = !this.#game.canUndo;
    controls.redo.disabled = !this.#game.canRedo;
    for (const card of element.querySelectorAll('.distance')) {
      card.classList.toggle('chosen', card.getAttribute('data-metric') === this.#metric);
    }
    this.#showTrack();
  }

  /** Whether the moves so far were a detour. */
  #showTrack() {
    const made = this.#game.made[this.#metric];
    const left = this.#answer?.distance[this.#metric] ?? null;
    const optimum = this.#game.optimum?.[this.#metric] ?? null;
    const words = this.#words;
    let text = metrics[this.#language][this.#metric].move;
    if (this.#answer && !this.#answer.solvable) {
      text = words.unsolvable;
    } else if (made > 0 && left !== null && optimum !== null) {
      const detour = made + left - optimum;
      text = detour > 0 ? words.detour(words.moveCount(detour)) : words.onTrack;
    }
    this.#parts.track.textContent = text;
  }

  async #hint() {
    this.#demonstration.leave();
    const answer = this.#answer;
    const after = answer?.best_moves[this.#metric][0];
    if (!answer || after === undefined) {
      this.#context.announce(this.#isWon() ? this.#words.won : this.#unsearched ? this.#words.unsearched : this.#words.unsolvable);
      return;
    }
    const pieces = this.#rules.parse(answer.position) ?? [];
    const move = moveBetween(pieces, this.#rules.parse(after) ?? []);
    const piece = pieces[move?.moving ?? -1];
    if (!move || !piece) return;
    this.#board.point([piece.column, piece.row], move.to);
    const way = this.#rules.waysOf(pieces, move.moving).get(this.#rules.cellIndex(move.to)) ?? [];
    this.#context.announce(this.#words.hinted(this.#board.label(piece), this.#words.way(arrows(way))));
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
      replaceAddress(this.#source.href({ p: this.#game.position, metric }), { game: this.#game.kept });
      this.#keepGame();
    };
    // Browsers allow only so many changes of the address in a while.
    const wait = 350 - (performance.now() - this.#addressTime);
    if (this.#demonstration.playing && wait > 0) this.#addressTimer = setTimeout(change, wait);
    else change();
  }

  #keepGame() {
    if (this.#game.begun) passing.write(GAME, { key: this.#source.key, game: this.#game.kept });
  }

  #win() {
    const { made } = this.#game;
    const key = `puzzle ${this.#source.key} ${this.#game.start}`;
    const record = this.#game.unaided && made.finger > 0 && keepBest(key, made);
    this.#board.deselect();
    const { solvedBox } = this.#parts;
    const next = el('a', { class: 'button primary', href: '/puzzles' }, this.#words.more);
    const text = say(solvedBox, {
      words: this.#words,
      metric: this.#metric,
      metricName: metrics[this.#language][this.#metric].name,
      made: made[this.#metric],
      optimum: this.#game.optimum?.[this.#metric] ?? null,
      own: best()[key]?.[this.#metric] ?? null,
      unaided: this.#game.unaided,
      record,
      again: () => this.#travel('restart'),
    }, next);
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
    };
    this.#context.announce(reason(this.#language, error));
    fill(this.#parts.error, failure(this.#language, error, retry));
  }
}
