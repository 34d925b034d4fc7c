/** Texts of worksheets. */
import { counted, number } from './language.js';
import { pageWords } from './words.js';

export const words = pageWords({
  lead: 'Choose puzzles, look at the sheets, and print them.',
  list: 'Puzzles from',
  lists: { openings: 'All openings', puzzles: 'All puzzles', mine: 'Your puzzles' },
  searchHint: 'Name',
  chosen: (/** @type {number} */ chosen) => `${counted(chosen, 'puzzle')} chosen`,
  first: (/** @type {number} */ count) => `Choose the first ${number.en(count)}`,
  none: 'Choose none',
  tooMany: (/** @type {number} */ most) => `A worksheet has at most ${counted(most, 'puzzle')}.`,
  title: 'Title',
  perPage: 'Per page',
  paper: 'Paper',
  papers: { a4: 'A4', letter: 'Letter' },
  options: {
    moves: 'Moves to beat', address: 'Short address', qr: 'QR code', letters: 'Letters on pieces',
    patterns: 'Patterns for black and white', key: 'Answers on their own pages',
  },
  preview: 'Sheets',
  nothing: 'Choose a puzzle to see its sheet.',
  rules: {
    slide: 'Slide the pieces without lifting them, until the marked piece is in the dashed outline.',
    goal: 'Slide the pieces without lifting them, until the board shows the goal.',
    cars: 'Cars move only forwards and backwards. Bring the marked car to the exit.',
  },
  goal: 'Goal',
  beat: (/** @type {number} */ moves) => `Moves to beat: ${number.en(moves)}`,
  answers: (/** @type {string} */ title) => `Answers: ${title}`,
  answer: (/** @type {number} */ moves, /** @type {string} */ metric) => `${counted(moves, 'move')} (${metric})`,
  computing: 'Computing…',
  unanswered: 'No answer: the puzzle is too large for a search here, or its goal is unreachable.',
}, {
  lead: '選題目，看紙面的樣子，然後列印。',
  list: '題目來源',
  lists: { openings: '全部名局', puzzles: '全部謎題', mine: '你的謎題' },
  searchHint: '名稱',
  chosen: (chosen) => `已選 ${number.hant(chosen)} 題`,
  first: (count) => `選前 ${number.hant(count)} 題`,
  none: '全部不選',
  tooMany: (most) => `一份學習單最多 ${number.hant(most)} 題。`,
  title: '標題',
  perPage: '每頁題數',
  paper: '紙張',
  papers: { a4: 'A4', letter: 'Letter' },
  options: {
    moves: '挑戰步數', address: '短網址', qr: 'QR 碼', letters: '棋子上的字母', patterns: '黑白圖案', key: '解答另起新頁',
  },
  preview: '紙面',
  nothing: '選一道題，就能看到紙面。',
  rules: {
    slide: '滑動棋子，不可拿起，直到標出的棋子進入虛線框。',
    goal: '滑動棋子，不可拿起，直到棋盤和目標相同。',
    cars: '車輛只能前後移動。把標出的車開到出口。',
  },
  goal: '目標',
  beat: (moves) => `挑戰步數：${number.hant(moves)}`,
  answers: (title) => `解答：${title}`,
  answer: (moves, metric) => `${number.hant(moves)} 步（${metric}）`,
  computing: '計算中…',
  unanswered: '沒有解答：題目太大，無法在這裡搜尋，或目標無法到達。',
});

/** @typedef {typeof words.en} Words */
