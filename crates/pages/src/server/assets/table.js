/** The table at which a puzzle is played: board, buttons, keys, the game, and the answers of the server. */
import { replaceAddress } from './address.js';
import { ApiError, aborted, latest } from './api.js';
import { ARROW_KEYS, Board } from './board.js';
import { Demonstration } from './demonstration.js';
import { DifficultyCard } from './difficulty.js';
import { decorate, el, enable, fill } from './dom.js';
import { number } from './language.js';
import { labelled } from './lists.js';
import { doorLabels, pieceLabel, pieceName } from './names.js';
import { failure, reason, unknownName } from './notice.js';
import { DAILY, classHref, dayHref, drawnHref, isDate, isLevel, isPackName, packPlace, placeOf, puzzlesOf, today } from './pack-list.js';
import { longDate, words as packWords } from './packs-words.js';
import * as view from './position-view.js';
import { colours } from './puzzle-picture.js';
import { SolutionCard } from './puzzle-solution.js';
import { rate } from './rating.js';
import { ReviewCard } from './review.js';
import { gameSharing } from './share.js';
import { arrows, indexAt, passes, track } from './sliding.js';
import { say } from './solved.js';
import { best, keepBest, keepDay, lasting } from './store.js';
import { metricBeside, metrics, shell } from './words.js';

/** @import { Cell, MaybeDistance, Metric } from './api.js' */
/** @import { Made } from './board.js' */
/** @import { Game } from './game.js' */
/** @import { Place } from './pack-list.js' */
/** @import { Params, Source } from './puzzle-source.js' */
/** @import { Piece, Rules } from './rules.js' */
/** @import { Result } from './solved.js' */
/** @import { Context } from './words.js' */
/** @typedef {Omit<import('./api.js').Move, 'shape'> & import('./sliding.js').Passing} Move */

/**
 * The answer of the server about a position of any puzzle.
 * @typedef {object} Answer
 * @property {string} position
 * @property {boolean} solvable
 * @property {boolean} [lost] whether pieces have left so that the goal cannot be reached any more
 * @property {MaybeDistance} distance
 * @property {Record<Metric, string[]>} best_moves
 * @property {Move[]} moves
 */

/**
 * The puzzle that comes next.
 * @typedef {object} Following
 * @property {string} href
 * @property {string} text says in which order it is the next one
 * @property {import('./names.js').Written} [name]
 */

/**
 * What a page brings to its table.
 * @template {Answer} A
 * @typedef {object} Host
 * @property {import('./position-words.js').Words} words
 * @property {Rules} rules
 * @property {() => string} name of the puzzle
 * @property {string} file name of saved files, without their kind
 * @property {Game} game
 * @property {Metric} metric metric at the start
 * @property {Source} source
 * @property {(params: Params) => string | null} link address that shows the puzzle to others, too; null if it is too large
 *   for one
 * @property {Answers<A>} answers
 * @property {string} startKey key of the start
 * @property {boolean} keepsBest whether the browser keeps the best results for this start, under its key
 * @property {(game: import('./game.js').Kept) => void} keep keeps the game for this tab
 * @property {() => HTMLElement} layout the whole page
 * @property {(result: Result) => HTMLElement} [harder] link to a harder puzzle, where no next one is known
 * @property {() => Promise<Following | null>} [listed] the next puzzle of the list, for visitors who do not come from a
 *   pack; without it, the first pack that has the puzzle decides
 * @property {Following} more where there are more puzzles, if there is no next one
 * @property {boolean} isDamaged whether the address names a game or a position that the puzzle does not have
 * @property {(place: Place | null) => void} [placed] shows the place of the start in its pack
 * @property {() => void} asking called before the table waits for an answer
 * @property {(answer: A | null) => void} answered shows an answer; null if the puzzle is too large to be searched
 * @property {(start: A) => void} started shows the answer about the start
 */

const MOST_ANSWERS = 400;
/** Milliseconds in which an answer seems to be there at once. */
const MOMENT = 100;
const LETTER_KEYS = 'huarong.keys';
const ANALYSIS = 'huarong.analysis';
/** Parameters that an address keeps while the position changes. */
const KEPT_PARAMS = ['pack', 'date', 'class'];

