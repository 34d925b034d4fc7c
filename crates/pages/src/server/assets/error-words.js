/** What the errors of the server mean, by their codes. */
import { number } from './language.js';
import { simplified } from './simplified-words.js';
import { shapes } from './words.js';

/** @import { ApiError } from './api.js' */
/** @import { Language } from './language.js' */
/** @typedef {Record<string, any>} Arguments of an error, as the description of the API lists them */
/** @typedef {Record<string, (about: Arguments) => string>} Errors */

/**
 * @param {Language} language
 * @param {string} shape as the server calls it
 */
function shapeName(language, shape) {
  return shapes[language][/** @type {import('./api.js').Shape} */ (shape)] ?? shape;
}

/** @param {Arguments} cell */
const cell = ({ row, column }) => `第 ${row} 列第 ${column} 欄`;

/**
 * In English the server's own messages are shown, except for those that advise users of the command line.
 * @type {Errors}
 */
const ENGLISH = {
  'not-found': () => 'There is nothing at this address.',
  'no-text': () => 'The address is not UTF-8 text.',
  broken: () => 'The server cannot read its tables. Tell the person who runs it.',
  busy: () => 'The server is busy. Try again later.',
  'game-too-large': () => 'This game has too many positions to be solved here. Choose a smaller board.',
  'unknown-puzzle': ({ name }) => `No puzzle is called “${name}”.`,
  'damaged-link': () => 'This link is damaged: a part of the puzzle in it is missing or changed. Ask for the whole link, or for the puzzle file.',
  'early-day': ({ date }) => `The puzzle of ${date} appears on that day at 00:00 UTC.`,
  'own-puzzle': ({ name }) => `No puzzle in this browser is called “${name}”.`,
  'too-large': ({ reached }) =>
    `More than ${number.en(reached)} positions are reachable, which is too many for a search here.`,
  'unknown-name': ({ name, suggestions }) =>
    `“${name}” is neither a position in a known notation nor the name of an opening.` +
    (suggestions.length > 0 ? ` Did you mean ${suggestions.join(', ')}?` : ''),
};

