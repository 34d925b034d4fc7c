/** The board page: play a position, and see what is known about it. */
import { kept } from './address.js';
import { ApiError, aborted, get, getOnce, query } from './api.js';
import { Board } from './board.js';
import { MOST_MAPPED } from './component-map.js';
import { el, fill } from './dom.js';
import { START } from './family.js';
import { Game } from './game.js';
import { icon } from './icons.js';
import { openingName } from './names.js';
import { failedPage, reasons } from './notice.js';
import { words as dictionary } from './position-words.js';
import * as view from './position-view.js';
import { klotski } from './rules.js';
import { sizeChart } from './size-chart.js';
import { harder } from './solved.js';
import { passing } from './store.js';
import { Answers, Table } from './table.js';
import { metricOf, metrics, shapes } from './words.js';

/** @typedef {import('./api.js').Position} Position */
/** @typedef {import('./api.js').Shape} Shape */
/** @typedef {import('./table.js').Source<Position>} Source */
/** @typedef {import('./words.js').Context} Context */

export const title = (/** @type {import('./words.js').Language} */ language) => dictionary[language].heading;

/** The key of the game last played in this tab. It survives reloads and other pages. */
const GAME = 'huarong.game';

/**
 * The game at a position: the one stored with the address, or the one played last.
 * @param {string} position
 */
function gameAt(position) {
  const games = [Game.of(kept()['game']), Game.of(passing.read(GAME))];
  return games.find((game) => game?.position === position) ?? new Game(position);
}

/** @type {Source} */
const SOURCE = {
  position: (p, signal) => get('/api/v1/position', { p }, signal),
  solution: (p, metric, signal) => get('/api/v1/solution', { p, metric }, signal),
  href: (params) => `/position${query(params)}`,
};

/** The answers outlive the page. */
const ANSWERS = new Answers(SOURCE);

/**
 * @param {HTMLElement} root
 * @param {URL} url
 * @param {Context} context
 */
export async function render(root, url, context) {
  const asked = url.searchParams.get('p') || Game.of(passing.read(GAME))?.position || START;
  const load = async () => {
    try {
      const answer = await ANSWERS.ask(asked, context.signal);
      await play(root, context, answer, metricOf(url.searchParams.get('metric')));
    } catch (error) {
      if (context.signal.aborted || aborted(error)) return;
      const refused = error instanceof ApiError && error.status === 400;
      fill(root, refused ? unread(context, error) : failedPage(context.language, error, load));
    }
  };
  await load();
}

/**
 * @param {Context} context
 * @param {ApiError} error
 */
function unread(context, error) {
  const words = context.t(dictionary);
  return el('div', { class: 'notice', role: 'alert' },
    el('h1', {}, words.unread),
    el('p', {}, ...reasons(context.language, error)),
    el('div', { class: 'row' },
      el('a', { class: 'button', href: '/editor' }, words.toEditor),
      el('a', { class: 'button', href: `/position${query({ p: START })}` }, words.toStart)));
}

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @param {Position} opened
 * @param {import('./api.js').Metric} metric metric at the start
 */
