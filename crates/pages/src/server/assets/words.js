/** Texts that several pages share. A text of one page is in the file of its words. */
import { counted, number } from './language.js';
import { inLanguages, text as inBoth } from './simplified-words.js';

/** @import { Metric } from './api.js' */
/** @import { Language } from './language.js' */

/** A text beside its translation. */
export const text = inBoth;

/**
 * What a page gets from the shell.
 * @typedef {object} Context
 * @property {Language} language
 * @property {string} title of the page
 * @property {<T>(table: Record<Language, T>) => T} t the texts of the language
 * @property {(text: string) => void} announce has screen readers read a text
 * @property {AbortSignal} signal aborted when the visitor leaves the page
 */

/** @typedef {{render: (root: HTMLElement, url: URL, context: Context) => Promise<void>}} Page */

/** @type {readonly Metric[]} */
export const METRICS = ['unit', 'straight', 'finger'];

/** The metric of an address or a control; the finger metric if it names none. @param {string | null} text */
export function metricOf(text) {
  return METRICS.find((metric) => metric === text) ?? 'finger';
}

export const shell = inLanguages({
  site: text('Huarong atlas', '華容圖鑑'),
  skip: text('Skip to the content', '跳到內容'),
  navigation: text('Pages', '頁面'),
  play: text('Play', '遊玩'),
  pages: text({
      position: 'Board', daily: 'Daily', map: 'Map', editor: 'Editor', packs: 'Packs', openings: 'Openings', atlas: 'Atlas',
      generator: 'Generator', rush: 'Rush Hour', class: 'A set for a class', print: 'Print worksheets', puzzles: 'Puzzles', design: 'Puzzles to order',
      draw: 'Make a puzzle', puzzle: 'Puzzle', games: 'Solved games', gomoku: 'Gomoku',
    },
    {
      position: '棋盤', daily: '每日', map: '地圖', editor: '編輯', packs: '題庫', openings: '名局', atlas: '圖鑑', generator: '出題',
      rush: '汽車華容道', class: '班級題組', print: '列印學習單', puzzles: '其他謎題', design: '訂製謎題', draw: '自製謎題', puzzle: '謎題', games: '全解遊戲', gomoku: '五子棋',
    }),
  language: text('Language', '語言'),
  theme: text({ auto: 'Theme: automatic', light: 'Theme: light', dark: 'Theme: dark' }, { auto: '主題：自動', light: '主題：淺色', dark: '主題：深色' }),
  missing: text('Page not found', '找不到頁面'),
  missingText: text('No page has this address.', '這個網址沒有頁面。', '该网址没有页面。'),
  home: text('Go to the board', '前往棋盤'),
  loading: text('Loading…', '載入中…'),
  retry: text('Try again', '重試'),
  unreachable: text('The server does not answer.', '伺服器沒有回應。'),
  absent: text('This part of the site cannot be loaded. Check the network, or use a newer browser.', '無法載入網站的這個部分。請檢查網路，或換用較新的瀏覽器。'),
  failed: text('Something went wrong.', '發生錯誤。', '出错了。'),
  notShown: text('This page cannot be shown', '無法顯示這個頁面', '无法显示该页面'),
  unknown: {
    pack: text((/** @type {string} */ name) => `No pack is called “${name}”.`, (name) => `沒有名為「${name}」的題庫。`),
    set: text((/** @type {string} */ name) => `No piece set is called “${name}”.`, (name) => `沒有「${name}」這種棋子組合。`),
    game: text((/** @type {string} */ name) => `No game is called “${name}”.`, (name) => `沒有名為「${name}」的遊戲。`),
  },
  exists: text({ pack: 'All packs', set: 'All piece sets', game: 'All games', puzzle: 'All puzzles', opening: 'All openings' },
    { pack: '全部題庫', set: '全部棋子組合', game: '全部遊戲', puzzle: '全部謎題', opening: '全部名局' }),
  footer: text('Every position of every piece set, with exact distances in three metrics. Your results stay in this browser.',
    '全部棋子組合的所有局面，附三種計步法的精確距離。你的紀錄只留在這個瀏覽器裡。',
    '所有棋子组合的全部局面，附三种计步法的精确距离。你的记录只留在这个浏览器里。'),
  openapi: text('API description', 'API 說明'),
});

/** Texts of the buttons that pass on an address. */
export const sharing = inLanguages({
  share: text('Copy link', '複製連結'),
  shareSheet: text('Share…', '分享…'),
  shared: text('Link copied.', '已複製連結。'),
  notShared: text('The browser does not allow copying. Copy this link:', '瀏覽器不允許複製，請複製這個連結：'),
  tooLong: text('This puzzle is too large for a link. Pass on its puzzle file instead.', '這個謎題太大，無法放進連結。請改傳謎題檔。', '这个谜题太大，无法放进链接。请改发谜题文件。'),
  linkTo: text('Link to', '連結對象'),
  thisPuzzle: text('This puzzle', '這道題'),
  thisPuzzleTitle: text('Opens the start of the puzzle', '開啟這道題的起始局面'),
  myGame: text('My game', '我的棋局'),
  myGameTitle: text('Opens the present position, with all moves so far', '開啟目前的局面，附上到此為止的走法'),
});

