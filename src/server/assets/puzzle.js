/** The page of a puzzle: play it, and see what is known about its positions. */
import { kept } from './address.js';
import { ApiError, aborted } from './api.js';
import { el, fill } from './dom.js';
import { Game } from './game.js';
import { icon } from './icons.js';
import { boardName, puzzleName } from './names.js';
import { failedPage, loading } from './notice.js';
import { PuzzleBoard } from './puzzle-board.js';
import { colours, small } from './puzzle-picture.js';
import { Source } from './puzzle-source.js';
import { words as dictionary } from './puzzle-words.js';
import { Rules, size } from './rules.js';
import { passing } from './store.js';
import { Answers, Table } from './table.js';
import { metricOf, metrics } from './words.js';

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
  const answers = new Answers(source);
  const reached = el('p', { id: 'reached', class: 'muted' });
  const pieceName = (/** @type {string} */ shape) => {
    const kind = rules.kind(shape);
    const { width, height } = size(kind);
    return words.pieceName(kind.signs, `${width}×${height}`);
  };
  const name = source.isBoard ? boardName(language, puzzle) : puzzleName(language, puzzle);
  const list = source.isBoard ? '/puzzles#rush' : '/puzzles';
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
      fill(table.side,
        table.error, table.distances(reached),
        el('section', { class: 'card goal-card' }, el('h2', {}, words.goal), small(rules, 'goal'),
          el('p', { class: 'small muted' }, words.goalText),
          puzzle.goals.length > 1 ? el('p', { class: 'small muted' }, words.goals(puzzle.goals.length)) : null),
        table.moves,
        published.length > 0 ? el('section', { class: 'card' }, el('h2', {}, words.publishedBy), el('ul', {}, ...published)) : null,
        el('div', { class: 'links' },
          el('a', { class: 'button', href: source.editorHref }, icon('edit'), words.openFile),
          el('a', { class: 'button', href: source.href({ p: puzzle.start }) }, words.fromStart),
          el('a', { class: 'button', href: list }, words.all)),
        table.keys());
      return el('div', { class: 'play' }, stage,
        el('div', { class: 'play-head' }, el('h1', { lang: name.lang }, name.text),
          puzzle.source ? el('p', { class: 'names', lang: 'en' }, puzzle.source) : null),
        table.side);
    },
    pieceName,
    label: ({ shape, column, row }) =>
      words.piece(words.lockedName(pieceName(shape), rules.kind(shape).freedom), column + 1, row + 1),
    dot: (shape) => colour[Number(shape)] ?? '',
    next: () => el('a', { class: 'button primary', href: list }, words.more),
    asking: () => { if (answers.isEmpty) reached.textContent = words.searching; },
    answered: (answer) => {
      if (!answer) reached.textContent = words.unsearched;
      else reached.textContent = answer.reached === null ? words.tables : words.reached(answer.reached);
    },
    started: () => {},
    retry: () => {},
  });
  await table.open();
}