/** @type {Errors} */
const TRADITIONAL = {
  request: () => '伺服器無法理解這個要求。',
  game: () => '沒有這樣的遊戲：棋盤須有 1 到 60 格，連線的子數不能超過棋盤較長的邊。',
  gomoku: () => '無法讀取這盤五子棋。',
  'gomoku-over': () => '棋局已結束。',
  'game-position': () => '這個遊戲不會出現這個局面。',
  'game-too-large': () => '這個遊戲的局面太多，無法在這裡求解。請選較小的棋盤。',
  'no-text': () => '網址不是 UTF-8 文字。',
  'not-found': () => '這個網址沒有內容。',
  broken: () => '伺服器無法讀取資料表。請通知管理者。',
  busy: () => '伺服器忙碌中，請稍後再試。',
  memory: () => '這項搜尋需要的記憶體超過伺服器的上限。',
  'too-long': () => '這項搜尋超過伺服器的時間上限。',
  'cross-site': () => '伺服器不接受其他網站的請求。',
  empty: () => '沒有輸入局面或局名。',
  'unknown-name': ({ name, suggestions }) =>
    `「${name}」不是任何一種記法的局面，也不是名局的名稱。` +
    (suggestions.length > 0 ? `是不是要找${suggestions.join('、')}？` : ''),
  'ambiguous-name': ({ name, openings }) => `有幾個名局都叫「${name}」，請改用拼音：${openings.join('、')}。`,
  position: () => '無法讀取這個局面。',
  'row-count': ({ found, want }) => `局面有 ${found} 列，棋盤有 ${want} 列。`,
  'row-length': ({ row, found, want }) => `第 ${row} 列有 ${found} 格，棋盤有 ${want} 欄。`,
  'unknown-letter': (about) => `${cell(about)}：沒有「${about['letter']}」這個字母。`,
  'incomplete-piece': (about) => `${cell(about)}：從這裡開始的${shapeName('hant', about['shape'])}不完整。`,
  'no-such-piece': (about) => `${cell(about)}：標為「${about['letter']}」的格子湊不成棋子。`,
  wall: (about) => `${cell(about)}：「${about['letter']}」與棋盤的牆不符。`,
  'too-many': (about) => `${cell(about)}：${shapeName('hant', about['shape'])}太多，應有 ${about['want']} 個。`,
  'too-few': ({ shape, found, want }) => `${shapeName('hant', shape)}有 ${found} 個，應有 ${want} 個。`,
  set: () => '沒有這種棋子組合。',
  'set-syntax': ({ text, example }) => `「${text}」不是棋子組合；寫法如 ${example}。`,
  'set-too-large': ({ text, area, most }) => `棋子組合 ${text} 占 ${area} 格，這個棋盤最多只能占 ${most} 格。`,
  'set-impossible': ({ text }) => `這個棋盤擺不下棋子組合 ${text}。`,
  'no-path': () => '從這個局面無法到達那個局面。',
  'no-such-distance': ({ set, least, most }) => `${set} 沒有這種距離的局面；距離是 ${least} 到 ${most} 步。`,
  'one-way': () => '棋子會離開這個棋盤，走法無法還原，所以沒有地圖。',
  'unsolvable-set': ({ set }) => `${set} 沒有可解的局面。`,
  'no-sample': () => '無法出題。',
  'puzzle-file': ({ line, column }) => `謎題檔第 ${line} 行第 ${column} 字有錯。`,
  puzzle: () => '這個謎題不成立。',
  'rush-board': () => '這一行不是汽車華容道（Rush Hour）的棋盤。',
  'no-such-length': ({ from, to, least, most }) => `沒有 ${from} 到 ${to} 步的謎題；請選 ${least} 到 ${most} 步以內的範圍。`,
  'unknown-puzzle': ({ name }) => `沒有名為「${name}」的謎題。`,
  'damaged-link': () => '這個連結已損壞：裡面的謎題有缺漏或已被更改。請索取完整的連結，或謎題檔。',
  'early-day': ({ date }) => `${date} 的題目在當天 UTC 零時出現。`,
  'own-puzzle': ({ name }) => `這個瀏覽器裡沒有名為「${name}」的謎題。`,
  'ambiguous-puzzle': ({ name, ids }) =>
    `名稱含「${name}」的謎題有 ${ids.length} 個，例如 ${[...ids].slice(0, 12).join('、')}。請把名稱寫完整。`,
  'too-large': ({ reached }) => `能到達的局面超過 ${number.hant(reached)} 個，無法在這裡搜尋。`,
};

/** @type {Errors} Texts that are written out. */
const EXCEPTIONS = {
  request: () => '服务器无法理解该请求。',
  'game-position': () => '这个游戏不会出现该局面。',
  'not-found': () => '该网址没有内容。',
  busy: () => '服务器繁忙，请稍后再试。',
  memory: () => '该搜索需要的内存超过服务器的上限。',
  'too-long': () => '该搜索超过服务器的时间上限。',
  position: () => '无法读取该局面。',
  'row-count': ({ found, want }) => `局面有 ${found} 行，棋盘有 ${want} 行。`,
  'row-length': ({ row, found, want }) => `第 ${row} 行有 ${found} 格，棋盘有 ${want} 列。`,
  'no-such-piece': ({ row, column, letter }) => `第 ${row} 行第 ${column} 列：标为“${letter}”的格子不能组成棋子。`,
  'no-such-distance': ({ set, least, most }) => `${set} 没有这种距离的局面；距离为 ${least} 到 ${most} 步。`,
  'puzzle-file': ({ line, column }) => `谜题文件第 ${line} 行第 ${column} 个字符有错。`,
};

/** @type {Record<Language, Errors>} */
export const errors = { en: ENGLISH, hant: TRADITIONAL, hans: simplified(TRADITIONAL, EXCEPTIONS) };

/** Codes that each stand for several errors, which only the server's message distinguishes. */
const GENERAL = ['request', 'game', 'gomoku', 'position', 'set', 'no-sample', 'puzzle-file', 'puzzle', 'rush-board'];

/**
 * An error in a language, with the server's English message if the text does not say everything.
 * @param {Language} language
 * @param {ApiError} error
 */
export function explained(language, error) {
  const text = errors[language][error.code]?.(error.about);
  if (text !== undefined && !GENERAL.includes(error.code)) return { text, said: '' };
  return language === 'en' ? { text: error.message, said: '' } : { text: text ?? '', said: error.message };
}
