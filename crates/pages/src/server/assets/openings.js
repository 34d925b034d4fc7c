/** The list of named openings, with search, filters, and the visitor's results. */
import { getOnce, query } from './api.js';
import { decorate, el, fill } from './dom.js';
import {
  boardImage, choice, compareIn, distanceList, keepAddress, listParams, listView, pieceWords, positionHref, searchField, searchForm,
  settled,
} from './lists.js';
import { finds, fold, openingName, otherName } from './names.js';
import { loading, unknownName } from './notice.js';
import { words } from './openings-words.js';
import { sharePage } from './share.js';
import { best } from './store.js';
import { METRICS, shell } from './words.js';

/** @import { Opening } from './api.js' */
/** @import { Context } from './words.js' */
/** @typedef {'name' | import('./api.js').Metric} Sort */
/** @typedef {{q: string, sort: Sort, order: string, set: string, state: string}} View */

/** @type {readonly Sort[]} */
const SORTS = ['name', ...METRICS];
const STATES = /** @type {const} */ (['all', 'solved', 'unsolved']);

/** @param {Opening} opening */
function searchText(opening) {
  const names = [opening, ...opening.aliases].flatMap(({ name, simplified, slug }) => [name, simplified, slug]);
  // A separator keeps a search from matching across two names.
  return [...names, opening.piece_set].map(fold).join('|');
}

/** @param {URL} url @returns {View} */
function viewOf(url) {
  const asked = url.searchParams;
  return {
    ...listView(url, SORTS),
    set: asked.get('set') ?? '',
    state: STATES.find((state) => state === asked.get('state')) ?? 'all',
  };
}

/** @typedef {{opening: Opening, key: string}} Item key: the place in the order of names */

/** @param {View} view */
function compare(view) {
  return (/** @type {Item} */ a, /** @type {Item} */ b) => {
    // Names that start with a digit come after the letters.
    const byName = Number(a.key < 'a') - Number(b.key < 'a') || (a.key < b.key ? -1 : 1);
    const [x, y] = [a, b].map(({ opening: { distance } }) => (view.sort === 'name' ? null : distance[view.sort]));
    return compareIn(view, byName, x ?? null, y ?? null);
  };
}

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const { language, signal } = context;
  const t = context.t(words);
  root.append(loading(language));
  const { openings } = await getOnce('/api/v1/openings');
  if (signal.aborted) return;

  const view = viewOf(url);
  const items = /** @type {Opening[]} */ (openings).map((opening) =>
    ({
      opening, text: searchText(opening), card: card(opening, context),
      key: language === 'en' ? openingName(language, opening).text.toLowerCase() : opening.slug,
    }));
  const sets = [...new Set(items.map(({ opening }) => opening.piece_set))].sort();
  const unknown = view.set !== '' && !sets.includes(view.set) && unknownName(language, 'set', view.set);
  if (unknown) view.set = '';

  const change = (/** @type {Partial<View>} */ part) => { Object.assign(view, part); show(); };
  const search = searchField('opening-search', t.search, t.searchHint, view.q, (q) => change({ q }));
  const sort = choice('opening-sort', t.sort, SORTS.map((key) => [key, t.sorts[key]]), view.sort, (sort) => {
    change({ sort: /** @type {Sort} */ (sort) });
    nameOrders();
  });
  const order = choice('opening-order', t.order, [['asc', ''], ['desc', '']], view.order, (order) => change({ order }));
  const set = choice('opening-set', t.set,
    [['', context.t(shell).exists.set], ...sets.map((name) => /** @type {[string, string]} */ ([name, t.setWithPieces(name, pieceWords(language, name))]))],
    view.set, (set) => change({ set }));
  const state = choice('opening-state', t.state, STATES.map((key) => [key, t.states[key]]), view.state,
    (state) => change({ state }));

  const total = el('p', { id: 'opening-count' });
  const toPrint = el('a', { class: 'button' }, context.t(shell).pages.print);
  const list = el('ul', { class: 'cards openings' });
  const none = el('div', { class: 'notice', hidden: true },
    el('p', {}, el('strong', {}, t.none)),
    el('p', {}, t.noneHint),
    el('button', { type: 'button', class: 'button', onclick: clear }, t.clear));

  function nameOrders() {
    const names = view.sort === 'name' ? t.orders.name : t.orders.distance;
    for (const option of order.select.options) option.text = option.value === 'desc' ? names.desc : names.asc;
  }

  function clear() {
    search.input.value = set.select.value = '';
    state.select.value = 'all';
    change({ q: '', set: '', state: 'all' });
    search.input.focus();
  }

  const say = settled(signal, 600, () => context.announce(total.textContent ?? ''));

  function update() {
    const found = finds(view.q);
    const results = best();
    for (const { opening, card } of items) card.mark(results[opening.position]);
    const shown = items
      .filter(({ opening, text }) =>
        found(text) &&
        (view.set === '' || opening.piece_set === view.set) &&
        (view.state === 'all' || (opening.position in results) === (view.state === 'solved')))
      .sort(compare(view));
    list.dataset.sort = view.sort;
    list.replaceChildren(...shown.map(({ card }) => card.item));
    const solved = items.filter(({ opening }) => opening.position in results).length;
    total.textContent = t.count(shown.length, items.length) + (solved > 0 ? t.separator + t.progress(solved) : '');
    none.hidden = shown.length > 0;
    decorate(toPrint, { href: `/print${query({ list: 'openings', q: view.q || null })}` });
  }

  function show() {
    update();
    keepAddress({ ...listParams(view), set: view.set, state: view.state === 'all' ? null : view.state });
    say();
  }

  nameOrders();
  update();
  // Another tab may add results.
  addEventListener('storage', update, { signal });
  fill(root,
    el('h1', {}, context.title),
    el('p', { class: 'lead' }, t.lead),
    unknown,
    searchForm(search.field, sort.field, order.field, set.field, state.field),
    el('div', { class: 'list-head' }, total, el('div', { class: 'row' }, toPrint, sharePage(context))), none, list);
}

