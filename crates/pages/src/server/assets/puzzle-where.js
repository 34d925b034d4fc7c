/** The positions that are reachable from a position of a puzzle: their number, a histogram, and their map. */
import { ApiError, aborted } from './api.js';
import { MOST_MAPPED } from './component-map.js';
import { decorate, el, fill } from './dom.js';
import { histogram } from './histogram.js';
import { reason } from './notice.js';
import { standing } from './position-view.js';
import { metrics } from './words.js';

/** @import { Metric, PuzzleComponent, PuzzlePosition } from './api.js' */
/** @import { Context } from './words.js' */

/** Milliseconds without a move before the histogram is drawn again, so that its mark does not flicker. */
const CALM = 160;

/**
 * @typedef {object} Host
 * @property {import('./puzzle-words.js').Words} words
 * @property {import('./puzzle-source.js').Source} source
 * @property {string} name of the puzzle
 */

export class WhereCard {
  #context;
  #host;
  /** @type {Promise<PuzzleComponent> | null} */
  #asked = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #parts;

  /**
   * @param {Context} context
   * @param {Host} host
   */
  constructor(context, host) {
    this.#context = context;
    this.#host = host;
    const { words } = host;
    this.#parts = {
      size: el('p', { id: 'component', class: 'muted' }),
      standing: el('p', { id: 'standing' }),
      chart: el('div', { id: 'puzzle-histogram' }),
      map: el('a', { id: 'to-map', class: 'button', hidden: true }, words.map),
    };
    const { size, standing, chart, map } = this.#parts;
    this.element = el('section', { id: 'where', class: 'card facts analysed' },
      el('h2', {}, words.where), standing, chart, size, el('div', { class: 'links' }, map));
    context.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /**
   * Shows the place of a position among all. The component is requested with the first one.
   * @param {PuzzlePosition | null} answer null if there are too many positions for a search
   * @param {Metric} metric
   */
  show(answer, metric) {
    const { words, source } = this.#host;
    const { size, map } = this.#parts;
    clearTimeout(this.#timer);
    if (!answer) {
      size.textContent = words.noHistogram;
      return;
    }
    decorate(map, { href: source.mapHref({ p: answer.position, metric: metric === 'finger' ? null : metric }) });
    const isFirst = this.#asked === null;
    this.#asked ??= source.component(answer.position, this.#context.signal);
    const asked = this.#asked;
    this.#timer = setTimeout(() => {
      asked.then((component) => this.#fill(component, answer, metric), (error) => this.#fail(error));
    }, isFirst ? 0 : CALM);
  }

  /**
   * @param {PuzzleComponent} component
   * @param {PuzzlePosition} answer
   * @param {Metric} metric
   */
  #fill({ size: count, histogram: counts }, answer, metric) {
    const { words } = this.#host;
    const { language } = this.#context;
    const { size, standing: place, chart, map } = this.#parts;
    const distance = answer.distance[metric];
    map.hidden = count > MOST_MAPPED;
    size.textContent = words.ofComponent(count) + (map.hidden ? words.noMap(MOST_MAPPED) : '');
    if (!counts || distance === null) {
      place.textContent = words.unsolvable;
      return;
    }
    const numbers = counts[metric];
    place.textContent = standing(words, language, words.thisComponent, numbers, distance);
    fill(chart, histogram(language, numbers, distance, words.histogram(this.#host.name, metrics[language][metric].name)));
  }

  /** @param {unknown} error */
  #fail(error) {
    if (aborted(error)) return;
    const isTooLarge = error instanceof ApiError && error.code === 'too-large';
    this.#parts.size.textContent = isTooLarge ? this.#host.words.noHistogram : reason(this.#context.language, error);
    // The next position asks again.
    if (!isTooLarge) this.#asked = null;
  }
}
