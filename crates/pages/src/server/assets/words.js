/** Texts that several pages share. A text of one page is in the file of its words. */
import { counted, number } from './language.js';
import { inLanguages } from './simplified-words.js';

/** @import { Metric } from './api.js' */
/** @import { Language } from './language.js' */

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

/**
 * The metric of an address or a control; the finger metric if it names none.
 * @param {string | null} text
 */
export function metricOf(text) {
  return METRICS.find((metric) => metric === text) ?? 'finger';
}

export const shell = inLanguages({
  site: 'Huarong atlas',
  skip: 'Skip to the content',
  navigation: 'Pages',
  play: 'Play',
  pages: {
    position: 'Board', map: 'Map', editor: 'Editor', packs: 'Packs', openings: 'Openings', atlas: 'Atlas',
    generator: 'Generator', print: 'Print worksheets', puzzles: 'Puzzles', design: 'Puzzles to order',
    draw: 'Make a puzzle', puzzle: 'Puzzle', games: 'Solved games', gomoku: 'Gomoku',
  },
  language: 'Language',
  theme: { auto: 'Theme: automatic', light: 'Theme: light', dark: 'Theme: dark' },
  missing: 'Page not found',
  missingText: 'No page has this address.',
  home: 'Go to the board',
  loading: 'Loading…',
  retry: 'Try again',
  unreachable: 'The server does not answer.',
  absent: 'This part is not in the browser yet, and there is no network.',
  failed: 'Something went wrong.',
  notShown: 'This page cannot be shown',
  unknown: {
    pack: (/** @type {string} */ name) => `No pack is called “${name}”.`,
    set: (/** @type {string} */ name) => `No piece set is called “${name}”.`,
    game: (/** @type {string} */ name) => `No game is called “${name}”.`,
  },
  exists: { pack: 'All packs', set: 'All piece sets', game: 'All games', puzzle: 'All puzzles', opening: 'All openings' },
  footer: 'Every position of every piece set, with exact distances in three metrics. Your results stay in this browser.',
  openapi: 'API description',
}, {
  site: '華容圖鑑',
  skip: '跳到內容',
  navigation: '頁面',
  play: '遊玩',
  pages: {
    position: '棋盤', map: '地圖', editor: '編輯', packs: '題庫', openings: '名局', atlas: '圖鑑', generator: '出題',
    print: '列印學習單', puzzles: '其他謎題', design: '訂製謎題', draw: '自製謎題', puzzle: '謎題', games: '全解遊戲', gomoku: '五子棋',
  },
  language: '語言',
  theme: { auto: '主題：自動', light: '主題：淺色', dark: '主題：深色' },
  missing: '找不到頁面',
  missingText: '這個網址沒有頁面。',
  home: '前往棋盤',
  loading: '載入中…',
  retry: '重試',
  unreachable: '伺服器沒有回應。',
  absent: '瀏覽器還沒有這個部分，而且沒有網路。',
  failed: '發生錯誤。',
  notShown: '無法顯示這個頁面',
  unknown: {
    pack: (name) => `沒有名為「${name}」的題庫。`,
    set: (name) => `沒有「${name}」這種棋子組合。`,
    game: (name) => `沒有名為「${name}」的遊戲。`,
  },
  exists: { pack: '全部題庫', set: '全部棋子組合', game: '全部遊戲', puzzle: '全部謎題', opening: '全部名局' },
  footer: '全部棋子組合的所有局面，附三種計步法的精確距離。你的紀錄只留在這個瀏覽器裡。',
  openapi: 'API 說明',
}, {
  missingText: '该网址没有页面。',
  failed: '出错了。',
  notShown: '无法显示该页面',
  footer: '所有棋子组合的全部局面，附三种计步法的精确距离。你的记录只留在这个浏览器里。',
});

/** Texts of the buttons that pass on an address. */
export const sharing = inLanguages({
  share: 'Copy link',
  shareSheet: 'Share…',
  shared: 'Link copied.',
  notShared: 'The browser does not allow copying. Copy this link:',
  tooLong: 'This puzzle is too large for a link. Pass on its puzzle file instead.',
  linkTo: 'Link to',
  thisPuzzle: 'This puzzle',
  thisPuzzleTitle: 'Opens the start of the puzzle',
  myGame: 'My game',
  myGameTitle: 'Opens the present position, with all moves so far',
}, {
  share: '複製連結',
  shareSheet: '分享…',
  shared: '已複製連結。',
  notShared: '瀏覽器不允許複製，請複製這個連結：',
  tooLong: '這個謎題太大，無法放進連結。請改傳謎題檔。',
  linkTo: '連結對象',
  thisPuzzle: '這道題',
  thisPuzzleTitle: '開啟這道題的起始局面',
  myGame: '我的棋局',
  myGameTitle: '開啟目前的局面，附上到此為止的走法',
}, {
  tooLong: '这个谜题太大，无法放进链接。请改发谜题文件。',
});

