/** Packs of puzzles: which puzzles belong together, which one comes next, and the puzzle of a day. */
import { ApiError, get, getOnce, query } from './api.js';
import { COLUMNS, ROWS } from './family.js';
import { TAGS } from './language.js';
import { isOfCensus, isOfDoors, isOfRush, isRushRecord, openingName, puzzleName } from './names.js';
import { words } from './packs-words.js';
import { best } from './store.js';

/** @import { Opening, Puzzle } from './api.js' */
/** @import { Language } from './language.js' */
/** @import { Written } from './names.js' */

/**
 * A puzzle of a pack.
 * @typedef {object} Item
 * @property {string} key under which the browser keeps the best result
 * @property {string} href
 * @property {Written} name
 * @property {number | null} moves fewest known moves
 * @property {import('./api.js').Metric} metric in which they are counted
 * @property {Puzzle | null} puzzle null if it is a position of the family
 */

export const PACKS = /** @type {const} */ (['first-steps', 'classics', 'hardest', 'doors', 'rush', 'census', 'rush-records']);
/** @typedef {(typeof PACKS)[number]} Pack */

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

/** The grades of the days, from Sunday: a week starts with easy puzzles on Monday. @type {readonly Grade[]} */
const DAYS = [
  { from: 61, to: 75, sets: LONG },
  { from: 13, to: 16, sets: EASY },
  { from: 16, to: 18, sets: EASY },
  { from: 19, to: 25, sets: MIDDLE },
  { from: 26, to: 30, sets: MIDDLE },
  { from: 31, to: 45, sets: LONG },
  { from: 46, to: 60, sets: LONG },
];

const DAY = 86_400_000;

/** Whether the generator can draw from the piece sets above, which belong to the 4x5 board. */
export const isGraded = COLUMNS === 4 && ROWS === 5;

/** The date in UTC, as `2026-01-31`. */
export function today() {
  return new Date().toISOString().slice(0, 10);
}

/**
 * Whether a text is a date.
 * @param {string | null} text
 * @returns {text is string}
 */
export function isDate(text) {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.slice(0, 10) === text;
}

/**
 * The start of a layout that the generator draws.
 * @param {Grade} grade
 * @param {number} choice of the piece set; negative for days before 1970
 * @param {number} seed
 * @param {AbortSignal} [signal]
 */
async function draw({ from, to, sets }, choice, seed, signal) {
  const { sample } = await get('/api/v1/sample',
    { set: sets.at(choice % sets.length), distance: `${from}..${to}`, seed, count: 1, big_at_top: true }, signal);
  return sample[0]?.position ?? '';
}

/**
 * The start of the puzzle of a day. It depends on the date only.
 * @param {string} date
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>} rejects if the day is still to come
 */
export async function daily(date, signal) {
  if (date > today()) throw new ApiError('', 404, 'early-day', { date });
  const day = Math.floor(Date.parse(date) / DAY);
  const grade = DAYS[new Date(date).getUTCDay()] ?? GRADES.medium;
  // The week chooses the set as well, so that a weekday does not always have the same one.
  return draw(grade, day + Math.floor(day / 7), Number(date.replaceAll('-', '')), signal);
}

/**
 * @param {Level} level
 * @param {AbortSignal} [signal]
 */
export function random(level, signal) {
  const [choice = 0, seed = 0] = crypto.getRandomValues(new Uint32Array(2));
  return draw(GRADES[level], choice, seed, signal);
}

/**
 * @param {string | null} text
 * @returns {text is Level}
 */
export function isLevel(text) {
  return LEVELS.some((level) => level === text);
}

/**
 * The page that draws a puzzle.
 * @param {Level | 'daily'} pack
 */
export function drawnHref(pack) {
  return `/position${query({ pack })}`;
}

/**
 * The id of a pack on the page of packs.
 * @param {Pack} pack
 */
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

/** @param {Opening} opening */
function finger({ distance }) {
  return distance.finger ?? 0;
}

/** @type {Record<Pack, () => Promise<(Opening | Puzzle)[]>>} */
const CONTENTS = {
  'first-steps': async () => (await openings()).filter((opening) => finger(opening) <= FIRST_STEPS),
  classics: async () => (await openings()).filter(({ slug }) => CLASSICS.includes(slug)),
  hardest: async () => (await openings()).sort((a, b) => finger(b) - finger(a)).slice(0, HARDEST),
  doors: async () => (await puzzles()).filter(isOfDoors),
  rush: async () => (await puzzles()).filter((puzzle) => isOfRush(puzzle) && !isRushRecord(puzzle)),
  census: async () => (await puzzles()).filter(isOfCensus),
  'rush-records': async () => (await puzzles()).filter(isRushRecord),
};

/**
 * The puzzles of a pack, the shortest first.
 * @param {Pack} pack
 * @param {Language} language
 */
export async function items(pack, language) {
  const all = (await CONTENTS[pack]()).map((one) => ('slug' in one ? ofOpening(one, pack, language) : ofPuzzle(one, pack, language)));
  const order = (/** @type {Item} */ { moves }) => moves ?? Infinity;
  all.sort((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)));
  if (pack !== 'first-steps') return all;
  // Their names say little to a newcomer.
  const { numbered, packs } = words[language];
  return all.map((item, at) => ({ ...item, name: { text: numbered(packs[pack], at + 1), lang: TAGS[language] } }));
}

/**
 * @param {Opening} opening
 * @param {Pack} pack
 * @param {Language} language
 * @returns {Item}
 */
function ofOpening(opening, pack, language) {
  const { position } = opening;
  return {
    key: position, href: `/position${query({ p: position, pack })}`, name: openingName(language, opening),
    moves: finger(opening), metric: 'finger', puzzle: null,
  };
}

/**
 * @param {Puzzle} puzzle
 * @param {Pack} pack
 * @param {Language} language
 * @returns {Item}
 */
function ofPuzzle(puzzle, pack, language) {
  const id = puzzle.id ?? '';
  const [published] = puzzle.published;
  return {
    key: `puzzle ${id} ${puzzle.start}`, href: `/puzzles/${encodeURIComponent(id)}${query({ pack })}`,
    name: puzzleName(language, puzzle), moves: published?.moves ?? null, metric: published?.metric ?? 'finger', puzzle,
  };
}

/** @param {Item[]} pack */
export function firstUnsolved(pack) {
  const solved = best();
  return pack.find(({ key }) => !(key in solved)) ?? null;
}

/**
 * Whether an address may name a pack so.
 * @param {string} text
 */
export function isPackName(text) {
  return PACKS.some((pack) => pack === text) || (isGraded && (text === DAILY || isLevel(text)));
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
