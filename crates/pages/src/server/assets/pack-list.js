/** Lists of puzzles: packs and their order, the puzzles of a day, the set of a class. */
import { ApiError, get, getOnce, query } from './api.js';
import { COLUMNS, ROWS } from './family.js';
import { TAGS } from './language.js';
import { fold, groupOf, openingName, otherName } from './names.js';
import { words } from './packs-words.js';
import { packed } from './puzzle-link.js';
import { Source } from './puzzle-source.js';
import { best, ownPuzzles } from './store.js';

/** @import { Metric, Opening, Puzzle, PuzzleOfDay } from './api.js' */
/** @import { Language } from './language.js' */
/** @import { Written } from './names.js' */

/**
 * A puzzle of a list.
 * @typedef {object} Item
 * @property {string} id names it within its list
 * @property {string} key under which the browser keeps the best result
 * @property {Source} source
 * @property {string} text which a search looks at
 * @property {string} href
 * @property {Written} name
 * @property {number | null} moves fewest known moves
 * @property {import('./api.js').Metric} metric in which they are counted
 * @property {Puzzle | null} puzzle null if it is a position of the family
 */

export const PACKS = /** @type {const} */ (['first-steps', 'classics', 'hardest', 'doors', 'rush', 'census', 'rush-records']);
/** @typedef {(typeof PACKS)[number]} Pack */
/** @typedef {Pack | 'openings' | 'puzzles' | 'mine' | 'class'} List */
/** @typedef {{count: number, from: number, to: number, seed: number}} DrawnSet Rush Hour boards with these numbers of moves */
/** @typedef {DrawnSet | {text: string}} ClassSet the text is the code of chosen puzzles, as `codeOf` makes it */
/** @typedef {{moves: number, metric: Metric, toml: string}} Chosen a puzzle of a set, with its fewest moves and its file */
/** @typedef {{set: ClassSet, signal: AbortSignal}} Given for the lists `class` and `mine` */

/** The set of a class, unless its address says more. @type {DrawnSet} */
const CLASS = { count: 6, from: 3, to: 12, seed: 0 };
/** The most puzzles of a class, and the most moves of a random board. */
const MOST_OF_CLASS = 24;
export const MOST_MOVES = 51;

/** The set that an address names. @param {URLSearchParams} params @returns {ClassSet} */
export function classSet(params) {
  const text = params.get('text');
  if (text !== null) return { text };
  const read = (/** @type {keyof DrawnSet} */ name, /** @type {number} */ least, /** @type {number} */ most) => {
    const value = Number(params.get(name) ?? CLASS[name]);
    return Number.isInteger(value) ? Math.min(Math.max(value, least), most) : CLASS[name];
  };
  const from = read('from', 1, MOST_MOVES);
  return { count: read('count', 1, MOST_OF_CLASS), from, to: read('to', from, MOST_MOVES), seed: read('seed', 0, 2 ** 31) };
}

/** The page of a set. @param {string} set its numbers or its code, as the addresses of its puzzles name it */
export function classHref(set) {
  const [, count, from, to, seed] = /^(\d+)-(\d+)-(\d+)-(\d+)$/.exec(set) ?? [];
  return `/class${query(seed === undefined ? { text: set } : { count, from, to, seed })}`;
}

/** The code of chosen puzzles; null if they are too many for an address. @param {Chosen[]} chosen */
export function codeOf(chosen) {
  return packed(JSON.stringify(chosen));
}

export const LEVELS = /** @type {const} */ (['easy', 'medium', 'hard', 'expert']);
/** @typedef {(typeof LEVELS)[number]} Level */

/** The pack that an address names for the puzzle of the day. */
export const DAILY = 'daily';

/** First steps have at most this many finger moves. */
const FIRST_STEPS = 20;
const HARDEST = 24;

/** The openings that most books and programs have. */
const CLASSICS = [
  'heng-dao-li-ma', 'jiang-shou-jiao-lou', 'jiang-yong-cao-ying', 'qi-tou-bing-jin', 'bing-fen-san-lu', 'yu-sheng-xi-li',
  'zuo-you-bu-bing', 'tao-hua-yuan-zhong', 'yi-lu-jin-jun', 'yi-lu-shun-feng', 'wei-er-bu-jian', 'jie-zu-xian-deng',
  'cha-chi-nan-fei', 'shou-kou-ru-ping', 'chong-chong-bao-wei', 'heng-ma-dang-guan', 'ceng-ceng-she-fang',
  'bing-jiang-lian-fang', 'tun-bing-dong-lu', 'san-jun-lian-fang', 'jia-dao-cang-bing', 'shui-xie-bu-tong', 'bi-yi-heng-kong',
  'jing-di-zhi-wa', 'shi-ba-bu', 'daisy', 'violet', 'poppy', 'pansy', 'snowdrop',
];

/**
 * Piece sets and finger distances from which the generator draws. Each set has many positions at these distances with the
 * big piece in the top row.
 * @typedef {{from: number, to: number, sets: readonly string[]}} Grade
 */

