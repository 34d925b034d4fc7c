/** Names of openings and puzzles, as each language writes them. */
import { TAGS } from './language.js';
import { words } from './puzzle-words.js';
import { metrics } from './words.js';

/** @typedef {import('./api.js').Name} Name */
/** @typedef {import('./api.js').Puzzle} Puzzle */
/** @typedef {import('./language.js').Language} Language */
/** @typedef {{text: string, lang: string}} Written a text, and the tag of its language */

/**
 * The name of an opening by which its readers know it: pinyin for English readers.
 * @param {Language} language
 * @param {Name} name
 * @returns {Written}
 */
export function openingName(language, name) {
  if (language === 'en') return pinyin(name);
  return { text: language === 'hans' ? name.simplified : name.name, lang: TAGS[language] };
}

/**
 * The other name, shown beside the first: Chinese for English readers, pinyin for Chinese readers.
 * @param {Language} language
 * @param {Name} name
 * @returns {Written}
 */
export function otherName(language, name) {
  return language === 'en' ? { text: name.name, lang: TAGS.hant } : pinyin(name);
}

/**
 * @param {Name} name
 * @returns {Written}
 */
function pinyin({ slug }) {
  const text = slug.replaceAll('-', ' ');
  return { text: text.charAt(0).toUpperCase() + text.slice(1), lang: 'zh-Latn' };
}

/** The id of a record holder of the census: its board, and its number of pieces. */
const CENSUS = /^census-(\d+)x(\d+)-(\d+)-/;

/** @param {Puzzle} puzzle */
export function isOfCensus({ id }) {
  return CENSUS.test(id ?? '');
}

/** The id of a record of Rush Hour: its board, and its number of pieces or walls. */
const RUSH = /^rush-(\d+)x(\d+)-(\d+)(-walls)?-/;

/**
 * Whether it is a Rush Hour puzzle, published or a record.
 * @param {Pick<Puzzle, 'id'>} puzzle
 */
export function isOfRush({ id }) {
  return id?.startsWith('rush-') ?? false;
}

/**
 * The name of a Rush Hour board in one line.
 * @param {Language} language
 * @param {Puzzle} puzzle
 * @returns {Written}
 */
export function boardName(language, { columns, rows }) {
  return { text: words[language].rush.boardName(`${columns}×${rows}`), lang: TAGS[language] };
}

/**
 * The name of a puzzle. Puzzle files have English names; those of records describe the puzzle, in every language.
 * @param {Language} language
 * @param {Puzzle} puzzle
 * @returns {Written}
 */
export function puzzleName(language, { id, name, published }) {
  const [, columns, rows, count, walls] = CENSUS.exec(id ?? '') ?? RUSH.exec(id ?? '') ?? [];
  if (language === 'en' || count === undefined) return { text: name, lang: 'en' };
  const t = words[language];
  const board = `${columns}×${rows}`;
  const names = published.flatMap(({ metric }) => (metric === null ? [] : [metrics[language][metric].name])).join(t.comma);
  const text = !isOfRush({ id }) ? t.hardestOf(board, Number(count), names)
    : walls === undefined ? t.rush.longestOfCars(board, Number(count), names)
      : t.rush.longestOfWalls(board, Number(count), names);
  return { text, lang: TAGS[language] };
}
