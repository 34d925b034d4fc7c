/** The page of a pack, which `huarong design --pack` writes as one file: it plays the puzzles without a server. */
import { Board } from './board.js';
import { el, enable, fill } from './dom.js';
import { Game } from './game.js';
import { goalTexts } from './goal-texts.js';
import { LANGUAGES, NAMES, TAGS, preferred } from './language.js';
import { pieceLabel } from './names.js';
import { words as packWords } from './packs-words.js';
import { small } from './puzzle-picture.js';
import { words as puzzleWords } from './puzzle-words.js';
import { Rules } from './rules.js';
import { best, keepBest } from './store.js';
import { metrics } from './words.js';

/** @import { Cell, Metric, Puzzle } from './api.js' */
/** @import { Made } from './board.js' */

/**
 * A line of pack.jsonl.
 * @typedef {object} Row
 * @property {number} number
 * @property {string} title
 * @property {string} band
 * @property {Metric} metric
 * @property {number} distance
 * @property {{from: Cell, to: Cell, leaves?: boolean, position: string}[]} moves an optimal solution
 * @property {Puzzle} description
 */

/** @type {Row[]} */
const rows = (document.getElementById('pack')?.textContent ?? '').trim().split('\n').map((line) => JSON.parse(line));
const pack = document.title;
const root = document.body;
let language = LANGUAGES.find((one) => TAGS[one] === document.documentElement.lang) ?? preferred(navigator.languages);

/** @param {Row} row */
const keyOf = ({ description }) => `pack ${pack} ${description.start}`;

/** The row that the address names; the first unsolved one if it names none. */
function chosen() {
  const results = best();
  return rows.find(({ number }) => `#${number}` === location.hash) ?? rows.find((row) => !(keyOf(row) in results)) ?? rows[0];
}

function render() {
  const row = chosen();
  document.documentElement.lang = TAGS[language];
  const languages = el('select', { class: 'quiet', 'aria-label': 'Language', onchange: () => {
    language = LANGUAGES.find((one) => one === languages.value) ?? language;
    render();
  } }, ...LANGUAGES.map((one) => el('option', { value: one, lang: TAGS[one], selected: one === language }, NAMES[one])));
  fill(root, el('header', { class: 'bar' }, el('span', { class: 'brand' }, pack), el('div', { class: 'settings' }, languages)),
    el('main', { id: 'page' }, row ? play(row) : null));
}

/** @param {Row} row */
function play(row) {
  const words = puzzleWords[language];
  const rules = new Rules(row.description);
  const { columns, rows: height, start } = row.description;
  const game = new Game(rules.print(rules.parse(start) ?? []), rules);
  const board = new Board(rules);
  board.id = 'board';
  board.name = `${words.board}. ${words.keys}`;
  board.label = (piece, pieces) => pieceLabel(language, rules, piece, pieces);
  board.show(game.position);

  const counter = el('p', { id: 'counter', class: 'number', role: 'status' });
  const list = el('div', { class: 'facts' });
  const button = (/** @type {string} */ id, /** @type {string} */ name, /** @type {() => void} */ does) =>
    el('button', { id, type: 'button', class: 'button', onclick: does }, name);
  const undo = button('undo', words.undo, () => travel(() => game.undo()));
  const restart = button('restart', words.restart, () => travel(() => game.restart()));
  const step = button('step', words.step, stepOfSolution);
  const frame = el('div', { class: 'table any' }, board);
  frame.style.setProperty('--shape', String((100 * columns + 60) / (100 * height + 60)));

  board.addEventListener('select', () => game.letGo());
  board.addEventListener('move', (event) => {
    const { from, to, leaves, by, position } = /** @type {CustomEvent<Made>} */ (event).detail;
    if (by !== 'key') game.letGo();
    game.make({ from, to, leaves }, position, 'player');
    show();
  });

  /** @param {() => void} does */
  function travel(does) {
    does();
    board.show(game.position);
    show();
  }

  /** The next move of the solution. Elsewhere than on the solution, it begins at the start. */
  function stepOfSolution() {
    const at = row.moves.findIndex(({ position }) => position === game.position) + 1;
    const isOnPath = at > 0 || game.position === game.start;
    const made = row.moves[isOnPath ? at : 0];
    if (!made) return;
    travel(() => {
      if (!isOnPath) game.restart();
      game.letGo();
      game.make(made, made.position, 'demonstration');
    });
  }

  function show() {
    const made = game.made[row.metric];
    const isSolved = rules.isGoal(game.position);
    const name = metrics[language][row.metric].name.toLowerCase();
    if (isSolved && game.unaided && game.at > 0) keepBest(keyOf(row), game.made);
    const verdict = made <= row.distance ? words.solvedOptimal(made, name) : words.solvedIn(made, row.distance, name);
    const result = game.unaided ? verdict : words.helped;
    const counted = `${words.movesMade}${words.colon}${made}${words.semicolon}${words.fewest}${words.colon}${row.distance}`;
    counter.textContent = isSolved ? `${words.solvedTitle}${words.colon}${result}` : counted;
    enable(undo, game.canUndo);
    enable(restart, game.at > 0);
    fill(list, ...bands(row));
  }

  show();
  const following = rows[rows.indexOf(row) + 1];
  return el('div', { class: 'play' },
    el('div', { class: 'stage' }, frame, el('div', { class: 'links' }, undo, restart, step)),
    el('div', { class: 'play-head' }, el('h1', {}, row.title), counter),
    el('div', { class: 'side' },
      el('section', { class: 'card goal-card' }, el('h2', {}, words.goal),
        small(rules, 'goal'),
        el('div', {}, ...goalTexts(row.description, words).map((text) => el('p', { class: 'small muted' }, text)))),
      following ? el('p', {}, el('a', { id: 'next', class: 'button primary', href: `#${following.number}` }, `${words.nextPuzzle}: ${following.title}`)) : null,
      list));
}

/**
 * The puzzles of each band, of which one is played.
 * @param {Row} playing
 */
function bands(playing) {
  const results = best();
  return [...new Set(rows.map(({ band }) => band))].map((band) => {
    const own = rows.filter((row) => row.band === band);
    const solved = own.filter((row) => keyOf(row) in results).length;
    const tiles = own.map((row) => el('li', {}, el('a', {
      class: 'pack-tile', href: `#${row.number}`, title: row.title, 'data-solved': keyOf(row) in results,
      'aria-current': row === playing && 'true',
    }, row.number)));
    return el('section', { class: 'card' }, el('h2', {}, band),
      el('p', { class: 'muted small number' }, packWords[language].solvedOf(solved, own.length)), el('ol', { class: 'tiles' }, ...tiles));
  });
}

addEventListener('hashchange', render);
render();
