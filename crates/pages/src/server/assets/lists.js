/** Shared by the pages with lists: numbers, boards, controls, addresses. */
import { here, replaceAddress } from './address.js';
import { query } from './api.js';
import { decorate, el } from './dom.js';
import { decimal, number } from './language.js';
import { drawFamily } from './puzzle-picture.js';
import { klotski } from './rules.js';
import { METRICS, metrics, pieceSets } from './words.js';

/** @import { MaybeDistance, Metric } from './api.js' */
/** @import { Language } from './language.js' */

/** The pieces of a set beside the big one, in words. @param {Language} language @param {string} set its name, such as 1h4v4s */
export function pieceWords(language, set) {
  const t = pieceSets[language];
  const [horizontal = 0, vertical = 0, small = 0] = (set.match(/\d+/g) ?? []).map(Number);
  const parts = [horizontal > 0 && t.horizontal(horizontal), vertical > 0 && t.vertical(vertical), small > 0 && t.small(small)];
  return parts.filter(Boolean).join(t.comma) || t.alone;
}

/** @param {Language} language @param {number | null | undefined} value */
export function count(language, value) {
  return value === null || value === undefined ? '–' : number[language](value);
}

/** @param {Language} language @param {number | null | undefined} value */
export function mean(language, value) {
  return value === null || value === undefined ? '–' : decimal[language](value);
}

/**
 * The picture of a position. `alt` is empty if text beside it names the position.
 * @param {string} position
 * @param {string} [alt]
 */
export function boardImage(position, alt = '') {
  const picture = drawFamily(klotski, klotski.parse(position) ?? []);
  decorate(picture, { class: 'board-image', ...(alt === '' ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': alt }) });
  return picture;
}

/** @param {string} position */
export function positionHref(position) {
  return `/position${query({ p: position })}`;
}

/** A position as text with line breaks allowed between rows. @param {string} position */
export function positionCode(position) {
  return el('code', {}, ...position.split('/').flatMap((row, place) => (place === 0 ? [row] : ['/', el('wbr'), row])));
}

/**
 * The three distances of a position. `extra` may add an element under each.
 * @param {Language} language
 * @param {MaybeDistance} distance
 * @param {(metric: Metric) => Node | null} [extra]
 */
export function distanceList(language, distance, extra = () => null) {
  const words = metrics[language];
  return el('dl', { class: 'distance-line' }, ...METRICS.map((metric) =>
    el('div', { 'data-metric': metric },
      el('dt', { title: words[metric].move }, words[metric].name),
      el('dd', {}, count(language, distance[metric])),
      extra(metric))));
}

/** The three distances of a position, as large numbers. @param {Language} language @param {MaybeDistance} distance */
export function distanceCards(language, distance) {
  const words = metrics[language];
  return el('dl', { class: 'distances' }, ...METRICS.map((metric) => el('div', { class: 'distance' },
    el('dt', { title: words[metric].move }, words[metric].name),
    el('dd', { class: 'now', 'data-metric': metric }, count(language, distance[metric])))));
}

/**
 * A choice of the metric by radio buttons, so arrow keys work.
 * @param {Language} language
 * @param {string} name
 * @param {Metric} chosen
 * @param {(metric: Metric) => void} change
 */
export function metricSwitch(language, name, chosen, change) {
  const words = metrics[language];
  return el('fieldset', { class: 'metric-switch' },
    el('legend', {}, words.metric),
    el('div', { class: 'segments' }, ...METRICS.map((metric) =>
      el('label', { title: words[metric].move },
        el('input', { type: 'radio', name, value: metric, checked: metric === chosen, onchange: () => change(metric) }),
        el('span', {}, words[metric].name)))));
}

/**
 * A control with its label.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {...import('./dom.js').Child} more
 */
export function labelled(label, control, ...more) {
  return el('div', { class: 'field' }, el('label', { for: control.id }, label), control, ...more);
}

/**
 * A field for a number.
 * @param {string} id
 * @param {string} label
 * @param {string | number | null} value
 * @param {import('./dom.js').Attributes} attributes
 */
export function numberField(id, label, value, attributes) {
  const input = el('input', { id, type: 'number', inputmode: 'numeric', step: 1, value, ...attributes });
  return { label, input, field: labelled(label, input) };
}

/**
 * A select with its label.
 * @param {string} id
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
export function choice(id, label, options, chosen, change) {
  const select = el('select', { id, onchange: () => change(select.value) },
    ...options.map(([value, text]) => el('option', { value, selected: value === chosen }, text)));
  return { select, field: labelled(label, select) };
}

/**
 * A checkbox with its label.
 * @param {string} id
 * @param {string} text
 * @param {boolean} checked
 * @param {() => void} [change]
 */
export function checkbox(id, text, checked, change) {
  const input = el('input', { id, type: 'checkbox', checked, onchange: change });
  return { input, field: el('label', { class: 'check', for: id }, input, el('span', {}, text)) };
}

/**
 * A search field with its label.
 * @param {string} id
 * @param {string} label
 * @param {string} hint
 * @param {string} value
 * @param {(value: string) => void} change
 */
export function searchField(id, label, hint, value, change) {
  const input = el('input', {
    id, type: 'search', value, placeholder: hint,
    autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', enterkeyhint: 'search',
    oninput: () => change(input.value),
  });
  return { input, field: el('div', { class: 'field wide' }, el('label', { for: id }, label), input) };
}

/** @param {...Node} fields */
export function searchForm(...fields) {
  return el('form', { class: 'filters', role: 'search', onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, ...fields);
}

/**
 * The search and order of a list, from its address. The default order is by name.
 * @template {string} S
 * @param {URL} url
 * @param {readonly ('name' | S)[]} sorts
 */
export function listView({ searchParams }, sorts) {
  return {
    q: searchParams.get('q') ?? '',
    sort: sorts.find((sort) => sort === searchParams.get('sort')) ?? 'name',
    order: searchParams.get('order') === 'desc' ? 'desc' : 'asc',
  };
}

/** `listView` as parameters of an address. @param {{q: string, sort: string, order: string}} view */
export function listParams({ q, sort, order }) {
  return { q, sort: sort === 'name' ? null : sort, order: order === 'asc' ? null : order };
}

/**
 * Compares by name, or by a number and then by name. Entries without a number come last in either order.
 * @param {{sort: string, order: string}} view
 * @param {number} byName
 * @param {number | null} a
 * @param {number | null} b
 */
export function compareIn({ sort, order }, byName, a, b) {
  const sign = order === 'desc' ? -1 : 1;
  if (sort === 'name') return sign * byName;
  if (a === null || b === null) return Number(a === null) - Number(b === null) || byName;
  return sign * (a - b) || byName;
}

/** Writes the state of the page into its address, without empty parameters. @param {Record<string, string | null>} params */
export function keepAddress(params) {
  const wanted = Object.fromEntries(Object.entries(params).filter(([, value]) => value));
  replaceAddress(here().pathname + query(wanted));
}

/**
 * A function that runs `action` after a pause in its calls, but not after the visitor left the page.
 * @param {AbortSignal} signal
 * @param {number} wait in milliseconds
 * @param {() => void} action
 */
export function settled(signal, wait, action) {
  let timer = 0;
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(action, wait);
  };
}
