/** Harder puzzles that differ in one piece from the one at hand. */
import { ApiError, aborted, get } from './api.js';
import { el, fill } from './dom.js';
import { failure } from './notice.js';
import { small } from './puzzle-picture.js';
import { packed } from './puzzle-link.js';
import { sharedHref } from './puzzle-source.js';
import { Rules } from './rules.js';
import { SITE } from './site.js';
import { words as dictionary } from './variants-words.js';
import { METRICS, metrics } from './words.js';

/** @import { Metric, Variant } from './api.js' */
/** @import { Context } from './words.js' */

export class VariantList {
  #context;
  #text;
  #asking = new AbortController();
  #metric;
  #button;
  #content = el('div', { class: 'facts', 'aria-live': 'polite' });

  /**
   * @param {Context} context
   * @param {() => string} text of the puzzle
   */
  constructor(context, text) {
    this.#context = context;
    this.#text = text;
    const { language, signal } = context;
    const words = context.t(dictionary);
    this.#metric = el('select', { id: 'variants-metric', 'aria-label': words.metric }, ...METRICS.map((metric) =>
      el('option', { value: metric, selected: metric === 'finger', title: metrics[language][metric].move }, metrics[language][metric].name)));
    this.#button = el('button', { id: 'variants-find', type: 'button', class: 'button', onclick: () => this.#find() }, words.find);
    this.element = el('section', { id: 'puzzle-variants', class: 'card facts', hidden: true },
      el('h2', {}, words.heading), el('p', { class: 'small muted' }, SITE ? words.onServer : words.lead),
      SITE ? null : el('div', { class: 'row' }, this.#button, this.#metric), this.#content);
    signal.addEventListener('abort', () => this.#asking.abort());
  }

  /** Drops the list: the puzzle has changed. @param {boolean} can whether the puzzle at hand can be searched */
  reset(can) {
    this.#asking.abort();
    this.#button.disabled = false;
    this.element.hidden = !can;
    fill(this.#content);
  }

  async #find() {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const { language } = this.#context;
    const words = this.#context.t(dictionary);
    fill(this.#content, el('p', { class: 'muted' }, words.finding));
    this.#button.disabled = true;
    try {
      const metric = /** @type {Metric} */ (this.#metric.value);
      const found = await get('/api/v1/puzzle/variants', { metric }, signal, this.#text());
      const codes = await Promise.all(found.variants.map(({ puzzle }) => packed(puzzle.toml ?? '')));
      if (signal.aborted) return;
      fill(this.#content, el('p', { id: 'variants-found' }, words.found(found, metrics[language][metric].name)),
        el('ul', { class: 'cards puzzles' }, ...found.variants.map((variant, at) => this.#card(variant, found.distance, codes[at] ?? null))));
    } catch (error) {
      if (signal.aborted || aborted(error)) return;
      const isTooLarge = error instanceof ApiError && ['too-large', 'too-long', 'memory'].includes(error.code);
      fill(this.#content, isTooLarge ? el('p', { class: 'muted' }, words.tooLarge) : failure(language, error, () => this.#find()));
    } finally {
      if (!signal.aborted) this.#button.disabled = false;
    }
  }

  /**
   * @param {Variant} variant
   * @param {number | null} before number of moves of the puzzle at hand
   * @param {string | null} code the variant as a part of an address; null if it is too long
   */
  #card({ distance, change, signs, at, puzzle }, before, code) {
    const words = this.#context.t(dictionary);
    const open = (/** @type {string} */ href, /** @type {string} */ text) => el('a', { class: 'button', href }, text);
    return el('li', {}, el('div', { class: 'puzzle-card card' },
      small(new Rules(puzzle), 'start'),
      el('span', { class: 'card-text' },
        el('strong', { class: 'card-name' }, words.moves(distance, before)),
        el('span', { class: 'card-set' }, words.change({ change, signs, at })),
        code === null ? null : el('span', { class: 'links' },
          open(`/puzzles/editor?text=${encodeURIComponent(code)}`, words.edit), open(sharedHref(code), words.play)))));
  }
}
