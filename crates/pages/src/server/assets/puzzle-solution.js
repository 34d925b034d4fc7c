/** A list of the moves of an optimal solution, to click through, with a picture of each position. */
import { ApiError, aborted, latest } from './api.js';
import { download, downloadText } from './download.js';
import { decorate, el, enable, fill } from './dom.js';
import { pieceName } from './names.js';
import { failure } from './notice.js';
import { colours, draw } from './puzzle-picture.js';
import { words as dictionary } from './puzzle-words.js';
import { arrows, indexAt, passes, track } from './sliding.js';
import { metricBeside, metrics } from './words.js';

/** @import { Cell, Metric, Solution } from './api.js' */
/** @import { Piece, Rules } from './rules.js' */
/** @import { Context } from './words.js' */

/**
 * @typedef {object} Host
 * @property {Rules} rules
 * @property {import('./puzzle-source.js').Source} source
 * @property {() => string} name of the puzzle
 * @property {string} file name of saved files, without their kind
 * @property {() => string} position the solution starts here
 * @property {() => Metric} metric
 * @property {() => void} shown called when a solution is shown, which is help
 * @property {() => boolean} refused whether the page has said why there is no solution
 */

/**
 * A position of the solution, also with the letters of the start, and the move that leads to it.
 * @typedef {{position: string, lettered: string, pieces: readonly Piece[], moving: number, cells: readonly Cell[], shape: string, piece: string, path: string, from: Cell}} Step
 */

/** The kinds of pictures of a solution. */
const PICTURES = /** @type {const} */ (['svg', 'png', 'gif']);

export class SolutionCard {
  /** @type {Solution | null} */
  #solution = null;
  /** @type {Step[]} */
  #steps = [];
  #at = 0;
  #context;
  #host;
  #words;
  #colours;
  #asking;
  /** Whether a solution is awaited. */
  #isAsking = false;
  #show;
  #content = el('div', { class: 'facts' });
  #parts;

  /** @param {Context} context @param {Host} host */
  constructor(context, host) {
    this.#context = context;
    this.#asking = latest(context.signal);
    this.#host = host;
    this.#words = context.t(dictionary);
    this.#colours = colours(host.rules.puzzle);
    const words = this.#words;
    const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ does) =>
      el('button', { id, type: 'button', class: 'button', onclick: does }, text);
    this.#show = button('solution-show', words.showSolution, () => this.#ask());
    this.#parts = {
      list: el('ol', { id: 'solution-moves' }),
      picture: el('div', { class: 'solution-picture' }),
      back: button('solution-back', words.back, () => this.#go(this.#at - 1)),
      forward: button('solution-forward', words.forward, () => this.#go(this.#at + 1)),
      count: el('span', { id: 'solution-count', class: 'number muted', role: 'status' }),
      problem: el('div', { class: 'facts' }),
      here: el('a', { id: 'solution-here', class: 'button' }, words.playHere),
    };
    this.element = el('section', { id: 'solution', class: 'card', onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) },
      el('h2', {}, words.solution), this.#content);
    this.#reset();
  }

  /** Whether solutions can be asked for. @param {boolean} can */
  enable(can) {
    this.#show.disabled = !can;
  }

