/** The page of one piece set: key figures, histograms, components, hardest positions. */
import { aborted, get, getOnce, query } from './api.js';
import { words } from './atlas-words.js';
import { MOST_MAPPED } from './component-map.js';
import { el, fill, svg } from './dom.js';
import { histogram } from './histogram.js';
import { boardImage, count, mean, metricSwitch, pieceWords, positionCode, positionHref } from './lists.js';
import { number, percent } from './language.js';
import { positionText } from './names.js';
import { loading, reasons } from './notice.js';
import { setScatter } from './set-scatter.js';
import { sharePage } from './share.js';
import { sizeChart } from './size-chart.js';
import { METRICS, metricOf, metrics, shell } from './words.js';

/** @import { FullSet as Details, Metric } from 'api' */
/** @import { Words } from './atlas-words.js' */
/** @import { Language } from './language.js' */
/** @import { Context } from './words.js' */

/** The position that is marked in the charts. @typedef {{position: import('./api.js').Position, size: number}} Marked */

const SIZES_FIRST = 10;
const BOARDS_FIRST = 12;

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const { language } = context;
  const t = context.t(words);
  root.append(loading(language));
  const name = url.pathname.slice('/atlas/'.length);
  const [{ sets }, set] = await Promise.all([
    getOnce('/api/v1/sets'),
    getOnce(`/api/v1/sets/${name}`),
  ]);
  const asked = url.searchParams.get('p');
  const { marked, wrong } = asked === null ? { marked: null, wrong: null } : await markedAt(asked, set, context);
  if (context.signal.aborted) return;

  document.title = `${t.setTitle(set.piece_set)} – ${shell[language].site}`;
  const alone = set.horizontal + set.vertical + set.small === 0;
  const solvable = set.solvable > 0;
  fill(root,
    el('article', { class: 'set-page' },
      siblings(sets, set, language, t),
      el('header', { class: 'set-head' },
        el('h1', { id: 'set-title' }, t.setTitle(set.piece_set)),
        el('p', { class: 'lead' }, alone ? t.alone : t.pieces(pieceWords(language, set.piece_set))),
        pieces(set),
        solvable && el('a', { class: 'button primary', href: `/generator${query({ set: set.piece_set })}` }, t.draw)),
      wrong,
      marked && place(marked, set, t),
      figures(set, language, t),
      solvable && among(sets, set, metricOf(url.searchParams.get('metric')), language, t),
      solvable ? histograms(set, marked, language, t) : el('p', { class: 'notice' }, t.unsolvable),
      el('div', { class: 'halves' },
        components(set, marked, language, t),
        solvable && hardest(set, metricOf(url.searchParams.get('metric')), language, t)),
      sharePage(context)));
}

/**
 * The position in the address with the size of its component, or a notice about its fault.
 * @param {string} text
 * @param {Details} set
 * @param {Context} context
 * @returns {Promise<{marked: Marked | null, wrong: HTMLElement | null}>}
 */
async function markedAt(text, set, { language, signal, t }) {
  const p = positionText(text);
  const notice = (/** @type {import('./dom.js').Child[]} */ ...why) =>
    ({ marked: null, wrong: el('p', { class: 'notice', role: 'alert' }, ...why) });
  try {
    const [position, component] = await Promise.all([
      get('/api/v1/position', { p }, signal),
      get('/api/v1/component', { p }, signal),
    ]);
    if (position.piece_set !== set.piece_set) return notice(t(words).otherSet(position.piece_set));
    return { marked: { position, size: component.size }, wrong: null };
  } catch (error) {
    return aborted(error) ? { marked: null, wrong: null } : notice(...reasons(language, error));
  }
}

/**
 * The marked position, and the rank of its component by size.
 * @param {Marked} marked
 * @param {Details} set
 * @param {Words} t
 */
function place({ position, size }, set, t) {
  const larger = set.component_sizes.filter((other) => other.size > size)
    .reduce((sum, { components }) => sum + components, 0);
  const same = set.component_sizes.find((other) => other.size === size)?.components ?? 1;
  const text = position.position;
  return el('section', { class: 'card marked', 'aria-labelledby': 'marked-title' },
    el('h2', { id: 'marked-title' }, t.marked),
    boardImage(text),
    el('div', { class: 'facts' },
      positionCode(text),
      el('p', { id: 'marked-component' },
        t.ofComponent(size, larger + 1, same, set.components)),
      el('div', { class: 'links' },
        el('a', { class: 'button', href: positionHref(text) }, t.openMarked),
        size <= MOST_MAPPED && el('a', { class: 'button', href: `/map${query({ p: text })}` }, t.mapOfMarked))));
}

/**
 * Links to the previous and the next set.
 * @param {import('./api.js').PieceSet[]} sets
 * @param {Details} set
 * @param {Language} language
 * @param {Words} t
 */
