/** The page of a puzzle: play it, and see what is known about its positions. */
import { kept } from './address.js';
import { ApiError, aborted, getOnce } from './api.js';
import { searching } from './asking.js';
import { download } from './download.js';
import { decorate, el, fill } from './dom.js';
import { Game } from './game.js';
import { icon } from './icons.js';
import { TAGS } from './language.js';
import { boardName, isOfCensus, isOfRush, puzzleName } from './names.js';
import { failedPage, loading } from './notice.js';
import { PuzzleBoard, pieceName as nameOf } from './puzzle-board.js';
import { pngOf, svgOf } from './puzzle-export.js';
import { colours, hasExit, small } from './puzzle-picture.js';
import { SolutionCard } from './puzzle-solution.js';
import { Source } from './puzzle-source.js';
import { WhereCard } from './puzzle-where.js';
import { words as dictionary } from './puzzle-words.js';
import { randomHref } from './rush.js';
import { Rules } from './rules.js';
import { passing } from './store.js';
import { Answers, Table } from './table.js';
import { metricOf, metrics } from './words.js';

/** @typedef {import('./api.js').Puzzle} Puzzle */
/** @typedef {import('./api.js').PuzzlePosition} PuzzlePosition */
/** @typedef {import('./words.js').Context} Context */

export const title = (/** @type {import('./words.js').Language} */ language) => dictionary[language].title;

const GAME = 'huarong.puzzle-game';

/**
 * @param {HTMLElement} root
 * @param {URL} url
 * @param {Context} context
 */
export async function render(root, url, context) {
  const words = context.t(dictionary);
  const load = async () => {
    try {
      fill(root, loading(context.language));
      const source = Source.of(url);
      const rules = new Rules(await source.puzzle(context.signal));
      if (context.signal.aborted) return;
      await play(root, context, source, rules, url.searchParams);
    } catch (error) {
      if (context.signal.aborted || aborted(error)) return;
      const unknown = error instanceof ApiError && error.status === 404;
      fill(root, unknown
        ? el('div', { class: 'notice', role: 'alert' }, el('h1', {}, words.noSuchPuzzle),
          el('a', { class: 'button', href: '/puzzles' }, words.all))
        : failedPage(context.language, error, load));
    }
  };
  await load();
}

/**
 * The game at a position of the puzzle: the one stored with the address, or the one played last.
 * @param {Source} source
 * @param {Rules} rules
 * @param {string | null} asked
 */
function gameAt(source, rules, asked) {
  const last = /** @type {{key?: unknown, game?: unknown} | null} */ (passing.read(GAME));
  const games = [kept()['game'], last?.key === source.key ? last.game : null].map((game) => Game.of(game, rules));
  const played = games.find((game) => game && (asked === null || game.position === asked));
  const pieces = rules.parse(asked ?? '');
  return played ?? new Game(pieces ? rules.print(pieces) : rules.puzzle.start, rules);
}

/**
 * A link to the next puzzle: in the order of names within its group of the library, or another random board.
 * @param {Context} context
 * @param {Source} source
 * @param {Rules} rules
 * @param {string} list address of the list
 */
function nextLink(context, source, { puzzle }, list) {
  const { language, signal } = context;
  const words = context.t(dictionary);
  const link = el('a', { class: 'button', 'data-next': '', href: list }, words.more);
  const offer = async () => {
    if (source.isBoard) {
      decorate(link, { href: await randomHref(signal) });
      link.textContent = words.rush.another;
      return;
    }
    const group = (/** @type {Puzzle} */ one) => (isOfRush(one) ? 1 : isOfCensus(one) ? 2 : 0);
    /** @type {{puzzles: Puzzle[]}} */
    const { puzzles } = await getOnce('/api/v1/puzzles');
    const names = new Intl.Collator(TAGS[language], { numeric: true });
    const others = puzzles.filter((one) => group(one) === group(puzzle))
      .map((one) => ({ id: one.id, name: puzzleName(language, one) }))
      .sort((a, b) => names.compare(a.name.text, b.name.text));
    const next = others[others.findIndex(({ id }) => id === puzzle.id) + 1];
    if (puzzle.id === null || !next?.id) return;
    decorate(link, { href: Source.ofLibrary(next.id).href() });
    fill(link, words.nextNamed, el('span', { lang: next.name.lang }, next.name.text));
  };
  // Without an answer the link leads to the list.
  offer().catch(() => {});
  return link;
}

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @param {Source} source
 * @param {Rules} rules
 * @param {URLSearchParams} params
 */