/**
 * An entry of the list, and a function that shows the visitor's best results in it.
 * @param {Opening} opening
 * @param {Context} context
 */
function card(opening, { language, t: pick }) {
  const t = pick(words);
  const { distance } = opening;
  const name = openingName(language, opening);
  const other = otherName(language, opening);
  const badge = el('span', { class: 'badge', hidden: true });
  const own = METRICS.map((metric) => el('dd', { class: 'own', hidden: true, 'data-own': metric }));
  const link = el('a', { class: 'opening card', href: positionHref(opening.position), 'data-slug': opening.slug },
    boardImage(opening.position),
    el('span', { class: 'card-text' },
      el('strong', { class: 'card-name', lang: name.lang }, name.text),
      // The name of a numbered start begins with the other one.
      name.text.startsWith(other.text) ? null : el('span', { class: 'other-name', lang: other.lang }, other.text),
      opening.aliases.length > 0 &&
        el('span', { class: 'aliases' }, t.also(opening.aliases.map((alias) => openingName(language, alias).text).join(t.comma))),
      el('span', { class: 'card-set' }, pieceWords(language, opening.piece_set))),
    distance.finger === null
      ? el('span', { class: 'unsolvable' }, t.unsolvable)
      : distanceList(language, distance, (metric) => own[METRICS.indexOf(metric)] ?? null),
    badge);

  return {
    item: el('li', {}, link),
    /** @param {import('./api.js').Distance | undefined} result */
    mark(result) {
      link.toggleAttribute('data-solved', result !== undefined);
      badge.hidden = result === undefined;
      if (result === undefined) {
        for (const line of own) line.hidden = true;
        return;
      }
      const perfect = METRICS.some((metric) => result[metric] === distance[metric]);
      badge.textContent = perfect ? t.perfect : t.solved;
      badge.classList.toggle('perfect', perfect);
      METRICS.forEach((metric, place) => {
        const line = own[place];
        if (!line) return;
        line.hidden = !Number.isFinite(result[metric]);
        line.textContent = t.yours(result[metric]);
        line.classList.toggle('perfect', result[metric] === distance[metric]);
      });
    },
  };
}
