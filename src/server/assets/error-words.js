/** What the server's errors mean, by their codes. */
import { shapes } from './words.js';

/** @typedef {import('./words.js').Language} Language */
/** @typedef {import('./api.js').ApiError} ApiError */
/** @typedef {Record<string, any>} Arguments what an error speaks of, as the description of the API has it */

/** @param {string} shape as the server calls it */
function shapeName(shape) {
  return shapes.zh[/** @type {import('./api.js').Shape} */ (shape)] ?? shape;
}

/** @param {Arguments} cell */
function place({ row, column }) {
  return `第 ${row} 列第 ${column} 欄`;
}

/**
 * In English the server says it itself, but for what is meant for the command line.
 * @type {Record<Language, Record<string, (about: Arguments) => string>>}
 */
export const errors = {
  en: {
    'not-found': () => 'There is nothing at this address.',
    'no-text': () => 'The address is no text in UTF-8.',
    broken: () => 'The server cannot read its tables.',
    busy: () => 'The server is busy. Please try again later.',
    'game-too-large': () => 'This game has too many positions to be solved here.',
    'unknown-puzzle': ({ name }) => `No puzzle is called “${name}”.`,
    'too-large': ({ reached }) => `More than ${reached} positions can be reached: too many to be searched here.`,
    'unknown-name': ({ name, suggestions }) =>
      `This is no position in any notation, and no opening is called “${name}”.` +
      (suggestions.length > 0 ? ` Did you mean ${suggestions.join(', ')}?` : ''),
  },
  zh: {
    request: () => '伺服器無法理解這個要求。',
    game: () => '沒有這樣的遊戲：欄數和列數至少是 1，連線的子數不能超過棋盤。',
    gomoku: () => '讀不出這盤五子棋。',
    'gomoku-over': () => '棋局已結束。',
    'game-position': () => '這個遊戲下不出這個局面。',
    'game-too-large': () => '這個遊戲的局面太多，這裡無法全部求解。',
    'no-text': () => '網址不是 UTF-8 文字。',
    'not-found': () => '這個網址沒有內容。',
    broken: () => '伺服器讀不出它的資料表。',
    busy: () => '伺服器忙碌中，請稍後再試。',
    memory: () => '這項搜尋需要的記憶體超過伺服器的上限。',
    'too-long': () => '這項搜尋超過伺服器的時間上限。',
    'cross-site': () => '伺服器不回答其他網站的網頁。',
    empty: () => '沒有輸入局面，也沒有輸入局名。',
    'unknown-name': ({ name, suggestions }) =>
      `這不是任何一種記法的局面，也沒有名為「${name}」的名局。` +
      (suggestions.length > 0 ? `您要找的是${suggestions.join('、')}嗎？` : ''),
    'ambiguous-name': ({ name, openings }) => `有好幾個名局叫做「${name}」，請改用拼音：${openings.join('、')}。`,
    position: () => '讀不出這個局面。',
    'row-count': ({ found, want }) => `佈局有 ${found} 列，棋盤有 ${want} 列。`,
    'row-length': ({ row, found, want }) => `第 ${row} 列有 ${found} 格，棋盤有 ${want} 欄。`,
    'unknown-letter': (about) => `${place(about)}：沒有「${about['letter']}」這個字母。`,
    'incomplete-piece': (about) => `${place(about)}：從這裡開始的${shapeName(about['shape'])}不完整。`,
    'no-such-piece': (about) => `${place(about)}：標為「${about['letter']}」的格子湊不成棋子。`,
    wall: (about) => `${place(about)}：「${about['letter']}」與棋盤的牆不符。`,
    'too-many': (about) => `${place(about)}：${shapeName(about['shape'])}太多，應有 ${about['want']} 個。`,
    'too-few': ({ shape, found, want }) => `${shapeName(shape)}有 ${found} 個，應有 ${want} 個。`,
    set: () => '沒有這種棋子組合。',
    'set-syntax': ({ text, example }) => `「${text}」不是棋子組合；寫法如 ${example}。`,
    'set-too-large': ({ text, area, most }) => `棋子組合 ${text} 佔 ${area} 格，這個棋盤最多只能佔 ${most} 格。`,
    'set-impossible': ({ text }) => `棋子組合 ${text} 在這個棋盤上擺不下。`,
    'no-way': () => '從這裡走不到那裡。',
    'no-such-distance': ({ set, least, most }) => `${set} 沒有這種距離的局面；距離是 ${least} 到 ${most} 步。`,
    'unsolvable-set': ({ set }) => `${set} 沒有可解的局面。`,
    'no-sample': () => '無法出題。',
    'puzzle-file': ({ line, column }) => `謎題檔第 ${line} 行第 ${column} 字有錯。`,
    puzzle: () => '這樣的謎題不成立。',
    'unknown-puzzle': ({ name }) => `沒有名為「${name}」的謎題。`,
    'ambiguous-puzzle': ({ name, ids }) => `有好幾個謎題叫做「${name}」：${ids.join('、')}。`,
    'too-large': ({ reached }) => `這個謎題太大，這裡不能全部搜尋：走到 ${reached} 個局面還有更多。`,
  },
};

/** Codes of many errors, which only the server's own words tell apart. */
const GENERAL = ['request', 'position', 'set', 'no-sample', 'puzzle-file', 'puzzle'];

/**
 * An error in a language, and what the server said in English where the words do not tell all.
 * @param {Language} language
 * @param {ApiError} error
 * @returns {{text: string, said: string}}
 */
export function explained(language, error) {
  const text = errors[language][error.code]?.(error.about);
  if (text !== undefined && !GENERAL.includes(error.code)) return { text, said: '' };
  return language === 'en' ? { text: error.message, said: '' } : { text: text ?? '', said: error.message };
}
