/** Harder puzzles that differ in one piece from the one at hand; the search for puzzles, and the cards of those that were found. */
import { ApiError, aborted, get, latest, query } from './api.js';
import { searching } from './asking.js';
import { el, fill } from './dom.js';
import { number } from './language.js';
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
/** @import { Child } from './dom.js' */
/** @import { Context } from './words.js' */

/** Milliseconds that a search may take in a tab, as other searches have a limit on a server. */
const MOST_TIME = 300_000;

/**
 * Searches for puzzles, and shows the progress with a button that stops it, then what was found, or what went wrong.
 * @param {Context} context
 * @param {Record<'finding' | 'tooLarge' | 'stop' | 'stopped', string>} words
 * @param {HTMLButtonElement} button which begins a search, and waits for its end
 * @param {(...content: Child[]) => void} present
 */
export function searcher({ language, signal: left }, { finding, tooLarge, stop, stopped }, button, present) {
  const asking = latest(left);
  const ended = (/** @type {string} */ text, look = 'problem') => el('p', { id: 'search-ended', class: look }, text);

  /** Ends the search. @param {...Child} content what is shown in place of its results */
  function end(...content) {
    asking();
    button.disabled = false;
    present(...content);
  }

  /**
   * @param {(signal: AbortSignal) => Promise<Child[]>} find
   * @param {(error: unknown) => Child} [explain] errors that are not those of every page
   */
  async function run(find, explain = () => null) {
    const signal = asking();
    const limit = SITE ? setTimeout(() => end(ended(tooLarge)), MOST_TIME) : undefined;
    // Not read aloud: it changes many times a second.
    const count = el('span', { 'aria-hidden': 'true' });
    searching.addEventListener('progress', (event) => {
      const { done, total } = /** @type {CustomEvent<import('./asking.js').Progress>} */ (event).detail;
      count.textContent = ` ${number[language](Math.min(done, total))} / ${number[language](total)}`;
    }, { signal });
    button.disabled = true;
    const giveUp = () => { end(ended(stopped, 'muted')); button.focus({ preventScroll: true }); };
    present(el('p', { class: 'muted' }, finding, count),
      el('button', { id: 'search-stop', type: 'button', class: 'button', onclick: giveUp }, stop));
    try {
      const found = await find(signal);
      if (!signal.aborted) end(...found);
    } catch (error) {
      if (signal.aborted || aborted(error)) return;
      const isTooMuch = error instanceof ApiError && ['too-large', 'too-long', 'memory'].includes(error.code);
      end(isTooMuch ? ended(tooLarge) : explain(error) ?? failure(language, error, () => run(find, explain)));
    } finally {
      clearTimeout(limit);
    }
  }

  return { end, run };
}

export class VariantList {
  #words;
  #language;
  #text;
  #search;
  #metric;
  #button;
  #content = el('div', { class: 'facts', 'aria-live': 'polite' });

  /** @param {Context} context @param {() => string} text of the puzzle */
  constructor(context, text) {
    const words = context.t(dictionary);
    this.#words = words;
    this.#language = context.language;
    this.#text = text;
    this.#metric = metricChoice(context.language, 'finger', { id: 'variants-metric', 'aria-label': words.metric });
    this.#button = el('button', { id: 'variants-find', type: 'button', class: 'button', onclick: () => this.#find() }, words.find);
    this.#search = searcher(context, words, this.#button, (...content) => fill(this.#content, ...content));
    this.element = el('section', { id: 'puzzle-variants', class: 'card facts', hidden: true },
      el('h2', {}, words.heading), el('p', { class: 'small muted' }, SITE ? words.onServer : words.lead),
      SITE ? null : el('div', { class: 'row' }, this.#button, this.#metric), this.#content);
  }

  /** Drops the list: the puzzle has changed. @param {boolean} can whether the puzzle at hand can be searched */
  reset(can) {
    this.element.hidden = !can;
    this.#search.end();
  }

  #find() {
    const words = this.#words;
    const metric = /** @type {Metric} */ (this.#metric.value);
    return this.#search.run(async (signal) => {
      const found = await get('/api/v1/puzzle/variants', { metric }, signal, this.#text());
      return [el('p', { id: 'variants-found' }, words.found(found, metrics[this.#language][metric].name)),
        await foundCards(found.variants, { edit: words.edit, play: words.play }, ({ distance, change, signs, at }) =>
          ({ title: words.moves(distance, found.distance), facts: words.change({ change, signs, at }) }))];
    });
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