async function play(root, context, opened, metric) {
  const { language, signal } = context;
  const words = context.t(dictionary);
  const game = gameAt(opened.position);
  const set = opened.piece_set;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let histogramTimer;
  const head = el('div', { class: 'play-head' });
  const where = el('p', { class: 'muted small' });
  const histogram = el('img', { id: 'set-histogram', alt: '', width: 640, height: 200 });
  const standing = el('p', { id: 'standing' });
  const component = el('p', { id: 'component', class: 'muted' });
  const sizes = el('div', { id: 'component-chart' });
  const toMap = el('a', { id: 'to-map', class: 'button', hidden: true }, words.map);
  const toSet = el('a', { id: 'to-set', class: 'button' });
  const share = el('button', { id: 'share', type: 'button', class: 'button', onclick: copyAddress }, icon('share'), words.share);
  const links = el('div', { class: 'links' });
  const pieceName = (/** @type {string} */ shape) => shapes[language][/** @type {Shape} */ (shape)];

  /** @type {Table<Position>} */
  const table = new Table(root, context, {
    words, rules: klotski, board: new Board(), game, metric, source: SOURCE, answers: ANSWERS, bestKey: game.start,
    keep: (kept) => passing.write(GAME, kept),
    layout: () => {
      fill(table.side,
        table.error, table.distances(), table.moves,
        el('section', { class: 'card facts' }, el('h2', {}, words.where), standing, histogram, component, sizes,
          el('div', { class: 'links' }, toMap, toSet)),
        links, table.keys());
      return el('div', { class: 'play' }, table.stage().element, head, table.side);
    },
    pieceName,
    label: ({ shape, column, row }) => words.piece(pieceName(shape), column + 1, row + 1),
    dot: (shape) => shape,
    next: (result) => harder(language, result, game.start, set),
    asking: () => {},
    answered: (answer) => {
      if (!answer) return;
      view.showWhere(words, language, where, answer, game.position === game.start);
      fill(links, share, ...view.links(words, answer.position),
        answer.mirror === null ? null
          : el('a', { class: 'button', href: `/position${query({ p: answer.mirror })}` }, icon('mirror'), words.mirror));
      showStanding(answer);
    },
    started: ({ names }) => {
      fill(head, ...view.heading(words, language, names), where);
      const [name] = names;
      if (name) document.title = `${openingName(language, name).text} – ${document.title.split(' – ').pop()}`;
    },
    retry: askComponent,
  });

  /** @param {Position} answer */
  async function showStanding(answer) {
    const { metric } = table;
    toMap.href = `/map${query({ p: answer.position, metric })}`;
    toSet.href = `/atlas/${set}${query({ p: answer.position })}`;
    toSet.textContent = words.allMetrics(set);
    const distance = answer.distance[metric];
    clearTimeout(histogramTimer);
    // The delay keeps the mark from flickering in a demonstration.
    histogramTimer = setTimeout(() => {
      histogram.alt = words.histogram(set, metrics[language][metric].name);
      histogram.src = `/svg/histogram${query({ set, metric, mark: distance })}`;
    }, histogram.src ? 160 : 0);
    if (distance === null) {
      standing.textContent = words.unsolvable;
      return;
    }
    try {
      /** @type {import('./api.js').PieceSetDetails} */
      const details = await getOnce(`/api/v1/sets/${set}`);
      if (table.answer !== answer) return;
      standing.textContent = view.standing(words, language, set, details.histogram[metric], distance);
    } catch (error) {
      table.fail(error);
    }
  }

  async function askComponent() {
    try {
      /** @type {import('./api.js').Component} */
      const { size, positions, with_goal } = await get('/api/v1/component', { p: game.start }, signal);
      const text = words.component(size, positions);
      component.textContent = with_goal ? text : text + words.dead;
      toMap.hidden = size > MOST_MAPPED;
      /** @type {import('./api.js').PieceSetDetails} */
      const { component_sizes } = await getOnce(`/api/v1/sets/${set}`);
      fill(sizes, sizeChart(language, component_sizes, positions, size));
    } catch (error) {
      if (!aborted(error)) table.fail(error);
    }
  }

  async function copyAddress() {
    table.showAddress();
    try {
      await navigator.clipboard.writeText(location.href);
      context.announce(words.shared);
      fill(share, icon('share'), words.shared);
      setTimeout(() => fill(share, icon('share'), words.share), 2000);
    } catch {
      context.announce(words.notShared);
      fill(table.error, el('p', { class: 'notice' }, words.notShared));
    }
  }

  signal.addEventListener('abort', () => clearTimeout(histogramTimer));
  await table.open();
  if (signal.aborted) return;
  if (table.answer?.is_goal) table.showSolved();
  await askComponent();
}
