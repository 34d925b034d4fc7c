/** Texts of the page of openings. */
import { counted, number } from './language.js';
import { pageWords, text } from './words.js';

export const words = pageWords({
  lead: text('Named starts of 4×5 Klotski from the literature, each with its exact distance to the goal. Choose one to play it.',
    '文獻中有名字的 4×5 華容道起始局面，各附到目標的精確距離。點選即可開始玩。'),
  searchHint: text('Name in English, pinyin or Chinese; piece set', '局名（繁簡皆可）、拼音、英文名或棋子組合', '局名（简繁均可）、拼音、英文名或棋子组合'),
  sorts: text({ name: 'Name', unit: 'Unit moves', straight: 'Straight moves', finger: 'Finger moves' },
    { name: '局名', unit: '單步距離', straight: '直線距離', finger: '連續距離' }),
  orders: {
    name: text({ asc: 'A to Z', desc: 'Z to A' }, { asc: '拼音順序', desc: '拼音倒序' }),
    distance: text({ asc: 'Easiest first', desc: 'Hardest first' }, { asc: '由易到難', desc: '由難到易' }),
  },
  set: text('Piece set', '棋子組合'),
  state: text('Your progress', '你的進度'),
  states: text({ all: 'All', solved: 'Solved', unsolved: 'Not solved yet' }, { all: '全部', solved: '已解開', unsolved: '尚未解開' }),
  count: text((/** @type {number} */ shown, /** @type {number} */ all) =>
      shown === all ? counted(all, 'opening') : `${number.en(shown)} of ${counted(all, 'opening')}`,
    (shown, all) => shown === all ? `共 ${number.hant(all)} 局` : `共 ${number.hant(all)} 局，符合 ${number.hant(shown)} 局`),
  progress: text((/** @type {number} */ solved) => `you solved ${number.en(solved)}`, (solved) => `你已解開 ${number.hant(solved)} 局`),
  none: text('No opening matches.', '沒有符合的名局。'),
  noneHint: text('Try fewer letters, pinyin without tones, or another piece set.', '請少輸入幾個字，改用不帶聲調的拼音，或改選其他棋子組合。'),
  clear: text('Show all openings', '顯示全部名局'),
  also: text((/** @type {string} */ names) => `also ${names}`, (names) => `又名${names}`),
  yours: text((/** @type {number} */ moves) => `you: ${number.en(moves)}`, (moves) => `你：${number.hant(moves)}`),
  solved: text('Solved', '已解開'),
  perfect: text('Solved in the fewest moves', '以最少步數解開'),
  unsolvable: text('Unsolvable', '無解'),
});
