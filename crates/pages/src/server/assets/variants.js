/** Harder puzzles that differ in one piece from the one at hand, and the cards of puzzles that were found. */
import { ApiError, aborted, get, latest, query } from './api.js';
import { el, fill } from './dom.js';
import { failure } from './notice.js';
import { metricChoice } from './position-view.js';
import { small } from './puzzle-picture.js';
import { packed } from './puzzle-link.js';
import { sharedHref } from './puzzle-source.js';
import { Rules } from './rules.js';
import { SITE } from './site.js';
import { words as dictionary } from './variants-words.js';
import { metrics } from './words.js';

/** @import { Metric } from './api.js' */
/** @import { Context } from './words.js' */

export class VariantList {
  #context;
  #text;
  #asking;
  #metric;
  #button;
  #content = el('div', { class: 'facts', 'aria-live': 'polite' });

  /** @param {Context} context @param {() => string} text of the puzzle */
  constructor(context, text) {
    this.#context = context;
    this.#asking = latest(context.signal);
    this.#text = text;
    const { language } = context;
    const words = context.t(dictionary);
    this.#metric = metricChoice(language, 'finger', { id: 'variants-metric', 'aria-label': words.metric });
    this.#button = el('button', { id: 'variants-find', type: 'button', class: 'button', onclick: () => this.#find() }, words.find);
    this.element = el('section', { id: 'puzzle-variants', class: 'card facts', hidden: true },
      el('h2', {}, words.heading), el('p', { class: 'small muted' }, SITE ? words.onServer : words.lead),
      SITE ? null : el('div', { class: 'row' }, this.#button, this.#metric), this.#content);
  }

  /** Drops the list: the puzzle has changed. @param {boolean} can whether the puzzle at hand can be searched */
  reset(can) {
    this.#asking();
    this.#button.disabled = false;
    this.element.hidden = !can;
    fill(this.#content);
  }

  async #find() {
    const signal = this.#asking();
    const { language } = this.#context;
    const words = this.#context.t(dictionary);
    fill(this.#content, el('p', { class: 'muted' }, words.finding));
    this.#button.disabled = true;
    try {
      const metric = /** @type {Metric} */ (this.#metric.value);
      const found = await get('/api/v1/puzzle/variants', { metric }, signal, this.#text());
      const cards = await foundCards(found.variants, { edit: words.edit, play: words.play }, ({ distance, change, signs, at }) =>
        ({ title: words.moves(distance, found.distance), facts: words.change({ change, signs, at }) }));
      if (signal.aborted) return;
      fill(this.#content, el('p', { id: 'variants-found' }, words.found(found, metrics[language][metric].name)), cards);
    } catch (error) {
      if (signal.aborted || aborted(error)) return;
      fill(this.#content, isTooMuch(error) ? el('p', { class: 'muted' }, words.tooLarge) : failure(language, error, () => this.#find()));
    } finally {
      if (!signal.aborted) this.#button.disabled = false;
    }
  }
}

/**
 * The cards of puzzles that were found, with links to play and to edit them.
 * @template {{puzzle: import('./api.js').Puzzle}} F
 * @param {readonly F[]} found
 * @param {{edit: string, play: string}} links their texts, in the order of the links
 * @param {(one: F) => {title: string, facts?: string}} describe
 */
export async function foundCards(found, links, describe) {
  const codes = await Promise.all(found.map(({ puzzle }) => packed(puzzle.toml ?? '')));
  return el('ul', { class: 'cards puzzles' }, ...found.map((one, at) => {
    const { title, facts } = describe(one);
    const code = codes[at];
    const hrefs = code ? { edit: `/puzzles/editor${query({ text: code })}`, play: sharedHref(code) } : null;
    return el('li', {}, el('div', { class: 'puzzle-card card' },
      small(new Rules(one.puzzle), 'start'),
      el('span', { class: 'card-text' },
        el('strong', { class: 'card-name' }, title),
        facts === undefined ? null : el('span', { class: 'card-set' }, facts),
        hrefs && el('span', { class: 'links' }, ...Object.entries(links).map(([to, text]) =>
          el('a', { class: 'button', href: hrefs[/** @type {keyof typeof links} */ (to)] }, text))))));
  }));
}

/** Whether a search was too large for the server. @param {unknown} error */
export function isTooMuch(error) {
  return error instanceof ApiError && ['too-large', 'too-long', 'memory'].includes(error.code);
}
