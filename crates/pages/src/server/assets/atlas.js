/** The atlas: a table of all piece sets. The page of one set is in atlas-set.js. */
import { getOnce } from './api.js';
import { render as renderSet } from './atlas-set.js';
import { words } from './atlas-words.js';
import { el, fill, svg } from './dom.js';
import { bars, distanceAt } from './histogram.js';
import { choice, count, keepAddress, mean, metricSwitch, pieceWords, settled } from './lists.js';
import { percent } from './language.js';
import { loading } from './notice.js';
import { setScatter } from './set-scatter.js';
import { sharePage } from './share.js';
import { metricOf, metrics } from './words.js';

/** @import { Metric, PieceSet } from './api.js' */
/** @import { Language } from './language.js' */
/** @import { Context } from './words.js' */
/** @typedef {keyof typeof words.en.columns} Column */

const COLUMNS = /** @type {Column[]} */ (Object.keys(words.en.columns));
const COUNTS = /** @type {const} */ (['horizontal', 'vertical', 'small', 'empty']);
const FILES = /** @type {(keyof typeof words.en.files)[]} */ (Object.keys(words.en.files));

/**
 * The value of a column for a set, by which the table is sorted; null if there is none.
 * @param {PieceSet} set
 * @param {Column} column
 * @param {Metric} metric
 */
function value(set, column, metric) {
  switch (column) {
    case 'piece_set': return (set.horizontal * 100 + set.vertical) * 100 + set.small;
    case 'share': return set.solvable / set.positions;
    case 'max': case 'mean': return set[column][metric];
    case 'hardest': return set.at_max[metric];
    default: return set[column];
  }
}

/**
 * A value of a column as text.
 * @param {Language} language
 * @param {Column} column
 * @param {number | null} amount
 */
function text(language, column, amount) {
  if (column === 'share') return amount === null ? '–' : percent(language, amount);
  return column === 'mean' ? mean(language, amount) : count(language, amount);
}

/**
 * A cell of the last row: the sum of a column, or its maximum or mean if a sum has no meaning.
 * @param {PieceSet[]} sets
 * @param {Column} column
 * @param {Metric} metric
 */
function total(sets, column, metric) {
  const sum = (/** @type {(set: PieceSet) => number} */ of) => sets.reduce((all, set) => all + of(set), 0);
  const greatest = Math.max(...sets.map((set) => set.max[metric] ?? -1));
  switch (column) {
    case 'piece_set': case 'empty': return null;
    case 'largest_component': return Math.max(...sets.map((set) => set.largest_component));
    case 'share': return sum((set) => set.solvable) / sum((set) => set.positions);
    case 'max': return greatest < 0 ? null : greatest;
    case 'mean': return greatest < 0 ? null
      : sum((set) => (set.mean[metric] ?? 0) * set.solvable) / sum((set) => set.solvable);
    case 'hardest': return greatest < 0 ? null
      : sum((set) => (set.max[metric] === greatest ? set.at_max[metric] ?? 0 : 0));
    default: return sum((set) => set[column]);
  }
}

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const [, name] = /^\/atlas\/([^/]+)$/.exec(url.pathname) ?? [];
  return name === undefined ? renderTable(root, url, context) : renderSet(root, url, context);
}

/**
 * @param {HTMLElement} root
 * @param {URL} url
 * @param {Context} context
 */
