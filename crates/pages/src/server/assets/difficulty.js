/** Measures of how hard a position is for people: as a list, and as a card beside the board. */
import { ApiError, aborted } from './api.js';
import { words as dictionary } from './difficulty-words.js';
import { el, fill } from './dom.js';
import { decimal, number } from './language.js';
import { reason } from './notice.js';
import { SITE } from './site.js';
import { metrics } from './words.js';

/** @import { Measured, Measures, Metric } from './api.js' */
/** @import { Language } from './language.js' */
/** @import { Context } from './words.js' */

/** The page of the book that defines the measures. */
export const EXPLANATION = '/explanation/difficulty.txt';

/** Milliseconds without a move before a position is measured. */
const CALM = 400;

/**
 * The values of all measures, each with its name and its definition.
 * @param {Language} language
 * @param {Measures} of
 * @returns {[name: string, definition: string, value: string][]}
 */
function rows(language, of) {
  const words = dictionary[language];
  const { rows, none } = words;
  const whole = number[language];
  const mean = (/** @type {number | null} */ value) => (value === null ? none : decimal[language](value));
  const pair = (/** @type {string[]} */ ...values) => values.join(' / ');
  const solutions = whole(BigInt(of.solution_count));
  const some = (/** @type {(number | null)[]} */ ...values) =>
    (values.includes(null) ? none : pair(...values.map((value) => whole(value ?? 0))));
  /** @type {[keyof typeof rows, string][]} */
  const values = [
    ['solutions', pair(of.solution_classes === null ? words.tooMany : whole(of.solution_classes), solutions)],
    ['mobility', pair(whole(of.mobility), mean(of.solution_mobility))],
    ['wrong', mean(of.wrong_moves)],
    ['depth', pair(mean(of.mean_detour), whole(of.largest_detour))],
    ['nextBest', some(of.next_best_moves, of.next_best_common)],
    ['away', pair(mean(of.moves_away), whole(of.fewest_moves_away))],
    ['returns', whole(of.returns)],
    ['unavoidable', pair(whole(of.unavoidable_positions), whole(of.shared_positions))],
    ['forced', pair(whole(of.forced_moves), whole(of.longest_forced))],
    ['obstacles', some(of.obstacle_slides, of.obstacle_depth, of.fewest_obstacle_slides)],
    ['deadEnds', pair(whole(of.dead_ends), whole(of.reachable))],
  ];
  if (of.lost_positions !== null) {
    values.push(
      ['lost', pair(whole(of.lost_positions), some(of.soonest_loss))],
      ['notice', pair(mean(of.mean_notice), some(of.largest_notice))],
      ['order', of.leaving_order || none],
      ['exits', pair(mean(of.mean_between_exits), some(of.longest_between_exits))],
    );
  }
  return values.map(([key, value]) => [...rows[key], value]);
}

/**
 * The measures as a list, with a link to their definitions.
 * @param {Language} language
 * @param {Measured} measured
 * @returns {HTMLElement[]}
 */
export function measureList(language, { difficulty, metric }) {
  const words = dictionary[language];
  if (!difficulty) return [el('p', {}, words.unsolvable)];
  return [
    el('p', { class: 'small muted' }, words.lead(metrics[language][metric].name), ' ',
      el('a', { href: EXPLANATION, hreflang: 'en', target: '_blank' }, words.explanation)),
    el('dl', { class: 'measures' }, ...rows(language, difficulty).map(([name, definition, value]) =>
      el('div', {}, el('dt', {}, name, el('span', { class: 'small muted' }, definition)), el('dd', { class: 'number' }, value)))),
  ];
}

/** @param {unknown} error */
function isTooLarge(error) {
  return error instanceof ApiError && (error.code === 'too-large' || error.code === 'memory');
}

/** Why a position has no measures. @param {Language} language @param {unknown} error */
export function unmeasured(language, error) {
  return el('p', { class: 'small muted' }, isTooLarge(error) ? dictionary[language].tooLarge : reason(language, error));
}

/** The card of a page. It asks only while it is shown: the search takes longer than other answers. */
export class DifficultyCard {
  #context;
  #source;
  #content = el('div', { class: 'facts' });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The position and the metric that are wanted. @type {[string, Metric] | null} */
  #wanted = null;
  /** What the card shows. */
  #shown = '';
  /** Whether too many positions are reachable: a move changes nothing about that. */
  #isTooLarge = false;

  /** @param {Context} context @param {import('./puzzle-source.js').Source} source */
  constructor(context, source) {
    this.#context = context;
    this.#source = source;
    const { heading } = context.t(dictionary);
    this.element = el('section', { id: 'difficulty', class: 'card facts analysed' }, el('h2', {}, heading), this.#content);
    if (SITE) fill(this.#content, el('p', { class: 'small muted' }, context.t(dictionary).onServer));
    const observer = new IntersectionObserver(() => this.#next());
    observer.observe(this.element);
    context.signal.addEventListener('abort', () => {
      clearTimeout(this.#timer);
      observer.disconnect();
    });
  }

  /**
   * Shows the measures of a position, once the visitor sees the card and makes no moves.
   * @param {string} position
   * @param {Metric} metric
   */
  show(position, metric) {
    this.#wanted = [position, metric];
    this.#next();
  }

  #next() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#measure(), this.#shown === '' ? 0 : CALM);
  }

  async #measure() {
    if (SITE || this.#isTooLarge || !this.#wanted || !this.element.checkVisibility() || this.#shown === this.#wanted.join()) return;
    const { language, signal } = this.#context;
    const [position, metric] = this.#wanted;
    const asked = this.#wanted.join();
    this.#content.setAttribute('aria-busy', 'true');
    if (this.#shown === '') fill(this.#content, el('p', { class: 'small muted' }, dictionary[language].measuring));
    this.#shown = asked;
    /** @type {HTMLElement[]} */
    let found;
    try {
      found = measureList(language, await this.#source.difficulty(position, metric, signal));
    } catch (error) {
      if (aborted(error)) return;
      this.#isTooLarge = isTooLarge(error);
      found = [unmeasured(language, error)];
    }
    // A later request fills the card.
    if (this.#shown !== asked) return;
    fill(this.#content, ...found);
    this.#content.removeAttribute('aria-busy');
  }
}