function siblings(sets, set, language, t) {
  const place = sets.findIndex(({ piece_set }) => piece_set === set.piece_set);
  const before = sets[place - 1]?.piece_set;
  const after = sets[place + 1]?.piece_set;
  return el('nav', { class: 'siblings', 'aria-label': t.siblings },
    el('a', { class: 'set-link', href: '/atlas' }, shell[language].exists.set),
    before !== undefined && el('a', { class: 'button', rel: 'prev', href: `/atlas/${before}` },
      el('span', { 'aria-hidden': 'true' }, '←'), el('span', { class: 'visually-hidden' }, t.previous), before),
    after !== undefined && el('a', { class: 'button', rel: 'next', href: `/atlas/${after}` },
      el('span', { class: 'visually-hidden' }, t.next), after, el('span', { 'aria-hidden': 'true' }, '→')));
}

/**
 * A picture of the pieces in a row. The text beside it has the same content.
 * @param {{horizontal: number, vertical: number, small: number}} set
 */
function pieces({ horizontal, vertical, small }) {
  const kinds = [
    { kind: 0, many: 1, width: 2, height: 2 },
    { kind: 1, many: horizontal, width: 2, height: 1 },
    { kind: 2, many: vertical, width: 1, height: 2 },
    { kind: 3, many: small, width: 1, height: 1 },
  ];
  return el('div', { class: 'pieces', 'aria-hidden': 'true' }, ...kinds.flatMap(({ kind, many, width, height }) =>
    Array.from({ length: many }, () =>
      svg('svg', { width: width * 18, height: height * 18, viewBox: `0 0 ${width * 18} ${height * 18}` },
        svg('rect', { class: `s${kind}`, x: 1, y: 1, width: width * 18 - 2, height: height * 18 - 2, rx: 3.5 })))));
}

/**
 * @param {Details} set
 * @param {Language} language
 * @param {Words} t
 */
function figures(set, language, t) {
  const figure = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ note = '') =>
    el('div', {}, el('dt', {}, name), el('dd', { class: 'value' }, value), note !== '' && el('dd', { class: 'note' }, note));
  return el('section', { 'aria-label': t.figures },
    el('dl', { class: 'figures' },
      figure(t.columns.positions, number[language](set.positions), t.goalPositions(set.goal_positions)),
      figure(t.solvable, number[language](set.solvable),
        set.unsolvable === 0 ? t.allSolvable
          : t.shareOf(percent(language, set.solvable / set.positions), set.unsolvable)),
      figure(t.columns.components, number[language](set.components),
        set.components > 1 ? t.largestOf(percent(language, set.largest_component / set.positions)) : ''),
      figure(t.filters.empty, number[language](set.empty))));
}

/**
 * @param {Details} set
 * @param {Marked | null} marked
 * @param {Language} language
 * @param {Words} t
 */
function histograms(set, marked, language, t) {
  const charts = METRICS.map((metric) => {
    const numbers = set.histogram[metric];
    const most = Math.max(...numbers);
    const mark = marked?.position.distance[metric] ?? null;
    const nearer = numbers.slice(0, mark ?? 0).reduce((sum, one) => sum + one, 0);
    const says = {
      metric: metrics[language][metric].name,
      solvable: set.solvable,
      max: count(language, set.max[metric]),
      mean: mean(language, set.mean[metric]),
      most,
      at: numbers.indexOf(most),
    };
    const fact = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ note = '') =>
      el('div', {}, el('dt', {}, name), el('dd', {}, el('b', {}, value), note !== '' && ` ${note}`));
    return el('figure', { class: 'card', 'data-metric': metric },
      el('figcaption', {},
        el('h3', {}, t.histogramTitle(says.metric)),
        el('p', { class: 'muted small' }, metrics[language][metric].move),
        el('dl', {},
          fact(t.greatest, says.max, t.positions(set.at_max[metric] ?? 0)),
          fact(t.mean, says.mean),
          fact(t.commonest, number[language](says.at), t.positions(most)),
          mark !== null && fact(t.thisOne, number[language](mark), t.nearerShare(percent(language, nearer / set.solvable))))),
      histogram(language, numbers, mark, t.histogramAlt(says)));
  });
  const data = el('details', { ontoggle: () => { if (data.open && !data.querySelector('table')) data.append(table()); } },
    el('summary', {}, t.data));

  // The table is built on demand, because most visitors need only the picture.
  function table() {
    const longest = Math.max(...METRICS.map((metric) => set.histogram[metric].length));
    return el('div', { class: 'table-box tall', role: 'region', 'aria-label': t.data, tabindex: 0 },
      el('table', { class: 'numbers', id: 'histogram-data' },
        el('thead', {}, el('tr', {},
          el('th', { scope: 'col', class: 'plain' }, t.distance),
          ...METRICS.map((metric) => el('th', { scope: 'col', class: 'plain' }, metrics[language][metric].name)))),
        el('tbody', {}, ...Array.from({ length: longest }, (_, distance) => el('tr', {},
          el('th', { scope: 'row' }, number[language](distance)),
          ...METRICS.map((metric) => el('td', {}, count(language, set.histogram[metric][distance]))))))));
  }

  return el('section', {},
    el('h2', {}, t.histograms),
    el('p', { class: 'muted' }, t.histogramsLead),
    el('div', { class: 'charts' }, ...charts),
    data);
}