async function renderTable(root, url, context) {
  const { language, signal } = context;
  const t = context.t(words);
  root.append(loading(language));
  const { sets } = await getOnce('/api/v1/sets');
  if (signal.aborted) return;

  const asked = url.searchParams;
  const sort = COLUMNS.find((column) => column === asked.get('sort'));
  const view = {
    // The hardest sets come first.
    sort: sort ?? 'max',
    down: asked.get('order') === 'desc' || sort === undefined,
    metric: metricOf(asked.get('metric')),
    /** @type {Record<(typeof COUNTS)[number], string>} */
    pieces: { horizontal: '', vertical: '', small: '', empty: '' },
  };
  const filters = COUNTS.map((key) => {
    const numbers = [...new Set(sets.map((set) => set[key]))].sort((a, b) => a - b).map(String);
    view.pieces[key] = numbers.find((text) => text === asked.get(key)) ?? '';
    return choice(`sets-${key}`, t.filters[key],
      [['', t.any], ...numbers.map((text) => /** @type {[string, string]} */ ([text, text]))],
      view.pieces[key], (chosen) => { view.pieces[key] = chosen; show(shown()); });
  });
  const rows = new Map(sets.map((set) => [set, row(set, context)]));
  const heads = new Map(COLUMNS.map((column) => [column, head(column)]));
  const shownCount = el('p', { id: 'set-count' });
  const chart = el('div', { id: 'set-chart' });
  const hardestSet = el('p', { id: 'hardest-set' });
  const body = el('tbody');
  const foot = el('tr');
  const none = el('div', { class: 'notice', hidden: true },
    el('p', {}, t.none),
    el('button', { type: 'button', class: 'button', onclick: clear }, t.clear));
  const table = el('table', { id: 'sets', class: 'numbers' },
    el('caption', { class: 'visually-hidden' }, t.table),
    el('thead', {}, el('tr', {}, ...heads.values(),
      el('th', { scope: 'col', class: 'plain', title: t.distributionExplain }, t.distribution))),
    body,
    el('tfoot', {}, foot));

  /** @param {Column} column */
  function head(column) {
    return el('th', { scope: 'col', 'data-column': column },
      el('button', { type: 'button', title: t.explain[column], onclick: () => sortBy(column) }, t.columns[column]));
  }

  /** @param {Column} column */
  function sortBy(column) {
    // Numbers start with the greatest, names with the first.
    view.down = view.sort === column ? !view.down : column !== 'piece_set';
    view.sort = column;
    show(t.sorted(t.columns[column], view.down));
  }

  function clear() {
    filters.forEach(({ select }, place) => {
      select.value = '';
      const key = COUNTS[place];
      if (key) view.pieces[key] = '';
    });
    show(shown());
    filters[0]?.select.focus();
  }

  function shown() {
    return shownCount.textContent ?? '';
  }

  function update() {
    const { metric, sort, down, pieces } = view;
    const fitting = sets
      .filter((set) => COUNTS.every((key) => pieces[key] === '' || set[key] === Number(pieces[key])))
      .sort((a, b) => {
        const x = value(a, sort, metric);
        const y = value(b, sort, metric);
        if (x === null || y === null) return Number(x === null) - Number(y === null);
        return down ? y - x : x - y;
      });
    body.replaceChildren(...fitting.flatMap((set) => {
      const shown = rows.get(set);
      shown?.measure(metric);
      return shown ? [shown.item] : [];
    }));
    for (const [column, cell] of heads) {
      if (column === sort) cell.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      else cell.removeAttribute('aria-sort');
    }
    shownCount.textContent = t.count(fitting.length, sets.length);
    fill(foot, el('th', { scope: 'row' }, t.total),
      ...COLUMNS.slice(1).map((column) => el('td', { 'data-column': column },
        column === 'empty' || fitting.length === 0 ? '' : text(language, column, total(fitting, column, metric)))),
      el('td'));
    none.hidden = fitting.length > 0;
    table.hidden = fitting.length === 0;
    showHardest(metric);
  }

  /** The metric of the chart. @type {Metric | null} */
  let charted = null;

  /** @param {Metric} metric */
  function showHardest(metric) {
    if (metric === charted) return;
    charted = metric;
    const solvable = sets.filter(({ solvable }) => solvable > 0);
    const most = (/** @type {PieceSet} */ set) => set.max[metric] ?? 0;
    const [hardest] = [...solvable].sort((a, b) => most(b) - most(a));
    if (!hardest) return;
    fill(chart, setScatter(language, solvable, hardest.piece_set, metric, t.scatter));
    fill(hardestSet, t.hardestSet, el('a', { href: `/atlas/${hardest.piece_set}` }, hardest.piece_set),
      t.hardestSetMoves(most(hardest), metrics[language][metric].name));
  }

  let saying = '';
  const announce = settled(signal, 300, () => context.announce(saying));

  /** @param {string} what */
  function show(what) {
    const before = shown();
    update();
    keepAddress({
      sort: view.sort === 'max' && view.down ? null : view.sort,
      order: view.down && view.sort !== 'max' ? 'desc' : null,
      metric: view.metric === 'finger' ? null : view.metric,
      ...view.pieces,
    });
    saying = what === before ? shown() : what;
    announce();
  }

  update();
  fill(root,
    el('div', { class: 'atlas-top' },
      el('header', {}, el('h1', {}, context.title),
        el('p', { class: 'lead' }, t.lead(sets.length, sets.reduce((all, set) => all + set.positions, 0))),
        hardestSet),
      chart),
    el('form', { class: 'filters', onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      metricSwitch(language, 'sets-metric', view.metric, (metric) => { view.metric = metric; show(shown()); }),
      ...filters.map(({ field }) => field)),
    el('div', { class: 'list-head' }, shownCount, sharePage(context)), none,
    el('div', { class: 'table-box', role: 'region', 'aria-label': t.scroll, tabindex: 0 }, table),
    el('section', { class: 'downloads' },
      el('h2', {}, t.downloads),
      el('ul', { class: 'links' }, ...FILES.map((file) =>
        el('li', {}, el('a', { class: 'button', href: `/csv/${file}.csv`, download: `${file}.csv` }, t.files[file]))))));
}

/**
 * The row of a set, and a function that updates the cells that depend on the metric. The row asks for its histogram when it
 * is nearly in view.
 * @param {PieceSet} set
 * @param {Context} context
 */
function row(set, { language, t, signal }) {
  const cells = new Map(COLUMNS.slice(1).map((column) => [column, el('td', { 'data-column': column })]));
  const said = el('span', { class: 'bar-said', 'aria-hidden': 'true', hidden: true });
  const picture = el('span', { class: 'bars' });
  /** @type {Metric | null} */
  let measured = null;
  /** @type {Record<Metric, number[]> | null} */
  let counts = null;
  const draw = () => {
    if (!counts || !measured) return;
    fill(picture, svg('svg', { viewBox: `0 0 ${counts[measured].length} 100`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      svg('path', { class: 'bar', d: bars(counts[measured]) })));
  };
  const approaching = new IntersectionObserver(async ([entry]) => {
    if (!entry?.isIntersecting) return;
    approaching.disconnect();
    ({ histogram: counts } = await getOnce(`/api/v1/sets/${set.piece_set}`).catch(() => ({ histogram: null })));
    draw();
  }, { rootMargin: '400px' });
  approaching.observe(picture);
  signal.addEventListener('abort', () => approaching.disconnect());
  picture.addEventListener('pointermove', ({ clientX }) => {
    if (!counts || !measured) return;
    const numbers = counts[measured];
    const distance = distanceAt(picture.firstElementChild ?? picture, clientX, numbers.length);
    said.textContent = t(words).atDistance(distance, numbers[distance] ?? 0);
    said.hidden = false;
  });
  picture.addEventListener('pointerleave', () => { said.hidden = true; });
  const item = el('tr', { 'data-set': set.piece_set },
    el('th', { scope: 'row' },
      el('a', { href: `/atlas/${set.piece_set}`, title: pieceWords(language, set.piece_set) }, set.piece_set)),
    ...cells.values(),
    el('td', { class: 'picture' }, ...(set.solvable > 0 ? [picture, said] : ['–'])));
  return {
    item,
    /** @param {Metric} metric */
    measure(metric) {
      if (metric === measured) return;
      measured = metric;
      for (const [column, cell] of cells) cell.textContent = text(language, column, value(set, column, metric));
      draw();
    },
  };
}