async function play(root, context, source, rules, params) {
  const { language } = context;
  const words = context.t(dictionary);
  const { puzzle } = rules;
  const colour = colours(puzzle);
  const game = gameAt(source, rules, params.get('p'));
  /** Requests that wait for an answer, by position. @type {Map<string, Promise<PuzzlePosition>>} */
  const waiting = new Map();
  /** @type {Answers<PuzzlePosition>} */
  const answers = new Answers({ position });
  const reached = el('p', { id: 'reached', class: 'muted' });
  const state = el('p', { id: 'search-state', class: 'muted', role: 'status' });
  const pieceName = (/** @type {string} */ shape) => nameOf(words, rules, shape);
  const name = source.isBoard ? boardName(language, puzzle) : puzzleName(language, puzzle);
  const list = source.isBoard ? '/puzzles#rush' : '/puzzles';
  let isSearching = false;
  // Not read aloud: it changes many times a second.
  const count = el('span', { 'aria-hidden': 'true' });
  searching.addEventListener('progress', (event) => {
    const { done } = /** @type {CustomEvent<import('./asking.js').Progress>} */ (event).detail;
    if (isSearching) count.textContent = ` ${words.searched(done)}`;
  }, { signal: context.signal });
  const solution = new SolutionCard(context, {
    words, rules, source, name: name.text, position: () => game.position, metric: () => table.metric, pieceName,
    dot: (shape) => colour[Number(shape)] ?? '',
    shown: () => table.noteHelp(),
  });
  const where = new WhereCard(context, { words, source, name: name.text });
  const pieces = () => rules.parse(game.position) ?? [];
  const file = puzzle.id ?? 'puzzle';
  document.title = `${name.text} – ${document.title.split(' – ').pop()}`;

  /** @type {Table<PuzzlePosition>} */
  const table = new Table(root, context, {
    words, rules, board: new PuzzleBoard(rules), game, metric: metricOf(params.get('metric')), source, answers,
    bestKey: `puzzle ${source.key} ${game.start}`,
    keep: (kept) => passing.write(GAME, { key: source.key, game: kept }),
    layout: () => {
      const { table: frame, element: stage } = table.stage('any');
      frame.style.setProperty('--shape', String((100 * puzzle.columns + 60) / (100 * puzzle.rows + 60)));
      const published = puzzle.published.map(({ moves, metric, by }) =>
        el('li', {}, words.publishedCount(moves, metric ? metrics[language][metric].name : '', by ?? '')));
      const exits = hasExit(puzzle);
      fill(table.side,
        table.error, table.distances(reached),
        el('section', { class: 'card goal-card' }, el('h2', {}, words.goal),
          small(rules, 'goal'),
          el('div', {},
            el('p', { class: 'small muted' }, exits ? words.goalExit : words.goalText),
            puzzle.goals.length > 1 ? el('p', { class: 'small muted' }, words.goals(puzzle.goals.length)) : null)),
        table.moves,
        where.element,
        solution.element,
        published.length > 0 || puzzle.source ? el('section', { class: 'card facts', id: 'origin' },
          published.length > 0 ? el('h2', {}, words.publishedBy) : null,
          published.length > 0 ? el('ul', {}, ...published) : null,
          puzzle.source ? el('p', { class: 'small muted' }, `${words.source}${words.colon}`, el('span', { lang: 'en' }, puzzle.source)) : null) : null,
        el('div', { class: 'links' },
          nextLink(context, source, rules, list),
          el('a', { class: 'button', href: source.href({ p: puzzle.start }) }, words.fromStart),
          el('a', { class: 'button', href: source.editorHref }, icon('edit'), words.openFile),
          el('button', { id: 'save-svg', type: 'button', class: 'button', onclick: () => download(`${file}.svg`, svgOf(rules, pieces())) }, words.saveSvg),
          el('button', { id: 'save-png', type: 'button', class: 'button', onclick: savePng }, words.savePng),
          el('button', { type: 'button', class: 'button', onclick: () => print() }, words.print),
          el('a', { class: 'button', href: list }, words.all)),
        table.keys());
      return el('div', { class: 'play' }, stage,
        el('div', { class: 'play-head' }, el('h1', { lang: name.lang }, name.text), state),
        table.side);
    },
    pieceName,
    label: ({ shape, column, row }) =>
      words.piece(words.lockedName(pieceName(shape), rules.kind(shape).freedom), column + 1, row + 1),
    dot: (shape) => colour[Number(shape)] ?? '',
    next: () => {
      const link = nextLink(context, source, rules, list);
      link.classList.add('primary');
      return link;
    },
    asking: () => {
      if (!answers.isEmpty) return;
      isSearching = true;
      fill(state, words.searching, count);
      // A second request would wait for the same search, or be refused.
      for (const button of searchButtons()) button.disabled = true;
      solution.enable(false);
    },
    answered: (answer) => {
      isSearching = false;
      solution.enable(answer !== null && answer.solvable);
      solution.follow();
      state.textContent = answer ? '' : words.unsearched;
      where.show(answer, table.metric);
      if (answer) reached.textContent = answer.reached === null ? words.tables : words.reached(answer.reached);
    },
    started: () => {},
    retry: () => {},
  });

  /**
   * Asks once for each position. The first request goes on if the visitor moves: its search covers the other positions.
   * @param {string} p
   * @param {AbortSignal} signal
   * @returns {Promise<PuzzlePosition>}
   */
  function position(p, signal) {
    const known = waiting.get(p);
    if (known) return known.catch(notFound);
    const asked = source.position(p, answers.isEmpty ? context.signal : signal).finally(() => waiting.delete(p));
    waiting.set(p, asked);
    return asked.catch(notFound);
  }

  /**
   * A failed request ends the search, too.
   * @param {unknown} error
   * @returns {never}
   */
  function notFound(error) {
    if (isSearching && !aborted(error)) {
      isSearching = false;
      state.textContent = '';
    }
    throw error;
  }

  /** The buttons that need an answer about the position. */
  function searchButtons() {
    return /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll('#hint, #step, #play'));
  }

  /** While the first answer is awaited, the keys of these buttons say so. */
  document.addEventListener('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (!isSearching || event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select, textarea')) return;
    if (event.key.toLowerCase() !== 'h' && (event.key !== ' ' || target.closest('button, a, summary, [role="button"]'))) return;
    event.preventDefault();
    context.announce(words.searching);
  }, { signal: context.signal, capture: true });

  async function savePng() {
    try {
      download(`${file}.png`, await pngOf(rules, pieces()));
    } catch (error) {
      table.fail(error);
    }
  }

  await table.open();
}