/**
 * @param {Details} set
 * @param {Marked | null} marked
 * @param {Language} language
 * @param {Words} t
 */
function components(set, marked, language, t) {
  const sizes = set.component_sizes;
  const rows = sizes.map(({ size, components, with_goal }) => {
    const share = (size * components) / set.positions;
    const bar = el('span', { class: 'share-bar' });
    bar.style.inlineSize = `${share * 100}%`;
    return el('tr', { 'aria-current': size === marked?.size ? 'true' : null },
      el('td', {}, number[language](size)),
      el('td', {}, number[language](components)),
      el('td', {}, number[language](with_goal)),
      el('td', { class: 'share' }, el('span', {}, percent(language, share)), bar));
  });
  // The row of the marked component must be visible.
  const first = Math.max(SIZES_FIRST, 1 + sizes.findIndex(({ size }) => size === marked?.size));
  const body = el('tbody', {}, ...rows.slice(0, first));
  const more = el('button', { type: 'button', class: 'button', onclick: () => {
    const next = rows[first];
    body.append(...rows.slice(first));
    more.remove();
    // The focused button disappears, so the focus moves to the first new row.
    next?.setAttribute('tabindex', '-1');
    next?.focus();
  } }, t.allSizes(rows.length));
  return el('section', {},
    el('h2', {}, t.sizes),
    el('p', { class: 'muted' }, t.sizesLead(set.components)),
    sizeChart(language, sizes, set.positions, marked?.size ?? null),
    el('div', { class: 'table-box', role: 'region', 'aria-label': t.sizes, tabindex: 0 },
      el('table', { id: 'component-sizes', class: 'numbers' },
        el('thead', {}, el('tr', {}, ...[t.size, t.howMany, t.withGoal, t.sizeShare].map((head) =>
          el('th', { scope: 'col', class: 'plain' }, head)))),
        body)),
    rows.length > first && more);
}

/**
 * @param {Details} set
 * @param {Metric} metric
 * @param {Language} language
 * @param {Words} t
 */
function hardest(set, metric, language, t) {
  const lead = el('p', { class: 'muted', role: 'status' });
  const list = el('ol', { class: 'cards boards' });
  const more = el('button', { type: 'button', class: 'button' });

  /** @param {Metric} metric */
  function show(metric) {
    const all = set.hardest_positions[metric];
    const many = set.at_max[metric] ?? 0;
    const boards = all.map((position, place) => el('li', {},
      el('a', { class: 'card layout', href: `${positionHref(position)}&metric=${metric}`, 'data-position': position },
        boardImage(position, t.hardestAlt(place + 1)),
        positionCode(position))));
    lead.textContent =
      t.hardestLead(metrics[language][metric].name, set.max[metric] ?? 0, many) +
      // The list has one of each mirror pair. It is shorter than half only if it was truncated.
      (all.length * 2 < many ? t.hardestFirst(all.length) : '');
    list.replaceChildren(...boards.slice(0, BOARDS_FIRST));
    more.hidden = boards.length <= BOARDS_FIRST;
    more.textContent = t.allHardest(boards.length);
    more.onclick = () => {
      list.append(...boards.slice(BOARDS_FIRST));
      more.hidden = true;
      boards[BOARDS_FIRST]?.querySelector('a')?.focus();
    };
  }

  show(metric);
  return el('section', { id: 'hardest' },
    el('div', { class: 'section-head' },
      el('h2', {}, t.hardestTitle),
      metricSwitch(language, 'hardest-metric', metric, show)),
    lead, list, more);
}

/**
 * The rank of the set among the solvable ones.
 * @param {import('./api.js').PieceSet[]} sets
 * @param {Details} set
 * @param {Metric} metric
 * @param {Language} language
 * @param {Words} t
 */
function among(sets, set, metric, language, t) {
  const all = sets.filter(({ solvable }) => solvable > 0);
  const box = el('div', { id: 'among' });
  const lead = el('p', { class: 'muted', role: 'status' });

  /** @param {Metric} metric */
  function show(metric) {
    const most = set.max[metric] ?? 0;
    const harder = all.filter(({ max }) => (max[metric] ?? 0) > most).length;
    const larger = all.filter(({ positions }) => positions > set.positions).length;
    lead.textContent = t.amongLead({
      all: all.length, max: most, harder: harder + 1, positions: set.positions, larger: larger + 1,
      metric: metrics[language][metric].name,
    });
    fill(box, setScatter(language, all, set.piece_set, metric, lead.textContent));
  }

  show(metric);
  return el('section', {},
    el('div', { class: 'section-head' },
      el('h2', {}, t.among),
      metricSwitch(language, 'among-metric', metric, show)),
    lead, box);
}
