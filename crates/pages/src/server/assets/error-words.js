/** What the errors of the server mean, by their codes. */
import { number } from './language.js';
import { simplified } from './simplified-words.js';
import { shapes } from './words.js';

/** @import { ApiError } from './api.js' */
/** @import { Language } from './language.js' */
/** @typedef {Record<string, any>} Arguments of an error, as the description of the API lists them */
/** @typedef {(about: Arguments) => string} Write */

/** @param {Language} language @param {string} shape as the server calls it */
function shapeName(language, shape) {
  return shapes[language][/** @type {import('./api.js').Shape} */ (shape)] ?? shape;
}

/** @param {Arguments} cell */
const cell = ({ row, column }) => `第 ${row} 列第 ${column} 欄`;

/**
 * In English the server's own messages are shown, except for those that advise users of the command line. Some texts in
 * simplified Chinese are written out.
 * @type {Record<string, [english: Write | null, traditional: Write, simplified?: Write]>}
 */
const TEXTS = {
  request: [null, () => '無法理解這個要求。', () => '无法理解该请求。'],
  game: [null, () => '沒有這樣的遊戲：棋盤須有 1 到 60 格，連線的子數不能超過棋盤較長的邊。'],
  gomoku: [null, () => '無法讀取這盤五子棋。'],
  'gomoku-over': [null, () => '棋局已結束。'],
  'game-position': [null, () => '這個遊戲不會出現這個局面。', () => '这个游戏不会出现该局面。'],
  'game-too-large': [() => 'This game has too many positions to be solved here. Choose a smaller board.', () => '這個遊戲的局面太多，無法在這裡求解。請選較小的棋盤。'],
  'no-text': [() => 'The address is not UTF-8 text.', () => '網址不是 UTF-8 文字。'],
  'not-found': [() => 'There is nothing at this address.', () => '這個網址沒有內容。', () => '该网址没有内容。'],
  broken: [() => 'The server cannot read its tables. Tell the person who runs it.', () => '伺服器無法讀取資料表。請通知管理者。'],
  busy: [() => 'The server is busy. Try again later.', () => '伺服器忙碌中，請稍後再試。', () => '服务器繁忙，请稍后再试。'],
  memory: [null, () => '這項搜尋需要的記憶體超過伺服器的上限。', () => '该搜索需要的内存超过服务器的上限。'],
  'too-long': [null, () => '這項搜尋超過伺服器的時間上限。', () => '该搜索超过服务器的时间上限。'],
  'cross-site': [null, () => '伺服器不接受其他網站的請求。'],
  empty: [null, () => '沒有輸入局面或局名。'],
  'unknown-name': [({ name, suggestions }) => `“${name}” is neither a position in a known notation nor the name of an opening.` +
    (suggestions.length > 0 ? ` Did you mean ${suggestions.join(', ')}?` : ''),
    ({ name, suggestions }) => `「${name}」不是任何一種記法的局面，也不是名局的名稱。` +
    (suggestions.length > 0 ? `是不是要找${suggestions.join('、')}？` : '')],
  'ambiguous-name': [null, ({ name, openings }) => `有幾個名局都叫「${name}」，請改用拼音：${openings.join('、')}。`],
  position: [null, () => '無法讀取這個局面。', () => '无法读取该局面。'],
  'row-count': [null, ({ found, want }) => `局面有 ${found} 列，棋盤有 ${want} 列。`, ({ found, want }) => `局面有 ${found} 行，棋盘有 ${want} 行。`],
  'row-length': [null, ({ row, found, want }) => `第 ${row} 列有 ${found} 格，棋盤有 ${want} 欄。`,
    ({ row, found, want }) => `第 ${row} 行有 ${found} 格，棋盘有 ${want} 列。`],
  'unknown-letter': [null, (about) => `${cell(about)}：沒有「${about['letter']}」這個字母。`],
  'incomplete-piece': [null, (about) => `${cell(about)}：從這裡開始的${shapeName('hant', about['shape'])}不完整。`],
  'no-such-piece': [null, (about) => `${cell(about)}：標為「${about['letter']}」的格子湊不成棋子。`,
    ({ row, column, letter }) => `第 ${row} 行第 ${column} 列：标为“${letter}”的格子不能组成棋子。`],
  wall: [null, (about) => `${cell(about)}：「${about['letter']}」與棋盤的牆不符。`],
  'too-many': [null, (about) => `${cell(about)}：${shapeName('hant', about['shape'])}太多，應有 ${about['want']} 個。`],
  'too-few': [null, ({ shape, found, want }) => `${shapeName('hant', shape)}有 ${found} 個，應有 ${want} 個。`],
  set: [null, () => '沒有這種棋子組合。'],
  'set-syntax': [null, ({ text, example }) => `「${text}」不是棋子組合；寫法如 ${example}。`],
  'set-too-large': [null, ({ text, area, most }) => `棋子組合 ${text} 占 ${area} 格，這個棋盤最多只能占 ${most} 格。`],
  'set-impossible': [null, ({ text }) => `這個棋盤擺不下棋子組合 ${text}。`],
  'no-path': [null, () => '從這個局面無法到達那個局面。'],
  'no-such-distance': [null, ({ set, least, most }) => `${set} 沒有這種距離的局面；距離是 ${least} 到 ${most} 步。`,
    ({ set, least, most }) => `${set} 没有这种距离的局面；距离为 ${least} 到 ${most} 步。`],
  'one-way': [null, () => '棋子會離開這個棋盤，走法無法還原，所以沒有地圖。'],
  'unsolvable-set': [null, ({ set }) => `${set} 沒有可解的局面。`],
  'no-sample': [null, () => '無法出題。'],
  'puzzle-file': [null, ({ line, column }) => `謎題檔第 ${line} 行第 ${column} 字有錯。`, ({ line, column }) => `谜题文件第 ${line} 行第 ${column} 个字符有错。`],
  puzzle: [null, () => '這個謎題不成立。'],
  'rush-board': [null, () => '這一行不是汽車華容道的棋盤。'],
  'no-such-length': [null, ({ from, to, least, most }) => `沒有 ${from} 到 ${to} 步的謎題；請選 ${least} 到 ${most} 步以內的範圍。`],
  'unknown-puzzle': [({ name }) => `No puzzle is called “${name}”.`, ({ name }) => `沒有名為「${name}」的謎題。`],
  'damaged-link': [() => 'This link is damaged: a part of the puzzle in it is missing or changed. Ask for the whole link, or for the puzzle file.',
    () => '這個連結已損壞：裡面的謎題有缺漏或已被更改。請索取完整的連結，或謎題檔。'],
  'early-day': [({ date }) => `The puzzle of ${date} appears on that day at 00:00 UTC.`, ({ date }) => `${date} 的題目在當天 UTC 零時出現。`],
  'own-puzzle': [({ name }) => `No puzzle in this browser is called “${name}”.`, ({ name }) => `這個瀏覽器裡沒有名為「${name}」的謎題。`],
  'ambiguous-puzzle': [null, ({ name, ids }) => `名稱含「${name}」的謎題有 ${ids.length} 個，例如 ${[...ids].slice(0, 12).join('、')}。請把名稱寫完整。`],
  'too-large': [({ reached }) => `More than ${number.en(reached)} positions are reachable, which is too many for a search here.`,
    ({ reached }) => `能到達的局面超過 ${number.hant(reached)} 個，無法在這裡搜尋。`],
};

/** @param {number} place @returns {Record<string, Write>} */
function texts(place) {
  return Object.fromEntries(Object.entries(TEXTS).flatMap(([code, written]) => (written[place] ? [[code, written[place]]] : [])));
}

/** @type {Record<Language, Record<string, Write>>} */
export const errors = { en: texts(0), hant: texts(1), hans: simplified(texts(1), texts(2)) };

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
