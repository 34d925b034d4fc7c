/** The page of a pack, which `huarong design --pack` writes as one file: it plays the puzzles without a server. */
import { el, fill } from './dom.js';
import { goalTexts } from './goal-texts.js';
import { HuarongBoard } from './huarong-board.js';
import { LANGUAGES, NAMES, TAGS, preferred } from './language.js';
import { words as packWords } from './packs-words.js';
import { small } from './puzzle-picture.js';
import { words as puzzleWords } from './puzzle-words.js';
import { best, keepBest } from './store.js';

/** @import { Cell, Metric, Puzzle } from './api.js' */

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
  const { columns, rows: height } = row.description;
  const step = el('button', { id: 'step', type: 'button', onclick: stepOfSolution }, words.step);
  const board = new HuarongBoard();
  board.id = 'board';
  board.setAttribute('metric', row.metric);
  board.setAttribute('fewest', String(row.distance));
  board.append(step);
  board.description = row;
  const list = el('div', { class: 'facts' });
  const frame = el('div', { class: 'table any' }, board);
  frame.style.setProperty('--shape', String((100 * columns + 60) / (100 * height + 60)));
  board.addEventListener('solved', () => {
    if (board.unaided) keepBest(keyOf(row), board.moves);
    fill(list, ...bands(row));
  });

  /** The next move of the solution. Elsewhere than on the solution, it begins at the start. */
  function stepOfSolution() {
    const at = row.moves.findIndex(({ position }) => position === board.position) + 1;
    if (at === 0) board.restart();
    const made = row.moves[at];
    if (made) board.demonstrate(made);
  }

  fill(list, ...bands(row));
  const following = rows[rows.indexOf(row) + 1];
  return el('div', { class: 'play' },
    el('div', { class: 'stage' }, frame),
    el('div', { class: 'play-head' }, el('h1', {}, row.title)),
    el('div', { class: 'side' },
      el('section', { class: 'card goal-card' }, el('h2', {}, words.goal),
        small(board.rules, 'goal'),
        el('div', {}, ...goalTexts(row.description, words).map((text) => el('p', { class: 'small muted' }, text)))),
      following ? el('p', {}, el('a', { id: 'next', class: 'button primary', href: `#${following.number}` }, `${words.nextPuzzle}: ${following.title}`)) : null,
      list,
      el('p', {}, el('a', { id: 'sheet', class: 'button', href: 'sheet.pdf' }, packWords[language].print))));
}

/** The puzzles of each band, of which one is played. @param {Row} playing */
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
