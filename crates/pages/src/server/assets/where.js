/** The place of a position among those of its component or its piece set: a histogram, numbers, and the map. */
import { ApiError, aborted } from './api.js';
import { MOST_MAPPED } from './component-map.js';
import { decorate, el, fill } from './dom.js';
import { histogram } from './histogram.js';
import { reason } from './notice.js';
import { standing } from './position-view.js';
import { metrics } from './words.js';

/** @import { MaybeDistance, Metric } from './api.js' */
/** @import { Context } from './words.js' */

/** Milliseconds without a move before the histogram is drawn again, so that its mark does not flicker. */
const CALM = 160;

/**
 * The positions among which the card shows one.
 * @typedef {object} Among
 * @property {number} size number of positions in the component
 * @property {Record<Metric, number[]> | null} histogram null if no position is solvable
 * @property {string} text about the component
 * @property {HTMLElement} [chart] of the component among others
 */

/**
 * @typedef {object} Host
 * @property {import('./puzzle-words.js').Words | import('./position-words.js').Words} words
 * @property {import('./puzzle-source.js').Source} source
 * @property {string} name of the puzzle or the piece set
 * @property {(position: string, signal: AbortSignal) => Promise<Among>} load
 * @property {boolean} [hasMap] whether the component has a map, which it has without this
 * @property {string} [tooLarge] said if there are too many positions for a search
 * @property {HTMLElement} [link] to more
 */

export class WhereCard {
  #context;
  #host;
  /** @type {Promise<Among> | null} */
  #asked = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #parts;

  /** @param {Context} context @param {Host} host */
  constructor(context, host) {
    this.#context = context;
    this.#host = host;
    const { words, link = null } = host;
    this.#parts = {
      size: el('p', { id: 'component', class: 'muted' }),
      sizes: el('div', { id: 'component-chart' }),
      standing: el('p', { id: 'standing' }),
      chart: el('div', { id: 'histogram' }),
      map: el('a', { id: 'to-map', class: 'button', hidden: true }, words.map),
    };
    const { size, sizes, standing, chart, map } = this.#parts;
    this.element = el('section', { id: 'where', class: 'card facts analysed' },
      el('h2', {}, words.where), standing, chart, size, sizes, el('div', { class: 'links' }, map, link));
    context.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /**
   * Shows the place of a position among all. They are requested with the first one.
   * @param {{position: string, distance: MaybeDistance} | null} answer null if there are too many positions for a search
   * @param {Metric} metric
   */
  show(answer, metric) {
    const { source, load, tooLarge = '' } = this.#host;
    const { size, map } = this.#parts;
    clearTimeout(this.#timer);
    if (!answer) {
      size.textContent = tooLarge;
      return;
    }
    decorate(map, { href: source.mapHref({ p: answer.position, metric: metric === 'finger' ? null : metric }) });
    const isFirst = this.#asked === null;
    this.#asked ??= load(answer.position, this.#context.signal);
    const asked = this.#asked;
    this.#timer = setTimeout(() => {
      asked.then((among) => this.#fill(among, answer.distance[metric], metric), (error) => this.#fail(error));
    }, isFirst ? 0 : CALM);
  }

  /**
   * @param {Among} among
   * @param {number | null} distance
   * @param {Metric} metric
   */
  #fill({ size: count, histogram: counts, text, chart: sizeChart }, distance, metric) {
    const { words, name, hasMap = true } = this.#host;
    const { language } = this.#context;
    const { size, sizes, standing: place, chart, map } = this.#parts;
    map.hidden = !hasMap || count > MOST_MAPPED;
    size.textContent = text;
    if (sizeChart) fill(sizes, sizeChart);
    if (counts) fill(chart, histogram(language, counts[metric], distance, words.histogram(name, metrics[language][metric].name)));
    place.textContent = !counts || distance === null ? words.unsolvable : standing(words, language, counts[metric], distance);
  }

  /** @param {unknown} error */
  #fail(error) {
    if (aborted(error)) return;
    const isTooLarge = error instanceof ApiError && error.code === 'too-large';
    this.#parts.size.textContent = (isTooLarge && this.#host.tooLarge) || reason(this.#context.language, error);
    // The next position asks again.
    if (!isTooLarge) this.#asked = null;
  }
}