/** @type {MaybeDistance} */
const UNKNOWN = { unit: null, straight: null, finger: null };

/**
 * Answers about the last positions. Going back sends no request.
 * @template {Answer} A
 */
export class Answers {
  /** @type {Map<string, A>} */
  #kept = new Map();
  #find;

  /** @param {(position: string, signal: AbortSignal) => Promise<A>} find */
  constructor(find) {
    this.#find = find;
  }

  get isEmpty() {
    return this.#kept.size === 0;
  }

  /** @param {string} position */
  get(position) {
    return this.#kept.get(position) ?? null;
  }

  /** @param {string} position or a name of one @param {AbortSignal} signal */
  async ask(position, signal) {
    const known = this.#kept.get(position);
    if (known) return known;
    const answer = await this.#find(position, signal);
    this.#kept.set(position, answer);
    this.#kept.set(answer.position, answer);
    // The oldest are dropped. An answer to a name is kept twice.
    const keys = this.#kept.keys();
    while (this.#kept.size > MOST_ANSWERS) this.#kept.delete(keys.next().value ?? '');
    return answer;
  }
}

/** @template {Answer} A */
export class Table {
  /** The answer about the present position, once it is there. @type {A | null} */
  answer = null;
  #root;
  #context;
  #words;
  #language;
  #host;
  #board;
  /** Whether nothing is known about the present position, because the puzzle is too large for a search. */
  #isUnsearched = false;
  #asking;
  #addressTime = 0;
  /** When the present attempt began; infinite once it is rated. */
  #began = performance.now();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #addressTimer;
  /** The address that this table wrote last, and a change of it that waits. */
  #address = location.href;
  /** @type {(() => void) | null} */
  #addressChange = null;
  /** Aborts the computation of a hint or of a solution. */
  #help = new AbortController();
  #demonstration;
  #parts;
  #share;
  /** @type {Record<string, string | null>} */
  #params;
  /** The puzzle that comes next; null if none is known. @type {Following | null} */
  #following = null;
  /** Where there are more puzzles. @type {Following} */
  #more;
  /** A link to it. */
  next = el('a', { class: 'button', 'data-next': '' });