const EASY = ['0h1v12s', '0h2v10s', '0h3v8s', '0h4v6s', '1h1v10s', '1h2v8s', '1h3v6s', '2h1v8s', '2h2v6s'];
const MIDDLE = ['1h2v8s', '1h3v6s', '1h4v4s', '2h1v8s', '2h2v6s', '2h3v4s', '3h1v6s', '3h2v4s', '4h0v6s', '4h1v4s'];
const LONG = ['1h3v6s', '1h4v4s', '2h3v4s', '3h2v4s', '4h1v4s'];

/** @type {Record<Level, Grade>} */
const GRADES = {
  easy: { from: 13, to: 18, sets: EASY },
  medium: { from: 19, to: 35, sets: MIDDLE },
  hard: { from: 36, to: 60, sets: LONG },
  expert: { from: 61, to: 93, sets: LONG },
};

/** Whether the generator can draw from the piece sets above, which belong to the 4x5 board. */
export const isGraded = COLUMNS === 4 && ROWS === 5;

/** The date in UTC, as `2026-01-31`. */
export function today() {
  return new Date().toISOString().slice(0, 10);
}

/** Whether a text is a date. @param {string | null} text @returns {text is string} */
export function isDate(text) {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.slice(0, 10) === text;
}

/**
 * The puzzles of a day. They depend on the date only.
 * @param {string} date
 * @param {AbortSignal} [signal]
 * @returns {Promise<PuzzleOfDay[]>} rejects if the day is still to come
 */
export async function puzzlesOf(date, signal) {
  if (date > today()) throw new ApiError('', 404, 'early-day', { date });
  return (await get('/api/v1/daily', { date }, signal)).puzzles;
}

/** @param {string | null} date */
export function dayHref(date) {
  return `/daily${query({ date })}`;
}

/** The start of a layout that the generator draws. @param {Level} level @param {AbortSignal} [signal] */
export async function random(level, signal) {
  const { from, to, sets } = GRADES[level];
  const [choice = 0, seed = 0] = crypto.getRandomValues(new Uint32Array(2));
  const { sample } = await get('/api/v1/sample',
    { set: sets[choice % sets.length], distance: `${from}..${to}`, seed, count: 1, big_at_top: true }, signal);
  return sample[0]?.position ?? '';
}

/** @type {(text: string | null) => text is Level} */
export const isLevel = (text) => LEVELS.some((level) => level === text);

/** The page that draws a puzzle. @param {Level} pack */
export function drawnHref(pack) {
  return `/position${query({ pack })}`;
}

/** The id of a pack on the page of packs. @param {Pack} pack */
export function packPlace(pack) {
  return `${pack}-pack`;
}

/** @returns {Promise<Opening[]>} */
async function openings() {
  const answer = await getOnce('/api/v1/openings');
  return answer.openings.filter(({ distance }) => (distance.finger ?? 0) > 0);
}

/** @returns {Promise<Puzzle[]>} */
async function puzzles() {
  const answer = await getOnce('/api/v1/puzzles');
  return answer.puzzles;
}

/** @param {ReturnType<typeof groupOf>} group */
async function ofGroup(group) {
  return (await puzzles()).filter((puzzle) => groupOf(puzzle) === group);
}

/** @param {Opening} opening */
function finger({ distance }) {
  return distance.finger ?? 0;
}

/** The visitor's puzzles. A text that is no puzzle is left out. @param {AbortSignal} signal */
async function mine(signal) {
  const read = Object.keys(ownPuzzles()).map(async (name) => {
    const source = await Source.asked(new URLSearchParams({ name }));
    return { source, puzzle: { ...await source.puzzle(signal), id: name, name } };
  });
  return (await Promise.allSettled(read)).flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
}

/** The puzzles of a set. @param {ClassSet} set @param {AbortSignal} signal */
async function ofClass(set, signal) {
  if ('text' in set) {
    const { text = '' } = await Source.ofCode(set.text);
    return Promise.all(/** @type {Chosen[]} */ (JSON.parse(text)).map(async ({ toml, ...known }) => {
      const source = await Source.ofCode(await packed(toml) ?? '');
      return { source, puzzle: await source.puzzle(signal), ...known };
    }));
  }
  const { count, from, to, seed } = set;
  return Promise.all(Array.from({ length: count }, async (_, nth) => {
    const moves = Math.round(from + ((to - from) * nth) / Math.max(count - 1, 1));
    const { start } = await get('/api/v1/rush', { from: moves, to: moves, seed: seed + nth }, signal);
    const source = Source.ofBoard(start);
    return { source, puzzle: await source.puzzle(signal), moves };
  }));
}

/** @typedef {Opening | Puzzle | {source: Source, puzzle: Puzzle, moves?: number, metric?: Metric}} Content moves: the fewest, if they are known */

