/** The page of a puzzle: play it, and see what is known about its positions. */
import { kept } from './address.js';
import { ApiError, aborted, getOnce } from './api.js';
import { searching } from './asking.js';
import { MOST_MAPPED } from './component-map.js';
import { download } from './download.js';
import { el, fill, follow } from './dom.js';
import { Game } from './game.js';
import { goalTexts } from './goal-texts.js';
import { icon } from './icons.js';
import { keptResults } from './kept-results.js';
import { TAGS } from './language.js';
import { groupOf, puzzleName } from './names.js';
import { loading } from './notice.js';
import { DAILY, dayHref, isDate } from './pack-list.js';
import { longDate, words as packs } from './packs-words.js';
import { boardPicture, pngOf, svgOf } from './puzzle-export.js';
import { small } from './puzzle-picture.js';
import { Source } from './puzzle-source.js';
import { freeName, renamed } from './puzzle-text.js';
import { words as dictionary } from './puzzle-words.js';
import { randomHref } from './rush.js';
import { keepPuzzle, ownPuzzles, passing } from './store.js';
import { Answers, Table } from './table.js';
import { WhereCard } from './where.js';
import { METRICS, metricOf, metrics, shell } from './words.js';

/** @import { Puzzle, PuzzlePosition } from './api.js' */
/** @import { Rules } from './rules.js' */
/** @import { Context } from './words.js' */

const GAME = 'huarong.puzzle-game';

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  const words = context.t(dictionary);
  try {
    fill(root, loading(context.language));
    const source = await Source.of(url);
    const rules = await source.rules(context.signal);
    if (context.signal.aborted) return;
    await play(root, context, source, rules, url.searchParams);
  } catch (error) {
    // The visitor's own puzzles are not on the server: the error names the missing one.
    const unknown = error instanceof ApiError && error.status === 404 && error.code !== 'own-puzzle';
    if (!unknown) throw error;
    fill(root, el('div', { class: 'notice', role: 'alert' }, el('h1', {}, words.noSuchPuzzle),
      el('a', { class: 'button', href: '/puzzles' }, shell[context.language].exists.puzzle)));
  }
}

/**
 * The game at a position of the puzzle: the one of the address, the one stored with it, or the one played last. Says also
 * whether the address is damaged.
 * @param {Source} source
 * @param {Rules} rules
 * @param {URLSearchParams} params
 */
function gameAt(source, rules, params) {
  const asked = params.get('p');
  const pieces = rules.parse(asked ?? '');
  const start = pieces ? rules.print(pieces) : rules.puzzle.start;
  const last = /** @type {{key?: unknown, game?: unknown} | null} */ (passing.read(GAME));
  const played = [kept()['game'], last?.key === source.key ? last.game : null];
  const { game, isDamaged } = Game.open(start, asked, params, played, rules);
  return { game, isDamaged: isDamaged || (asked !== null && !pieces) };
}

/**
 * The next puzzle in the order of names within its group of the library, or another random board.
 * @param {Context} context
 * @param {Source} source
 * @param {Puzzle} puzzle
 * @returns {Promise<import('./table.js').Following | null>}
 */
