/** The list of the library's puzzles, and of the visitor's own. */
import { getOnce, query } from './api.js';
import { decorate, el, fill } from './dom.js';
import { choice, compareIn, keepAddress, listParams, listView, searchField, searchForm, settled } from './lists.js';
import { TAGS } from './language.js';
import { finds, fold, groupOf, puzzleName } from './names.js';
import { keptResults } from './kept-results.js';
import { loading } from './notice.js';
import { small } from './puzzle-picture.js';
import { Source } from './puzzle-source.js';
import { words } from './puzzle-words.js';
import { Rules } from './rules.js';
import { sharePage } from './share.js';
import { SITE } from './site.js';
import { best, ownPuzzles } from './store.js';
import { metrics, shell } from './words.js';

/** @import { Puzzle, Solved } from './api.js' */
/** @import { Context } from './words.js' */
/** @typedef {'name' | 'board' | 'pieces' | 'moves' | 'published' | 'positions'} Sort */
/** @typedef {{q: string, sort: Sort, order: string}} View */

/** @type {readonly Sort[]} */
const SORTS = ['name', 'board', 'pieces', 'moves', 'published', 'positions'];

/** @param {Puzzle} puzzle */
function pieceCount({ kinds }) {
  return kinds.reduce((sum, { signs }) => sum + signs.length, 0);
}

/**
 * The number by which a puzzle is sorted; null if unknown. Records of this program have no results but the published ones.
 * @param {Sort} sort
 * @param {Item} item
 */
function measure(sort, { puzzle, solved }) {
  if (sort === 'board') return puzzle.columns * puzzle.rows;
  if (sort === 'pieces') return pieceCount(puzzle);
  const [published = null] = puzzle.published;
  if (sort === 'positions') return solved ? solved.reachable : published?.positions ?? null;
  if (sort === 'moves' && solved) return solved.bounds.finger?.at_least ?? null;
  return published?.moves ?? null;
}

/** @typedef {{puzzle: Puzzle, name: string, solved: Solved | null}} Item solved: null for records */

/** @param {View} view @param {string} tag of the language */
function compare(view, tag) {
  const names = new Intl.Collator(tag, { numeric: true });
  return (/** @type {Item} */ a, /** @type {Item} */ b) => {
    const byName = names.compare(a.name, b.name);
    return compareIn(view, byName, measure(view.sort, a), measure(view.sort, b));
  };
}

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const { language, signal } = context;
  const t = context.t(words);
  const { pages } = context.t(shell);
  root.append(loading(language));
  const [{ puzzles }, results] = await Promise.all([getOnce('/api/v1/puzzles'), keptResults()]);
  if (signal.aborted) return;

  /** @type {View} */
  const view = listView(url, SORTS);
  const known = (/** @type {Puzzle} */ { id }) => results.get(id ?? '') ?? null;
  const items = /** @type {Puzzle[]} */ (puzzles).map((puzzle) => ({
    puzzle,
    solved: known(puzzle),
    name: puzzleName(language, puzzle).text,
    text: [puzzle.name, puzzleName(language, puzzle).text, puzzle.id ?? '', puzzle.source ?? ''].map(fold).join('|'),
    item: card(puzzle, known(puzzle), context),
  }));

  const change = (/** @type {Partial<View>} */ part) => { Object.assign(view, part); show(); };
  const search = searchField('puzzle-search', t.search, t.searchHint, view.q, (q) => change({ q }));
  const sort = choice('puzzle-sort', t.sort, SORTS.map((key) => [key, t.sorts[key]]), view.sort,
    (sort) => change({ sort: /** @type {Sort} */ (sort) }));
  const order = choice('puzzle-order', t.order, [['asc', t.orders.asc], ['desc', t.orders.desc]], view.order, (order) => change({ order }));
  const total = el('p', { id: 'puzzle-count' });
  const toPrint = el('a', { class: 'button' }, pages.print);
  const groups = [[null, '', ''], ['doors', t.doors, t.doorsLead], ['rush', pages.rush, t.rush.lead], ['census', t.census, t.censusLead]].map(([id, heading, lead]) => {
    const list = el('ul', { class: 'cards puzzles' });
    return { id, list, element: el('section', { id }, id && el('h2', {}, heading), id && el('p', { class: 'lead' }, lead), list) };
  });
  const none = el('div', { class: 'notice', hidden: true },
    el('p', {}, el('strong', {}, t.none)),
    el('button', { type: 'button', class: 'button', onclick: clear }, t.clear));
  const own = Object.keys(ownPuzzles()).sort();

  function clear() {
    search.input.value = '';
    change({ q: '' });
    search.input.focus();
  }

  const say = settled(signal, 600, () => context.announce(total.textContent ?? ''));

  function update() {
    const found = finds(view.q);
    const shown = items.filter(({ text }) => found(text)).sort(compare(view, TAGS[language]));
    for (const { id, element, list } of groups) {
      list.replaceChildren(...shown.filter(({ puzzle }) => (groupOf(puzzle)?.replace('-records', '') ?? null) === id).map(({ item }) => item));
      element.hidden = list.childElementCount === 0;
    }
    total.textContent = t.count(shown.length, items.length);
    none.hidden = shown.length > 0;
    decorate(toPrint, { href: `/print${query({ list: 'puzzles', q: view.q || null })}` });
  }

  function show() {
    update();
    keepAddress(listParams(view));
    say();
  }

  update();
  fill(root,
    el('h1', {}, context.title),
    el('p', { class: 'lead' }, t.lead),
    el('section', { class: 'own-puzzles' },
      own.length > 0 ? el('h2', {}, t.yours) : null,
      el('div', { class: 'row' },
        ...own.map((name) => el('a', { class: 'button', href: Source.own(name).href() }, name)),
        el('a', { class: 'button', href: '/puzzles/editor' }, pages.draw),
        SITE && !SITE.design ? null : el('a', { class: 'button', href: '/puzzles/design' }, pages.design),
        el('a', { class: 'button', href: '/rush' }, pages.rush),
        el('a', { class: 'button', href: '/class' }, pages.class))),
    searchForm(search.field, sort.field, order.field),
    el('div', { class: 'list-head' }, total, el('div', { class: 'row' }, toPrint, sharePage(context))), none, ...groups.map(({ element }) => element));
}

/**
 * @param {Puzzle} puzzle
 * @param {Solved | null} solved
 * @param {Context} context
 */
function card(puzzle, solved, { t: pick, language }) {
  const t = pick(words);
  const source = Source.ofLibrary(puzzle.id ?? '');
  const [published] = puzzle.published;
  const metric = published?.metric ? metrics[language][published.metric].name : '';
  const bounds = solved?.bounds.finger;
  const name = puzzleName(language, puzzle);
  const record = best()[`puzzle ${source.key} ${puzzle.start}`];
  const facts = [
    t.boardSize(puzzle.columns, puzzle.rows),
    t.pieces(pieceCount(puzzle)),
    ...(bounds ? [t.fewestMoves(bounds.at_least, bounds.best_found)] : []),
    ...(published ? [solved ? t.publishedMoves(published.moves, metric) : t.moveCount(published.moves)] : []),
  ];
  return el('li', {}, el('a', { class: 'puzzle-card card', href: source.href(), 'data-id': puzzle.id },
    small(new Rules(puzzle), 'start'),
    el('span', { class: 'card-text' },
      el('strong', { class: 'card-name', lang: name.lang }, name.text),
      el('span', { class: 'card-set' }, facts.join(' · '))),
    record ? el('span', { class: 'badge' }, t.yourSolved(record.finger)) : null));
}