  /** Keeps the list while the game follows it, and drops it otherwise. */
  follow() {
    if (!this.#solution) return;
    const at = this.#steps.findIndex(({ position }) => position === this.#host.position());
    if (at < 0 || this.#solution.metric !== this.#host.metric()) this.#reset();
    else this.#go(at, false);
  }

  /** Cancels a solution that is not there yet: the player goes on. */
  leave() {
    if (!this.#isAsking) return;
    this.#isAsking = false;
    this.#asking();
    this.#reset();
  }

  #reset() {
    this.#solution = null;
    this.#steps = [];
    fill(this.#content, this.#show);
  }

  async #ask() {
    if (this.#host.refused()) return;
    const signal = this.#asking();
    const { source, position, metric } = this.#host;
    fill(this.#content, el('p', { class: 'muted', role: 'status' }, this.#words.computingSolution));
    this.#isAsking = true;
    try {
      const solution = await source.solution(position(), metric(), signal);
      if (signal.aborted) return;
      this.#isAsking = false;
      this.#solution = solution;
      this.#steps = this.#stepsOf(solution);
      this.#build(solution);
      this.#host.shown();
    } catch (error) {
      if (signal.aborted || aborted(error)) return;
      this.#isAsking = false;
      fill(this.#content, failure(this.#context.language, error, () => this.#ask()));
      if (error instanceof ApiError && error.refused) this.#content.append(this.#show);
    }
  }

  /** @param {Solution} solution @returns {Step[]} */
  #stepsOf({ position, lettered = position, moves }) {
    const { rules } = this.#host;
    const start = rules.parse(position) ?? [];
    let pieces = start;
    const steps = moves.map((move) => {
      const { position, lettered = position, from, to, piece } = move;
      const moving = indexAt(pieces, from);
      const shape = pieces[moving]?.shape ?? '';
      const way = rules.wayTo(pieces, moving, to, passes(move));
      const cells = way ? track(way) : [];
      if (way) pieces = rules.after(pieces, way);
      return { position, lettered, pieces, moving, cells, shape, piece: piece ?? this.#nameOf(shape), path: arrows(cells), from };
    });
    return [{ position, lettered, pieces: start, moving: -1, cells: [], shape: '', piece: '', path: '', from: [0, 0] }, ...steps];
  }

  /** @param {string} shape */
  #nameOf(shape) {
    return pieceName(this.#context.language, this.#host.rules, shape);
  }

  /** @param {Solution} solution */
  #build({ metric, distance, solution_count }) {
    const { name, file } = this.#host;
    const words = this.#words;
    const { list, picture, back, forward, count, here, problem } = this.#parts;
    fill(list, ...this.#steps.map((step, at) => el('li', { 'data-position': step.position },
      el('button', { type: 'button', onclick: () => this.#go(at) }, ...this.#moveText(step)))));
    const metricName = metrics[this.#context.language][metric].name;
    fill(this.#content,
      el('p', {}, words.solutionOf(distance, metricBeside(this.#context.language, metric))),
      solution_count ? el('p', { id: 'solution-total', class: 'muted' }, words.solutionCount(BigInt(solution_count))) : null,
      el('div', { class: 'solution-view' }, picture, list),
      el('div', { class: 'row' }, back, forward, count),
      el('p', { class: 'small muted' }, words.solutionKeys),
      el('div', { class: 'links' }, here,
        el('button', {
          id: 'solution-text', type: 'button', class: 'button',
          onclick: () => downloadText(`${file}-solution.txt`, this.#text(`${name()}\n${words.solutionOf(distance, metricName)}`)),
        }, words.saveText),
        el('button', {
          id: 'solution-json', type: 'button', class: 'button',
          onclick: () => downloadText(`${file}-solution.json`, `${JSON.stringify({ puzzle: name(), ...this.#solution }, null, 2)}\n`, 'application/json'),
        }, words.saveJson),
        ...PICTURES.map((kind) => el('button', {
          id: `solution-${kind}`, type: 'button', class: 'button', onclick: () => this.#savePicture(kind),
        }, words.savePicture[kind])),
        problem));
    this.#go(0, false);
  }

  /** @param {Step} step @returns {import('./dom.js').Child[]} */
  #moveText({ shape, path, from: [column, row] }) {
    const words = this.#words;
    if (shape === '') return [el('span'), words.solutionStart];
    return [el('span', { class: `dot ${this.#colours[Number(shape)] ?? ''}` }),
      el('span', {}, `${this.#nameOf(shape)} `, el('span', { 'aria-hidden': 'true' }, path),
        el('span', { class: 'visually-hidden' }, words.directions(path)),
        ' ', el('span', { class: 'place' }, words.place(column + 1, row + 1)))];
  }

  /** The solution as text, one line per position. @param {string} heading */
  #text(heading) {
    const lines = this.#steps.map(({ piece, path, lettered }, at) => {
      const width = Math.max(...this.#steps.map((step) => step.piece.length + 1 + step.path.length));
      return `${String(at).padStart(4)}  ${`${piece} ${path}`.trim().padEnd(width)}  ${lettered}`;
    });
    return `${heading}\n\n${lines.join('\n')}\n`;
  }

  /** Saves all positions in one picture, or an animation. @param {typeof PICTURES[number]} kind */
  async #savePicture(kind) {
    const { rules, file } = this.#host;
    const steps = this.#steps;
    fill(this.#parts.problem);
    try {
      const { pngOf, solutionPicture, svgOf } = await import('./puzzle-export.js');
      const { animation } = await import('./puzzle-frames.js');
      const sheet = () => solutionPicture(rules, steps.map(({ pieces, piece, path }, at) => ({ pieces, caption: `${at} ${piece} ${path}`.trim() })));
      // A step has the move that leads to it.
      const moves = () => steps.slice(1).map(({ moving, cells }, at) => ({ pieces: steps[at]?.pieces ?? [], moving, path: cells }));
      const saved = kind === 'gif' ? await animation(rules, moves(), steps.at(-1)?.pieces ?? []) : kind === 'svg' ? svgOf(sheet()) : await pngOf(sheet());
      download(`${file}-solution.${kind}`, saved);
    } catch (error) {
      fill(this.#parts.problem, failure(this.#context.language, error, () => this.#savePicture(kind)));
    }
  }

  /** Shows a position of the solution. @param {number} at @param {boolean} [isAsked] whether the visitor asked for it here */
  #go(at, isAsked = true) {
    const step = this.#steps[at];
    if (!step) return;
    this.#at = at;
    const { rules, source, metric } = this.#host;
    const { list, picture, back, forward, count, here } = this.#parts;
    const drawn = draw(rules, step.pieces);
    drawn.setAttribute('aria-hidden', 'true');
    fill(picture, drawn);
    [...list.children].forEach((item, nth) => {
      const button = item.firstElementChild;
      if (!(button instanceof HTMLButtonElement)) return;
      button.tabIndex = nth === at ? 0 : -1;
      if (nth === at) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
      // Only the list scrolls, not the page.
      if (nth === at && item instanceof HTMLElement) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 3;
      if (nth === at && isAsked && list.contains(document.activeElement)) button.focus({ preventScroll: true });
    });
    enable(back, at > 0);
    enable(forward, at < this.#steps.length - 1);
    count.textContent = this.#words.stepOf(at, this.#steps.length - 1);
    decorate(here, { href: source.href({ p: step.position, metric: metric() === 'finger' ? null : metric() }) });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || this.#steps.length === 0) return;
    const last = this.#steps.length - 1;
    /** @type {Record<string, number>} */
    const places = {
      ArrowLeft: this.#at - 1, ArrowUp: this.#at - 1, ArrowRight: this.#at + 1, ArrowDown: this.#at + 1, Home: 0, End: last,
    };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#go(Math.min(Math.max(to, 0), last));
  }
}