  /**
   * @param {HTMLElement} root
   * @param {Context} context
   * @param {Host<A>} host
   */
  constructor(root, context, host) {
    const { words, game, metric, source } = host;
    this.#root = root;
    this.#context = context;
    this.#asking = latest(context.signal);
    this.#words = words;
    this.#language = context.language;
    this.#host = host;
    this.#board = new Board(host.rules);
    this.metric = metric;
    const asked = new URLSearchParams(location.search);
    this.#params = Object.fromEntries(KEPT_PARAMS.map((name) => [name, asked.get(name)]));
    this.#more = host.more;
    const pack = asked.get('pack');
    const isKnown = pack === null || isPackName(pack);
    if (!isKnown) this.#params['pack'] = null;
    this.solution = new SolutionCard(context, {
      ...host, position: () => game.position, metric: () => this.metric, shown: () => this.noteHelp(),
      refused: () => {
        if (this.answer?.lost) this.#sayLost();
        return this.answer?.lost === true;
      },
    });
    this.difficulty = new DifficultyCard(context, source);
    this.review = new ReviewCard(context.signal, host);
    this.#share = gameSharing(context, () => host.link({ ...this.#kept, p: game.start }), () => this.#linkWithMoves());
    this.#parts = {
      controls: view.controls(words),
      metric: view.metricChoice(context.language, metric),
      solved: el('section', { id: 'solved', role: 'status', hidden: true }),
      lost: el('section', { id: 'lost', class: 'notice', hidden: true }, el('p', {}, words.lost),
        el('button', { type: 'button', class: 'button', onclick: () => this.#goBack() }, words.goBack)),
      numbers: view.distances(words, context.language),
      track: el('p', { id: 'track', class: 'small muted' }),
      moveList: el('ol', { id: 'moves' }),
      analysis: el('details', { id: 'analysis', open: lasting.read(ANALYSIS) === true }),
      analysisName: el('summary'),
      error: el('div', { id: 'position-error' }),
      text: el('p', { id: 'board-text' }),
      letters: el('input', { type: 'checkbox', id: 'letter-keys', checked: lasting.read(LETTER_KEYS) !== false }),
    };
    /** The part of the page beside the board; the page fills it. */
    this.side = el('div', { class: 'side' });
    /** Messages: an error, and that the puzzle is solved. */
    this.error = el('div', { id: 'notices' }, !isKnown && unknownName(this.#language, 'pack', pack),
      host.isDamaged && el('p', { id: 'damaged', class: 'notice', role: 'alert' }, words.damagedGame),
      this.#parts.solved, this.#parts.lost, this.#parts.error);
    this.moves = el('section', { class: 'analysed' }, el('h2', { class: 'spaced' }, words.moves), this.#parts.moveList);
    this.#demonstration = new Demonstration({
      position: () => game.position,
      metric: () => this.metric,
      speed: () => Number(this.#parts.controls.speed.value),
      solve: (position, counted) => this.#compute(words.computingSolution, (signal) => source.solution(position, counted, signal)),
      make: (move) => {
        game.make({ from: move.from, to: move.to, leaves: passes(move) }, move.position, 'demonstration');
        this.#goTo();
      },
      changed: () => this.#showDemonstration(),
      failed: (error) => this.fail(error),
    });
  }

  /** @param {string} [more] another class of the table */
  stage(more = '') {
    const table = el('div', { class: `table ${more}`.trim() }, this.#board);
    return { table, element: el('div', { class: 'stage' }, table, this.#parts.controls.element) };
  }

  /** The analysis, which the visitor opens. Elements of the class `analysed` are shown with it. @param {...Node} more */
  distances(...more) {
    const { analysis, analysisName, metric, numbers, track } = this.#parts;
    const words = this.#words;
    fill(analysis, analysisName, el('div', { class: 'facts' },
      el('div', { class: 'metric-row' }, el('h2', {}, words.distances),
        labelled(metrics[this.#language].metric, metric)),
      numbers, track, ...more));
    return analysis;
  }

  /** Links to pass on, the board as text, and the keys. */
  keys() {
    const words = this.#words;
    const { text, letters } = this.#parts;
    const asText = el('details', { id: 'as-text' }, el('summary', {}, words.boardText), text);
    asText.addEventListener('toggle', () => { if (asText.open) this.#readBoard(); });
    return el('div', {}, this.#share.element, asText,
      el('details', {}, el('summary', {}, words.keyHelp), el('div', { class: 'facts' },
        el('dl', { class: 'keys' }, ...words.keyList.flatMap(([key, what]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, what)])),
        el('p', { class: 'small muted' }, words.runs),
        el('label', { class: 'check' }, letters, words.letterKeys))));
  }

  async open() {
    const { game } = this.#host;
    const words = this.#words;
    const board = this.#board;
    board.id = 'board';
    board.name = `${words.board}. ${words.keys}`;
    board.label = (piece, pieces) => this.#label(piece, pieces);
    board.show(game.position);
    fill(this.#root, this.#host.layout());
    // The first Tab leads to the board, and not through the bar above it.
    if (document.activeElement === document.body) this.#root.focus({ preventScroll: true });
    this.#listen();
    this.#showAnalysis();
    this.#showCounters();
    this.#showDemonstration();
    this.#showText();
    this.#showNext();
    this.#findPlace();
    if (game.begun) this.showAddress();
    await this.#ask();
    await this.#askStart();
  }

  #listen() {
    const board = this.#board;
    const context = this.#context;
    const { analysis, controls, metric, letters } = this.#parts;
    analysis.addEventListener('toggle', () => {
      lasting.write(ANALYSIS, analysis.open);
      this.#showAnalysis();
      this.#showDemonstration();
    });
    board.addEventListener('move', (event) => this.#moved(/** @type {CustomEvent<Made>} */ (event).detail));
    board.addEventListener('take', () => this.#leave());
    board.addEventListener('select', () => this.#host.game.letGo());
    board.addEventListener('blocked', (event) => this.#sayBlocked(/** @type {CustomEvent<Piece>} */ (event).detail));
    controls.undo.addEventListener('click', () => this.#travel('undo'));
    controls.redo.addEventListener('click', () => this.#travel('redo'));
    controls.restart.addEventListener('click', () => this.#travel('restart'));
    controls.hint.addEventListener('click', () => this.#hint());
    controls.play.addEventListener('click', () => this.#togglePlay());
    controls.step.addEventListener('click', () => {
      this.noteHelp();
      this.#help.abort();
      if (this.answer?.lost) this.#sayLost();
      else this.#demonstration.step();
    });
    controls.speed.addEventListener('input', () => this.#showDemonstration());
    letters.addEventListener('change', () => lasting.write(LETTER_KEYS, letters.checked));
    metric.addEventListener('change', () => {
      this.metric = /** @type {Metric} */ (metric.value);
      this.#leave();
      this.showAddress();
      this.#showAnswer();
      this.#showCounters();
    });
    const { signal } = context;
    document.addEventListener('keydown', (event) => this.#key(event), { signal });
    signal.addEventListener('abort', () => {
      this.#leave();
      clearTimeout(this.#addressTimer);
      this.#keepGame();
      // In another language the page is built from its address, which must be that of the present position.
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
      if (control && !this.#board.contains(control)) return;
      if (!this.#board.push(arrow)) return;
    } else if (!this.#parts.letters.checked) {
      return;
    } else if (key === 'h') {
      this.#hint();
    } else if (key === 'b') {
      this.#readBoard();
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

  /** A move that the player made. @param {Made} made */
  async #moved({ from, to, leaves, shape, by, position }) {
    this.#leave();
    if (by !== 'key') this.#host.game.letGo();
    if (this.#parts.analysis.open) this.#host.game.help();
    this.#host.game.make({ from, to, leaves }, position, 'player');
    const { rules } = this.#host;
    const name = (/** @type {string} */ shape) => pieceName(this.#language, rules, shape);
    const below = rules.layerBelow(shape);
    const { movedTo, hasLeft, hasBecome, place, nowToGo, lost } = this.#words;
    const said = !leaves ? movedTo(name(shape), place(to[0] + 1, to[1] + 1))
      : below === undefined ? hasLeft(name(shape)) : hasBecome(name(shape), name(below));
    await this.#goTo();
    if (this.#host.game.position !== position || this.#isAtGoal()) return;
    const left = this.#left(position);
    const isLost = this.#parts.analysis.open && this.answer?.lost;
    this.#context.announce(said + (left !== null ? nowToGo(left) : isLost ? ` ${lost}` : ''));
  }

  /** @param {Piece} piece that cannot move so */
  #sayBlocked({ shape }) {
    const { rules, game } = this.#host;
    const waits = rules.waitsFor(rules.parse(game.position) ?? [], shape);
    this.#context.announce(waits > 0 ? this.#words.frozen(waits) : this.#words.blocked);
  }

  /** Says that the goal cannot be reached any more, to a visitor who has asked for help. */
  #sayLost() {
    this.noteHelp();
    this.#parts.lost.hidden = false;
    this.#parts.lost.scrollIntoView({ block: 'nearest' });
    this.#context.announce(this.#words.lost);
  }

  /** Takes back the moves since the game was lost. */
  async #goBack() {
    this.#leave();
    const { game, answers } = this.#host;
    const { position, positions } = game;
    let at = positions.length - 1;
    try {
      while (at > 0 && (await answers.ask(positions[at] ?? '', this.#context.signal)).lost) at -= 1;
    } catch (error) {
      if (!aborted(error)) this.fail(error);
      return;
    }
    if (game.position !== position) return;
    while (game.at > at) game.undo();
    game.letGo();
    await this.#goTo();
  }

  /** Marks the present attempt as one with help. */
  noteHelp() {
    if (this.#isAtGoal()) return;
    this.#host.game.help();
    this.#showCounters();
    this.#keepGame();
  }

  #showAnalysis() {
    const { analysis, analysisName } = this.#parts;
    analysisName.textContent = analysis.open ? this.#words.hideAnalysis : this.#words.showAnalysis;
    if (analysis.open) this.noteHelp();
  }

  /** @param {'undo' | 'redo' | 'restart'} step */
  async #travel(step) {
    if (step === 'redo' ? !this.#host.game.canRedo : !this.#host.game.canUndo) return;
    this.#leave();
    this.#host.game[step]();
    if (step === 'restart') this.#began = performance.now();
    this.#host.game.letGo();
    if (this.#parts.analysis.open) this.#host.game.help();
    const { position } = this.#host.game;
    await this.#goTo();
    // The announcement of the move that is taken back no longer holds.
    const left = this.#left(position);
    if (left !== null) this.#context.announce(this.#words.nowToGo(left).trim());
  }

  /**
   * How far a position is from the goal, if the visitor has opened the analysis and the answer at hand says so.
   * @param {string} position
   */
  #left(position) {
    if (!this.#parts.analysis.open) return null;
    return this.answer?.position === position ? this.answer.distance[this.metric] : null;
  }

  #togglePlay() {
    this.#host.game.letGo();
    if (this.#demonstration.playing) {
      this.#demonstration.pause();
      this.#help.abort();
    } else if (this.answer?.lost) {
      this.#sayLost();
    } else if (this.#canDemonstrate()) {
      this.noteHelp();
      this.#demonstration.play();
    }
  }

  /** Ends the demonstration, and what is computed for it or for a hint. */
  #leave() {
    this.#demonstration.leave();
    this.#help.abort();
  }

  /**
   * Computes help, and says so until it is there or the player goes on.
   * @template T
   * @param {string} text
   * @param {(signal: AbortSignal) => Promise<T>} work
   */
  async #compute(text, work) {
    const { computing } = this.#parts.controls;
    this.#help.abort();
    const help = new AbortController();
    this.#help = help;
    // An answer that is there at once needs no message.
    const timer = setTimeout(() => {
      computing.textContent = text;
      computing.hidden = false;
    }, MOMENT);
    const end = () => {
      clearTimeout(timer);
      computing.hidden = true;
      computing.textContent = '';
    };
    help.signal.addEventListener('abort', end);
    try {
      const made = await work(help.signal);
      help.signal.throwIfAborted();
      return made;
    } finally {
      help.signal.removeEventListener('abort', end);
      if (!help.signal.aborted) end();
    }
  }

  #isAtGoal() {
    return this.#host.rules.isGoal(this.#host.game.position);
  }

  /** Whether help can be asked for. Also if the game is lost, so that no button gives it away. */
  #canDemonstrate() {
    return !this.#isUnsearched && !this.#isAtGoal() && (this.answer?.solvable !== false || this.answer.lost === true);
  }

  /** Shows the present position of the game, and asks about it. */
  async #goTo() {
    const { position } = this.#host.game;
    const pace = this.#demonstration.playing ? Math.min(90, 400 / Number(this.#parts.controls.speed.value)) : 90;
    this.#board.show(position, { pace });
    this.#parts.solved.hidden = true;
    this.review.hide();
    this.#parts.lost.hidden = true;
    this.showAddress();
    this.solution.leave();
    // What is shown until the answer arrives must not be about the position before.
    this.answer = this.#host.answers.get(position);
    this.#showCounters();
    this.#showText();
    if (this.#isAtGoal()) this.#reachGoal();
    await this.#ask();
  }

  async #ask() {
    const { position } = this.#host.game;
    const signal = this.#asking();
    this.answer = this.#host.answers.get(position);
    this.#isUnsearched = false;
    if (!this.answer) {
      this.side.setAttribute('aria-busy', 'true');
      this.#host.asking();
      try {
        const answer = await this.#host.answers.ask(position, signal);
        if (signal.aborted) return;
        this.answer = answer;
      } catch (error) {
        if (signal.aborted || aborted(error)) return;
        if (!(error instanceof ApiError && error.code === 'too-large')) {
          view.showNumbers(this.side, this.#language, 'distance', UNKNOWN);
          this.fail(error);
          return;
        }
        this.#isUnsearched = true;
      }
    }
    this.#showAnswer();
  }

  /** Asks about the start, which may not be where the page was opened. */
  async #askStart() {
    const { game, answers, started } = this.#host;
    try {
      const start = await answers.ask(game.start, this.#context.signal);
      game.optimum = start.distance;
      started(start);
      view.showNumbers(this.side, this.#language, 'best', start.distance);
      this.#showCounters();
    } catch (error) {
      const isTooLarge = error instanceof ApiError && error.code === 'too-large';
      if (!aborted(error) && !isTooLarge) this.fail(error);
    }
  }

  #showAnswer() {
    const { answer, metric } = this;
    if (!answer && !this.#isUnsearched) return;
    const { moveList, controls } = this.#parts;
    fill(this.#parts.error);
    this.side.removeAttribute('aria-busy');
    for (const button of [controls.hint, controls.step, controls.play]) button.disabled = !this.#canDemonstrate();
    this.moves.hidden = this.#isUnsearched || answer?.moves.length === 0;
    view.showNumbers(this.side, this.#language, 'distance', answer?.distance ?? UNKNOWN);
    this.#showTrack();
    this.solution.enable(answer?.solvable || answer?.lost === true);
    this.solution.follow();
    this.difficulty.show(this.#host.game.position, metric);
    this.#host.answered(answer);
    if (!answer) return;
    const { rules } = this.#host;
    const pieces = rules.parse(answer.position) ?? [];
    const colour = colours(rules.puzzle);
    const shapeAt = (/** @type {Cell} */ cell) => pieces[indexAt(pieces, cell)]?.shape ?? '';
    const does = {
      // Until the next answer arrives the list is that of the position before.
      make: (/** @type {Move} */ move) => {
        if (this.answer) this.#moved({ ...move, leaves: passes(move), shape: shapeAt(move.from), by: 'click' });
      },
      point: (/** @type {Move} */ move) => this.#board.point(move.from, move.to, passes(move)),
      unpoint: () => this.#board.unpoint(),
    };
    const items = view.movesIn(answer, metric).map((entry) => {
      const shape = shapeAt(entry.move.from);
      const look = { name: pieceName(this.#language, rules, shape), dot: colour[Number(shape)] ?? '' };
      return view.moveItem(this.#words, entry, metric, look, does);
    });
    // The keyboard stays in the list when the button that had the focus goes.
    const inList = moveList.querySelector('button:focus-visible') !== null;
    fill(moveList, ...items);
    if (inList) moveList.querySelector('button')?.focus({ preventScroll: true });
  }

  #showCounters() {
    const { controls, numbers } = this.#parts;
    const { game, startKey } = this.#host;
    const shown = (/** @type {number | null | undefined} */ value) => (value ? number[this.#language](value) : '–');
    view.showNumbers(this.side, this.#language, 'made', game.made);
    controls.made.textContent = number[this.#language](game.made[this.metric]);
    controls.fewest.textContent = shown(game.optimum?.[this.metric]);
    const own = best()[startKey]?.[this.metric];
    controls.own.textContent = shown(own);
    if (controls.own.parentElement) controls.own.parentElement.hidden = own === undefined;
    controls.helped.hidden = game.unaided;
    for (const button of [controls.undo, controls.restart]) enable(button, game.canUndo);
    enable(controls.redo, game.canRedo);
    for (const card of numbers.children) {
      card.classList.toggle('chosen', card.getAttribute('data-metric') === this.metric);
    }
    this.#showTrack();
  }

  /** How the moves made so far compare with the optimum. */
  #showTrack() {
    const { answer } = this;
    const words = this.#words;
    const optimum = this.#host.game.optimum?.[this.metric] ?? null;
    const left = answer?.distance[this.metric] ?? null;
    let text = metrics[this.#language][this.metric].move;
    if (answer && !answer.solvable) {
      text = answer.lost ? words.lost : words.unsolvable;
    } else if (answer && this.#isAtGoal()) {
      text = words.goalReached;
    } else if (optimum !== null && left !== null && this.#host.game.canUndo) {
      const detour = this.#host.game.made[this.metric] + left - optimum;
      text = detour > 0 ? words.detour(detour) : words.onTrack;
    }
    this.#parts.track.textContent = text;
  }

  async #hint() {
    this.#leave();
    const { position } = this.#host.game;
    let { answer } = this;
    try {
      if (!this.#isUnsearched) answer ??= await this.#compute(this.#words.computingHint, (signal) => this.#host.answers.ask(position, signal));
    } catch (error) {
      if (!aborted(error)) this.fail(error);
      return;
    }
    if (this.#host.game.position !== position) return;
    const after = answer?.best_moves[this.metric][0];
    if (answer?.lost) {
      this.#sayLost();
      return;
    }
    if (after === undefined) {
      const { goalReached, unsearched, unsolvable } = this.#words;
      this.#context.announce(this.#isAtGoal() ? goalReached : this.#isUnsearched ? unsearched : unsolvable);
      return;
    }
    const { rules } = this.#host;
    const pieces = rules.parse(position) ?? [];
    const way = rules.wayBetween(pieces, rules.parse(after) ?? []);
    const piece = pieces[way?.moving ?? -1];
    if (!way || !piece) return;
    this.noteHelp();
    this.#board.point([piece.column, piece.row], /** @type {Cell} */ (way.path.at(-1)), way.out !== null);
    this.#context.announce(this.#words.hinted(this.#label(piece, pieces), this.#words.directions(arrows(track(way)))));
  }

  #showDemonstration() {
    const { play, count, speed, speedText, tempo } = this.#parts.controls;
    const { playing } = this.#demonstration;
    view.showPlaying(play, playing);
    count.textContent = this.#demonstration.count;
    tempo.hidden = !this.#parts.analysis.open && !playing && this.#demonstration.count === '';
    speedText.textContent = this.#words.perSecond(Number(speed.value));
  }

  /** @param {Piece} piece @param {readonly Piece[]} pieces */
  #label(piece, pieces) {
    return pieceLabel(this.#language, this.#host.rules, piece, pieces);
  }

  /** The present position in words: its pieces in reading order, its empty cells, and the doors. */
  #describe() {
    const { rules } = this.#host;
    const words = this.#words;
    const pieces = rules.parse(this.#host.game.position) ?? [];
    const covered = new Set(pieces.flatMap((piece) => rules.cellsOf(piece).map((cell) => rules.cellIndex(cell))));
    const empty = rules.cells.filter((cell) => !covered.has(rules.cellIndex(cell)));
    return [
      ...pieces.map((piece) => this.#label(piece, pieces)),
      `${words.emptyCells}${words.colon}${empty.map(([column, row]) => words.place(column + 1, row + 1)).join(words.semicolon)}`,
      ...doorLabels(this.#language, rules, pieces),
    ].join(words.stop) + words.stop.trim();
  }

  #showText() {
    this.#parts.text.textContent = this.#describe();
    this.#share.update();
  }

  #readBoard() {
    this.#context.announce(this.#describe());
  }

  /** Finds the place of the start in its pack, and the next puzzle. */
  async #findPlace() {
    const { pack = null, class: set = null } = this.#params;
    const { startKey, placed, listed } = this.#host;
    const words = packWords[this.#language];
    if (set !== null) {
      this.#following = { href: classHref(set), text: shell[this.#language].pages.class };
    } else if (isLevel(pack)) {
      this.#following = { href: drawnHref(pack), text: words.another[pack] };
    } else if (pack === DAILY) {
      const { date = null } = this.#params;
      this.#following = { href: dayHref(date), text: isDate(date) ? words.ofDay(longDate[this.#language](date)) : words.allToday };
    } else {
      const found = await placeOf(pack, startKey, this.#language).catch(() => null);
      const place = listed && found?.pack !== pack ? null : found;
      const following = place ? this.#inPack(place) : await listed?.().catch(() => null);
      if (this.#context.signal.aborted) return;
      this.#following = following ?? null;
      if (place) this.#more = { href: `/packs#${packPlace(place.pack)}`, text: shell[this.#language].exists.pack };
      placed?.(place);
    }
    this.#showNext();
  }

  /** The puzzle after a place in a pack. @param {Place} place @returns {Following | null} */
  #inPack({ pack, next }) {
    const { packs, next: lead } = packWords[this.#language];
    const { nextPuzzle, colon } = this.#words;
    // Numbered names have the name of their pack.
    return next && { ...next, text: next.name.text.startsWith(packs[pack]) ? nextPuzzle + colon : lead(packs[pack]) };
  }

  #showNext() {
    const { href, text, name } = this.#following ?? this.#more;
    const title = text + (name?.text ?? '');
    const { nextPuzzle, colon } = this.#words;
    // The label has the visible text.
    const label = title.includes(nextPuzzle) ? title : nextPuzzle + colon + title;
    decorate(this.#parts.controls.next, { href, title, 'aria-label': label });
    decorate(this.next, { href });
    fill(this.next, text, name && el('span', { lang: name.lang }, name.text));
  }

  /** The link of the message that the puzzle is solved. @param {Result} result */
  #nextLink(result) {
    const { harder } = this.#host;
    if (harder && !this.#following) return harder(result);
    const { href, text, name } = this.#following ?? this.#more;
    return el('a', { class: 'button primary', href }, text, name && el('span', { lang: name.lang }, name.text));
  }

  /** The link to the moves of the game, at the present one; null if there are none. */
  #linkWithMoves() {
    const { link, game } = this.#host;
    if (!game.begun || game.list === null) return null;
    return link({ ...this.#kept, p: game.start, moves: game.list, at: String(game.at) });
  }

  /** The parameters that all addresses of the table have. */
  get #kept() {
    return { metric: this.metric === 'finger' ? null : this.metric, ...this.#params };
  }

  /** The address is that of the present position, so that it can be shared; the game is kept beside it. */
  showAddress() {
    clearTimeout(this.#addressTimer);
    const { source, game } = this.#host;
    const change = () => {
      this.#addressTime = performance.now();
      replaceAddress(source.href({ p: game.position, ...this.#kept }), { game: game.kept });
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
    const { game, keep } = this.#host;
    if (game.begun || !game.unaided) keep(game.kept);
  }

  #reachGoal() {
    const { made } = this.#host.game;
    const { keepsBest, startKey } = this.#host;
    const record = this.#host.game.unaided && keepsBest && made.finger > 0 && keepBest(startKey, made);
    this.#showCounters();
    this.#board.deselect();
    if (made.finger > 0) this.#board.finish();
    this.showSolved(record);
    this.#rate();
    if (made.finger > 0 && this.#host.game.isOwn) this.#showPath();
  }

  /** Takes a solution of a random puzzle for the player's level, which chooses the next one. */
  async #rate() {
    const { game, source, startKey } = this.#host;
    const [least, made] = [game.optimum?.straight, game.made.straight];
    if (!source.isBoard || !game.unaided || made === 0 || !least || this.#began === Infinity) return;
    rate(startKey, { least, made, seconds: (performance.now() - this.#began) / 1000 });
    this.#began = Infinity;
    await this.#findPlace();
    const link = this.#parts.solved.querySelector('a.primary');
    if (link && this.#following) decorate(link, { href: this.#following.href });
  }

  /** Shows the player's path, and keeps it if it solves a puzzle of a day without help. */
  async #showPath() {
    const { game, source, rules } = this.#host;
    const { pack, date = null } = this.#params;
    const { unaided } = game;
    const curve = await this.review.show(game.path);
    if (!curve || !unaided || pack !== DAILY || !isDate(date)) return;
    // A Rush Hour board has the text of its start in its address.
    const start = source.isBoard && game.start === rules.puzzle.start ? source.params['board'] : game.start;
    const solved = (await puzzlesOf(date).catch(() => [])).find((puzzle) => puzzle.start === start);
    if (solved) keepDay(`${date} ${solved.kind}`, { on: today(), curve });
  }

  /** @param {boolean} [record] whether it is the player's best result */
  showSolved(record = false) {
    const { solved } = this.#parts;
    const result = {
      words: this.#words,
      metric: this.metric,
      metricName: metricBeside(this.#language, this.metric),
      made: this.#host.game.made[this.metric],
      optimum: this.#host.game.optimum?.[this.metric] ?? null,
      own: best()[this.#host.startKey]?.[this.metric] ?? null,
      unaided: this.#host.game.unaided,
      record,
      again: () => this.#travel('restart'),
    };
    const text = say(solved, result, this.#nextLink(result));
    solved.hidden = false;
    solved.scrollIntoView({ block: 'nearest' });
    this.#context.announce(text);
  }

  /** @param {unknown} error */
  fail(error) {
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