async function nextListed({ language, t, signal }, source, puzzle) {
  const words = t(dictionary);
  if (source.isBoard) return { href: await randomHref(signal), text: words.rush.another };
  if (source.text !== undefined) return null;
  const { puzzles } = await getOnce('/api/v1/puzzles');
  const names = new Intl.Collator(TAGS[language], { numeric: true });
  const others = puzzles.filter((one) => groupOf(one) === groupOf(puzzle))
    .map((one) => ({ id: one.id, name: puzzleName(language, one) }))
    .sort((a, b) => names.compare(a.name.text, b.name.text));
  const next = others[others.findIndex(({ id }) => id === puzzle.id) + 1];
  return next?.id ? { href: Source.ofLibrary(next.id).href(), text: words.nextInList, name: next.name } : null;
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
  // Pieces that have left do not come back, so that there is no map of a component.
  const hasDoors = puzzle.doors !== undefined;
  const { game, isDamaged } = gameAt(source, rules, params);
  /** Requests that wait for an answer, by position. @type {Map<string, Promise<PuzzlePosition>>} */
  const waiting = new Map();
  /** @type {Answers<PuzzlePosition>} */
  const answers = new Answers(position);
  const reached = el('p', { id: 'reached', class: 'muted' });
  const state = el('p', { id: 'search-state', class: 'muted', role: 'status' });
  const name = source.nameOf(language, puzzle);
  const title = el('h1', {}, el('span', { lang: name.lang }, name.text));
  const list = source.isBoard || puzzle.id?.startsWith('rush-') ? '/rush' : '/puzzles';
  const file = puzzle.id ?? 'puzzle';
  // A large puzzle of the library has results that need no search.
  const kept = await source.kept();
  const isProved = METRICS.some((metric) => kept?.solutions[metric]);
  const unknown = !kept ? words.unsearched : isProved ? words.besideKept : words.unproved;
  if (context.signal.aborted) return;
  const date = params.get('date');
  const ofDay = params.get('pack') === DAILY && isDate(date) ? date : null;
  // Results of a day or of a set are kept, whoever sent the link.
  const isOfNobody = source.isShared && ofDay === null && !params.has('class');
  let isSearching = false;
  // Not read aloud: it changes many times a second.
  const count = el('span', { 'aria-hidden': 'true' });
  searching.addEventListener('progress', (event) => {
    const { done } = /** @type {CustomEvent<import('./asking.js').Progress>} */ (event).detail;
    if (isSearching) count.textContent = ` ${words.searched(done)}`;
  }, { signal: context.signal });
  const where = new WhereCard(context, {
    words, source, name: name.text, tooLarge: words.noHistogram, hasMap: !hasDoors,
    load: async (p, signal) => {
      const { size, histogram } = await source.component(p, signal);
      return { size, histogram, text: words.reached(size) + (!hasDoors && size > MOST_MAPPED ? words.noMap(MOST_MAPPED) : '') };
    },
  });
  const pieces = () => rules.parse(game.position) ?? [];
  const computed = el('section', { class: 'card facts', id: 'computed', hidden: true });
  document.title = `${name.text} – ${document.title.split(' – ').pop()}`;

  /** @type {Table<PuzzlePosition>} */
  const table = new Table(root, context, {
    words, rules, game, metric: metricOf(params.get('metric')), answers, file, name: () => name.text,
    source,
    link: ({ p = null, ...params }) => source.link({ ...(p === puzzle.start && !params['moves'] ? {} : { p }), ...params }),
    startKey: `puzzle ${source.key} ${game.start}`, keepsBest: !isOfNobody, isDamaged,
    keep: (kept) => passing.write(GAME, { key: source.key, game: kept }),
    layout: () => {
      const { table: frame, element: stage } = table.stage('any');
      frame.style.setProperty('--shape', String((100 * puzzle.columns + 60) / (100 * puzzle.rows + 60)));
      const published = puzzle.published.map(({ moves, metric, by }) =>
        el('li', {}, words.publishedCount(moves, metric ? metrics[language][metric].name : '', by ?? '')));
      fill(table.side,
        table.error, table.review.element,
        isOfNobody && el('section', { id: 'from-link', class: 'card facts' }, el('p', {}, words.fromLink),
          el('button', { id: 'keep-puzzle', type: 'button', class: 'button', onclick: keepIt }, words.keepIt)),
        table.distances(reached),
        el('section', { class: 'card goal-card' }, el('h2', {}, words.goal),
          small(rules, 'goal'),
          el('div', {},
            ...goalTexts(puzzle, words).map((text) => el('p', { class: 'small muted' }, text)),
            puzzle.goals.length > 1 ? el('p', { class: 'small muted' }, words.goals(puzzle.goals.length)) : null)),
        table.moves,
        where.element,
        table.difficulty.element,
        table.solution.element,
        computed,
        published.length > 0 || puzzle.source ? el('section', { class: 'card facts', id: 'origin' },
          published.length > 0 ? el('h2', {}, words.publishedBy) : null,
          published.length > 0 ? el('ul', {}, ...published) : null,
          // A note for those who want to check the puzzle.
          puzzle.source ? el('details', {}, el('summary', {}, words.source), el('p', { class: 'small muted', lang: 'en' }, puzzle.source)) : null) : null,
        el('div', { class: 'links' },
          table.next,
          el('a', { class: 'button', href: source.href({ p: puzzle.start }) }, words.fromStart),
          el('a', { class: 'button', href: source.editorHref }, icon('edit'), words.openFile),
          el('button', { id: 'save-svg', type: 'button', class: 'button', onclick: () => download(`${file}.svg`, svgOf(boardPicture(rules, pieces()))) }, words.saveSvg),
          el('button', { id: 'save-png', type: 'button', class: 'button', onclick: savePng }, words.savePng),
          el('button', { type: 'button', class: 'button', onclick: () => print() }, words.print),
          el('a', { class: 'button', href: list }, shell[language].exists.puzzle)),
        table.keys());
      return el('div', { class: 'play' }, stage,
        el('div', { class: 'play-head' }, ofDay && el('p', { class: 'kicker' }, el('a', { href: dayHref(ofDay) }, context.t(packs).ofDay(longDate[language](ofDay)))),
          title, state),
        table.side);
    },
    placed: (place) => place?.pack === 'rush' && fill(title, el('span', { lang: place.name.lang }, place.name.text)),
    more: { href: list, text: words.more },
    listed: () => nextListed(context, source, puzzle),
    asking: () => {
      if (!answers.isEmpty) return;
      isSearching = true;
      fill(state, words.searching, count);
      // A second request would wait for the same search, or be refused.
      for (const button of root.querySelectorAll('#hint, #step, #play')) button.setAttribute('disabled', '');
      table.solution.enable(false);
    },
    answered: (answer) => {
      isSearching = false;
      state.textContent = answer ? '' : unknown;
      where.show(answer?.is_kept ? null : answer, table.metric);
      if (answer) reached.textContent = answer.is_kept ? words.kept : answer.reachable === null ? words.tables : words.reached(answer.reachable);
    },
    started: () => {},
  });

  /**
   * Asks once for each position. The first request goes on if the visitor moves: its search covers the other positions.
   * @param {string} p
   * @param {AbortSignal} signal
   */
  function position(p, signal) {
    const known = waiting.get(p);
    if (known) return known.catch(notFound);
    const asked = source.position(p, answers.isEmpty ? context.signal : signal).finally(() => waiting.delete(p));
    waiting.set(p, asked);
    return asked.catch(notFound);
  }

  /** A failed request ends the search, too. @param {unknown} error @returns {never} */
  function notFound(error) {
    if (isSearching && !aborted(error)) {
      isSearching = false;
      state.textContent = '';
    }
    throw error;
  }

  /** While the first answer is awaited, the keys of hint and demonstration say so. */
  document.addEventListener('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (!isSearching || event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select, textarea')) return;
    if (event.key.toLowerCase() !== 'h' && (event.key !== ' ' || target.closest('button, a, summary, [role="button"]'))) return;
    event.preventDefault();
    context.announce(words.searching);
  }, { signal: context.signal, capture: true });

  /** Stores a puzzle of a link as the visitor's own. The game goes on. */
  function keepIt() {
    const { text = '' } = source;
    const taken = ownPuzzles();
    const name = freeName(puzzle.name, (name) => taken[name] !== undefined && taken[name] !== text);
    keepPuzzle(name, renamed(text, name));
    const own = Source.own(name);
    follow(own.href(), root);
    // The page that is left has kept the game under its own key.
    passing.write(GAME, { key: own.key, game: game.kept });
  }

  async function savePng() {
    try {
      download(`${file}.png`, await pngOf(boardPicture(rules, pieces())));
    } catch (error) {
      table.fail(error);
    }
  }

  /** Shows the fewest moves of a puzzle of the library, which are known without a search. */
  async function showComputed() {
    const known = puzzle.id === null ? undefined : (await keptResults()).get(puzzle.id);
    if (!known || context.signal.aborted) return;
    const bounds = METRICS.flatMap((metric) => {
      const bound = known.bounds[metric];
      return bound ? [el('li', {}, words.bounds(bound.at_least, bound.best_found, metrics[language][metric].name))] : [];
    });
    fill(computed, el('h2', {}, words.computed), el('ul', {}, ...bounds));
    computed.hidden = false;
  }

  showComputed().catch((error) => table.fail(error));
  await table.open();
}