/** Texts of many pages. */
const common = inLanguages({
  search: 'Search',
  sort: 'Sort by',
  order: 'Order',
  seed: 'Seed',
  separator: ', ',
  comma: ', ',
  board: 'Board',
  empty: 'empty',
  undo: 'Undo',
  undone: 'Undone.',
  hint: 'Hint',
  step: 'Step',
  blocked: 'Blocked.',
  piece: (/** @type {string} */ shape, /** @type {number} */ column, /** @type {number} */ row) =>
    `${shape}, column ${column}, row ${row}`,
  edit: 'Edit',
  play: 'Play',
  print: 'Print',
  notations: 'Notations',
  moveCount: (/** @type {number} */ moves) => counted(moves, 'move'),
  place: (/** @type {number} */ column, /** @type {number} */ row) => `column ${column}, row ${row}`,
  cell: (/** @type {number} */ column, /** @type {number} */ row, /** @type {string} */ what) =>
    `Column ${column}, row ${row}: ${what}`,
  unsolvable: 'The goal is unreachable from here.',
}, {
  search: '搜尋',
  sort: '排序',
  order: '順序',
  seed: '亂數種子',
  separator: '，',
  comma: '、',
  board: '棋盤',
  empty: '空',
  undo: '復原',
  undone: '已復原。',
  hint: '提示',
  step: '走一步',
  blocked: '無法移動。',
  piece: (shape, column, row) => `${shape}，第 ${column} 欄第 ${row} 列`,
  edit: '編輯',
  play: '遊玩',
  print: '列印',
  notations: '各種記法',
  moveCount: (moves) => `${number.hant(moves)} 步`,
  place: (column, row) => `第 ${column} 欄第 ${row} 列`,
  cell: (column, row, what) => `第 ${column} 欄第 ${row} 列：${what}`,
  unsolvable: '從這裡無法到達目標。',
});

/**
 * The texts of a page, with those of many pages.
 * @template T
 * @param {T} en
 * @param {NoInfer<T>} hant
 * @param {import('./simplified-words.js').Exceptions<NoInfer<T>>} [exceptions] simplified texts that are written out
 */
export function pageWords(en, hant, exceptions) {
  const own = inLanguages(en, hant, exceptions);
  return { en: { ...common.en, ...own.en }, hant: { ...common.hant, ...own.hant }, hans: { ...common.hans, ...own.hans } };
}

/** Names of the metrics, and what each counts as one move. */
export const metrics = inLanguages({
  metric: 'Metric',
  unit: { name: 'Unit', move: 'One move: one piece, one cell.' },
  straight: { name: 'Straight', move: 'One move: one piece, any distance in a straight line.' },
  finger: { name: 'Finger', move: 'One move: one piece, along any path, without lifting the finger.' },
}, {
  metric: '計步法',
  unit: { name: '單步', move: '一塊棋子移動一格算一步。' },
  straight: { name: '直線', move: '一塊棋子沿直線移動，不論幾格都算一步。' },
  finger: { name: '連續', move: '一塊棋子連續移動，中途可轉彎，手指不離棋子算一步。' },
}, {
  straight: { move: '一块棋子沿直线移动，无论几格都算一步。' },
  finger: { move: '一块棋子连续移动，中途可转弯，手指不离开棋子算一步。' },
});

export const shapes = inLanguages(
  { big: 'Big', horizontal: 'Horizontal', vertical: 'Vertical', small: 'Small' },
  { big: '大塊', horizontal: '橫塊', vertical: '豎塊', small: '小塊' },
);

/** The pieces of a set, apart from the big piece: the text of each number, and the text of none. */
export const pieceSets = inLanguages({
  horizontal: (/** @type {number} */ many) => counted(many, 'horizontal piece'),
  vertical: (/** @type {number} */ many) => counted(many, 'vertical piece'),
  small: (/** @type {number} */ many) => counted(many, 'small piece'),
  comma: ', ',
  alone: 'the big piece alone',
}, {
  horizontal: (many) => `${number.hant(many)} 橫`,
  vertical: (many) => `${number.hant(many)} 豎`,
  small: (many) => `${number.hant(many)} 小`,
  comma: '、',
  alone: '只有大塊',
});

/**
 * A text without the marks over its letters. A search finds pinyin with tones and without.
 * @param {string} text
 */
export function toneless(text) {
  return text.normalize('NFD').replace(/\p{Mn}/gu, '').normalize('NFC');
}