/** @type {Record<List, (given: Given) => Promise<Content[]>>} */
const CONTENTS = {
  'first-steps': async () => (await openings()).filter((opening) => finger(opening) <= FIRST_STEPS),
  classics: async () => (await openings()).filter(({ slug }) => CLASSICS.includes(slug)),
  hardest: async () => (await openings()).sort((a, b) => finger(b) - finger(a)).slice(0, HARDEST),
  doors: () => ofGroup('doors'),
  rush: () => ofGroup('rush'),
  census: () => ofGroup('census'),
  'rush-records': () => ofGroup('rush-records'),
  openings,
  puzzles,
  mine: ({ signal }) => mine(signal),
  class: ({ set, signal }) => ofClass(set, signal),
};

/**
 * The puzzles of a pack, the shortest first; of another list, by name.
 * @param {List} list
 * @param {Language} language
 * @param {Given} [given]
 */
export async function items(list, language, given = { set: CLASS, signal: new AbortController().signal }) {
  const all = (await CONTENTS[list](given)).map((one) => ('slug' in one ? ofOpening(one, list, language)
    : 'puzzle' in one ? ofPuzzle(one.puzzle, list, language, one.source, one) : ofPuzzle(one, list, language)));
  if (list === 'openings' || list === 'puzzles') {
    const names = new Intl.Collator(TAGS[language], { numeric: true });
    return all.sort((a, b) => names.compare(a.name.text, b.name.text));
  }
  const order = (/** @type {Item} */ { moves }) => moves ?? Infinity;
  if (list !== 'mine') all.sort((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)));
  if (list !== 'first-steps' && list !== 'rush' && list !== 'class') return all;
  // Their names say little to a newcomer.
  const { numbered, packs, classPuzzle } = words[language];
  return all.map((item, at) => {
    const text = numbered(list === 'class' ? classPuzzle : packs[list], at + 1);
    return { ...item, ...(list === 'class' && { id: String(at + 1), href: item.source.href({ class: Object.values(given.set).join('-') }) }), name: { text, lang: TAGS[language] }, text: `${item.text}|${fold(text)}` };
  });
}

/** The parameter of addresses that names a pack; other lists have none. @param {List} list */
function packOf(list) {
  return { pack: PACKS.find((pack) => pack === list) ?? null };
}

/**
 * @param {Opening} opening
 * @param {List} list
 * @param {Language} language
 * @returns {Item}
 */
function ofOpening(opening, list, language) {
  const { slug, position } = opening;
  const [source, name] = [Source.ofFamily(), openingName(language, opening)];
  const names = [name.text, otherName(language, opening).text, opening.name, opening.simplified, slug];
  return {
    id: slug, key: position, href: source.href({ p: position, ...packOf(list) }), name, source,
    moves: opening.distance.finger, metric: 'finger', puzzle: null, text: names.map(fold).join('|'),
  };
}

/**
 * @param {Puzzle} puzzle
 * @param {List} list
 * @param {Language} language
 * @param {Source} [source]
 * @param {{moves?: number, metric?: Metric}} [known] fewest moves
 * @returns {Item}
 */
function ofPuzzle(puzzle, list, language, source = Source.ofLibrary(puzzle.id ?? ''), known) {
  const [published] = puzzle.published;
  const name = source.nameOf(language, puzzle);
  return {
    id: puzzle.id ?? puzzle.start, key: `puzzle ${source.key} ${puzzle.start}`, href: source.href(packOf(list)), name, source,
    moves: known?.moves ?? published?.moves ?? null, metric: known?.metric ?? published?.metric ?? 'finger', puzzle, text: [name.text, puzzle.name, puzzle.id ?? ''].map(fold).join('|'),
  };
}

/** @param {Item[]} pack */
export function firstUnsolved(pack) {
  const solved = best();
  return pack.find(({ key }) => !(key in solved)) ?? null;
}

/** Whether an address may name a pack so. @param {string} text */
export function isPackName(text) {
  return PACKS.some((pack) => pack === text) || text === DAILY || (isGraded && isLevel(text));
}

/**
 * The place of a puzzle in a pack.
 * @typedef {object} Place
 * @property {Pack} pack
 * @property {number} number from 1
 * @property {number} count number of puzzles in the pack
 * @property {Written} name of the puzzle
 * @property {Item | null} next the puzzle after it; null after the last one
 */

/**
 * The place of a puzzle in the pack of its address; if that has no such puzzle, in the first pack that has it.
 * @param {string | null} asked
 * @param {string} key
 * @param {Language} language
 * @returns {Promise<Place | null>}
 */
export async function placeOf(asked, key, language) {
  const packs = [...PACKS].sort((a, b) => Number(b === asked) - Number(a === asked));
  // Positions of the family and puzzles of the library are in different packs.
  const kinds = key.startsWith('puzzle ') ? ['doors', 'rush', 'census', 'rush-records'] : ['classics', 'first-steps', 'hardest'];
  for (const pack of packs) {
    if (!kinds.includes(pack)) continue;
    const all = await items(pack, language);
    const at = all.findIndex((item) => item.key === key);
    const item = all[at];
    if (item) return { pack, number: at + 1, count: all.length, name: item.name, next: all[at + 1] ?? null };
  }
  return null;
}
