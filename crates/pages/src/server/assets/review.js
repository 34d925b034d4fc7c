/** The visitor's own path after a puzzle is solved: its curve, its detours, and all kept attempts as a file. */
import { ApiError, aborted, latest } from './api.js';
import { MOST_MAPPED } from './component-map.js';
import { el, fill } from './dom.js';
import { downloadText } from './download.js';
import { chart, detours } from './path.js';
import { attempts, keepAttempt } from './store.js';

/** @import { MaybeDistance } from './api.js' */
/** @import { Source } from './puzzle-source.js' */

const MOST_DETOURS = 3;

/**
 * @typedef {object} Host
 * @property {import('./position-words.js').Words} words
 * @property {Source} source
 * @property {import('./rules.js').Rules} rules
 * @property {string} file name of saved files, without their kind
 * @property {{ask: (position: string, signal: AbortSignal) => Promise<{distance: MaybeDistance}>}} answers
 */

export class ReviewCard {
  element = el('section', { id: 'review', class: 'card facts', hidden: true });
  #host;
  #page;
  #showing;

  /** @param {AbortSignal} page aborted when the visitor leaves the page @param {Host} host */
  constructor(page, host) {
    this.#host = host;
    this.#page = page;
    this.#showing = latest(page);
  }

  hide() {
    this.#showing();
    this.element.hidden = true;
  }

  /**
   * Shows and keeps a path to the goal. Returns the distances along it; null if they are unknown.
   * @param {string[]} path the positions after each finger move, with the start
   */
  async show(path) {
    const { words, source, rules, answers } = this.#host;
    const signal = this.#showing();
    /** @type {number[]} */
    const curve = [];
    try {
      // Most answers are there already; one after the other, the others do not crowd the server.
      for (const position of path.slice(0, -1)) curve.push((await answers.ask(position, this.#page)).distance.finger ?? NaN);
    } catch (error) {
      // Large puzzles have no distances off the kept solutions.
      if (error instanceof ApiError || aborted(error)) return null;
      throw error;
    }
    if (curve.some(Number.isNaN)) return null;
    curve.push(0);
    keepAttempt({ key: source.key, path });
    if (signal.aborted) return curve;
    const [made, least, found] = [path.length - 1, curve[0] ?? 0, detours(curve).slice(0, MOST_DETOURS)];
    const p = path[0] ?? '';
    const onMap = el('a', { id: 'path-map', class: 'button', href: source.mapHref({ p, own: '1' }), hidden: true }, words.onMap);
    const offer = (/** @type {{size: number}} */ { size }) => { onMap.hidden = size > MOST_MAPPED; };
    if (!rules.puzzle.doors) source.component(p, this.#page).then(offer, () => {});
    fill(this.element,
      el('h2', {}, words.yourPath),
      chart(curve, found, words.pathLabel(made, least)),
      found.length === 0 ? el('p', { class: 'small muted' }, words.noDetour) : el('ol', { class: 'detours' },
        ...found.map(({ move, cost }) => el('li', {}, el('span', {}, words.detourFrom(move, cost)),
          el('a', { class: 'button', href: source.href({ p: path[move - 1] ?? null }), 'aria-label': `${words.tryHere}${words.colon}${words.detourFrom(move, cost)}` }, words.tryHere)))),
      el('div', { class: 'links' },
        el('button', { id: 'save-attempts', type: 'button', class: 'button', onclick: () => this.#save() }, words.saveAttempts(this.#paths().length)), onMap),
      el('p', { class: 'small muted' }, words.attemptsHelp, ' ', el('code', {}, this.#command())));
    this.element.hidden = false;
    return curve;
  }

  #paths() {
    return attempts().filter(({ key }) => key === this.#host.source.key).map(({ path }) => path);
  }

  get #file() {
    return `${this.#host.file}-moves.csv`;
  }

  /** The command that reads the file. */
  #command() {
    const { isFamily, isBoard, params } = this.#host.source;
    const puzzle = isFamily || isBoard ? '' : ` --puzzle ${params['id'] ?? `${this.#host.file}.toml`}`;
    return `huarong trace ${this.#file}${puzzle}`;
  }

  #save() {
    const { source, rules } = this.#host;
    const [red] = rules.puzzle.goals.flat();
    // A board in one line has the sign of its line for each car of one cell beside the red one.
    const unit = source.isBoard ? rules.puzzle.kinds.filter(({ cells }, kind) => cells.length === 1 && kind !== red?.kind) : [];
    const lined = (/** @type {string} */ sign) => ({ rows: '-', columns: '|', both: sign })[unit.find(({ signs }) => signs.includes(sign))?.freedom ?? 'both'];
    const cell = (/** @type {string} */ text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const rows = this.#paths().flatMap(([first = '', ...path], nth) => {
      const start = source.isBoard && first === rules.puzzle.start ? source.params['board'] ?? first : [...first].map(lined).join('');
      return path.map((position) => `${cell(start)},${nth + 1},${cell(position)}\n`);
    });
    downloadText(this.#file, ['start,attempt,position\n', ...rows].join(''), 'text/csv');
  }
}
