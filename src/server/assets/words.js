/** Words that more than one page needs. Each page keeps its own beside its code. */

/** @typedef {import('./api.js').Metric} Metric */
/** @typedef {import('./api.js').Shape} Shape */
/** @typedef {'en' | 'zh'} Language */

/**
 * What every page is given.
 * @typedef {object} Context
 * @property {Language} language
 * @property {<T>(table: {en: T, zh: T}) => T} t the language's words
 * @property {(text: string) => void} announce says a text to screen readers
 * @property {AbortSignal} signal aborted when the page is left
 */

/** @typedef {{title: {en: string, zh: string}, render: (root: HTMLElement, url: URL, context: Context) => Promise<void>}} Page */

/** @type {readonly Metric[]} */
export const METRICS = ['unit', 'straight', 'finger'];

/**
 * The metric of an address or a control; the finger metric where it names none.
 * @param {string | null} text
 * @returns {Metric}
 */
export function metricOf(text) {
  return METRICS.find((metric) => metric === text) ?? 'finger';
}

export const shell = {
  en: {
    site: 'Huarong atlas',
    skip: 'Skip to the content',
    navigation: 'Pages',
    play: 'Play',
    editor: 'Editor',
    openings: 'Openings',
    atlas: 'Atlas',
    generator: 'Generator',
    puzzles: 'Puzzles',
    games: 'Games',
    gomoku: 'Gomoku',
    language: '中文',
    languageTitle: '改用繁體中文',
    theme: { auto: 'Theme: automatic', light: 'Theme: light', dark: 'Theme: dark' },
    missing: 'Page not found',
    missingText: 'There is no page at this address.',
    home: 'Go to the board',
    loading: 'Loading…',
    retry: 'Try again',
    unreachable: 'The server does not answer.',
    failed: 'Something went wrong.',
    notShown: 'This page cannot be shown',
    footer: 'Every position of all piece sets, with exact distances in three metrics.',
    openapi: 'API description',
  },
  zh: {
    site: '華容圖鑑',
    skip: '跳到內容',
    navigation: '頁面',
    play: '遊玩',
    editor: '編輯',
    openings: '名局',
    atlas: '圖鑑',
    generator: '出題',
    puzzles: '華容以外',
    games: '對弈',
    gomoku: '五子棋',
    language: 'English',
    languageTitle: 'Switch to English',
    theme: { auto: '主題：自動', light: '主題：淺色', dark: '主題：深色' },
    missing: '找不到頁面',
    missingText: '這個網址沒有頁面。',
    home: '前往棋盤',
    loading: '載入中…',
    retry: '重試',
    unreachable: '伺服器沒有回應。',
    failed: '發生錯誤。',
    notShown: '這個頁面無法顯示',
    footer: '全部棋子組合的每一個局面，三種計步法的精確距離。',
    openapi: 'API 說明',
  },
};

/** Names of the metrics, and what one move is. */
export const metrics = {
  en: {
    metric: 'Metric',
    unit: { name: 'Unit', move: 'One move: one piece, one cell.' },
    straight: { name: 'Straight', move: 'One move: one piece, any distance in one line.' },
    finger: { name: 'Finger', move: 'One move: one piece, along any path, without lifting the finger.' },
  },
  zh: {
    metric: '計步法',
    unit: { name: '單步', move: '一塊棋子移動一格算一步。' },
    straight: { name: '直線', move: '一塊棋子沿直線移動任意格算一步。' },
    finger: { name: '連續', move: '一塊棋子手指不離、任意轉彎的連續移動算一步。' },
  },
};

/** @type {{en: Record<Shape, string>, zh: Record<Shape, string>}} */
export const shapes = {
  en: { big: 'Big', horizontal: 'Horizontal', vertical: 'Vertical', small: 'Small' },
  zh: { big: '大塊', horizontal: '橫塊', vertical: '豎塊', small: '小塊' },
};

/**
 * A text without the marks over its letters: pinyin is looked for as it is typed, with tones or without.
 * @param {string} text
 */
export function toneless(text) {
  return text.normalize('NFD').replace(/\p{Mn}/gu, '').normalize('NFC');
}

const NUMBERS = { en: new Intl.NumberFormat('en'), zh: new Intl.NumberFormat('zh-Hant') };

/**
 * A number as people write it, with separators.
 * @param {Language} language
 * @param {number} value
 */
export function number(language, value) {
  return NUMBERS[language].format(value);
}

/**
 * A share from 0 to 1 as a percentage; nothing but the whole is called 100%, nothing but none 0%.
 * @param {number} share
 */
export function percent(share) {
  if (share > 0 && share < 0.001) return '<0.1%';
  if (share > 0.999 && share < 1) return '>99.9%';
  const digits = share < 0.1 || share > 0.99 ? 1 : 0;
  return `${(share * 100).toFixed(digits).replace(/\.0$/, '')}%`;
}