/** Texts of many pages. */
const common = inLanguages({
  search: text('Search', '搜尋'),
  sort: text('Sort by', '排序'),
  order: text('Order', '順序'),
  seed: text('Seed', '亂數種子'),
  separator: text(', ', '，'),
  comma: text(', ', '、'),
  board: text('Board', '棋盤'),
  empty: text('empty', '空'),
  undo: text('Undo', '復原'),
  undone: text('Undone.', '已復原。'),
  hint: text('Hint', '提示'),
  step: text('Step', '走一步'),
  blocked: text('Blocked.', '無法移動。'),
  piece: text((/** @type {string} */ shape, /** @type {number} */ column, /** @type {number} */ row) => `${shape}, column ${column}, row ${row}`,
    (shape, column, row) => `${shape}，第 ${column} 欄第 ${row} 列`),
  edit: text('Edit', '編輯'),
  stop: text('Stop', '停止'),
  stopped: text('The search was stopped.', '已停止搜尋。'),
  play: text('Play', '遊玩'),
  print: text('Print', '列印'),
  notations: text('Notations', '各種記法'),
  moveCount: text((/** @type {number} */ moves) => counted(moves, 'move'), (moves) => `${number.hant(moves)} 步`),
  place: text((/** @type {number} */ column, /** @type {number} */ row) => `column ${column}, row ${row}`,
    (column, row) => `第 ${column} 欄第 ${row} 列`),
  cell: text((/** @type {number} */ column, /** @type {number} */ row, /** @type {string} */ what) => `Column ${column}, row ${row}: ${what}`,
    (column, row, what) => `第 ${column} 欄第 ${row} 列：${what}`),
  setWithPieces: text((/** @type {string} */ name, /** @type {string} */ pieces) => `${name}: ${pieces}`, (name, pieces) => `${name}：${pieces}`),
  unsolvable: text('The goal is unreachable from here.', '從這裡無法到達目標。'),
});

/**
 * The texts of a page, with those of many pages.
 * @template T
 * @param {T} table
 */
export function pageWords(table) {
  const own = inLanguages(table);
  return { en: { ...common.en, ...own.en }, hant: { ...common.hant, ...own.hant }, hans: { ...common.hans, ...own.hans } };
}

/** Names of the metrics, and what each counts as one move. */
export const metrics = inLanguages({
  metric: text('Metric', '計步法'),
  unit: text({ name: 'Unit', move: 'One move: one piece, one cell.' }, { name: '單步', move: '一塊棋子移動一格算一步。' }),
  straight: text({ name: 'Straight', move: 'One move: one piece, any distance in a straight line.' }, { name: '直線', move: '一塊棋子沿直線移動，不論幾格都算一步。' },
    { move: '一块棋子沿直线移动，无论几格都算一步。' }),
  finger: text({ name: 'Finger', move: 'One move: one piece, along any path, without lifting the finger.' },
    { name: '連續', move: '一塊棋子連續移動，中途可轉彎，手指不離棋子算一步。' },
    { move: '一块棋子连续移动，中途可转弯，手指不离开棋子算一步。' }),
});

/**
 * The name of a metric beside a number of moves. It is empty for the finger metric, which counts as people do.
 * @param {Language} language
 * @param {Metric} metric
 */
export function metricBeside(language, metric) {
  return metric === 'finger' ? '' : metrics[language][metric].name;
}

export const shapes = inLanguages(
  {
  big: text('Big', '大塊'),
  horizontal: text('Horizontal', '橫塊'),
  vertical: text('Vertical', '豎塊'),
  small: text('Small', '小塊'),
});

/** The pieces of a set, apart from the big piece: the text of each number, and the text of none. */
export const pieceSets = inLanguages({
  horizontal: text((/** @type {number} */ many) => counted(many, 'horizontal piece'), (many) => `${number.hant(many)} 橫`),
  vertical: text((/** @type {number} */ many) => counted(many, 'vertical piece'), (many) => `${number.hant(many)} 豎`),
  small: text((/** @type {number} */ many) => counted(many, 'small piece'), (many) => `${number.hant(many)} 小`),
  comma: text(', ', '、'),
  alone: text('the big piece alone', '只有大塊'),
});

/**
 * A text without the marks over its letters, and without full-width forms. A search finds pinyin with tones and without.
 * @param {string} text
 */
export function toneless(text) {
  return text.normalize('NFKD').replace(/\p{Mn}/gu, '').normalize('NFC');
}
