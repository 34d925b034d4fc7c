/** Texts of worksheets. */
import { counted, number } from './language.js';
import { movesIn } from './position-words.js';
import { pageWords, text } from './words.js';

export const words = pageWords({
  lead: text('Choose puzzles, look at the sheets, and print them.', '選題目，看紙面的樣子，然後列印。'),
  list: text('Puzzles from', '題目來源'),
  lists: text({ openings: 'All openings', puzzles: 'All puzzles', mine: 'Your puzzles', class: 'A set for a class' },
    { openings: '全部名局', puzzles: '全部謎題', mine: '你的謎題', class: '班級題組' }),
  searchHint: text('Name', '名稱'),
  chosen: text((/** @type {number} */ chosen) => `${counted(chosen, 'puzzle')} chosen`, (chosen) => `已選 ${number.hant(chosen)} 題`),
  first: text((/** @type {number} */ count) => `Choose the first ${number.en(count)}`, (count) => `選前 ${number.hant(count)} 題`),
  none: text('Choose none', '全部不選'),
  tooMany: text((/** @type {number} */ most) => `A worksheet has at most ${counted(most, 'puzzle')}.`, (most) => `一份學習單最多 ${number.hant(most)} 題。`),
  title: text('Title', '標題'),
  perPage: text('Per page', '每頁題數'),
  paper: text('Paper', '紙張'),
  papers: { a4: 'A4', letter: 'Letter' },
  options: text({
      moves: 'Moves to beat', address: 'Short address', qr: 'QR code', letters: 'Letters on pieces',
      patterns: 'Patterns for black and white', lines: 'Lines for name and moves', key: 'Answers on their own pages',
    },
    {
      moves: '挑戰步數', address: '短網址', qr: 'QR 碼', letters: '棋子上的字母', patterns: '黑白圖案', lines: '姓名和步數的橫線', key: '解答另起新頁',
    }),
  preview: text('Sheets', '紙面'),
  nothing: text('Choose a puzzle to see its sheet.', '選一道題，就能看到紙面。'),
  rules: {
    slide: text('Slide the pieces without lifting them, until the marked piece is in the dashed outline.', '滑動棋子，不可拿起，直到標出的棋子進入虛線框。'),
    goal: text('Slide the pieces without lifting them, until the board shows the goal.', '滑動棋子，不可拿起，直到棋盤和目標相同。'),
    doors: text('Slide each piece out through a door with its letter. It does not come back.', '把每塊棋子從字母相同的門滑出去。離開的不會回來。'),
    cars: text('Cars move only forwards and backwards. Bring the marked car to the exit.', '車輛只能前後移動。把標出的車開到出口。'),
  },
  goal: text('Goal', '目標'),
  beat: text((/** @type {number} */ moves) => `Moves to beat: ${number.en(moves)}`, (moves) => `挑戰步數：${number.hant(moves)}`),
  pupil: text(['Class', 'Number', 'Name'], ['班級', '座號', '姓名']),
  own: text('My moves', '我的步數'),
  answers: text((/** @type {string} */ title) => `Answers: ${title}`, (title) => `解答：${title}`),
  answer: text(movesIn, (moves, metric) => `${number.hant(moves)} 步${metric && `（${metric}）`}`),
  computing: text('Computing…', '計算中…'),
  unanswered: text('No answer: the puzzle is too large for a search here, or its goal is unreachable.', '沒有解答：題目太大，無法在這裡搜尋，或目標無法到達。'),
});

/** @typedef {typeof words.en} Words */
