/** Texts of the page of openings. */
import { counted, number } from './language.js';
import { pageWords } from './words.js';

export const words = pageWords({
  lead: 'Named starts of 4×5 Klotski from the literature, each with its exact distance to the goal. Choose one to play it.',
  searchHint: 'Name in English, pinyin or Chinese; piece set',
  sorts: { name: 'Name', unit: 'Unit moves', straight: 'Straight moves', finger: 'Finger moves' },
  orders: {
    name: { asc: 'A to Z', desc: 'Z to A' },
    distance: { asc: 'Easiest first', desc: 'Hardest first' },
  },
  set: 'Piece set',
  state: 'Your progress',
  states: { all: 'All', solved: 'Solved', unsolved: 'Not solved yet' },
  count: (/** @type {number} */ shown, /** @type {number} */ all) =>
    shown === all ? counted(all, 'opening') : `${number.en(shown)} of ${counted(all, 'opening')}`,
  progress: (/** @type {number} */ solved) => `you solved ${number.en(solved)}`,
  none: 'No opening matches.',
  noneHint: 'Try fewer letters, pinyin without tones, or another piece set.',
  clear: 'Show all openings',
  also: (/** @type {string} */ names) => `also ${names}`,
  yours: (/** @type {number} */ moves) => `you: ${number.en(moves)}`,
  solved: 'Solved',
  perfect: 'Solved in the fewest moves',
  unsolvable: 'Unsolvable',
}, {
  lead: '文獻中有名字的 4×5 華容道起始局面，各附到目標的精確距離。點選即可開始玩。',
  searchHint: '局名（繁簡皆可）、拼音、英文名或棋子組合',
  sorts: { name: '局名', unit: '單步距離', straight: '直線距離', finger: '連續距離' },
  orders: {
    name: { asc: '拼音順序', desc: '拼音倒序' },
    distance: { asc: '由易到難', desc: '由難到易' },
  },
  set: '棋子組合',
  state: '你的進度',
  states: { all: '全部', solved: '已解開', unsolved: '尚未解開' },
  count: (shown, all) =>
    shown === all ? `共 ${number.hant(all)} 局` : `共 ${number.hant(all)} 局，符合 ${number.hant(shown)} 局`,
  progress: (solved) => `你已解開 ${number.hant(solved)} 局`,
  none: '沒有符合的名局。',
  noneHint: '請少輸入幾個字，改用不帶聲調的拼音，或改選其他棋子組合。',
  clear: '顯示全部名局',
  also: (names) => `又名${names}`,
  yours: (moves) => `你：${number.hant(moves)}`,
  solved: '已解開',
  perfect: '以最少步數解開',
  unsolvable: '無解',
}, {
  searchHint: '局名（简繁均可）、拼音、英文名或棋子组合',
});
